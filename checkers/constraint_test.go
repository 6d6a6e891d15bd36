package checkers_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/checkers/internal/checkertest"
	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system"
	"github.com/anel-mc/mc/model/system/systemtest"
)

// TestConstraint counts without end, and is explored up to one more than 5.
func TestConstraint(t *testing.T) {
	at := func(want int) func(model.State) bool {
		return func(s model.State) bool { return model.Whole[int](s) == want }
	}
	below := func(most int) checkers.Property {
		return checkers.Invariant(fmt.Sprintf("below %d", most), func(s model.State) error {
			if n := model.Whole[int](s); n >= most {
				return fmt.Errorf("it is %d", n)
			}
			return nil
		})
	}
	m := model.Machine[int]{
		Init:       func() []int { return []int{0} },
		Actions:    []model.Action[int]{{Name: "count", Do: func(s, _ int) int { return s + 1 }}},
		Constraint: func(s int) bool { return s <= 5 },
	}
	r := check(t, m, checkers.Options{KeepGoing: true}, below(6), below(7),
		checkers.NoDeadlock("goes on", func(model.State) error { return fmt.Errorf("waiting") }),
		checkers.Reachable("6", at(6)), checkers.Reachable("7", at(7)),
		checkers.AlwaysEventually("again", at(0)), checkers.Eventually("3", at(3)), checkers.Steps("steps"))
	if r.States != 7 || r.Outside != 1 || r.Exhaustive || !strings.Contains(r.Clipped, "Constraint") {
		t.Errorf("%d states, %d outside, exhaustive %v, clipped: %s", r.States, r.Outside, r.Exhaustive, r.Clipped)
	}
	want := []checkers.Verdict{checkers.Violated, checkers.Unknown, checkers.Unknown, checkers.Holds, checkers.Unknown,
		checkers.Unknown, checkers.Unknown, checkers.Unknown}
	verdicts(t, r, want...)
	checkers.Scenario{Model: m, Bounded: true}.Verify(t, below(7)) // passes
	m.Actions[0].Do = func(s, _ int) int { return min(s+1, 5) }    // now nothing is left out
	r = check(t, m, checkers.Options{}, below(6), checkers.Eventually("3", at(3)))
	if r.Verdict != checkers.Holds || !r.Exhaustive || r.Outside != 0 || r.States != 6 {
		t.Errorf("%+v", r)
	}
}

