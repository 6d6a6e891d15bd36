package bullygarciamolina

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
	all := rules{
		timeout: 2, patience: 4, interval: 2,
		others: true, records: true, confirms: true, heeds: true, yields: true,
	}
	synchronous := model.Timing{Mode: model.Sync, Max: 1}
	crash := func(crashes, recoveries int) model.Faults { return model.Faults{Crash: crashes, Recover: recoveries} }
	tests := []struct {
		name      string
		without   func(r *rules)
		n, doubts int
		timing    model.Timing
		faults    model.Faults
		property  string
	}{
		{"others", func(r *rules) { r.others = false }, 3, 0, synchronous, model.Faults{}, "everybody-knows"},
		{"records", func(r *rules) { r.records = false }, 3, 0, synchronous, crash(1, 0), "somebody-leads"},
		{"confirms", func(r *rules) { r.confirms = false }, 3, 0, synchronous, crash(1, 0), "somebody-leads"},
		{"heeds", func(r *rules) { r.heeds = false }, 3, 0, synchronous, crash(1, 0), "everybody-knows"},
		{"yields", func(r *rules) { r.yields = false }, 2, 1, synchronous, model.Faults{Partition: 1, Heal: 1}, "reunion"},
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
