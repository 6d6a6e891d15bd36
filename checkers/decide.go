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

// decide answers graph queries, given by their index among the questions, from the graph of everything explored. What
// cannot be decided is unknown. If past is not nil, only executions that begin with past count.
func decide(ctx context.Context, sys *system.System, found *explore.Result, questions []question, open []int,
	past *counterexamples.Execution, opt Options, r *Report) (map[int]Result, error) {
	if len(open) == 0 {
		return nil, nil
	}
	began := time.Now()
	defer func() { r.Liveness += time.Since(began) }()
	results := map[int]Result{}
	beyond := hidden(sys, found)
	if beyond != "" {
		open = slices.DeleteFunc(slices.Clone(open), func(i int) bool {
			q := questions[i].graphQuery
			results[i] = Result{Verdict: Unknown, Fairness: q.assumes(nil, 0), Explanation: beyond}
			return !refutable(q) || found.Depth < 0 || found.Bound == explore.BoundMemory || sys.LookedAtRest() != ""
		})
	}
	for _, batch := range batches(questions, open) {
		var queries []graphQuery
		for _, i := range batch {
			queries = append(queries, questions[i].graphQuery)
		}
		answers, err := decideTogether(ctx, sys, found, queries, past, beyond, opt, r)
		if err != nil {
			return results, err
		}
		for k, i := range batch {
			result := answers[k]
			if result.Inevitable = result.Inevitable && beyond == ""; beyond != "" && result.Verdict != Violated {
				result = Result{Verdict: Unknown, Fairness: result.Fairness, Explanation: beyond}
			}
			results[i] = result
		}
	}
	return results, nil
}

// hidden says why executions may go on beyond what a search has found; it is empty if they cannot.
func hidden(sys *system.System, found *explore.Result) string {
	if !found.Complete {
		return cut(found)
	}
	if by := sys.ClippedAmong(found.States, found.State); by != "" {
		return Clipped(by)
	}
	return ""
}

// refutable reports whether a single execution shows that a query is violated, whatever others there are.
func refutable(q graphQuery) bool {
	switch q.(type) {
	case *livenessQuery, *past:
		return true
	}
	return false
}

// unsettle makes unknown what was decided if a function, perhaps one that only the graph asks, has looked at a clock at
// rest. Violations in states and steps, and wanted states, stand, since an execution leads there.
func (b *Bound) unsettle(results []Result) (by string) {
	if by = b.sys.LookedAtRest(); by == "" {
		return ""
	}
	for i, r := range results {
		kind := b.properties[i].kind
		leads := kind == KindReachable && r.Verdict == Holds || r.Verdict == Violated && kind != KindReachable
		if r.Verdict != "" && r.Verdict != Unknown && (!leads || kind == KindDeadlock || kind.ofGraph()) {
			results[i] = Result{Property: r.Property, Verdict: Unknown, Fairness: r.Fairness, Search: r.Search,
				Explanation: Clipped(by)}
		}
	}
	return by
}

// decideTogether answers up to slots graph queries from one graph. If past is not nil, only executions that begin with
// past count. If beyond is set, only violations count; see hidden.
func decideTogether(ctx context.Context, sys *system.System, found *explore.Result, queries []graphQuery,
	past *counterexamples.Execution, beyond string, opt Options, r *Report) ([]Result, error) {
	results := make([]Result, len(queries))
	options := graph.Options{Label: labels(sys, queries)}
	places := make([]place, len(queries))
	for k, q := range queries {
		results[k] = Result{Verdict: Unknown, Fairness: q.assumes(nil, k)}
		places[k] = place{len(options.Predicates), len(options.Weights), k, opt.Progress, past, beyond}
		options.Predicates = append(options.Predicates, q.predicates()...)
		options.Weights = append(options.Weights, q.weights()...)
	}
	options.Rest = len(options.Weights) > 0
	options.Memory = found.MemoryLeft(opt.Memory)
	options.Partial = !found.Complete
	if sys.Constrained() {
		options.Cut = func(v []uint32) (bool, error) {
			within, err := sys.Within(v)
			return !within, err
		}
	}
	graph, err := graph.New(ctx, found, options)
	if err != nil {
		why, err := r.LeftOpen(found, err)
		for k := range results {
			results[k].Explanation = why
		}
		return results, fault(sys, err)
	}
	defer graph.Release() // the search may go on
	defer func() { r.Bytes = max(r.Bytes, found.Bytes+graph.Bytes()) }()
	for k, q := range queries {
		result, err := q.decide(ctx, graph, places[k])
		if err != nil {
			result.Verdict = Unknown
			if result.Explanation, err = r.LeftOpen(found, err); err != nil {
				return results, fault(sys, err)
			}
		}
		results[k] = result
	}
	return results, nil
}

