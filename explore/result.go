package explore

import (
	"runtime"
	"time"

	"github.com/anel-mc/mc/explore/internal/memory"
)

// Result is what a search found. State ids, 0 to Len()-1, are in the order of discovery, which is that of a
// sequential breadth-first search. All methods may be used concurrently.
//
// The tables of the search stay in memory until the Result is unreachable.
type Result struct {
	// States is the number of states that were found and stored.
	States uint64

	// Transitions is the number of transitions of the expanded states.
	Transitions uint64

	// Reduced is the set of reductions that were used. If it is not empty, "every state" below means every state that
	// they keep; a check that is true in any state is true in one of these.
	Reduced Reduction

	// Depth is the deepest completed level: every state that can be reached in at most Depth steps was found. It is -1
	// if not even all initial states were stored.
	Depth int

	// Levels holds the number of states found at each depth. The last one is
	// incomplete if its index is beyond Depth.
	Levels []uint64

	// Complete says that every reachable state was found and expanded. If it is false and Bound is empty, the search
	// ended with an error, or early because all of its checks were found; see Stopped.
	Complete bool

	// Bound is what cut the search short.
	Bound Bound

	// Unexpanded is the number of states that were not expanded.
	Unexpanded uint64

	// Found has the answers to the checks, in their order.
	Found []Found

	// Bytes is the memory that the search allocated for the tables.
	Bytes uint64

	// DiskBytes is the size of the files of a search on disk.
	DiskBytes uint64

	// PerClass is the number of transitions of each event class, up to the last class that occurred.
	PerClass []uint64

	// Elapsed is the wall-clock time of the search.
	Elapsed time.Duration

	sys      System
	checks   []Check
	opt      Options // with the actual number of Workers
	cfg      config
	store    *store
	heap     *memory.Heap
	failed   bool      // an error was returned with it
	starts   []uint64  // first id of each level, and the end of the last
	expanded uint64    // ids below are expanded
	paused   *searcher // nil if the search cannot be continued
}

// Stopped says that the search ended early because all checks were found, or Enough of them.
func (r *Result) Stopped() bool { return r.Bound == BoundNone && !r.Complete && !r.failed }

// Len returns the number of states; their ids are 0 to Len()-1.
func (r *Result) Len() int { return int(r.States) }

// State decodes the state with the given id into v, which has the system's width.
func (r *Result) State(id uint64, v []uint32) {
	r.store.decode(r.store.visited.pair(id), v)
	runtime.KeepAlive(r)
}

// ID returns the id of the state v and whether it was found. The error is ErrMemory, as for Expander.
func (r *Result) ID(v []uint32) (id uint64, ok bool, err error) {
	defer runtime.KeepAlive(r)
	if err := r.number(); err != nil {
		return 0, false, err
	}
	id, ok = r.store.lookup(v)
	return id, ok, nil
}

// number makes the index of the states keep their ids, for which a search has no use.
func (r *Result) number() error {
	if !r.store.visited.number(r.opt.Workers) {
		return ErrMemory
	}
	return nil
}

// Pred returns the state from which a state was found, which is one step closer to an initial state; it returns false
// for an initial state.
func (r *Result) Pred(id uint64) (uint64, bool) {
	pred := r.store.visited.pred(id)
	runtime.KeepAlive(r)
	return pred, pred != none
}

// System returns the system that was searched: under Symmetry, a system of the representatives.
func (r *Result) System() System { return r.sys }

// Options returns the options of the search, with the number of workers that it actually used.
func (r *Result) Options() Options { return r.opt }

// MemoryLeft returns how much of a bound on memory the tables leave: at least 1, which is too little for anything,
// because 0 stands for no bound.
func (r *Result) MemoryLeft(bound uint64) uint64 {
	if bound == 0 {
		return 0
	}
	used := r.store.arena.Used()
	return max(bound, used+1) - used
}
