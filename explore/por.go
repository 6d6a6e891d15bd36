package explore

import (
	"slices"

	"github.com/anel-mc/mc/explore/internal/guard"
)

// Partial-order reduction. A state is expanded with the events of a persistent set T only, provided that one of them
// is a key: an event that is certain to remain enabled as long as no event of T happens (see PersistentSets.Key),
// that is invisible to the checks (see Check.Invisible), and that is owed if there is a Check.Quiescent. A state
// without such a set is expanded in full. The sets are those of Godefroid ("Partial-Order Methods for the
// Verification of Concurrent Systems", LNCS 1032, 1996), except that only a key has to remain enabled, as in the weak
// stubborn sets of Valmari ("The State Explosion Problem", LNCS 1491, 1998). The argument below follows one key of
// each state that is not expanded in full; no state can be reached from itself by these keys alone.
//
// Why nothing is missed: let w be an execution from a state s that was expanded to a state b in which a check is
// true. The search then finds a state in which the check is true. The proof is by induction on the length of w and,
// for equal lengths, along the keys.
//
//   - If w is empty, s is such a state. If s was expanded in full, the first step of w was taken, and the rest of w
//     is shorter.
//   - If w contains an event of T, consider the first one. By the definition of T, some event of T was taken after
//     which b can be reached: by a sequence no longer than the part of w before the first event of T, followed by the
//     part of w after it. Together these are shorter than w.
//   - If w contains no event of T, consider the key k, which was taken. After it, w is still possible and leads to
//     b·k. A Check.State that is true in b is true in b·k, since k is invisible; the argument continues from s·k. A
//     Check.Quiescent is true only in states that owe nothing, but the key, which is owed, would still be enabled in
//     b, so this case cannot occur.
//
// The last case cannot repeat for ever because keys form no cycle; in a cycle, an event could be postponed for ever.
// A search first takes any set with a key. A key that leads to a state found earlier might close a cycle, so at the
// end of the search the keys are followed from all states with such a key. If there is a cycle, the search is
// repeated strictly: an event then counts as a key only if it leads to a state with a larger id, which rules out
// cycles. (Cycles are rare where messages are consumed, and strictness costs a ring of 9 processes 2.7 times the
// states.) None of this depends on the number of workers.
//
// Failures of the system, such as a panic, are found in the same way, as events that lead nowhere. The argument does
// not cover checks of transitions, nor questions about the whole graph: these need a search without this reduction.

// partialOrder is what all workers of a search with PartialOrder share.
type partialOrder struct {
	sets   func() PersistentSets
	checks []Check
	owed   func(event uint64) bool // a key must satisfy this; nil = any event may be a key
	strict bool                    // a key must lead to a state with a larger id
}

// partialOrderOf returns nil if a search with these checks cannot use PartialOrder.
func partialOrderOf(caps Capabilities, checks []Check, owed func(event uint64) bool) *partialOrder {
	p := &partialOrder{sets: caps.PersistentSets, checks: checks}
	if p.sets == nil {
		return nil
	}
	for _, c := range checks {
		if c.Step != nil {
			return nil
		}
		if c.Quiescent != nil {
			p.owed = owed
		}
	}
	return p
}

// reducer expands states by persistent sets, for one worker.
type reducer struct {
	*partialOrder
	*expander
	sets   PersistentSets
	judge  emission    // bound once
	offer  func() bool // try, bound once
	parent uint64
	tried  []triedEvent // the events of the set under trial; if it is taken, its successors are the last in the batch
	done   bool
	err    error

	// By state of the batch, where its keys end among the successors that are keys.
	keys    []int
	keyEnds []int
}

// triedEvent is an event of a persistent set, with what it writes.
type triedEvent struct {
	event  uint64
	slots  []int32
	values []uint32
	key    bool // it may be a key
}

func newReducer(p *partialOrder, e *expander, sets PersistentSets) *reducer {
	r := &reducer{partialOrder: p, expander: e, sets: sets}
	r.judge, r.offer = r.record, r.try
	return r
}

// take generates the successors of a state: all, or those by a persistent set with a key.
func (r *reducer) take(parent uint64) error {
	r.parent, r.done, r.err = parent, false, nil
	pair := r.store.visited.pair(parent)
	r.cur.move(pair)
	r.sets.Sets(r.cur.vector(), r.offer)
	if !r.done {
		r.tried = r.tried[:0]
		return r.step(pair)
	}
	return r.err
}

