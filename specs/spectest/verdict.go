package spectest

import (
	"slices"
	"testing"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/model"
)

// Verdict decides the named property, which must be one of asked.
func Verdict(t *testing.T, m model.Model, asked []checkers.Property, name string) checkers.Verdict {
	t.Helper()
	report, err := checkers.Check(t.Context(), m, []checkers.Property{property(t, asked, name)}, checkers.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d states", report.States)
	return report.Verdict
}

// property returns the property with the given name.
func property(t *testing.T, all []checkers.Property, name string) checkers.Property {
	t.Helper()
	i := slices.IndexFunc(all, func(p checkers.Property) bool { return p.Name() == name })
	if i < 0 {
		t.Fatalf("there is no property %s", name)
	}
	return all[i]
}
