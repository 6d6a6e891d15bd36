package command

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system"
)

// mutable refuses what does not go together with --mutants.
func (c *checking) mutable() error {
	if !c.mutants {
		return nil
	}
	switch {
	case c.all:
		return wrong(errors.New("--mutants and --all exclude each other: mutants are made of one instance"), "choose a case: --case NAME --mutants")
	case len(c.bounds.reduce) > 0:
		return wrong(errors.New("--mutants and --reduce exclude each other: what there is to change is read off all states"), "leave --reduce out")
	case c.out != "":
		return wrong(errors.New("--mutants and --out exclude each other: no counterexample is kept of a mutant"), "save those of the model without --mutants")
	case c.format != "text" && c.format != "json":
		return wrong(fmt.Errorf("--mutants cannot be written as %s", c.format), "--format is text or json with --mutants")
	}
	return nil
}

// mutate is mc check --mutants.
func (c *checking) mutate(cmd *cobra.Command, t target, options checkers.Options) error {
	line := newProgress(c.stderr)
	options.Progress = line.show
	r, err := checkers.Mutants(cmd.Context(), t.setup.Model, t.setup.Properties, checkers.MutantsOptions{
		Options: options,
		Begin: func(m system.Mutation, n, of int) {
			line.label = fmt.Sprintf("mutant %d of %d: ", n, of)
			line.say(line.label + m.String())
		},
	})
	line.erase()
	o := outcome{target: t, failure: err}
	if r != nil {
		o.report = r.Unmutated
	}
	o = compared(o)
	if c.format == "json" {
		err = c.print(encode(mutantsOf(o, r)))
	} else {
		x := &texter{Buffer: &bytes.Buffer{}, style: styleOf(c.stdout), checking: c, options: options}
		x.mutants(o, r)
		err = c.print(x.Bytes())
	}
	return cmp.Or(err, exitWith(c.mutantsCode(o, r)))
}

// mutantsCode is the exit code: that of the model without mutants, unless these were not all tried, or --strict
// turns some down.
func (c *checking) mutantsCode(o outcome, r *checkers.MutantsReport) int {
	code := o.code(o.kase != nil)
	switch {
	case o.failure != nil:
	case r.Bound == explore.BoundInterrupt:
		return exitInterrupted
	case !r.Complete(), c.strict && (r.Count(checkers.Unnoticed)+r.Count(checkers.Undecided) > 0 || len(o.vacuities()) > 0):
		code = worse(exitUnknown, code)
	}
	return code
}

// mutants reports the mutants of a target.
func (t *texter) mutants(o outcome, r *checkers.MutantsReport) {
	t.head(o)
	if o.failure != nil {
		t.fault(o)
		return
	}
	if !t.quiet {
		t.explored(r.Unmutated)
		t.WriteByte('\n')
		t.verdicts(r.Unmutated)
		if o.kase != nil {
			t.record(o)
		}
		if asked := len(r.Asked); asked < len(r.Unmutated.Results) {
			t.line("\n%s", t.style.wrap(fmt.Sprintf("%d of %d properties can notice a mutant: those that do not hold of the model itself are not asked", asked, len(r.Unmutated.Results)), "", 0))
		}
		t.WriteByte('\n')
		t.fates(r)
	}
	t.score(r)
	t.strictly(o)
}

// fates writes a line for each mutant, by site.
func (t *texter) fates(r *checkers.MutantsReport) {
	widest := 0
	for _, m := range r.Mutants {
		widest = max(widest, utf8.RuneCountInString(m.Mutation.Short()))
	}
	widest = min(widest, 40)
	by := strings.Repeat(" ", widest+6)
	for i, m := range r.Mutants {
		if i == 0 || m.Mutation.Site != r.Mutants[i-1].Mutation.Site {
			t.line("%s", t.paint(bold, m.Mutation.Site.String()))
		}
		name := m.Mutation.Short()
		taken := max(utf8.RuneCountInString(name), widest) + 6
		t.line("  %s %-*s  %s", t.fateMark(m.Fate), widest, name, t.style.wrap(fateOf(m), by, taken))
	}
	if len(r.Mutants) > 0 {
		t.WriteByte('\n')
	}
}

func (t *texter) fateMark(f checkers.Fate) string {
	switch f {
	case checkers.Noticed, checkers.Broken:
		return t.paint(good, "✓")
	case checkers.Unnoticed:
		return t.paint(bad, "✗")
	case checkers.Undecided:
		return t.paint(open, "?")
	}
	return t.paint(faint, "=")
}

