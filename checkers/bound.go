package checkers

import (
	"context"

	"github.com/anel-mc/mc/counterexamples"
	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/model/system"
)

// System is the compiled model.
func (b *Bound) System() *system.System { return b.sys }

// Question is a property bound to a system.
type Question struct {
	// Property is a single one: an All is replaced by its parts.
	Property Property

	// Of is the number of the bound property that it is, or is a part of.
	Of int

	question question
}

// Questions are the properties bound to the system, in their order.
func (b *Bound) Questions() []Question {
	var all []Question
	for of, p := range b.whole {
		for range max(len(p.parts), 1) {
			i := len(all)
			all = append(all, Question{Property: b.properties[i], Of: of, question: b.questions[i]})
		}
	}
	return all
}

// Check is what is asked of states or of steps. ok is false for a property of all executions together.
func (q Question) Check() (check explore.Check, ok bool) {
	return q.question.check, q.question.inquiry == nil
}

// Undecided says why Check was not decided for some states, which then count as good; it is empty if it was decided
// for all.
func (q Question) Undecided() string {
	if q.question.undecided == nil {
		return ""
	}
	return q.question.undecided()
}

// Explore explores the system without asking anything. The report has no Results; with an error there may be no
// result and no report.
func (b *Bound) Explore(ctx context.Context, opt Options) (*explore.Result, *Report, error) {
	opt.Owed, opt.KeepGoing, opt.Reduce = b.sys.Owed, true, opt.Reduce&^Automatic
	found, err := explore.Search(ctx, b.Explored(), nil, opt)
	if found == nil {
		return nil, nil, b.Fault(err)
	}
	return found, newReport(b.sys, found), b.Fault(err)
}

// Events adds names to counts by class.
func (b *Bound) Events(perClass []uint64) []EventCount { return eventCounts(b.sys, perClass) }

// AskAgain compares everything remembered of the functions of the model and of the properties with what they do now,
// before anything is reported; see system.System.AskAgain. Unfinished tells whether the error is about time.
func (b *Bound) AskAgain(ctx context.Context) error { return askAgain(ctx, b.sys, b.questions) }

// Fault turns an error that the model is at fault for into a *Failure, with the way there if it is known. It leaves
// other errors as they are.
func (b *Bound) Fault(err error) error { return fault(b.sys, err) }

// Execution describes the steps of a path.
func (b *Bound) Execution(path explore.Path) (*counterexamples.Execution, error) {
	return execution(b.sys, path)
}

// LeftOpen says why a question asked after the search of this report has no answer, given the error that was returned
// instead. If the error is of another kind, it is returned.
func (r *Report) LeftOpen(found *explore.Result, err error) (why string, other error) {
	return undecided(found, err, r)
}
