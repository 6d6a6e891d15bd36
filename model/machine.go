package model

import (
	"fmt"
	"reflect"
)

// Machine is a system written as initial states and named actions over one Go value, as in TLA+. S is any plain Go
// value. Its ints, bools and arrays of these are laid out in slots of their own, so prefer them to slices and maps
// where speed matters.
//
// Actions run on every transition, and on several goroutines at once. They must be pure. Since running everything
// twice would halve the speed, each is verified on its first few thousand calls and on one in a thousand after that.
// That an action does not change its argument is verified on every state.
type Machine[S any] struct {
	_ struct{}

	// Init returns the initial states. Required; at least one.
	Init func() []S

	// Actions are tried in every state. Required; at least one.
	Actions []Action[S]

	// Constraint, if set, bounds the exploration; see Instance.Constraint.
	Constraint func(s S) bool
}

// Action is a named step of a Machine.
type Action[S any] struct {
	_ struct{}

	// Name is what the action is called in traces. Required and unique.
	Name string

	// Count is how many instances the action has, one for each value of the
	// argument i from 0: "there is an i such that". Default 1.
	Count int

	// Label is what instance i is called; default "Name(i)", or Name if there is
	// one instance only.
	Label func(i int) string

	// Enabled is the guard. Default: always.
	Enabled func(s S, i int) bool

	// Do returns the state that follows. Required.
	Do func(s S, i int) S

	// Optional actions are those that are not owed; see Act.
	Optional bool
}

func (a Action[S]) label(i int) string {
	switch {
	case a.Label != nil:
		return a.Label(i)
	case a.Count > 1:
		return fmt.Sprintf("%s(%d)", a.Name, i)
	}
	return a.Name
}

// Validate reports everything that is wrong with m, or nil.
func (m Machine[S]) Validate() error {
	var wrong []string
	add := func(format string, args ...any) { wrong = append(wrong, fmt.Sprintf(format, args...)) }
	if m.Init == nil {
		add("the machine has no Init")
	}
	if len(m.Actions) == 0 {
		add("the machine has no Actions")
	}
	seen := map[string]bool{}
	for i, a := range m.Actions {
		switch {
		case a.Name == "":
			add("action %d has no Name", i)
		case seen[a.Name]:
			add("two actions are named %q", a.Name)
		case a.Do == nil:
			add("action %q has no Do", a.Name)
		}
		if a.Count < 0 {
			add("action %q has %d instances: there must be 1 or more", a.Name, a.Count)
		}
		seen[a.Name] = true
	}
	return invalid(wrong)
}

// ErasedMachine is a Machine without the type S of its state, for code that runs machines: states are pointers to an
// S.
type ErasedMachine struct {
	// State is S.
	State reflect.Type

	// Init returns the initial states.
	Init func() []any

	// Actions are those of the Machine.
	Actions []ErasedAction

	// Constraint is that of the Machine, and nil if it has none.
	Constraint func(s State) bool
}

// ErasedAction is an Action without the type of the state.
type ErasedAction struct {
	// Name, Count and Optional are those of the Action; Count is at least 1. Label names an instance.
	Name     string
	Count    int
	Optional bool
	Label    func(i int) string

	// Enabled is nil if the Action has none.
	Enabled func(s any, i int) bool

	// Do puts the state that follows s into after.
	Do func(s, after any, i int)
}

// Erased returns m without the type of its state.
func (m Machine[S]) Erased() ErasedMachine {
	e := ErasedMachine{State: reflect.TypeFor[S](), Init: func() (all []any) {
		for _, s := range m.Init() {
			all = append(all, &s)
		}
		return all
	}}
	if m.Constraint != nil {
		e.Constraint = func(s State) bool { return m.Constraint(Whole[S](s)) }
	}
	for _, a := range m.Actions {
		x := ErasedAction{Name: a.Name, Count: max(a.Count, 1), Optional: a.Optional, Label: a.label,
			Do: func(s, after any, i int) { *after.(*S) = a.Do(*s.(*S), i) }}
		if a.Enabled != nil {
			x.Enabled = func(s any, i int) bool { return a.Enabled(*s.(*S), i) }
		}
		e.Actions = append(e.Actions, x)
	}
	return e
}
