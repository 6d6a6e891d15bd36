package omega

import (
	"testing"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/specs/spec"
	"github.com/anel-mc/mc/specs/spectest"
)

func TestSpec(t *testing.T) { spectest.Test(t, Spec()) }

// TestLongestInterval: the model's longest interval does not affect any verdict, provided that it is at least a round
// trip.
func TestLongestInterval(t *testing.T) {
	for most := 1; most <= 4; most++ {
		setup, err := Spec().Setup(spec.Instance{Variant: spec.Corrected, Params: map[string]int{"most": most},
			Environment: crash(1, "partial")})
		if err != nil {
			t.Fatal(err)
		}
		report, err := checkers.Check(t.Context(), setup.Model, setup.Properties, checkers.Options{KeepGoing: true})
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range report.Results {
			want := checkers.Holds
			switch r.Property.Name() {
			case "leader-changes":
				want = checkers.Violated // before the system is stable
			case "eventual-agreement", "eventual-least", "leader-changes-when-stable":
				if most == 1 {
					want = checkers.Violated
				}
			}
			if r.Verdict != want {
				t.Errorf("an interval of up to %d: %s: %s, want %s", most, r.Property.Name(), r.Verdict, want)
			}
		}
	}
}
