package model

import (
	"iter"
	"math"
	"reflect"

	"github.com/anel-mc/mc/model/internal/erased"
)

// State is one state of the whole system, as properties and pictures see it. Values read from it must not be modified.
// A function that is given a State must not keep it after it has returned. Methods that take an ID reject one that is
// not from 0 to N-1, and of a Machine only N, KeepsHistory and Whole may be asked: anything else ends the exploration
// with an *Error of kind Misused.
type State struct{ of Snapshot }

// NewState returns the State that a snapshot serves. It is for code that implements Snapshot.
func NewState(s Snapshot) State { return State{s} }

// N returns the number of processes; 0 for a Machine.
func (s State) N() int { return s.of.N() }

// check rejects a Machine and IDs out of range; what names the thing that was asked for.
func (s State) check(what string, ids ...ID) {
	n := s.of.N()
	if n == 0 {
		Misuse("a Machine has no %s: use Whole", what)
	}
	for _, p := range ids {
		if p < 0 || int(p) >= n {
			Misuse("it asks for the %s of process %d, but there are only %d (0 to %d)", what, p, n, n-1)
		}
	}
}

// Name returns the name of process p in reports.
func (s State) Name(p ID) string {
	s.check("name", p)
	name, _ := s.of.Process(p)
	return name
}

// As returns v, an untyped value such as a local state or a message, as an S, and whether it is one. Unlike a type
// assertion, it accepts nil if S is an interface type.
func As[S any](v any) (S, bool) {
	x, ok := v.(S)
	return x, ok || v == nil && reflect.TypeFor[S]().Kind() == reflect.Interface
}

// Local returns the local state of process p and whether p is up. For a process that is down it returns the zero value.
// A local state that is not an S is an error.
func Local[S any](s State, p ID) (S, bool) {
	v, up := s.Local(p)
	if !up {
		var zero S
		return zero, false
	}
	x, ok := As[S](v)
	if !ok {
		Misuse("the local state of process %d is of type %T, not %v", p, v, reflect.TypeFor[S]())
	}
	return x, true
}

// Locals iterates over the processes that are up and have an S as their local state, in the order of their IDs. It
// looks only at processes that can have one. If none can, that is an error, and so is a pointer to an S, or what S
// points to: it would be passed over.
func Locals[S any](s State) iter.Seq2[ID, S] {
	return func(yield func(ID, S) bool) {
		s.check("local states")
		is, none := reflect.TypeFor[S](), true
		for p := range ID(s.N()) {
			_, of := s.of.Process(p)
			apart(p, is, of)
			if of != is && of.Kind() != reflect.Interface && is.Kind() != reflect.Interface {
				continue
			}
			if v, up := s.Local(p); up {
				x, ok := As[S](v)
				if !ok {
					apart(p, is, reflect.TypeOf(v))
				} else if none = false; !yield(p, x) {
					return
				}
			}
		}
		if none {
			among[S](s.of)
		}
	}
}

// among rejects a state of processes none of which can have an S as its local state.
func among[S any](of Snapshot) {
	if err := erased.HasLocal(reflect.TypeFor[S](), func(yield func(reflect.Type) bool) {
		for p := range ID(of.N()) {
			if _, local := of.Process(p); !yield(local) {
				return
			}
		}
	}); err != nil {
		Misuse("it %v", err)
	}
}

// apart rejects local states of a type that differs from the wanted one by a pointer.
func apart(p ID, wanted, of reflect.Type) {
	if of == reflect.PointerTo(wanted) || wanted.Kind() == reflect.Pointer && wanted.Elem() == of {
		Misuse("it looks for local states of type %v, and that of process %d is of type %v", wanted, p, of)
	}
}

// Local returns the local state of process p, which is nil if p is down, and whether p is up.
func (s State) Local(p ID) (any, bool) {
	s.check("local state", p)
	return s.of.Local(p)
}

