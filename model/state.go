package model

import (
	"iter"
	"math"
	"reflect"
)

// State is a view of a state of the whole system, for properties and pictures.
// What is read from it must not be changed. A property's function may not keep
// it beyond its call.
type State struct{ of Snapshot }

// NewState returns the State that a snapshot shows. It is for code that keeps states.
func NewState(s Snapshot) State { return State{s} }

// N returns the number of processes; 0 for a Machine.
func (s State) N() int { return s.of.N() }

// check refuses a Machine, and processes that there are not; what is what the caller wanted of them.
func (s State) check(what string, ids ...ID) {
	n := s.of.N()
	if n == 0 {
		Misuse("a Machine has no %s: use Whole", what)
	}
	for _, p := range ids {
		if p < 0 || int(p) >= n {
			Misuse("it asks for the %s of process %d, and there are only %d (0 to %d)", what, p, n, n-1)
		}
	}
}

// Name returns what process p is called in reports.
func (s State) Name(p ID) string {
	s.check("name", p)
	return s.of.Name(p)
}

// As returns an untyped value, such as a local state or a message, as an S, and whether it is one. A nil is one if S
// is an interface.
func As[S any](v any) (S, bool) {
	x, ok := v.(S)
	return x, ok || v == nil && reflect.TypeFor[S]().Kind() == reflect.Interface
}

// Local returns the local state of process p, which is an S, and whether p is
// up; a process that is down has none.
func Local[S any](s State, p ID) (S, bool) {
	v, up := s.Local(p)
	if !up {
		var zero S
		return zero, false
	}
	x, ok := As[S](v)
	if !ok {
		Misuse("the local state of process %d is a %T, not a %v", p, v, reflect.TypeFor[S]())
	}
	return x, true
}

// Locals iterates over the processes that are up and whose local state is an S.
func Locals[S any](s State) iter.Seq2[ID, S] {
	return func(yield func(ID, S) bool) {
		for p := range ID(s.N()) {
			if v, up := s.Local(p); up {
				if x, ok := As[S](v); ok && !yield(p, x) {
					return
				}
			}
		}
	}
}

// Local returns the local state of process p and whether p is up.
func (s State) Local(p ID) (any, bool) {
	s.check("local state", p)
	return s.of.Local(p)
}

// Up reports whether process p has not crashed, or has recovered.
func (s State) Up(p ID) bool { _, up := s.Local(p); return up }

// Stored returns what is in the stable storage of process p; nil if nothing was
// stored.
func (s State) Stored(p ID) any {
	s.check("stable storage", p)
	return s.of.Stored(p)
}

// Timers returns the timers of process p that are set, sorted by name.
func (s State) Timers(p ID) []string {
	s.check("timers", p)
	return s.of.Timers(p)
}

// Suspects reports whether the detector of process p suspects q.
func (s State) Suspects(p, q ID) bool {
	s.check("suspects", p, q)
	return s.of.Suspects(p, q)
}

// Clock returns the reading of process p's local clock.
func (s State) Clock(p ID) int {
	s.check("clock", p)
	return s.of.Clock(p, math.MaxInt)
}

// ClockReached reports whether process p's local clock shows the given reading or more; see Clocks.
func (s State) ClockReached(p ID, reading int) bool {
	s.check("clock", p)
	return s.of.Clock(p, reading) >= reading
}

// Channel returns the messages in transit from one process to another: in the order of sending for FIFO channels, in
// a fixed order for others. There are none if the topology has no channel.
func (s State) Channel(from, to ID) []Message {
	s.check("channels", from, to)
	return s.of.Channel(from, to)
}

// Messages iterates over all messages in transit, by channel in the order of senders, then receivers.
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

// OnItsWay reports whether a message of type M from process p is in transit to anybody.
func OnItsWay[M any](s State, p ID) bool {
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

// Stable reports whether the system has stabilised; this is always so unless its timing is Partial.
func (s State) Stable() bool {
	s.check("phase")
	return s.of.Stable()
}

// Severed reports whether the channel between two processes is cut, either alone or by a partition.
func (s State) Severed(from, to ID) bool {
	s.check("channels", from, to)
	return s.of.Severed(from, to)
}

// Variables iterates over the shared variables that are not hidden, by name in the
// order of Instance.Variables.
func (s State) Variables() iter.Seq2[string, any] {
	s.check("shared variables")
	return s.of.Variables()
}

// History returns the operations that the processes have called so far, in the order of Call. The history, and
// whether two histories are equal, depends only on what each process called and returned and on which operations had
// returned before which others were called.
func (s State) History() []Operation {
	s.check("history")
	return s.of.History()
}

// KeepsHistory reports whether there is a History.
func (s State) KeepsHistory() bool { return s.of.N() > 0 && s.of.KeepsHistory() }

// Whole returns the value of a Machine, which is an S.
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
		Misuse("the state of the machine is a %T, not a %v", v, reflect.TypeFor[S]())
	}
	return x
}