// TestTwinConstraint compares searches of random systems under random constraints with a naive search of the same
// system without them: the states, those outside, which of them violate something in how many steps, and which of those
// within are at rest. What never happens within the constraint need not happen without.
func TestTwinConstraint(t *testing.T) {
	cut, violated, resting, endless := 0, 0, 0, 0
	enough := func() bool { return cut >= 20 && violated >= 5 && resting >= 5 && endless >= 2 }
	systemtest.UntilEnough(t, enough, func(t *rapid.T) {
		d := drawSystem(t)
		m := d.Instance()
		sort := rapid.Uint64Range(2, 8).Draw(t, "sort")
		within := func(s model.State) bool { return looks(d, s)%sort != 0 }
		bad := func(s model.State) error {
			if looks(d, s)%16 == 1 {
				return fmt.Errorf("bad")
			}
			return nil
		}
		isBad := func(s model.State) bool { return bad(s) != nil }
		plain, err := system.Compile(m)
		if err != nil {
			t.Fatal(err)
		}
		tired := func(s model.State) error {
			if looks(d, s)%3 > 0 {
				return errors.New("it waits")
			}
			return nil
		}
		states, outside, steps, rests, ok := constrainedTwin(t, plain, within, bad, tired)
		if !ok {
			return
		}
		m.Constraint = within
		r := check(t, m, checkers.Options{KeepGoing: true, Workers: rapid.IntRange(1, 3).Draw(t, "workers"),
			Reduce: rapid.SampledFrom([]explore.Reduction{0, explore.PartialOrder, explore.Symmetry}).Draw(t, "reduce")},
			checkers.Invariant("good", bad), checkers.NoDeadlock("goes on", tired), checkers.Eventually("bad", isBad))
		if r.States != states || r.Outside != outside || r.Exhaustive != (outside == 0 && r.Clipped == "") || r.Reduced != 0 {
			t.Fatalf("%d states, %d outside (%s), want %d and %d", r.States, r.Outside, r.Clipped, states, outside)
		}
		for i, steps := range []int{steps, rests} {
			switch is := r.Results[i]; {
			case i == 1 && strings.Contains(is.Explanation, "clocks rest"): // somebody looks at one
			case steps >= 0 && (is.Verdict != checkers.Violated || is.Execution.Len() != steps):
				t.Fatalf("%s: %s, want a violation in %d steps", is.Verdict, is.Explanation, steps)
			case steps < 0 && is.Verdict == checkers.Violated, outside > 0 && is.Verdict == checkers.Holds:
				t.Fatalf("%s: %s", is.Verdict, is.Explanation)
			}
		}
		if never := r.Results[2]; outside > 0 && never.Verdict == checkers.Violated {
			all := check(t, d.Instance(), checkers.Options{MaxStates: 3000}, checkers.Eventually("bad", isBad)).Results[0]
			steps := never.Execution.Len()
			if all.Verdict == checkers.Holds || all.Minimal && (steps < all.Execution.Len() ||
				never.Minimal && steps != all.Execution.Len()) {
				t.Fatalf("%s, but without the constraint %s", never.Explanation, all.Verdict)
			}
			if all.Verdict == checkers.Violated {
				endless++
			}
		}
		if outside > 0 {
			cut++
		}
		if steps >= 0 {
			violated++
		}
		if rests >= 0 && outside > 0 {
			resting++
		}
	})
}

// looks digests what a constraint looks at.
func looks(d draw, s model.State) uint64 {
	first, up := model.Local[local](s, 0)
	n := 0
	for range s.Messages() {
		n++
	}
	return d.Hash("constraint", up, first.X, n)
}

// constrainedTwin explores level by level; ok is false if there are too many states.
func constrainedTwin(t *rapid.T, sys *system.System, within func(model.State) bool,
	bad, tired func(model.State) error) (states, outside uint64, steps, rests int, ok bool) {
	seen := map[string]bool{}
	var level [][]uint32
	visit := func(v []uint32) {
		if key := fmt.Sprint(v); !seen[key] {
			seen[key] = true
			level = append(level, append([]uint32(nil), v...))
		}
	}
	if err := sys.Initial(visit); err != nil {
		t.Fatal(err)
	}
	steps, rests = -1, -1
	for depth := 0; len(level) > 0; depth++ {
		now := level
		level = nil
		for _, v := range now {
			if s := sys.State(v); !within(s) {
				outside++
			} else {
				events, err := sys.Events(v)
				if err != nil {
					t.Fatal(err)
				}
				rest := true
				for _, e := range events {
					visit(e.After)
					rest = rest && !sys.Owed(e.Number)
				}
				if rest && tired(s) != nil && rests < 0 {
					rests = depth
				}
			}
			if bad(sys.State(v)) != nil && steps < 0 {
				steps = depth
			}
		}
		if len(seen) > 3000 {
			return 0, 0, 0, 0, false
		}
	}
	return uint64(len(seen)), outside, steps, rests, true
}

// TestConstraintOfBadModels: the error names a Constraint that panics, or that gives two answers.
func TestConstraintOfBadModels(t *testing.T) {
	m := checkertest.Flags(3, checkertest.Everybody)
	m.Constraint = func(s model.State) bool { return 1/(3-s.N()) > 0 }
	refused(t, m, "the model is at fault (panicked): Constraint")
	calls := 0
	m.Constraint = func(model.State) bool { calls++; return calls%2 == 0 }
	refused(t, m, "the model is at fault (impure): Constraint")
}
