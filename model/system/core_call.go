package system

import "github.com/anel-mc/mc/model"

// What handlers do, and what is known of that.

// effect is the result of a handler: a leaf of its decision tree.
type effect struct {
	disabled bool // the guard said no, and the rest is empty
	id       uint32
	local    uint32
	// plain is the row of a process that is in local and has no timers and
	// nothing stored. It is what the process becomes if it was like that
	// before and simple says that the handler changes neither.
	plain  uint32
	simple bool
	timers []timerOp
	store  uint32 // 1 more than the value to store, or 0
	ops    []op
	marks  []string
	// recorded are the moments of the history, in order.
	recorded []uint32
	accesses accesses // of shared variables, whatever was chosen or read on the way
}

// callKind is which function of a process is called.
type callKind uint8

const (
	callInit callKind = iota
	callAct
	callReceive
	callTimeout
	callRecover
	callDetect
)

// call is a handler with its arguments, all but what it reads through its
// Context.
type call struct {
	kind    callKind
	p       model.ID
	local   uint32 // local state; for callRecover 1 more than the stored value
	index   uint32 // act, channel, timer or suspect
	message uint32 // for callDetect 1 if the process is suspected now, 0 if no more
}

// op is an effect on a slot: push a message, or write a variable, a shard of one or an element of that.
type op struct {
	send    bool
	element bool  // then value is that of an element
	index   int32 // of the channel, or place in varSlot
	value   uint32
}

// timerOp sets a timer or cancels it.
type timerOp struct {
	set   bool
	name  uint32
	ticks uint32 // 0 under Async timing, where they make no difference
}

// accesses are shared variables that are read and written, as bits, by their place in
// varSlot. There are at most 64 of them wherever this is asked for.
type accesses struct{ reads, writes uint64 }

// touching is what is known of the accesses of the functions that have been called so far. It is written while
// user code runs, by one at a time.
type touching struct {
	groups  []accesses // by group
	written []uint64   // by variable: what was written first, 0 for nothing
	varying uint64     // variables to which another was written, too
}

// future is what a process may yet do, whatever the others do: the channels into which it sends, as
// bits, and the shared variables that it accesses.
type future struct {
	sends uint64
	accesses
}

// futures tell of each row of a process what it may yet do while no failure occurs: what its
// functions were seen to do so far, from that local state on. What was seen is not all that there
// is until a search has come to its end, so one that went by futures has to be looked at when it is
// over: see System.Settle.
type futures struct {
	rows    [][]future // by process and row
	whole   []future   // by process: of rows that are not among these
	varying uint64     // variables to which different values are written
}
