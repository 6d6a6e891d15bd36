package command

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/counterexamples"
	"github.com/anel-mc/mc/explore"
)

// text is the outcome of mc simulate for people.
func (s *simulating) text(o simulated, saved bool) []byte {
	x := &texter{Buffer: &bytes.Buffer{}, style: styleOf(s.stdout), checking: &checking{program: s.program}}
	x.head(outcome{target: o.target})
	if o.failure != nil {
		x.fault(outcome{target: o.target, failure: o.failure})
		if o.report != nil {
			x.line("\nit is run %s\n  %s simulate %s", comma(uint64(o.report.Made)), s.name, s.again(o.target))
		}
		return x.Bytes()
	}
	s.made(x, o.report)
	x.WriteByte('\n')
	s.answers(x, o.report)
	for _, r := range o.report.Results {
		if r.Verdict != checkers.Violated {
			continue
		}
		x.line("\n%s is violated in %s; %s:\n", x.paint(bold, r.Property.Name()), length(r.Execution), r.Shortest)
		x.picture(r.Execution)
		if less, is := o.smaller[r.Property.Name()]; is {
			s.lesser(x, o, r, less)
		}
	}
	s.exercised(x, o.report)
	x.line("\n%s\n  %s simulate %s", x.paint(faint, "make these runs again"), s.name, s.again(o.target))
	switch e := o.first(); {
	case saved:
		x.line("saved: %s is in %s\n  %s replay %s", e.Trace.Property, s.out, s.name, quote(s.out))
	case o.report.Verdict == checkers.Unknown:
		x.line("%s\n  %s simulate %s", x.paint(faint, "make others"), s.name, strings.TrimSuffix(s.again(o.target), fmt.Sprint(s.seed))+fmt.Sprint(s.seed+1))
	}
	return x.Bytes()
}

// made says what runs there were.
func (s *simulating) made(x *texter, r *checkers.RunsReport) {
	more := ""
	if r.MoreStates {
		more = "more than "
	}
	x.line("%s of up to %s steps, seed %d · %s steps, %s in the longest · %s%s distinct states · %s",
		runs(r.Made), comma(uint64(r.Steps)), r.Seed, comma(r.Taken), comma(uint64(r.Longest)), more, comma(r.States), took(r.Elapsed))
	if r.Ended > 0 {
		x.line("%s of them came to an end before that, where nothing can happen any more", comma(uint64(r.Ended)))
	}
	if r.Shrinking >= 100*time.Millisecond {
		x.line("%s more to shrink what was found", took(r.Shrinking))
	}
	switch why := map[explore.Bound]string{
		explore.BoundTime:      "--timeout has passed",
		explore.BoundMemory:    "the bound on memory was reached",
		explore.BoundInterrupt: "they were interrupted",
	}[r.Bound]; {
	case why != "":
		x.line("%s", x.paint(open, fmt.Sprintf("not all of %s were made: %s", runs(r.Runs), why)))
	case r.Made < r.Runs:
		x.line("ended early: every property that runs can answer has its answer")
	}
}

func runs(n int) string {
	if n == 1 {
		return "1 random run"
	}
	return comma(uint64(n)) + " random runs"
}

// answers writes a line for each property, and another one.
func (s *simulating) answers(x *texter, r *checkers.RunsReport) {
	if len(r.Results) == 0 {
		x.line("  no property was asked for")
	}
	widest := 0
	for _, p := range r.Results {
		widest = max(widest, utf8.RuneCountInString(p.Property.Name()))
	}
	by := strings.Repeat(" ", widest+6)
	var unasked []string
	for _, p := range r.Results {
		if !p.Asked {
			unasked = append(unasked, p.Property.Name())
			continue
		}
		mark, text := x.paint(open, "?"), string(p.Verdict)
		switch p.Verdict {
		case checkers.Violated:
			mark, text = x.paint(bad, "✗"), "violated in "+shrunk(p)
		case checkers.Found:
			mark, text = x.paint(good, "✓"), "found in "+shrunk(p)
		}
		x.line("  %s %-*s  %s", mark, widest, p.Property.Name(), text)
		if p.Verdict != checkers.Found {
			x.line("%s%s", by, x.paint(faint, x.style.wrap(p.Explanation, by, len(by))))
		}
	}
	if len(unasked) > 0 {
		x.line("  %s %s", x.paint(open, "?"), x.style.wrap("unknown, since no single run says anything about properties of their kinds, and only exploring every state does: "+
			strings.Join(unasked, ", "), "    ", 4))
	}
}

// shrunk says what became of the run that showed something.
func shrunk(r checkers.RunsResult) string {
	text := fmt.Sprintf("%s: run %s, ", steps(r.Execution.Len()), comma(uint64(r.Run)))
	if r.RunSteps == r.Execution.Len() {
		return text + "as it was"
	}
	return text + fmt.Sprintf("shrunk from %s to %d", steps(r.RunSteps), r.Execution.Len())
}

// lesser tells about a smaller instance.
func (s *simulating) lesser(x *texter, o simulated, r checkers.RunsResult, small smaller) {
	n := small.result.Execution.Len()
	x.line("\n%s is violated by a smaller instance too, in %s: %s", x.paint(bold, r.Property.Name()), steps(n), less(o.target, small.target))
	x.line("  %s check %s --property %s", s.name, small.args(), quote(r.Property.Name()))
}

