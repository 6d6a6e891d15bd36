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
	kinds []model.Process[any] // by process

	layout
	traits
	tables
	operations
	handlers

	// What properties see of processes.
	views views

	rest rest

	// Which shared variables are accessed, and which groups of events conflict because of it.
	touching  touching
	dependent [maxGroups]atomic.Uint64

	seen *futures // what processes had been seen to do when Settle was last called

	// symmetry is what is assumed, or nil.
	symmetry equivariance
}

// maxGroups is explore.MaxGroups.
const maxGroups = 64

// layout says where things are in the vector.
type layout struct {
	width int

	// Slots; -1 for what the instance does not have.
	procSlot    []int32
	varSlot     []int32 // of variables, in order; of each shard of a map
	budgetSlot  int32
	linkSlot    int32
	phaseSlot   int32
	suspectSlot []int32
	clockSlot   []int32
	historySlot int32
	holds       []slotKind // by slot

	channels   []channel
	channelAt  [][]int32 // by sender and receiver, -1 where there is none
	into, from [][]int32 // channels, by receiver and by sender
	variables  []variable
	variableAt map[string]int32
	variableOf []int32      // by place in varSlot
	links      []model.Link // undirected, that can be cut

	classes []Class
	class   classIndex
}

// traits are properties of an instance that are looked at often.
type traits struct {
	// crashStop says that processes crash and none recovers.
	crashStop bool
	// losesAny says that every message in transit may be lost, not only those that could be delivered; see Faults.Lose.
	losesAny bool
	// undisturbed says that nothing happens to a process of its own accord: no crash, no change of its failure detector's
	// suspicions.
	undisturbed bool
	// shares says that what a process can do may depend on more than the process and the channels to it.
	shares bool
	// timed says that ticks pass or that the system stabilises.
	timed bool
	// groupsEach is how many groups of events each process has, besides those of channels; see agent.
	groupsEach int
}

// tables intern what the slots hold, and its parts.
type tables struct {
	registry codec.Registry
	values   interner[string, value]
	buffers  sync.Pool // of *[]byte, for encodings
	contents interner[string, content]
	rows     []interner[record, row] // by process
	timers   interner[string, timerSet]
	timerIDs interner[string, string]
	budgets  interner[budget, budget]
	cuts     interner[cutSet, cutSet]
	suspects interner[uint64, uint64] // bits, by process
	entries  interner[entry, entry]   // unless timing is Async

	// If there is a history. The first moments are the crashes, by process.
	histories interner[string, history]
	moments   interner[moment, moment]

	// Of shared variables that are maps.
	keys     interner[string, elementKey]
	bindings interner[binding, binding]
	shards   interner[string, []binding]

	// viewValues are the values of views.
	viewValues interner[string, value]
}

// operations memoize operations on slots.
type operations struct {
	remembered memo[uint32]   // by history and moment, 1 more than the history after, 0 for none
	stamped    memo[uint32]   // by message and circumstances: entry
	aged       memo[uint32]   // by content: after a tick
	settled    memo[uint32]   // by content: when the system stabilises
	ticked     []memo[uint32] // by process; key row: after a tick
	pushed     memo[uint32]   // by content and message
	popped     memo[uint32]   // by content and position
	written    memo[uint32]   // by shard and element: the shard after
	spent      memo[uint32]   // by budget and kind of fault, 1 more than the budget left, 0 for none
	become     []memo[uint32] // by process; key row, effect: row
	fired      []memo[uint32] // by process; key row, position of the timer: row
}

// handlers are the decision trees of handlers, and what else is known of their calls.
type handlers struct {
	inits      []memo[*node[effect]] // by process; key 0
	acts       []memo[*node[effect]] // by process; key local state, act
	timeouts   []memo[*node[effect]] // by process; key local state, timer
	recoveries []memo[*node[effect]] // by process; key stored value
	detections []memo[*node[effect]] // by process; key local state, suspect, whether it is one

	user  sync.Mutex // held while user code runs
	calls atomic.Int64
	// spentModel is how long what is learnt took.
	spentModel meter
	// effects counts the leaves of the trees, and learnt those that are not just a rejection by a guard.
	effects uint32
	learnt  atomic.Int64
	// verified counts the calls of each function that were made longRuns times.
	verified map[call]int
}

// variable is the declaration of a shared variable.
type variable struct {
	name    string
	initial any
	hidden  bool
	grows   bool // see envelope.Growing

	first int32 // place in varSlot
	of    reflect.Type
	zero  uint32 // value of an absent element, of a map
}

// elementKey is the key of an element, and its shard.
type elementKey struct {
	bytes string
	shard int32
	value atomic.Value // of type reflect.Value, once it was asked for
}

// binding is what a map holds at a key: 1 more than a value, or 0 for nothing.
type binding struct{ key, value uint32 }

// channel is one of the instance's channels.
type channel struct {
	from, to model.ID
	slot     int32
	link     int32               // index in links, -1 if it cannot be cut
	receive  memo[*node[effect]] // key local state, message
	drawn    atomic.Bool         // a delivery was found to have more than one outcome
}

// slotKind says what a slot holds: a part of process a, or of the channel from a to b.
type slotKind struct {
	kind locationKind
	a, b model.ID
}

// classIndex says which class an event belongs to.
type classIndex struct {
	act                                          [][]int  // by process and act
	deliver, timeout, crash, recover_, duplicate []int    // by process
	suspect, trust                               [][2]int // by process and whether it is right
	clock                                        []int    // by process
	setBack                                      int
	lose, cut, partition, heal, tick, stabilise  int
}

// equivariance checks that handlers treat processes alike; see System.Assume, and invariance.
type equivariance interface {
	checkCall(c call, reads func(location) uint32) error
	checkInitial(all [][]uint32) error
	spread(f *futures)
}
