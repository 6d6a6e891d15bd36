package model

import (
	"fmt"
	"slices"

	"github.com/anel-mc/mc/model/internal/envelope"
)

// Causality records the happened-before relation of the events of an execution (Lamport, "Time, Clocks, and the
// Ordering of Events in a Distributed System", Communications of the ACM 21(7), 1978), for properties to read. T is the
// type of the timestamps that the algorithm gives its events.
//
// Create one with NewCausality, list its Variables in Instance.Variables, and run the processes that Observe returns,
// which record their events. An instance has at most one Causality. For several kinds of timestamps, use a T with
// several fields, and Restamp.
//
// # What an event is
//
// Each call of a handler is one event, as it is one atomic step: an act, a delivery, a timeout, a call of Detect, a
// recovery. Starting a process is not an event. An event of a process happened before the next one of the same
// process, even across a crash, and a step that sends a message happened before the steps that receive it. A handler
// that takes two timestamps, for instance one for a receipt and one for an answer, must be split in two if both are to
// be observed.
//
// # Limitations
//
// Only messages carry causality between processes. The write of a shared variable is not taken to have happened before
// a read by another process, nor a crash before its suspicion.
//
// The past is part of the state. It distinguishes states that the processes cannot, and grows with every event, so
// the instance must bound the number of events.
type Causality[T any] struct {
	_    struct{}
	n    int
	past []Variable[chronicle[T]] // by process; nil if it is restamped
	// events returns the events of a process in a state.
	events func(s State, p ID) []Stamped[T]
}

// chronicle is what has happened at a process.
type chronicle[T any] struct {
	Known  []int // the number of events of each process that happened before the next one here
	Events []recorded[T]
}

// Grows implements envelope.Growing.
func (chronicle[T]) Grows(envelope.Message) {}

// recorded is an event in a chronicle.
type recorded[T any] struct {
	Past []int
	At   T
}

// NewCausality returns the causality of an instance of n processes.
func NewCausality[T any](n int) Causality[T] {
	c := Causality[T]{n: n}
	for p := range n {
		c.past = append(c.past, NewVariable(fmt.Sprintf("causality of process %d", p),
			chronicle[T]{Known: make([]int, n)}).Hidden())
	}
	c.events = func(s State, p ID) (all []Stamped[T]) {
		for i, e := range c.past[p].In(s).Events {
			all = append(all, Stamped[T]{Process: p, Number: i + 1, Past: e.Past, At: e.At})
		}
		return all
	}
	return c
}

// Restamp returns c with the timestamp of each event replaced by of(at). It is for properties only: processes are
// observed with c itself.
func Restamp[T, U any](c Causality[T], of func(at T) U) Causality[U] {
	return Causality[U]{n: c.n, events: func(s State, p ID) (all []Stamped[U]) {
		for _, e := range c.events(s, p) {
			all = append(all, Stamped[U]{Process: e.Process, Number: e.Number, Past: e.Past, At: of(e.At)})
		}
		return all
	}}
}

// Variables returns the hidden variables that hold the past, one per process, to be listed in Instance.Variables.
func (c Causality[T]) Variables() []Shared {
	var all []Shared
	for _, v := range c.past {
		all = append(all, v)
	}
	return all
}

// Events returns the events of process p so far, in the order in which they happened. A crash does not remove them. The
// caller must not modify them.
func (c Causality[T]) Events(s State, p ID) []Stamped[T] {
	if p < 0 || int(p) >= c.n {
		Misuse("it asks for the events of process %d, but the causality has only %d processes (0 to %d)", p, c.n, c.n-1)
	}
	return c.events(s, p)
}

// Stamped is an event with its timestamp.
type Stamped[T any] struct {
	// Process is the process at which the event happened, and Number the event's position there, from 1.
	Process ID
	Number  int
	// Past is the number of events of each process that happened before this one; for its own process, it includes the
	// event itself.
	Past []int
	// At is the timestamp.
	At T
}

// same reports whether a and b, events of the same execution, are the same event.
func (a Stamped[T]) same(b Stamped[T]) bool { return a.Process == b.Process && a.Number == b.Number }

// HappenedBefore reports whether a happened before b, an event of the same execution. No event happened before itself.
func (a Stamped[T]) HappenedBefore(b Stamped[T]) bool {
	return !a.same(b) && b.Past[a.Process] >= a.Number
}

// Concurrent reports whether a and b, events of the same execution, are different events of which neither happened
// before the other.
func (a Stamped[T]) Concurrent(b Stamped[T]) bool {
	return !a.same(b) && !a.HappenedBefore(b) && !b.HappenedBefore(a)
}

