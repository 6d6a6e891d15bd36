package checkers

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system"
)

// mutantTrial is the exploration of a mutant, for Mutants.
type mutantTrial struct {
	m       model.Model
	sys     *system.System // of m
	report  *MutantsReport
	options Options
	mutant  Mutant
}

// patience is how long a mutant that was to end may still run.
const patience = 2 * time.Second

// within runs the trial, and gives it up if it does not end though its time is over.
func (t mutantTrial) within(ctx context.Context, limit time.Duration) (Mutant, error) {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	if show := t.options.Progress; show != nil {
		t.options.Progress = func(p explore.Progress) {
			if ctx.Err() == nil { // otherwise it may have been given up
				show(p)
			}
		}
	}
	ended := make(chan error, 1)
	running := t // not read here before it has ended
	go func() { ended <- running.run(ctx) }()
	select {
	case err := <-ended:
		return running.mutant, err
	case <-ctx.Done():
	}
	select {
	case err := <-ended:
		return running.mutant, err
	case <-time.After(patience):
		t.mutant.Fate, t.mutant.Explanation = Broken, "a handler does not return"
		return t.mutant, nil
	}
}

// answered is the answer of a single property to a mutant.
type answered struct {
	Result
	whole string // name of the property that this is, or is a part of
	steps int    // of the counterexample
}

// run explores the mutant, and stops with the level in which something is violated.
func (t *mutantTrial) run(ctx context.Context) error {
	mutated, err := system.Compile(t.mutant.Mutation.Of(t.m))
	if err != nil {
		return fault(nil, err)
	}
	properties := single(t.report.Asked)
	questions := make([]question, len(properties))
	var checks []explore.Check
	var asked []int // which property a check is
	for i, p := range properties {
		if questions[i], err = p.bind(mutated); err != nil {
			return err
		}
		if questions[i].inquiry == nil {
			checks, asked = append(checks, questions[i].check), append(asked, i)
		}
	}
	options := t.options
	options.Owed = mutated.Owed
	options.Enough = func(found []explore.Found) bool {
		for c, f := range found {
			if f.Found && properties[asked[c]].kind != KindReachable {
				return true
			}
		}
		return false
	}
	found, err := explore.Search(ctx, waist{mutated}, checks, options)
	if found == nil {
		return err
	}
	t.mutant.States, t.mutant.Bound = found.States, found.Bound
	if err != nil {
		return t.broken(err)
	}
	var answers []answered
	for _, whole := range t.report.Asked {
		for _, p := range single([]Property{whole}) {
			answers = append(answers, answered{Result: Result{Property: p, Verdict: Unknown, Explanation: cut(found)}, whole: whole.name})
		}
	}
	for c, i := range asked {
		answers[i].settle(found, c, questions[i], mutated.Clipped())
	}
	if t.noticed(answers) {
		return nil
	}
	decided, err := decide(ctx, mutated, found, questions, options, newReport(mutated, found))
	if err != nil {
		return t.broken(err)
	}
	for i, r := range decided {
		r.Property = properties[i]
		answers[i].Result = r
		if r.Execution != nil {
			answers[i].steps = r.Execution.Len()
		}
	}
	if t.noticed(answers) {
		return nil
	}
	return t.survived(ctx, mutated, answers)
}

// settle answers a property that was check number c of a search.
func (a *answered) settle(found *explore.Result, c int, q question, clipped string) {
	f, sought := found.Found[c], a.Property.kind == KindReachable
	switch {
	case f.Found && sought:
		a.Verdict, a.Explanation = Holds, ""
	case clipped != "" && (!f.Found || a.Property.kind == KindDeadlock):
		a.Explanation = clip(clipped)
	case f.Found:
		a.Verdict, a.steps = Violated, f.Depth
	case !found.Complete:
	case q.undecided != nil && q.undecided() != "":
		a.Explanation = q.undecided()
	case sought:
		a.Verdict = Violated
	default:
		a.Verdict, a.Explanation = Holds, ""
	}
}

// noticed looks for the violation with the fewest steps.
func (t *mutantTrial) noticed(answers []answered) bool {
	for _, a := range answers {
		if a.Verdict != Violated || t.mutant.Fate == Noticed && t.mutant.Steps <= a.steps {
			continue
		}
		t.mutant.Fate, t.mutant.Property, t.mutant.Steps = Noticed, a.whole, a.steps
	}
	return t.mutant.Fate == Noticed
}

// broken says what became of a mutant whose exploration ended with an error, and returns the error if it
// is none of the mutant.
func (t *mutantTrial) broken(err error) error {
	var at *model.Error
	var explored *explore.Failure
	var failed *Failure
	switch {
	case errors.As(err, &at) && at.Kind == system.TooLarge:
		t.mutant.Fate, t.mutant.Explanation = Undecided, at.Where+": "+at.Detail
	case at != nil:
		t.mutant.Fate, t.mutant.Explanation = Broken, fmt.Sprintf("%s: %s", at.Where, at.Detail)
	case errors.As(err, &explored):
		t.mutant.Fate, t.mutant.Explanation = Broken, explored.Err.Error()
	case errors.As(err, &failed):
		t.mutant.Fate, t.mutant.Explanation = Broken, failed.Error()
	default:
		return err
	}
	return nil
}

// survived says what is known of a mutant of which no property is violated.
func (t *mutantTrial) survived(ctx context.Context, mutated *system.System, answers []answered) error {
	var results []Result
	for _, a := range answers {
		if a.Verdict == Unknown {
			t.mutant.Fate, t.mutant.Explanation = Undecided, a.Explanation
			return nil
		}
		results = append(results, a.Result)
	}
	same, err := inStep(ctx, t.sys, mutated, t.options)
	if err != nil {
		return t.broken(err)
	}
	if t.mutant.Fate = Unnoticed; same {
		t.mutant.Fate = Same
		return nil
	}
	unmutated := map[string]string{}
	for _, r := range t.report.Unmutated.Results {
		unmutated[r.Property.name] = amount(r)
	}
	for _, r := range together(t.report.Asked, results) {
		if was := unmutated[r.Property.name]; r.Property.kind == KindCost && amount(r) != was {
			t.mutant.Costs = append(t.mutant.Costs, fmt.Sprintf("%s: %s, and %s unmutated", r.Property.name, amount(r), was))
		}
	}
	return nil
}

// amount is what a cost comes to.
func amount(r Result) string {
	if r.Cost == nil {
		return cmp.Or(r.Explanation, "nothing")
	}
	return r.Cost.String()
}
