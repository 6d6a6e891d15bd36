package symbolic

import "github.com/anel-mc/mc/explore"

// Products is what a System declares whose steps are products of functions of single slots: what an event does to a
// slot depends on that slot, on the event, and on nothing else. It is used by one goroutine at a time.
//
// Events belong to groups. Which events a group has in a state depends on what it sees of some slots, and on whether
// all of the event's functions are defined. What is not declared at first is told when it is asked for: only of what
// can be seen in a state that can be reached, so that no code of a model runs on anything else.
type Products interface {
	// Groups is how many groups there are.
	Groups() int

	// Reads returns the slots that decide which events a group has, and for each whether the group sees all of it.
	Reads(group int) (slots []int32, whole []bool)

	// Sees returns what a group sees of the value of slot number i of Reads, of which it does not see all; nothing if it
	// has no event then. There may be several things, such as the messages of a channel: its events are those of each
	// alone.
	Sees(group, i int, value uint32) []uint32

	// Learn calls row for each event that a group has where it sees that of the slots of Reads: with the slots that it
	// depends on or changes, each once, and the number of a function for each; and whether the system owes it. What row
	// is given is only good during the call. An event that is only sometimes one of those is not among them unless its
	// functions are undefined where it is not.
	Learn(group int, seen []uint32, row func(owed bool, slots []int32, functions []uint32)) error

	// Only returns the only value that a function is defined for, if there is only one.
	Only(function uint32) (from uint32, only bool)

	// Apply applies a function.
	Apply(function, value uint32) (after uint32, defined bool)

	// Plain makes v, in which functions may have put values of their own, a vector of the System. Different vectors that
	// can be reached remain different.
	Plain(v []uint32)
}

// System is what can be searched.
type System interface {
	explore.System
	Products() Products
}
