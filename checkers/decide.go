package checkers

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/anel-mc/mc/counterexamples"
	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/explore/graph"
	"github.com/anel-mc/mc/model/system"
)

// inquiry is a property that is decided from the graph of all transitions, when the search is
// over: a liveness property, a cost, a question about the past.
type inquiry interface {
	// asks and weighs are the predicates and weights of the graph that it needs.
	asks() []func(v []uint32) (bool, error)
	weighs() []weight
	// words say what is assumed of executions, if anything; see duty.
	words(labels []graph.Label, slot int) string
	// decide answers it. The error is one of explore.
	decide(ctx context.Context, g *graph.Graph, at place) (Result, error)
	// shows reports whether an execution violates the property; see Shows.
	shows(e *counterexamples.Execution) (explanation string, shown bool, err error)
	// matter is what of an execution that violates the property an explanation starts from.
	criterion(e *counterexamples.Execution) (counterexamples.Criterion, error)
}

// weight is what a transition costs.
type weight = func(before []uint32, event uint64, after []uint32) (uint8, error)

// place is where an inquiry finds what it asked for in a graph: its first predicate and
// weight, and its slot in the labels; and who is to be told how searches go that it makes.
type place struct {
	predicate, weight, slot int
	progress                func(explore.Progress)
}

// decide answers the inquiries among the questions, by their place among these, from the graph of all
// that was explored. What cannot be decided is unknown.
func decide(ctx context.Context, sys *system.System, found *explore.Result, questions []question, opt Options,
	r *Report) (map[int]Result, error) {
	began := time.Now()
	results := map[int]Result{}
	var open []int
	for i, q := range questions {
		if q.inquiry != nil {
			open = append(open, i)
		}
	}
	if len(open) == 0 {
		return results, nil
	}
	defer func() { r.Liveness = time.Since(began) }()
	for batch := range slices.Chunk(open, slots) {
		var inquiries []inquiry
		for _, i := range batch {
			inquiries = append(inquiries, questions[i].inquiry)
		}
		answers, err := decideTogether(ctx, sys, found, inquiries, opt, r)
		if err != nil {
			return results, err
		}
		for k, i := range batch {
			results[i] = answers[k]
		}
	}
	return results, nil
}

// decideTogether answers up to slots inquiries from one graph.
func decideTogether(ctx context.Context, sys *system.System, found *explore.Result, inquiries []inquiry, opt Options,
	r *Report) ([]Result, error) {
	results := make([]Result, len(inquiries))
	options := graph.Options{Label: labels(sys, inquiries)}
	places := make([]place, len(inquiries))
	for k, q := range inquiries {
		results[k] = Result{Verdict: Unknown, Fairness: q.words(nil, k)}
		places[k] = place{len(options.Predicates), len(options.Weights), k, opt.Progress}
		options.Predicates = append(options.Predicates, q.asks()...)
		options.Weights = append(options.Weights, q.weighs()...)
	}
	options.Rest = len(options.Weights) > 0
	if opt.Memory > 0 {
		options.Memory = 1 // too little
		if opt.Memory > found.Bytes {
			options.Memory = opt.Memory - found.Bytes
		}
	}
	if clipped := sys.Clipped(); clipped != "" && found.Complete {
		// What goes on beyond the bound seems to end at it.
		for k := range results {
			results[k].Explanation = Clipped(clipped)
		}
		return results, nil
	}
	graph, err := graph.New(ctx, found, options)
	if err != nil {
		why, err := undecided(found, err, r)
		for k := range results {
			results[k].Explanation = why
		}
		return results, fault(sys, err)
	}
	r.Bytes = max(r.Bytes, found.Bytes+graph.Bytes())
	for k, q := range inquiries {
		result, err := q.decide(ctx, graph, places[k])
		if err != nil {
			result.Verdict = Unknown
			if result.Explanation, err = undecided(found, err, r); err != nil {
				return results, fault(sys, err)
			}
		}
		results[k] = result
	}
	return results, nil
}

// undecided says why there is no answer; an error that does not is returned.
func undecided(found *explore.Result, err error, r *Report) (string, error) {
	bound := explore.BoundNone
	why := ""
	switch {
	case err == explore.ErrIncomplete:
		return cut(found), nil
	case err == graph.ErrLabels:
		return fmt.Sprintf("there are more than %d obligations to be fair to", graph.MaxLabels), nil
	case err == explore.ErrMemory:
		bound, why = explore.BoundMemory, "there is too little memory for their transitions"
	case err == graph.ErrChainMemory:
		bound, why = explore.BoundMemory, "there is too little memory to follow chains of messages"
	case errors.Is(err, context.DeadlineExceeded):
		bound, why = explore.BoundTime, "the time was up before all was asked of their transitions"
	case errors.Is(err, context.Canceled):
		bound, why = explore.BoundInterrupt, "the check was interrupted before all was asked of their transitions"
	default:
		return "", err
	}
	if r.Bound == explore.BoundNone {
		r.Bound = bound
	}
	return fmt.Sprintf("all %d states were visited, and %s (%d transitions)", found.States, why, found.Transitions), nil
}
