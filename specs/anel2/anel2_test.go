package anel2

import (
	"testing"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/specs/internal/ring"
	"github.com/anel-mc/mc/specs/spec"
	"github.com/anel-mc/mc/specs/spectest"
)

func TestSpec(t *testing.T) { spectest.Test(t, Spec()) }

// TestArrangements decides every property for every arrangement of up to four identifiers
// when all suspect the leader sooner or later, and confirms that the arrangement does not even change the
// number of states.
func TestArrangements(t *testing.T) {
	for _, variant := range []string{spec.AsWritten, spec.Corrected} {
		for n := 2; n <= 4; n++ {
			states := uint64(0)
			for index := range ring.Arrangements(n) {
				report := check(t, spec.Instance{Variant: variant,
					Params: map[string]int{"n": n, "arrangement": index, "certain": 1}})
				if report.Verdict != checkers.Holds {
					t.Errorf("%s, n=%d, arrangement=%d: %s", variant, n, index, report.Verdict)
				}
				if states != 0 && report.States != states {
					t.Errorf("%s, n=%d, arrangement=%d: %d states, and %d before", variant, n, index, report.States, states)
				}
				states = report.States
			}
		}
	}
}

// TestInitiators decides for every set of initiators, all of which suspect the leader sooner
// or later, whether some process knows that it leads (if and only if the smallest identifier is
// among the initiators), and whether everybody knows a leader (only if all are initiators). In
// corrected both are so for every set.
func TestInitiators(t *testing.T) {
	for _, variant := range []string{spec.AsWritten, spec.Corrected} {
		for n := 2; n <= 4; n++ {
			for initiators := 1; initiators < 1<<n; initiators++ {
				report := check(t, spec.Instance{Variant: variant,
					Params: map[string]int{"n": n, "initiators": initiators, "certain": 1}})
				for _, r := range report.Results {
					want := checkers.Holds
					switch r.Property.Name() {
					case "somebody-leads", "leader":
						if variant == spec.AsWritten && initiators&1 == 0 {
							want = checkers.Violated
						}
					case "everybody-knows":
						if variant == spec.AsWritten && initiators != 1<<n-1 {
							want = checkers.Violated
						}
					}
					if r.Verdict != want {
						t.Errorf("%s, n=%d, initiators=%d: %s %s, want %s", variant, n, initiators, r.Property.Name(), r.Verdict, want)
					}
				}
			}
		}
	}
}

func check(t *testing.T, i spec.Instance) *checkers.Report {
	t.Helper()
	setup, err := Spec().Setup(i)
	if err != nil {
		t.Fatal(err)
	}
	report, err := checkers.Check(t.Context(), setup.Model, setup.Properties, checkers.Options{KeepGoing: true})
	if err != nil {
		t.Fatal(err)
	}
	return report
}
