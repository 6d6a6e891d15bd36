package spectest

import (
	"testing"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/model"
)

// Verdict decides the property of that name, which must be one of asked.
func Verdict(t *testing.T, m model.Model, asked []checkers.Property, name string) checkers.Verdict {
	t.Helper()
	for _, p := range asked {
		if p.Name() != name {
			continue
		}
		report, err := checkers.Check(t.Context(), m, []checkers.Property{p}, checkers.Options{})
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%d states", report.States)
		return report.Verdict
	}
	t.Fatalf("there is no property %s", name)
	return ""
}
