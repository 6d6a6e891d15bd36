package system

import (
	"sync"
	"sync/atomic"

	"github.com/anel-mc/mc/model"
)

// What the slots of an Instance hold.

// record is what the slot of a process holds.
type record struct {
	local  uint32 // value
	stored uint32 // 1 more than a value; 0 for nothing
	timers uint32 // timer set
	down   bool
}

// row is a record with what its process can do.
type row struct {
	record
	idle    atomic.Bool // known to have no live act and no timer
	live    atomic.Pointer[[]liveAct]
	crashed atomic.Uint32 // 1 more than the row after a crash, once known
}

// liveAct is an act that may be enabled: its tree is not just "disabled".
type liveAct struct {
	act  uint32
	tree *node[effect]
}

// timer is a timer that is set. It fires when left is 0, which it always is under Async timing.
type timer struct {
	name uint32
	left uint32
}

// timerSet holds the timers that are set, sorted by name.
type timerSet []timer

// content is what a channel holds: its messages in the order of sending if it
// is FIFO, otherwise in the order of their encodings.
type content struct {
	entries []uint32
	// next are the positions of what can be delivered now: the first message of a FIFO channel; otherwise one of each
	// distinct message.
	next []int32
	// losable are the positions of what can be lost now; see processes.losesAny.
	losable []int32
	// due says that a message must be delivered before time passes, and clocked that a tick changes anything.
	due, clocked bool
}

// cutSet is which links are cut, one by one and by a partition.
type cutSet struct {
	links [(model.MaxProcesses*(model.MaxProcesses-1)/2 + 63) / 64]uint64 // bits, by index in links
	// processes on the side of process 0; 0 for no partition
	side uint64
}

// entry is a message in a channel: deliverable when wait is 0, and to be
// delivered before left runs out.
type entry struct {
	message uint32
	wait    uint16
	left    uint16
}

// moment is an entry in a history.
type moment struct {
	kind  momentKind
	p     model.ID
	value uint32
}

type momentKind uint8

const (
	crashed momentKind = iota // first: the moment p is the crash of process p
	called
	returned
)

// history is what the slot of the history holds: the partial order of the operations.
type history struct {
	lanes []lane // by process
	ops   []shown
}

// lane is what one process did.
type lane struct {
	done []interval // in order
	// lost are those that a crash ended, in a fixed order: when a crash happened shows only in what was called before and
	// after.
	lost   []interval
	open   interval
	isOpen bool
}

// interval is an operation in a lane.
type interval struct {
	input, output uint32
	// after is how many operations of each process had returned when it was called. That determines the interval order,
	// since the operations of a process return in the order in which they were called.
	after []uint32
}

// shown is an operation as State.History shows it.
type shown struct {
	interval
	p        model.ID
	pending  bool
	from, to int
}

// value is an interned value with a copy of it that shares nothing with
// the user's.
type value struct {
	bytes  string
	value  any
	ranges bool // it contains a map, whose order could show
	shared bool // copies of it share memory
	// lent is the copy that handlers are given, if it isLent. It is used by one goroutine at a time, while user code
	// runs.
	lent   any
	isLent bool
}

// budget is what is left of a model's Faults, in the order of Faults.Budgets.
type budget [setbacks + 1]int32

// rest is what is known about clocks at rest.
type rest struct {
	reached atomic.Bool // a clock came to rest

	mu      sync.Mutex
	noticed string // who noticed that it is at rest: the first of several in the order of their names
}

// clip records who noticed that a clock is at rest, unless by is empty.
func (r *rest) clip(by string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.noticed == "" || by != "" && by < r.noticed {
		r.noticed = by
	}
}

func (r *rest) clipped() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.noticed
}
