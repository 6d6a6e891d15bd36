// Package erased is how package model hands machines of any type of state to the compiler of systems.
package erased

import "reflect"

// Machine is a model.Machine without the type S of its state: states are pointers to an S.
type Machine struct {
	// State is S.
	State reflect.Type

	// Init returns the initial states.
	Init func() []any

	// Actions are those of the model.Machine.
	Actions []Action
}

// Action is a model.Action without the type of the state.
type Action struct {
	// Name, Count and Optional are those of the model.Action; Count is at least 1. Label names an instance.
	Name     string
	Count    int
	Optional bool
	Label    func(i int) string

	// Enabled is nil if the model.Action has none.
	Enabled func(s any, i int) bool

	// Do puts the state that follows s into after.
	Do func(s, after any, i int)

	// Values and With are there in place of Count, Label and Do if the action is one ForEach value: the values with which
	// it can be taken in s, and what puts the state that follows s into after.
	Values func(s any) []any
	With   func(s, after, v any)
}
