package command

import (
	"strings"

	"github.com/anel-mc/mc/checkers"
)

// codeVacuous stands for exitUnknown where cases are counted that --strict turned down.
const codeVacuous = -exitUnknown

// vacuities says what of an outcome holds without having been put to the test.
func (o outcome) vacuities() []string {
	if o.report == nil || o.failure != nil {
		return nil
	}
	return o.report.Vacuities()
}

// refused reports whether --strict turns an outcome down that would pass without.
func (c *checking) refused(o outcome) bool {
	return c.strict && o.code(c.all) == exitHolds && len(o.vacuities()) > 0
}

// codeOf is the exit code of one outcome.
func (c *checking) codeOf(o outcome) int {
	if c.refused(o) {
		return exitUnknown
	}
	return o.code(c.all)
}

// exitCode is the exit code of the outcomes of the targets that were explored, out of so many.
func (c *checking) exitCode(outcomes []outcome, of int) int {
	if len(outcomes) < of {
		return exitInterrupted
	}
	code := exitHolds
	for _, o := range outcomes {
		code = worse(c.codeOf(o), code)
	}
	return code
}

// strictly says what --strict turned down.
func (t *texter) strictly(o outcome) {
	if !t.refused(o) {
		return
	}
	t.line("\n%s", t.paint(open, "--strict: this passes, but was not put to the test (exit code 3):"))
	for _, v := range o.vacuities() {
		t.line("  %s", t.style.wrap(v, "    ", 2))
	}
}

// vacuously is added to what a case gave.
func vacuously(o outcome) string {
	var names []string
	for _, r := range o.report.Results {
		if r.Vacuous != "" {
			names = append(names, r.Property.Name())
		}
	}
	if len(names) == 0 {
		return ""
	}
	return "; " + string(checkers.Holds) + " vacuously: " + strings.Join(names, ", ")
}
