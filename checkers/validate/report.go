package validate

import (
	"context"
	"fmt"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/counterexamples"
	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/model"
)

// Verdict is the answer.
type Verdict string

// The answers.
const (
	Legal   Verdict = "legal"   // there is an execution of the model that the log could be
	Illegal Verdict = "illegal" // there is none
	Unknown Verdict = "unknown" // the search was bounded, or the model is
)

// Options bound the search. The zero value has no bounds.
type Options struct {
	MaxStates uint64 // pairs of a state and of what is explained there
	Memory    uint64 // bytes of the heap, looked at now and then
}

// Report is the result.
type Report struct {
	Verdict Verdict

	// Bound is why it is Unknown, and Clipped the bound of the model itself that is the reason if there is no other.
	Bound   explore.Bound
	Clipped string

	// Lines is how many there are, and Explained how many of them the Execution explains.
	Lines, Explained int

	// Execution is one that agrees with all lines, or the longest beginning of one that was found.
	Execution *counterexamples.Execution

	// Why says, if the verdict is Illegal, for each process whose lines are not all explained why the next one cannot
	// follow the Execution.
	Why []Obstacle

	// States is how many pairs of a state and of what is explained there were visited.
	States uint64
}

// Obstacle is a line that cannot come next.
type Obstacle struct {
	Line
	At      string   // file:line
	Reasons []string // at least one
}

// Check searches for an execution of m that l could be of. When ctx ends, the verdict is Unknown. The error is a
// *checkers.Failure if the model is at fault; others are of the log, and name its line.
func Check(ctx context.Context, m model.Model, l *Log, opt Options) (*Report, error) {
	bound, err := checkers.Bind(m, nil)
	if err != nil {
		return nil, err
	}
	s := &search{sys: bound.System(), opt: opt}
	if err := s.prepare(m, l); err != nil {
		return nil, bound.Fault(err)
	}
	r := &Report{Lines: l.Len()}
	if err := s.run(ctx, r); err != nil {
		return nil, bound.Fault(err)
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
			return nil, bound.Fault(err)
		}
		r.Verdict = Unknown
	}
	return r, nil
}

// Obstacles are the lines that cannot come next, with the reasons, for people.
func (r *Report) Obstacles() (all []string) {
	for _, o := range r.Why {
		all = append(all, fmt.Sprintf("%s: %s cannot come next", o.At, o.Line))
		for _, why := range o.Reasons {
			all = append(all, "  "+why)
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
