package checkers

import (
	"context"
	"fmt"
	"strings"

	"github.com/anel-mc/mc/counterexamples"
	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system"
)

// Bound is a compiled model with properties bound to it, with which a study of a model starts. Each study is a
// package of its own below this one, and asks something other than whether properties hold, which is the job of
// Check.
type Bound struct {
	sys        *system.System
	symmetry   *system.Symmetry // that the system is assumed to have, if it is not nil
	whole      []Property       // as they were given
	properties []Property       // single ones
	questions  []question       // of these, one each
	impure     bool             // it was found out in the end: see confirm
}

// Bind compiles m and binds properties to it, if any. The error is a *Failure if the model is at fault.
func Bind(m model.Model, properties []Property) (*Bound, error) { return bind(m, nil, properties) }

// bind is Bind for a model that is assumed to have a symmetry, if that is not nil.
func bind(m model.Model, symmetry *system.Symmetry, properties []Property) (*Bound, error) {
	if err := validate(properties); err != nil {
		return nil, err
	}
	sys, err := system.Compile(m)
	if err != nil {
		return nil, fault(nil, err)
	}
	if symmetry != nil {
		sys.Assume(*symmetry)
	}
	b := &Bound{sys: sys, symmetry: symmetry, whole: properties, properties: single(properties)}
	for _, p := range b.properties {
		if symmetry != nil && p.kind.ofGraph() { // it would spoil the symmetry, and is not asked
			b.questions = append(b.questions, question{})
			continue
		}
		q, err := p.bind(sys)
		if err != nil {
			return nil, err
		}
		b.questions = append(b.questions, q)
	}
	return b, nil
}

func validate(properties []Property) error {
	seen := map[string]bool{}
	for i, p := range properties {
		switch {
		case p.bind == nil:
			return fmt.Errorf("property %d is empty: make properties with Invariant and the other functions of this package", i)
		case p.fault != nil:
			return p.fault
		case p.name == "":
			return fmt.Errorf("property %d has no name", i)
		case counterexamples.Printable(p.name) != p.name || strings.Contains(p.name, "\n"):
			return fmt.Errorf("property %d is named %q, which does not print: a name is one line of letters and signs", i,
				p.name)
		case seen[p.name]:
			return fmt.Errorf("two properties are named %q", p.name)
		}
		seen[p.name] = true
	}
	return nil
}

// Options bound and tune a check; see explore.Options.
type Options = explore.Options

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
