package model

import "iter"

// Host is whatever runs a handler, and what a Context asks of it: the checker, a network of machines, a debugger or a
// test. A Host is made for one run of a handler in one process. What the handler requests (Send to Return) happens
// together, and only if the handler returns, so the Host keeps it until then. It must copy or encode values that it
// is given at once, and the handler may only read the values that it gets. It rejects what is impossible by Misuse.
//
// A Host of processes that Observe returned also has Resend(change func(m Message) Message), which changes each
// message that the handler has sent so far.
type Host interface {
	// N is the number of processes.
	N() int

	// Joined reports whether there is a channel from the process to another, which may be itself.
	Joined(to ID) bool

	// Send puts a message into the channel to a process. There may be none.
	Send(to ID, m Message)

	// SetTimer starts or restarts a timer, and CancelTimer stops it if it is set.
	SetTimer(name string, ticks int)
	CancelTimer(name string)

	// Store replaces what is in stable storage.
	Store(v any)

	// Choose returns a number below n, which is at least 1.
	Choose(n int) int

	// Read returns the value of a shared variable, including what this handler wrote to it. Write writes to it. With a
	// key the variable is an element of a map, as with At: nil will do for the zero value.
	Read(variable string, key ...any) any
	Write(variable string, v any, key ...any)

	// Suspects reports whether the failure detector of the process suspects q.
	Suspects(q ID) bool

	// Clock is the reading of the process's local clock, or most if that is less: nothing beyond most is asked.
	Clock(most int) int

	// Call and Return record what happens to an operation.
	Call(in any)
	Return(out any)

	// Mark puts a text into the trace.
	Mark(text string)
}

// Snapshot is a state of the whole system, and what a State asks of it: the checker's, or one that a test writes
// down. IDs passed to it are below N. It rejects by Misuse what the system does not have: a clock, suspects, a
// history.
type Snapshot interface {
	// N is the number of processes: 0 for a Machine, of which only Whole is asked.
	N() int

	// Name is what a process is called in reports.
	Name(p ID) string

	// Local is the local state of a process, and whether it is up.
	Local(p ID) (any, bool)

	// Stored is what is in its stable storage, or nil, and Timers are those of its timers that are set, sorted by name.
	Stored(p ID) any
	Timers(p ID) []string

	// Suspects reports whether the failure detector of p suspects q.
	Suspects(p, q ID) bool

	// Clock is the reading of p's local clock, or most if that is less: nothing beyond most is asked.
	Clock(p ID, most int) int

	// Channel are the messages in transit from one process to another, and Severed reports whether nothing gets through.
	Channel(from, to ID) []Message
	Severed(from, to ID) bool

	// Stable reports whether the system has stabilised, or always was stable.
	Stable() bool

	// Variable is the value of a shared variable (with a key, of an element, as in Host.Read), and whether there is one
	// of that name. Variables are those that are not hidden, in the order of Instance.Variables.
	Variable(name string, key ...any) (any, bool)
	Variables() iter.Seq2[string, any]

	// History are the operations so far, and KeepsHistory reports whether there are any to record.
	History() []Operation
	KeepsHistory() bool

	// See is what a view shows of a process, computed or remembered.
	See(v Viewed, p ID) any

	// Whole is the value of a Machine or, if at, a pointer to it, which is good until another state is shown. Of an
	// Instance it is nil.
	Whole() (v any, at bool)
}
