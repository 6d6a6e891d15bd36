package model

// View is what properties see of a single process: a function of its local state, its stable storage, its timers and
// whether it is up, whose value is remembered for each of these. A property that looks at all processes through a
// View is evaluated once for each combination of what it sees there, not for each combination of local states, of
// which there are often nearly as many as states. So a View should reveal no more than the property needs.
type View[V any] struct{ def *view }

// view is a View of some type.
type view struct {
	name string
	of   func(s State, p ID) any
}

// NewView returns a view with a name, which must be unique in an instance that lists it. of must be pure, and may
// look at nothing but process p: anything else is an error. It returns a plain value, like a local state. The value
// is remembered in systems whose Instance.Views lists this very view; elsewhere it is computed whenever a property is
// evaluated. So make it once, in a package variable if it depends on nothing else.
func NewView[V any](name string, of func(s State, p ID) V) View[V] {
	return View[V]{&view{name, func(s State, p ID) any { return of(s, p) }}}
}

// In returns what is seen of process p in state s. It must not be changed.
func (v View[V]) In(s State, p ID) V {
	if v.def == nil {
		Misuse("it looks through a View that was not made by NewView")
	}
	s.check("views of processes", p)
	return typed[V](s.of.See(v, p))
}

// Viewed is a View of any type. Two are equal if they are the same view.
type Viewed interface {
	// Defined returns the arguments of NewView: the name, and the function that computes what is seen. The name of a
	// View not made by NewView is "".
	Defined() (name string, of func(s State, p ID) any)
}

// Defined implements Viewed.
func (v View[V]) Defined() (name string, of func(s State, p ID) any) {
	if v.def == nil {
		return "", nil
	}
	return v.def.name, v.def.of
}
