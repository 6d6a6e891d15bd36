package command

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system"
	"github.com/anel-mc/mc/specs/spec"
)

// weighing is a run of mc probability.
type weighing struct {
	*program
	params     []string
	bounds     bounds
	properties []string
	odds       []string
	prism      string
	format     string
}

func (p *program) probability() *cobra.Command {
	w := &weighing{program: p}
	cmd := &cobra.Command{
		Use:   "probability SPEC[:VARIANT] [flags]",
		Short: "how probable violations are, when failures have odds",
		Long: `Explores every reachable state of a spec, makes chance of failures that have odds, and of
what its processes choose, and works out the least and the greatest probability that
each property is violated (of what is to be reached: that it is), over all schedulers that
refuse nothing for ever. They decide on all else, and know all that was.

--odds takes KIND=P, separated by commas, where P is 1/100 or 0.01, and KIND
  lose        for each delivery: the message is lost instead
  duplicate   for each delivery: the message stays in its channel as well
  crash       for each act, delivery and timeout of a process: it crashes instead
  crash-once  once for each process, when the scheduler likes: it crashes
A kind with odds and without a budget has an unlimited one.

Exit code: 0 all was worked out, 2 wrong use, 3 a bound was reached, 4 the model is at
fault, 130 interrupted.`,
		Example: p.examples(
			"probability anel1 --odds lose=1/100", "every message is lost with 1/100",
			"probability token-ring --odds crash-once=0.01", "every process fails once, perhaps",
			"probability anel1 --odds lose=0.01 --prism anel1", "also as anel1.tra, .sta and .lab, for PRISM"),
		Args: oneArg("SPEC", "anel1 --odds lose=1/100"),
		RunE: func(cmd *cobra.Command, args []string) error { return w.run(cmd, args[0]) },
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.StringArrayVarP(&w.params, "param", "p", nil, "a parameter, `NAME=N` (repeatable)")
	f.StringArrayVar(&w.properties, "property", nil, "ask about property `NAME` only (repeatable)")
	f.StringArrayVar(&w.odds, "odds", nil, "the probability of failures, `KIND=P` (repeatable)")
	group(cmd, "What is asked")
	addEnvironment(cmd)
	group(cmd, "Failures, network and time")
	w.bounds.add(cmd)
	group(cmd, "Bounds of the search")
	f.StringVar(&w.prism, "prism", "", "also write the Markov decision process as `PREFIX`.tra, .sta and .lab")
	formatFlag(cmd, &w.format, "text", "json")
	group(cmd, "Output")
	p.completeCheck(cmd)
	complete(cmd, "odds", func(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
		return []cobra.Completion{"lose=", "duplicate=", "crash=", "crash-once="}, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
	})
	return cmd
}

func (w *weighing) run(cmd *cobra.Command, arg string) error {
	if err := checkFormat(w.format, []string{"text", "json"}); err != nil {
		return err
	}
	options, err := w.bounds.options(cmd)
	if err != nil {
		return err
	}
	odds, err := system.ParseOdds(strings.Join(w.odds, ","))
	if err != nil {
		return wrong(fmt.Errorf("--odds: %w", err), "see: %s --help", cmd.CommandPath())
	}
	t, err := w.target(cmd, arg, w.params, w.properties)
	if err != nil {
		return err
	}
	if t, err = w.budget(t, odds); err != nil {
		return err
	}
	line := newProgress(w.stderr)
	options.Progress = line.show
	report, err := checkers.Chances(cmd.Context(), t.setup.Model, t.setup.Properties, odds, options)
	line.erase()
	var fault *checkers.Failure
	switch {
	case errors.As(err, &fault):
		return &ended{code: exitFault, err: err, hint: fmt.Sprintf("%s check %s shows the way there", w.name, t.args())}
	case err != nil:
		return wrong(err, "see: %s --help", cmd.CommandPath())
	}
	switch {
	case w.prism != "" && report.MDP == nil:
		fmt.Fprintf(w.stderr, "%s probability: nothing was saved for PRISM: a bound was reached before all was known\n", w.name)
	case w.prism != "":
		if err := w.export(report); err != nil {
			return err
		}
	}
	out := encode(w.object(t, report))
	if w.format == "text" {
		out = w.text(t, report, options)
	}
	return cmp.Or(w.print(out), exitWith(chanceCode(report)))
}

func chanceCode(r *checkers.ChanceReport) int {
	switch {
	case r.Bound == explore.BoundInterrupt:
		return exitInterrupted
	case !r.Decided:
		return exitUnknown
	}
	return exitHolds
}

// budget gives the failures with odds that the target has no budget for an unlimited one.
func (w *weighing) budget(t target, odds system.Odds) (target, error) {
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
	changed, err := w.build(t.spec, t.instance)
	if err != nil {
		return t, err
	}
	return changed, changed.only(w.name, w.properties)
}

// export writes the files for PRISM, each whole or not at all.
func (w *weighing) export(r *checkers.ChanceReport) error {
	var transitions, states, labels bytes.Buffer
	err := r.Prism(&transitions, &states, &labels)
	for _, f := range []struct {
		suffix string
		text   *bytes.Buffer
	}{{".tra", &transitions}, {".sta", &states}, {".lab", &labels}} {
		if err == nil {
			err = save(w.prism+f.suffix, f.text.Bytes())
		}
	}
	if err != nil {
		return wrong(fmt.Errorf("--prism: %w", err), "without --prism only the result is printed")
	}
	return nil
}

// text is the answer for people.
func (w *weighing) text(t target, r *checkers.ChanceReport, options checkers.Options) []byte {
	x := &texter{Buffer: &bytes.Buffer{}, style: styleOf(w.stdout), checking: &checking{program: w.program}, options: options}
	x.head(outcome{target: t})
	odds := r.Odds.String()
	if odds == "" {
		odds = "none but those of choices"
	}
	x.line("odds: %s", strings.ReplaceAll(odds, ",", ", "))
	x.WriteByte('\n')
	x.explored(r.Report)
	if m := r.MDP; m != nil {
		x.line("%s nodes, %s decisions, %s branches · %s", comma(uint64(m.Nodes())), comma(uint64(m.Decisions())), comma(uint64(m.Branches())), took(r.Solving))
	}
	x.WriteByte('\n')
	widest := 0
	for _, c := range r.Chances {
		widest = max(widest, len(c.Property.Name()))
	}
	by := strings.Repeat(" ", widest+4)
	asked := false
	for _, c := range r.Chances {
		if !c.Asked {
			x.line("  %-*s  %s", widest, c.Property.Name(), x.paint(faint, x.style.wrap("not known: "+c.Explanation, by, len(by))))
			continue
		}
		asked = true
		what := "violated"
		if c.Property.Kind() == checkers.KindReachable {
			what = "reached"
		}
		x.line("  %-*s  %s with probability %s", widest, c.Property.Name(), what, x.paint(bold, span(shown(c.Min), shown(c.Max))))
		if exact := span(fraction(c.Min), fraction(c.Max)); exact != "" && exact != span(shown(c.Min), shown(c.Max)) {
			x.line("%s%s", by, x.paint(faint, "exactly "+exact))
		}
	}
	if len(r.Chances) == 0 {
		x.line("  no property was asked for")
	}
	if asked {
		x.line("\n%s", x.paint(faint, x.style.wrap("the least and the greatest, over all schedulers that refuse nothing for ever", "", 0)))
	}
	if w.prism != "" && r.MDP != nil {
		x.line("\nsaved: %s.tra, .sta and .lab", w.prism)
		if i := slices.IndexFunc(r.Chances, func(c checkers.Chance) bool { return c.Asked }); i >= 0 {
			x.line("  prism -importmodel %s -mdp -pf %s", quote(w.prism+".all"), quote(fmt.Sprintf("Pmax=? [ F %q ]", r.PrismLabels()[i])))
		}
	}
	return x.Bytes()
}

// span writes what lies between two numbers.
func span(low, high string) string {
	switch {
	case low == "" || high == "":
		return ""
	case low == high:
		return low
	}
	return low + " to " + high
}

// shown writes a probability with as many digits as are known, at most six.
func shown(p checkers.Probability) string {
	for digits := 6; digits > 0; digits-- {
		if low, high := fmt.Sprintf("%.*g", digits, p.Low), fmt.Sprintf("%.*g", digits, p.High); low == high {
			return low
		}
	}
	return fmt.Sprintf("%.3g..%.3g", p.Low, p.High)
}

// longest is how many characters of a fraction are shown.
const longest = 60

// fraction writes a probability that is known exactly and not too long.
func fraction(p checkers.Probability) string {
	if p.Exact == nil || len(p.Exact.RatString()) > longest {
		return ""
	}
	return p.Exact.RatString()
}

// probabilityObject is a probability; exact is a fraction, if it is known.
type probabilityObject struct {
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
	Exact string  `json:"exact,omitempty"`
}

// chanceObject is what is known of a property.
type chanceObject struct {
	Name   string             `json:"name"`
	Kind   checkers.Kind      `json:"kind"`
	Min    *probabilityObject `json:"min,omitempty"`
	Max    *probabilityObject `json:"max,omitempty"`
	Reason string             `json:"reason,omitempty"`
}

// chancesObject is the answer of mc probability; see the package documentation.
type chancesObject struct {
	Schema  int            `json:"schema"`
	Spec    string         `json:"spec"`
	Variant string         `json:"variant"`
	Params  map[string]int `json:"params"`
	Odds    string         `json:"odds"`
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

func (w *weighing) object(t target, r *checkers.ChanceReport) chancesObject {
	o := chancesObject{
		Schema: schema, Spec: t.spec.Name, Variant: t.instance.Variant, Params: t.instance.Params, Odds: r.Odds.String(),
		Exhaustive: r.Exhaustive, Clipped: r.Clipped, Bound: r.Bound, States: r.States, Transitions: r.Transitions,
		Seconds: (r.Elapsed + r.Solving).Seconds(), Properties: []chanceObject{},
	}
	o.surroundingsObject = t.surroundings()
	if m := r.MDP; m != nil {
		o.Nodes, o.Decisions, o.Branches = m.Nodes(), m.Decisions(), m.Branches()
	}
	of := func(p checkers.Probability) *probabilityObject {
		x := &probabilityObject{Low: p.Low, High: p.High}
		if p.Exact != nil {
			x.Exact = p.Exact.RatString()
		}
		return x
	}
	for _, c := range r.Chances {
		x := chanceObject{Name: c.Property.Name(), Kind: c.Property.Kind(), Reason: c.Explanation}
		if c.Asked {
			x.Min, x.Max = of(c.Min), of(c.Max)
		}
		o.Properties = append(o.Properties, x)
	}
	return o
}
