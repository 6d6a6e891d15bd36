package system

import (
	"fmt"
	"slices"
	"sync/atomic"
)

// A function of the model is represented by the decision tree of what it read: an inner node is a part of the state
// that was read, with a child for each value seen so far, or a choice, with a child for each outcome; leaves are
// results. Walking the tree gives the result without running the function; if a child is missing, the function runs
// once more and its result is added.

// location is a Location in the engine's numbering.
type location struct {
	before bool // in the state before the step; otherwise in the only or later state
	kind   locationKind
	a, b   int32
}

type locationKind uint8

const (
	locationLocal    locationKind = iota // local state of process a, or that it is down
	locationStored                       // stable storage of process a
	locationTimers                       // timers of process a
	locationChannel                      // content of channel a
	locationMessage                      // message b of channel a
	locationVariable                     // shared variable or shard at place a of varSlot
	locationElement                      // element with key b of the shard at place a
	locationSuspects                     // whom process a suspects
	locationClock                        // local clock of process a
	locationPhase                        // whether the system is stable
	locationLinks                        // cut links and partition
	locationHistory                      // operations called and returned
	locationView                         // what view b tells of process a
)

// decision is one thing that a run of a function depended on: a part that it
// read, or a choice.
type decision struct {
	choice   bool
	location location
	value    uint32 // what was read, or the outcome
	of       uint32 // the number of outcomes of a choice
}

// node is small, since leaves are many and lie next to what they hold.
type node[L any] struct {
	leaf *L // set on leaves only
	*inner[L]
}

type inner[L any] struct {
	outcomes []atomic.Pointer[node[L]] // set on choices only
	location location                  // what is read
	children memo[*node[L]]            // of a read, by value
}

// insert adds the result of one run, below the root, which place stores if there is none. It fails if the run did not
// follow the tree, which means that the function read something that the tree does not have.
func insert[L any](root *node[L], place func(*node[L]), decisions []decision, leaf L) error {
	at := root
	for _, d := range decisions {
		if at == nil {
			x := &struct {
				node[L]
				below inner[L]
			}{below: inner[L]{location: d.location}}
			at = &x.node
			at.inner = &x.below
			if d.choice {
				at.outcomes = make([]atomic.Pointer[node[L]], d.of)
			}
			place(at)
		}
		switch {
		case at.leaf != nil, d.choice != (at.outcomes != nil):
			return errStrayed
		case d.choice:
			if int(d.of) != len(at.outcomes) {
				return errStrayed
			}
			child := &at.outcomes[d.value]
			place = func(n *node[L]) { child.Store(n) }
			at = child.Load()
		default:
			if at.location != d.location {
				return errStrayed
			}
			parent, key := at, uint64(d.value)
			place = func(n *node[L]) { parent.children.put(key, n) }
			at, _ = at.children.get(key)
		}
	}
	if at == nil {
		x := &struct {
			node[L]
			holds L
		}{holds: leaf}
		x.leaf = &x.holds
		place(&x.node)
		return nil
	}
	if at.leaf == nil {
		return errStrayed
	}
	return nil
}

// find returns the leaf for the given choices (0 where they end) and values read, nil if there is none.
func (n *node[L]) find(script []uint32, reads func(location) uint32) *L {
	for chosen := 0; n != nil && n.leaf == nil; {
		if n.outcomes == nil {
			n, _ = n.children.get(uint64(reads(n.location)))
			continue
		}
		n = n.outcomes[scripted(script, chosen, len(n.outcomes))].Load()
		chosen++
	}
	if n == nil {
		return nil
	}
	return n.leaf
}

// along returns what a function without choices depends on, in the order of a tree, which may read more. What is not
// in the tree comes last.
func (n *node[L]) along(read []decision, reads func(location) uint32) (way []decision) {
	for n != nil && n.leaf == nil {
		d := decision{location: n.location, value: reads(n.location)}
		way = append(way, d)
		n, _ = n.children.get(uint64(d.value))
	}
	for _, d := range read {
		if n == nil && !slices.Contains(way, d) {
			way = append(way, d)
		}
	}
	return way
}

var errStrayed = fmt.Errorf("the same inputs led it to read or choose something else than before")

// run collects what one run of a function depends on and does.
type run struct {
	reads     func(location) uint32 // value of a part; nil if nothing is recorded but beyond
	script    []uint32              // outcomes of the first choices; later ones are 0
	chosen    int
	decisions []decision
	// plain says that views are transparent: what they read is recorded, and not their values.
	plain bool
	// beyond is the highest reading, beyond its own, about which a clock at rest was asked; 0 if there was none.
	beyond int
}

// read returns the value of a part, recording it the first time.
func (r *run) read(p location) uint32 {
	for i := range r.decisions {
		if d := &r.decisions[i]; !d.choice && d.location == p {
			return d.value
		}
	}
	v := r.reads(p)
	r.decisions = append(r.decisions, decision{location: p, value: v})
	return v
}

// scripted returns the outcome of a choice among n: 0 if the script has ended, or comes from a function that chose
// among more, which shows in the decisions.
func scripted(script []uint32, chosen, n int) uint32 {
	if chosen < len(script) && int(script[chosen]) < n {
		return script[chosen]
	}
	return 0
}

// choose returns the outcome of a choice among n.
func (r *run) choose(n int) int {
	outcome := scripted(r.script, r.chosen, n)
	r.chosen++
	r.decisions = append(r.decisions, decision{choice: true, value: outcome, of: uint32(n)})
	return int(outcome)
}
