package checkers

import (
	"context"

	"github.com/anel-mc/mc/explore"
)

// Refutation is the result of Refute.
type Refutation struct {
	// Property is violated: of those that are, the first with the fewest steps. Steps is the length of its shortest
	// counterexample; 0 for a witness that cannot be reached. If none is violated, Property is the zero Property.
	Property Property
	Steps    int

	// Results are those of the properties, in their order, if none is violated. They have no Execution.
	Results []Result

	States uint64        // that were found
	Bound  explore.Bound // what cut the search short, if anything did
}

// refuted reports whether a property is violated.
func (r *Refutation) refuted() bool { return r.Property.bind != nil }

// Refute only asks whether a property is violated: it ends with the level in which one is, and asks the graph only if
// none is. Nothing is asked again. If the error is due to the model, it says how far the search came.
func (b *Bound) Refute(ctx context.Context, opt Options) (*Refutation, error) {
	var checks []explore.Check
	var asked []int // which question a check is
	for i, q := range b.questions {
		if q.inquiry == nil {
			checks, asked = append(checks, q.check), append(asked, i)
		}
	}
	opt.Owed, opt.Reduce = b.sys.Owed, opt.Reduce&^Automatic
	opt.Enough = func(found []explore.Found) bool {
		for c, f := range found {
			if f.Found && b.properties[asked[c]].kind != KindReachable {
				return true
			}
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
	steps := make([]int, len(b.questions))
	for i, p := range b.properties {
		results[i] = Result{Property: p, Verdict: Unknown, Explanation: cut(found)}
	}
	for c, i := range asked {
		results[i] = verdict(b.sys, found, c, b.properties[i], b.questions[i])
		if found.Found[c].Found {
			steps[i] = found.Found[c].Depth
		}
	}
	if b.refuted(r, results, steps) {
		return r, nil
	}
	decided, err := decide(ctx, b.sys, found, b.questions, opt, newReport(b.sys, found))
	if err != nil {
		return r, err
	}
	for i, result := range decided {
		results[i] = result
		if result.Execution != nil {
			steps[i] = result.Execution.Len()
		}
	}
	if !b.refuted(r, results, steps) {
		r.Results = combine(b.whole, results)
	}
	return r, nil
}

// refuted looks for the violation with the fewest steps.
func (b *Bound) refuted(r *Refutation, results []Result, steps []int) bool {
	for i, q := range b.Questions() {
		if results[i].Verdict == Violated && (!r.refuted() || steps[i] < r.Steps) {
			r.Property, r.Steps = b.whole[q.Of], steps[i]
		}
	}
	return r.refuted()
}
