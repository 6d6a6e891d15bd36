package command

import (
	"bytes"
	"fmt"
	"strings"
	"time"

	"github.com/dustin/go-humanize"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/cmd/mc/command/internal/term"
	"github.com/anel-mc/mc/counterexamples"
	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/model"
)

// head writes what a result is about. brief leaves out the environment.
func head(w *term.Writer, t target, brief bool) {
	parts := []string{w.Paint(term.Bold, t.spec.Name), t.instance.Variant}
	if t.testCase != nil {
		parts = append(parts, "case "+t.testCase.Name)
	}
	w.Fit("", "%s", term.Join(" · ", append(parts, paramsOf(t))...))
	if around := surroundings(t); around != "" && !brief {
		w.Fit(term.Faint, "%s", around)
	}
	w.Gap()
}

// paramsOf writes n=3, candidates=0.
func paramsOf(t target) string {
	return strings.Join(t.pairs(t.instance.Params), ", ")
}

// surroundings describes the network, the timing and the faults.
func surroundings(t target) string {
	i, ok := t.network()
	if !ok {
		return ""
	}
	channels := fmt.Sprintf("%s, %s channels", i.Network.Topology,
		strings.Replace(i.Network.Order.String(), "fifo", "FIFO", 1))
	if i.Network.Capacity > 0 {
		channels += " of " + term.Count(uint64(i.Network.Capacity), "message")
	}
	faults := "no faults"
	if mayFail(i.Faults) {
		faults = "faults: " + i.Faults.String()
		if only := faultsOf(i).CrashOnly; len(only) > 0 {
			faults += " (only " + strings.Join(only, ", ") + " may crash)"
		}
	}
	parts := []string{channels, timingText(i.Timing), faults}
	if i.Detector != model.NoDetector {
		parts = append(parts, i.Detector.String()+" failure detector")
	}
	if i.Clocks.Max > 0 {
		apart := "any distance apart"
		if i.Clocks.Spread > 0 {
			apart = fmt.Sprintf("at most %d apart", i.Clocks.Spread)
		}
		parts = append(parts, fmt.Sprintf("clocks up to %d, %s", i.Clocks.Max, apart))
	}
	return strings.Join(parts, " · ")
}

// mayFail reports whether f allows any failure.
func mayFail(f model.Faults) bool {
	for _, n := range f.Budgets() {
		if *n != 0 {
			return true
		}
	}
	return false
}

func timingText(t model.Timing) string {
	if t.Mode == model.Async {
		return t.Mode.String()
	}
	s := fmt.Sprintf("%s, messages take %d to %d ticks", t.Mode, t.Min, t.Max)
	if t.Handling > 0 {
		s += fmt.Sprintf(" and answers up to %d more", t.Handling)
	}
	if t.Mode == model.Partial {
		s += " once it is stable"
		if t.Within > 0 {
			s += fmt.Sprintf(", within %d ticks", t.Within)
		}
	}
	return s
}

// explored writes how far a search got.
func explored(w *term.Writer, r *checkers.Report, limits checkers.Options) {
	if r.Symbolic != nil {
		computed(w, r, limits)
		return
	}
	rate, elapsed := "", r.Elapsed
	if len(r.Searches) > 1 {
		elapsed = r.Searches[r.Search].Elapsed
	}
	if elapsed >= 100*time.Millisecond {
		rate = fmt.Sprintf(", %s states/s", term.Brief(float64(r.States)/elapsed.Seconds()))
	}
	memory := ""
	if r.Bytes > 0 { // otherwise the tables were in files
		memory = " · " + humanize.IBytes(r.Bytes)
	}
	w.Fit("", "%s, %s, %s deep · %s%s%s", term.Count(r.States, "state"), term.Count(r.Transitions, "transition"),
		term.Steps(max(len(r.Levels)-1, 0)), term.Took(elapsed), rate, memory)
	if r.Liveness >= 100*time.Millisecond {
		w.Line("%s more for the liveness properties", term.Took(r.Liveness))
	}
	open := func(text string) { w.Say(term.Open, "%s", text) }
	if r.Symmetry != "" {
		w.Say("", "%s", "symmetry: "+r.Symmetry)
	}
	for _, why := range r.Unreduced {
		open("no " + why)
	}
	for _, line := range r.Missed() {
		open(line)
	}
	switch {
	case r.Exhaustive && r.Reduced != 0:
		w.Fit("", "every state was visited that %s reduction leaves, which is enough",
			strings.Join(reduced(r.Reduced), " and "))
	case r.Exhaustive:
		w.Line("every reachable state was visited")
	case r.Outside > 0:
		open(fmt.Sprintf("every state was visited within the Constraint: it is false of %s of them, and what follows these "+
			"was not explored", term.Comma(r.Outside)))
	case r.Clipped != "":
		open("every state was visited that the model's own bound leaves: " + r.Clipped)
	case r.Bound == explore.BoundNone:
		w.Fit("", "ended early: every property has its answer (--exhaustive goes on)")
	default:
		were := "were"
		if r.Unexpanded == 1 {
			were = "was"
		}
		open(fmt.Sprintf("not everything was visited: %s; %s %s not expanded, and %s",
			reached(r.Bound, limits), term.Count(r.Unexpanded, "state"), were, within(r)))
	}
	for i, s := range r.Searches {
		if text := besides(r, i, s); text != "" {
			w.Say("", "%s · %s", text, term.Took(s.Elapsed))
		}
	}
}

