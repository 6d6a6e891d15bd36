package omegarecovery

import (
	"testing"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/specs/spec"
	"github.com/anel-mc/mc/specs/spectest"
)

func TestSpec(t *testing.T) { spectest.Test(t, Spec()) }

// TestIncarnations: the highest incarnation that is counted does not affect any verdict if only the unstable process
// reaches it.
func TestIncarnations(t *testing.T) {
	once := sync(1, 1)
	once.CrashOnly = []string{"1"}
	tests := []struct {
		name         string
		environment  spec.Environment
		incarnations int
		want         checkers.Verdict
	}{
		{"the other process never crashes", sync(0, 0), 2, checkers.Holds},
		{"the other process never crashes", sync(0, 0), 3, checkers.Holds},
		{"the other process never crashes", sync(0, 0), 4, checkers.Holds},
		// Both processes stay in incarnation 2 for ever, and the unstable one has the smaller identifier.
		{"the other process may crash once", once, 2, checkers.Violated},
		{"the other process may crash once", once, 3, checkers.Holds},
		{"the other process may crash once", once, 4, checkers.Holds},
	}
	for _, test := range tests {
		setup, err := Spec().Setup(spec.Instance{
			Variant: spec.Corrected, Environment: test.environment,
			Params: map[string]int{"n": 2, "most": 16, "capacity": 0, "unstable": 1, "incarnations": test.incarnations},
		})
		if err != nil {
			t.Fatal(err)
		}
		report, err := checkers.Check(t.Context(), setup.Model, setup.Properties, checkers.Options{KeepGoing: true})
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range report.Results {
			want := checkers.Holds
			if name := r.Property.Name(); name == "eventual-accuracy" || name == "eventual-stablest" {
				want = test.want
			}
			if r.Verdict != want {
				t.Errorf("%s, counted up to %d: %s: %s, want %s (%s)", test.name, test.incarnations, r.Property.Name(), r.Verdict,
					want, r.Explanation)
			}
		}
	}
}
