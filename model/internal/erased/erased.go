// Package erased is how package model passes a Machine of any state type to package model/system, and what both ask of
// types of states.
package erased

import "reflect"

// Machine is a model.Machine without its state type S. States are passed as pointers to an S.
type Machine struct {
	// State is S.
	State reflect.Type

	// Init returns the initial states.
	Init func() []any

	// Actions are the actions of the model.Machine.
	Actions []Action
}

// Action is a model.Action without the state type.
type Action struct {
	// Name, Count and Optional are those of the model.Action, but Count is at least 1. Label names instance i.
	Name     string
	Count    int
	Optional bool
	Label    func(i int) string

	// Enabled is nil if the guard of the model.Action is.
	Enabled func(s any, i int) bool

	// Do sets *after to the successor of s.
	Do func(s, after any, i int)

	// Values and With are set if ForEach made the action, and then replace Count, Label and Do. Values returns the values
	// with which the action is enabled in s, and With sets *after to the successor of s with value v.
	Values func(s any) []any
	With   func(s, after, v any)
}
