package command

import (
	"fmt"
	"strings"
	"time"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/checkers/runs"
	"github.com/anel-mc/mc/cmd/mc/command/internal/term"
	"github.com/anel-mc/mc/counterexamples"
	"github.com/anel-mc/mc/explore"
)

// simulateText writes the result of random runs as text.
func simulateText(w *term.Writer, o simulated) {
	head(w, o.target, false)
	again := o.command(o.seed)
	if o.failure != nil {
		fault(w, o.failure, false)
		if o.report != nil {
			w.Line("\nit is run %s\n  %s", term.Comma(uint64(o.report.Made)), again)
		}
		return
	}
	made(w, o.report)
	w.Gap()
	answers(w, o.report)
	for _, r := range o.report.Results {
		if r.Verdict != checkers.Violated {
			continue
		}
		name := w.Paint(term.Bold, r.Property.Name())
		w.Line("\n%s is violated in %s; %s:\n", name, length(r.Execution), r.Shortest)
		table(w, r.Execution, false)
		if small, is := o.smaller[r.Property.Name()]; is {
			w.Line("\n%s is violated by a smaller instance too, in %s: %s", name, term.Steps(small.result.Execution.Len()),
				less(o.target, small.target))
			w.Line("  %s check %s%s", o.program, small.args(), asking(r.Property.Name()))
		}
	}
	exercised(w, o.report, o.stats)
	w.Line("\n%s\n  %s", w.Paint(term.Faint, "make these runs again"), again)
	switch {
	case o.saved != nil:
		savedText(w, o.program, o.out, o.format, o.saved.Trace.Property)
	case o.report.Verdict == checkers.Unknown:
		w.Line("%s\n  %s", w.Paint(term.Faint, "make others"), o.command(o.seed+1))
	}
}

// made describes the runs.
func made(w *term.Writer, r *runs.Report) {
	more := ""
	if r.MoreStates {
		more = "more than "
	}
	w.Line("%s of up to %s steps, seed %d · %s steps, %s in the longest · %s%s distinct states · %s",
		term.Count(uint64(r.Made), "random run"), term.Comma(uint64(r.Steps)), r.Seed, term.Comma(r.Taken),
		term.Comma(uint64(r.Longest)), more, term.Comma(r.States), term.Took(r.Elapsed))
	if r.Ended > 0 {
		w.Line("%s of them came to an end before that", term.Comma(uint64(r.Ended)))
	}
	if r.Shrinking >= 100*time.Millisecond {
		w.Line("%s more to shrink what was found", term.Took(r.Shrinking))
	}
	switch why := map[explore.Bound]string{
		explore.BoundTime:      "--timeout has passed",
		explore.BoundMemory:    "the bound on memory was reached",
		explore.BoundInterrupt: "they were interrupted",
	}[r.Bound]; {
	case why != "":
		w.Say(term.Open, "not all of %s were made: %s", term.Count(uint64(r.Runs), "random run"), why)
	case r.Made < r.Runs:
		w.Line("ended early: every property that runs can answer has its answer")
	}
}

// answers writes the answer of each property.
func answers(w *term.Writer, r *runs.Report) {
	if len(r.Results) == 0 {
		w.Line("  no property was asked for")
	}
	var all []term.Entry
	var unasked []string
	for _, p := range r.Results {
		if !p.Asked {
			unasked = append(unasked, p.Property.Name())
			continue
		}
		e := term.Entry{Sign: mark(w.Style, p.Verdict), Name: p.Property.Name(), Text: string(p.Verdict)}
		if p.Execution != nil {
			e.Text += " in " + shrunk(p)
		}
		if p.Verdict != runs.Found {
			e.More = []term.Cell{term.In(term.Faint, p.Explanation)}
		}
		all = append(all, e)
	}
	w.Entries(all)
	if len(unasked) > 0 {
		w.Line("  %s %s", w.Paint(term.Open, "?"),
			w.Wrap("unknown, since no single run says anything about properties of their kinds, "+
				"and only exploring every state does: "+strings.Join(unasked, ", "), "    ", 4))
	}
}

// shrunk says how the run that showed something was shrunk.
func shrunk(r runs.Result) string {
	text := fmt.Sprintf("%s: run %s, ", term.Steps(r.Execution.Len()), term.Comma(uint64(r.Run)))
	if r.RunSteps == r.Execution.Len() {
		return text + "as it was"
	}
	return text + fmt.Sprintf("shrunk from %s to %d", term.Steps(r.RunSteps), r.Execution.Len())
}

// exercised says how often each kind of event happened if stats is set, and otherwise which never did.
func exercised(w *term.Writer, r *runs.Report, stats bool) {
	if stats {
		events(w, r.Events)
	}
	if never := (&checkers.Report{Events: r.Events}).Never(); len(never) > 0 {
		w.Line("\n%s", w.Wrap("did not happen in any run: "+strings.Join(never, "; "), "  ", 0))
	}
}

// simulateObject is the answer of mc simulate in JSON; see the package documentation.
type simulateObject struct {
	Schema int `json:"schema"`
	identityObject
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

	Trace *counterexamples.Trace `json:"trace,omitempty"` // leads to the error
}

// simulatedObject is what the runs showed about a property.
type simulatedObject struct {
	questionObject
	Verdict     checkers.Verdict       `json:"verdict"`
	Explanation string                 `json:"explanation,omitempty"`
	Reason      string                 `json:"reason,omitempty"`
	Run         int                    `json:"run,omitempty"`
	RunSteps    *int                   `json:"runSteps,omitempty"`
	Steps       *int                   `json:"steps,omitempty"`
	Shortest    runs.Extent            `json:"shortest,omitempty"`
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

func (o simulated) object() simulateObject {
	c := simulateObject{Schema: schema, identityObject: o.identity(), surroundingsObject: o.surroundings(),
		Seed: o.seed, Runs: o.runs, Steps: o.steps, Properties: []simulatedObject{}, Events: []eventObject{}}
	if r := o.report; r != nil {
		c.Bound, c.Made, c.Taken, c.Longest, c.Ended = r.Bound, r.Made, r.Taken, r.Longest, r.Ended
		c.States, c.MoreStates, c.Calls, c.Seconds, c.Verdict = r.States, r.MoreStates, r.Calls,
			(r.Elapsed + r.Shrinking).Seconds(), r.Verdict
		for _, p := range r.Results {
			c.Properties = append(c.Properties, o.answer(p))
		}
		c.Events = eventsOf(r.Events)
	}
	if o.failure != nil {
		c.Verdict, c.Error, c.Trace = "", o.failure.Error(), traceTo(o.failure)
	}
	return c
}

// answer returns what the runs showed about a property.
func (o simulated) answer(r runs.Result) simulatedObject {
	p := simulatedObject{questionObject: questionOf(r.Property), Verdict: r.Verdict, Run: r.Run, Shortest: r.Shortest}
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
