package model

import (
	"fmt"
	"strings"
)

// Kind is what sort of event happens in a step.
type Kind string

// The kinds of events.
const (
	Acted     Kind = "act"       // a process takes one of its acts, or a machine an action
	Deliver   Kind = "deliver"   // a message reaches its receiver
	Timeout   Kind = "timeout"   // a timer fires
	Crash     Kind = "crash"     // a process stops and loses what is volatile
	Recover   Kind = "recover"   // a crashed process comes back
	Lose      Kind = "lose"      // a message is lost
	Duplicate Kind = "duplicate" // a message is delivered and stays in its channel
	Cut       Kind = "cut"       // a link stops working
	Partition Kind = "partition" // the processes are split in two groups
	Heal      Kind = "heal"      // a cut link or a partition is mended
	Tick      Kind = "tick"      // time moves on by one tick, or the local clock of a process
	SetBack   Kind = "set back"  // a local clock is set back
	Stabilise Kind = "stabilise" // from now on messages arrive in time and detectors are right
	Suspect   Kind = "suspect"   // a failure detector begins to suspect a process
	Trust     Kind = "trust"     // a failure detector ceases to suspect a process
)

// Fault reports whether events of this kind are failures, which count against
// the fault budget. Recover and Heal are not failures, though they have budgets.
func (k Kind) Fault() bool {
	switch k {
	case Crash, Lose, Duplicate, Cut, Partition, SetBack:
		return true
	}
	return false
}

// Event is one atomic step of a system, described for people.
type Event struct {
	Kind Kind

	// Process is where the event happens: the process that acts, receives,
	// crashes. None for events of the network and for a Machine's actions.
	Process ID

	// Name of the act or timer, or of the machine's action with its argument.
	Name string

	// From and To are the ends of the channel of a message, or of a cut
	// link; None otherwise.
	From, To ID

	// Message is what is delivered, lost or duplicated: a copy.
	Message Message

	// Behind is how many messages are ahead of Message in a FIFO channel. Only one that is lost may have any; see
	// Faults.Lose.
	Behind int

	// Suspect is the process that Process begins or ceases to suspect; None
	// otherwise.
	Suspect ID

	// Group is the side of process 0 in a partition.
	Group []ID

	// Choice is the outcome of the handler's choices: 0 where it made none, or no handler ran.
	Choice int
}

// Send is a message that a handler sent in a step.
type Send struct {
	From, To ID
	Message  Message
	// Lost says that it went nowhere: the link was cut or the receiver has
	// stopped for good.
	Lost bool
}

// Recorded is the call of an operation, or its return, by the process of the step.
type Recorded struct {
	Return bool
	// Value is what was called or returned.
	Value any
}

// Step is an event with what the handler did to the outside.
type Step struct {
	Event

	// Choices is how many outcomes the handler's choices have, of which Choice is one: 1 where the handler
	// made none, 0 where no handler ran.
	Choices int

	Sends []Send
	// Recorded are the calls and returns of operations, in order.
	Recorded []Recorded
	// Marks are the places that the handler marked, in order.
	Marks []string
	// Dropped says that a delivered message was lost because its receiver is
	// down.
	Dropped bool
}

// Class is a sort of event that is counted by itself: an act, the handler of a
// kind of process, a fault.
type Class struct {
	Kind Kind
	// Process is the Name of the kind of process; empty for the network's events.
	Process string
	// Name of the act; empty for other kinds of events.
	Name string
	// Owed says that the system owes events of this class: they happen in
	// the end if they stay enabled. Faults, recoveries and optional acts are not.
	Owed bool
}

func (c Class) String() string {
	var b strings.Builder
	b.WriteString(string(c.Kind))
	if c.Name != "" {
		fmt.Fprintf(&b, " %q", c.Name)
	}
	if c.Process != "" {
		fmt.Fprintf(&b, " of %s", c.Process)
	}
	return b.String()
}

// Events are numbers inside the engine. The class stands in the topmost 12
// bits, where the engine counts by it; then who (process, channel or link),
// which (message of the channel, timer, split) and the choice.
const (
	classShift  = 52
	actorShift  = 38
	indexShift  = 20
	maxClass    = 1 << (64 - classShift)
	maxActor    = 1 << (classShift - actorShift)
	maxIndex    = 1 << (actorShift - indexShift)
	maxOutcomes = 1 << indexShift
)

func event(class, actor, index int) uint64 {
	return uint64(class)<<classShift | uint64(actor)<<actorShift | uint64(index)<<indexShift
}

// parts takes an event apart.
func parts(event uint64) (class, actor, index, choice int) {
	return int(event >> classShift), int(event >> actorShift & (maxActor - 1)),
		int(event >> indexShift & (maxIndex - 1)), int(event & (maxOutcomes - 1))
}
