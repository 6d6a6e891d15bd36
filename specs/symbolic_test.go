package specs_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/specs"
	"github.com/anel-mc/mc/specs/spectest"
)

// TestSymbolic compares the search by decision diagrams with the one that visits states, on the cases that it accepts:
// as many states, the same verdicts, and executions of the same length. With -short it does so for one small case of
// each entry, with LONG=1 for larger ones, too.
func TestSymbolic(t *testing.T) {
	accepted, compared := map[string]bool{}, 0
	for _, s := range specs.All() {
		most := uint64(500)
		if spectest.Long() {
			most = 20_000
		}
		for _, c := range s.Cases {
			if c.States > most || testing.Short() && accepted[s.Name] {
				continue
			}
			setup, err := s.Setup(c.Instance())
			if err != nil {
				t.Fatal(err)
			}
			asked := setup.Properties
			got, err := checkers.CheckSymbolic(t.Context(), setup.Model, asked, checkers.Options{})
			if unfit := new(checkers.Unfit); errors.As(err, &unfit) {
				if len(unfit.Fit) == 0 {
					continue
				}
				asked = slices.DeleteFunc(slices.Clone(asked), func(p checkers.Property) bool {
					return !slices.Contains(unfit.Fit, p.Name())
				})
				got, err = checkers.CheckSymbolic(t.Context(), setup.Model, asked, checkers.Options{})
			}
			if err != nil {
				t.Errorf("%s, %s: %v", s.Name, c.Name, err)
				continue
			}
			accepted[s.Name] = true
			want, err := checkers.Check(t.Context(), setup.Model, asked, checkers.Options{KeepGoing: true})
			if err != nil {
				t.Fatal(err)
			}
			if got.States != want.States {
				t.Errorf("%s, %s: %d states, want %d", s.Name, c.Name, got.States, want.States)
			}
			for i, r := range got.Results {
				w := want.Results[i]
				compared++
				if r.Verdict != w.Verdict || (r.Execution == nil) != (w.Execution == nil) || r.Vacuous != w.Vacuous {
					t.Errorf("%s, %s: %s %s %q, want %s %q", s.Name, c.Name, r.Property.Name(), r.Verdict, r.Vacuous, w.Verdict,
						w.Vacuous)
				} else if r.Execution != nil && r.Execution.Len() != w.Execution.Len() {
					t.Errorf("%s, %s: %s in %d steps, want %d", s.Name, c.Name, r.Property.Name(), r.Execution.Len(),
						w.Execution.Len())
				}
			}
		}
	}
	t.Logf("%d of %d entries, %d verdicts", len(accepted), len(specs.All()), compared)
	if len(accepted) < 20 {
		t.Errorf("only %d entries were accepted", len(accepted))
	}
}
