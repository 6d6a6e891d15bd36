// Package chances computes the minimum and maximum probability that a model violates a property, given the odds of
// failures and with uniform choices of handlers.
package chances

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/checkers/internal/stuck"
	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/explore/mdp"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system"
)

// Probability is a number that is known exactly, or lies between two proven bounds.
type Probability = mdp.Probability

// Chance is the result for one property.
type Chance struct {
	Property checkers.Property

	// Asked says that Min and Max are valid. If not, Explanation says why.
	Asked       bool
	Explanation string

	// Min and Max are the minimum and maximum probability, over all schedulers that refuse nothing for ever, that the
	// wanted state of a Reachable is reached or that any other property is violated.
	Min, Max Probability
}

// Report is the result of Of.
type Report struct {
	// Report is about the search; it has no Results.
	*checkers.Report

	Odds    system.Odds
	Chances []Chance // in the order of the properties

	// Decided says that every property was decided that can be decided at all; otherwise Bound or Clipped of the Report
	// says what prevented it.
	Decided bool

	// MDP is the Markov decision process, or nil if a bound prevented it. Nodes, Decisions and Branches are its size.
	MDP *mdp.Process

	// Solving is the time for building and solving it.
	Solving time.Duration

	parts [][]checkers.Question // of each property
	// goals report whether a state is one that the property looks for; nil if it is not about states.
	goals []func(v []uint32) (bool, error)
}

// Of explores m and returns the minimum and maximum probability that each property is violated or, for a Reachable,
// that its state is reached, given the odds of failures and with uniform choices of handlers. Everything else is up
// to a scheduler that knows the past and refuses nothing for ever; see system.Odds and mdp.Process.Reach.
//
// Only properties of states can be decided: invariants and properties made of them, NoDeadlock, and Reachable; not
// liveness, costs and properties of steps. A state is reached almost surely if the Min of its Reachable is 1.
//
// If a bound of opt, or ctx, ends the search, nothing is decided. The error is a *Failure if the model is at fault,
// and another error if the odds do not fit it. If a function of the model does not return, the error names it, and
// wraps that of ctx.
func Of(ctx context.Context, m model.Model, properties []checkers.Property, odds system.Odds,
	opt checkers.Options) (*Report, error) {
	b, err := checkers.Bind(m, properties)
	if err != nil {
		return nil, err
	}
	r, err := stuck.Study(ctx, opt.Timeout, func(ctx context.Context) (*Report, error) {
		opt := opt
		opt.Timeout, opt.Progress = 0, stuck.Until(ctx, opt.Progress)
		return of(ctx, b, properties, odds, opt)
	})
	return r, b.Fault(err)
}

// of is Of for a bound model.
func of(ctx context.Context, b *checkers.Bound, properties []checkers.Property, odds system.Odds,
	opt checkers.Options) (*Report, error) {
	probabilistic, err := b.System().Probabilistic(odds)
	if err != nil {
		return nil, err
	}
	r := &Report{Odds: odds, parts: make([][]checkers.Question, len(properties))}
	for _, q := range b.Questions() {
		r.parts[q.Of] = append(r.parts[q.Of], q)
	}
	for i, p := range properties {
		c := Chance{Property: p}
		goal := goalOf(b, r.parts[i])
		if goal == nil {
			c.Explanation = fmt.Sprintf("a property of kind %s is not about single states", p.Kind())
		}
		r.Chances, r.goals = append(r.Chances, c), append(r.goals, goal)
	}
	found, report, err := b.Explore(ctx, opt)
	r.Report = report
	if err != nil {
		return r, err
	}
	return r, r.solve(ctx, b, probabilistic, found, opt.Memory)
}

// goalOf returns the function that reports whether a state is one that a property, given by its parts, looks for, or
// nil if it is not about states. A state that violates a part violates the whole.
func goalOf(b *checkers.Bound, parts []checkers.Question) func(v []uint32) (bool, error) {
	var goals []func(v []uint32) (bool, error)
	for _, q := range parts {
		single, _ := q.Check()
		goal := explore.AtRest(b.Explored(), b.System().Owed, single).State
		if goal == nil {
			return nil
		}
		goals = append(goals, goal)
	}
	return func(v []uint32) (bool, error) {
		for _, goal := range goals {
			if is, err := goal(v); is || err != nil {
				return is, err
			}
		}
		return false, nil
	}
}

// solve builds the MDP and solves it for each property.
func (r *Report) solve(ctx context.Context, b *checkers.Bound, probabilistic system.Probabilistic,
	found *explore.Result, memory uint64) error {
	began := time.Now()
	defer func() { r.Solving = time.Since(began) }()
	if found.Complete && r.Clipped != "" {
		r.leaveOpen(checkers.Clipped(r.Clipped))
		return nil
	}
	mdp, err := mdp.New(ctx, found,
		mdp.Options{Initial: probabilistic.Initial, Decide: probabilistic.Decide, Memory: found.MemoryLeft(memory)})
	if err != nil {
		return r.open(found, err)
	}
	r.MDP, r.Decided = mdp, true
	r.Bytes += mdp.Bytes()
	err = r.reach(ctx)
	if by := b.System().LookedAtRest(); by != "" { // a property has, though the search did not
		r.retract()
		r.Exhaustive, r.Clipped, r.Decided = false, by, false
		r.leaveOpen(checkers.Clipped(by))
	}
	if err == nil {
		err = b.AskAgain(ctx)
	}
	if err != nil { // what was found has not been confirmed
		r.retract()
		return r.open(found, err)
	}
	r.Calls = b.System().Calls()
	return nil
}

// reach computes the probabilities of each property.
func (r *Report) reach(ctx context.Context) error {
	for i := range r.Chances {
		c := &r.Chances[i]
		if r.goals[i] == nil {
			continue
		}
		chance, err := r.MDP.Reach(ctx, r.goals[i])
		if err != nil {
			return err
		}
		if why := undecided(r.parts[i]); why != "" {
			c.Explanation, r.Decided = why, false
			continue
		}
		c.Asked, c.Min, c.Max = true, chance.Min, chance.Max
	}
	return nil
}

// undecided says why a property, given by its parts, was not decided for some states; it is empty if it was.
func undecided(parts []checkers.Question) (why string) {
	for _, q := range parts {
		why = cmp.Or(why, q.Undecided())
	}
	return why
}

// open records why the remaining properties were not decided. It returns errors that do not explain this.
func (r *Report) open(found *explore.Result, err error) error {
	r.Decided = false
	why, err := r.LeftOpen(found, err)
	if err == nil {
		r.leaveOpen(why)
	}
	return err
}

// retract takes back all probabilities.
func (r *Report) retract() {
	for i, c := range r.Chances {
		r.Chances[i] = Chance{Property: c.Property, Explanation: c.Explanation}
	}
}

func (r *Report) leaveOpen(why string) {
	for i := range r.Chances {
		if c := &r.Chances[i]; !c.Asked && c.Explanation == "" {
			c.Explanation = why
		}
	}
}
