package model

import (
	"iter"
	"reflect"
)

// Host serves a Context on behalf of whatever runs the handler: the checker, a network of machines, a debugger or a
// test. A Host is created for one call of a handler in one process, and used by that call only. It keeps the effects
// that the handler requests (Send to Return) until the handler has returned, and then makes them take place together;
// if the handler does not return, none does. It must copy or encode the values that it is given before it returns, and
// handlers may only read the values that it returns. It rejects impossible requests with Misuse.
//
// A Host may also have a method Used(what string), which is called before each of these with what the handler wants to
// do, except for N and Joined. So a host whose call is over can tell that the handler has kept its Context.
//
// A Host for processes returned by Observe also has a method Resend(change func(m Message) Message), which replaces
// each message m that the handler has sent so far with change(m).
type Host interface {
	// N returns the number of processes.
	N() int

	// Joined reports whether there is a channel from the process to another, or to itself.
	Joined(to ID) bool

	// Send puts a message into the channel to a process. It must reject the message if there is no such channel.
	Send(to ID, m Message)

	// SetTimer starts or restarts a timer, and CancelTimer stops it if it is set.
	SetTimer(name string, ticks int)
	CancelTimer(name string)

	// Store replaces the contents of stable storage.
	Store(v any)

	// Choose returns a number from 0 to n-1; n is at least 1.
	Choose(n int) int

	// Read returns the value of a shared variable, as last written by this or any other handler, and Write sets it.
	// With at, they read and write the element of a map at a key; see At. Nil may stand for an element's zero value.
	Read(variable string, at bool, key any) any
	Write(variable string, v any, at bool, key any)

	// Suspects reports whether the failure detector of the process suspects q.
	Suspects(q ID) bool

	// Clock returns the lesser of most and the reading of the process's local clock: the result reveals nothing about
	// readings beyond most.
	Clock(most int) int

	// Call and Return record the call of an operation and the return from it.
	Call(in any)
	Return(out any)

	// Mark adds text to the trace.
	Mark(text string)
}

// Snapshot serves a State: it is one state of the whole system, the checker's or one that a test writes down. IDs
// passed to its methods are from 0 to N-1. It rejects with Misuse what the system does not have: a clock, a failure
// detector or a history.
type Snapshot interface {
	// N returns the number of processes. It is 0 for a Machine, and then only Whole is called.
	N() int

	// Process returns the name of a process in reports, and the type of its local states: an interface if they are of
	// several types.
	Process(p ID) (name string, local reflect.Type)

	// Local returns the local state of a process and whether the process is up.
	Local(p ID) (any, bool)

	// Stored returns the contents of a process's stable storage, or nil, and Timers the names of its timers that are
	// set, sorted.
	Stored(p ID) any
	Timers(p ID) []string

	// Suspects reports whether the failure detector of p suspects q.
	Suspects(p, q ID) bool

	// Clock returns the lesser of most and the reading of p's local clock: the result reveals nothing about readings
	// beyond most.
	Clock(p ID, most int) int

	// Channel returns the messages in transit from one process to another. Severed reports whether the channel is cut.
	Channel(from, to ID) []Message
	Severed(from, to ID) bool

	// Stable reports whether the system has stabilised; see State.Stable.
	Stable() bool

	// Variable returns the value of a shared variable, or with at of an element of it, as Host.Read does, and
	// whether there is a variable of that name. Variables iterates over the variables that are not hidden, in the order
	// of Instance.Variables.
	Variable(name string, at bool, key any) (any, bool)
	Variables() iter.Seq2[string, any]

	// History returns the operations so far, and KeepsHistory reports whether the instance keeps a History.
	History() []Operation
	KeepsHistory() bool

	// See returns the value of a view for a process, computed or remembered.
	See(v Viewed, p ID) any

	// Whole returns the value of a Machine or, if at is true, a pointer to it, which is valid until another state is
	// shown. For an Instance it returns nil.
	Whole() (v any, at bool)
}
