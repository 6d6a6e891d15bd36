package spectest

import (
	"testing"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/checkers/chances"
	"github.com/anel-mc/mc/model/system"
	"github.com/anel-mc/mc/specs/spec"
)

// Chance returns the exact probability of the named property in an instance of s, under odds written as
// system.ParseOdds reads them.
func Chance(t *testing.T, s spec.Spec, i spec.Instance, name, odds string) chances.Chance {
	t.Helper()
	setup, err := s.Setup(i)
	if err != nil {
		t.Fatal(err)
	}
	with, err := system.ParseOdds(odds)
	if err != nil {
		t.Fatal(err)
	}
	report, err := chances.Of(t.Context(), setup.Model, []checkers.Property{property(t, setup.Properties, name)}, with,
		checkers.Options{})
	if err != nil {
		t.Fatal(err)
	}
	c := report.Chances[0]
	if !report.Decided || c.Min.Exact == nil || c.Max.Exact == nil {
		t.Fatalf("%s: not decided exactly: %+v", name, c)
	}
	return c
}
