package command

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/checkers/chances"
	"github.com/anel-mc/mc/cmd/mc/command/internal/term"
	"github.com/anel-mc/mc/counterexamples"
	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system"
	"github.com/anel-mc/mc/specs/spec"
)

// probabilityFlags are the flags of mc probability.
type probabilityFlags struct {
	selection
	limits        limits
	odds          []string
	prism, format string
}

func (p *program) probability() *cobra.Command {
	var w probabilityFlags
	cmd := &cobra.Command{
		Use:   "probability SPEC[:VARIANT] [flags]",
		Short: "compute how probable violations are, given odds of failures",
		Long: `Explores every reachable state of a spec, treats failures that have odds, and what its
processes choose, as chance, and computes the minimum and maximum probability that each
property is violated (or, for reachability, that the state is reached), over all schedulers
that refuse nothing for ever. A scheduler decides everything else, and knows the past.

--odds takes KIND=P, separated by commas, where P is 1/100 or 0.01, and KIND is
  lose        for each delivery: the message is lost instead
  duplicate   for each delivery: the message stays in its channel as well
  crash       for each act, delivery and timeout of a process: it crashes instead
  crash-once  once for each process, when the scheduler chooses: the process crashes
A kind with odds but no budget is unlimited.

Exit code: 0 everything was computed, 2 wrong usage, 3 a bound was reached, 4 the model is at
fault, 130 interrupted.`,
		Example: examples(
			"probability {anel1} --odds lose=1/100", "every message is lost with probability 1/100",
			"probability {token-ring} --odds crash-once=0.01", "every process may fail once",
			"probability {anel1} --odds lose=0.01 --prism {anel1}", "also as {anel1}.tra, .sta and .lab, for PRISM"),
		Args: oneArg("SPEC", p.aSpec("anel1")+" --odds lose=1/100"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return p.each(cmd, &w.selection, func() error { return p.runProbability(cmd, args[0], w) })
		},
	}
	w.selection.add(cmd, eachValue, "ask only about property `NAME`", "What is asked", "Failures, network and time")
	f := cmd.Flags()
	f.StringArrayVar(&w.odds, "odds", nil, "set the probability of failures, `KIND=P` (repeatable)")
	group(cmd, "What is asked")
	w.limits.add(cmd, "none")
	group(cmd, "Bounds of the search")
	f.StringVar(&w.prism, "prism", "", "also write the Markov decision process as `PREFIX`.tra, .sta and .lab")
	formatFlag(cmd, &w.format, "text", "json")
	group(cmd, "Output")
	p.completeCheck(cmd)
	offer(cmd, "odds", cobra.FixedCompletions([]cobra.Completion{"lose=", "duplicate=", "crash=", "crash-once="},
		cobra.ShellCompDirectiveNoFileComp|cobra.ShellCompDirectiveNoSpace))
	return cmd
}

func (p *program) runProbability(cmd *cobra.Command, arg string, f probabilityFlags) error {
	t, options, err := p.ask(cmd, arg, f.selection, f.limits)
	if err != nil {
		return err
	}
	odds, err := system.ParseOdds(strings.Join(f.odds, ","))
	if err != nil {
		return usageError("--odds: %w", err).seeHelp(cmd)
	}
	if t, err = p.withBudgets(t, odds, f.properties); err != nil {
		return err
	}
	if len(f.properties) > 0 && f.prism == "" {
		if err := p.judges(t, ofStates, "there is no probability of", "is about single states"); err != nil {
			return err
		}
	}
	options, line := p.begin(cmd.Context(), options)
	report, err := chances.Of(cmd.Context(), t.setup.Model, t.setup.Properties, odds, options)
	line.erase()
	if err != nil {
		return p.faulted(cmd, t, err)
	}
	switch {
	case f.prism != "" && report.MDP == nil:
		p.note("nothing was saved for PRISM: a bound was reached before every state was explored")
	case f.prism != "":
		if err := p.export(report, f.prism); err != nil {
			return err
		}
	}
	return p.answer(f.format, chancesObjectOf(t, report), func(w *term.Writer) {
		chancesText(w, t, report, options, f.prism)
	}, chanceCode(report))
}

func chanceCode(r *chances.Report) int {
	switch {
	case r.Bound == explore.BoundInterrupt:
		return exitInterrupted
	case !r.Decided:
		return exitUnknown
	}
	return exitHolds
}

// withBudgets returns the target with an unlimited budget for each failure that has odds but no budget.
func (p *program) withBudgets(t target, odds system.Odds, properties []string) (target, error) {
	i, ok := t.network()
	if !ok {
		return t, nil
	}
	unlimited := func(has bool, budget int, given **int) {
		if has && budget == 0 && *given == nil {
			*given = spec.Budget(model.Unlimited)
		}
	}
	e := &t.instance.Environment
	unlimited(odds.Lose != nil, i.Faults.Lose, &e.Lose)
	unlimited(odds.Duplicate != nil, i.Faults.Duplicate, &e.Duplicate)
	unlimited(odds.Crash != nil || odds.CrashOnce != nil, i.Faults.Crash, &e.Crash)
	return p.buildWith(t.spec, t.instance, properties)
}

// export writes the files for PRISM. Each is written whole or not at all.
func (p *program) export(r *chances.Report, prefix string) error {
	var transitions, states, labels bytes.Buffer
	err := r.Prism(&transitions, &states, &labels)
	for _, f := range []struct {
		suffix string
		text   *bytes.Buffer
	}{{".tra", &transitions}, {".sta", &states}, {".lab", &labels}} {
		if err == nil {
			err = p.save(prefix+f.suffix, f.text.Bytes())
		}
	}
	if err != nil {
		return usageError("--prism: %w", err).hint("without --prism only the result is printed")
	}
	return nil
}

