package explore

import (
	"fmt"
	"runtime"
	"strings"
	"time"
)

// Bound names what cut a search short.
type Bound string

// The bounds. BoundNone says that no bound was reached: the search is Complete, or
// it ended early because all of its checks were found.
const (
	BoundNone      Bound = ""
	BoundStates    Bound = "states"    // MaxStates, or all ids are used
	BoundDepth     Bound = "depth"     // MaxDepth
	BoundMemory    Bound = "memory"    // Memory, or the system gave no more; with Disk, for what cannot be there
	BoundTime      Bound = "time"      // Timeout
	BoundDisk      Bound = "disk"      // nothing more could be written to Disk
	BoundInterrupt Bound = "interrupt" // the context was cancelled
	BoundPause     Bound = "pause"     // Pause said so
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

	// Reduced are the reductions that were used. If there are any, "every state" means here: every one that
	// they keep, of which each check is true if it is true of any state.
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

	// Bytes is what the tables hold in memory, allocated.
	Bytes uint64

	// DiskBytes is what the files in Options.Disk hold.
	DiskBytes uint64

	// PerClass is the number of transitions per event class, up to the last
	// class that occurred.
	PerClass []uint64

	// Elapsed is the wall-clock time of the search.
	Elapsed time.Duration

	sys      System
	checks   []Check
	owed     func(event uint64) bool
	cfg      config
	workers  int
	store    *store
	failed   bool     // an error was returned with it
	starts   []uint32 // first id of each level, and the end of the last
	expanded uint32   // ids below are expanded
	paused   *searcher
}

// Found is the answer to one check.
type Found struct {
	// Found says whether the check was true anywhere that was visited.
	Found bool

	// Depth is the number of steps of the shortest path that shows it.
	Depth int

	first *place // where the search came upon it
}

// Stopped says that the search ended early because all checks were found, or Enough of them.
func (r *Result) Stopped() bool { return r.Bound == BoundNone && !r.Complete && !r.failed }

// Len returns the number of states; their ids are 0 to Len()-1.
func (r *Result) Len() int { return int(r.States) }

// State decodes the state with the given id into v, which has the system's width.
func (r *Result) State(id uint32, v []uint32) {
	r.store.decode(id, v)
	runtime.KeepAlive(r)
}

// ID returns the id of the state v and whether it was found.
func (r *Result) ID(v []uint32) (uint32, bool) {
	id, ok := r.store.lookup(v)
	runtime.KeepAlive(r)
	return id, ok
}

// Failure is the error of a search whose System or Check returned an error or
// panicked. With several failures, the one that a sequential search meets first
// is reported.
type Failure struct {
	// Err is what was returned, or describes the panic.
	Err error

	// Check is the index of the check that failed, -1 if the System did.
	Check int

	// Name is the name of the check.
	Name string

	// Path leads to the state in which it failed: for Check.Step the one after
	// the transition. It has the fewest steps, but is not Minimal. Its Initial is
	// nil if the failure was not in a state.
	Path Path
}

func (f *Failure) Error() string {
	var b strings.Builder
	b.WriteString("explore: ")
	if f.Check >= 0 {
		fmt.Fprintf(&b, "check %q: ", f.Name)
	}
	b.WriteString(f.Err.Error())
	if f.Path.Initial != nil {
		fmt.Fprintf(&b, " (after %d steps)", len(f.Path.Steps))
	}
	return b.String()
}

// Unwrap returns f.Err.
func (f *Failure) Unwrap() error { return f.Err }

// Path is an execution: an initial state and the steps taken from it.
type Path struct {
	Initial []uint32
	Steps   []PathStep

	// Minimal says that the path is the least in the order of Result.Path. A
	// path that is not has the fewest steps all the same.
	Minimal bool
}

// PathStep is one step of a Path.
type PathStep struct {
	Event uint64
	State []uint32 // after the event
}

// Ranking says what Result.Path minimises among the shortest paths. A nil
// func counts nothing.
type Ranking struct {
	// Fault says whether an event is a fault.
	Fault func(event uint64) bool

	// Owner returns who takes an event, or -1 for an event of the environment. A
	// context switch is an owned event after one of another owner; events
	// without owner in between do not matter.
	Owner func(event uint64) int
}
