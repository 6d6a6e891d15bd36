package explore

import (
	"errors"
	"fmt"
	"time"
)

// Options bounds and tunes a search. The zero value searches everything with GOMAXPROCS workers. Only bounds,
// KeepGoing, Enough and Reduce change what is returned.
type Options struct {
	// Workers is the number of goroutines that expand states; 0 means GOMAXPROCS. A round of the search has at most 128
	// blocks, so no more workers than that are used.
	Workers int

	// MaxStates bounds the number of states; 0 means no bound. If there are more, exactly MaxStates are stored, those
	// that a sequential search finds first, and the search ends with BoundStates.
	MaxStates uint64

	// MaxDepth is the number of steps from an initial state beyond which nothing is explored; 0 means no bound. States
	// at MaxDepth are stored and checked with Check.State, but not expanded; if there are any, the search ends with
	// BoundDepth.
	MaxDepth int

	// Memory bounds the bytes that the tables of the search may take, which are those that Result.Bytes counts; 0 means
	// no bound. What the System and the checks memoize counts as well: the growth of the Go heap since the search began,
	// plus a quarter for garbage, to the extent that it exceeds 32 MiB. Buffers of the workers (a few MiB each) are not
	// counted.
	Memory uint64

	// Beside is the result of an earlier search of the same System that is kept in memory, or nil. Its tables count
	// towards Memory too, and so does the growth of the heap since it began.
	Beside *Result

	// Disk says where a check continues when Memory is reached. Search itself ends with BoundMemory; package disk does
	// the search on disk.
	Disk Disk

	// Timeout is the time after which the search ends with BoundTime; 0 means never.
	Timeout time.Duration

	// Progress, if set, is called about every ProgressEvery from the goroutine that called Search, so never concurrently
	// with itself.
	Progress func(Progress)

	// ProgressEvery is the time between two calls of Progress; 0 means 200ms.
	ProgressEvery time.Duration

	// Owed says which events the system owes: Check.Quiescent is evaluated on the states that have none of them. Nil
	// means that every event is owed. Owed is called concurrently and must always give the same answer for an event.
	Owed func(event uint64) bool

	// Reduce is the set of reductions that the search may use; Result.Reduced has those that it did use.
	Reduce Reduction

	// KeepGoing makes the search explore everything even when every check has been found. By default a search ends with
	// the level at which the last of its checks is found. A search without checks always explores everything.
	KeepGoing bool

	// Pause, if set, is called after each level. If it returns true, a search that would continue ends with BoundPause
	// instead; Result.Continue resumes it, unless it is reduced by PartialOrder. Pause must be deterministic.
	Pause func(p Progress) bool

	// Enough, if set, decides when a search without KeepGoing has found enough to end; by default it ends when all
	// checks are found. Enough is called after each level with the answers so far, in the order of the checks, and must
	// be deterministic. A search without checks never calls it.
	Enough func(found []Found) bool
}

// Reduction is a set of ways to leave out states without changing an answer.
type Reduction uint8

// The reductions.
const (
	// PartialOrder leaves out some interleavings of independent events. The answers to Check.State and Check.Quiescent
	// stay the same; the number of states and the length of shortest paths do not. It needs Capabilities.PersistentSets
	// and checks without Check.Step, and saves nothing unless each Check.State comes with Check.Invisible.
	PartialOrder Reduction = 1 << iota

	// Symmetry leaves out all but one state of each orbit. The answers to checks stay the same, and so do the paths to
	// them; the number of states does not. It needs Capabilities.Representatives.
	Symmetry
)

// Disk says where a search is kept as files, and how it begins there.
type Disk struct {
	// Storage holds the files; nil means that no search goes to disk.
	Storage Storage

	// Only makes the search run on disk from the start, or resume the one in Storage if there is one.
	Only bool

	// Program identifies the program, and Header, in JSON, what is searched. Both are kept in Storage, and a search is
	// resumed only if Program is the same, and Header, too, unless it is nil.
	Program string
	Header  []byte
}

const defaultProgressEvery = 200 * time.Millisecond

// Validate returns all faults of the options as a joined error, or nil.
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

// ValidateChecks returns an error if any check does not set exactly one of State, Quiescent and Step.
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

// Progress is how far a search has come.
type Progress struct {
	States      uint64        // states stored
	Expanded    uint64        // states among them that are expanded
	Transitions uint64        // transitions of the expanded states
	Depth       int           // level that is being expanded
	Bytes       uint64        // see Result.Bytes
	Elapsed     time.Duration // since Search was called
	Reduced     Reduction     // see Result.Reduced
	Nodes       uint64        // nodes of decision diagrams in a symbolic search, where States is a lower bound

	// Levels holds the number of states at each depth up to Depth. It must not be changed.
	Levels []uint64
}

// Errors of queries to a Result, in addition to those of contexts and *Failure.
var (
	ErrMemory     = errors.New("explore: there is too little memory for the graph")
	ErrIncomplete = errors.New("explore: the search was not complete")
)
