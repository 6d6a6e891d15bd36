package explore

import (
	"fmt"
	"slices"
	"strings"

	"github.com/anel-mc/mc/explore/internal/guard"
)

// Bound says what cut a search short.
type Bound string

// The bounds. BoundNone says that no bound was reached: the search is Complete, or
// it ended early because all of its checks were found.
const (
	BoundNone      Bound = ""
	BoundStates    Bound = "states"    // MaxStates, or all ids are used
	BoundDepth     Bound = "depth"     // MaxDepth
	BoundMemory    Bound = "memory"    // Memory, or the operating system refused more
	BoundTime      Bound = "time"      // Timeout
	BoundInterrupt Bound = "interrupt" // the context was cancelled
	BoundPause     Bound = "pause"     // Pause said so
	BoundDisk      Bound = "disk"      // on disk: a file could not be read or written, as when there is no more room
)

// Found is the answer to one check.
type Found struct {
	// Found says whether the check was true anywhere that was visited.
	Found bool

	// Depth is the length of the shortest path that demonstrates it.
	Depth int

	first *place // where the search found it first
}

// place is where something was found: in state; if moved is set, after event in state; or, if initial is set, in that
// initial state.
type place struct {
	state   uint64
	event   uint64
	moved   bool
	initial []uint32
}

// Failure is the error of a search whose System or Check returned an error or panicked. If there are several, it is
// the one that a sequential search encounters first.
type Failure struct {
	// Err is the error that was returned, or describes the panic.
	Err error

	// Check is the index of the check that failed, -1 if the System did.
	Check int

	// Name is the name of the check.
	Name string

	// Path leads to the state in which the failure occurred, for Check.Step the one after the transition. It has the
	// fewest steps, but is not Minimal. Its Initial is nil if the failure did not occur in a state.
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

	// Minimal says that the path is the least of all in the order of Result.Path. Otherwise it merely has the fewest
	// steps.
	Minimal bool
}

// PathStep is one step of a Path.
type PathStep struct {
	Event uint64
	State []uint32 // after the event
}

// Ranking says what Result.Path minimises among the shortest paths. A nil func contributes nothing.
type Ranking struct {
	// Fault says whether an event is a fault.
	Fault func(event uint64) bool

	// Owner returns who takes an event, its owner, or -1 for an event of the environment. A context switch is an owned
	// event whose owner differs from that of the previous owned event; events without an owner in between do not count.
	Owner func(event uint64) int
}

// Extend adds a step to the path: the least event that wanted accepts. It reports whether there is one.
func (p *Path) Extend(stepper Stepper, wanted func(event uint64, next []uint32) bool) bool {
	v := p.Initial
	if len(p.Steps) > 0 {
		v = p.Steps[len(p.Steps)-1].State
	}
	next := make([]uint32, len(v))
	var best *PathStep
	_ = guard.Call(func() error {
		return stepper.Step(v, func(event uint64, slots []int32, values []uint32) {
			Apply(next, v, slots, values)
			if wanted(event, next) && (best == nil || event < best.Event) {
				best = &PathStep{event, slices.Clone(next)}
			}
		})
	}, nil)
	if best != nil {
		p.Steps = append(p.Steps, *best)
	}
	return best != nil
}
