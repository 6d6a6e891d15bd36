package model

// View is what properties see of a single process: a function of its local state, its stable storage, its timers and
// whether it is up. Its value is remembered for each combination of these. A property that looks at all processes
// through a View is evaluated once for each combination of the View's values, rather than once for each combination of
// local states, of which there are often nearly as many as states. So a View should reveal no more than the property
// needs.
type View[V any] struct{ def *view }

// view is a View without its type.
type view struct {
	name string
	of   func(s State, p ID) any
}

// NewView returns a view with a name, which must be unique in an instance that lists it. The function of must be pure
// and may look at nothing but process p; looking elsewhere is an error. Like a local state, its result is a plain
// value. The result is remembered in systems whose Instance.Views lists this very view, and elsewhere computed
// whenever a property is evaluated. So create a view only once, in a package variable if it depends on nothing else.
func NewView[V any](name string, of func(s State, p ID) V) View[V] {
	return View[V]{&view{name, func(s State, p ID) any { return of(s, p) }}}
}

// In returns the value of the view for process p in state s. The caller must not modify it.
func (v View[V]) In(s State, p ID) V {
	if v.def == nil {
		Misuse("it uses a View that was not made by NewView")
	}
	s.check("views of processes", p)
	return typed[V](s.of.See(v, p))
}

// Viewed is a View of any type. Two Viewed values are equal if and only if they are the same view.
type Viewed interface {
	// Defined returns the arguments of NewView: the name, and the function that computes the view. The name of a View
	// not made by NewView is "".
	Defined() (name string, of func(s State, p ID) any)
}

// Defined implements Viewed.
func (v View[V]) Defined() (name string, of func(s State, p ID) any) {
	if v.def == nil {
		return "", nil
	}
	return v.def.name, v.def.of
}
