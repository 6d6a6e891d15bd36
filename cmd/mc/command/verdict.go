package command

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/cmd/mc/command/internal/term"
	"github.com/anel-mc/mc/counterexamples"
	"github.com/anel-mc/mc/explore"
)

// shared returns the fairness that all liveness properties assume, without what single properties assume in addition.
// It returns "" if they assume different kinds.
func shared(results []checkers.Result) string {
	all := ""
	for _, r := range results {
		switch fairness, _, _ := strings.Cut(r.Fairness, "; "); {
		case fairness == "" || fairness == all:
		case all == "":
			all = fairness
		default:
			return ""
		}
	}
	return all
}

// verdict returns the verdict of a property in words.
func verdict(r checkers.Result) string {
	switch {
	case r.Cost != nil:
		if mean := mean(*r.Cost, "%s in the mean"); mean != "" {
			return r.Cost.String() + "; " + mean
		}
		return r.Cost.String()
	case r.Property.Kind() == checkers.KindCost && r.Verdict == checkers.Holds:
		return r.Explanation
	case r.Verdict == checkers.Holds && r.Execution != nil:
		return "holds: reached in " + term.Steps(r.Execution.Len())
	case r.Verdict == checkers.Violated && r.Execution != nil:
		return "violated in " + length(r.Execution)
	}
	return string(r.Verdict)
}

// mean returns the mean of a cost, and the part of executions over which it is taken. It returns "" if c.String says it
// all.
func mean(c checkers.CostRange, format string) string {
	mean, part := c.Expected()
	switch {
	case mean == "" && part == "":
		return ""
	case mean == "":
		return part + " end"
	case part == "":
		return fmt.Sprintf(format, mean)
	}
	return fmt.Sprintf(format, mean) + " of the " + part + " that end"
}

// length writes the length of an execution, with that of its loop.
func length(e *counterexamples.Execution) string {
	if loop := e.Trace.Loop; loop != nil {
		return fmt.Sprintf("a lasso of %d + %s", *loop, term.Steps(e.Len()-*loop))
	}
	return term.Steps(e.Len())
}

// shortest says how the length of a counterexample compares with that of others.
func shortest(r *checkers.Report, p checkers.Result) string {
	kind := p.Property.Kind()
	ofGraph := kind.Live() || kind == checkers.KindNeverAll || kind == checkers.KindCost
	switch {
	case r.Searches[p.Search].Reduced&explore.PartialOrder != 0:
		return "there may be one with fewer steps, since the search was reduced"
	case kind.Live() && p.Minimal:
		return "no other has fewer steps, loop included"
	case p.Cost != nil && p.Cost.Unbounded && p.Cost.Ends && p.Minimal:
		return "no other that can come to its end has fewer steps"
	case ofGraph && p.Minimal:
		return "no other has fewer steps"
	case ofGraph:
		return "there may be one with fewer steps"
	case p.Minimal:
		return "the shortest way there, with the fewest faults and switches"
	}
	return "one of the shortest ways there"
}

// sameExecution reports whether two executions of a system are the same and have the same explanation.
func sameExecution(a, b *counterexamples.Execution) bool {
	same := reflect.DeepEqual
	steps, notes := explained(a)
	others, said := explained(b)
	return a.Trace.Initial == b.Trace.Initial && same(a.Trace.Steps, b.Trace.Steps) && same(a.Trace.Loop, b.Trace.Loop) &&
		slices.Equal(steps, others) && slices.Equal(notes, said) && (a.Slice == nil) == (b.Slice == nil)
}

// witnessed says what an execution shows about a property that holds. cheapest says that it is one with the least cost.
func witnessed(name string, r *checkers.Report, p checkers.Result, cheapest bool) string {
	switch {
	case cheapest:
		return fmt.Sprintf("%s: an execution that costs %d, the least of all, in %s:", name, p.Cost.Min, length(p.Execution))
	case p.Cost != nil:
		of := "all"
		if p.Cost.Endless > 0 {
			of = "those that end"
		}
		return fmt.Sprintf("%s: an execution that costs %d, the most of %s, in %s:", name, p.Cost.Max, of,
			length(p.Execution))
	}
	return fmt.Sprintf("%s is reached in %s; %s:", name, length(p.Execution), shortest(r, p))
}
