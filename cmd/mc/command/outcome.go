package command

import (
	"fmt"
	"slices"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/counterexamples"
	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/specs/spec"
)

// outcome is what became of one target.
type outcome struct {
	target
	report  *checkers.Report // nil if the model could not even be compiled
	failure error            // the model is at fault
	differs []string         // where it is not what the record declares
	growth  []spec.Growth    // if it was too large
	// checkpoint is the file that the search can go on from, if it did not come to its end.
	checkpoint string
}

// compared compares what came out of a target with the record.
func compared(o outcome) outcome {
	if o.report == nil {
		return o
	}
	t := o.target
	t.stamp(o.report)
	if t.kase == nil || o.failure != nil {
		return o
	}
	for _, r := range o.report.Results {
		if differs := t.kase.Differs(r); differs != "" && (r.Verdict != checkers.Unknown || o.report.Clipped != "") {
			o.differs = append(o.differs, differs)
		}
	}
	if visited(o.report) && o.report.Reduced == 0 && o.report.States != t.kase.States {
		o.differs = append(o.differs, fmt.Sprintf("%d states, and the record declares %d", o.report.States, t.kase.States))
	}
	return o
}

// code is the exit code of one outcome.
func (o outcome) code(compare bool) int {
	switch {
	case o.report != nil && o.report.Bound == explore.BoundInterrupt:
		return exitInterrupted
	case o.failure != nil:
		return exitFault
	case compare && len(o.differs) > 0:
		return exitViolated
	case compare && !visited(o.report), compare && slices.ContainsFunc(o.report.Results, o.undecided):
		return exitUnknown
	case compare:
		return exitHolds
	}
	return map[checkers.Verdict]int{checkers.Violated: exitViolated, checkers.Unknown: exitUnknown, checkers.Holds: exitHolds}[o.report.Verdict]
}

// visited reports whether every state was visited that the model's own bounds leave.
func visited(r *checkers.Report) bool { return r.Exhaustive || r.Clipped != "" }

// undecided reports whether a result of a case is unknown, and the record does not
// declare it so.
func (o outcome) undecided(r checkers.Result) bool {
	return r.Verdict == checkers.Unknown && o.kase.Want(r.Property.Name()) != checkers.Unknown
}

// worse returns the exit code that goes before the other.
func worse(a, b int) int {
	order := []int{exitInterrupted, exitFault, exitUsage, exitViolated, exitUnknown, exitHolds}
	if slices.Index(order, a) < slices.Index(order, b) {
		return a
	}
	return b
}

// first returns the first counterexample of the outcomes, or else the first
// witness; nil if there is neither.
func first(outcomes []outcome) *counterexamples.Execution {
	var witness *counterexamples.Execution
	for _, o := range outcomes {
		if o.report == nil {
			continue
		}
		for _, r := range o.report.Results {
			switch {
			case r.Execution == nil:
			case r.Verdict == checkers.Violated:
				return r.Execution
			case witness == nil:
				witness = r.Execution
			}
		}
	}
	return witness
}
