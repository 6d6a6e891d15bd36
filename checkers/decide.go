package checkers

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/model"
)

// decide answers the liveness properties among the questions, in the order of the
// questions, from the graph of all that was explored. What cannot be
// decided is unknown.
func decide(ctx context.Context, sys *model.System, found *explore.Result, questions []question, opt Options, r *Report) (map[int]Result, error) {
	began := time.Now()
	results := map[int]Result{}
	var open []int
	for i, q := range questions {
		if q.duty != nil {
			open = append(open, i)
		}
	}
	if len(open) == 0 {
		return results, nil
	}
	if opt.Timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, opt.Timeout-found.Elapsed)
		defer cancel()
	}
	defer func() { r.Liveness = time.Since(began) }()
	for batch := range slices.Chunk(open, slots) {
		var duties []*duty
		for _, i := range batch {
			duties = append(duties, questions[i].duty)
		}
		answers, err := decideTogether(ctx, sys, found, duties, opt.Memory, r)
		if err != nil {
			return results, err
		}
		for k, i := range batch {
			results[i] = answers[k]
		}
	}
	return results, nil
}

// decideTogether answers up to slots properties from one graph.
func decideTogether(ctx context.Context, sys *model.System, found *explore.Result, duties []*duty, memory uint64, r *Report) ([]Result, error) {
	results := make([]Result, len(duties))
	for k, d := range duties {
		results[k] = Result{Property: d.Property, Verdict: Unknown, Fairness: d.words(nil, k)}
	}
	options := explore.GraphOptions{Label: labels(sys, duties)}
	for _, d := range duties {
		for i := range d.predicates {
			options.Predicates = append(options.Predicates, func(v []uint32) (bool, error) { return d.is(i, v) })
		}
	}
	if memory > 0 {
		options.Memory = 1 // too little
		if memory > found.Bytes {
			options.Memory = memory - found.Bytes
		}
	}
	if clipped := sys.Clipped(); clipped != "" && found.Complete {
		// What goes on beyond the bound seems to end at it.
		for k := range results {
			results[k].Explanation = clip(clipped)
		}
		return results, nil
	}
	graph, err := found.Graph(ctx, options)
	if err != nil {
		why, err := undecided(found, err, r)
		for k := range results {
			results[k].Explanation = why
		}
		return results, fault(sys, err)
	}
	r.Bytes = max(r.Bytes, found.Bytes+graph.Bytes())
	at := 0
	for k, d := range duties {
		result := &results[k]
		result.Fairness = d.words(graph.Labels(), k)
		lasso, err := graph.Lasso(ctx, d.query(at, k))
		at += len(d.predicates)
		switch {
		case err != nil:
			if result.Explanation, err = undecided(found, err, r); err != nil {
				return results, fault(sys, err)
			}
		case lasso == nil:
			result.Verdict = Holds
		default:
			if err := d.violated(result, lasso); err != nil {
				return results, fault(sys, err)
			}
		}
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
	case err == explore.ErrLabels:
		return fmt.Sprintf("there are more than %d obligations to be fair to", explore.MaxLabels), nil
	case err == explore.ErrMemory:
		bound, why = explore.BoundMemory, "there is too little memory for their transitions"
	case errors.Is(err, context.DeadlineExceeded):
		bound, why = explore.BoundTime, "the time was up before their cycles were looked at"
	case errors.Is(err, context.Canceled):
		bound, why = explore.BoundInterrupt, "the check was interrupted before their cycles were looked at"
	default:
		return "", err
	}
	if r.Bound == explore.BoundNone {
		r.Bound = bound
	}
	return fmt.Sprintf("all %d states were visited, and %s (%d transitions)", found.States, why, found.Transitions), nil
}

// violated makes a lasso the counterexample of a result.
func (d *duty) violated(result *Result, lasso *explore.Lasso) error {
	e, err := execution(d.sys, lasso.Path)
	if err != nil {
		return err
	}
	if lasso.Loop < len(lasso.Steps) {
		e.Trace.Loop = &lasso.Loop
	}
	turn, err := d.turnOf(e)
	if err != nil {
		return err
	}
	result.Verdict, result.Execution, result.Minimal = Violated, e, lasso.Minimal
	result.Manner = turn.manner()
	result.Explanation = d.explain(turn)
	e.Trace.Property, e.Trace.Kind, e.Trace.Explanation = d.name, string(d.kind), result.Explanation
	return nil
}
