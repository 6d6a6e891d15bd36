package bully

import (
	"testing"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/specs/internal/bullies"
	"github.com/anel-mc/mc/specs/spec"
	"github.com/anel-mc/mc/specs/spectest"
)

func TestSpec(t *testing.T) { spectest.Test(t, Spec()) }

// TestBuild builds every variant with every number of processes and every leader.
func TestBuild(t *testing.T) {
	s := Spec()
	for _, v := range s.Variants {
		for n := 2; n <= 6; n++ {
			for leader := -1; leader <= 6; leader++ {
				_, err := s.Setup(spec.Instance{Variant: v.Name, Params: map[string]int{"n": n, "leader": leader}})
				if (err != nil) != (leader > n) {
					t.Errorf("%s n=%d leader=%d: %v", v.Name, n, leader, err)
				}
			}
		}
	}
}

// TestSmallestChange reverts each change of the corrected variant in turn: the given
// property holds with all of them, and is violated without that one.
func TestSmallestChange(t *testing.T) {
	all := rules{timeout: 2, patience: 4, settles: true, joins: true, ignores: true, prefers: true}
	synchronous := model.Timing{Mode: model.Sync, Max: 1}
	exact := model.Timing{Mode: model.Sync, Min: 1, Max: 1}
	partial := model.Timing{Mode: model.Partial, Max: 1, Within: 2}
	crash := func(crashes, recoveries int) model.Faults { return model.Faults{Crash: crashes, Recover: recoveries} }
	tests := []struct {
		name      string
		without   func(r *rules)
		n, doubts int
		timing    model.Timing
		faults    model.Faults
		property  string
	}{
		{"joins", func(r *rules) { r.joins = false }, 3, 0, exact, crash(1, 1), "everybody-knows"},
		{"ignores", func(r *rules) { r.ignores = false }, 3, 0, exact, crash(1, 1), "agreement-in-the-end"},
		{"prefers", func(r *rules) { r.prefers = false }, 3, 1, partial, model.Faults{}, "agreement-in-the-end"},
		{"settles", func(r *rules) { r.settles = false }, 2, 0, synchronous, crash(1, 1), "uniqueness-in-the-end"},
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
