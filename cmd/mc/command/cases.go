package command

import (
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/explore"
)

// cases reports the cases of a record, out of so many.
func (t *texter) cases(outcomes []outcome, of int) {
	s := outcomes[0].spec
	t.line("%s · %d of %d cases of its record\n", t.paint(bold, s.Name), len(outcomes), of)
	name, states := 0, 0
	for _, o := range outcomes {
		name = max(name, utf8.RuneCountInString(o.kase.Name))
		if o.report != nil {
			states = max(states, len(comma(o.report.States)))
		}
	}
	var elapsed time.Duration
	codes := map[int]int{}
	for _, o := range outcomes {
		code := t.codeOf(o)
		if t.refused(o) {
			code = codeVacuous
		}
		codes[code]++
		if o.report == nil {
			t.line("  %s %-*s  the model is at fault", t.paint(bad, "✗"), name, o.kase.Name)
		} else {
			elapsed += o.report.Elapsed
			t.line("  %s %-*s  %*s states  %7s  %s", t.sign(code), name, o.kase.Name, states, comma(o.report.States), took(o.report.Elapsed), t.paint(faint, gave(o)))
		}
		t.trouble(o)
	}
	if t.quiet {
		return
	}
	t.WriteByte('\n')
	t.line("%s", strings.Join(summary(codes, of-len(outcomes)), ", ")+" · "+took(elapsed))
	t.line("%s", t.paint(faint, fmt.Sprintf("✓ and ✗ say whether a case gave what its record declares; %s check %s --case NAME shows one", t.name, s.Name)))
	if t.saved != nil {
		t.line("\nsaved: %s of case %s is in %s", t.saved.Trace.Property, t.saved.Trace.Case, t.out)
		t.line("  %s replay %s", t.name, quote(t.out))
	}
}

// gave sums up the verdicts of a case.
func gave(o outcome) string {
	by := map[checkers.Verdict][]string{}
	for _, r := range o.report.Results {
		by[r.Verdict] = append(by[r.Verdict], r.Property.Name())
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
	return strings.Join(parts, "; ") + vacuously(o)
}

// trouble says what is not as the record declares.
func (t *texter) trouble(o outcome) {
	if o.failure != nil {
		t.line("      %s", indent(o.failure.Error(), "      "))
		return
	}
	for _, d := range o.differs {
		t.line("      %s", d)
	}
	if t.refused(o) {
		for _, v := range o.vacuities() {
			t.line("      %s", t.paint(open, v))
		}
	}
	if o.report.Bound != explore.BoundNone {
		t.line("      %s", t.paint(open, t.cut(o.report.Bound)))
	}
}

// sign is the mark of a case.
func (t *texter) sign(code int) string {
	switch code {
	case exitHolds:
		return t.mark(checkers.Holds)
	case exitUnknown, exitInterrupted, codeVacuous:
		return t.mark(checkers.Unknown)
	}
	return t.mark(checkers.Violated)
}

// summary counts the cases by what became of them.
func summary(codes map[int]int, left int) []string {
	var parts []string
	for _, c := range []struct {
		n    int
		text string
	}{
		{codes[exitHolds], "as declared"},
		{codes[exitViolated], "not as declared"},
		{codes[exitUnknown], "not decided"},
		{codes[codeVacuous], "not put to the test"},
		{codes[exitFault], "with the model at fault"},
		{codes[exitInterrupted], "interrupted"},
		{left, "not begun"},
	} {
		if c.n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", c.n, c.text))
		}
	}
	return parts
}
