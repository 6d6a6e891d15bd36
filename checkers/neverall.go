package checkers

import (
	"context"
	"fmt"
	"slices"

	"github.com/anel-mc/mc/counterexamples"
	"github.com/anel-mc/mc/explore/graph"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system"
)

// NeverAll is the property that no execution visits each of several sets of states, in any order, and then reaches a
// state of end. It is about the past, but needs no history in the states. There may be at most 16 sets. what explains
// a violation. It is decided on the graph of all states, and so, like liveness, unknown if a bound cut the search
// short before it was violated.
func NeverAll(name, what string, sets []func(s model.State) bool, end func(s model.State) bool) Property {
	p := Property{name: name, kind: KindNeverAll}
	p.bind = bindFunc(func(sys *system.System) (question, error) {
		past := &past{statesAsked{sys: sys}, what}
		for _, is := range append([]func(model.State) bool{end}, sets...) {
			past.questions = append(past.questions, truth(sys, name, is))
		}
		return question{graphQuery: past}, nil
	})
	p = p.needing(end != nil, !slices.ContainsFunc(sets, func(is func(model.State) bool) bool { return is == nil }))
	if len(sets) == 0 || len(sets) > maxSets {
		p.fault = fmt.Errorf("property %s: there are %d sets, and there must be 1 to %d", name, len(sets), maxSets)
	}
	return p
}

const maxSets = 16

// past is a NeverAll bound to a system.
type past struct {
	statesAsked // end, then the sets
	what        string
}

func (p *past) decide(ctx context.Context, g *graph.Graph, at place) (Result, error) {
	var visit []graph.Where
	for i := range p.questions[1:] {
		visit = append(visit, graph.Where{{Predicate: at.predicate + 1 + i}})
	}
	path, err := g.VisitAll(ctx, visit, graph.Where{{Predicate: at.predicate}})
	if err != nil {
		return Result{}, err
	}
	if path == nil {
		r := Result{Verdict: Holds}
		if g.Count(graph.Where{{Predicate: at.predicate}}, false) == 0 {
			r.Vacuous = "no execution reaches a state in which it matters"
		}
		return r, nil
	}
	e, err := execution(p.sys, *path)
	return Result{Verdict: Violated, Execution: e, Minimal: path.Minimal, Explanation: p.what}, err
}

func (p *past) shows(e *counterexamples.Execution) (explanation string, shown bool, err error) {
	for i := range p.questions {
		if k, err := p.first(i, e); k < 0 || err != nil {
			return "", false, err
		}
	}
	return p.what, true, nil
}

// first returns the first state of an execution for which the answer to question i is yes, or -1. For end, it looks at
// the last state only.
func (p *past) first(i int, e *counterexamples.Execution) (int, error) {
	k := 0
	if i == 0 {
		k = e.Len()
	}
	for ; k <= e.Len(); k++ {
		if is, err := p.is(i, e.Vector(k)); is || err != nil {
			return k, err
		}
	}
	return -1, nil
}
