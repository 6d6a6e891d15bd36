package command

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/dustin/go-humanize"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/counterexamples"
	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/model"
)

// texter writes what mc check found for people.
type texter struct {
	*bytes.Buffer
	style
	*checking
	options checkers.Options
	saved   *counterexamples.Execution // that went to --out
}

func (t *texter) line(format string, args ...any) {
	fmt.Fprintf(t.Buffer, format, args...)
	t.WriteByte('\n')
}

// single reports one target.
func (t *texter) single(o outcome) {
	t.head(o)
	if o.failure != nil {
		t.fault(o)
		return
	}
	if !t.quiet {
		t.explored(o.report)
		t.WriteByte('\n')
	}
	t.verdicts(o.report)
	if o.kase != nil {
		t.record(o)
	}
	t.strictly(o)
	if t.quiet {
		return
	}
	t.pictures(o.report)
	if !t.refused(o) || !o.report.Exhaustive { // it has been said
		t.never(o.report)
	}
	if t.stats {
		t.statistics(o.report)
	}
	t.hints(o)
}

// head says what was explored.
func (t *texter) head(o outcome) {
	parts := []string{t.paint(bold, o.spec.Name), o.instance.Variant}
	if o.kase != nil {
		parts = append(parts, "case "+o.kase.Name)
	}
	if params := paramsOf(o.target); params != "" {
		parts = append(parts, params)
	}
	t.line("%s", strings.Join(parts, " · "))
	if around := surroundings(o.target); around != "" && !t.quiet {
		t.line("%s", t.paint(faint, around))
	}
	t.WriteByte('\n')
}

// paramsOf writes n=3, candidates=0.
func paramsOf(o target) string {
	var parts []string
	for _, p := range o.spec.Params {
		parts = append(parts, fmt.Sprintf("%s=%d", p.Name, o.instance.Params[p.Name]))
	}
	return strings.Join(parts, ", ")
}

// surroundings describes the network, the timing and the faults.
func surroundings(o target) string {
	i, ok := o.network()
	if !ok {
		return ""
	}
	channels := fmt.Sprintf("%s, %s channels", i.Network.Topology, strings.Replace(i.Network.Order.String(), "fifo", "FIFO", 1))
	if i.Network.Capacity > 0 {
		channels += fmt.Sprintf(" of %d messages", i.Network.Capacity)
	}
	faults := "no faults"
	if !i.Faults.None() {
		faults = "faults: " + i.Faults.String()
		if only := faultsOf(i).CrashOnly; len(only) > 0 {
			faults += " (only " + strings.Join(only, ", ") + " may crash)"
		}
	}
	parts := []string{channels, i.Timing.String(), faults}
	if i.Detector != model.NoDetector {
		parts = append(parts, i.Detector.String()+" failure detector")
	}
	if i.Clocks.Max > 0 {
		parts = append(parts, fmt.Sprintf("clocks up to %d", i.Clocks.Max))
	}
	return strings.Join(parts, " · ")
}

// explored says how far the search came.
func (t *texter) explored(r *checkers.Report) {
	rate := ""
	if r.Elapsed >= 100*time.Millisecond {
		rate = fmt.Sprintf(", %s states/s", brief(float64(r.States)/r.Elapsed.Seconds()))
	}
	t.line("%s states, %s transitions, %d steps deep · %s%s · %s",
		comma(r.States), comma(r.Transitions), max(len(r.Levels)-1, 0), took(r.Elapsed), rate, humanize.IBytes(r.Bytes))
	if r.Liveness >= 100*time.Millisecond {
		t.line("%s more for the liveness properties", took(r.Liveness))
	}
	if r.Symmetry != "" {
		t.line("%s", t.style.wrap("symmetry: "+r.Symmetry, "", 0))
	}
	defer t.besides(r)
	switch {
	case r.Exhaustive && r.Reduced != 0:
		t.line("every state was visited that %s reduction leaves, which is enough", strings.Join(reduced(r.Reduced), " and "))
	case r.Exhaustive:
		t.line("every reachable state was visited")
	case r.Clipped != "":
		t.line("%s", t.paint(open, t.style.wrap("every state was visited that the model's own bound leaves: "+r.Clipped, "", 0)))
	case r.Bound == explore.BoundNone:
		t.line("ended early: every property has its answer (--exhaustive goes on)")
	default:
		text := fmt.Sprintf("not everything was visited: %s; %s states were not expanded, and %s", t.cut(r.Bound), comma(r.Unexpanded), within(r.Depth))
		t.line("%s", t.paint(open, t.style.wrap(text, "", 0)))
	}
}

