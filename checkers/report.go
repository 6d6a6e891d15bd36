package checkers

import (
	"fmt"
	"math/big"
	"time"

	"github.com/anel-mc/mc/counterexamples"
	"github.com/anel-mc/mc/explore"

	"github.com/anel-mc/mc/model/system"
)

// Verdict is the answer to a property.
type Verdict string

// The verdicts.
const (
	// Holds: every reachable state was visited and none refutes the property; for Reachable, a witness was found.
	Holds Verdict = "holds"
	// Violated: there is a counterexample; for Reachable, every reachable state was visited and there is no witness.
	Violated Verdict = "violated"
	// Unknown: a bound ended the search before either was certain.
	Unknown Verdict = "unknown"
)

// Report is the result of a check.
type Report struct {
	// Verdict is Violated if any property is, otherwise Unknown if any is,
	// otherwise Holds. Without properties it says whether every reachable state was
	// visited: Holds or Unknown.
	Verdict Verdict

	// Results are the answers, in the order of the properties.
	Results []Result

	// Exhaustive says that every reachable state was visited.
	Exhaustive bool

	// Clipped names the bound of the model itself, such as that of a clock, that left something out, if every state
	// within it was visited; otherwise it is empty.
	Clipped string

	// Outside is how many of the States the Constraint of the model is false of; 0 unless every state was visited that it
	// leaves.
	Outside uint64

	// Bound is what cut the search short, if anything did. If the search was exhaustive, it is what prevented liveness
	// properties from being decided, or the model's functions from being called again (see system.System.AskAgain). If
	// it and Clipped are empty and Exhaustive is false, the search ended early because every property had its answer.
	Bound explore.Bound

	// Stuck names a function of the model that had not returned when the check was to end, by process, event and state.
	// Then nothing is known.
	Stuck string

	States      uint64   // distinct states found
	Transitions uint64   // of the states that were expanded
	Depth       int      // every state up to this many steps was found
	Levels      []uint64 // states found by depth

	// Classes are the classes of failure detectors that the results of Detection put the detector in, or nil if not all
	// of them were asked.
	Classes []string

	// Searches are the searches that were made. The counts of the report, and Levels, Exhaustive and Bound, are those of
	// the last one whose end decided something: the full search, if anything was left for it to decide.
	Searches []Search
	// Search is which of Searches that is.
	Search int

	// Reduced are the reductions of that search. Counts are of the states that they keep.
	Reduced explore.Reduction
	// Symmetry says, if symmetry reduction was used, under which permutations: "full permutation of a and b".
	Symmetry string
	// Unreduced says, for each reduction that was requested, or would be worthwhile, what it was not used for, and why.
	Unreduced []string

	Unexpanded uint64 // states found whose successors were not explored

	Work

	// Symbolic is what a search by decision diagrams tells; nil of any other. Then States is at most the largest uint64,
	// and nothing is known of Transitions, Depth, Levels and Events.
	Symbolic *Symbolic

	// Events counts the transitions by class, for every class that the model has: those with 0 never occurred.
	Events []EventCount
}

// Work is what a check took.
type Work struct {
	Calls     int64    // how often user code of the model ran, verification included
	Costs     []string // what else that cost, as the processes tell it: see package code
	MemoHits  uint64   // transitions that ran no user code, since what it does was known
	Bytes     uint64   // memory of the search's tables, and of the transitions if liveness was asked
	DiskBytes uint64   // files of the search, see Options.Disk

	Elapsed  time.Duration
	Liveness time.Duration // what was asked of the graph took after that
	// Spent says where the time went: to functions of the model and of properties, and to the rest. It is an estimate.
	Spent []system.Spent
	// Dominant says what took most of that time, and what to do about it; it is empty if nothing did, or all was
	// done within a second.
	Dominant string
}

// Symbolic is what a search by decision diagrams tells of itself; see CheckSymbolic.
type Symbolic struct {
	States *big.Int // that can be reached; nil if a bound ended the search
	Nodes  int      // of the diagram of these
	Peak   int      // nodes that there were at a time
	Events int      // rows of the tables that were learnt
}

// Search is one of the searches of a check.
type Search struct {
	Reduced  explore.Reduction // by which it leaves out states; none of a full search
	Symmetry string
	// how often: one that leaves out states is made again if it went by too little of what is looked
	// at and done
	Made int

	Complete            bool // every state was expanded that is not left out
	Bound               explore.Bound
	States, Transitions uint64
	Steps               int // of the deepest state that was found
	Depth               int // every state up to this many steps was found
	Unexpanded          uint64
	Bytes               uint64
	Elapsed             time.Duration
}

// Of returns the names of the results that search number i decided, or was to decide.
func (r *Report) Of(i int) (names []string) {
	for _, result := range r.Results {
		if result.Search == i {
			names = append(names, result.Property.name)
		}
	}
	return names
}

// EventCount is the number of transitions of a class of events.
type EventCount struct {
	system.Class
	Count uint64
	// Missed says why nearly every one of them ran user code, and what to do about it; it is empty where most did not.
	Missed string
}

// Missed says of which events nearly every one ran user code, and why, for people.
func (r *Report) Missed() (lines []string) {
	for _, e := range r.Events {
		if e.Missed != "" {
			lines = append(lines, fmt.Sprintf("%s ran anew for nearly every one of its %d transitions: %s", e.Class, e.Count,
				e.Missed))
		}
	}
	return lines
}

// Result is the answer to one property.
type Result struct {
	Property Property
	Verdict  Verdict

	// Explanation says what is wrong, in the property's own words, or why the
	// verdict is unknown.
	Explanation string

	// Execution is the counterexample, the witness of a Reachable, or a most expensive execution of a Cost; nil if there
	// is none.
	Execution *counterexamples.Execution

	// Search is the number of the report's search that decided it, or was to decide it.
	Search int

	// Minimal says that Execution is the least of all: fewest steps, then fewest faults, then fewest context switches.
	// After an interruption it only has the fewest steps, and after a search with partial-order reduction perhaps not
	// even these. For a liveness property, Minimal says that it has the fewest steps, including those of the loop.
	Minimal bool

	// Fairness says in words which executions a liveness property considered.
	Fairness string

	// Manner is how Execution violates a liveness property:
	//
	//   - "deadlock": it ends;
	//   - "starvation": in the part that repeats for ever, something that the system owes is enabled again and again and
	//     never happens, or a process that is up takes no step while another does;
	//   - "livelock": it goes on for ever in another way: everybody is busy to no avail.
	Manner string

	// Inevitable says that every execution goes wrong: see Bound.After.
	Inevitable bool

	// Cost answers a Cost; nil if it is unknown, or counting never begins.
	Cost *CostRange

	// Vacuous says why a property that holds means nothing: what it is about never occurs. It is empty if that is not
	// known, or was not looked for: for an Invariant, a Step, a NoDeadlock and a Reachable there is no way to tell what
	// they are about.
	Vacuous string

	within bool // unknown beyond a bound only: nothing that was visited violates it
}
