package command

import (
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/cmd/mc/command/internal/term"
	"github.com/anel-mc/mc/counterexamples"
	"github.com/anel-mc/mc/explore"
)

// cases reports the cases of records.
func cases(w *term.Writer, a checkAnswer) {
	var elapsed time.Duration
	for rest := a.outcomes; len(rest) > 0; {
		s := rest[0].spec
		n := slices.IndexFunc(rest, func(o outcome) bool { return o.spec.Name != s.Name })
		if n < 0 {
			n = len(rest)
		}
		if len(rest) < len(a.outcomes) {
			w.Line("")
		}
		w.Line("%s · %d of %d cases of its record\n", w.Paint(term.Bold, s.Name), n, a.ofRecord[s.Name])
		elapsed += casesOf(w, a, rest[:n])
		rest = rest[n:]
	}
	if a.quiet {
		return
	}
	name := a.outcomes[0].spec.Name
	if name != a.outcomes[len(a.outcomes)-1].spec.Name {
		name = "SPEC"
	}
	w.Line("\n%s · %s", counts(a.outcomes, a.of), term.Took(elapsed))
	w.Say(term.Faint, "✓ and ✗ say whether a case gave what its record declares; %s check %s --case NAME shows one",
		a.program, name)
	if a.saved != nil {
		w.Gap()
		savedText(w, a.program, a.out, a.format, a.saved.Trace.Property+" of case "+a.saved.Trace.Case)
	}
}

// casesOf reports the cases of one record, and returns how long they took.
func casesOf(w *term.Writer, a checkAnswer, outcomes []outcome) (elapsed time.Duration) {
	name, states := 0, 0
	for _, o := range outcomes {
		name = max(name, utf8.RuneCountInString(o.testCase.Name))
		if o.report != nil {
			states = max(states, len(term.Comma(o.report.States)))
		}
	}
	for _, o := range outcomes {
		if o.report == nil {
			w.Line("  %s %-*s  the model is at fault", w.Paint(term.Bad, "✗"), name, o.testCase.Name)
		} else {
			elapsed += o.report.Elapsed
			w.Line("  %s %-*s  %*s states  %7s  %s", mark(w.Style, standing(o)), name, o.testCase.Name,
				states, term.Comma(o.report.States), term.Took(o.report.Elapsed), w.Paint(term.Faint, gave(o)))
		}
		trouble(w, o, a.limits)
	}
	return elapsed
}

// gave sums up the verdicts of a case.
func gave(o outcome) string {
	by := map[checkers.Verdict][]string{}
	var vacuous []string
	for _, r := range o.report.Results {
		by[r.Verdict] = append(by[r.Verdict], r.Property.Name())
		if r.Vacuous != "" {
			vacuous = append(vacuous, r.Property.Name())
		}
	}
	var parts []string
	for _, v := range []checkers.Verdict{checkers.Violated, checkers.Unknown} {
		if len(by[v]) > 0 {
			parts = append(parts, fmt.Sprintf("%s: %s", v, strings.Join(by[v], ", ")))
		}
	}
	if len(parts) == 0 {
		parts = []string{"everything holds"}
	}
	if len(vacuous) > 0 {
		parts = append(parts, string(checkers.Holds)+" vacuously: "+strings.Join(vacuous, ", "))
	}
	return strings.Join(parts, "; ")
}

// trouble says where an outcome differs from its record, and what is at fault or undecided.
func trouble(w *term.Writer, o outcome, limits checkers.Options) {
	if o.failure != nil {
		w.Line("      %s", term.Indent(counterexamples.Printable(o.failure.Error()), "      "))
		return
	}
	for _, d := range o.differs {
		w.Line("      %s", d)
	}
	if o.refused {
		for _, v := range o.vacuities() {
			w.Line("      %s", w.Paint(term.Open, v))
		}
	}
	if o.report.Bound != explore.BoundNone {
		w.Line("      %s", w.Paint(term.Open, reached(o.report.Bound, limits)))
	}
}

// standing returns whether an outcome is as it should be, as a verdict.
func standing(o outcome) checkers.Verdict {
	switch o.code {
	case exitHolds:
		return checkers.Holds
	case exitUnknown, exitInterrupted:
		return checkers.Unknown
	}
	return checkers.Violated
}

// counts says how many of the cases had which outcome.
func counts(outcomes []outcome, of int) string {
	refused, codes := 0, map[int]int{}
	for _, o := range outcomes {
		if o.refused {
			refused++
		} else {
			codes[o.code]++
		}
	}
	var parts []string
	for _, c := range []struct {
		n    int
		text string
	}{
		{codes[exitHolds], "as declared"},
		{codes[exitViolated], "not as declared"},
		{codes[exitUnknown], "not decided"},
		{refused, "not exercised"},
		{codes[exitFault], "with the model at fault"},
		{codes[exitInterrupted], "interrupted"},
		{of - len(outcomes), "not begun"},
	} {
		if c.n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", c.n, c.text))
		}
	}
	return strings.Join(parts, ", ")
}
