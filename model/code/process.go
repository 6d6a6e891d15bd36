package code

import (
	"cmp"
	"fmt"
	"iter"
	"reflect"
	"sync"

	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/internal/codec"
)

// Process is an existing state machine as a process of a model. T is the type that holds the machine, usually a
// pointer, since an input must be able to change it; V is the type of what properties and pictures see of it, a plain
// value.
//
// The functions that are given a T drive it as the program does, and may change it. They pass its output to their
// Context (Send, SetTimer, CancelTimer, Store, Mark, Call, Return), and may read only Self, N and the neighbours from
// it. Anything else that influences the machine is an input: give it an act of its own, or use a guard or Then.
//
// A Process must not be copied: use it as &code.Process[...]{...}, for one process or several. It remembers what it has
// learnt of the code, and can be used by several searches at once.
type Process[T, V any] struct {
	_ struct{}

	// Name is the kind of process in reports; default "process".
	Name string

	// New creates the state machine of process p.Self() of p.N(). Required.
	New func(p *model.Context) T

	// Acts are the inputs that do not come in messages, such as a client's proposal or the start of an election.
	Acts []Act[T, V]

	// Receive applies a message, Timeout a timer that fires, and Detect a change of the failure detector. Accept is the
	// guard of Receive. They correspond to the fields of model.Process.
	Receive func(p *model.Context, x T, from model.ID, m model.Message)
	Accept  func(p *model.Context, seen V, from model.ID, m model.Message) bool
	Timeout func(p *model.Context, x T, timer string)
	Detect  func(p *model.Context, x T, q model.ID, suspected bool)

	// Ready is called after New, Restart and each input, in the same step. It takes the output that the input has made
	// ready, and stores and sends it.
	Ready func(p *model.Context, x T)

	// Restart creates the state machine after a crash from what it last stored, nil if it stored nothing. Default: New,
	// so the process has forgotten everything.
	Restart func(p *model.Context, stored any) T

	// See returns what properties, guards and pictures see of x. It must not change x or look at anything else.
	// Required.
	See func(x T) V

	// Then is called after each input with what See returned before and after it, which it must not change. Its Context is
	// unrestricted: it is the place to count inputs in shared variables and to record what only properties need.
	Then func(p *model.Context, in model.Event, was, is V)

	// Ignore lists what is not part of the identity of x, because nothing that x does depends on it:
	// "path/of/package.Type", "path/of/package.Type.field", or ".field" for every field of that name.
	Ignore []string

	// MostBytes bounds the size of a snapshot; default 1 MiB.
	MostBytes int
	// MostCalls bounds the number of remembered pairs of a snapshot and an input, and so the memory; default 2²⁰.
	MostCalls int
	// MostReplayed bounds the number of steps that are replayed, and so the time; default 2³⁰.
	MostReplayed int

	// Exhaustive makes each input also be tried after every known last step to a snapshot, not only after histories that
	// are drawn.
	Exhaustive bool

	// Source says how to write a trace as a test of the code alone; see Test.
	Source Source

	begin sync.Once
	room  *room[T, V]
}

// Act is an input that does not come in a message. Its fields are those of model.Act; Do applies the input to x.
type Act[T, V any] struct {
	_ struct{}

	Name     string
	Enabled  func(p *model.Context, seen V) bool
	When     []model.Condition[V]
	Do       func(p *model.Context, x T)
	Optional bool
}

// State is the local state of a Process. Two are the same if their snapshots are.
type State[V any] struct {
	Seen V
	id   identity
}

// Shown returns the value that pictures show.
func (s State[V]) Shown() any { return s.Seen }

func (s State[V]) String() string { return fmt.Sprintf("{%+v}", s.Seen) }

// Seen iterates over the processes that are up and whose local state is a State[V], with what See returned for each.
func Seen[V any](s model.State) iter.Seq2[model.ID, V] {
	return func(yield func(model.ID, V) bool) {
		for p, local := range model.Locals[State[V]](s) {
			if !yield(p, local.Seen) {
				return
			}
		}
	}
}

// Stats returns the counts so far. It may be called during a search.
func (c *Process[T, V]) Stats() Stats {
	r := c.begun()
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.stats
}

// Cost returns the Stats as one line, for reports.
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
	unfit := ""
	switch t := reflect.TypeFor[T](); {
	case c.New == nil || c.See == nil:
		unfit = "code needs both New and See"
	case t.Size() > 0 && !codec.Shares(t):
		unfit = fmt.Sprintf("no input can change a %v, since each gets a copy of its own: let New return a pointer to one", t)
	}
	if unfit != "" {
		e.Init = func(*model.Context) (s State[V]) {
			model.Misuse("%s", unfit)
			return s
		}
		return e.Erased()
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
