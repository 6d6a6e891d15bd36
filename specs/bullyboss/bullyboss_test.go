package bullyboss

import (
	"testing"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/specs/internal/bullies"
	"github.com/anel-mc/mc/specs/spectest"
)

func TestSpec(t *testing.T) { spectest.Test(t, Spec()) }

// TestSmallestChange reverts each change of the corrected variant in turn: the given
// property holds with all of them, and is violated without that one.
func TestSmallestChange(t *testing.T) {
	all := rules{timeout: 2, patience: 4, settles: true, prefers: true}
	synchronous := model.Timing{Mode: model.Sync, Max: 1}
	partial := model.Timing{Mode: model.Partial, Within: 2}
	crash := func(crashes, recoveries int) model.Faults { return model.Faults{Crash: crashes, Recover: recoveries} }
	tests := []struct {
		name      string
		without   func(r *rules)
		n, doubts int
		timing    model.Timing
		faults    model.Faults
		property  string
	}{
		{"settles", func(r *rules) { r.settles = false }, 2, 0, synchronous, crash(1, 1), "uniqueness-in-the-end"},
		{"prefers", func(r *rules) { r.prefers = false }, 3, 1, partial, model.Faults{}, "no-deadlock"},
		{"patience", func(r *rules) { r.patience = 0 }, 3, 0, synchronous, crash(2, 0), "no-deadlock"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			decide := func(r rules) checkers.Verdict {
				r.leader, r.doubts = model.ID(test.n-1), test.doubts
				return spectest.Verdict(t, model.Instance{
					Processes: model.Replicate(test.n, algorithm(r)),
					Timing:    test.timing, Faults: test.faults, Detector: model.Perfect,
					Views: bullies.Views(),
				}, bullies.Properties(r.rounds), test.property)
			}
			if v := decide(all); v != checkers.Holds {
				t.Errorf("%s with all changes: %s", test.property, v)
			}
			without := all
			test.without(&without)
			if v := decide(without); v != checkers.Violated {
				t.Errorf("%s without the change: %s", test.property, v)
			}
		})
	}
}
