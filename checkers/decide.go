package checkers

import (
	"context"
	"fmt"
	"slices"
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

// After decides liveness properties, and costs counted from the beginning, of the executions that begin like past:
// found is what a search from the state after it, without reduction, has found. There is a result for each of
// Questions; it has no Verdict if the property is of another kind. Holds means that no such execution violates the
// property, and Inevitable that all do. The Execution of a liveness property, and the costs, include past. Whoever
// reports any of that calls AskAgain before. The error is a *Failure if the model is at fault.
func (b *Bound) After(ctx context.Context, past *counterexamples.Execution, found *explore.Result, opt Options) (
	[]Result, error) {
	results := make([]Result, len(b.questions))
	var open []int
	for i, q := range b.questions {
		results[i].Property = b.properties[i]
		switch q.inquiry.(type) {
		case *duty, *bill:
			open = append(open, i)
		}
	}
	answers, err := decideAll(ctx, b.sys, found, b.questions, open, past, opt, new(Report))
	if err != nil {
		return nil, err
	}
	for i, r := range answers {
		r.Property = b.properties[i]
		results[i] = r
	}
	return results, nil
}

// after is decide for executions that begin like past. That matters in two ways: what should come in the end may have
// come, and what should follow something may be due.
func (d *duty) after(ctx context.Context, g *graph.Graph, at place) (Result, error) {
	result := Result{Verdict: Holds, Fairness: d.words(g.Labels(), at.slot)}
	past, due := at.past, d.kind != KindLeadsTo
	for k := range past.Len() + 1 {
		good, err := d.is(0, past.Vector(k))
		if err != nil {
			return result, err
		}
		if good && d.kind == KindEventually {
			return result, nil
		}
		if d.kind == KindLeadsTo {
			caused, err := d.is(1, past.Vector(k))
			if err != nil {
				return result, err
			}
			due = (due || caused) && !good
		}
	}
	q := d.query(at.predicate, at.slot)
	lasso, err := g.Lasso(ctx, q)
	if err == nil && due && d.kind == KindLeadsTo {
		q.Anywhere, q.Start = false, nil
		var owing *graph.Lasso
		if owing, err = g.Lasso(ctx, q); owing != nil && (lasso == nil || len(owing.Steps) <= len(lasso.Steps)) {
			lasso = owing
		}
	}
	if err != nil || lasso == nil {
		return result, err
	}
	longer, err := onward(past, lasso.Path)
	if err != nil {
		return result, err
	}
	lasso.Loop += past.Len()
	result.Inevitable = due && len(d.live.assumed()) == 0 && g.Count(graph.Where{{Predicate: at.predicate}}, false) == 0
	return result, d.violated(&result, longer, lasso)
}

// onward goes on from the end of an execution.
func onward(past *counterexamples.Execution, path explore.Path) (*counterexamples.Execution, error) {
	e := past.Prefix(past.Len())
	for i, s := range path.Steps {
		next, err := e.Next()
		if err != nil {
			return nil, err
		}
		at := slices.IndexFunc(next, func(n counterexamples.Next) bool { return n.Number == s.Event })
		if at < 0 {
			return nil, fmt.Errorf("event %#x, step %d of what follows, is not enabled", s.Event, i+1)
		}
		e = e.Then(next[at])
	}
	return e, nil
}

// after is decide for executions that begin like past: what was paid is paid.
func (b *bill) after(ctx context.Context, g *graph.Graph, at place) (Result, error) {
	if b.counting.From != nil {
		return Result{Verdict: Unknown, Explanation: "it is counted from more than one beginning"}, nil
	}
	past := at.past
	paid, _, err := b.paid(past)
	if err != nil {
		return Result{}, err
	}
	for k := range past.Len() + 1 {
		going, err := all(b.asks(), past.Vector(k))
		if err != nil {
			return Result{}, err
		}
		if !going {
			return Result{Verdict: Holds, Cost: &CostRange{Min: paid, Max: paid, Ends: true}}, nil
		}
	}
	q := b.query(at)
	q.Initial = nil
	cost, err := g.Cost(ctx, q)
	if err != nil || cost == nil {
		return Result{}, err
	}
	c := rangeOf(cost)
	c.Min += paid
	if !c.Unbounded {
		c.Max += paid
	}
	if c.Endless > 0 {
		c.Endless += paid
	}
	if c.bounded() {
		return Result{Verdict: Holds, Cost: c}, nil
	}
	return Result{Verdict: Violated, Cost: c}, nil
}
