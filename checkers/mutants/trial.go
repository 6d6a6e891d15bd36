package mutants

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/checkers/internal/stuck"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system"
)

// trial is the exploration of a mutant.
type trial struct {
	m       model.Model
	sys     *system.System // of m
	report  *Report
	options checkers.Options
	mutant  Mutant
}

// patience is how long one call may still run after the trial had to end before it counts as stuck.
const patience = 2 * time.Second

// within runs the trial, and abandons it if a call does not return after its time is over.
func (t trial) within(ctx context.Context, limit time.Duration) (Mutant, error) {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	t.options.Progress = stuck.Until(ctx, t.options.Progress)
	running := t // must not be read before the trial has ended
	call, err := stuck.Await(ctx, patience, func() error { return running.run(ctx) })
	if call == nil {
		return running.mutant, err
	}
	t.mutant.Fate, t.mutant.Explanation = Broken, "a handler does not return"
	return t.mutant, nil
}

// run explores the mutant, and stops at the level at which a property is violated.
func (t *trial) run(ctx context.Context) error {
	b, err := checkers.Bind(t.mutant.Mutation.Of(t.m), t.report.Asked)
	if err != nil {
		return err
	}
	found, err := b.Refute(ctx, t.options)
	if found == nil {
		return err
	}
	t.mutant.States, t.mutant.Bound = found.States, found.Bound
	switch {
	case err != nil:
		return t.broken(err)
	case found.Property.Name() != "":
		t.mutant.Fate, t.mutant.Property, t.mutant.Steps = Noticed, found.Property.Name(), found.Steps
		return nil
	}
	return t.survived(ctx, b.System(), found.Results)
}

// broken records the fate of a mutant whose exploration ended with an error. It returns the error if it is not the
// mutant's.
func (t *trial) broken(err error) error {
	var at *model.Error
	var failed *checkers.Failure
	switch {
	case errors.As(err, &at) && at.Kind == system.TooLarge:
		t.mutant.Fate, t.mutant.Explanation = Undecided, at.Where+": "+at.Detail
	case at != nil:
		t.mutant.Fate, t.mutant.Explanation = Broken, fmt.Sprintf("%s: %s", at.Where, at.Detail)
	case errors.As(err, &failed):
		t.mutant.Fate, t.mutant.Explanation = Broken, failed.Error()
	default:
		return err
	}
	return nil
}

// survived records the fate of a mutant that violates no property.
func (t *trial) survived(ctx context.Context, mutated *system.System, results []checkers.Result) error {
	for _, r := range results {
		if r.Verdict == checkers.Unknown {
			t.mutant.Fate, t.mutant.Explanation = Undecided, r.Explanation
			return nil
		}
	}
	if err := t.compare(ctx, mutated); err != nil || t.mutant.Fate != Unnoticed {
		return err
	}
	unmutated := map[string]string{}
	for _, r := range t.report.Unmutated.Results {
		unmutated[r.Property.Name()] = amount(r)
	}
	for _, r := range results {
		name := r.Property.Name()
		if was := unmutated[name]; r.Property.Kind() == checkers.KindCost && amount(r) != was {
			t.mutant.Costs = append(t.mutant.Costs, fmt.Sprintf("%s: %s, and %s unmutated", name, amount(r), was))
		}
	}
	return nil
}

// compare records whether a mutant that no property notices changes anything.
func (t *trial) compare(ctx context.Context, mutated *system.System) error {
	found, err := inStep(ctx, t.sys, mutated, t.options)
	why := ""
	switch clipped := cmp.Or(t.sys.Clipped(), mutated.Clipped()); {
	case errors.Is(err, errUnlike):
		t.mutant.Fate = Unnoticed
		return nil
	case err != nil:
		return t.broken(err)
	case !found.Complete:
		t.mutant.Bound, why = found.Bound, checkers.Ended(found.Bound)
	case clipped != "": // what was left out may differ
		why = checkers.Clipped(clipped)
	default:
		t.mutant.Fate = Same
		return nil
	}
	t.mutant.Fate = Undecided
	t.mutant.Explanation = "nothing was noticed, and it may change nothing: " + why
	return nil
}

// amount writes the result of a cost.
func amount(r checkers.Result) string {
	if r.Cost == nil {
		return cmp.Or(r.Explanation, "nothing")
	}
	return r.Cost.String()
}
