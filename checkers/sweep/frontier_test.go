package sweep_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/checkers/sweep"
	"github.com/anel-mc/mc/model"
)

// courier sends a parcel k times over; it arrives unless all are lost or the
// receiver crashes.
func courier(k int, faults model.Faults) (model.Model, []checkers.Property) {
	m := model.Instance{
		Faults: faults,
		Processes: []model.Algorithm{
			model.Process[bool]{
				Init: func(p *model.Context) bool {
					for i := range k {
						p.Send(1, i)
					}
					return true
				},
			},
			model.Process[bool]{
				Init:    func(*model.Context) bool { return false },
				Receive: func(*model.Context, bool, model.ID, model.Message) bool { return true },
			},
		},
	}
	return m, []checkers.Property{
		checkers.NoDeadlock("arrives", func(s model.State) error {
			if got, up := model.Local[bool](s, 1); !up || !got {
				return errors.New("the parcel did not arrive")
			}
			return nil
		}),
		checkers.Invariant("anything", func(model.State) error { return nil }),
	}
}

func TestLeastFaults(t *testing.T) {
	most := model.Faults{Crash: 2, Recover: 1, Lose: 4, Duplicate: 1, CrashOnly: []model.ID{1}}
	build := func(f model.Faults) (model.Model, []checkers.Property, error) {
		m, properties := courier(3, f)
		return m, properties, nil
	}
	frontiers, err := sweep.LeastFaults(t.Context(), most, build, checkers.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, f := range frontiers {
		for _, b := range f.Least {
			got = append(got, fmt.Sprintf("%s: %s in %d steps", f.Property.Name(), b.Faults, b.Result.Execution.Len()))
		}
		got = append(got, fmt.Sprintf("%s: %s", f.Property.Name(), f.Verdict))
	}
	want := []string{"arrives: crash 1 in 1 steps", "arrives: lose 3 in 3 steps", "arrives: violated", "anything: holds"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("frontier (-want +got):\n%s", diff)
	}
}

// TestLeastFaultsBounds: what a bound leaves open is undecided, never said to hold.
func TestLeastFaultsBounds(t *testing.T) {
	build := func(f model.Faults) (model.Model, []checkers.Property, error) {
		m, properties := courier(3, f)
		return m, properties, nil
	}
	frontiers, err := sweep.LeastFaults(t.Context(), model.Faults{Lose: 1}, build, checkers.Options{MaxDepth: 1})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range frontiers {
		if f.Verdict != checkers.Unknown || len(f.Undecided) != 2 {
			t.Errorf("%s: %s, %d undecided, want unknown and 2", f.Property.Name(), f.Verdict, len(f.Undecided))
		}
	}
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	if frontiers, err = sweep.LeastFaults(cancelled, model.Faults{Lose: 1}, build, checkers.Options{}); err != nil ||
		frontiers[0].Verdict != checkers.Unknown {
		t.Errorf("cancelled: %v, %v, want unknown", frontiers, err)
	}
	for _, most := range []model.Faults{{Lose: model.Unlimited}, {Lose: 1000, Crash: 1000}, {Lose: math.MaxInt}} {
		if _, err := sweep.LeastFaults(t.Context(), most, build, checkers.Options{}); err == nil {
			t.Errorf("budgets up to %s were accepted", most)
		}
	}
	reachable := func(f model.Faults) (model.Model, []checkers.Property, error) {
		m, _ := courier(1, f)
		return m, []checkers.Property{checkers.Reachable("r", func(model.State) bool { return true })}, nil
	}
	if _, err := sweep.LeastFaults(t.Context(), model.Faults{}, reachable, checkers.Options{}); err == nil ||
		!strings.Contains(err.Error(), "reachable") {
		t.Errorf("a property of kind reachable: %v", err)
	}
}