// besides tells of the searches whose counts are not those of the report, and of what no search was reduced for.
func (t *texter) besides(r *checkers.Report) {
	for i, s := range r.Searches {
		of, line := r.Of(i), ""
		switch {
		case i == r.Search:
		case len(of) > 0 && s.Reduced != 0 && s.Complete:
			line = fmt.Sprintf("enough for %s: the %s states that %s reduction leaves · %s", names(of), comma(s.States), strings.Join(reduced(s.Reduced), " and "), took(s.Elapsed))
		case len(of) > 0:
			line = fmt.Sprintf("%s: a search with %s states · %s", names(of), comma(s.States), took(s.Elapsed))
		case s.Reduced == 0:
			line = fmt.Sprintf("before, a search of all states was left at %s of them · %s", comma(s.States), took(s.Elapsed))
		}
		if line != "" {
			t.line("%s", t.style.wrap(line, "", 0))
		}
	}
	for _, why := range r.Unreduced {
		t.line("%s", t.paint(open, t.style.wrap("no "+why, "", 0)))
	}
}

// cut says what ended a search.
func (t *texter) cut(b explore.Bound) string {
	switch b {
	case explore.BoundStates:
		if t.options.MaxStates == 0 {
			return "there are more states than can be numbered"
		}
		return fmt.Sprintf("--max-states %d was reached", t.options.MaxStates)
	case explore.BoundDepth:
		return fmt.Sprintf("--max-depth %d was reached", t.options.MaxDepth)
	case explore.BoundMemory:
		if t.options.Memory == 0 {
			return "there was no more memory"
		}
		return fmt.Sprintf("the bound on memory, %s, was reached", humanize.IBytes(t.options.Memory))
	case explore.BoundDisk:
		return fmt.Sprintf("nothing more could be written to --disk %s: it is full, or failed", t.options.Disk)
	case explore.BoundTime:
		return fmt.Sprintf("--timeout %s has passed", t.options.Timeout)
	}
	return "the search was interrupted"
}

// within says what is known of the part that was visited.
func within(depth int) string {
	if depth < 0 {
		return "not even all initial states were found"
	}
	return fmt.Sprintf("every state within %s was found", steps(depth))
}

func steps(n int) string {
	if n == 1 {
		return "1 step"
	}
	return fmt.Sprintf("%d steps", n)
}

// verdicts writes a line for each property, and more where there is more to say.
func (t *texter) verdicts(r *checkers.Report) {
	if len(r.Results) == 0 {
		t.line("  no property was asked for")
	}
	widest := 0
	for _, p := range r.Results {
		widest = max(widest, utf8.RuneCountInString(p.Property.Name()))
	}
	fairness := shared(r.Results)
	for _, p := range r.Results {
		text := verdict(p)
		t.line("  %s %-*s  %s", t.mark(p.Verdict), widest, p.Property.Name(), text)
		by := strings.Repeat(" ", widest+6)
		// What is wrong stands below the picture as well; why a verdict is unknown, above,
		// unless that is not for want of states.
		if p.Explanation != "" && (p.Verdict == checkers.Violated || p.Verdict == checkers.Unknown && r.Exhaustive) {
			t.line("%s%s", by, t.paint(faint, t.style.wrap(p.Explanation, by, len(by))))
		}
		if p.Vacuous != "" {
			t.line("%s%s", by, t.paint(open, t.style.wrap("vacuously: "+p.Vacuous, by, len(by))))
		}
		if _, more, _ := strings.Cut(p.Fairness, "; "); fairness == "" && p.Fairness != "" && !t.quiet {
			t.line("%s%s", by, t.paint(faint, t.style.wrap("under "+p.Fairness, by, len(by))))
		} else if more != "" && !t.quiet {
			t.line("%s%s", by, t.paint(faint, t.style.wrap(more, by, len(by))))
		}
	}
	if fairness != "" && !t.quiet {
		t.line("  %s", t.paint(faint, t.style.wrap("what comes in the end is asked under "+fairness, "  ", 2)))
	}
	if r.Classes != nil {
		classes := "none"
		if len(r.Classes) > 0 {
			classes = strings.Join(r.Classes, ", ")
		}
		if !slices.ContainsFunc(r.Events, func(e checkers.EventCount) bool { return e.Kind == model.Crash && e.Count > 0 }) {
			classes += " (nobody crashes here, so that there is nothing to be complete about)"
		}
		t.line("  classes of failure detectors that it is in: %s", t.paint(bold, classes))
	}
}