// Observe returns a process that behaves like the given one and records its events in c. After each call of a handler,
// stamp is called with the new local state and returns the timestamp of the event; if observed is false, the step is
// not recorded as an event, although causality passes through it. If one process of an instance is observed, all must
// be; for those whose events do not matter, use a stamp that always returns false.
//
// Messages carry the past of their senders, which is invisible to processes, properties and pictures. Messages that
// look the same but have different pasts are different messages.
func Observe[S, T any](process Process[S], c Causality[T], stamp func(s S) (at T, observed bool)) Process[S] {
	o := process
	o.observed = &observation{n: c.n, stamped: stamp != nil, whole: len(c.past) == c.n, twice: process.observed != nil}
	for _, v := range c.past {
		o.observed.variables = append(o.observed.variables, v.name)
	}
	// event runs a handler that learns of the given past.
	event := func(p *Context, known []int, handler func() S) S {
		s := handler()
		at, observed := stamp(s)
		c.record(p, known, at, observed)
		return s
	}
	if process.Init != nil {
		o.Init = func(p *Context) S {
			s := process.Init(p)
			p.resend(make([]int, c.n))
			return s
		}
	}
	o.Acts = slices.Clone(process.Acts)
	for i, act := range process.Acts {
		if act.Do != nil {
			o.Acts[i].Do = func(p *Context, s S) S {
				return event(p, nil, func() S { return act.Do(p, s) })
			}
		}
	}
	if process.Receive != nil {
		o.Receive = func(p *Context, s S, from ID, m Message) S {
			e := m.(envelope.Message)
			return event(p, e.Past, func() S { return process.Receive(p, s, from, e.Plain) })
		}
	}
	if process.Accept != nil {
		o.Accept = func(p *Context, s S, from ID, m Message) bool { return process.Accept(p, s, from, envelope.Open(m)) }
	}
	if process.Timeout != nil {
		o.Timeout = func(p *Context, s S, timer string) S {
			return event(p, nil, func() S { return process.Timeout(p, s, timer) })
		}
	}
	if process.Detect != nil {
		o.Detect = func(p *Context, s S, q ID, suspected bool) S {
			return event(p, nil, func() S { return process.Detect(p, s, q, suspected) })
		}
	}
	o.Recover = func(p *Context, stored any) S {
		return event(p, nil, func() S {
			if process.Recover == nil {
				return process.Init(p)
			}
			return process.Recover(p, stored)
		})
	}
	return o
}

// record adds a call of a handler to the past, and the past to the messages that it sent.
func (c Causality[T]) record(p *Context, known []int, at T, observed bool) {
	variable := c.past[p.self]
	now := variable.Get(p)
	next := chronicle[T]{Known: slices.Clone(now.Known), Events: now.Events}
	for q, count := range known {
		next.Known[q] = max(next.Known[q], count)
	}
	if observed {
		next.Known[p.self]++
		next.Events = append(slices.Clone(now.Events), recorded[T]{slices.Clone(next.Known), at})
	}
	p.resend(next.Known)
	variable.Set(p, next)
}

// resend puts the messages that the handler has sent into envelopes.
func (p *Context) resend(past []int) {
	h, ok := p.host.(interface {
		Resend(change func(m Message) Message)
	})
	if !ok {
		Misuse("causality cannot be recorded: the Host that runs the process has no Resend")
	}
	h.Resend(func(m Message) Message { return envelope.Message{Plain: m, Past: past} })
}

// observation is how a process is observed.
type observation struct {
	n         int
	variables []string
	stamped   bool // stamp is not nil
	whole     bool // the causality is not restamped
	twice     bool // the process was observed already
}

// validateObserved returns what is wrong with the observation of the processes; listed has the names of the variables.
func (i Instance) validateObserved(kinds []Process[any], listed map[string]bool) (wrong []string) {
	add := func(format string, args ...any) { wrong = append(wrong, fmt.Sprintf(format, args...)) }
	at := slices.IndexFunc(kinds, func(k Process[any]) bool { return k.observed != nil })
	if at < 0 {
		return nil
	}
	first := kinds[at].observed
	for p, k := range kinds {
		switch o := k.observed; {
		case o == nil:
			add("%s is not observed, but others are, so causality through it would be lost: use Observe with a stamp that "+
				"always returns false", i.name(ID(p)))
		case o.twice:
			add("%s is observed twice: use one causality, with a T of several fields", i.name(ID(p)))
		case !o.whole:
			add("%s is observed with a causality that Restamp returned, which is for properties only", i.name(ID(p)))
		case !o.stamped:
			add("%s is observed without a stamp", i.name(ID(p)))
		case o.n != len(kinds):
			add("%s is observed with a causality of %d processes, but the instance has %d", i.name(ID(p)), o.n, len(kinds))
		case !slices.Equal(o.variables, first.variables):
			add("%s and another process are observed with different causalities", i.name(ID(p)))
		}
	}
	if slices.ContainsFunc(first.variables, func(name string) bool { return !listed[name] }) {
		add("the variables of the causality are missing: list them in Instance.Variables")
	}
	return wrong
}
