package sweep

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/model"
)

// Frontier has the minimal failures that break a property.
type Frontier struct {
	Property checkers.Property

	// Verdict is Violated if some budget breaks the property, Holds if none up to the largest does, and Unknown if none
	// is known to break it and some could not be decided.
	Verdict checkers.Verdict

	// Least lists the minimal budgets that break the property, none of which contains another, the smallest first, each
	// with its counterexample.
	Least []Budget

	// Undecided lists the budgets that a bound left undecided and that contain no budget of Least.
	Undecided []model.Faults
}

// Budget is a fault budget that breaks a property.
type Budget struct {
	Faults model.Faults
	Result checkers.Result
}

// LeastFaults searches the fault budgets up to most for the minimal ones that break each property. build returns the
// system with a given budget, and its properties, whose names must not depend on the budget; CrashOnly is always that
// of most. Budgets larger than one that breaks a property are not explored: they are not minimal. Mostly they break it
// as well, since failures are never forced to happen, so there must be no Reachable property. They need not with
// Recover: unless it is 0, a message to a process that is down may wait for it, and otherwise it vanishes.
//
// When ctx is cancelled, it returns what it has found so far, and the rest is undecided.
func LeastFaults(ctx context.Context, most model.Faults,
	build func(model.Faults) (model.Model, []checkers.Property, error), opt checkers.Options) ([]Frontier, error) {
	budgets, err := budgetsUpTo(most)
	if err != nil {
		return nil, err
	}
	var frontiers []Frontier
	for _, faults := range budgets {
		m, properties, err := build(faults)
		if err != nil {
			return frontiers, err
		}
		if frontiers == nil {
			for _, p := range properties {
				if p.Kind() == checkers.KindReachable {
					return nil, fmt.Errorf("property %s is of kind %s: more failures cannot break it", p.Name(), p.Kind())
				}
				frontiers = append(frontiers, Frontier{Property: p, Verdict: checkers.Holds})
			}
		}
		if len(properties) != len(frontiers) {
			return frontiers, errors.New("the number of properties depends on the fault budget")
		}
		var open []checkers.Property
		var at []int
		for i, p := range properties {
			if !frontiers[i].broken(faults) {
				open, at = append(open, p), append(at, i)
			}
		}
		if len(open) == 0 {
			continue
		}
		if ctx.Err() != nil { // there may be thousands
			for _, i := range at {
				frontiers[i].add(faults, checkers.Result{Verdict: checkers.Unknown})
			}
			continue
		}
		report, err := checkers.Check(ctx, m, open, opt)
		if err != nil {
			return frontiers, err
		}
		for k, r := range report.Results {
			frontiers[at[k]].add(faults, r)
		}
	}
	return frontiers, nil
}

// broken reports whether a budget contains one that breaks the property.
func (f *Frontier) broken(faults model.Faults) bool {
	return slices.ContainsFunc(f.Least, func(b Budget) bool { return within(b.Faults, faults) })
}

func (f *Frontier) add(faults model.Faults, r checkers.Result) {
	switch r.Verdict {
	case checkers.Violated:
		f.Verdict = checkers.Violated
		f.Least = append(f.Least, Budget{faults, r})
	case checkers.Unknown:
		f.Undecided = append(f.Undecided, faults)
		if f.Verdict == checkers.Holds {
			f.Verdict = checkers.Unknown
		}
	}
}

// counts returns the numbers of a budget.
func counts(f *model.Faults) (all []*int) {
	for _, n := range f.Budgets() {
		all = append(all, n)
	}
	return all
}

// within reports whether budget a is contained in b.
func within(a, b model.Faults) bool {
	of := counts(&b)
	for i, n := range counts(&a) {
		if *n > *of[i] {
			return false
		}
	}
	return true
}

// maxBudgets is the maximum number of budgets to search.
const maxBudgets = 10_000

// budgetsUpTo returns the budgets within most, those of fewer events first. It omits budgets with more recoveries
// than crashes, or more heals than cuts and partitions, which are no use.
func budgetsUpTo(most model.Faults) ([]model.Faults, error) {
	total, number := 0, 1
	for _, n := range counts(&most) {
		if *n < 0 {
			return nil, errors.New("a budget up to which the least failures are sought is a number, not unlimited")
		}
		if *n >= maxBudgets/number {
			return nil, fmt.Errorf("there are more than %d budgets up to %s: name smaller ones", maxBudgets, most)
		}
		total += *n
		number *= *n + 1
	}
	var all []model.Faults
	for sum := range total + 1 {
		next := model.Faults{CrashOnly: most.CrashOnly}
		var fill func(at, left int)
		fill = func(at, left int) {
			if at == len(counts(&most)) {
				if left == 0 && next.Recover <= next.Crash && next.Heal <= next.Cut+next.Partition {
					all = append(all, next)
				}
				return
			}
			for n := range min(left, *counts(&most)[at]) + 1 {
				*counts(&next)[at] = n
				fill(at+1, left-n)
			}
			*counts(&next)[at] = 0
		}
		fill(0, sum)
	}
	return all, nil
}