// exercised says how often which events happened: with --stats all of them, otherwise those that never did.
func (s *simulating) exercised(x *texter, r *checkers.RunsReport) {
	if s.stats {
		x.line("\n%s", x.paint(bold, "events"))
		most := 0
		for _, e := range r.Events {
			most = max(most, len(comma(e.Count)))
		}
		for _, e := range r.Events {
			x.line("  %*s  %s", most, comma(e.Count), e.Class)
		}
	}
	var names []string
	for _, e := range r.Events {
		if e.Count == 0 {
			names = append(names, e.Class.String())
		}
	}
	if len(names) > 0 {
		x.line("\n%s", x.style.wrap("did not happen in any run: "+strings.Join(names, "; "), "  ", 0))
	}
}

// simulateObject is the answer of mc simulate in JSON; see the package documentation.
type simulateObject struct {
	Schema  int            `json:"schema"`
	Spec    string         `json:"spec"`
	Variant string         `json:"variant"`
	Params  map[string]int `json:"params"`
	surroundingsObject
	Seed       uint64            `json:"seed"`
	Runs       int               `json:"runs"`
	Steps      int               `json:"steps"`
	Bound      explore.Bound     `json:"bound,omitempty"`
	Made       int               `json:"made"`
	Taken      uint64            `json:"taken"`
	Longest    int               `json:"longest"`
	Ended      int               `json:"ended"`
	States     uint64            `json:"states"`
	MoreStates bool              `json:"moreStates,omitempty"`
	Calls      int64             `json:"handlerCalls"`
	Seconds    float64           `json:"seconds"`
	Properties []simulatedObject `json:"properties"`
	Events     []eventObject     `json:"events"`
	Verdict    checkers.Verdict  `json:"verdict,omitempty"`
	Error      string            `json:"error,omitempty"`

	Trace *counterexamples.Trace `json:"trace,omitempty"` // to where the error is
}

// simulatedObject is what runs showed of a property.
type simulatedObject struct {
	Name        string                 `json:"name"`
	Kind        checkers.Kind          `json:"kind"`
	Verdict     checkers.Verdict       `json:"verdict"`
	Explanation string                 `json:"explanation,omitempty"`
	Reason      string                 `json:"reason,omitempty"`
	Run         int                    `json:"run,omitempty"`
	RunSteps    *int                   `json:"runSteps,omitempty"`
	Steps       *int                   `json:"steps,omitempty"`
	Shortest    checkers.Extent        `json:"shortest,omitempty"`
	Trace       *counterexamples.Trace `json:"trace,omitempty"`
	Smaller     *smallerObject         `json:"smaller,omitempty"`
}

// smallerObject is a smaller instance that violates the same.
type smallerObject struct {
	Params map[string]int         `json:"params"`
	Faults faultsObject           `json:"faults"`
	Steps  int                    `json:"steps"`
	Trace  *counterexamples.Trace `json:"trace"`
}

func (s *simulating) object(o simulated) simulateObject {
	c := simulateObject{Schema: schema, Spec: o.spec.Name, Variant: o.instance.Variant, Params: o.instance.Params,
		Seed: s.seed, Runs: s.runs, Steps: s.steps, Properties: []simulatedObject{}, Events: []eventObject{}}
	c.surroundingsObject = o.surroundings()
	if r := o.report; r != nil {
		c.Bound, c.Made, c.Taken, c.Longest, c.Ended = r.Bound, r.Made, r.Taken, r.Longest, r.Ended
		c.States, c.MoreStates, c.Calls, c.Seconds, c.Verdict = r.States, r.MoreStates, r.Calls, (r.Elapsed + r.Shrinking).Seconds(), r.Verdict
		for _, p := range r.Results {
			c.Properties = append(c.Properties, o.answer(p))
		}
		for _, e := range r.Events {
			c.Events = append(c.Events, eventObject{e.Kind, e.Process, e.Name, e.Owed, e.Count})
		}
	}
	if o.failure != nil {
		c.Verdict, c.Error = "", o.failure.Error()
		var f *checkers.Failure
		if errors.As(o.failure, &f) && f.Execution != nil {
			c.Trace = &f.Execution.Trace
		}
	}
	return c
}

// answer is what runs showed of a property.
func (o simulated) answer(r checkers.RunsResult) simulatedObject {
	p := simulatedObject{Name: r.Property.Name(), Kind: r.Property.Kind(), Verdict: r.Verdict, Run: r.Run, Shortest: r.Shortest}
	if r.Verdict == checkers.Unknown {
		p.Reason = r.Explanation
	} else {
		p.Explanation = r.Explanation
	}
	if e := r.Execution; e != nil {
		steps, before := e.Len(), r.RunSteps
		p.Steps, p.RunSteps, p.Trace = &steps, &before, &e.Trace
	}
	if small, is := o.smaller[p.Name]; is {
		i, _ := small.network()
		e := small.result.Execution
		p.Smaller = &smallerObject{Params: small.instance.Params, Faults: faultsOf(i), Steps: e.Len(), Trace: &e.Trace}
	}
	return p
}