// fateOf says what became of a mutant.
func fateOf(m checkers.Mutant) string {
	switch {
	case m.Fate == checkers.Noticed && m.Steps == 0:
		return "noticed by " + m.Property
	case m.Fate == checkers.Noticed:
		return fmt.Sprintf("noticed by %s in %s", m.Property, steps(m.Steps))
	case m.Fate == checkers.Undecided && m.Bound == explore.BoundStates:
		return fmt.Sprintf("unknown: nothing was noticed in %s states, and there are more", comma(m.States))
	case m.Explanation != "":
		return fmt.Sprintf("%s: %s", m.Fate, m.Explanation)
	case len(m.Costs) > 0:
		return fmt.Sprintf("%s; %s", m.Fate, strings.Join(m.Costs, "; "))
	}
	return string(m.Fate)
}

// score counts the fates.
func (t *texter) score(r *checkers.MutantsReport) {
	switch {
	case !r.Unmutated.Visited():
		t.line("no mutant was tried: the model itself was not explored to its end")
	case r.Of == 0:
		t.line("there is nothing to mutate: no handler does anything")
	case len(r.Asked) == 0:
		t.line("no mutant was tried: no property holds that could notice one")
	default:
		t.line("%s · %s", t.paint(bold, r.Score().String()), took(r.Elapsed))
	}
	if r.Bound != explore.BoundNone && r.Unmutated.Visited() {
		t.line("%s", t.paint(open, fmt.Sprintf("%s: %d of %d mutants were not tried", t.cut(r.Bound), r.Of-len(r.Mutants), r.Of)))
	}
	if !t.quiet && r.Count(checkers.Unnoticed) > 0 {
		t.line("%s", t.paint(faint, t.style.wrap("A mutant that is not noticed shows what the properties leave open: something that the algorithm need not do here, or a property that is missing.", "", 0)))
	}
}

// mutantsObject is the answer of mc check --mutants in JSON.
type mutantsObject struct {
	Schema    int            `json:"schema"`
	Unmutated checkObject    `json:"unmutated"`
	Asked     []string       `json:"asked"`
	Mutants   []mutantObject `json:"mutants"`
	Of        int            `json:"of"`
	Noticed   int            `json:"noticed"`
	Broken    int            `json:"broken"`
	Unnoticed int            `json:"unnoticed"`
	Same      int            `json:"same"`
	Unknown   int            `json:"unknown"`
	Bound     explore.Bound  `json:"bound,omitempty"`
	Seconds   float64        `json:"seconds"`
}

type mutantObject struct {
	Name        string         `json:"name"`
	Process     string         `json:"process,omitempty"`
	Handler     model.Kind     `json:"handler"`
	At          string         `json:"at,omitempty"` // name of the act, timer or message
	Mistake     system.Mistake `json:"mistake"`
	What        string         `json:"what,omitempty"`
	Number      int            `json:"number,omitempty"`
	Fate        checkers.Fate  `json:"fate"`
	Property    string         `json:"property,omitempty"`
	Steps       int            `json:"steps,omitempty"`
	Explanation string         `json:"explanation,omitempty"`
	Costs       []string       `json:"costs,omitempty"`
	States      uint64         `json:"states"`
	Bound       explore.Bound  `json:"bound,omitempty"`
}

func mutantsOf(o outcome, r *checkers.MutantsReport) mutantsObject {
	all := mutantsObject{Schema: schema, Unmutated: object(o), Asked: []string{}, Mutants: []mutantObject{}}
	if r == nil {
		return all
	}
	for _, p := range r.Asked {
		all.Asked = append(all.Asked, p.Name())
	}
	for _, m := range r.Mutants {
		all.Mutants = append(all.Mutants, mutantObject{
			Name: m.Mutation.String(), Process: m.Mutation.Site.Process, Handler: m.Mutation.Site.Handler, At: m.Mutation.Site.Name,
			Mistake: m.Mutation.Mistake, What: m.Mutation.What, Number: m.Mutation.Number,
			Fate: m.Fate, Property: m.Property, Steps: m.Steps, Explanation: m.Explanation, Costs: m.Costs, States: m.States, Bound: m.Bound,
		})
	}
	all.Of, all.Noticed, all.Broken = r.Of, r.Count(checkers.Noticed), r.Count(checkers.Broken)
	all.Unnoticed, all.Same, all.Unknown = r.Count(checkers.Unnoticed), r.Count(checkers.Same), r.Count(checkers.Undecided)
	all.Bound, all.Seconds = r.Bound, r.Elapsed.Seconds()
	return all
}
