package system

import (
	"fmt"
	"strings"

	"github.com/anel-mc/mc/model"
)

// Send is a message that a handler sent in a step.
type Send struct {
	From, To model.ID
	Message  model.Message
	// Lost says that the message was not put into a channel: the link was cut, or the receiver has stopped for good.
	Lost bool
}

// Recorded is the call of an operation, or its return, by the process of the step.
type Recorded struct {
	Return bool
	// Value is the input of a call, or the output of a return.
	Value any
}

// Step is an event with the visible effects of its handler.
type Step struct {
	model.Event

	// Choices is how many outcomes the handler's choices have, of which Choice is one. It is 1 if the handler made no
	// choice, 0 if no handler ran, and Uncounted if there are more than were looked at.
	Choices int

	Sends []Send
	// Recorded are the calls and returns of operations, in order.
	Recorded []Recorded
	// Marks are the places that the handler marked, in order.
	Marks []string
	// Dropped says that a delivered message was lost because its receiver is down.
	Dropped bool
}

// Uncounted stands for the number of outcomes of choices if that is not known; see Selection.
const Uncounted = -1

// Class is a class of events that are counted together: an act, a handler of a kind of process, or a fault.
type Class struct {
	Kind model.Kind
	// Process is the Name of the kind of process; empty for the network's events.
	Process string
	// Name is the name of the act; empty for other kinds of events. For changes of a failure detector it says whether
	// they are right.
	Name string
	// Owed says that the system owes events of this class: they happen eventually if they stay enabled. Faults,
	// recoveries and optional acts are not owed.
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

// Failure reports whether events of a kind are failures, which count against the fault budget. Recover and Heal are
// not failures, though they have budgets.
func Failure(k model.Kind) bool {
	switch k {
	case model.Crash, model.Lose, model.Duplicate, model.Cut, model.Partition, model.SetBack:
		return true
	}
	return false
}

// Events are numbers inside the engine. The class is in the topmost 12 bits, by which the engine counts. Then come the
// actor (process, channel or link), an index (message in the channel, timer, split) and the choice.
const (
	classShift  = 52
	actorShift  = 38
	indexShift  = 20
	maxClass    = 1 << (64 - classShift)
	maxActor    = 1 << (classShift - actorShift)
	maxIndex    = 1 << (actorShift - indexShift)
	maxOutcomes = 1 << indexShift // of one handler; as many as one Choose may have
)

func event(class, actor, index int) uint64 {
	return uint64(class)<<classShift | uint64(actor)<<actorShift | uint64(index)<<indexShift
}

// CallOf is the part of an event that it has in common with the other outcomes of the choices of its call.
func CallOf(event uint64) uint64 { return event >> indexShift }

// parts splits an event into its parts.
func parts(event uint64) (class, actor, index, choice int) {
	return int(event >> classShift), int(event >> actorShift & (maxActor - 1)),
		int(event >> indexShift & (maxIndex - 1)), int(event & (maxOutcomes - 1))
}
