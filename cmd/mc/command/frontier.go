package command

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/checkers/sweep"
	"github.com/anel-mc/mc/cmd/mc/command/internal/term"
	"github.com/anel-mc/mc/counterexamples"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/specs/spec"
)

// frontierFlags are the flags of mc frontier.
type frontierFlags struct {
	selection
	limits limits
	format string
}

func (p *program) frontier() *cobra.Command {
	var f frontierFlags
	cmd := &cobra.Command{
		Use:   "frontier SPEC[:VARIANT] [flags]",
		Short: "find the fewest failures that break each property",
		Long: `Searches all budgets of failures, up to the one given by the flags, for the minimal
ones that break each property: with any smaller budget it holds.

Exit code: 0 no budget breaks a property, 1 some budget does, 2 wrong usage, 3 unknown,
4 the model is at fault, 130 interrupted.`,
		Example: examples(
			"frontier {central-coordinator} --crash 1 --lose 1 --duplicate 1", "which failure breaks what",
			"frontier {central-coordinator} --crash 2 --recover 2 --property mutual-exclusion", "how many resets break it"),
		Args: oneArg("SPEC", p.aSpec("central-coordinator")+" --crash 1"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return p.each(cmd, &f.selection, func() error { return p.runFrontier(cmd, args[0], f) })
		},
	}
	f.selection.add(cmd, eachValue, "ask about property `NAME` only",
		"What is checked", "The largest budget, network and time")
	cmd.Flags().Lookup("crash").Usage = "at most `N` crashes; like all these budgets, a number"
	f.limits.add(cmd, "none")
	group(cmd, "Bounds of each search")
	formatFlag(cmd, &f.format, "text", "json")
	group(cmd, "Output")
	completeValues(cmd)
	return cmd
}

func (p *program) runFrontier(cmd *cobra.Command, arg string, f frontierFlags) error {
	t, options, err := p.ask(cmd, arg, f.selection, f.limits)
	if err != nil {
		return err
	}
	most, ok := t.seekable()
	if !ok {
		return usageError("no failures are allowed, so there is nothing to search").
			hint("give the largest budgets: %s frontier %s --crash 2 --lose 1", p.name, t.name())
	}
	options, line := p.begin(cmd.Context(), options)
	frontiers, err := leastFaults(cmd.Context(), t, options, func(budget string) { line.label = budget })
	line.erase()
	if err != nil {
		return p.faulted(cmd, t, err)
	}
	code := exitHolds
	for _, f := range frontiers {
		code = worse(codeOf(f.Verdict), code)
	}
	if interrupted(cmd.Context()) {
		code = exitInterrupted
	}
	return p.answer(f.format, frontierObjectOf(t, frontiers), func(w *term.Writer) {
		frontierText(w, p.name, t, most, frontiers)
	}, code)
}

// frontierText writes the frontiers as text.
func frontierText(w *term.Writer, program string, t target, most model.Faults, frontiers []sweep.Frontier) {
	head(w, t, false)
	see := ""
	var all []term.Entry
	for _, f := range frontiers {
		var lines []string
		for _, b := range f.Least {
			least := b.Faults.String()
			if budgetFlags(b.Faults) == "" {
				least = "without any failure"
			}
			lines = append(lines, fmt.Sprintf("%s, in %s", least, length(b.Result.Execution)))
		}
		for _, u := range f.Undecided {
			lines = append(lines, fmt.Sprintf("%s: unknown", u))
		}
		if len(lines) == 0 {
			lines = []string{"nothing up to " + most.String()}
		}
		e := term.Entry{Sign: mark(w.Style, f.Verdict), Name: f.Property.Name(), Text: lines[0]}
		for _, line := range lines[1:] {
			e.More = append(e.More, term.Cell{Text: line})
		}
		all = append(all, e)
		if see == "" && len(f.Least) > 0 {
			see = fmt.Sprintf("%s check %s%s%s", program, t.bare(), budgetFlags(f.Least[0].Faults), asking(f.Property.Name()))
		}
	}
	w.Entries(all)
	hint(w, see)
}

// bare returns the arguments of t without its budgets.
func (t target) bare() string {
	e := t.instance.Environment
	t.instance.Environment = spec.Environment{Order: e.Order, Timing: e.Timing, Delay: e.Delay, Handling: e.Handling,
		Within: e.Within, Detector: e.Detector, CrashOnly: e.CrashOnly}
	return t.args()
}

// budgetFlags writes a budget as flags.
func budgetFlags(f model.Faults) string {
	flags := ""
	for kind, n := range f.Budgets() {
		if *n != 0 {
			flags += fmt.Sprintf(" --%s %d", spec.Flag(kind), *n)
		}
	}
	return flags
}

// frontierObject is the answer of mc frontier in JSON; see the package documentation.
type frontierObject struct {
	Schema int `json:"schema"`
	identityObject
	Most       faultsObject       `json:"most"`
	Properties []frontierProperty `json:"properties"`
}

// frontierProperty is the frontier of a property.
type frontierProperty struct {
	questionObject
	Verdict   checkers.Verdict `json:"verdict"`
	Least     []frontierBreak  `json:"least"`
	Undecided []faultsObject   `json:"undecided,omitempty"`
}

// frontierBreak is a budget that breaks a property.
type frontierBreak struct {
	breakObject
	Trace counterexamples.Trace `json:"trace"`
}

func frontierObjectOf(t target, frontiers []sweep.Frontier) frontierObject {
	i, _ := t.network()
	o := frontierObject{Schema: schema, identityObject: t.identity(), Most: faultsOf(i), Properties: []frontierProperty{}}
	for _, f := range frontiers {
		least := leastOf(t, f)
		p := frontierProperty{questionObject: questionOf(f.Property), Verdict: f.Verdict,
			Least: []frontierBreak{}, Undecided: least.Undecided}
		for n, b := range least.Breaks {
			p.Least = append(p.Least, frontierBreak{b, f.Least[n].Result.Execution.Trace})
		}
		o.Properties = append(o.Properties, p)
	}
	return o
}
