package command

import (
	"errors"
	"fmt"
	"slices"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/counterexamples"
	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/specs/spec"
)

// outcome is the outcome of checking one target.
type outcome struct {
	target
	report  *checkers.Report // nil if the model could not even be compiled
	failure error            // set if the model is at fault
	differs []string         // where it differs from what the record declares
	code    int              // the exit code that it calls for
	refused bool             // --strict rejects it: without, it would pass
	chosen  string           // the engine that --engine auto chose, and why
	smaller []spec.Growth    // the sizes of smaller instances, if a bound ended the search
	disk    string           // the directory in which the search can continue, if it was not finished
}

// outcomeOf returns the outcome of a target, compared with its record if it is a case.
func outcomeOf(t target, report *checkers.Report, failure error) outcome {
	o := outcome{target: t, report: report, failure: failure}
	if report == nil {
		return o
	}
	t.stamp(report)
	if t.testCase == nil || failure != nil {
		return o
	}
	for _, r := range report.Results {
		differs := t.testCase.Differs(r)
		if differs != "" && (r.Verdict != checkers.Unknown || report.Clipped != "") {
			o.differs = append(o.differs, differs)
		}
	}
	if report.Visited() && report.Reduced == 0 && report.States != t.testCase.States {
		o.differs = append(o.differs, fmt.Sprintf("%d states, and the record declares %d", report.States, t.testCase.States))
	}
	return o
}

// judged returns the outcome with its exit code. compare says whether that depends on the record, and strict that what
// was not exercised does not pass.
func (o outcome) judged(compare, strict bool) outcome {
	o.code = o.exitCode(compare)
	if strict && o.code == exitHolds && len(o.vacuities()) > 0 {
		o.code, o.refused = exitUnknown, true
	}
	return o
}

func (o outcome) exitCode(compare bool) int {
	switch {
	case o.report != nil && o.report.Bound == explore.BoundInterrupt:
		return exitInterrupted
	case o.failure != nil:
		return exitFault
	case !compare:
		return codeOf(o.report.Verdict)
	case len(o.differs) > 0:
		return exitViolated
	case !o.report.Visited(), slices.ContainsFunc(o.report.Results, undecided):
		return exitUnknown
	}
	return exitHolds
}

func undecided(r checkers.Result) bool { return r.Verdict == checkers.Unknown }

// vacuities lists what holds in an outcome without having been exercised.
func (o outcome) vacuities() []string {
	if o.report == nil || o.failure != nil {
		return nil
	}
	return o.report.Vacuities()
}

// first returns the first counterexample of the outcomes, or else the first witness, or nil.
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

// executionTo returns the execution that leads to where a model is at fault, or nil.
func executionTo(failure error) *counterexamples.Execution {
	if f, ok := errors.AsType[*checkers.Failure](failure); ok {
		return f.Execution
	}
	return nil
}

// traceTo returns the trace of that execution, or nil.
func traceTo(failure error) *counterexamples.Trace {
	if e := executionTo(failure); e != nil {
		return &e.Trace
	}
	return nil
}
