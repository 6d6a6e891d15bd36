package command

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/counterexamples"
)

// reports are the forms of the output of mc check for continuous integration, which have an entry for
// each case and property.
func reports() []string { return []string{"junit", "sarif", "github", "markdown"} }

// standing is what a finding means to whoever waits for a build. It goes with the exit code: with
// --all, a violation that the record declares passes.
type standing int

const (
	passes    standing = iota
	fails              // violated; with --all, not as declared
	undecided          // unknown; with --strict, also what holds vacuously
	faulty             // the model is at fault
)

// finding is what came out of one property of one target.
type finding struct {
	name      string // of the property; in parentheses if it is about the target as a whole
	kind      checkers.Kind
	verdict   checkers.Verdict // empty if there is none
	standing  standing
	message   string                     // never empty; one line, or a few
	execution *counterexamples.Execution // counterexample, or nil
	cost      *checkers.CostRange
}

// The names of findings that are about a target as a whole. No property of a record has parentheses in its name.
const (
	findingModel  = "(model)"       // it is at fault
	findingSearch = "(exploration)" // no property was asked for
	findingStates = "(states)"      // with --all: their number is not what the record declares, or not known
	findingEvents = "(events)"      // some never happen, and --strict was given
	findingRest   = "(cases)"       // some were not begun
)

// findings are what came out of a target.
func (c *checking) findings(o outcome) []finding {
	if o.failure != nil {
		f := finding{name: findingModel, standing: faulty, message: o.failure.Error()}
		var failure *checkers.Failure
		if errors.As(o.failure, &failure) {
			f.execution = failure.Execution
		}
		return []finding{f}
	}
	var all []finding
	for _, r := range o.report.Results {
		all = append(all, c.finding(o, r))
	}
	if len(all) == 0 {
		f := finding{name: findingSearch, verdict: o.report.Verdict, message: "no property was asked for"}
		if f.verdict != checkers.Holds {
			f.standing = undecided
		}
		all = append(all, f)
	}
	switch r := o.report; {
	case c.all && !visited(r):
		all = append(all, finding{name: findingStates, standing: undecided,
			message: fmt.Sprintf("not all states were visited, of which the record declares %d: %d were found, and %d of them not expanded", o.kase.States, r.States, r.Unexpanded)})
	case c.all && r.States != o.kase.States:
		all = append(all, finding{name: findingStates, standing: fails,
			message: fmt.Sprintf("%d states, and the record declares %d", r.States, o.kase.States)})
	}
	if never := o.report.Never(); c.refused(o) && len(never) > 0 && o.report.Exhaustive && o.report.Verdict == checkers.Holds {
		all = append(all, finding{name: findingEvents, standing: undecided, message: "never happens: " + strings.Join(never, "; ")})
	}
	return all
}

// finding is what came out of a property.
func (c *checking) finding(o outcome, r checkers.Result) finding {
	f := finding{name: r.Property.Name(), kind: r.Property.Kind(), verdict: r.Verdict, cost: r.Cost, message: verdict(r)}
	if r.Verdict == checkers.Violated {
		f.execution = r.Execution
	}
	if r.Explanation != "" && r.Verdict != checkers.Holds {
		f.message += ": " + r.Explanation
	}
	if r.Vacuous != "" {
		f.message = "holds vacuously: " + r.Vacuous
	}
	differs := ""
	if c.all {
		differs = o.kase.Differs(r)
	}
	switch {
	case c.all && r.Verdict == checkers.Unknown && o.undecided(r), !c.all && r.Verdict == checkers.Unknown:
		f.standing = undecided
	case differs != "":
		f.standing = fails
		f.message = strings.TrimPrefix(differs, f.name+": ") + "; " + f.message
	case c.all && r.Verdict != checkers.Holds:
		f.message += "; this is what the record declares"
	case r.Verdict == checkers.Violated:
		f.standing = fails
	case r.Vacuous != "" && c.strict:
		f.standing = undecided
	}
	return f
}

// place names a target for people: "anel1 · two" for a case, or the arguments that choose it.
func (c *checking) place(o outcome) string {
	if o.kase != nil {
		return o.name() + " · " + o.kase.Name
	}
	return c.choice(o)
}

// choice are the arguments of mc check that choose the target: its case, or everything.
func (c *checking) choice(o outcome) string {
	if o.kase != nil {
		return o.spec.Name + " --case " + quote(o.kase.Name)
	}
	return o.args()
}

// command is what to run to see one property of a target.
func (c *checking) command(o outcome, f finding) string {
	command := c.name + " check " + c.choice(o)
	if !strings.HasPrefix(f.name, "(") {
		command += " --property " + quote(f.name)
	}
	if c.strict && f.standing == undecided {
		command += " --strict"
	}
	return command
}

// left says how many cases were not begun; it is empty if none.
func left(outcomes []outcome, of int) string {
	if len(outcomes) == of {
		return ""
	}
	return fmt.Sprintf("%d of %d cases were not begun: the check was interrupted", of-len(outcomes), of)
}

// picture is the table of an execution, without colours.
func picture(e *counterexamples.Execution) string {
	if e == nil {
		return ""
	}
	var b bytes.Buffer
	// A bytes.Buffer takes everything.
	_ = e.Text(&b, counterexamples.TextOptions{})
	return printable(b.String())
}

// printable shows what no document may hold, control characters and broken encoding: the former
// by the symbols that Unicode has for them.
func printable(s string) string {
	clean := func(r rune) bool { return r == '\n' || r == '\t' || !unicode.IsControl(r) }
	if utf8.ValidString(s) && !slices.ContainsFunc([]rune(s), func(r rune) bool { return !clean(r) }) {
		return s
	}
	return strings.Map(func(r rune) rune {
		switch {
		case clean(r):
			return r
		case r < 0x20:
			return 0x2400 + r
		case r == 0x7f:
			return 0x2421
		}
		return utf8.RuneError
	}, s)
}

// ci renders the outcomes of the targets that were explored, out of so many, for continuous integration.
func (c *checking) ci(outcomes []outcome, of int) []byte {
	switch c.format {
	case "junit":
		return c.junit(outcomes, of)
	case "sarif":
		return c.sarif(outcomes, of)
	case "github":
		return c.github(outcomes, of)
	}
	return c.markdown(outcomes, of)
}
