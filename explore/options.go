package explore

import (
	"errors"
	"fmt"
	"time"
)

// Options bounds and tunes a search. The zero value searches everything with as many workers as the Go scheduler has
// processors. Only bounds, KeepGoing, Enough and Reduce change what is returned.
type Options struct {
	// Workers is how many goroutines expand states; 0 means GOMAXPROCS. A round
	// of the search is cut into at most 64 blocks, so more workers than that
	// are not used.
	Workers int

	// MaxStates is how many states are stored before the search ends with
	// BoundStates; 0 means no bound. If there are more, exactly MaxStates are
	// stored: those that a sequential search finds first.
	MaxStates uint64

	// MaxDepth is the number of steps from an initial state beyond which nothing
	// is explored; 0 means no bound. States at MaxDepth are stored and asked
	// Check.State, but not expanded; if there are any, the search ends with
	// BoundDepth.
	MaxDepth int

	// Memory is how many bytes the tables of the search may take; 0 means no bound. They are what Result.Bytes counts.
	// What the System and the checks memoize counts as well: the growth of the Go heap since the search began, plus a
	// quarter for garbage, as far as that exceeds 32 MiB. Buffers of the workers (a few MiB each) are not counted.
	Memory uint64

	// Beside is a search of the same System that was made before, and is kept: its tables count under Memory, too, and
	// so does what the heap has grown since it began. Nil if there is none.
	Beside *Result

	// Disk says where a check goes on when Memory is reached. Search itself ends with BoundMemory: it is package disk
	// that searches there.
	Disk Disk

	// Timeout ends the search with BoundTime when it has passed; 0 means never.
	Timeout time.Duration

	// Progress, if set, is called about every ProgressEvery from the goroutine
	// that called Search, hence never concurrently with itself.
	Progress func(Progress)

	// ProgressEvery is 200ms when it is 0.
	ProgressEvery time.Duration

	// Owed says which events the system owes: Check.Quiescent is asked of the states that have none of them. Nil means
	// that it owes every event. It is called concurrently and must always answer the same.
	Owed func(event uint64) bool

	// Reduce are the reductions that the search may use; see Result.Reduced for those it did use.
	Reduce Reduction

	// KeepGoing explores everything even when every check has been found. By
	// default a search ends with the level at which the last of its checks
	// was found. A search without checks always explores everything.
	KeepGoing bool

	// Pause, if set, is called after each level: if it returns true, a search that would continue ends with BoundPause
	// instead, and Result.Continue resumes it, unless it is reduced by PartialOrder. It must always answer the same.
	Pause func(p Progress) bool

	// Enough, if set, decides when a search without KeepGoing has found enough to end; by default that is when all checks
	// were found. It is called after each level with the answers so far, in the order of the checks, and must always
	// answer the same. A search without checks never calls it.
	Enough func(found []Found) bool
}

// Reduction is a set of ways to leave out states without changing an answer.
type Reduction uint8

// The reductions.
const (
	// PartialOrder leaves out orders of independent events. The answers to Check.State and Check.Quiescent stay the same;
	// the number of states and the length of shortest paths do not. It needs Capabilities.PersistentSets, checks without
	// Check.Step, and Check.Invisible.
	PartialOrder Reduction = 1 << iota

	// Symmetry leaves out all states but one of each orbit. The answers to checks stay the same, and so do the paths to
	// them; the number of states does not. It needs Capabilities.Representatives.
	Symmetry
)

// Disk is where a search is kept as files, and how it is begun there.
type Disk struct {
	// Storage has the files; nil means that there is none.
	Storage Storage

	// Only says that the search is one on disk from the start, or, if there is one in Storage, goes on with that.
	Only bool

	// Program identifies the program, and Header, as JSON, what is searched. They are kept in Storage, and a search goes
	// on only if Program is the same.
	Program string
	Header  []byte
}

const defaultProgressEvery = 200 * time.Millisecond

// Validate reports every fault of the options, joined, or nil.
func (o Options) Validate() error {
	var faults []error
	if o.Workers < 0 {
		faults = append(faults, fmt.Errorf("explore: Workers is %d, want 0 or more", o.Workers))
	}
	if o.MaxDepth < 0 {
		faults = append(faults, fmt.Errorf("explore: MaxDepth is %d, want 0 or more", o.MaxDepth))
	}
	if o.Timeout < 0 {
		faults = append(faults, fmt.Errorf("explore: Timeout is %v, want 0 or more", o.Timeout))
	}
	if o.ProgressEvery < 0 {
		faults = append(faults, fmt.Errorf("explore: ProgressEvery is %v, want 0 or more", o.ProgressEvery))
	}
	return errors.Join(faults...)
}

// ValidateChecks reports the checks that do not set exactly one func.
func ValidateChecks(checks []Check) error {
	var faults []error
	for i, c := range checks {
		set := 0
		for _, is := range []bool{c.State != nil, c.Quiescent != nil, c.Step != nil} {
			if is {
				set++
			}
		}
		if set != 1 {
			faults = append(faults, fmt.Errorf(
				"explore: check %d (%q) sets %d of State, Quiescent and Step, want exactly one", i, c.Name, set))
		}
	}
	return errors.Join(faults...)
}

// Progress is what a search has done so far.
type Progress struct {
	States      uint64        // stored
	Expanded    uint64        // of these, expanded
	Transitions uint64        // of the expanded states
	Depth       int           // level that is being expanded
	Bytes       uint64        // see Result.Bytes
	Elapsed     time.Duration // since Search was called
	Reduced     Reduction     // see Result.Reduced
	Nodes       uint64        // of decision diagrams, in a search by these: then States is how many there are at least

	// Levels holds the number of states at each depth up to Depth. It must not be changed.
	Levels []uint64
}

// Errors of queries to a Result, besides those of contexts and a *Failure.
var (
	ErrMemory     = errors.New("explore: there is too little memory for the edges")
	ErrIncomplete = errors.New("explore: the search was not complete")
)
