package model

import "reflect"

// Variable is a shared variable of type T: named, read and written by handlers and guards through their Context, in
// the same atomic step as the rest of the handler. Only what a handler actually reads decides which results can be
// reused, so read no more than the algorithm does: of a map, single elements; see At.
type Variable[T any] struct {
	name    string
	initial T
	hidden  bool
	key     []any // of the element of a map that it is, if it is one
}

// NewVariable returns a variable with its initial value. List it in the Instance.Variables of every instance that
// uses it.
func NewVariable[T any](name string, initial T) Variable[T] {
	return Variable[T]{name: name, initial: initial}
}

// Hidden returns v as a variable that exists only for properties: it is part of the state like any other, but not
// shown in pictures.
func (v Variable[T]) Hidden() Variable[T] {
	v.hidden = true
	return v
}

// Get returns the value of v: what this or any other handler last wrote to it. It must not be changed.
func (v Variable[T]) Get(p *Context) T { return v.holds(p.host.Read(v.name, v.key...)) }

// Set writes x to v.
func (v Variable[T]) Set(p *Context, x T) {
	p.effect("write a shared variable")
	p.host.Write(v.name, x, v.key...)
}

// In returns the value of v in state s, for properties.
func (v Variable[T]) In(s State) T {
	s.check("shared variables")
	x, ok := s.of.Variable(v.name, v.key...)
	if !ok {
		Misuse("the instance has no shared variable %q: list it in Instance.Variables", v.name)
	}
	return v.holds(x)
}

// holds gives the value of v its type. It is another one if two variables have one name, of which the instance lists
// the other.
func (v Variable[T]) holds(x any) T {
	if _, ok := x.(T); !ok && x != nil {
		Misuse("the shared variable %q holds a %T, and is read as a %v: there must be one NewVariable of that name", v.name,
			x, reflect.TypeFor[T]())
	}
	return typed[T](x)
}

// At returns the element of a map at a key, as a variable of its own: a reader depends on that element alone, and a
// writer leaves the others as they are. An element that is not in the map is the zero value of V, and writing the
// zero value removes it. So represent sets as maps of bools, and use Get of the map, which depends on all of it, only
// if you really need all. The element of an element is not a variable.
func At[M ~map[K]V, K comparable, V any](v Variable[M], k K) Variable[V] {
	return Variable[V]{name: v.name, hidden: v.hidden, key: append(v.key[:len(v.key):len(v.key)], k)}
}

// Shared is a Variable of any type.
type Shared interface {
	// Declared returns its declaration: the arguments of NewVariable, and whether it is Hidden.
	Declared() (name string, initial any, hidden bool)
}

// Declared implements Shared.
func (v Variable[T]) Declared() (name string, initial any, hidden bool) {
	return v.name, v.initial, v.hidden
}
