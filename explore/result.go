package explore

import (
	"context"
	"runtime"
	"time"

	"github.com/anel-mc/mc/explore/internal/memory"
)

// Result is what a search found. Its state ids, 0 to Len()-1, are in the order
// of discovery: that of a sequential breadth-first search. All methods may be
// used concurrently.
//
// The tables of the search stay in memory until the Result is unreachable.
type Result struct {
	// States is how many states were found and stored.
	States uint64

	// Transitions is how many transitions the expanded states have.
	Transitions uint64

	// Reduced are the reductions that were used. If there are any, "every state" below means every state that they keep;
	// a check is true in one of these if it is true in any state.
	Reduced Reduction

	// Depth is the deepest completed level: every state that can be reached in
	// at most Depth steps has been found. It is -1 if not even the initial
	// states were all stored.
	Depth int

	// Levels holds the number of states found at each depth. The last one is
	// incomplete if its index is beyond Depth.
	Levels []uint64

	// Complete says that every reachable state was found and expanded. When
	// it is false and Bound is empty, the search ended with an error, or early
	// because all of its checks were found; see Stopped.
	Complete bool

	// Bound is what cut the search short.
	Bound Bound

	// Unexpanded is how many of the states were not expanded.
	Unexpanded uint64

	// Found answers the checks, in their order.
	Found []Found

	// Bytes is the memory allocated for the tables.
	Bytes uint64

	// DiskBytes is the size of the files of a search on disk.
	DiskBytes uint64

	// PerClass is the number of transitions per event class, up to the last
	// class that occurred.
	PerClass []uint64

	// Elapsed is the wall-clock time of the search.
	Elapsed time.Duration

	sys      System
	checks   []Check
	opt      Options // with Workers set
	cfg      config
	store    *store
	heap     *memory.Heap
	failed   bool     // an error was returned with it
	starts   []uint64 // first id of each level, and the end of the last
	expanded uint64   // ids below are expanded
	// goOn continues the search after that time; nil if it cannot be continued.
	goOn func(ctx context.Context, opt Options, after time.Duration) (*Result, error)
}

// Stopped says that the search ended early because all checks were found, or Enough of them.
func (r *Result) Stopped() bool { return r.Bound == BoundNone && !r.Complete && !r.failed }

// Len returns the number of states; their ids are 0 to Len()-1.
func (r *Result) Len() int { return int(r.States) }

// State decodes the state with the given id into v, which has the system's width.
func (r *Result) State(id uint64, v []uint32) {
	r.store.decode(id, v)
	runtime.KeepAlive(r)
}

// ID returns the id of the state v and whether it was found.
func (r *Result) ID(v []uint32) (uint64, bool) {
	id, ok := r.store.lookup(v)
	runtime.KeepAlive(r)
	return id, ok
}

// Pred returns the state from which a state was found, which is one step closer to an initial state; false if the
// state is itself initial. Ids at depth d begin where those of Levels[d] states before them end.
func (r *Result) Pred(id uint64) (uint64, bool) {
	pred := r.store.visited.pred(id)
	runtime.KeepAlive(r)
	return pred, pred != none
}

// System is what was searched: under Symmetry, a system of the representatives.
func (r *Result) System() System { return r.sys }

// Options are those of the search; Workers is how many there were.
func (r *Result) Options() Options { return r.opt }

// MemoryLeft is what remains of a bound on memory besides the tables: at least 1, which is too little for anything; 0
// for no bound.
func (r *Result) MemoryLeft(bound uint64) uint64 {
	if bound == 0 {
		return 0
	}
	return max(bound, r.Bytes+1) - r.Bytes
}