// try reports whether to take the offered set, because it has a key or the stepper failed, and generates its successors
// if so. Most sets have no key, so the events are judged before any successor is compressed.
func (r *reducer) try() bool {
	r.tried = r.tried[:0]
	v := r.cur.vector()
	if r.err = r.sets.Step(v, r.judge); r.err != nil {
		r.done = true
		return true
	}
	if !slices.ContainsFunc(r.tried, func(e triedEvent) bool { return e.key }) {
		return false
	}
	r.quiescent, r.stuck = true, false
	if q := r.hidden; q != nil {
		r.err = q.step(v, r.emit, r.replay)
	} else {
		r.err = r.replay(r.emit)
	}
	if r.done = r.err != nil || r.stuck || !r.strict || r.key() > r.parent; !r.done {
		r.drop()
	}
	return r.done
}

// record keeps an event of the set under trial and whether it may be a key.
func (r *reducer) record(event uint64, slots []int32, values []uint32) {
	r.heed()
	key := r.sets.Key(event) && (r.partialOrder.owed == nil || r.partialOrder.owed(event))
	for i := range r.checks {
		if c := &r.checks[i]; key && c.State != nil {
			key = c.invisible(r.cur.vector(), slots, values)
		}
	}
	n := len(r.tried)
	r.tried = slices.Grow(r.tried, 1)[:n+1]
	e := &r.tried[n]
	e.event, e.key = event, key
	e.slots, e.values = append(e.slots[:0], slots...), append(e.values[:0], values...)
}

// invisible reports whether an event that writes values into slots of v is invisible to the check.
func (c *Check) invisible(v []uint32, slots []int32, values []uint32) bool {
	if c.Invisible == nil {
		return false
	}
	for i, slot := range slots {
		if is := values[i]; v[slot] != is && !c.Invisible(slot, v[slot], is) {
			return false
		}
	}
	return true
}

// replay emits the events of the set under trial.
func (r *reducer) replay(emit emission) error {
	for i := range r.tried {
		e := &r.tried[i]
		emit(e.event, e.slots, e.values)
	}
	return nil
}

// key returns the target of the key of the state that was taken last: if there are several keys, the target with the
// largest id, where none counts as larger than all; 0 if there is no key.
func (r *reducer) key() (to uint64) {
	first := len(r.pairs) - len(r.tried)
	for i := range r.tried {
		if r.tried[i].key {
			to = max(to, r.store.visited.lookup(r.pairs[first+i]))
		}
	}
	return to
}

// noteKeys notes the keys of the state that was taken last, and forgetKeys forgets those of the batch.
func (r *reducer) noteKeys() {
	first := len(r.pairs) - len(r.tried)
	for i := range r.tried {
		if r.tried[i].key {
			r.keys = append(r.keys, first+i)
		}
	}
	r.keyEnds = append(r.keyEnds, len(r.keys))
}

func (r *reducer) forgetKeys() { r.keys, r.keyEnds = r.keys[:0], r.keyEnds[:0] }

// leadsBack reports, after lookup, whether the key of state n of the batch leads to a state found no later than the
// state itself.
func (r *reducer) leadsBack(n int, parent uint64) bool {
	first := 0
	if n > 0 {
		first = r.keyEnds[n-1]
	}
	keys := r.keys[first:r.keyEnds[n]]
	return len(keys) > 0 && !r.strict && !slices.ContainsFunc(keys, func(i int) bool {
		return r.ids[i] == none || r.store.visited.lookup(r.pairs[i]) > parent
	})
}

// cyclic reports whether keys form a cycle that can be reached from the states whose keys lead back.
func (r *reducer) cyclic(back []uint64) bool {
	const (
		entered = iota + 1
		left
	)
	seen := map[uint64]int{}
	for _, id := range back {
		var way []uint64
		for seen[id] == 0 {
			seen[id] = entered
			way = append(way, id)
			r.reset()
			if err := guard.Call(func() error { return r.take(id) }, nil); err != nil || len(r.tried) == 0 {
				break
			}
			id = r.key()
		}
		if seen[id] == entered && len(r.tried) > 0 {
			return true
		}
		for _, id := range way {
			seen[id] = left
		}
	}
	return false
}
