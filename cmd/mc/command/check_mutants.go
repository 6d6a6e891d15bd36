package command

import (
	"context"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/checkers/mutants"
	"github.com/anel-mc/mc/cmd/mc/command/internal/term"
	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system"
)

// mutate is mc check --mutants.
func (p *program) mutate(ctx context.Context, t target, f *checkFlags, options checkers.Options) error {
	options, line := p.begin(ctx, options)
	r, err := mutants.Run(ctx, t.setup.Model, t.setup.Properties, mutants.Options{
		Options: options,
		Begin: func(m system.Mutation, n, of int) {
			line.label = fmt.Sprintf("mutant %d of %d: ", n, of)
			line.say(line.label + m.String())
		},
	})
	line.erase()
	var unmutated *checkers.Report
	if r != nil {
		unmutated = r.Unmutated
	}
	o := outcomeOf(t, unmutated, err).judged(t.testCase != nil, f.strict)
	return p.answer(f.output.format, mutantsObjectOf(o, r), func(w *term.Writer) {
		mutantsText(w, o, r, options, f.output.quiet)
	}, mutantsCode(o, r, f.strict))
}

// mutantsCode returns the exit code: that of the unmutated model, unless some mutants were not tried or --strict
// rejects some.
func mutantsCode(o outcome, r *mutants.Report, strict bool) int {
	switch {
	case o.failure != nil:
	case r.Bound == explore.BoundInterrupt:
		return exitInterrupted
	case !r.Complete(), strict && r.Count(mutants.Unnoticed)+r.Count(mutants.Undecided) > 0:
		return worse(exitUnknown, o.code)
	}
	return o.code
}

// mutantsText reports the mutants of a target as text. brief leaves out the fate of each.
func mutantsText(w *term.Writer, o outcome, r *mutants.Report, limits checkers.Options, brief bool) {
	head(w, o.target, brief)
	if o.failure != nil {
		faulty(w, o, brief)
		return
	}
	if !brief {
		explored(w, r.Unmutated, limits)
		w.Gap()
		verdicts(w, r.Unmutated, brief)
		if o.testCase != nil {
			record(w, o)
		}
		if asked := len(r.Asked); asked < len(r.Unmutated.Results) {
			w.Say("", "\n%d of %d properties can notice a mutant: those that do not hold of the model itself are not asked",
				asked, len(r.Unmutated.Results))
		}
		w.Gap()
		fates(w, r)
	}
	score(w, r, limits, brief)
	strictly(w, o)
}

// fates writes a line for each mutant, by site.
func fates(w *term.Writer, r *mutants.Report) {
	widest := 0
	for _, m := range r.Mutants {
		widest = max(widest, utf8.RuneCountInString(m.Mutation.Short()))
	}
	widest = min(widest, 40)
	by := term.Spaces(widest + 6)
	for i, m := range r.Mutants {
		if i == 0 || m.Mutation.Site != r.Mutants[i-1].Mutation.Site {
			w.Say(term.Bold, "%s", m.Mutation.Site.String())
		}
		name := m.Mutation.Short()
		taken := max(utf8.RuneCountInString(name), widest) + 6
		w.Line("  %s %-*s  %s", fateMark(w.Style, m.Fate), widest, name, w.Wrap(fateOf(m), by, taken))
	}
	if len(r.Mutants) > 0 {
		w.Gap()
	}
}

func fateMark(s term.Style, f mutants.Fate) string {
	switch f {
	case mutants.Noticed, mutants.Broken:
		return s.Paint(term.Good, "✓")
	case mutants.Unnoticed:
		return s.Paint(term.Bad, "✗")
	case mutants.Undecided:
		return s.Paint(term.Open, "?")
	}
	return s.Paint(term.Faint, "=")
}

// fateOf says what became of a mutant.
func fateOf(m mutants.Mutant) string {
	switch {
	case m.Fate == mutants.Noticed && m.Steps == 0:
		return "noticed by " + m.Property
	case m.Fate == mutants.Noticed:
		return fmt.Sprintf("noticed by %s in %s", m.Property, term.Steps(m.Steps))
	case m.Fate == mutants.Undecided && m.Bound == explore.BoundStates:
		return fmt.Sprintf("unknown: nothing was noticed in %s states, and there are more", term.Comma(m.States))
	case m.Explanation != "":
		return fmt.Sprintf("%s: %s", m.Fate, m.Explanation)
	case len(m.Costs) > 0:
		return fmt.Sprintf("%s; %s", m.Fate, strings.Join(m.Costs, "; "))
	}
	return string(m.Fate)
}

// score counts the fates.
func score(w *term.Writer, r *mutants.Report, limits checkers.Options, brief bool) {
	switch {
	case !r.Unmutated.Visited():
		w.Line("no mutant was tried: the model itself was not explored to its end")
	case r.Of == 0:
		w.Line("there is nothing to mutate: no handler does anything")
	case len(r.Asked) == 0:
		w.Line("no mutant was tried: no property holds that could notice one")
	default:
		w.Line("%s · %s", w.Paint(term.Bold, r.Score().String()), term.Took(r.Elapsed))
	}
	if r.Bound != explore.BoundNone && r.Unmutated.Visited() {
		w.Say(term.Open, "%s: %d of %d mutants were not tried", reached(r.Bound, limits), r.Of-len(r.Mutants), r.Of)
	}
	if !brief && r.Count(mutants.Unnoticed) > 0 {
		w.Say(term.Faint, "A mutant that is not noticed shows what the properties leave open: "+
			"something that the algorithm need not do here, or a property that is missing.")
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
	Name        string          `json:"name"`
	Process     string          `json:"process,omitempty"`
	Handler     model.Kind      `json:"handler"`
	At          string          `json:"at,omitempty"` // name of the act, timer or message
	Mistake     system.Operator `json:"mistake"`
	What        string          `json:"what,omitempty"`
	Number      int             `json:"number,omitempty"`
	Fate        mutants.Fate    `json:"fate"`
	Property    string          `json:"property,omitempty"`
	Steps       int             `json:"steps,omitempty"`
	Explanation string          `json:"explanation,omitempty"`
	Costs       []string        `json:"costs,omitempty"`
	States      uint64          `json:"states"`
	Bound       explore.Bound   `json:"bound,omitempty"`
}

func mutantsObjectOf(o outcome, r *mutants.Report) mutantsObject {
	all := mutantsObject{Schema: schema, Unmutated: o.object(), Asked: []string{}, Mutants: []mutantObject{}}
	if r == nil {
		return all
	}
	for _, p := range r.Asked {
		all.Asked = append(all.Asked, p.Name())
	}
	for _, m := range r.Mutants {
		all.Mutants = append(all.Mutants, mutantObject{
			Name: m.Mutation.String(), Process: m.Mutation.Site.Process, Handler: m.Mutation.Site.Handler,
			At:      m.Mutation.Site.Name,
			Mistake: m.Mutation.Operator, What: m.Mutation.What, Number: m.Mutation.Number,
			Fate: m.Fate, Property: m.Property, Steps: m.Steps, Explanation: m.Explanation, Costs: m.Costs, States: m.States,
			Bound: m.Bound,
		})
	}
	all.Of, all.Noticed, all.Broken = r.Of, r.Count(mutants.Noticed), r.Count(mutants.Broken)
	all.Unnoticed, all.Same, all.Unknown = r.Count(mutants.Unnoticed), r.Count(mutants.Same), r.Count(mutants.Undecided)
	all.Bound, all.Seconds = r.Bound, r.Elapsed.Seconds()
	return all
}
