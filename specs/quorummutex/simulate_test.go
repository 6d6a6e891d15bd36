package quorummutex

import (
	"testing"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/checkers/runs"
	"github.com/anel-mc/mc/specs/spec"
)

// TestSimulate: random runs of seven coordinators, one of which loses its memory, find the violation of mutual
// exclusion, which is shrunk to the shortest one, the one that TestSeven finds among half a million states.
func TestSimulate(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes some seconds")
	}
	setup, err := Spec().Setup(spec.Instance{
		Params:      map[string]int{"n": 7, "m": 4, "holder": 1},
		Environment: spec.Environment{Crash: spec.Budget(1), Recover: spec.Budget(1), CrashOnly: []string{"c4"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	report, err := runs.Check(t.Context(), setup.Model, setup.Properties[:1], runs.Options{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	r := report.Results[0]
	if r.Verdict != checkers.Violated || r.Execution.Len() != 11 || r.Shortest != runs.OfAll {
		t.Errorf("%s: %s: %s", r.Property.Name(), r.Verdict, r.Explanation)
	}
}
