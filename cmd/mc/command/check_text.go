package command

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/dustin/go-humanize"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/cmd/mc/command/internal/term"
	"github.com/anel-mc/mc/counterexamples"
	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/model"
)

// checkText writes what mc check found as text.
func checkText(w *term.Writer, a checkAnswer) {
	if a.all {
		cases(w, a)
		return
	}
	o := a.outcomes[0]
	head(w, o.target, a.quiet)
	if o.failure != nil {
		faulty(w, o, a.quiet)
		return
	}
	if !a.quiet {
		explored(w, o.report, a.limits)
		if o.chosen != "" {
			w.Line("--engine auto chose %s", o.chosen)
		}
		w.Gap()
	}
	verdicts(w, o.report, a.quiet)
	if o.testCase != nil {
		record(w, o)
	}
	strictly(w, o)
	if a.quiet {
		return
	}
	pictures(w, a, o.report)
	if !o.refused || !o.report.Exhaustive { // otherwise strictly has said so
		never(w, o.report)
	}
	if a.stats {
		statistics(w, o.report, a.limits)
	}
	hints(w, a, o)
}

// faulty reports a target whose model is at fault.
func faulty(w *term.Writer, o outcome, brief bool) {
	fault(w, o.failure, brief)
	if o.report != nil && !brief && errors.As(o.failure, new(*model.Error)) {
		w.Line("\n%s had been found by then", term.Count(o.report.States, "state"))
	}
}

// verdicts writes the verdict of each property, and details below it. brief leaves out the fairness assumed.
func verdicts(w *term.Writer, r *checkers.Report, brief bool) {
	if len(r.Results) == 0 {
		w.Line("  no property was asked for")
	}
	var all []term.Entry
	fairness := shared(r.Results)
	for _, p := range r.Results {
		e := term.Entry{Sign: mark(w.Style, p.Verdict), Name: p.Property.Name(), Text: verdict(p)}
		more := func(color, text string) { e.More = append(e.More, term.In(color, text)) }
		// Why a verdict is unknown has been said above, unless every state was visited.
		if p.Explanation != "" && (p.Verdict == checkers.Violated || p.Verdict == checkers.Unknown && r.Exhaustive) {
			more(term.Faint, p.Explanation)
		}
		if p.Vacuous != "" {
			more(term.Open, "vacuously: "+p.Vacuous)
		}
		switch _, besides, _ := strings.Cut(p.Fairness, "; "); {
		case brief:
		case fairness == "" && p.Fairness != "":
			more(term.Faint, "under "+p.Fairness)
		case besides != "":
			more(term.Faint, besides)
		}
		all = append(all, e)
	}
	w.Entries(all)
	if fairness != "" && !brief {
		w.Line("  %s", w.Paint(term.Faint, w.Wrap("liveness is decided under "+fairness, "  ", 2)))
	}
	if r.Classes == nil {
		return
	}
	classes := "none"
	if len(r.Classes) > 0 {
		classes = strings.Join(r.Classes, ", ")
	}
	crashed := func(e checkers.EventCount) bool { return e.Kind == model.Crash && e.Count > 0 }
	if !slices.ContainsFunc(r.Events, crashed) {
		classes += " (nobody crashes here, so there is nothing to be complete about)"
	}
	w.Line("  %s", w.Wrap("classes of failure detectors that it is in: "+w.Paint(term.Bold, classes), "    ", 2))
}

// record says whether the outcome is the one that the record declares.
func record(w *term.Writer, o outcome) {
	w.Gap()
	switch {
	case len(o.differs) > 0:
		w.Say(term.Bad, "not what the record declares:")
		for _, d := range o.differs {
			w.Line("  %s", d)
		}
	case o.exitCode(true) == exitUnknown:
		w.Line("as far as it was explored, this is what the record declares")
	default:
		w.Line("this is what the record declares")
	}
}

// strictly says what --strict rejects.
func strictly(w *term.Writer, o outcome) {
	if !o.refused {
		return
	}
	w.Say(term.Open, "\n--strict: this passes, but was not exercised (exit code 3):")
	for _, v := range o.vacuities() {
		w.Line("  %s", w.Wrap(v, "    ", 2))
	}
}

// pictures draws the counterexamples, or the witness of a single property. An execution that several properties share
// is drawn once.
func pictures(w *term.Writer, a checkAnswer, r *checkers.Report) {
	var drawn []checkers.Result
	for _, p := range r.Results {
		wanted := p.Verdict == checkers.Violated || len(r.Results) == 1 || a.schedule.wants(p, a.properties)
		if p.Execution == nil || !wanted {
			continue
		}
		w.Gap()
		name := w.Paint(term.Bold, p.Property.Name())
		if p.Verdict != checkers.Violated || a.schedule.cheapest(p) { // drawn because it was asked for
			w.Fit("", "%s", witnessed(name, r, p, a.schedule.cheapest(p)))
			w.Gap()
			table(w, p.Execution, a.explain.dims())
			continue
		}
		same := func(d checkers.Result) bool { return sameExecution(d.Execution, p.Execution) }
		if slices.ContainsFunc(drawn, same) {
			w.Fit("", "%s is violated by the execution above as well", name)
			continue
		}
		drawn = append(drawn, p)
		w.Fit("", "%s is violated in %s; %s:", name, length(p.Execution), shortest(r, p))
		w.Gap()
		table(w, p.Execution, a.explain.dims())
	}
}

