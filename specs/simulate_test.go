package specs_test

import (
	"slices"
	"testing"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/checkers/runs"
	"github.com/anel-mc/mc/specs"
	"github.com/anel-mc/mc/specs/spectest"
)

// TestSimulate makes random runs of one case in six, or with LONG=1 of every case: they violate no property that holds
// by exploration, and what they reach is reachable.
func TestSimulate(t *testing.T) {
	skipWhenWriting(t)
	asked, violated, missed := 0, 0, 0
	for _, s := range specs.All() {
		for i := range s.Cases {
			if testing.Short() && i > 1 || !spectest.Long() && i%6 != 0 {
				continue
			}
			k := &s.Cases[i]
			setup, err := s.Setup(k.Instance())
			if err != nil {
				t.Fatal(err)
			}
			report, err := runs.Check(t.Context(), setup.Model, setup.Properties, runs.Options{
				Seed: uint64(i), Runs: 10, Steps: 150, ShrinkStates: 500,
			})
			if err != nil {
				t.Errorf("%s, case %s: %v", s.Name, k.Name, err)
				continue
			}
			for _, r := range report.Results {
				want := k.Want(r.Property.Name())
				answerable := !r.Property.Kind().Live() &&
					!slices.Contains([]checkers.Kind{checkers.KindCost, checkers.KindNeverAll}, r.Property.Kind())
				switch {
				case r.Verdict == checkers.Violated && (want != checkers.Violated || !answerable),
					r.Verdict == runs.Found && want != checkers.Holds, r.Verdict == checkers.Holds:
					t.Errorf("%s, case %s: %s is %s in random runs, and the record declares %s", s.Name, k.Name, r.Property.Name(),
						r.Verdict, want)
				case r.Verdict == checkers.Violated:
					violated++
				case want == checkers.Violated && answerable && r.Property.Kind() != checkers.KindReachable:
					missed++
				}
				asked++
			}
		}
	}
	t.Logf("of %d properties, %d were violated by runs, and %d could have been", asked, violated, missed)
	if violated < missed {
		t.Error("runs miss more than they find")
	}
}
