package model

import "reflect"

// Variable is a shared variable of type T. Handlers read and write it through their Context, in the same atomic step
// as everything else they do; guards only read it. The result of a handler is reused whenever the values that it read
// are the same, so read no more than the algorithm needs: of a map, single elements; see At.
type Variable[T any] struct {
	name    string
	initial T
	hidden  bool
	keyed   bool // an element of a map
	nested  bool // an element of an element
	key     any
}

// NewVariable returns a variable with the given initial value, a plain value. List it in the Instance.Variables of
// every instance that uses it, under a name that is unique there.
func NewVariable[T any](name string, initial T) Variable[T] {
	return Variable[T]{name: name, initial: initial}
}

// Hidden returns v as a variable that exists only for properties: it is part of the state like any other, but is not
// shown in pictures.
func (v Variable[T]) Hidden() Variable[T] {
	v.hidden = true
	return v
}

// Get returns the value of v, as last written by this or any other handler. The caller must not modify it.
func (v Variable[T]) Get(p *Context) T {
	defer p.keep()
	p.uses("read a shared variable")
	return v.value(p.host.Read(v.name, v.at(), v.key))
}

// Set sets v to x.
func (v Variable[T]) Set(p *Context, x T) {
	defer p.keep()
	p.effect("write a shared variable")
	p.host.Write(v.name, x, v.at(), v.key)
}

// In returns the value of v in state s, for properties. The caller must not modify it.
func (v Variable[T]) In(s State) T {
	s.check("shared variables")
	x, ok := s.of.Variable(v.name, v.at(), v.key)
	if !ok {
		Misuse("the instance has no shared variable %q: list it in Instance.Variables", v.name)
	}
	return v.value(x)
}

// at reports whether v is an element of a map. It rejects an element of an element.
func (v Variable[T]) at() bool {
	if v.nested {
		Misuse("the shared variable %q has no element at %v: an element of an element is no variable", v.name, v.key)
	}
	return v.keyed
}

// value returns x, a value of the variable with the name of v, as a T. It has another type if two variables were made
// with that name and the instance lists the other one.
func (v Variable[T]) value(x any) T {
	is, ok := x.(T) // a nil of an interface type has lost its type
	if !ok && x != nil {
		Misuse("the shared variable %q holds a %T but is read as a %v: give each NewVariable its own name", v.name, x,
			reflect.TypeFor[T]())
	}
	return is
}

// At returns the element of map v at key k as a variable of its own: reading it depends on that element only, and
// writing it leaves the others unchanged. An element that is not in the map reads as the zero value of V, and writing
// the zero value removes it; one that the initial value of the map has is there until it is written, so leave zeros out
// of that, or there are states that differ in nothing else. So represent a set as a map to bool, and call Get on the
// map itself, which depends on all of it, only if all of it is needed. An element of an element is not a variable. Keys
// that Go takes for equal are one element: a zero in a key loses its sign. A NaN is no key.
func At[M ~map[K]V, K comparable, V any](v Variable[M], k K) Variable[V] {
	return Variable[V]{name: v.name, hidden: v.hidden, keyed: true, nested: v.keyed, key: k}
}

// Shared is a Variable of any type.
type Shared interface {
	// Declared returns the arguments of NewVariable, the type of the variable, and whether it is Hidden.
	Declared() (name string, initial any, of reflect.Type, hidden bool)
}

// Declared implements Shared.
func (v Variable[T]) Declared() (name string, initial any, of reflect.Type, hidden bool) {
	return v.name, v.initial, reflect.TypeFor[T](), v.hidden
}
