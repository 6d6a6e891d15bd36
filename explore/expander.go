package explore

// expander computes the successors of states, many at a time, and looks them up
// together. Each worker has its own.
type expander struct {
	store   *store
	stepper Stepper
	cur     *cursor
	emit    func(event uint64, slots []int32, values []uint32) // transition, bound once

	// onStep, if set, sees each transition; the cursor's vector and neighbour
	// are its ends.
	onStep func(event uint64)

	// groups, unless it is nil, tells the groups of events; those in sleep are counted only.
	groups       *independence
	sleep        uint64
	known        bool               // the groups in sleep have events
	sleepStepper SleepStepper       // the stepper, if it is one
	skip         func(event uint64) // slumber, bound once

	// The batch. Successor i is the pair pairs[i], reached by events[i]; its
	// parent is the first one with ends[parent] > i.
	events, pairs, hashes []uint64
	ids                   []uint32 // after lookup
	ends                  []int
	group                 []uint8  // of events, with groups
	ables                 []uint64 // groups that have events, by parent, with groups
	slept                 []uint64 // events that were counted only
	sleptEnds             []int    // as ends

	able      uint64                  // groups that have an event in the current parent
	quiescent bool                    // the current parent has no transition that is owed
	owed      func(event uint64) bool // nil = all are
	stuck     bool                    // the rest of the current parent is ignored
	touched   uint64                  // see findAll
}

func newExpander(st *store, stepper Stepper, owed func(uint64) bool, grow bool) *expander {
	e := &expander{store: st, stepper: stepper, owed: owed, cur: newCursor(st.tree, st.nodes, grow)}
	e.emit, e.skip = e.transition, e.countOnly
	e.sleepStepper, _ = stepper.(SleepStepper)
	return e
}

// step appends the successors of a state to the batch, where accept keeps them and
// drop removes them.
func (e *expander) step(parent uint32) error {
	e.cur.move(e.store.visited.pair(parent))
	e.quiescent, e.stuck, e.able = true, false, 0
	if e.sleep != 0 && e.sleepStepper != nil {
		e.able = e.sleep // counts only if they are known to have events
		return e.sleepStepper.StepAwake(e.cur.vector(), e.sleep, e.known, e.emit, e.skip)
	}
	return e.stepper.Step(e.cur.vector(), e.emit)
}

// neighbour is where the transition leads that onStep sees.
func (e *expander) neighbour() []uint32 {
	if c, ok := e.stepper.(concealing); ok {
		return c.successor()
	}
	return e.cur.neighbour()
}

func (e *expander) accept() {
	e.ends, e.sleptEnds = append(e.ends, len(e.pairs)), append(e.sleptEnds, len(e.slept))
	if e.groups != nil {
		e.ables = append(e.ables, e.able)
	}
}

// transition is called by the Stepper. A successor with an unknown node is left
// out when nodes are not to be added: it cannot have been visited. A node that
// cannot be added for lack of memory leaves the expander stuck.
func (e *expander) transition(event uint64, slots []int32, values []uint32) {
	if e.stuck {
		return
	}
	if e.quiescent && (e.owed == nil || e.owed(event)) {
		e.quiescent = false
	}
	group := uint8(ungrouped)
	if e.groups != nil {
		if group = e.groups.group(event); group != ungrouped {
			e.able |= 1 << group
			if e.sleep>>group&1 != 0 {
				e.slept = append(e.slept, event)
				return
			}
		}
	}
	e.cur.write(slots, values)
	if e.onStep != nil {
		e.onStep(event)
	}
	pair, ok := e.cur.pair()
	e.cur.undo()
	if !ok {
		e.stuck = e.cur.grow
		return
	}
	e.events = append(e.events, event)
	e.pairs = append(e.pairs, pair)
	e.hashes = append(e.hashes, hashPair(pair))
	if e.groups != nil {
		e.group = append(e.group, group)
	}
}

// slumber is called by a Drowsy stepper for an event that sleeps.
func (e *expander) countOnly(event uint64) {
	if e.stuck {
		return
	}
	if e.quiescent && (e.owed == nil || e.owed(event)) {
		e.quiescent = false
	}
	e.slept = append(e.slept, event)
}

// sleptBefore is how many events slept in the parents before the current one.
func (e *expander) sleptBefore() int {
	if len(e.sleptEnds) == 0 {
		return 0
	}
	return e.sleptEnds[len(e.sleptEnds)-1]
}

func (e *expander) drop() {
	n, slept := 0, e.sleptBefore()
	if len(e.ends) > 0 {
		n = e.ends[len(e.ends)-1]
	}
	e.events, e.pairs, e.hashes, e.slept = e.events[:n], e.pairs[:n], e.hashes[:n], e.slept[:slept]
	if e.groups != nil {
		e.group = e.group[:n]
	}
	e.cur.undo() // of a transition that ended in a panic
}

// lookup finds the ids of the batch.
func (e *expander) lookup() {
	for len(e.ids) < len(e.pairs) {
		e.ids = append(e.ids, none)
	}
	e.touched += e.store.visited.findAll(e.pairs, e.hashes, e.ids)
}

// reset empties the batch.
func (e *expander) reset() {
	e.events, e.pairs, e.hashes, e.ends = e.events[:0], e.pairs[:0], e.hashes[:0], e.ends[:0]
	e.group, e.ables, e.slept, e.sleptEnds = e.group[:0], e.ables[:0], e.slept[:0], e.sleptEnds[:0]
}