// Up reports whether process p has not crashed, or has recovered since.
func (s State) Up(p ID) bool { _, up := s.Local(p); return up }

// Stored returns the contents of the stable storage of process p, or nil if it has stored nothing.
func (s State) Stored(p ID) any {
	s.check("stable storage", p)
	return s.of.Stored(p)
}

// Timers returns the names of the timers of process p that are set, sorted.
func (s State) Timers(p ID) []string {
	s.check("timers", p)
	return s.of.Timers(p)
}

// Suspects reports whether the failure detector of process p suspects q. The instance must have a Detector.
func (s State) Suspects(p, q ID) bool {
	s.check("suspects", p, q)
	return s.of.Suspects(p, q)
}

// Clock returns the reading of process p's local clock; p must have one. See Clocks for readings of stopped clocks.
func (s State) Clock(p ID) int {
	s.check("clock", p)
	return s.of.Clock(p, math.MaxInt)
}

// ClockReached reports whether process p's local clock shows at least the given reading; see Clocks.
func (s State) ClockReached(p ID, reading int) bool {
	s.check("clock", p)
	return s.of.Clock(p, reading) >= reading
}

// Channel returns the messages in transit from one process to another. FIFO channels list them in the order in which
// they were sent, others in a fixed order. If the topology has no such channel, there are none.
func (s State) Channel(from, to ID) []Message {
	s.check("channels", from, to)
	return s.of.Channel(from, to)
}

// Messages iterates over all messages in transit, ordered by sender and then by receiver.
func (s State) Messages() iter.Seq2[Link, Message] {
	s.check("channels")
	return func(yield func(Link, Message) bool) {
		for from := range ID(s.N()) {
			for to := range ID(s.N()) {
				for _, m := range s.of.Channel(from, to) {
					if !yield(Link{from, to}, m) {
						return
					}
				}
			}
		}
	}
}

// OnItsWay reports whether a message of type M from process p is in transit to any process.
func OnItsWay[M any](s State, p ID) bool {
	s.check("messages", p)
	for q := range ID(s.N()) {
		for _, m := range s.Channel(p, q) {
			if _, is := As[M](m); is {
				return true
			}
		}
	}
	return false
}

// Quiet reports whether no message is in transit.
func (s State) Quiet() bool {
	for range s.Messages() {
		return false
	}
	return true
}

// Stable reports whether the system has stabilised. It is always true unless the instance has Partial timing or an
// EventuallyPerfect detector.
func (s State) Stable() bool {
	s.check("phase")
	return s.of.Stable()
}

// Severed reports whether the channel between two processes is cut, either alone or by a partition.
func (s State) Severed(from, to ID) bool {
	s.check("channels", from, to)
	return s.of.Severed(from, to)
}

// Variables iterates over the names and values of the shared variables that are not hidden, in the order of
// Instance.Variables.
func (s State) Variables() iter.Seq2[string, any] {
	s.check("shared variables")
	return s.of.Variables()
}

// History returns the operations that the processes have called so far, ordered by Call. The instance must keep a
// History. A history depends only on what each process called and returned and on which operations had returned
// before which others were called: histories that agree in this are equal.
func (s State) History() []Operation {
	s.check("history")
	return s.of.History()
}

// KeepsHistory reports whether the instance keeps a History.
func (s State) KeepsHistory() bool { return s.of.N() > 0 && s.of.KeepsHistory() }

// Whole returns the state of a Machine. A state that is not an S is an error, and so is an Instance.
func Whole[S any](s State) S {
	v, at := s.of.Whole()
	if at {
		if p, ok := v.(*S); ok {
			return *p
		}
		v = reflect.ValueOf(v).Elem().Interface()
	} else if s.of.N() > 0 {
		Misuse("only a Machine has a whole state: use Local")
	}
	x, ok := As[S](v)
	if !ok {
		Misuse("the state of the machine is of type %T, not %v", v, reflect.TypeFor[S]())
	}
	return x
}
