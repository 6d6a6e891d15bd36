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
	// Property is a single one: in place of an All there are its parts.
	Property Property

	// Of says which of the properties that were bound it is, or is a part of.
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

// Check is what is asked of states or of steps. It is not ok for a property that is about all executions together.
func (q Question) Check() (check explore.Check, ok bool) {
	return q.question.check, q.question.inquiry == nil
}

// Undecided says why Check was not decided of some states, for which it counts as good; empty if it was decided of
// all that it was asked of.
func (q Question) Undecided() string {
	if q.question.undecided == nil {
		return ""
	}
	return q.question.undecided()
}

// Explore explores the system and asks nothing. The report has no Results; with an error there may be no result and
// no report.
func (b *Bound) Explore(ctx context.Context, opt Options) (*explore.Result, *Report, error) {
	opt.Owed, opt.KeepGoing, opt.Reduce = b.sys.Owed, true, opt.Reduce&^Automatic
	found, err := explore.Search(ctx, b.Explored(), nil, opt)
	if found == nil {
		return nil, nil, b.Fault(err)
	}
	return found, newReport(b.sys, found), b.Fault(err)
}

// Events names what was counted by class.
func (b *Bound) Events(perClass []uint64) []EventCount { return eventCounts(b.sys, perClass) }

// AskAgain asks everything again that is remembered of the functions of the model and of the properties, before
// anything is said of them; see system.System.AskAgain. What the error says of time tells Unfinished.
func (b *Bound) AskAgain(ctx context.Context) error { return askAgain(ctx, b.sys, b.questions) }

// Fault makes a *Failure of an error that the model is at fault for, with the way there, if that is known. It leaves
// others as they are.
func (b *Bound) Fault(err error) error { return fault(b.sys, err) }

// Execution describes the steps of a path.
func (b *Bound) Execution(path explore.Path) (*counterexamples.Execution, error) {
	return execution(b.sys, path)
}

// LeftOpen says why there is no answer to what was to be asked after the search that the report is about, given the
// error that was returned instead. If that is not of this sort, it is returned.
func (r *Report) LeftOpen(found *explore.Result, err error) (why string, other error) {
	return undecided(found, err, r)
}
