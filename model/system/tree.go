package system

import (
	"fmt"
	"slices"
	"sync/atomic"
)

// A function of the model is represented by a decision tree of what it read: an inner node is a part of the state that
// was read, with a child for each value seen so far, or a choice, with a child for each outcome; leaves are results.
// Walking the tree gives the result without running the function. If a child is missing, the function runs once more
// and its result is added.

// location is a part of a state that is read separately: a Location in the engine's numbering.
type location struct {
	before bool // in the state before a step; otherwise in the only state, or the one after
	kind   locationKind
	a, b   int32
}

type locationKind uint8

const (
	locationLocal    locationKind = iota // local state of process a: 1 more than the value, or 0 if it is down
	locationStored                       // stable storage of process a: 1 more than the value, or 0
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
	locationView                         // value of view b for process a
)

// decision is one thing that a run of a function depended on: a part of the state that it read, or a choice.
type decision struct {
	choice   bool
	location location
	value    uint32 // the value read, or the outcome
	of       uint32 // how many outcomes the choice has
}

// node is a node of a decision tree. It is small, since there are many leaves, each allocated together with its
// result.
type node[L any] struct {
	leaf *L // set on leaves only
	*inner[L]
}

type inner[L any] struct {
	outcomes []atomic.Pointer[node[L]] // by outcome, for a choice; otherwise nil
	location location                  // what is read
	children memo[*node[L]]            // by value, for a read
}

// insert adds the result of one run below the root. place stores the root if there is none yet. It fails if the run
// did not follow the tree: given the same values, the function read or chose something else than before.
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

// find returns the leaf for the given choices (0 beyond their end) and values read, or nil if there is none.
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

// below returns the node that a run with these decisions leads to, or nil if there is none.
func (n *node[L]) below(decisions []decision) *node[L] {
	for _, d := range decisions {
		switch {
		case n == nil || n.leaf != nil:
			return nil
		case n.outcomes == nil && !d.choice:
			n, _ = n.children.get(uint64(d.value))
		case int(d.value) < len(n.outcomes):
			n = n.outcomes[d.value].Load()
		default:
			return nil
		}
	}
	return n
}

// ordered returns what a function without choices depends on, in the order of the tree, which may read more. What was
// read and is not in the tree comes last.
func (n *node[L]) ordered(read []decision, reads func(location) uint32) (path []decision) {
	for n != nil && n.leaf == nil {
		d := decision{location: n.location, value: reads(n.location)}
		path = append(path, d)
		n, _ = n.children.get(uint64(d.value))
	}
	for _, d := range read {
		if n == nil && !slices.Contains(path, d) {
			path = append(path, d)
		}
	}
	return path
}

var errStrayed = fmt.Errorf("the same inputs led it to read or choose something else than before")

// run collects what one run of a function depends on and does.
type run struct {
	reads     func(location) uint32 // returns the value of a part; nil if only beyond is recorded
	script    []uint32              // outcomes of the first choices; those of later ones are 0
	chosen    int
	decisions []decision
	// plain says that what views read is recorded, and not their values.
	plain bool
	// beyond is the highest reading above its own that a clock at rest was asked about; 0 if there was none.
	beyond int
	loans  loans // for a property
}

// valueAt returns the value of a part that a run with these decisions has read, and whether it has read it.
func valueAt(decisions []decision, p location) (value uint32, known bool) {
	for i := range decisions {
		if d := &decisions[i]; !d.choice && d.location == p {
			return d.value, true
		}
	}
	return 0, false
}

// read returns the value of a part, and records it the first time.
func (r *run) read(p location) uint32 {
	if v, known := valueAt(r.decisions, p); known {
		return v
	}
	v := r.reads(p)
	r.decisions = append(r.decisions, decision{location: p, value: v})
	return v
}

// scripted returns the outcome of a choice among n. It is 0 beyond the end of the script, or if the script comes from
// a function that chose among more, which shows in the decisions.
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
