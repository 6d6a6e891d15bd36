// Package stategraph builds the graph of all states of a system and all steps between them.
package stategraph

import (
	"cmp"
	"context"
	"slices"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/checkers/internal/stuck"
	"github.com/anel-mc/mc/counterexamples"
	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system"
)

// Of explores all of m and returns its state graph. States and steps that violate a property are marked: invariants,
// properties of states at rest, and properties of steps. Other properties do not show in a single state or step and
// are left out.
//
// The states are numbered in the order of the search. If a bound of opt, or ctx, ended the search, there is no graph
// and no error: the Bound of the report, which has no Results, says so. The error is a *Failure if the model is at
// fault. If one of its functions does not return, the error names it, and wraps that of ctx.
func Of(ctx context.Context, m model.Model, properties []checkers.Property,
	opt checkers.Options) (*counterexamples.Graph, *checkers.Report, error) {
	bound, err := checkers.Bind(m, properties)
	if err != nil {
		return nil, nil, err
	}
	all, err := stuck.Study(ctx, opt.Timeout, func(ctx context.Context) (built, error) {
		opt := opt
		opt.Timeout, opt.Progress = 0, stuck.Until(ctx, opt.Progress)
		graph, report, err := of(ctx, bound, opt)
		return built{graph, report}, err
	})
	return all.graph, all.report, bound.Fault(err)
}

// built is the result of Of.
type built struct {
	graph  *counterexamples.Graph
	report *checkers.Report
}

// of is Of for a bound model.
func of(ctx context.Context, bound *checkers.Bound, opt checkers.Options) (*counterexamples.Graph, *checkers.Report,
	error) {
	b := &graphBuilder{sys: bound.System()}
	for _, q := range bound.Questions() {
		if check, ok := q.Check(); ok && q.Property.Kind() != checkers.KindReachable { // a wanted state is no violation
			b.checks = append(b.checks, check)
		}
	}
	var r *checkers.Report
	var err error
	if b.found, r, err = bound.Explore(ctx, opt); err != nil {
		return nil, r, err
	}
	if !b.found.Complete {
		return nil, r, nil
	}
	err = b.build(ctx)
	if err == nil {
		err = bound.AskAgain(ctx)
	}
	if err != nil {
		if r.Bound = checkers.Unfinished(ctx.Err()); r.Bound != explore.BoundNone {
			return nil, r, nil
		}
		return nil, r, &checkers.Failure{Err: err}
	}
	if by := b.sys.LookedAtRest(); by != "" && r.Exhaustive { // a property has, though the search did not
		r.Exhaustive, r.Clipped = false, by
	}
	if r.Clipped != "" {
		b.graph.Notes = append(b.graph.Notes, checkers.Clipped(r.Clipped))
	}
	return b.graph, r, nil
}

// graphBuilder builds a graph from the result of a search.
type graphBuilder struct {
	sys    *system.System
	found  *explore.Result
	checks []explore.Check
	exact  bool // whether a state in which nothing is owed is at rest: not if it may go on once a clock does
	graph  *counterexamples.Graph
}

// build builds the graph, and once more if only a property that was asked meanwhile looked at a clock at rest.
func (b *graphBuilder) build(ctx context.Context) error {
	for {
		b.exact = b.sys.LookedAtRest() == ""
		b.graph = counterexamples.NewGraph(b.sys)
		if err := b.states(ctx); err != nil || !b.exact || b.sys.LookedAtRest() == "" {
			return err
		}
	}
}

// states adds all states.
func (b *graphBuilder) states(ctx context.Context) error {
	initial := map[uint64]bool{}
	var failed error
	err := b.sys.Initial(func(v []uint32) {
		id, ok, err := b.found.ID(v)
		if ok {
			initial[id] = true
		}
		failed = cmp.Or(failed, err)
	})
	if err = cmp.Or(err, failed); err != nil {
		return err
	}
	v := make([]uint32, b.sys.Width())
	for id := range b.found.States {
		if err := ctx.Err(); err != nil {
			return err
		}
		b.found.State(id, v)
		if err := b.state(id, slices.Clone(v), initial[id]); err != nil {
			return err
		}
	}
	return nil
}

// state adds a state with its steps.
func (b *graphBuilder) state(id uint64, v []uint32, initial bool) error {
	enabled, err := b.sys.Events(v)
	if err != nil {
		return err
	}
	rest := b.exact && !slices.ContainsFunc(enabled, func(n system.Numbered) bool { return b.sys.Owed(n.Number) })
	wrong, err := b.ask(func(c explore.Check) (bool, error) {
		switch {
		case c.State != nil:
			return c.State(v)
		case c.Quiescent != nil && rest:
			return c.Quiescent(v)
		}
		return false, nil
	})
	if err != nil {
		return err
	}
	b.graph.Add(v, initial, wrong)
	to := make([]int, len(enabled))
	violations := make([][]string, len(enabled))
	for i, n := range enabled {
		next, ok, err := b.found.ID(n.After)
		if err != nil {
			return err
		}
		if !ok {
			return &model.Error{Kind: system.Impure, Where: "the graph",
				Detail: "a state has other successors than when it was explored"}
		}
		to[i] = int(next)
		violations[i], err = b.ask(func(c explore.Check) (bool, error) {
			if c.Step == nil {
				return false, nil
			}
			return c.Step(v, n.Number, n.After)
		})
		if err != nil {
			return err
		}
	}
	b.graph.Link(int(id), enabled, to, violations)
	return nil
}

// ask returns the names of the checks for which is returns true.
func (b *graphBuilder) ask(is func(c explore.Check) (bool, error)) ([]string, error) {
	var names []string
	for _, c := range b.checks {
		found, err := is(c)
		if err != nil {
			return nil, err
		}
		if found {
			names = append(names, c.Name)
		}
	}
	return names, nil
}
