package specs_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/checkers/sweep"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/specs"
	"github.com/anel-mc/mc/specs/spec"
)

// TestSweeps sweeps every entry of the catalogue, as far as few states go. An environment that allows more executions
// can break a property that holds, but never repair one that is violated, since all old executions remain possible.
func TestSweeps(t *testing.T) {
	skipWhenWriting(t)
	options := checkers.Options{MaxStates: 1000}
	if testing.Short() {
		options.MaxStates = 200
	}
	compared := 0
	for _, s := range specs.All() {
		t.Run(s.Name, func(t *testing.T) {
			base, err := s.Setup(spec.Instance{})
			if err != nil {
				t.Fatal(err)
			}
			i, ok := base.Model.(model.Instance)
			if !ok {
				t.Skip("it has no environment")
			}
			table := sweep.Table{Properties: base.Properties}
			add := func(name string, m model.Model) {
				report, err := checkers.Check(t.Context(), m, base.Properties, options)
				table.Rows = append(table.Rows, sweep.Row{Name: name, Report: report, Err: err})
			}
			add("base", i)
			for _, n := range (spec.Environment{}).Neighbours(i) {
				next, err := s.Setup(spec.Instance{Environment: n.Environment})
				if err != nil {
					t.Errorf("%s: %v", n.Change, err)
					continue
				}
				add(n.Change, next.Model)
			}
			for row, r := range table.Rows {
				if r.Err != nil && r.Name != "detector "+model.NoDetector.String() {
					t.Errorf("%s: %v", r.Name, r.Err)
				}
				for p, property := range table.Properties {
					if !allowsMore(r.Name, property.Kind()) {
						continue
					}
					compared++
					if table.Flip(row, p) == sweep.Mends {
						t.Errorf("%s is violated in the base, and holds with %s", property.Name(), r.Name)
					}
				}
			}
		})
	}
	if compared < 1000 {
		t.Errorf("only %d cells were compared", compared)
	}
}

// allowsMore reports whether a change leaves all executions that violate a property of a kind as they were.
func allowsMore(change string, kind checkers.Kind) bool {
	switch {
	case kind == checkers.KindReachable, kind == checkers.KindCost, strings.Contains(change, " 0"):
		return false
	case change == model.Unordered.String():
		return !kind.Live() // what is fair is another thing there
	}
	first, _, _ := strings.Cut(change, " ")
	return slices.Contains([]string{"lose", "duplicate", "crash", "cut", "partition", "set-back"}, first)
}
