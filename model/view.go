package model

// View is what properties see of a single process: a function of its local state, its stable storage, its timers and
// whether it is up, whose value is remembered for each of these. A property that looks at all processes through a
// View is asked once for each combination of what it sees there, and not for each combination of local states, of which
// there are often nearly as many as there are states. So what a View tells should be no more than the property needs.
type View[V any] struct{ def *view }

// view is a View of some type.
type view struct {
	name string
	of   func(s State, p ID) any
}

// NewView returns a view with a name, which nothing else is called that an instance lists with it.
// of must be pure, and may look at nothing but process p: anything else is an error. What it
// returns is a plain value, as local states are. It is remembered in systems whose Instance.Views
// lists this very view; elsewhere it is worked out whenever a property is asked. So make it once,
// in a variable of the package if it depends on nothing else.
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

// Viewed is a View of some type. Two are equal if they are one view.
type Viewed interface {
	// Defined returns what NewView was given: the name, and what works out what is seen. The name is
	// "" of a View that was not made by it.
	Defined() (name string, of func(s State, p ID) any)
}

// Defined implements Viewed.
func (v View[V]) Defined() (name string, of func(s State, p ID) any) {
	if v.def == nil {
		return "", nil
	}
	return v.def.name, v.def.of
}
