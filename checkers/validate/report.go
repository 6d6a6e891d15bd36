package validate

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/checkers/internal/stuck"
	"github.com/anel-mc/mc/counterexamples"
	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/model"
)

// Verdict is the answer of Check.
type Verdict string

// The verdicts.
const (
	Legal   Verdict = "legal"   // some execution of the model agrees with the log
	Illegal Verdict = "illegal" // no execution does
	Unknown Verdict = "unknown" // a bound of the search, or of the model, was reached
)

// Options bound the search. The zero value has no bounds.
type Options struct {
	MaxStates uint64 // pairs of a state and the lines explained there
	Memory    uint64 // bytes of the heap, measured now and then
}

// Report is the result of Check.
type Report struct {
	Verdict Verdict

	// Bound says why the verdict is Unknown. If no bound of the search is the reason, Clipped names the bound of the model
	// that is.
	Bound   explore.Bound
	Clipped string

	// Lines is the number of lines, and Explained the number of those that the Execution explains.
	Lines, Explained int

	// Execution agrees with all lines or, if no such execution was found, explains as many lines as any.
	Execution *counterexamples.Execution

	// Why says, if the verdict is Illegal, why the next line of each process whose lines are not all explained cannot
	// follow the Execution.
	Why []Obstacle

	// States is the number of pairs of a state and the lines explained there that were visited.
	States uint64
}

// Obstacle is a line that cannot come next.
type Obstacle struct {
	Line
	At      string   // file:line
	Reasons []string // at least one
}

// Check searches for an execution of m that agrees with l. When ctx is done, the verdict is Unknown; if a function of m
// does not return then, the error names it and wraps that of ctx. The error is a *checkers.Failure if the model is at
// fault; other errors are about the log, and name a line unless it has neither a line nor a header.
func Check(ctx context.Context, m model.Model, l *Log, opt Options) (*Report, error) {
	if l.Len() == 0 && l.Header.Log == 0 {
		return nil, errors.New("the log is empty: not even a header was written")
	}
	bound, err := checkers.Bind(m, nil)
	if err != nil {
		return nil, err
	}
	r, err := stuck.Study(ctx, 0, func(ctx context.Context) (*Report, error) { return check(ctx, bound, m, l, opt) })
	return r, bound.Fault(err)
}

func check(ctx context.Context, bound *checkers.Bound, m model.Model, l *Log, opt Options) (*Report, error) {
	s := &search{sys: bound.System(), opt: opt}
	if err := s.prepare(m, l); err != nil {
		return nil, err
	}
	r := &Report{Lines: l.Len()}
	if err := s.run(ctx, r); err != nil {
		return nil, err
	}
	if r.Verdict == Illegal {
		if r.Clipped = s.sys.Clipped(); r.Clipped != "" {
			r.Verdict, r.Why = Unknown, nil
		}
	}
	if r.Verdict == Unknown {
		return r, nil
	}
	if err := bound.AskAgain(ctx); err != nil {
		if r.Bound = checkers.Unfinished(ctx.Err()); r.Bound == explore.BoundNone {
			return nil, err
		}
		r.Verdict = Unknown
	}
	return r, nil
}

// Obstacles lists the lines that cannot come next, with the reasons, for people to read.
func (r *Report) Obstacles() (all []string) {
	for _, o := range r.Why {
		line := counterexamples.Printable(fmt.Sprintf("%s: %s", o.At, o.Line)) // anybody may have written it
		all = append(all, strings.ReplaceAll(line, "\n", `\n`)+" cannot come next")
		for _, why := range o.Reasons {
			all = append(all, "  "+counterexamples.Printable(why))
		}
	}
	return all
}

// String describes a line: deliver Ping from p0 at p1.
func (l Line) String() string {
	text := string(l.Event)
	for _, part := range []struct{ before, is string }{{" ", l.Name}, {" ", l.Type}, {" from ", l.From},
		{" of ", l.Suspect}, {" at ", l.Process}} {
		if part.is != "" {
			text += part.before + part.is
		}
	}
	return text
}