func (t *texter) mark(v checkers.Verdict) string {
	switch v {
	case checkers.Holds:
		return t.paint(good, "✓")
	case checkers.Violated:
		return t.paint(bad, "✗")
	}
	return t.paint(open, "?")
}

// record says whether the outcome is what the record declares.
func (t *texter) record(o outcome) {
	t.WriteByte('\n')
	switch {
	case len(o.differs) > 0:
		t.line("%s", t.paint(bad, "not what the record declares:"))
		for _, d := range o.differs {
			t.line("  %s", d)
		}
	case o.code(true) == exitUnknown:
		t.line("as far as it was explored, this is what the record declares")
	default:
		t.line("this is what the record declares")
	}
}

// pictures draws the counterexamples, or the witness of a single property. One that is the execution of another
// property too is drawn once.
func (t *texter) pictures(r *checkers.Report) {
	var drawn []checkers.Result
	for _, p := range r.Results {
		if p.Execution == nil || p.Verdict != checkers.Violated && len(r.Results) > 1 && !t.schedule.wants(p, t.properties) {
			continue
		}
		t.WriteByte('\n')
		name := t.paint(bold, p.Property.Name())
		if p.Verdict != checkers.Violated || t.schedule.cheapest(p) { // it was asked for, so that it is wanted
			t.line("%s", t.schedule.witnessed(name, r, p))
			t.WriteByte('\n')
			t.picture(p.Execution)
			continue
		}
		i := slices.IndexFunc(drawn, func(d checkers.Result) bool { return sameExecution(d.Execution, p.Execution) })
		if i >= 0 {
			t.line("%s is violated by the execution above as well", name)
			continue
		}
		drawn = append(drawn, p)
		t.line("%s is violated in %s; %s:", name, length(p.Execution), shortest(r, p))
		t.WriteByte('\n')
		t.picture(p.Execution)
	}
}

func (t *texter) picture(e *counterexamples.Execution) {
	// A bytes.Buffer takes everything.
	_ = e.Text(t.Buffer, counterexamples.TextOptions{Width: t.pictureWidth(), Color: t.color, Dim: t.dim})
}

// never lists the classes of events that did not occur.
func (t *texter) never(r *checkers.Report) {
	names := r.Never()
	if len(names) == 0 {
		return
	}
	when := "never happens"
	if !r.Exhaustive {
		when = "did not happen in the part that was visited"
	}
	t.WriteByte('\n')
	t.line("%s", t.style.wrap(when+": "+strings.Join(names, "; "), "  ", 0))
}

// telling is the number of states below which the tables are mostly empty, so that
// the bytes per state say nothing.
const telling = 100_000

