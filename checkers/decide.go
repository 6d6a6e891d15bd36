package checkers

import (
	"context"
	"time"

	"github.com/anel-mc/mc/counterexamples"
	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/explore/graph"
	"github.com/anel-mc/mc/model/system"
)

// decide answers the inquiries among the questions, by their place among these, from the graph of all
// that was explored. What cannot be decided is unknown.
func decide(ctx context.Context, sys *system.System, found *explore.Result, questions []question, opt Options,
	r *Report) (map[int]Result, error) {
	began := time.Now()
	var open []int
	for i, q := range questions {
		if q.inquiry != nil {
			open = append(open, i)
		}
	}
	if len(open) == 0 {
		return nil, nil
	}
	defer func() { r.Liveness = time.Since(began) }()
	return decideAll(ctx, sys, found, questions, open, nil, opt, r)
}

// decideAll answers the inquiries among the questions that are open, of the executions that begin like past, if that is
// not nil.
func decideAll(ctx context.Context, sys *system.System, found *explore.Result, questions []question, open []int,
	past *counterexamples.Execution, opt Options, r *Report) (map[int]Result, error) {
	results := map[int]Result{}
	for _, batch := range batches(questions, open) {
		var inquiries []inquiry
		for _, i := range batch {
			inquiries = append(inquiries, questions[i].inquiry)
		}
		answers, err := decideTogether(ctx, sys, found, inquiries, past, opt, r)
		if err != nil {
			return results, err
		}
		for k, i := range batch {
			results[i] = answers[k]
		}
	}
	return results, nil
}

// decideTogether answers up to slots inquiries from one graph, of the executions that begin like past, if that is not
// nil.
func decideTogether(ctx context.Context, sys *system.System, found *explore.Result, inquiries []inquiry,
	past *counterexamples.Execution, opt Options, r *Report) ([]Result, error) {
	results := make([]Result, len(inquiries))
	options := graph.Options{Label: labels(sys, inquiries)}
	places := make([]place, len(inquiries))
	for k, q := range inquiries {
		results[k] = Result{Verdict: Unknown, Fairness: q.words(nil, k)}
		places[k] = place{len(options.Predicates), len(options.Weights), k, opt.Progress, past}
		options.Predicates = append(options.Predicates, q.asks()...)
		options.Weights = append(options.Weights, q.weighs()...)
	}
	options.Rest = len(options.Weights) > 0
	options.Memory = found.MemoryLeft(opt.Memory)
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
	defer func() { r.Bytes = max(r.Bytes, found.Bytes+graph.Bytes()) }()
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
