package system

import "github.com/anel-mc/mc/model"

// Calls of handlers and their effects.

// effect is the result of a handler: a leaf of its decision tree.
type effect struct {
	disabled bool // the guard said no; the rest is empty
	id       uint32
	local    uint32
	store    uint32 // 1 more than the value to store, or 0
	// cachedRow caches one result of processes.handle: the row before, plus 1, in the upper half, and the row after in the
	// lower; 0 at first. Workers share it, and access it with package atomic.
	cachedRow uint64
	ops       []op
	timers    []timerOp
	marks     []string
	// recorded are the moments added to the history, in order.
	recorded []uint32
	accesses accesses // of shared variables, for this leaf
}

// callKind says which function of a process is called.
type callKind uint8

const (
	callInit callKind = iota
	callAct
	callReceive
	callTimeout
	callDetect
	callRecover
	callKinds
)

// call is a handler with its arguments, except for what it reads through its Context.
type call struct {
	kind    callKind
	p       model.ID
	local   uint32 // local state; for callRecover, 1 more than the stored value, or 0
	index   uint32 // act, channel, timer or suspect
	message uint32 // for callDetect, 1 if the process is now suspected and 0 if it no longer is
}

// op is an effect on a slot: it pushes a message, or writes a variable, a shard of one, or an element of a shard.
type op struct {
	send    bool
	element bool  // value is a binding of the shard
	index   int32 // of the channel, or place in varSlot
	value   uint32
}

// timerOp sets a timer or cancels it.
type timerOp struct {
	set   bool
	name  uint32
	ticks uint32 // 0 under Async timing, where it makes no difference
}

// accesses are the shared variables that are read and written, as bits, by place in varSlot. Where this is used there
// are at most maxShared of them.
type accesses struct{ reads, writes uint64 }

// touching is what is known of the accesses of the functions called so far. It is written by one goroutine at a time,
// which holds handlers.user.
type touching struct {
	groups  []accesses // by group
	written []uint64   // by variable: what was written first; 0 for nothing
	varying uint64     // variables to which different values were written, or are by images of calls
}

// future is what a process may still do, whatever the others do: the channels into which it may send, as bits, and the
// shared variables that it may access.
type future struct {
	sends uint64
	accesses
}

// futures say, for each row of a process, what it may still do while no failure occurs: everything its functions have
// been observed to do from that local state on. This is incomplete until a search has ended, so a search that relies
// on futures must be validated afterwards; see System.Settle.
type futures struct {
	rows    [][]future // by process and row
	whole   []future   // by process, for rows beyond those listed
	varying uint64     // variables to which different values are written
}
