// Package mutants tests the properties of a model: it makes small mistakes in the model, one at a time, and reports
// those that no property notices.
package mutants

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/counterexamples/words"
	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system"
)

// Fate is the outcome of a mutant.
type Fate string

// The fates.
const (
	// Noticed: a property that holds of the model is violated by the mutant.
	Noticed Fate = "noticed"
	// Broken: the mutant, or a property on it, panics or is at fault otherwise, so any test would notice it.
	Broken Fate = "broke the model"
	// Unnoticed: the mutant is a different system, and every property that was checked holds for it. The search ends when
	// that is known.
	Unnoticed Fate = "not noticed"
	// Same: no property whatsoever could notice the mutant. In each state it can do exactly what the model can, and
	// properties see the same in all states.
	Same Fate = "changes nothing"
	// Undecided: a bound was reached before anything was noticed, or before it was known whether there is anything to
	// notice.
	Undecided Fate = "unknown"
)

// Options bound and tune Run. Timeout covers everything together. No reduction is used.
type Options struct {
	checkers.Options

	// MutantStates bounds the number of states of each mutant, since a message that is sent twice or a dropped guard can
	// make it infinite. 0 means four times the number of states of the model, plus two thousand.
	MutantStates uint64

	// MutantTimeout ends the exploration of a mutant, which is then Undecided. A mutation can make a loop of the
	// algorithm endless: a handler that has not returned some seconds later is abandoned, the mutant is Broken, and the
	// goroutine runs until the program ends. 0 means ten times what the model took, plus ten seconds.
	MutantTimeout time.Duration

	// Begin, if set, is called before mutant number n of the given total, counted from 1.
	Begin func(m system.Mutation, n, of int)
}

// Report says which mutants of a model its properties notice.
type Report struct {
	// Unmutated is the report on the model itself.
	Unmutated *checkers.Report

	// Asked lists the properties that were checked on mutants: those that hold for the model. If a bound of the model
	// itself was reached, they include those that are not violated within it.
	Asked []checkers.Property

	// Mutants are in the order of system.System.Mutations. There are fewer than Of if an overall bound was reached: the
	// model was not explored completely, time was up, or the context was cancelled.
	Mutants []Mutant
	Of      int
	Bound   explore.Bound

	Elapsed time.Duration
}

// Mutant is the result for one mutant.
type Mutant struct {
	Mutation system.Mutation
	Fate     Fate

	// Property is the property that notices it; if there are several, the first with the shortest counterexample, those
	// decided on the graph and those of reachability only if no other does. Steps is the length of that counterexample; it
	// is 0 for a witness that can no longer be reached.
	Property string
	Steps    int

	// Explanation says how the model broke, or why nothing is known.
	Explanation string

	// Costs lists the costs that change although no property is violated: "messages: 4 to 6, and 4 to 5 unmutated".
	Costs []string

	// States is the number of states found before the mutant was decided. Bound is what cut the search short, if anything
	// did.
	States uint64
	Bound  explore.Bound
}

// Count returns the number of mutants with a fate.
func (r *Report) Count(f Fate) int {
	n := 0
	for _, m := range r.Mutants {
		if m.Fate == f {
			n++
		}
	}
	return n
}

// Score is the mutation score.
type Score struct {
	// Of counts the mutants that change anything. Among these, Noticed counts those that were noticed or broke the model,
	// and Unknown those about which nothing is known. Same counts the mutants that change nothing.
	Noticed, Unknown, Of, Same int
}

// Score counts the mutants that were tried.
func (r *Report) Score() Score {
	return Score{r.Count(Noticed) + r.Count(Broken), r.Count(Undecided), len(r.Mutants) - r.Count(Same), r.Count(Same)}
}

// String writes "31 of 36 mutants noticed, 2 unknown; 3 more change nothing".
func (s Score) String() string {
	text := fmt.Sprintf("%d of %s noticed", s.Noticed, words.Count(s.Of, "mutant"))
	if s.Unknown > 0 {
		text += fmt.Sprintf(", %d unknown", s.Unknown)
	}
	if s.Same > 0 {
		text += fmt.Sprintf("; %d more change nothing", s.Same)
	}
	return text
}

// Complete reports whether every mutant has been tried. Some may be Undecided.
func (r *Report) Complete() bool { return len(r.Mutants) == r.Of && r.Unmutated.Visited() }

// atOnce reports whether a violation of a property of a kind is final as soon as the exploration finds it, whatever
// follows.
func atOnce(k checkers.Kind) bool {
	switch k {
	case checkers.KindInvariant, checkers.KindStep, checkers.KindLinearizable, checkers.KindSequentiallyConsistent:
		return true
	}
	return false
}

// Run measures how much the properties notice. It explores the model and then each of its mutants (see
// system.Mutation), which has one small mistake, until a property notices. A mutant that no property notices shows
// what they leave open: something that the algorithm does not need in this instance, or a missing property.
//
// A property that the model itself violates cannot notice anything and is not checked. A cost notices a mutant only
// if it becomes unbounded; other changes are reported in Mutant.Costs.
//
// When ctx is cancelled, Run returns what it has found so far. The error is a *Failure if the model itself is at
// fault.
func Run(ctx context.Context, m model.Model, properties []checkers.Property, opt Options) (*Report, error) {
	began := time.Now()
	b, err := checkers.Bind(m, properties)
	if err != nil {
		return nil, err
	}
	if opt.Timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, opt.Timeout)
		defer cancel()
		opt.Timeout = 0
	}
	options := opt.Options
	options.KeepGoing, options.Reduce = true, 0
	unmutated, err := b.Check(ctx, options)
	if unmutated == nil {
		return nil, err
	}
	r := &Report{Unmutated: unmutated}
	if err != nil {
		return r, err
	}
	r.Bound = r.Unmutated.Bound
	defer func() { r.Elapsed = time.Since(began) }()
	if !r.Unmutated.Visited() || ctx.Err() != nil {
		return r, nil // no property is known to hold, and not every mutation is known
	}
	for _, result := range r.Unmutated.Results {
		if result.Verdict == checkers.Holds || r.Unmutated.Clipped != "" && result.Verdict == checkers.Unknown &&
			atOnce(result.Property.Kind()) {
			r.Asked = append(r.Asked, result.Property)
		}
	}
	mutations := b.System().Mutations()
	r.Of = len(mutations)
	if len(r.Asked) == 0 {
		return r, nil
	}
	options.KeepGoing = false
	opt.MutantTimeout = cmp.Or(opt.MutantTimeout, 10*time.Since(began)+10*time.Second)
	if options.MaxStates = cmp.Or(opt.MutantStates, 4*r.Unmutated.States+2000); opt.MaxStates > 0 {
		options.MaxStates = min(options.MaxStates, opt.MaxStates)
	}
	for i, mutation := range mutations {
		if opt.Begin != nil {
			opt.Begin(mutation, i+1, len(mutations))
		}
		t := trial{m: m, sys: b.System(), report: r, options: options, mutant: Mutant{Mutation: mutation}}
		mutant, err := t.within(ctx, opt.MutantTimeout)
		if err != nil {
			return r, err
		}
		if ctx.Err() != nil { // the mutant may have been cut short
			r.Bound = checkers.Unfinished(ctx.Err())
			break
		}
		r.Mutants = append(r.Mutants, mutant)
	}
	return r, nil
}
