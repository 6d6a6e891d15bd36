package system

import (
	"slices"
	"sync"
	"sync/atomic"

	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/internal/codec"
)

// processes is a compiled Instance.
type processes struct {
	inst    model.Instance
	n       int
	names   []string             // by process, in reports
	kinds   []model.Process[any] // by process
	mutants [][]Mutation         // changes of the kinds, by process

	layout
	traits
	tables
	operations
	handlers

	// What properties see of processes.
	views views

	// What shared variables are accessed, and the groups of events that clash because of it.
	touching  touching
	dependent [maxGroups]atomic.Uint64

	// What follows from what, once it is known; see whatFollows.
	follows  *futures
	followed sync.Once
	maxMoves int // see saturation

	// symmetry is what is assumed of it, or nil.
	symmetry *symmetry
}

// traits are what decides often what there is to do.
type traits struct {
	// crashStop says that processes crash and none recovers.
	crashStop bool
	// losesAny says that every message on its way may be lost, and not only what could be delivered; see Faults.Lose.
	losesAny bool
	// undisturbed says that nothing befalls a process by itself: no crash, no change
	// of mind of a detector.
	undisturbed bool
	// timed says that ticks pass or that the system stabilises.
	timed bool
	// clipped says that a clock would have gone beyond its bound.
	clipped atomic.Bool
}

// tables number what the slots hold, and what that is made of.
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

	// viewValues are what views tell.
	viewValues interner[string, value]
}

// operations are the results of operations on slots.
type operations struct {
	remembered memo[uint32]   // by history and moment, 1 more than the history after, 0 for none
	stamped    memo[uint32]   // by message and circumstances: entry
	aged       memo[uint32]   // by content: after a tick
	settled    memo[uint32]   // by content: when the system stabilises
	ticked     []memo[uint32] // by process; key row: after a tick
	pushed     memo[uint32]   // by content and message
	popped     memo[uint32]   // by content and position
	spent      memo[uint32]   // by budget and kind of fault, 1 more than the budget left, 0 for none
	become     []memo[uint32] // by process; key row, effect: row
	fired      []memo[uint32] // by process; key row, position of the timer: row
}

// handlers are their decision trees, and what else is known of the calls.
type handlers struct {
	inits      []memo[*node[effect]] // by process; key 0
	acts       []memo[*node[effect]] // by process; key local state, act
	timeouts   []memo[*node[effect]] // by process; key local state, timer
	recoveries []memo[*node[effect]] // by process; key stored value
	detections []memo[*node[effect]] // by process; key local state, suspect, whether it is one

	user  sync.Mutex // held while user code runs
	calls atomic.Int64
	// effects counts the leaves of the trees, and learnt those that are
	// more than a guard's no.
	effects uint32
	learnt  atomic.Int64
	// verified counts the calls of each function that got the long check.
	verified map[call]int
}

func compileInstance(i model.Instance) (front, error) {
	n := len(i.Processes)
	s := &processes{inst: i, n: n, names: i.ProcessNames(), maxMoves: maxMoves,
		layout:   layout{variableAt: map[string]int32{}, budgetSlot: -1, linkSlot: -1, phaseSlot: -1, historySlot: -1},
		handlers: handlers{verified: map[call]int{}}}
	for _, a := range i.Processes {
		s.kinds = append(s.kinds, a.Erased())
		s.mutants = append(s.mutants, mutationsOf(a))
	}
	s.rows = make([]interner[record, row], n)
	s.inits = make([]memo[*node[effect]], n)
	s.become = make([]memo[uint32], n)
	s.fired = make([]memo[uint32], n)
	s.ticked = make([]memo[uint32], n)
	s.acts = make([]memo[*node[effect]], n)
	s.timeouts = make([]memo[*node[effect]], n)
	s.recoveries = make([]memo[*node[effect]], n)
	s.detections = make([]memo[*node[effect]], n)
	s.undisturbed = i.Faults.Crash == 0 && i.Detector == model.NoDetector
	s.crashStop = i.Faults.Crash != 0 && i.Faults.Recover == 0
	s.losesAny = i.Faults.Lose != 0 && (i.Network.Capacity > 0 || i.Timing.Handling > 0 && i.Network.Order == model.FIFO)
	s.layOut()
	if err := s.classify(); err != nil {
		return nil, err
	}
	s.contents.id("", func(c *content) { *c = content{} }) // 0 is the empty channel
	s.timers.id("", func(t *timerSet) { *t = nil })        // 0 is no timer
	for p := range n {
		m := moment{kind: crashed, p: model.ID(p)}
		s.moments.id(m, func(x *moment) { *x = m })
	}
	return s, nil
}

// memoises implements front.
func (s *processes) memoises() bool   { return true }
func (s *processes) Width() int       { return s.width }
func (s *processes) Classes() []Class { return s.classes }
func (s *processes) Calls() int64     { return s.calls.Load() }
func (s *processes) Learnt() int64    { return s.learnt.Load() }

func (s *processes) Processes() []string { return slices.Clone(s.names) }

// name of process p in reports.
func (s *processes) name(p model.ID) string { return s.names[p] }

// owner: the process of an event's actor, which is a channel for messages.
func (s *processes) owner(event uint64) int {
	class, actor, _, _ := parts(event)
	switch s.classes[class].Kind {
	case model.Deliver, model.Duplicate:
		return int(s.channels[actor].to)
	case model.Lose, model.Cut, model.Partition, model.Heal, model.Tick, model.Stabilise, model.SetBack:
		return -1
	}
	return actor
}

// obligation implements front.
func (s *processes) obligation(v []uint32, number uint64) uint64 {
	class, actor, index, _ := parts(number)
	within := uint32(0)
	switch s.classes[class].Kind {
	case model.Deliver, model.Duplicate, model.Lose:
		if s.inst.Network.Order == model.Unordered {
			within = 1 + s.read(v, location{kind: locationMessage, a: int32(actor), b: int32(index)})
		}
	case model.Timeout:
		within = 1 + (*s.timers.at(s.rows[actor].at(v[s.procSlot[actor]]).timers))[index].name
	default:
		within = uint32(index)
	}
	return event(class, actor, 0) | uint64(within)
}

// messages implements front.
func (s *processes) messages(before []uint32, number uint64, after []uint32) int {
	class, _, _, _ := parts(number)
	n := 0
	switch s.classes[class].Kind {
	case model.Deliver:
		n = 1 // it leaves its channel
	case model.Acted, model.Timeout, model.Recover, model.Duplicate, model.Suspect, model.Trust:
	default:
		return 0
	}
	for i := range s.channels {
		slot := s.channels[i].slot
		if before[slot] != after[slot] {
			n += len(s.contents.at(after[slot]).entries) - len(s.contents.at(before[slot]).entries)
		}
	}
	return n
}
