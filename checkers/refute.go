package checkers

import (
	"context"
	"math"

	"github.com/anel-mc/mc/explore"
)

// Refutation is the result of Refute.
type Refutation struct {
	// Property is the violated property whose counterexample has the fewest steps, the first if there are several; or one
	// whose witness cannot be reached, if no other is violated. Steps is the length of that counterexample; it is 0 for
	// such a witness. If no property is violated, Property is the zero Property.
	Property Property
	Steps    int

	// Results are the results of the properties, in order, if none is violated. They have no Execution.
	Results []Result

	States uint64        // states found
	Bound  explore.Bound // what cut the search short, if anything did
}

// Refute only asks whether some property is violated. It ends with the first level that has a violation, and decides
// properties of the graph only if there is none. It does not re-check remembered answers; see AskAgain. If the error
// is the model's fault, the Refutation says how far the search came.
func (b *Bound) Refute(ctx context.Context, opt Options) (*Refutation, error) {
	asked, checks := b.ofStates()
	opt.Owed, opt.Reduce = b.sys.Owed, 0
	kind := func(c int) Kind { return b.properties[asked[c]].kind }
	waited := false
	opt.Enough = func(found []explore.Found) bool {
		earlier := false // a deadlock of as many steps is found only when the next level is
		for c, f := range found {
			if f.Found && kind(c) != KindReachable {
				wait := earlier && !waited
				waited = true
				return !wait
			}
			earlier = earlier || kind(c) == KindDeadlock
		}
		return false
	}
	found, err := explore.Search(ctx, b.Explored(), checks, opt)
	if found == nil {
		return nil, err
	}
	r := &Refutation{States: found.States, Bound: found.Bound}
	if err != nil {
		return r, b.Fault(err)
	}
	results := make([]Result, len(b.questions))
	steps := make([]int, len(b.questions)) // of counterexamples
	for i, p := range b.properties {
		steps[i] = math.MaxInt
		results[i] = Result{Property: p, Verdict: Unknown, Explanation: cut(found)}
	}
	for c, i := range asked {
		results[i] = verdict(b.sys, found, c, b.properties[i], b.questions[i])
		if found.Found[c].Found {
			steps[i] = found.Found[c].Depth
		}
	}
	if b.refuted(r, results, steps, math.MaxInt-1) {
		return r, nil
	}
	var open []int
	for i, q := range b.questions {
		if q.graphQuery != nil {
			open = append(open, i)
		}
	}
	decided, err := decide(ctx, b.sys, found, b.questions, open, nil, opt, b.reportOn(found))
	if err != nil {
		return r, err
	}
	for i, result := range decided {
		results[i] = result
		if result.Execution != nil {
			steps[i] = result.Execution.Len()
		}
	}
	b.unsettle(results)
	if !b.refuted(r, results, steps, math.MaxInt) {
		r.Results = combine(b.whole, results)
	}
	return r, nil
}

// refuted stores the violation with the fewest steps, if any has at most most, and reports whether there is one.
func (b *Bound) refuted(r *Refutation, results []Result, steps []int, most int) bool {
	fewest := -1
	for i := range results {
		if results[i].Verdict == Violated && steps[i] <= most && (fewest < 0 || steps[i] < steps[fewest]) {
			fewest = i
		}
	}
	if fewest < 0 {
		return false
	}
	r.Property = b.whole[b.Questions()[fewest].Of]
	if steps[fewest] < math.MaxInt {
		r.Steps = steps[fewest]
	}
	return true
}
