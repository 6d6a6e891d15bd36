package ringelection

import (
	"slices"
	"testing"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/specs/internal/ring"
	"github.com/anel-mc/mc/specs/spec"
	"github.com/anel-mc/mc/specs/spectest"
)

func TestSpec(t *testing.T) { spectest.Test(t, Spec()) }

// TestArrangements: every property holds in every variant for every arrangement of up to four numbers, if any one
// process may crash while there is a coordinator, and for up to three also in the first election without crashes.
func TestArrangements(t *testing.T) {
	for _, v := range Spec().Variants {
		for n := 2; n <= 4; n++ {
			for index := range ring.Arrangements(n) {
				for first := range 2 {
					if n == 4 && first == 1 {
						continue // 13 thousand states each
					}
					setup, err := Spec().Setup(spec.Instance{Variant: v.Name,
						Params: map[string]int{"n": n, "arrangement": index, "first": first, "starts": 0}})
					if err != nil {
						t.Fatal(err)
					}
					report, err := checkers.Check(t.Context(), setup.Model, setup.Properties, checkers.Options{})
					if err != nil {
						t.Fatal(err)
					}
					if report.Verdict != checkers.Holds {
						t.Errorf("%s, n=%d, arrangement=%d, first=%d: %s", v.Name, n, index, first, report.Verdict)
					}
				}
			}
		}
	}
}

// TestThreeMistaken: in own-number, a detector that makes mistakes can make a process wait for ever if there are three
// processes, but not if there are two. A process that suspects all others ends a round that is not its own; it then
// trusts the process that started the round again, and that one waits. There are too many states for a case.
func TestThreeMistaken(t *testing.T) {
	for _, detector := range []string{"eventually-perfect", "arbitrary"} {
		setup, err := Spec().Setup(spec.Instance{Variant: ownNumber, Params: map[string]int{"n": 3, "starts": 0},
			Environment: spec.Environment{Crash: spec.Budget(0), Detector: detector}})
		if err != nil {
			t.Fatal(err)
		}
		setup.Properties = slices.DeleteFunc(setup.Properties,
			func(p checkers.Property) bool { return p.Name() != "no-deadlock" })
		report, err := checkers.Check(t.Context(), setup.Model, setup.Properties, checkers.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if report.Verdict != checkers.Violated {
			t.Errorf("%s: no-deadlock: %s", detector, report.Verdict)
		}
	}
}
