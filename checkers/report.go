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
	// Holds: every reachable state was visited and there is no counterexample; for Reachable, a witness was found.
	Holds Verdict = "holds"
	// Violated: there is a counterexample; for Reachable, every reachable state was visited and there is no witness.
	Violated Verdict = "violated"
	// Unknown: the search ended at a bound before the property was decided.
	Unknown Verdict = "unknown"
)

// Report is the result of a check.
type Report struct {
	// Verdict is Violated if any property is, otherwise Unknown if any is,
	// otherwise Holds. Without properties it says whether every reachable state was
	// visited: Holds or Unknown.
	Verdict Verdict

	// Results are the results, in the order of the properties.
	Results []Result

	// Exhaustive says that every reachable state was visited.
	Exhaustive bool

	// Clipped names a bound of the model itself, such as that of a clock, if it left something out and every state within
	// it was visited; otherwise it is empty.
	Clipped string

	// Outside is the number of States that violate the Constraint of the model. It is 0 unless every state within the
	// Constraint was visited.
	Outside uint64

	// Bound is what cut the search short, if anything did. If the search was exhaustive, it is what prevented liveness
	// properties from being decided, or the functions of the model from being called again (see
	// system.System.AskAgain). If Bound and Clipped are empty and Exhaustive is false, the search ended early because
	// every property that it was asked was decided, or is a NoDeadlock that is unknown because of a clock at rest; others
	// were asked in one of the other Searches.
	Bound explore.Bound

	// Stuck names a function of the model that had not returned when the check had to end, by process, event and state.
	// If it is set, nothing is known.
	Stuck string

	States      uint64   // distinct states found
	Transitions uint64   // of the states that were expanded
	Depth       int      // every state up to this many steps was found, of those that Reduced leaves
	Levels      []uint64 // states found by depth

	// Classes are the classes of failure detectors that the detector is in according to the results of Detection, or nil
	// if these do not include all properties of Detection.
	Classes []string

	// Searches are the searches that were made. The counts of the report, and Levels, Exhaustive and Bound, are those of
	// the last search whose completion decided something: the full search, if anything was left for it to decide.
	Searches []Search
	// Search is the index of that search in Searches.
	Search int

	// Reduced are the reductions of that search; the counts are of the states that they keep.
	Reduced explore.Reduction
	// Symmetry names the permutations, if symmetry reduction was used: "full permutation of a and b".
	Symmetry string
	// Unreduced says, for each reduction that was requested or would be worthwhile, where it was not used, and why.
	Unreduced []string

	Unexpanded uint64 // states found whose successors were not explored

	Work

	// Symbolic has the numbers of a search by decision diagrams; it is nil for any other search. If it is set, States is
	// capped at the largest uint64, and Transitions, Depth, Levels and Events are not known.
	Symbolic *Symbolic

	// Events counts the transitions of every class of events that the model has; a class with 0 never occurred.
	Events []EventCount
}

// Work is the effort of a check.
type Work struct {
	Calls     int64    // how often user code of the model ran, verification included
	Costs     []string // what else that cost, as reported by the processes: see package code
	MemoHits  uint64   // transitions that ran no user code, since the outcome was remembered
	Bytes     uint64   // memory of the search's tables, and of the transitions if liveness was decided
	DiskBytes uint64   // files of the search, see Options.Disk

	Elapsed  time.Duration
	Liveness time.Duration // time after Elapsed for properties decided on the graph
	// Spent estimates where the time went: to functions of the model, functions of properties, and the rest.
	Spent []system.Spent
	// Dominant says what took most of that time, and what to do about it. It is empty if nothing did, or if the check
	// took less than a second.
	Dominant string
}

// Symbolic has the numbers of a search by decision diagrams; see CheckSymbolic.
type Symbolic struct {
	States *big.Int // reachable states; nil if a bound ended the search
	Nodes  int      // nodes of their decision diagram
	Peak   int      // maximum number of nodes at any time
	Events int      // rows of the tables that were learnt
}

// Search is one of the searches of a check.
type Search struct {
	Reduced  explore.Reduction // reductions by which it leaves out states; none for a full search
	Symmetry string
	// Made is how often it was made: a reduced search is repeated if it took into account too little of what
	// properties read and handlers do.
	Made int

	Complete            bool // every state that is not left out was expanded
	Bound               explore.Bound
	States, Transitions uint64
	Steps               int // depth of the deepest state that was found
	Depth               int // every state up to this many steps was found, of those that Reduced leaves
	Unexpanded          uint64
	Bytes               uint64
	Elapsed             time.Duration
}

// Of returns the names of the properties that search number i decided, or was to decide.
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
	// Missed says why nearly every one of them ran user code, and what to do about it; it is empty if most did not.
	Missed string
}

// Missed says, for people to read, which classes of events ran user code for nearly every transition, and why.
func (r *Report) Missed() (lines []string) {
	for _, e := range r.Events {
		if e.Missed != "" {
			lines = append(lines, fmt.Sprintf("%s ran anew for nearly every one of its %d transitions: %s", e.Class, e.Count,
				e.Missed))
		}
	}
	return lines
}

// Result is the result for one property.
type Result struct {
	Property Property
	Verdict  Verdict

	// Explanation says what is wrong, in the property's own words, or why the verdict is unknown.
	Explanation string

	// Execution is the counterexample, the witness of a Reachable, or a most expensive execution of a Cost, of those that
	// are counted to their end if there are any; nil if there is none.
	Execution *counterexamples.Execution

	// Search is the number of the report's search that decided it, or was to decide it.
	Search int

	// Minimal says that Execution is the least of all: fewest steps, then fewest faults, then fewest context switches.
	// If it is false, Execution has the fewest steps after an interruption or a bound, but perhaps not after a search with
	// partial-order reduction. For a liveness property, Minimal means the fewest steps, including those of the loop; it is
	// also false if the search for a shorter lasso gave up, after some seconds: that is hard if much must happen in the
	// loop for it to be fair.
	Minimal bool

	// Fairness says in words which executions a liveness property considered.
	Fairness string

	// Manner is how Execution violates a liveness property:
	//
	//   - "deadlock": it ends;
	//   - "starvation": in the loop, an event that the system owes is enabled again and again and never happens, or a
	//     process that is up takes no step while another does;
	//   - "livelock": it goes on for ever in another way: every process is busy to no avail.
	Manner string

	// Inevitable says that every execution violates the property. False means that this is not known: see Bound.After.
	Inevitable bool

	// Cost is the result of a Cost; it is nil if it is unknown, or if counting never begins.
	Cost *CostRange

	// Vacuous says why a property that holds means nothing: what it is about never occurs, is so from the beginning, or
	// no execution satisfies its assumptions. It is empty if this is not known or was not examined: there is no way to
	// tell what an Invariant, a Step, a NoDeadlock or a Reachable is about.
	Vacuous string

	within bool // only unknown beyond a bound: nothing that was visited violates it
	depth  int  // how deep the search was when the graph was asked last
}
