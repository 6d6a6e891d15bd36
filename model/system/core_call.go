package system

import "github.com/anel-mc/mc/model"

// What handlers do, and what is known about it.

// effect is the result of a handler: a leaf of its decision tree.
type effect struct {
	disabled bool // the guard said no, and the rest is empty
	id       uint32
	local    uint32
	store    uint32 // 1 more than the value to store, or 0
	// become is one of the rows that the process was in, plus 1, in the upper half, and that which it became; 0 before
	// there is one. Workers share it: see package atomic.
	become uint64
	ops    []op
	timers []timerOp
	marks  []string
	// recorded are the moments added to the history, in order.
	recorded []uint32
	accesses accesses // of shared variables, whatever was chosen or read on the way
}

// callKind says which function of a process is called.
type callKind uint8

const (
	callInit callKind = iota
	callAct
	callReceive
	callTimeout
	callRecover
	callDetect
)

// call is a handler with its arguments, except for what it reads through its Context.
type call struct {
	kind    callKind
	p       model.ID
	local   uint32 // local state; for callRecover 1 more than the stored value
	index   uint32 // act, channel, timer or suspect
	message uint32 // for callDetect 1 if the process is now suspected, 0 if no longer
}

// op is an effect on a slot: push a message, or write a variable, a shard of one, or an element of a shard.
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
	ticks uint32 // 0 under Async timing, where it makes no difference
}

// accesses are the shared variables that are read and written, as bits, by their place in varSlot. Wherever this is
// used, there are at most 64.
type accesses struct{ reads, writes uint64 }

// touching is what is known of the accesses of the functions called so far. It is written by one goroutine at a time,
// while user code runs.
type touching struct {
	groups  []accesses // by group
	written []uint64   // by variable: what was written first, 0 for nothing
	varying uint64     // variables to which another value was written, too
}

// future is what a process may still do, whatever the others do: the channels into which it sends, as bits, and the
// shared variables that it accesses.
type future struct {
	sends uint64
	accesses
}

// futures say, for each row of a process, what it may still do while no failure occurs: what its functions have been
// seen to do so far, from that local state on. That is incomplete until a search has ended, so a search that relied on
// futures has to be validated when it is over: see System.Settle.
type futures struct {
	rows    [][]future // by process and row
	whole   []future   // by process: for rows that are not listed
	varying uint64     // variables to which different values are written
}
