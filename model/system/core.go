package system

import (
	"reflect"
	"sync"
	"sync/atomic"

	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/internal/codec"
)

// processes is a compiled Instance.
type processes struct {
	inst  model.Instance
	n     int
	names []string             // by process, in reports
	kinds []model.Process[any] // what each process runs
	own   []own                // by process

	layout
	traits
	tables
	operations
	handlers
	exit

	views views

	rest clockRest

	// touching records which shared variables are accessed. dependent has, by group of events, the groups that conflict
	// because of that, as bits.
	touching  touching
	dependent [maxGroups]atomic.Uint64

	spares [maxSpare]atomic.Pointer[loan] // by number of the value; see loan.go

	assumed *futures // what processes had been observed to do when Settle was last called
	coarse  bool     // see Generalize

	// symmetry is the symmetry that is assumed, or nil.
	symmetry equivariance
}

// maxGroups is explore.MaxGroups.
const maxGroups = 64

// layout is where things are in the vector.
type layout struct {
	width int

	// Slots are -1 for what the instance does not have.
	procSlot    []int32
	varSlot     []int32 // of each variable, in order, or of each shard of a map
	budgetSlot  int32
	linkSlot    int32
	phaseSlot   int32
	suspectSlot []int32
	clockSlot   []int32
	historySlot int32
	slotKinds   []slotKind // by slot

	channels   []channel
	channelAt  [][]int32 // by sender and receiver; -1 if there is no channel
	into, from [][]int32 // channels, by receiver and by sender
	variables  []variable
	variableAt map[string]int32
	variableOf []int32      // by place in varSlot
	links      []model.Link // that can be cut, undirected

	classes []Class
	class   classIndex
}

// traits are properties of an instance that are needed often.
type traits struct {
	// crashStop says that processes may crash, and none recovers.
	crashStop bool
	// losesAny says that any message in transit may be lost, not only those that could be delivered; see Faults.Lose.
	losesAny bool
	// undisturbed says that there are neither crashes nor failure detectors, so that an idle process has no events of
	// its own.
	undisturbed bool
	// shares says that what a process can do may depend on more than its own slot and the channels to it.
	shares bool
	// timed says that ticks pass or that the system stabilises.
	timed bool
	// groupsEach is how many groups of events each process has, not counting those of channels; see agent.
	groupsEach int
}

// tables intern the contents of slots, and their parts.
type tables struct {
	registry codec.Registry
	values   interner[string, value]
	buffers  sync.Pool // of *[]byte, for encodings
	steppers sync.Pool // of *stepper, for events
	contents interner[string, content]
	rows     []interner[record, row] // by process
	timers   interner[string, timerSet]
	timerIDs interner[string, string]
	budgets  interner[budget, budget]
	cuts     interner[cutSet, cutSet]
	suspects interner[uint64, uint64] // bits, by process
	entries  interner[entry, entry]   // unless timing is Async

	// The history of operations, if there is one. The first moments are the crashes, by process.
	histories interner[string, history]
	moments   interner[moment, moment]

	// Elements of shared variables that are maps.
	keys     interner[string, elementKey]
	bindings interner[binding, binding]
	shards   interner[string, []binding]

	// viewValues are the values of views.
	viewValues interner[string, value]
}

// operations memoize operations on slots.
type operations struct {
	extended memo[uint32] // by history and moment: 1 more than the history after it, 0 if impossible
	stamped  memo[uint32] // by message and circumstances: entry
	aged     memo[uint32] // by content: after a tick
	settled  memo[uint32] // by content: when the system stabilises
	pushed   memo[uint32] // by content and message
	popped   memo[uint32] // by content and position
	written  memo[uint32] // by shard and element: the shard after
	spent    memo[uint32] // by budget and kind of fault: 1 more than the remaining budget, 0 if none is left
}

// own is what is memoized of one process.
type own struct {
	trees   [callKinds]memo[*node[effect]] // by function, except Receive; see processes.root
	ticked  memo[uint32]                   // by row: after a tick
	handled memo[uint32]                   // by row and effect: row
	fired   memo[uint32]                   // by row and position of the timer: row
}

// handlers is bookkeeping about the calls of handlers.
type handlers struct {
	user  sync.Mutex // held while user code runs
	calls atomic.Int64
	late  atomic.Pointer[model.Error] // a handler kept its Context
	// spentModel is how long the calls of handlers took.
	spentModel meter
	// effects counts the leaves of the trees, and learnt those that are not just a rejection by a guard.
	effects uint32
	learnt  atomic.Int64
	// verified counts the calls of each function that were repeated longRuns times.
	verified map[call]int
}

// variable is a declared shared variable.
type variable struct {
	name    string
	initial any
	hidden  bool
	grows   bool // see envelope.Growing

	first int32 // place in varSlot
	of    reflect.Type
	zero  uint32 // the value of an absent element, for a map
}

// elementKey is the key of an element, and its shard.
type elementKey struct {
	bytes string
	shard int32
	value atomic.Value // a reflect.Value, decoded on first use
	name  uint32       // the key's number as a value, under a symmetry
}

// binding is what a map holds at a key: 1 more than a value, or 0 for no element.
type binding struct{ key, value uint32 }

// channel is one of the channels of an instance.
type channel struct {
	from, to model.ID
	slot     int32
	link     int32               // index in links, -1 if it cannot be cut
	receive  memo[*node[effect]] // key local state, message
	drawn    atomic.Bool         // some delivery has more than one outcome
}

// slotKind says what a slot holds: a part of process a, or of the channel from a to b.
type slotKind struct {
	kind locationKind
	a, b model.ID
}

// classIndex gives the class of each event.
type classIndex struct {
	act                                          [][]int  // by process and act
	deliver, timeout, crash, recover_, duplicate []int    // by process
	suspect, trust                               [][2]int // by process and whether the suspicion or trust is right
	clock                                        []int    // by process
	setBack                                      int
	lose, cut, partition, heal, tick, stabilise  int
}

// equivariance checks that handlers and properties treat processes alike; see System.Assume.
type equivariance interface {
	// mark returns a digest of a value that does not depend on which processes it names, except for p and q.
	mark(value uint32, p, q model.ID) uint64
	// checkCall checks a call that is being learnt, and returns everything that what it does for all processes depends
	// on.
	checkCall(c call, reads func(location) uint32) ([]location, error)
	checkInitial(all [][]uint32) error
	spread(f *futures)
	// changes reports whether an image of a write may write another value, or another element.
	changes(o op) bool

	// stepwise notes that there are questions about steps.
	stepwise()
	// invariant checks an answer, and returns everything that it depends on. everywhere returns the images, under the
	// symmetry, of the parts of states that were read.
	invariant(q *Question, e model.Event, p model.ID, read []decision, reads func(location) uint32,
		answer Answer) ([]decision, error)
	everywhere(read []decision) []decision
}
