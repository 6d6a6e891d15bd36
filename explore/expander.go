package explore

import (
	"slices"
	"sync/atomic"

	"github.com/anel-mc/mc/explore/internal/guard"
)

// expander computes the successors of states in batches and looks them up together. Each worker has its own.
type expander struct {
	store   *store
	stepper Stepper
	cur     *cursor
	emit    func(event uint64, slots []int32, values []uint32) // transition, bound once

	// onStep, if set, is called for each transition, which leads from cur.vector to neighbour.
	onStep func(event uint64)

	// keepsAnswers, if set, reports whether every Check.State has the same answer before and after the current
	// transition.
	keepsAnswers func() bool

	asleep sleepFilter
	skip   func(event uint64) // countOnly, bound once
	hidden *quotientStepper   // the stepper, if it is one: onStep gets the actual targets of its events

	// The batch. Successor i is the pair pairs[i], reached by events[i]; its parent is the first one with ends[parent] >
	// i.
	events, pairs []uint64
	hashes, ids   []uint64 // after lookup
	kept          []bool   // by successor, what keepsAnswers reported
	ends          []int

	quiescent bool                    // the current parent has no transition that is owed
	owed      func(event uint64) bool // nil = all are
	stuck     bool                    // the current parent's remaining transitions are ignored
	touched   uint64                  // see findAll

	stop    *atomic.Uint32 // if set, 0 until the search is to stop
	emitted uint64         // how often stop could have been looked at
}

func newExpander(st *store, stepper Stepper, owed func(uint64) bool, grow bool) *expander {
	e := &expander{store: st, stepper: stepper, owed: owed, cur: newCursor(st.tree, st.nodes, grow)}
	e.emit, e.skip = e.transition, e.countOnly
	e.hidden, _ = stepper.(*quotientStepper)
	return e
}

// approach loads the nodes of the states from id to end into the processor's caches before they are stepped. As in
// findAll, this makes cache misses overlap: the nodes of a pair are scattered over a table too large for any cache.
func (e *expander) approach(id, end uint64) {
	for ; id < end; id++ {
		e.touched += e.cur.approach(e.store.visited.pair(id))
	}
}

// step appends the successors of the state with a pair to the batch; accept keeps them and drop removes them.
func (e *expander) step(pair uint64) error {
	e.cur.move(pair)
	e.quiescent, e.stuck = true, false
	f := &e.asleep
	f.able = 0
	if f.sleep != 0 && f.stepper != nil {
		f.able = f.sleep // relevant only if they are known to have events
		return f.stepper.StepAwake(e.cur.vector(), f.sleep, f.known, e.emit, e.skip)
	}
	return e.stepper.Step(e.cur.vector(), e.emit)
}

// neighbour returns the target of the current transition, for onStep.
func (e *expander) neighbour() []uint32 {
	if e.hidden != nil {
		return e.hidden.next
	}
	return e.cur.neighbour()
}

func (e *expander) accept() {
	e.ends = append(e.ends, len(e.pairs))
	e.asleep.accept()
}

// stopEvery is the number of events after which it is asked again whether to stop: a state may have a million.
const stopEvery = 1024

// heed leaves the Stepper, in the middle of a state, once the search is to stop.
func (e *expander) heed() {
	if e.emitted++; e.emitted%stopEvery == 0 && e.stop != nil && e.stop.Load() != 0 {
		panic(guard.ErrStopped)
	}
}

// transition is the emit func of the Stepper. If nodes are not to be added, a successor with an unknown node is left
// out: it cannot have been visited. If a node cannot be added for lack of memory, the expander is stuck.
func (e *expander) transition(event uint64, slots []int32, values []uint32) {
	e.heed()
	if e.stuck {
		return
	}
	if e.quiescent && (e.owed == nil || e.owed(event)) {
		e.quiescent = false
	}
	group := uint8(ungrouped)
	if e.asleep.groups != nil {
		var slept bool
		if group, slept = e.asleep.counted(event); slept {
			return
		}
	}
	e.cur.write(slots, values)
	if e.onStep != nil {
		e.onStep(event)
	}
	same := e.keepsAnswers != nil && e.keepsAnswers()
	pair, ok := e.cur.pair()
	e.cur.undo()
	if !ok {
		e.stuck = e.cur.grow
		return
	}
	e.events = append(e.events, event)
	e.pairs = append(e.pairs, pair)
	e.kept = append(e.kept, same)
	if e.asleep.groups != nil {
		e.asleep.group = append(e.asleep.group, group)
	}
}

// countOnly is the slept func of a SleepStepper.
func (e *expander) countOnly(event uint64) {
	e.heed()
	if e.stuck {
		return
	}
	if e.quiescent && (e.owed == nil || e.owed(event)) {
		e.quiescent = false
	}
	e.asleep.slept = append(e.asleep.slept, event)
}

func (e *expander) drop() {
	n := last(e.ends)
	e.events, e.pairs, e.kept = e.events[:n], e.pairs[:n], e.kept[:n]
	e.asleep.drop(n)
	e.cur.undo() // of a transition that ended in a panic
}

// lookup finds the hashes of the batch, and the ids or, if these do not matter, just which states are there.
func (e *expander) lookup(ids bool) {
	n := len(e.pairs)
	e.hashes, e.ids = slices.Grow(e.hashes[:0], n)[:n], slices.Grow(e.ids[:0], n)[:n]
	e.touched += e.store.visited.findAll(e.pairs, e.hashes, e.ids, ids)
}

// reset empties the batch.
func (e *expander) reset() {
	e.events, e.pairs, e.kept, e.ends = e.events[:0], e.pairs[:0], e.kept[:0], e.ends[:0]
	e.asleep.reset()
}
