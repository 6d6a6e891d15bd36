package checkers

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/anel-mc/mc/counterexamples"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system"
)

// Refines is the property, in two parts, that a system does what a specification allows, when of says which state of
// the specification each of its states stands for: an initial state of the system stands for one of the specification
// (the first part), and each step for an action of the specification, or for nothing, if both states stand for the same
// one (the second part). A counterexample has a column with what the states stand for.
//
// Then invariants and properties of steps that the specification has are those of what the system stands for. Nothing
// is said of what must happen in the end, and of what is fair in the specification: a system that does nothing refines
// any. Ask the liveness properties of the specification of the system, with conditions on what its states stand for,
// under its own Fairness. A Constraint of the specification plays no part.
func Refines[A any](name string, spec model.Machine[A], of func(s model.State) A) []Property {
	begins := Property{name: name + " in the beginning", kind: KindInvariant}
	steps := Property{name: name, kind: KindStep}
	reference, err := system.NewReference(spec)
	if err != nil {
		err = fmt.Errorf("property %s: the specification: %w", name, err)
	}
	if of == nil {
		err = errors.Join(err, fmt.Errorf("property %s: a function is nil", name))
	}
	r := &refinement[A]{reference, of}
	begins.bind = func(sys *system.System) (question, error) { return r.begins(sys, begins.name) }
	steps.bind = Step(name, r.step).bind
	both := []Property{begins, steps}
	for i := range both {
		both[i].fault = err
		both[i].beside = &counterexamples.Beside{Name: "stands for", Of: func(s model.State) any { return of(s) }}
	}
	return both
}

// refinement is what Refines asks.
type refinement[A any] struct {
	reference *system.Reference
	of        func(s model.State) A
}

// begins asks of each initial state of a system whether it stands for one.
func (r *refinement[A]) begins(sys *system.System, name string) (question, error) {
	asked := sys.AskStates(name, unless(func(s model.State) error {
		a := r.of(s)
		is, err := r.reference.Begins(&a)
		if must(err); !is {
			return fmt.Errorf("it stands for %s, in which the specification does not begin", counterexamples.Format(a))
		}
		return nil
	}))
	initial := sync.OnceValues(func() (all [][]uint32, err error) {
		err = sys.Initial(func(v []uint32) { all = append(all, slices.Clone(v)) })
		return all, err
	})
	q := stateQuestion(name, func(v []uint32) (system.Answer, error) {
		all, err := initial()
		if err != nil || !slices.ContainsFunc(all, func(first []uint32) bool { return slices.Equal(first, v) }) {
			return system.Unless(nil), err
		}
		return asked.State(v)
	}, system.No)
	q.reads = asked.Reads
	return q, nil
}

// must ends a question that the specification is too faulty to answer.
func must(err error) {
	if err != nil {
		panic(err)
	}
}

// step judges a step of a system.
func (r *refinement[A]) step(before model.State, _ model.Event, after model.State) error {
	from, to := r.of(before), r.of(after)
	is, instead, err := r.reference.Allows(&from, &to)
	if must(err); is {
		return nil
	}
	can := "nothing"
	if len(instead) > 0 {
		can = strings.Join(instead, ", ")
	}
	return fmt.Errorf("no step of the specification leads from %s to %s; possible there: %s", counterexamples.Format(from),
		counterexamples.Format(to), can)
}
