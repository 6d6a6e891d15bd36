package system

import (
	"sync"
	"sync/atomic"

	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/internal/codec"
)

// The contents of the slots of an Instance.

// record is the content of the slot of a process.
type record struct {
	local  uint32 // value
	stored uint32 // 1 more than a value; 0 for nothing
	timers uint32 // a timerSet
	down   bool
}

// row is an interned record, with what is known of what its process can do.
type row struct {
	record
	idle    atomic.Bool // it has no live act and no timer
	live    atomic.Pointer[[]liveAct]
	crashed atomic.Uint32 // 1 more than the row after a crash; 0 until known
}

// liveAct is an act that may be enabled: its tree is not just "disabled".
type liveAct struct {
	act  uint32
	tree *node[effect]
}

// timer is a timer that is set. It may fire when left is 0, which it always is under Async timing.
type timer struct {
	name uint32
	left uint32
}

// timerSet holds the timers that are set, sorted by name.
type timerSet []timer

// content is the content of a channel: its messages in the order of sending if it is FIFO, otherwise in the order of
// their encodings.
type content struct {
	entries []uint32
	// next are the positions of the messages that can be delivered now: the first of a FIFO channel; otherwise one of
	// each distinct message.
	next []int32
	// losable are the positions of the messages that can be lost now; see traits.losesAny.
	losable []int32
	// due says that a message must be delivered before time passes, and clocked that a tick changes something.
	due, clocked bool
}

// cutSet is the set of links that are cut, one by one and by a partition.
type cutSet struct {
	links [(model.MaxProcesses*(model.MaxProcesses-1)/2 + 63) / 64]uint64 // bits, by index in links
	// side has a bit for each process on the side of process 0; it is 0 if there is no partition.
	side uint64
}

// entry is a message in a channel: deliverable once wait is 0, and to be delivered before left runs out.
type entry struct {
	message uint32
	wait    uint16
	left    uint16
}

// moment is something that a history records.
type moment struct {
	kind  momentKind
	p     model.ID
	value uint32
}

type momentKind uint8

const (
	crashed momentKind = iota // the first moments, so that moment p is the crash of process p
	called
	returned
)

// history is the content of the history's slot: the partial order of the operations.
type history struct {
	lanes []lane // by process
	ops   []shown
}

// lane has the operations of one process.
type lane struct {
	done []interval // in order
	// lost are the operations that a crash ended, in a fixed order: when a crash happened shows only in what was called
	// before and after it.
	lost   []interval
	open   interval
	isOpen bool
}

// interval is an operation in a lane.
type interval struct {
	input, output uint32
	// after is how many operations of each process had returned when this one was called. That determines the interval
	// order, since the operations of a process return in the order in which they were called.
	after []uint32
}

// shown is an operation as State.History presents it.
type shown struct {
	interval
	p        model.ID
	pending  bool
	from, to int
}

// value is an interned value, with a copy of it that shares no memory with the user's.
type value struct {
	bytes  string
	value  any
	ranges bool         // it contains a map, whose order could show
	shared bool         // plain copies of it would share memory
	slices codec.Slices // all of that memory, if it is but that of a few slices
	// lent is the copy that handlers are given, if isLent is set. It is used by one goroutine at a time, which holds
	// handlers.user.
	lent   any
	isLent bool
}

// budget is what remains of a model's Faults, in the order of Faults.Budgets.
type budget [setbacks + 1]int32

// clockRest is what is known about clocks that have reached their highest reading, where they rest.
type clockRest struct {
	reached atomic.Bool // a clock came to rest

	mu      sync.Mutex
	noticed string // who noticed that a clock is at rest: the first by name
}

// clip records that a clock was noticed to be at rest, and by whom if by is not empty.
func (r *clockRest) clip(by string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.noticed == "" || by != "" && by < r.noticed {
		r.noticed = by
	}
}

func (r *clockRest) clipped() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.noticed
}