// After decides liveness properties, and costs counted from the beginning, for the executions that begin with past.
// found is the result of a search, without reduction, from the last state of past. There is a result for each of
// Questions, without a Verdict if the property is of another kind. Holds means that no such execution violates the
// property, and Inevitable that all do, since no good state can come any more, and the property assumes nothing. Where
// that is not so, Inevitable is false, which means "not known": all executions may violate it by leaving good states.
// The Execution of a liveness property, and costs, include past. Call AskAgain before reporting any of this. The error
// is a *Failure if the model is at fault.
func (b *Bound) After(ctx context.Context, past *counterexamples.Execution, found *explore.Result, opt Options) (
	[]Result, error) {
	results := make([]Result, len(b.questions))
	var open []int
	for i, q := range b.questions {
		results[i].Property = b.properties[i]
		switch q.graphQuery.(type) {
		case *livenessQuery, *costQuery:
			open = append(open, i)
		}
	}
	answers, err := decide(ctx, b.sys, found, b.questions, open, past, opt, new(Report))
	if err != nil {
		return nil, err
	}
	for i, r := range answers {
		r.Property = b.properties[i]
		results[i] = r
	}
	b.unsettle(results)
	return results, nil
}

// after is decide for executions that begin with past. Past matters in two ways: a state to be reached may have been
// reached already, and a state that must be followed by another may still be waiting for it.
func (d *livenessQuery) after(ctx context.Context, g *graph.Graph, at place) (Result, error) {
	result := Result{Verdict: Holds, Fairness: d.assumes(g.Labels(), at.slot)}
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

// onward extends an execution by the steps of a path.
func onward(past *counterexamples.Execution, path explore.Path) (*counterexamples.Execution, error) {
	e := past.Prefix(past.Len())
	for i, s := range path.Steps {
		n, err := e.Numbered(s.Event)
		if err != nil {
			return nil, err
		}
		if n == nil {
			return nil, fmt.Errorf("event %#x, step %d of what follows, is not enabled", s.Event, i+1)
		}
		e.Extend(*n)
	}
	return e, nil
}

// after is decide for executions that begin with past, whose cost is added.
func (b *costQuery) after(ctx context.Context, g *graph.Graph, at place) (Result, error) {
	if b.counting.From != nil {
		return Result{Verdict: Unknown, Explanation: "it is counted from more than one state"}, nil
	}
	paid, err := b.paid(at.past)
	if err != nil {
		return Result{}, err
	}
	if paid.Over {
		return Result{Verdict: Holds, Cost: &CostRange{Min: paid.Cost, Max: paid.Cost, Ends: true}}, nil
	}
	q := b.query(at)
	q.Initial = nil
	cost, err := g.Cost(ctx, q)
	if err != nil || cost == nil {
		return Result{}, err
	}
	c := rangeOf(cost)
	c.Min += paid.Cost
	if !c.Unbounded {
		c.Max += paid.Cost
	}
	if c.Endless > 0 {
		c.Endless += paid.Cost
	}
	if c.bounded() {
		return Result{Verdict: Holds, Cost: c}, nil
	}
	return Result{Verdict: Violated, Cost: c}, nil
}
