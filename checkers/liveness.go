package checkers

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/anel-mc/mc/counterexamples"
	"github.com/anel-mc/mc/explore/graph"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system"
)

// Eventually is the property that every fair execution reaches a good state.
func Eventually(name string, good func(s model.State) bool) Property {
	return live(name, KindEventually, liveness{good: good})
}

// AlwaysEventually is the property that every fair execution reaches good states again and again or, if it ends, ends
// in one.
func AlwaysEventually(name string, good func(s model.State) bool) Property {
	return live(name, KindAlwaysEventually, liveness{good: good})
}

// EventuallyAlways is the property that every fair execution stabilises: from some time on, all its states are good.
func EventuallyAlways(name string, good func(s model.State) bool) Property {
	return live(name, KindEventuallyAlways, liveness{good: good})
}

// LeadsTo is the property that in every fair execution each state for which from is true is followed by one for which
// to is true, or is such a state itself.
func LeadsTo(name string, from, to func(s model.State) bool) Property {
	return live(name, KindLeadsTo, liveness{good: to, cause: from})
}

func live(name string, kind Kind, l liveness) Property {
	p := Property{name: name, kind: kind, live: &l}
	p.bind = bindFunc(func(sys *system.System) (question, error) {
		return question{graphQuery: newLivenessQuery(sys, p)}, nil
	})
	return p.needing(l.good != nil, kind != KindLeadsTo || l.cause != nil)
}

// Under returns the property under a fairness other than the default. A check rejects properties that are not
// liveness properties.
func (p Property) Under(f Fairness) Property {
	return p.change("Under", func(l *liveness) { l.fairness = f })
}

// Assuming returns the property restricted to executions in which each of the conditions is true infinitely often or,
// if the execution ends, in its last state. It adds to earlier assumptions. A check rejects properties that are not
// liveness properties.
func (p Property) Assuming(infinitelyOften ...func(s model.State) bool) Property {
	return p.change("Assuming", func(l *liveness) {
		l.assuming = slices.Concat(l.assuming, infinitelyOften)
	})
}

// AssumingEventuallyAlways returns the property restricted to executions in which each of the conditions is true from
// some time on or, if the execution ends, in its last state. Otherwise it is like Assuming.
func (p Property) AssumingEventuallyAlways(conditions ...func(s model.State) bool) Property {
	return p.change("AssumingEventuallyAlways", func(l *liveness) { l.staying = slices.Concat(l.staying, conditions) })
}

func (p Property) change(what string, f func(*liveness)) Property {
	if p.live == nil {
		is := fmt.Sprintf("of kind %q", p.kind)
		if len(p.parts) > 0 {
			is = "an All: use it on each part"
		}
		p.fault = errors.Join(p.fault, fmt.Errorf("property %s: %s is for liveness properties, and this one is %s", p.name,
			what, is))
		return p
	}
	l := *p.live
	f(&l)
	changed := live(p.name, p.kind, l).looking(p.views...)
	changed.trait = p.trait
	for _, a := range l.assumed() {
		if a == nil {
			changed.fault = errors.Join(changed.fault, fmt.Errorf("property %s: a condition that it assumes is nil", p.name))
		}
	}
	return changed
}

// livenessQuery is a liveness property bound to a system.
type livenessQuery struct {
	Property
	statesAsked            // good, cause if there is one, then liveness.assumed
	weak, strong, together *selector
}

func newLivenessQuery(sys *system.System, p Property) *livenessQuery {
	d := &livenessQuery{Property: p, statesAsked: statesAsked{sys: sys}}
	states := []func(model.State) bool{p.live.good}
	if p.live.cause != nil {
		states = append(states, p.live.cause)
	}
	for _, is := range append(states, p.live.assumed()...) {
		d.questions = append(d.questions, truth(sys, p.name, is))
	}
	d.weak, d.strong = choose(sys, p.name, p.live.fairness.Weak), choose(sys, p.name, p.live.fairness.Strong)
	d.together = gather(sys, p.name, p.live.fairness.Together)
	return d
}

// assumed returns the index of the first assumed condition among the predicates.
func (d *livenessQuery) assumed() int { return len(d.questions) - len(d.live.assumed()) }

func (d *livenessQuery) decide(ctx context.Context, graph *graph.Graph, at place) (Result, error) {
	if at.past != nil {
		return d.after(ctx, graph, at)
	}
	result := Result{Fairness: d.assumes(graph.Labels(), at.slot)}
	lasso, err := graph.Lasso(ctx, d.query(at.predicate, at.slot))
	switch {
	case err != nil:
	case lasso == nil && at.beyond != "": // open
	case lasso == nil:
		result.Verdict = Holds
		result.Vacuous = d.vacuous(ctx, graph, at)
	default:
		e, err := execution(d.sys, lasso.Path)
		if err != nil {
			return result, err
		}
		return result, d.violated(&result, e, lasso)
	}
	return result, err
}

// violated completes a result with the execution e, whose loop is that of lasso, as its counterexample.
func (d *livenessQuery) violated(result *Result, e *counterexamples.Execution, lasso *graph.Lasso) error {
	if lasso.Loop < e.Len() {
		e.Trace.Loop = &lasso.Loop
	}
	cycle, err := d.cycleOf(e)
	if err != nil {
		return err
	}
	result.Verdict, result.Execution, result.Minimal = Violated, e, lasso.Minimal
	result.Manner = cycle.manner()
	result.Explanation = d.explain(cycle)
	return nil
}

// query returns what to look for in a graph in which the predicates of the property begin at number at. slot is its
// place in the labels.
func (d *livenessQuery) query(at, slot int) graph.Query {
	bad := graph.Where{{Predicate: at, Not: true}}
	q := d.possible(at, slot)
	switch d.kind {
	case KindEventually:
		q.Region = bad
	case KindAlwaysEventually:
		q.Anywhere, q.Region = true, bad
	case KindEventuallyAlways:
		q.Anywhere, q.Accept = true, append(q.Accept, bad)
	case KindLeadsTo:
		q.Anywhere, q.Start, q.Region = true, graph.Where{{Predicate: at + 1}}, bad
	}
	return q
}

// possible returns the query for any execution that is fair and satisfies the assumptions.
func (d *livenessQuery) possible(at, slot int) graph.Query {
	q := graph.Query{Fair: func(l graph.Label) (uint64, graph.Fairness) {
		return d.obligationOf(l.Obligation, classOf(l), ownerOf(l), l.Sort>>groupStart), fairnessOf(l, slot)
	}}
	for i := range d.live.assumed() {
		is := graph.Literal{Predicate: at + d.assumed() + i}
		if i < len(d.live.assuming) {
			q.Accept = append(q.Accept, graph.Where{is})
		} else {
			q.Stay = append(q.Stay, is)
		}
	}
	return q
}
