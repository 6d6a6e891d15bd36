package specs_test

import (
	"slices"
	"testing"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/specs"
)

// TestReduced decides, with reductions, all properties of every entry's small cases that reductions support: the
// verdicts are the same as without.
func TestReduced(t *testing.T) {
	skipWhenWriting(t)
	limit := uint64(250)
	if testing.Short() {
		limit = 100
	}
	asked, kept, all := 0, uint64(0), uint64(0)
	for _, s := range specs.All() {
		for i := range s.Cases {
			k := &s.Cases[i]
			if k.States == 0 || k.States > limit {
				continue
			}
			setup, err := s.Setup(k.Instance())
			if err != nil {
				t.Fatal(err)
			}
			properties := slices.DeleteFunc(slices.Clone(setup.Properties), func(p checkers.Property) bool {
				return !slices.Contains([]checkers.Kind{checkers.KindInvariant, checkers.KindReachable, checkers.KindDeadlock},
					p.Kind())
			})
			report, err := checkers.Check(t.Context(), setup.Model, properties,
				checkers.Options{Reduce: explore.PartialOrder, KeepGoing: true})
			if err != nil {
				t.Errorf("%s, case %s: %v", s.Name, k.Name, err)
				continue
			}
			if report.Reduced == 0 {
				continue
			}
			for _, r := range report.Results {
				asked++
				if want := k.Want(r.Property.Name()); r.Verdict != want {
					t.Errorf("%s, case %s: %s is %s with reduction, and the record declares %s", s.Name, k.Name, r.Property.Name(),
						r.Verdict, want)
				}
			}
			kept += report.States
			all += uint64(k.States)
			if testing.Verbose() && report.States < uint64(k.States) {
				t.Logf("%s, case %s: %d of %d states", s.Name, k.Name, report.States, k.States)
			}
		}
	}
	t.Logf("%d properties; %d of %d states", asked, kept, all)
	if asked < 100 || kept >= all {
		t.Errorf("the reduction was asked %d times and left %d of %d states", asked, kept, all)
	}
}
