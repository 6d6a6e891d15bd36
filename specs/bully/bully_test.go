package bully

import (
	"testing"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/model"
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

// TestSmallestChange takes back each of the changes of the corrected variants by itself: the given
// property holds with all of them, and is violated without that one.
func TestSmallestChange(t *testing.T) {
	box := rules{timeout: 2, patience: 4, settles: true, joins: true, ignores: true, prefers: true}
	description := rules{timeout: 2, patience: 4, settles: true, prefers: true}
	code := rules{timeout: 2, patience: 4, interval: 2, others: true, records: true, confirms: true, heeds: true, yields: true}
	synchronous := model.Timing{Mode: model.Sync, Max: 1}
	exact := model.Timing{Mode: model.Sync, Min: 1, Max: 1}
	crash := func(crashes, recoveries int) model.Faults { return model.Faults{Crash: crashes, Recover: recoveries} }
	tests := []struct {
		name      string
		algorithm func(r rules) model.Algorithm
		rules     rules
		without   func(r *rules)
		n, doubts int
		timing    model.Timing
		faults    model.Faults
		property  string
	}{
		{"000 joins", boxOf, box, func(r *rules) { r.joins = false }, 3, 0, exact, crash(1, 1), "everybody-knows"},
		{"000 ignores", boxOf, box, func(r *rules) { r.ignores = false }, 3, 0, exact, crash(1, 1), "agreement-in-the-end"},
		{"000 prefers", boxOf, box, func(r *rules) { r.prefers = false }, 3, 1, model.Timing{Mode: model.Partial, Max: 1, Within: 2}, model.Faults{}, "agreement-in-the-end"},
		{"000 settles", boxOf, box, func(r *rules) { r.settles = false }, 2, 0, synchronous, crash(1, 1), "uniqueness-in-the-end"},
		{"000 patience", boxOf, box, func(r *rules) { r.patience = 0 }, 3, 0, synchronous, crash(2, 0), "no-deadlock"},
		{"003 settles", descriptionOf, description, func(r *rules) { r.settles = false }, 2, 0, synchronous, crash(1, 1), "uniqueness-in-the-end"},
		{"003 prefers", descriptionOf, description, func(r *rules) { r.prefers = false }, 3, 1, model.Timing{Mode: model.Partial, Within: 2}, model.Faults{}, "no-deadlock"},
		{"003 patience", descriptionOf, description, func(r *rules) { r.patience = 0 }, 3, 0, synchronous, crash(2, 0), "no-deadlock"},
		{"004 others", codeOf, code, func(r *rules) { r.others = false }, 3, 0, synchronous, model.Faults{}, "everybody-knows"},
		{"004 records", codeOf, code, func(r *rules) { r.records = false }, 3, 0, synchronous, crash(1, 0), "somebody-leads"},
		{"004 confirms", codeOf, code, func(r *rules) { r.confirms = false }, 3, 0, synchronous, crash(1, 0), "somebody-leads"},
		{"004 heeds", codeOf, code, func(r *rules) { r.heeds = false }, 3, 0, synchronous, crash(1, 0), "everybody-knows"},
		{"004 yields", codeOf, code, func(r *rules) { r.yields = false }, 2, 1, synchronous, model.Faults{Partition: 1, Heal: 1}, "reunion"},
		{"004 patience", codeOf, code, func(r *rules) { r.patience = 0 }, 3, 0, synchronous, crash(2, 0), "no-deadlock"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			decide := func(r rules) checkers.Verdict {
				r.leader, r.doubts = model.ID(test.n-1), test.doubts
				system := model.Instance{
					Processes: model.Replicate(test.n, test.algorithm(r)),
					Timing:    test.timing, Faults: test.faults, Detector: model.Perfect,
					Views: views(),
				}
				for _, p := range properties(r) {
					if p.Name() != test.property {
						continue
					}
					report, err := checkers.Check(t.Context(), system, []checkers.Property{p}, checkers.Options{})
					if err != nil {
						t.Fatal(err)
					}
					t.Logf("%d states", report.States)
					return report.Verdict
				}
				t.Fatalf("there is no property %s", test.property)
				return ""
			}
			if v := decide(test.rules); v != checkers.Holds {
				t.Errorf("%s with all changes: %s", test.property, v)
			}
			test.without(&test.rules)
			if v := decide(test.rules); v != checkers.Violated {
				t.Errorf("%s without the change: %s", test.property, v)
			}
		})
	}
}

func boxOf(r rules) model.Algorithm         { return notes(r) }
func descriptionOf(r rules) model.Algorithm { return lecture(r) }
func codeOf(r rules) model.Algorithm        { return garciaMolina(r) }
