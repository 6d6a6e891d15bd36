package symbolic

import "github.com/anel-mc/mc/explore"

// Products describes the steps of a System as products of functions of single slots: what an event does to a slot
// depends only on the event and on that slot. It is used by one goroutine at a time.
//
// Events belong to groups. Which events a group has in a state depends on what the group sees of some slots, and on
// whether all functions of the event are defined. The groups and the slots that they read are declared in advance,
// the events only on demand: Learn is called only with what can be seen in some reachable state, so that the code of
// a model runs on nothing else.
type Products interface {
	// Groups returns the number of groups.
	Groups() int

	// Reads returns the slots that determine which events a group has, and for each slot whether the group sees its
	// whole value.
	Reads(group int) (slots []int32, whole []bool)

	// Sees returns what a group sees of a value of the i-th slot of Reads, if it does not see the whole value: nothing
	// if the group has no event for that value, and several things if it has the events of each one, as with the
	// messages in a channel.
	Sees(group, i int, value uint32) []uint32

	// Learn calls row for each event that a group has where it sees seen of the slots of Reads: with whether the system
	// owes the event, the slots that the event depends on or changes, each once, and the number of a function for each
	// slot. The slices are valid only during the call. An event that is enabled in only some of these states must have
	// functions that are undefined in the others.
	Learn(group int, seen []uint32, row func(owed bool, slots []int32, functions []uint32)) error

	// Only returns the value for which a function is defined, if there is only one.
	Only(function uint32) (from uint32, only bool)

	// Apply applies a function to a value.
	Apply(function, value uint32) (after uint32, defined bool)

	// Plain turns v, which may hold values that only functions produce, into a vector of the System. Different reachable
	// vectors remain different.
	Plain(v []uint32)
}

// System is a system that this package can search.
type System interface {
	explore.System
	Products() Products
}
