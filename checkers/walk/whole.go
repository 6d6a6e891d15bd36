package walk

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/counterexamples"
	"github.com/anel-mc/mc/explore"
)

// foresees reports whether some property is about whole executions, so that deciding it needs every reachable state.
func (w *Walk) foresees() bool {
	return slices.ContainsFunc(w.properties, func(p checkers.Property) bool {
		return p.Kind().Live() || p.Kind() == checkers.KindCost
	})
}

// foretold describes what can still happen to property i as far as it is about whole executions; asked is false if
// this cannot be known from here. result is nil while the search is in progress.
func (s *ahead) foretold(o *Outlook, i int, result *explore.Result) (asked bool) {
	for k, q := range s.w.bound.Questions() {
		if _, ok := q.Check(); ok || q.Of != i {
			continue
		}
		if result == nil {
			return q.Property.Kind().Live() || q.Property.Kind() == checkers.KindCost
		}
		r := s.whole[k]
		switch {
		case r.Verdict == "" || r.Cost != nil && o.Cost != "": // several costs are not combined
			o.Cost = ""
			return false
		case r.Cost != nil && result.Complete:
			o.Cost = r.Cost.String()
		case r.Verdict == checkers.Violated && r.Execution != nil:
			if steps := r.Execution.Len() - s.at; !o.Found || steps < o.Steps {
				o.Found, o.Steps, o.Loop = true, steps, 0
				if loop := r.Execution.Trace.Loop; loop != nil {
					o.Loop = r.Execution.Len() - *loop
				}
			}
			o.Always = o.Always || r.Inevitable
		case r.Verdict == checkers.Unknown:
			o.Why = cmp.Or(o.Why, r.Explanation)
		case !result.Complete: // there was no time to re-check remembered answers
			o.Why = cmp.Or(o.Why, checkers.Ended(result.Bound))
		}
		asked = true
	}
	return asked
}

// wholeGoal reports whether whole executions can show a goal.
func (w *Walk) wholeGoal(g Goal) bool {
	return slices.ContainsFunc(w.properties, func(p checkers.Property) bool {
		return p.Kind().Live() && (g.Violation || g.Property == p.Name())
	})
}

// wayRound returns the shortest execution that extends the walk and reaches a goal of wholeGoal, or nil if there is
// none. The search must have found every reachable state.
func (w *Walk) wayRound(ctx context.Context, g Goal, found *explore.Result, opt checkers.Options) (
	best *counterexamples.Execution, err error) {
	results, err := w.bound.After(ctx, w.Execution, found, opt)
	if err != nil {
		return nil, w.bound.Fault(err)
	}
	for i, q := range w.bound.Questions() {
		r := results[i]
		if !q.Property.Kind().Live() || !g.Violation && g.Property != w.properties[q.Of].Name() {
			continue
		}
		if e := r.Execution; e != nil && (best == nil || e.Len() < best.Len()) &&
			(e.Len() > w.Execution.Len() || !g.Violation) { // what is already violated is not looked for
			best = e
		}
		if r.Verdict == checkers.Unknown {
			err = fmt.Errorf("%w: %s", ErrUndecided, r.Explanation)
		}
	}
	return best, err
}

// turns is the number of most recent visits to the current state that are tried as the beginning of a loop.
const turns = 16

// Loop returns a step after which the walk can be repeated for ever such that it violates a property, or nil if none
// was found.
func (w *Walk) Loop() (loop *int, err error) {
	for _, p := range w.properties {
		if loop == nil && p.Kind().Live() {
			loop, _, err = w.loop(p)
		}
	}
	return loop, w.bound.Fault(err)
}

// loop is Loop for one property, with the explanation.
func (w *Walk) loop(p checkers.Property) (loop *int, text string, err error) {
	e := w.Execution.Prefix(w.Execution.Len())
	here, visits := e.Vector(e.Len()), 0
	for k := e.Len() - 1; k >= 0 && visits < turns; k-- {
		if !slices.Equal(e.Vector(k), here) {
			continue
		}
		visits++
		e.Trace.Loop = &k
		text, shown, err := checkers.Shows(e, p)
		if err != nil || shown {
			return e.Trace.Loop, text, err
		}
	}
	return nil, "", nil
}