// besides says what search i contributed, if its counts are not those of the report. It returns "" if they are, or if
// the search decided nothing.
func besides(r *checkers.Report, i int, s checkers.Search) string {
	of := r.Of(i)
	states := term.Comma(s.States) + " states"
	switch {
	case i == r.Search:
	case len(of) > 0 && s.Reduced != 0 && s.Complete:
		return fmt.Sprintf("%s that %s reduction leaves are enough for %s",
			states, strings.Join(reduced(s.Reduced), " and "), strings.Join(of, ", "))
	case len(of) > 0:
		return fmt.Sprintf("%s were enough for %s", states, strings.Join(of, ", "))
	case s.Reduced == 0:
		return fmt.Sprintf("before, a search of all was left at %s", states)
	}
	return ""
}

// reached says which bound ended a search.
func reached(b explore.Bound, limits checkers.Options) string {
	switch b {
	case explore.BoundStates:
		if limits.MaxStates == 0 {
			return "there are more states than can be numbered"
		}
		return fmt.Sprintf("--max-states %d was reached", limits.MaxStates)
	case explore.BoundDepth:
		return fmt.Sprintf("--max-depth %d was reached", limits.MaxDepth)
	case explore.BoundMemory:
		if limits.Memory == 0 {
			return "there was no more memory"
		}
		return fmt.Sprintf("the bound on memory, %s, was reached", humanize.IBytes(limits.Memory))
	case explore.BoundTime:
		return fmt.Sprintf("--timeout %s has passed", limits.Timeout)
	case explore.BoundDisk:
		return "a file could not be read or written"
	}
	return "the search was interrupted"
}

// within describes the part that was visited.
func within(r *checkers.Report) string {
	switch {
	case r.Depth < 0:
		return "not even all initial states were found"
	case r.Reduced&explore.PartialOrder != 0: // it puts off steps
		return "states may be missing at any depth, since the search was reduced by partial order"
	}
	return fmt.Sprintf("every state within %s was found", term.Steps(r.Depth))
}

// fault reports a model that is at fault. brief leaves out the execution that leads there.
func fault(w *term.Writer, failure error, brief bool) {
	w.Line("%s there is no verdict:", w.Paint(term.Bad, "✗"))
	for _, l := range strings.Split(counterexamples.Printable(failure.Error()), "\n") {
		by := "  " + l[:len(l)-len(strings.TrimLeft(l, " "))]
		w.Line("%s%s", by, w.Wrap(l, by+"  ", len(by)))
	}
	e := executionTo(failure)
	if e == nil || brief {
		return
	}
	w.Gap()
	if e.Len() == 0 {
		w.Line("it happens in the initial state:")
	} else {
		w.Line("it happens after %s:", term.Steps(e.Len()))
	}
	w.Gap()
	table(w, e, false)
}

// mark returns the sign of a verdict.
func mark(s term.Style, v checkers.Verdict) string {
	signs := map[string]string{term.Good: "✓", term.Bad: "✗", term.Open: "?"}
	return s.Paint(colorOf(v), signs[colorOf(v)])
}

// colorOf returns the colour of a verdict.
func colorOf(v checkers.Verdict) string {
	switch v {
	case checkers.Violated:
		return term.Bad
	case checkers.Unknown:
		return term.Open
	}
	return term.Good
}

// events writes how often each class of events happened.
func events(w *term.Writer, all []checkers.EventCount) {
	w.Say(term.Bold, "\nevents")
	most := 0
	for _, e := range all {
		most = max(most, len(term.Comma(e.Count)))
	}
	for _, e := range all {
		w.Line("  %*s  %s", most, term.Comma(e.Count), e.Class)
	}
}

// table draws an execution. dim says to draw the steps that an explanation leaves out, dimmed.
func table(w *term.Writer, e *counterexamples.Execution, dim bool) {
	// Writing to a bytes.Buffer does not fail.
	_ = e.Text(&w.Buffer, tableOptions(w.Style, dim))
}

// tableOptions returns options for the width and the colours of the output.
func tableOptions(s term.Style, dim bool) counterexamples.TextOptions {
	o := counterexamples.TextOptions{Color: s.Color, Dim: dim}
	if s.Terminal {
		o.Width = s.Columns
	}
	return o
}

// picture returns the table of an execution for documents, without colours.
func picture(e *counterexamples.Execution) string {
	if e == nil {
		return ""
	}
	var b bytes.Buffer
	// Writing to a bytes.Buffer does not fail.
	_ = e.Text(&b, counterexamples.TextOptions{})
	return b.String()
}

// computed writes how far a symbolic search got.
func computed(w *term.Writer, r *checkers.Report, limits checkers.Options) {
	took := fmt.Sprintf("%s · %s", term.Took(r.Elapsed), humanize.IBytes(r.Bytes))
	if !r.Exhaustive {
		w.Say(term.Open, "not all states were found: %s (%s)", reached(r.Bound, limits), took)
		return
	}
	w.Line("%s states · %s", humanize.BigComma(r.Symbolic.States), took)
	w.Line("every reachable state is in a decision diagram of %s nodes (--engine symbolic)",
		term.Comma(uint64(r.Symbolic.Nodes)))
	if r.Bound != explore.BoundNone {
		w.Say(term.Open, "after that, the check was cut short: %s", reached(r.Bound, limits))
	}
}
