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

// Bound is a compiled model with properties bound to it: the starting point of every study. A study is a package
// below this one that asks something other than whether properties hold, which is the job of Check.
type Bound struct {
	sys        *system.System
	symmetry   *system.Symmetry // assumed of the system, if not nil
	whole      []Property       // as they were given
	properties []Property       // the same, with each All replaced by its parts
	questions  []question       // one for each of properties
	impure     bool             // set if confirm found that the model is impure
}

// Bind compiles m and binds properties, if any, to it. The error is a *Failure if the model is at fault.
func Bind(m model.Model, properties []Property) (*Bound, error) { return bind(m, nil, nil, properties) }

// bind is Bind for a model that is assumed to have a symmetry, unless that is nil. An error of ended ends its proof.
func bind(m model.Model, symmetry *system.Symmetry, ended func() error, properties []Property) (*Bound, error) {
	if err := validate(properties); err != nil {
		return nil, err
	}
	sys, err := system.Compile(m)
	if err != nil {
		return nil, fault(nil, err)
	}
	if symmetry != nil {
		sys.Assume(*symmetry, ended)
	}
	b := &Bound{sys: sys, symmetry: symmetry, whole: properties, properties: flatten(properties)}
	for _, p := range b.properties {
		if symmetry != nil && p.kind.ofGraph() { // not asked: it would break the symmetry
			b.questions = append(b.questions, question{})
			continue
		}
		q, err := bindTo(sys, p)
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
		case p.name == "":
			return fmt.Errorf("property %d has no name", i)
		case counterexamples.Printable(p.name) != p.name || strings.Contains(p.name, "\n"):
			return fmt.Errorf("property %d is named %q, which does not print: a name is one line of printable characters", i,
				p.name)
		case p.fault != nil:
			return p.fault
		case seen[p.name]:
			return fmt.Errorf("two properties are named %q", p.name)
		}
		seen[p.name] = true
	}
	return nil
}

// Options bound and tune a check; see explore.Options.
type Options = explore.Options

// System returns the compiled model.
func (b *Bound) System() *system.System { return b.sys }

// Question is a property bound to a system.
type Question struct {
	// Property is not an All: each All is replaced by its parts.
	Property Property

	// Of is the index of the property, as given to Bind, that this is or is a part of.
	Of int

	question question
}

// Questions returns the properties bound to the system, in order.
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

// Check returns the check of states or steps. ok is false for a property of whole executions.
func (q Question) Check() (check explore.Check, ok bool) {
	return q.question.check, q.question.graphQuery == nil
}

// Undecided says why Check was not decided for some states, which then count as good. It is empty if every state was
// decided.
func (q Question) Undecided() string {
	if q.question.undecided == nil {
		return ""
	}
	return q.question.undecided()
}

// Explore explores all of the system, without reduction and without checking any property. The report has no Results.
// If there is an error, the result and the report may be nil.
func (b *Bound) Explore(ctx context.Context, opt Options) (*explore.Result, *Report, error) {
	opt.Owed, opt.KeepGoing, opt.Reduce = b.sys.Owed, true, 0
	found, err := explore.Search(ctx, b.Explored(), nil, opt)
	if found == nil {
		return nil, nil, b.Fault(err)
	}
	return found, b.reportOn(found), b.Fault(err)
}

// Events turns counts by class into counts with names.
func (b *Bound) Events(perClass []uint64) []EventCount {
	var all []EventCount
	missed := b.sys.Missed(perClass)
	for i, c := range b.sys.Classes() {
		count := EventCount{Class: c}
		if i < len(perClass) {
			count.Count, count.Missed = perClass[i], missed[i]
		}
		all = append(all, count)
	}
	return all
}

// AskAgain compares every remembered answer of the functions of the model and of the properties with what they return
// now. Call it before reporting anything; see system.System.AskAgain. Unfinished tells whether the error only means
// that time ran out.
func (b *Bound) AskAgain(ctx context.Context) error {
	var more [][]func() error
	for _, q := range b.questions {
		if q.again != nil {
			more = append(more, q.again()...)
		}
	}
	return b.sys.AskAgain(ctx, more...)
}

// Fault turns an error that is the model's fault into a *Failure, with the execution that leads to it if known. It
// returns other errors unchanged.
func (b *Bound) Fault(err error) error { return fault(b.sys, err) }

// Execution describes the steps of a path.
func (b *Bound) Execution(path explore.Path) (*counterexamples.Execution, error) {
	return execution(b.sys, path)
}
