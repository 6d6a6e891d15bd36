package code

import (
	"cmp"
	"fmt"
	"iter"
	"sync"

	"github.com/anel-mc/mc/model"
)

// Process is an existing state machine as a process of a model. T is how it is held, mostly a pointer; V is what
// properties and pictures see of it, a plain value.
//
// Its functions drive a T as the program does, and may change it. They ask their Context for what the T gives out
// (Send, SetTimer, CancelTimer, Store, Mark, Call, Return) and may read nothing from it but Self, N and who the
// neighbours are: what else decides is an input, and has an act of its own or is seen by a guard or by Then.
//
// It is used by its address, &code.Process[...]{...}, for one process or for several, and keeps what it has learnt.
type Process[T, V any] struct {
	_ struct{}

	// Name tells kinds of processes apart in reports; default "process".
	Name string

	// New makes the state machine of process p.Self() of p.N(). Required.
	New func(p *model.Context) T

	// Acts are the inputs that no message brings: a client's proposal, an election that begins.
	Acts []Act[T, V]

	// Receive, Timeout and Detect apply a message, a timer that fires, and what a failure detector tells. Accept is the
	// guard of Receive. They are as those of model.Process.
	Receive func(p *model.Context, x T, from model.ID, m model.Message)
	Accept  func(p *model.Context, seen V, from model.ID, m model.Message) bool
	Timeout func(p *model.Context, x T, timer string)
	Detect  func(p *model.Context, x T, q model.ID, suspected bool)

	// Ready is called after New, Restart and each input, in the same step: it takes what the input made ready, stores
	// what has to be stored and sends what is to be sent.
	Ready func(p *model.Context, x T)

	// Restart makes the state machine anew of what it last gave to Store before a crash; nil when it never did. Default:
	// New, which is a process that forgot everything.
	Restart func(p *model.Context, stored any) T

	// See returns what properties, guards and pictures see of x. It must not change x, and may look at nothing else.
	// Required.
	See func(x T) V

	// Then is called after each input, with what was seen before and what is seen after it, and has a whole Context: it
	// is the place to count inputs in shared variables, and to note what only properties need to know.
	Then func(p *model.Context, in model.Event, was, is V)

	// Ignore lists what is no part of the identity of x, since nothing that x does depends on it: "path/of/package.Type",
	// "path/of/package.Type.field", or ".field" for each field of that name.
	Ignore []string

	// MostBytes bounds the snapshot of an x; default 1 MiB.
	MostBytes int
	// MostCalls bounds the pairs of a snapshot and an input that are remembered, and so the memory; default 2²⁰.
	MostCalls int
	// MostReplayed bounds the steps that are run again to rebuild machines, and so the time; default 2³⁰.
	MostReplayed int

	// Exhaustive says that each input is also tried after all known last steps to a snapshot, and not only after histories
	// that are drawn.
	Exhaustive bool

	// Source says how a trace is written as a test of the code alone; see Test.
	Source Source

	begin sync.Once
	room  *room[T, V]
}

// Act is an input of its own: see model.Act, of which it has the fields. Do applies it.
type Act[T, V any] struct {
	_ struct{}

	Name     string
	Enabled  func(p *model.Context, seen V) bool
	When     []model.Condition[V]
	Do       func(p *model.Context, x T)
	Optional bool
}

// State is the local state of such a process. Two are the same if the snapshots are.
type State[V any] struct {
	Seen V
	id   identity
}

// Shown returns what pictures show.
func (s State[V]) Shown() any { return s.Seen }

func (s State[V]) String() string { return fmt.Sprintf("{%+v}", s.Seen) }

// Seen iterates over what is seen of the processes that are up and of which a V is seen.
func Seen[V any](s model.State) iter.Seq2[model.ID, V] {
	return func(yield func(model.ID, V) bool) {
		for p, local := range model.Locals[State[V]](s) {
			if !yield(p, local.Seen) {
				return
			}
		}
	}
}

// Stats returns what has been asked of the code so far.
func (c *Process[T, V]) Stats() Stats {
	r := c.begun()
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.stats
}

// Cost says it in a line, for reports.
func (c *Process[T, V]) Cost() string { return c.named() + ": " + c.Stats().String() }

func (c *Process[T, V]) named() string { return cmp.Or(c.Name, "process") }

func (c *Process[T, V]) begun() *room[T, V] {
	c.begin.Do(func() { c.room = newRoom(c) })
	return c.room
}

// Erased implements model.Algorithm.
func (c *Process[T, V]) Erased() model.Process[any] {
	r := c.begun()
	e := model.Process[State[V]]{Name: c.named()}
	if c.New == nil || c.See == nil {
		return e.Erased() // without an Init, and so refused
	}
	e.Init = func(p *model.Context) State[V] { return r.step(p, nil, input{kind: starts}) }
	if c.Restart != nil {
		e.Recover = func(p *model.Context, stored any) State[V] {
			return r.step(p, nil, input{kind: model.Recover, value: r.encoded("stored value", stored)})
		}
	}
	if c.Receive != nil {
		e.Receive = func(p *model.Context, s State[V], from model.ID, m model.Message) State[V] {
			return r.step(p, &s, input{kind: model.Deliver, from: from, value: r.encoded("message", m)})
		}
	}
	if c.Accept != nil {
		e.Accept = func(p *model.Context, s State[V], from model.ID, m model.Message) bool {
			return c.Accept(p, s.Seen, from, m)
		}
	}
	if c.Timeout != nil {
		e.Timeout = func(p *model.Context, s State[V], timer string) State[V] {
			return r.step(p, &s, input{kind: model.Timeout, name: timer})
		}
	}
	if c.Detect != nil {
		e.Detect = func(p *model.Context, s State[V], q model.ID, suspected bool) State[V] {
			kind := model.Trust
			if suspected {
				kind = model.Suspect
			}
			return r.step(p, &s, input{kind: kind, from: q})
		}
	}
	for _, act := range c.Acts {
		e.Acts = append(e.Acts, act.modelled(r))
	}
	return e.Erased()
}

func (a Act[T, V]) modelled(r *room[T, V]) model.Act[State[V]] {
	m := model.Act[State[V]]{Name: a.Name, Optional: a.Optional}
	if a.Enabled != nil {
		m.Enabled = func(p *model.Context, s State[V]) bool { return a.Enabled(p, s.Seen) }
	}
	for _, w := range a.When {
		c := model.Condition[State[V]]{Name: w.Name}
		if w.Holds != nil {
			c.Holds = func(p *model.Context, s State[V]) bool { return w.Holds(p, s.Seen) }
		}
		m.When = append(m.When, c)
	}
	if a.Do != nil {
		m.Do = func(p *model.Context, s State[V]) State[V] {
			return r.step(p, &s, input{kind: model.Acted, name: a.Name})
		}
	}
	return m
}
