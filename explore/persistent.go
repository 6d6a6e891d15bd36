package explore

import (
	"slices"

	"github.com/anel-mc/mc/explore/internal/guard"
)

// Persistence is what a System may tell so that a search can leave out states: which of the
// events of a state may stand for all of them. See PartialOrder.
type Persistence interface {
	Independence

	// Persistent returns what tells the sets. Each worker asks for one of its own; several may be
	// used concurrently.
	Persistent() PersistentSets
}

// Persistent tells persistent sets of states. It is used by one goroutine at a time.
type PersistentSets interface {
	// Sets calls offer with sets of groups, a bit each, until offer returns true. The order is
	// fixed, and the first should be those that leave the most out. The enabled events of these groups are a
	// persistent set of v: whatever happens from v on without any of them, one event after the other,
	// each of these events remains enabled, does what it does in v, and leads to the same state whether it
	// happens before all of that or after it. All events that are enabled in v belong to groups then. v is
	// only read during the call.
	Sets(v []uint32, offer func(groups uint64) bool)
}

// The reduction. A state is expanded by the events of a persistent set T alone, if one of them is a
// key: an event that is invisible to the checks (see Check.Invisible), and that is owed if a Check.Final is asked.
// Otherwise it is expanded in full. The sets are those of Godefroid ("Partial-Order Methods for the Verification of
// Concurrent Systems", LNCS 1032, 1996). One key of each such state is followed in what follows; from no state does
// one come back to it by keys alone.
//
// Why nothing is missed: let w be an execution from a state s that was expanded to one, b, of which a check is true.
// By induction on the length of w, and for the same length along the keys, the search finds a state of which the check is true.
//
//   - If w is empty, s itself is it. If s was expanded in full, the first step of w was taken, and the rest is shorter.
//   - If w contains an event of T, let t be the first of them. It may as well happen at once: then t was taken,
//     and the rest, w without t, still leads to b and is shorter.
//   - If it contains none, the key k was taken. After it w is possible as before, and leads to b·k. For a
//     Check.State, b·k is as bad as b, since k is invisible. A Check.Final is true only of states that owe
//     nothing, and in b the key would still be enabled: so this cannot be. The search goes on from s·k.
//
// The last case comes to an end because keys make no cycle: otherwise an event could be put off for
// ever. A search first takes any set with a key. Where that leads to a state that was found earlier, it might close a
// cycle: when all is done, the keys are followed from there. If there is a cycle, the search is done again, strictly: only a key
// that leads to a state with a larger id counts, and so there is none. (Cycles are rare where messages are used up, and being strict costs
// a ring of 9 processes 2.7 times the states.) None of this depends on the number of workers.
//
// What a system does wrong (a panic, say) is found likewise, as an event that leads nowhere. It is not so for what looks at
// single transitions, or at the graph of all of them: these need a search that is not reduced.

// take makes the successors of a state: all, or those that stand for them.
func (w *worker) take(parent uint32) error {
	if w.sets == nil {
		return w.step(parent)
	}
	w.sleep, w.known, w.onStep = 0, false, w.judgeKey
	var err error
	done := false
	w.cur.move(w.store.visited.pair(parent))
	w.sets.Sets(w.cur.vector(), func(groups uint64) bool {
		w.sleep, w.keys = ^groups, w.keys[:0]
		err = w.step(parent)
		if done = err != nil || w.stuck || w.hasKey(parent); !done {
			w.drop()
		}
		return done
	})
	w.onStep, w.sleep = nil, 0
	if !done {
		w.keys = w.keys[:0]
		return w.step(parent)
	}
	w.slept = w.slept[:w.sleptBefore()] // they are left out, not only spared
	return err
}

// judge notes whether an event may be a key.
func (w *worker) judge(event uint64) {
	s := w.search
	key := !s.quiescent || s.opt.Owed == nil || s.opt.Owed(event)
	for i := range s.checks {
		if c := &s.checks[i]; key && c.State != nil {
			key = c.Invisible != nil && c.Invisible(w.cur.vector(), w.neighbour())
		}
	}
	w.keys = append(w.keys, key)
}

// hasKey reports whether the set under trial has a key.
func (w *worker) hasKey(parent uint32) bool {
	if w.search.strict {
		return w.key() > parent
	}
	return slices.Contains(w.keys, true)
}

// key returns where the key of the state that was taken last leads: to the largest id, none being larger than
// all; 0 if it has no key.
func (w *worker) key() (to uint32) {
	first := len(w.pairs) - len(w.keys)
	for i, key := range w.keys {
		if key {
			to = max(to, w.store.visited.find(w.pairs[first+i], w.hashes[first+i]))
		}
	}
	return to
}

// noteKey notes a state whose key leads to one that was found earlier.
func (w *worker) noteKey() {
	if len(w.keys) > 0 && !w.search.strict && w.key() <= w.parent {
		w.block.back = append(w.block.back, w.parent)
	}
}

// cyclic reports whether keys make a cycle, going from the states whose keys lead back.
func (s *searcher) cyclic() bool {
	if len(s.back) == 0 {
		return false
	}
	const (
		entered = iota + 1
		left
	)
	w := s.workers[0]
	seen := map[uint32]int{}
	for _, id := range s.back {
		var way []uint32
		for seen[id] == 0 {
			seen[id] = entered
			way = append(way, id)
			w.reset()
			if err := guard.Call(func() error { return w.take(id) }, func() {}); err != nil || len(w.keys) == 0 {
				break
			}
			id = w.key()
		}
		if seen[id] == entered && len(w.keys) > 0 {
			return true
		}
		for _, id := range way {
			seen[id] = left
		}
	}
	return false
}

// canReduce says whether a search of sys can do what PartialOrder asks for.
func canReduce(sys System, checks []Check) bool {
	p, ok := sys.(Persistence)
	if !ok || p.Groups() < 1 || p.Groups() > MaxGroups {
		return false
	}
	for _, c := range checks {
		if c.Step != nil {
			return false
		}
	}
	return true
}