// never lists the classes of events that did not occur.
func never(w *term.Writer, r *checkers.Report) {
	names := r.Never()
	if len(names) == 0 {
		return
	}
	when := "never happens"
	if !r.Exhaustive {
		when = "did not happen in the part that was visited"
	}
	w.Line("\n%s", w.Wrap(when+": "+strings.Join(names, "; "), "  ", 0))
}

// telling is the number of states below which the tables are mostly empty, so the bytes per state mean nothing.
const telling = 100_000

// statistics writes what --stats adds.
func statistics(w *term.Writer, r *checkers.Report, limits checkers.Options) {
	events(w, r.Events)
	w.Say(term.Bold, "\nstates by depth")
	levels(w, r.Levels)
	w.Say(term.Bold, "\ncosts")
	w.Line("  %s calls of the model's code, verification included", term.Comma(uint64(r.Calls)))
	for _, cost := range r.Costs {
		w.Line("  %s", w.Wrap(cost, "    ", 2))
	}
	if r.MemoHits > 0 {
		w.Line("  %s of the transitions ran none of it", term.Comma(r.MemoHits))
	}
	spent(w, r)
	perState := ""
	if r.States >= telling {
		perState = fmt.Sprintf(", %.1f bytes per state", float64(r.Bytes)/float64(r.States))
	}
	w.Line("  %s of tables%s", humanize.IBytes(r.Bytes), perState)
	if r.DiskBytes > 0 {
		w.Line("  %s of files in %s", humanize.IBytes(r.DiskBytes), limits.Disk.Storage.Path(""))
	}
}

// spent says where the time went, leaving out what took less than a hundredth.
func spent(w *term.Writer, r *checkers.Report) {
	var total time.Duration
	for _, s := range r.Spent {
		total += s.Time
	}
	for _, s := range r.Spent {
		if s.Time > 0 && s.Time >= total/100 {
			w.Line("  %3d %% of the time: %s", 100*s.Time/total, s.What)
		}
	}
	if r.Dominant != "" {
		w.Line("  %s", w.Wrap(r.Dominant, "    ", 2))
	}
}

// levels draws the number of states at each depth as bars.
func levels(w *term.Writer, levels []uint64) {
	const longest = 40
	most := slices.Max(append([]uint64{1}, levels...))
	digits := len(term.Comma(most))
	for depth, n := range levels {
		bar := strings.Repeat("█", int(float64(n)/float64(most)*longest))
		if bar == "" && n > 0 {
			bar = "▏"
		}
		w.Line("  %4d  %*s  %s", depth, digits, term.Comma(n), w.Paint(term.Faint, bar))
	}
}

// hints suggests what to do next.
func hints(w *term.Writer, a checkAnswer, o outcome) {
	r := o.report
	if what := larger(r, a.limits, o.target); what != "" {
		w.Line("\nto decide more: %s", what)
	}
	for _, g := range o.smaller {
		w.Line("  %s", w.Wrap(grows(g), "    ", 2))
	}
	if o.disk != "" {
		w.Line("\nto go on from here")
		w.Line("  %s resume %s", a.program, counterexamples.ShellQuote(o.disk))
	}
	e := first([]outcome{o})
	switch {
	case a.saved != nil:
		w.Gap()
		savedText(w, a.program, a.out, a.format, a.saved.Trace.Property)
	case e != nil && r.Verdict == checkers.Violated:
		w.Say(term.Faint, "\nsave and replay")
		w.Line("  %s check %s%s --out trace.json", a.program, o.choice(), asking(a.properties...))
		w.Line("  %s replay trace.json", a.program)
	}
}

// larger says what would let a search that a bound ended decide more.
func larger(r *checkers.Report, limits checkers.Options, t target) string {
	onDisk := limits.Disk.Storage == nil && limits.Reduce&^checkers.Automatic == 0 && r.Symbolic == nil // it may be
	switch b := r.Bound; {
	case b == explore.BoundStates && limits.MaxStates > 0:
		return "a larger --max-states, or a smaller instance (-p)"
	case b == explore.BoundDepth:
		return "a larger --max-depth"
	case b == explore.BoundMemory && onDisk && t.portable():
		return "a larger --memory, or --disk DIR, or a smaller instance (-p)"
	case b == explore.BoundMemory:
		return "a larger --memory, or a smaller instance (-p)"
	case b == explore.BoundTime:
		return "a longer --timeout, or a smaller instance (-p)"
	case b == explore.BoundDisk:
		return "more room on disk, or a smaller instance (-p)"
	}
	return ""
}
