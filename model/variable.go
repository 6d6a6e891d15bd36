package model

import "fmt"

// Variable is a shared variable of type T: named, read and written by
// handlers and guards through their Context, in the same atomic step as the rest
// of the handler. Only what a handler really reads decides which results are
// looked up, so read no more than the algorithm does.
type Variable[T any] struct {
	name    string
	initial T
	hidden  bool
}

// NewVariable returns a variable with its initial value. List it in
// Instance.Variables of every instance that uses it.
func NewVariable[T any](name string, initial T) Variable[T] {
	return Variable[T]{name: name, initial: initial}
}

// Hidden returns v as a variable that is only there for properties: it is part of the
// state as any other, and not shown in pictures.
func (v Variable[T]) Hidden() Variable[T] {
	v.hidden = true
	return v
}

// Get returns the value of v: what was last written to it, by this handler or
// any other. It must not be changed.
func (v Variable[T]) Get(p *Context) T { return local[T](p.read(v.name)) }

// Set writes x to v.
func (v Variable[T]) Set(p *Context, x T) { p.write(v.name, x) }

// In returns the value of v in state s, for properties.
func (v Variable[T]) In(s State) T {
	x, ok := s.variable(v.name)
	if !ok {
		misuse("the instance has no shared variable %q: list it in Instance.Variables", v.name)
	}
	return local[T](x)
}

// Shared is a Variable of some type.
type Shared interface {
	sharedName() string
	sharedInitial() any
	sharedHidden() bool
}

func (v Variable[T]) sharedName() string { return v.name }
func (v Variable[T]) sharedInitial() any { return v.initial }
func (v Variable[T]) sharedHidden() bool { return v.hidden }

// misuseError is how a function of the toolkit that was called wrongly leaves
// the handler that called it; whoever runs the handler turns it into an Error.
type misuseError struct{ detail string }

func misuse(format string, args ...any) { panic(misuseError{fmt.Sprintf(format, args...)}) }
