package model

import (
	"cmp"
	"fmt"
	"reflect"
)

// Process is the algorithm that a process runs. S, the type of its local state, is any plain Go type. Two local states
// are the same if their contents are; a nil slice or map is the same as an empty one.
//
// The functions must be pure and must not change their arguments: build a new slice or map instead of writing to one
// that was passed in. They are never called concurrently within one system.
type Process[S any] struct {
	_ struct{}

	// Name is the kind of process in reports, such as "coordinator"; default "process".
	Name string

	// Init returns the initial local state. It may send, set timers and choose; each choice leads to an initial state of
	// its own. Processes start in the order of their IDs, so an Init can read from a shared variable what the Init of a
	// process with a lower ID has written. Required.
	Init func(p *Context) S

	// Acts are the steps that a process takes of its own accord.
	Acts []Act[S]

	// Receive is called when a message is delivered. Required if any process sends to this one.
	Receive func(p *Context, s S, from ID, m Message) S

	// Accept is the guard of Receive: it reports whether the message can be received in s. A message that is not
	// accepted stays in its channel, and so does everything behind it in a FIFO channel. Under Sync and Partial timing,
	// time cannot advance while a message is due and not accepted. Default: always true.
	Accept func(p *Context, s S, from ID, m Message) bool

	// Timeout is called when a timer fires, which is then no longer set. Required if the process sets a timer.
	Timeout func(p *Context, s S, timer string) S

	// Detect is called when the process starts or stops suspecting q. Default: the local state does not change, and the
	// process can still call Context.Suspects.
	Detect func(p *Context, s S, q ID, suspected bool) S

	// Recover is called when the process recovers from a crash, with what it last wrote to stable storage (nil if it
	// wrote nothing). Default: Init runs again, so the process has forgotten everything.
	Recover func(p *Context, stored any) S

	observed *observation // set by Observe
	local    reflect.Type // set by Erased: S before erasure
}

// Accepts evaluates the guard of Receive. It is for code that runs handlers.
func (a Process[S]) Accepts(p *Context, s S, from ID, m Message) bool {
	return a.Accept == nil || p.asks(func() bool { return a.Accept(p, s, from, m) })
}

// Act is a step that a process takes of its own accord when its guard allows it.
type Act[S any] struct {
	_ struct{}

	// Name is the name of the act in traces. Required and unique among the acts of a process.
	Name string

	// Enabled is the guard: it reports whether the act can be taken in s. It may read shared variables, but must not
	// request effects. Default: always true.
	Enabled func(p *Context, s S) bool

	// When lists named parts of the guard, so that an explanation can say which of them prevent the act. The act is
	// enabled if all of them and Enabled are true. Enabled is evaluated only if all of When hold, but an explanation may
	// evaluate any of When even if another is false.
	When []Condition[S]

	// Do takes the act. Required.
	Do func(p *Context, s S) S

	// Optional marks an act that need not happen even if it stays enabled, such as a request or a suspicion: fairness
	// does not force it, and a process that can do nothing else is at rest. Every other act must eventually happen if
	// it stays enabled.
	Optional bool
}

// Allows evaluates the whole guard: all of When, then Enabled. It is for code that runs handlers.
func (a Act[S]) Allows(p *Context, s S) bool {
	return p.asks(func() bool {
		for _, w := range a.When {
			if !w.Holds(p, s) {
				return false
			}
		}
		return a.Enabled == nil || a.Enabled(p, s)
	})
}

// Condition is a named part of a guard.
type Condition[S any] struct {
	// Name says the condition in words, as in "holds the lock". Required.
	Name string

	// Holds evaluates the condition. It may read shared variables, but must not request effects. Required.
	Holds func(p *Context, s S) bool
}

// Algorithm is a Process with local states of any type.
type Algorithm interface {
	// Erased returns the Process without the type of its local state, for code that runs processes of several types. Its
	// functions are nil where those of the Process are, and its Name is set.
	Erased() Process[any]
}

// Replicate returns a slice that contains the same algorithm n times; it is empty if n is negative.
func Replicate(n int, a Algorithm) []Algorithm {
	all := make([]Algorithm, max(n, 0))
	for i := range all {
		all[i] = a
	}
	return all
}

// typed returns s as an S, or the zero value if s is nil: a nil of an interface type S loses its type when erased.
func typed[S any](s any) S {
	v, _ := s.(S)
	return v
}

// LocalType returns the type of the local states. For the result of Erased, it is the type before erasure.
func (a Process[S]) LocalType() reflect.Type {
	if a.local != nil {
		return a.local
	}
	return reflect.TypeFor[S]()
}

// Erased implements Algorithm.
func (a Process[S]) Erased() Process[any] {
	e := Process[any]{Name: cmp.Or(a.Name, "process"), observed: a.observed, local: a.LocalType()}
	if a.Init != nil {
		e.Init = func(p *Context) any { return a.Init(p) }
	}
	if a.Receive != nil {
		e.Receive = func(p *Context, s any, from ID, m Message) any { return a.Receive(p, typed[S](s), from, m) }
	}
	if a.Accept != nil {
		e.Accept = func(p *Context, s any, from ID, m Message) bool { return a.Accept(p, typed[S](s), from, m) }
	}
	if a.Timeout != nil {
		e.Timeout = func(p *Context, s any, timer string) any { return a.Timeout(p, typed[S](s), timer) }
	}
	if a.Detect != nil {
		e.Detect = func(p *Context, s any, q ID, suspected bool) any { return a.Detect(p, typed[S](s), q, suspected) }
	}
	if a.Recover != nil {
		e.Recover = func(p *Context, stored any) any { return a.Recover(p, stored) }
	}
	for _, act := range a.Acts {
		e.Acts = append(e.Acts, act.erased())
	}
	return e
}

func (a Act[S]) erased() Act[any] {
	e := Act[any]{Name: a.Name, Optional: a.Optional}
	if a.Enabled != nil {
		e.Enabled = func(p *Context, s any) bool { return a.Enabled(p, typed[S](s)) }
	}
	for _, w := range a.When {
		c := Condition[any]{Name: w.Name}
		if w.Holds != nil {
			c.Holds = func(p *Context, s any) bool { return w.Holds(p, typed[S](s)) }
		}
		e.When = append(e.When, c)
	}
	if a.Do != nil {
		e.Do = func(p *Context, s any) any { return a.Do(p, typed[S](s)) }
	}
	return e
}

// validate returns what is wrong with a Process on its own.
func validate(a Process[any]) (wrong []string) {
	add := func(format string, args ...any) { wrong = append(wrong, fmt.Sprintf(format, args...)) }
	if a.Init == nil {
		add("%s has no Init", a.Name)
	}
	seen := map[string]bool{}
	for i, act := range a.Acts {
		switch {
		case act.Name == "":
			add("act %d of %s has no Name", i, a.Name)
		case seen[act.Name]:
			add("%s has two acts named %q", a.Name, act.Name)
		case act.Do == nil:
			add("act %q of %s has no Do", act.Name, a.Name)
		}
		seen[act.Name] = true
		for _, w := range act.When {
			if w.Name == "" || w.Holds == nil {
				add("act %q of %s has a condition in When without Name or Holds", act.Name, a.Name)
			}
		}
	}
	return wrong
}
