package model

import (
	"fmt"
	"reflect"

	"github.com/anel-mc/mc/model/internal/erased"
)

// Machine is a system written as initial states and named actions over one Go value, as in TLA+. The state S is any
// plain Go value. Its ints and bools, and arrays of these, have slots of their own, so prefer them to slices and maps
// where speed matters. What an action reads cannot be seen, so there is no reduction. An Instance of processes whose
// acts read and write elements of shared maps (At) can be reduced, and is faster than a Machine whose state has maps.
//
// The functions of a Machine must be pure. Actions run on every transition, in several goroutines at once. Running all
// of them twice would halve the speed, so an action is run twice on its first 4096 calls and on one call in 1024 after
// that, to verify it. That actions do not change their argument is verified then, and of all together on every state.
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

	// Name is the name of the action in traces. Required and unique.
	Name string

	// Count is the number of instances of the action, one for each argument i from 0 to Count-1: "there is an i such
	// that". Default 1.
	Count int

	// Label returns the name of instance i in traces. Default: "Name(i)", or Name if there is only one instance.
	Label func(i int) string

	// Enabled is the guard. Default: always.
	Enabled func(s S, i int) bool

	// Do returns the successor of s. It must not change s. Required.
	Do func(s S, i int) S

	// Optional actions need not happen even if they stay enabled; see Act.Optional.
	Optional bool

	// Set by ForEach: the values in state s, and the successor of s with value v.
	values func(s S) []any
	with   func(s S, v any) S
}

// ForEach returns an action with a value as its argument: "there is a v in of(s) such that". The function of returns
// the values with which the action is enabled in s, each once, in a fixed order; if there are none, the action is not
// enabled. V is any plain Go type. An event is named "name(v)". For fairness, the action with the same value is the
// same obligation in every state, whatever its place in the list. The caller may set only Optional in the result.
//
// ForEach costs more than Count: the list is computed in every state, and once more wherever fairness or a picture
// needs the value of an event.
func ForEach[S, V any](name string, of func(s S) []V, do func(s S, v V) S) Action[S] {
	a := Action[S]{Name: name}
	if of == nil || do == nil {
		return a
	}
	a.values = func(s S) (all []any) {
		for _, v := range of(s) {
			all = append(all, v)
		}
		return all
	}
	a.with = func(s S, v any) S { x, _ := As[V](v); return do(s, x) }
	return a
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

// Validate returns an error that lists everything that is wrong with m, one fault per line, or nil. It runs none of m's
// functions.
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
		case a.values != nil && (a.Count != 0 || a.Label != nil || a.Enabled != nil || a.Do != nil):
			add("action %q was made by ForEach: it may have no Count, Label, Enabled or Do", a.Name)
		case a.values == nil && a.Do == nil:
			add("action %q has no Do", a.Name)
		}
		if a.Count < 0 {
			add("action %q has a Count of %d: it must be 1 or more, or 0 for the default", a.Name, a.Count)
		}
		seen[a.Name] = true
	}
	return invalid(wrong)
}

// Erased returns m without the type of its state, and m's Constraint, for package model/system.
func (m Machine[S]) Erased() (e erased.Machine, constraint func(s State) bool) {
	e = erased.Machine{State: reflect.TypeFor[S](), Init: func() (all []any) {
		for _, s := range m.Init() {
			all = append(all, &s)
		}
		return all
	}}
	if m.Constraint != nil {
		constraint = func(s State) bool { return m.Constraint(Whole[S](s)) }
	}
	for _, a := range m.Actions {
		x := erased.Action{Name: a.Name, Count: max(a.Count, 1), Optional: a.Optional, Label: a.label,
			Do: func(s, after any, i int) { *after.(*S) = a.Do(*s.(*S), i) }}
		if a.Enabled != nil {
			x.Enabled = func(s any, i int) bool { return a.Enabled(*s.(*S), i) }
		}
		if a.values != nil {
			x.Values = func(s any) []any { return a.values(*s.(*S)) }
			x.With = func(s, after, v any) { *after.(*S) = a.with(*s.(*S), v) }
		}
		e.Actions = append(e.Actions, x)
	}
	return e, constraint
}
