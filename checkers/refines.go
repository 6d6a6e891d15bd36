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

// Refines is the property, in two parts, that a system refines a specification under the refinement mapping of, which
// returns the state of the specification that a state of the system stands for. The first part, "NAME in the
// beginning", is that each initial state of the system stands for an initial state of the specification. The second,
// NAME, is that each step of the system stands for an action of the specification, or for nothing, if it does not
// change the state that is stood for. A counterexample has an additional column with these states.
//
// If both parts hold, every invariant and step property of the specification holds for the states that the system
// stands for. Liveness and fairness are not covered: a system that does nothing refines any specification. To cover
// them, check the liveness properties of the specification on the system, with conditions on the states that its
// states stand for, under its own Fairness. A Constraint of the specification is ignored.
func Refines[A any](name string, spec model.Machine[A], of func(s model.State) A) []Property {
	return refines(name, spec, of != nil, func(s model.State) (at, a any) {
		stands := of(s)
		return &stands, stands
	})
}

// refines is Refines for a mapping of a type that is known when it runs, if there is one. of returns the state of the
// specification that a state stands for, and where it is.
func refines(name string, spec model.Model, mapped bool, of func(s model.State) (at, a any)) []Property {
	begins := Property{name: name + " in the beginning", kind: KindInvariant}
	steps := Property{name: name, kind: KindStep}
	reference, err := system.NewReference(spec)
	if err != nil {
		err = fmt.Errorf("property %s: the specification: %w", name, err)
	}
	if !mapped {
		err = errors.Join(err, fmt.Errorf("property %s: a function is nil", name))
	}
	r := &refinement{reference, of}
	begins.bind = bindFunc(func(sys *system.System) (question, error) { return r.begins(sys, begins.name) })
	steps.bind = bindFunc(func(sys *system.System) (question, error) {
		q, err := bindTo(sys, Step(name, r.step))
		q.again = func() [][]func() error { return [][]func() error{reference.Again()} }
		return q, err
	})
	both := []Property{begins, steps}
	for i := range both {
		both[i].fault = err
		both[i].beside = &counterexamples.Beside{Name: "stands for", Of: func(s model.State) any {
			_, a := of(s)
			return a
		}}
	}
	return both
}

// refinement is the specification and the mapping of a Refines.
type refinement struct {
	reference *system.Reference
	of        func(s model.State) (at, a any)
}

// begins is the question whether each initial state of a system stands for one of the specification.
func (r *refinement) begins(sys *system.System, name string) (question, error) {
	asked := sys.AskStates(name, unless(func(s model.State) error {
		at, a := r.of(s)
		is, err := r.reference.Begins(at)
		if must(err); !is {
			return fmt.Errorf("it stands for %s, which is no initial state of the specification", counterexamples.Format(a))
		}
		return nil
	}))
	initial := sync.OnceValues(func() (all [][]uint32, err error) {
		err = sys.Initial(func(v []uint32) { all = append(all, slices.Clone(v)) })
		slices.SortFunc(all, slices.Compare)
		return all, err
	})
	q := stateQuestion(name, func(v []uint32) (system.Answer, error) {
		all, err := initial()
		if _, begins := slices.BinarySearchFunc(all, v, slices.Compare); err != nil || !begins {
			return system.Unless(nil), err
		}
		return asked.State(v)
	}, system.No)
	q.reads = asked.Reads
	return q, nil
}

// must panics on an error of the specification, which then becomes the error of the question.
func must(err error) {
	if err != nil {
		panic(err)
	}
}

// mostInstead is how many of the possible actions of the specification are listed.
const mostInstead = 12

// step says what is wrong with a step of a system.
func (r *refinement) step(before model.State, _ model.Event, after model.State) error {
	atFrom, from := r.of(before)
	atTo, to := r.of(after)
	is, instead, err := r.reference.Allows(atFrom, atTo)
	if must(err); is {
		return nil
	}
	can := "nothing"
	if more := len(instead) - mostInstead; more > 0 {
		can = fmt.Sprintf("%s, and %d more", strings.Join(instead[:mostInstead], ", "), more)
	} else if len(instead) > 0 {
		can = strings.Join(instead, ", ")
	}
	return fmt.Errorf("no step of the specification leads from %s to %s; possible there: %s", counterexamples.Format(from),
		counterexamples.Format(to), can)
}