// statistics are what --stats adds.
func (t *texter) statistics(r *checkers.Report) {
	t.line("\n%s", t.paint(bold, "events"))
	most := 0
	for _, e := range r.Events {
		most = max(most, len(comma(e.Count)))
	}
	for _, e := range r.Events {
		t.line("  %*s  %s", most, comma(e.Count), e.Class)
	}
	t.line("\n%s", t.paint(bold, "states by depth"))
	t.levels(r.Levels)
	t.line("\n%s", t.paint(bold, "costs"))
	t.line("  %s calls of the model's code, verification included", comma(uint64(r.Calls)))
	if r.MemoHits > 0 {
		t.line("  %s of the transitions ran none of it", comma(r.MemoHits))
	}
	if r.States < telling {
		t.line("  %s of tables", humanize.IBytes(r.Bytes))
		return
	}
	t.line("  %s of tables, %.1f bytes per state", humanize.IBytes(r.Bytes), float64(r.Bytes)/float64(r.States))
	if r.DiskBytes > 0 {
		t.line("  %s of files in %s", humanize.IBytes(r.DiskBytes), t.options.Disk)
	}
}

// levels draws the number of states at each depth as bars.
func (t *texter) levels(levels []uint64) {
	const longest = 40
	most := slices.Max(append([]uint64{1}, levels...))
	digits := len(comma(most))
	for depth, n := range levels {
		bar := strings.Repeat("█", int(float64(n)/float64(most)*longest))
		if bar == "" && n > 0 {
			bar = "▏"
		}
		t.line("  %4d  %*s  %s", depth, digits, comma(n), t.paint(faint, bar))
	}
}

// hints says what to do next.
func (t *texter) hints(o outcome) {
	r := o.report
	switch {
	case r.Bound == explore.BoundStates && t.options.MaxStates > 0:
		t.line("\nto decide more: a larger --max-states, or a smaller instance (-p)")
	case r.Bound == explore.BoundDepth:
		t.line("\nto decide more: a larger --max-depth")
	case r.Bound == explore.BoundMemory:
		more := "a larger --memory, or --disk DIR, or a smaller instance (-p)"
		if t.options.Disk != "" {
			more = "a larger --memory, or a smaller instance (-p)"
		}
		t.line("\nto decide more: %s", more)
	case r.Bound == explore.BoundDisk:
		t.line("\nto decide more: a --disk with more room, a larger --memory, or a smaller instance (-p)")
	case r.Bound == explore.BoundTime:
		t.line("\nto decide more: a longer --timeout, or a smaller instance (-p)")
	}
	t.outlook(o)
	if o.checkpoint != "" {
		t.line("\nto go on from here")
		t.line("  %s resume %s", t.name, quote(o.checkpoint))
	}
	e := first([]outcome{o})
	switch {
	case t.saved != nil:
		t.line("\nsaved: %s is in %s", t.saved.Trace.Property, t.out)
		t.line("  %s replay %s", t.name, quote(t.out))
	case e != nil && r.Verdict == checkers.Violated:
		args := o.args()
		if o.kase != nil {
			args = o.spec.Name + " --case " + o.kase.Name
		}
		for _, name := range t.properties {
			args += " --property " + quote(name)
		}
		t.line("\n%s", t.paint(faint, "save and replay"))
		t.line("  %s check %s --out trace.json", t.name, args)
		t.line("  %s replay trace.json", t.name)
	}
}

// fault reports a model that is at fault.
func (t *texter) fault(o outcome) {
	t.line("%s there is no verdict:", t.paint(bad, "✗"))
	for _, l := range strings.Split(o.failure.Error(), "\n") {
		by := "  " + l[:len(l)-len(strings.TrimLeft(l, " "))]
		t.line("%s%s", by, t.style.wrap(l, by+"  ", len(by)))
	}
	var f *checkers.Failure
	var e *model.Error
	if errors.As(o.failure, &f) && f.Execution != nil && !t.quiet {
		t.WriteByte('\n')
		if f.Execution.Len() == 0 {
			t.line("it happens in the initial state:")
		} else {
			t.line("it happens after %s:", steps(f.Execution.Len()))
		}
		t.WriteByte('\n')
		t.picture(f.Execution)
	}
	if o.report != nil && !t.quiet && errors.As(o.failure, &e) {
		t.line("\n%s states were found until then", comma(o.report.States))
	}
}

// pictureWidth is 120, or what the terminal has if that is less.
func (s style) pictureWidth() int {
	if s.terminal {
		return s.width
	}
	return 0
}
