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
	"github.com/anel-mc/mc/counterexamples"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/specs/spec"
)

// seeking is a run of mc frontier.
type seeking struct {
	*program
	params     []string
	bounds     bounds
	properties []string
	format     string
}

func (p *program) frontier() *cobra.Command {
	s := &seeking{program: p}
	cmd := &cobra.Command{
		Use:   "frontier SPEC[:VARIANT] [flags]",
		Short: "the least failures that break each property",
		Long: `Searches all budgets of failures up to the one that the flags give for the least
ones that break each property: with any less of them it holds.

Exit code: 0 no budget breaks a property, 1 one does, 2 wrong use, 3 unknown,
4 the model is at fault, 130 interrupted.`,
		Example: p.examples(
			"frontier central-coordinator --crash 1 --lose 1 --duplicate 1", "which one failure breaks what",
			"frontier central-coordinator --crash 2 --recover 2 --property mutual-exclusion", "how many resets break it"),
		Args: oneArg("SPEC", "central-coordinator --crash 1"),
		RunE: func(cmd *cobra.Command, args []string) error { return s.run(cmd, args[0]) },
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.StringArrayVarP(&s.params, "param", "p", nil, "a parameter, `NAME=N` (repeatable)")
	f.StringArrayVar(&s.properties, "property", nil, "ask about property `NAME` only (repeatable)")
	group(cmd, "What is checked")
	addEnvironment(cmd)
	group(cmd, "The largest budget, network and time")
	s.bounds.add(cmd)
	group(cmd, "Bounds of each search")
	formatFlag(cmd, &s.format, "text", "json")
	group(cmd, "Output")
	completeValues(cmd)
	return cmd
}

func (s *seeking) run(cmd *cobra.Command, arg string) error {
	if err := checkFormat(s.format, []string{"text", "json"}); err != nil {
		return err
	}
	options, err := s.bounds.options(cmd)
	if err != nil {
		return err
	}
	t, err := s.target(cmd, arg, s.params, s.properties)
	if err != nil {
		return err
	}
	i, ok := t.setup.Model.(model.Instance)
	if !ok || i.Faults.None() {
		return wrong(fmt.Errorf("no failures are allowed, so that there is nothing to seek"),
			"name the largest budgets: %s frontier %s --crash 2 --lose 1", s.name, t.name())
	}
	properties := slices.DeleteFunc(slices.Clone(t.setup.Properties), func(p checkers.Property) bool {
		return p.Kind() == checkers.KindReachable // failures cannot break it
	})
	line := newProgress(s.stderr)
	options.Progress = line.show
	build := func(f model.Faults) (model.Model, []checkers.Property, error) {
		line.label = f.String() + ": "
		m := i
		m.Faults = f
		return m, properties, nil
	}
	frontiers, err := checkers.LeastFaults(cmd.Context(), i.Faults, build, options)
	line.erase()
	var fault *checkers.Failure
	switch {
	case errors.As(err, &fault):
		return &ended{code: exitFault, err: err}
	case err != nil:
		return wrong(err, "see: %s --help", cmd.CommandPath())
	}
	var out []byte
	if s.format == "json" {
		out = encode(s.object(t, i, frontiers))
	} else {
		out = s.text(t, i, frontiers)
	}
	return cmp.Or(s.print(out), exitWith(frontierCode(cmd, frontiers)))
}

func frontierCode(cmd *cobra.Command, frontiers []checkers.Frontier) int {
	of := func(v checkers.Verdict) bool {
		return slices.ContainsFunc(frontiers, func(f checkers.Frontier) bool { return f.Verdict == v })
	}
	switch {
	case cmd.Context().Err() != nil:
		return exitInterrupted
	case of(checkers.Violated):
		return exitViolated
	case of(checkers.Unknown):
		return exitUnknown
	}
	return exitHolds
}

// text is the frontier for people.
func (s *seeking) text(t target, i model.Instance, frontiers []checkers.Frontier) []byte {
	x := &texter{Buffer: &bytes.Buffer{}, style: styleOf(s.stdout), checking: &checking{program: s.program}}
	x.head(outcome{target: t})
	widest := 0
	for _, f := range frontiers {
		widest = max(widest, len(f.Property.Name()))
	}
	for _, f := range frontiers {
		mark := map[checkers.Verdict]string{
			checkers.Violated: x.paint(bad, "✗"), checkers.Holds: x.paint(good, "✓"), checkers.Unknown: "?",
		}[f.Verdict]
		var rows []string
		for _, b := range f.Least {
			rows = append(rows, fmt.Sprintf("%s, in %s", b.Faults, length(b.Result.Execution)))
		}
		for _, u := range f.Undecided {
			rows = append(rows, fmt.Sprintf("%s: unknown", u))
		}
		if len(rows) == 0 {
			rows = []string{"nothing up to " + i.Faults.String()}
		}
		for n, row := range rows {
			name := f.Property.Name()
			if n > 0 {
				mark, name = " ", ""
			}
			x.line("  %s %-*s  %s", mark, widest, name, row)
		}
	}
	for _, f := range frontiers {
		if len(f.Least) > 0 {
			x.line("\n%s\n  %s check %s %s --property %s", x.paint(faint, "see how"), s.name, t.bare(), budgetFlags(f.Least[0].Faults), f.Property.Name())
			break
		}
	}
	return x.Bytes()
}

// bare are the arguments of t without its budgets.
func (t target) bare() string {
	e := t.instance.Environment
	t.instance.Environment = spec.Environment{Order: e.Order, Timing: e.Timing, Delay: e.Delay, Handling: e.Handling, Within: e.Within, Detector: e.Detector, CrashOnly: e.CrashOnly}
	return t.args()
}

// budgetFlags writes a budget as flags.
func budgetFlags(f model.Faults) string {
	var flags []string
	for kind, n := range f.Budgets() {
		if *n != 0 {
			flags = append(flags, fmt.Sprintf("--%s %d", spec.Flag(kind), *n))
		}
	}
	return strings.Join(flags, " ")
}

// frontierObject is the answer of mc frontier in JSON.
type frontierObject struct {
	Schema     int                `json:"schema"`
	Spec       string             `json:"spec"`
	Variant    string             `json:"variant"`
	Params     map[string]int     `json:"params"`
	Most       faultsObject       `json:"most"`
	Properties []frontierOfObject `json:"properties"`
}

// frontierOfObject is the frontier of a property.
type frontierOfObject struct {
	Name      string           `json:"name"`
	Kind      checkers.Kind    `json:"kind"`
	Verdict   checkers.Verdict `json:"verdict"`
	Least     []breakObject    `json:"least"`
	Undecided []faultsObject   `json:"undecided,omitempty"`
}

// breakObject is a budget that breaks a property.
type breakObject struct {
	Faults faultsObject          `json:"faults"`
	Steps  int                   `json:"steps"`
	Trace  counterexamples.Trace `json:"trace"`
}

func (s *seeking) object(t target, i model.Instance, frontiers []checkers.Frontier) frontierObject {
	budget := func(f model.Faults) faultsObject {
		i.Faults = f
		return faultsOf(i)
	}
	o := frontierObject{
		Schema: schema, Spec: t.spec.Name, Variant: t.instance.Variant, Params: t.instance.Params,
		Most: faultsOf(i), Properties: []frontierOfObject{},
	}
	for _, f := range frontiers {
		of := frontierOfObject{Name: f.Property.Name(), Kind: f.Property.Kind(), Verdict: f.Verdict, Least: []breakObject{}}
		for _, b := range f.Least {
			of.Least = append(of.Least, breakObject{budget(b.Faults), b.Result.Execution.Len(), b.Result.Execution.Trace})
		}
		for _, u := range f.Undecided {
			of.Undecided = append(of.Undecided, budget(u))
		}
		o.Properties = append(o.Properties, of)
	}
	return o
}