// chancesText writes the answer as text. prism is the prefix of the files for PRISM, if they were written.
func chancesText(w *term.Writer, t target, r *chances.Report, limits checkers.Options, prism string) {
	head(w, t, false)
	w.Line("odds: %s", strings.ReplaceAll(cmp.Or(r.Odds.String(), "none but those of choices"), ",", ", "))
	w.Gap()
	explored(w, r.Report, limits)
	if m := r.MDP; m != nil {
		w.Line("%s nodes, %s decisions, %s branches · %s", term.Comma(uint64(m.Nodes())),
			term.Comma(uint64(m.Decisions())), term.Comma(uint64(m.Branches())), term.Took(r.Solving))
	}
	w.Gap()
	asked := false
	var all []term.Entry
	for _, c := range r.Chances {
		e := term.Entry{Name: c.Property.Name()}
		if c.Asked {
			asked = true
			what := "violated"
			if c.Property.Kind() == checkers.KindReachable {
				what = "reached"
			}
			about := fromTo(shown(c.Min), shown(c.Max))
			e.Text = fmt.Sprintf("%s with probability %s", what, w.Paint(term.Bold, about))
			if exact := fromTo(fraction(c.Min), fraction(c.Max)); exact != "" && exact != about {
				e.More = []term.Cell{term.In(term.Faint, "exactly "+exact)}
			}
		} else {
			e.Text, e.Color = "not known: "+c.Explanation, term.Faint
		}
		all = append(all, e)
	}
	w.Entries(all)
	if len(r.Chances) == 0 {
		w.Line("  no property was asked for")
	}
	if asked {
		w.Say(term.Faint, "\nthe least and the greatest, over all schedulers that refuse nothing for ever")
	}
	if prism != "" && r.MDP != nil {
		w.Line("\nsaved: %s.tra, .sta and .lab", prism)
		if i := slices.IndexFunc(r.Chances, func(c chances.Chance) bool { return c.Asked }); i >= 0 {
			w.Line("  prism -importmodel %s -mdp -pf %s", counterexamples.ShellQuote(prism+".all"),
				counterexamples.ShellQuote(fmt.Sprintf("Pmax=? [ F %q ]", r.PrismLabels()[i])))
		}
	}
}

// fromTo writes a range, or a single number if both ends look the same.
func fromTo(low, high string) string {
	switch {
	case low == "" || high == "":
		return ""
	case low == high:
		return low
	}
	return low + " to " + high
}

// shown writes a probability with as many digits as are known, up to six.
func shown(p chances.Probability) string {
	for digits := 6; digits > 0; digits-- {
		if low, high := fmt.Sprintf("%.*g", digits, p.Low), fmt.Sprintf("%.*g", digits, p.High); low == high {
			return low
		}
	}
	return fmt.Sprintf("%.3g..%.3g", p.Low, p.High)
}

// longest is the maximum length of a fraction that is shown, in characters.
const longest = 60

// fraction writes a probability as a fraction, if it is known exactly and not too long.
func fraction(p chances.Probability) string {
	if p.Exact == nil || len(p.Exact.RatString()) > longest {
		return ""
	}
	return p.Exact.RatString()
}

// probabilityObject is a probability. Exact is a fraction, if that is known.
type probabilityObject struct {
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
	Exact string  `json:"exact,omitempty"`
}

// chanceObject is the answer of a property.
type chanceObject struct {
	questionObject
	Min    *probabilityObject `json:"min,omitempty"`
	Max    *probabilityObject `json:"max,omitempty"`
	Reason string             `json:"reason,omitempty"`
}

// chancesObject is the answer of mc probability; see the package documentation.
type chancesObject struct {
	Schema int `json:"schema"`
	identityObject
	Odds string `json:"odds"`
	surroundingsObject
	Exhaustive  bool           `json:"exhaustive"`
	Clipped     string         `json:"clipped,omitempty"`
	Bound       explore.Bound  `json:"bound,omitempty"`
	States      uint64         `json:"states"`
	Transitions uint64         `json:"transitions"`
	Nodes       int            `json:"nodes,omitempty"`
	Decisions   int            `json:"decisions,omitempty"`
	Branches    int            `json:"branches,omitempty"`
	Seconds     float64        `json:"seconds"`
	Properties  []chanceObject `json:"properties"`
}

func chancesObjectOf(t target, r *chances.Report) chancesObject {
	o := chancesObject{
		Schema: schema, identityObject: t.identity(), Odds: r.Odds.String(),
		Exhaustive: r.Exhaustive, Clipped: r.Clipped, Bound: r.Bound, States: r.States, Transitions: r.Transitions,
		Seconds: (r.Elapsed + r.Solving).Seconds(), Properties: []chanceObject{},
	}
	o.surroundingsObject = t.surroundings()
	if m := r.MDP; m != nil {
		o.Nodes, o.Decisions, o.Branches = m.Nodes(), m.Decisions(), m.Branches()
	}
	of := func(p chances.Probability) *probabilityObject {
		x := &probabilityObject{Low: p.Low, High: p.High}
		if p.Exact != nil {
			x.Exact = p.Exact.RatString()
		}
		return x
	}
	for _, c := range r.Chances {
		x := chanceObject{questionObject: questionOf(c.Property), Reason: c.Explanation}
		if c.Asked {
			x.Min, x.Max = of(c.Min), of(c.Max)
		}
		o.Properties = append(o.Properties, x)
	}
	return o
}
