package specs_test

import (
	"reflect"
	"strings"
	"testing"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/specs"
)

// TestSymmetry checks the small cases of the whole catalogue with and without symmetry: verdicts, their explanations
// and counterexamples are the same. With partial-order reduction as well, the verdicts are the same.
func TestSymmetry(t *testing.T) {
	skipWhenWriting(t)
	largest := uint64(150)
	if testing.Short() {
		largest = 60
	}
	reduced := map[string]bool{}
	for _, s := range specs.All() {
		for _, c := range s.Cases {
			if c.States > largest {
				continue
			}
			setup, err := s.Setup(c.Instance())
			if err != nil {
				t.Fatal(err)
			}
			var properties []checkers.Property
			for _, p := range setup.Properties {
				if k := p.Kind(); !k.Live() && k != checkers.KindCost && k != checkers.KindNeverAll {
					properties = append(properties, p)
				}
			}
			opt := checkers.Options{KeepGoing: true}
			whole, err := checkers.Check(t.Context(), setup.Model, properties, opt)
			if err != nil {
				t.Fatal(err)
			}
			opt.Reduce = explore.Symmetry
			r, err := checkers.Check(t.Context(), setup.Model, properties, opt)
			if err != nil {
				t.Errorf("%s, case %s: %v", s.Name, c.Name, err)
				continue
			}
			switch {
			case r.Reduced != 0 && r.States < whole.States:
				reduced[s.Name] = true
			case r.Reduced == 0 && (len(r.Unreduced) == 0 || r.States != whole.States):
				t.Errorf("%s, case %s: not reduced, and no reason why: %d states and %d", s.Name, c.Name, r.States, whole.States)
			}
			opt.Reduce |= explore.PartialOrder
			both, err := checkers.Check(t.Context(), setup.Model, properties, opt)
			if err != nil {
				t.Errorf("%s, case %s: %v", s.Name, c.Name, err)
				continue
			}
			for i, w := range whole.Results {
				is := r.Results[i]
				if b := both.Results[i]; b.Verdict != w.Verdict {
					t.Errorf("%s, case %s, %s: %s, and reduced by both %s", s.Name, c.Name, w.Property.Name(), w.Verdict, b.Verdict)
				}
				if is.Verdict != w.Verdict || is.Explanation != w.Explanation || is.Minimal != w.Minimal ||
					is.Vacuous != w.Vacuous {
					t.Errorf("%s, case %s, %s: %s (%s), and reduced %s (%s)", s.Name, c.Name, w.Property.Name(), w.Verdict,
						w.Explanation, is.Verdict, is.Explanation)
				}
				if (is.Execution == nil) != (w.Execution == nil) || is.Execution != nil &&
					!reflect.DeepEqual(is.Execution.Trace, w.Execution.Trace) {
					t.Errorf("%s, case %s, %s: the executions differ", s.Name, c.Name, w.Property.Name())
				}
			}
		}
	}
	for _, name := range []string{"anel1", "central-coordinator"} {
		if !reduced[name] {
			t.Errorf("nothing of %s was reduced", name)
		}
	}
	if testing.Verbose() {
		var names []string
		for name := range reduced {
			names = append(names, name)
		}
		t.Log("reduced: " + strings.Join(names, ", "))
	}
}
