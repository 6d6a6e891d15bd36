package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/checkers/runs"
	"github.com/anel-mc/mc/cmd/mc/command/internal/term"
	"github.com/anel-mc/mc/counterexamples"
	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/explore/random"
	"github.com/anel-mc/mc/specs/spec"
)

type simulateFlags struct {
	selection
	limits      limits
	runs, steps int
	seed        uint64
	out, format string
	stats       bool
}

// simulated is the result of random runs, and how the flags say to show it.
type simulated struct {
	target
	simulateFlags
	program string // the name of the command
	report  *runs.Report
	failure error // set if the model is at fault
	smaller map[string]smaller
	saved   *counterexamples.Execution // the execution that --out saved
}

// smaller is a smaller instance that violates the same property.
type smaller struct {
	target
	result runs.Result
}

// timeForSmaller bounds the search for smaller instances for one property.
const timeForSmaller = 30 * time.Second

func (p *program) simulate() *cobra.Command {
	var s simulateFlags
	cmd := &cobra.Command{
		Use:   "simulate SPEC[:VARIANT] [flags]",
		Short: "make long random runs, and shrink those that fail",
		Long: `Makes random runs of a spec, for instances that are too large to explore. A run that
violates a property is shrunk to the shortest execution that can be found, and to smaller
instances that show the same. A property that no run violates is unknown: runs prove nothing.
Liveness properties and costs cannot be decided at all: mc simulate does not begin if these are
the only ones.

The seed determines the runs, on any machine and with any number of workers.

Exit code: 1 a property is violated, 2 wrong usage, 3 nothing was found, 4 the model is at
fault, 130 interrupted; 0 only if all properties are about reachability and were reached.`,
		Example: examples(
			"simulate {ricart-agrawala} -p n=5", "random runs of five processes",
			"simulate {quorum-mutex} -p n=7 -p m=4 --crash 1 --recover 1", "with a crash",
			"simulate {anel1} --seed 2 --runs 100", "a hundred other runs",
			"simulate {anel1} --runs 1000000000 --timeout 1h", "as many as fit in an hour"),
		Args: oneArg("SPEC", p.aSpec("anel1")),
		RunE: func(cmd *cobra.Command, args []string) error {
			return p.each(cmd, &s.selection, func() error { return p.runSimulate(cmd, args[0], s) })
		},
	}
	s.selection.add(cmd, eachValue, "ask only about property `NAME`", "What is run", "Failures, network and time")
	f := cmd.Flags()
	f.IntVar(&s.runs, "runs", runs.DefaultRuns, "make `N` runs")
	f.IntVar(&s.steps, "steps", runs.DefaultSteps, "end each run after `N` steps")
	f.Uint64Var(&s.seed, "seed", 1, "seed the runs with `N`")
	f.StringVar(&s.limits.timeout, "timeout", "", "end after `TIME` in total: 30s, 10m, 2h")
	f.StringVar(&s.limits.memory, "memory", "",
		"end the runs when the program holds `SIZE`: 64MiB, 2GB, 0 for no bound (default three quarters of the machine's)")
	f.IntVar(&s.limits.workers, "workers", 0, "make `N` runs at the same time (default all processors); changes no answer")
	group(cmd, "Runs")
	f.StringVarP(&s.out, "out", "o", "",
		"write the first counterexample, or else witness, to `FILE`, in the format of its extension, or as a trace")
	formatFlag(cmd, &s.format, "text", "json")
	f.BoolVar(&s.stats, "stats", false, "also print how often each kind of event happened")
	group(cmd, "Output")
	p.completeCheck(cmd)
	return cmd
}

func (p *program) runSimulate(cmd *cobra.Command, arg string, f simulateFlags) error {
	t, limits, err := p.ask(cmd, arg, f.selection, f.limits)
	if err != nil {
		return err
	}
	if f.runs < 1 || f.steps < 1 {
		return usageError("--runs %d --steps %d: both must be 1 or more", f.runs, f.steps).seeHelp(cmd)
	}
	if err := p.judges(t, ofRuns, "no single run says anything about", "runs can violate"); err != nil {
		return err
	}
	ctx := cmd.Context()
	limits, line := p.begin(ctx, limits)
	options := runs.Options{Seed: f.seed, Runs: f.runs, Steps: f.steps, Workers: limits.Workers,
		Timeout: limits.Timeout, Memory: limits.Memory,
		Progress: func(p random.Progress) { line.say(ran(p)) },
		Shrinking: func(p checkers.Property, n int) {
			line.say(fmt.Sprintf("%s is violated after %s: looking for a shorter way", p.Name(), term.Steps(n)))
		}}
	o := simulated{target: t, simulateFlags: f, program: p.name, smaller: map[string]smaller{}}
	o.report, o.failure = runs.Check(ctx, t.setup.Model, t.setup.Properties, options)
	if o.report != nil && o.failure == nil {
		for _, r := range o.report.Results {
			o.stampOne(r.Execution)
			if r.Verdict != checkers.Violated || ctx.Err() != nil {
				continue
			}
			line.say(r.Property.Name() + " is violated: looking for a smaller instance")
			if found, ok := p.smaller(ctx, t, r, options); ok {
				o.smaller[r.Property.Name()] = found
			}
		}
	}
	line.erase()
	if o.failure != nil && !errors.As(o.failure, new(*checkers.Failure)) {
		return cmp.Or(overdue(o.failure),
			usageError("%w", o.failure).hint("%s list %s shows what there is to choose", p.name, t.spec.Name))
	}
	return p.finish(o, o.code(ctx))
}

// judges returns an error if there are properties, but none that the command can judge. The message says no about their
// names, and the advice can what those that chosen returns are good for.
func (p *program) judges(t target, chosen func(target) []string, no, can string) error {
	if len(t.setup.Properties) == 0 || len(chosen(t)) > 0 {
		return nil
	}
	advice := fmt.Sprintf("%s check %s decides what can be decided", p.name, t.args())
	if whole, err := p.build(t.spec, t.instance); err == nil && len(chosen(whole)) > 0 {
		advice += fmt.Sprintf("; --property chooses what %s: %s", can, strings.Join(chosen(whole), ", "))
	}
	return usageError("%s %s", no, strings.Join(names(t.setup.Properties, checkers.Property.Name), ", ")).
		hint("%s", advice)
}

// ofRuns returns the names of the properties about which single runs say something, and ofStates of those that are
// about single states: all, if the model is at fault.
func ofRuns(t target) []string { return ofKind(t, func(explore.Check) bool { return true }) }

func ofStates(t target) []string {
	return ofKind(t, func(c explore.Check) bool { return c.Step == nil })
}

func ofKind(t target, is func(explore.Check) bool) (all []string) {
	b, err := checkers.Bind(t.setup.Model, t.setup.Properties)
	if err != nil {
		return names(t.setup.Properties, checkers.Property.Name)
	}
	for _, q := range b.Questions() {
		if c, ok := q.Check(); ok && is(c) {
			all = append(all, t.setup.Properties[q.Of].Name())
		}
	}
	return slices.Compact(all)
}

// smaller looks for a smaller instance that violates the same property.
func (p *program) smaller(ctx context.Context, t target, r runs.Result, options runs.Options) (
	smaller, bool) {
	ctx, cancel := context.WithTimeout(ctx, timeForSmaller)
	defer cancel()
	i, result, ok := t.spec.Smaller(ctx, t.instance, r, options)
	if !ok {
		return smaller{}, false
	}
	found, err := p.build(t.spec, i)
	found.stampOne(result.Execution)
	return smaller{found, result}, err == nil
}

// finish saves the trace, if any, and prints the result.
func (p *program) finish(o simulated, code int) error {
	var saving error
	o.saved, saving = p.keep(o.out, o.format, o.first())
	if err := p.print(p.render(o.format, o.object(), func(w *term.Writer) { simulateText(w, o) })); err != nil {
		return err
	}
	return p.kept(o.out, o.saved, saving, code)
}

func (o simulated) code(ctx context.Context) int {
	switch {
	case interrupted(ctx):
		return exitInterrupted
	case o.failure != nil:
		return exitFault
	case o.report.Verdict == checkers.Violated:
		return exitViolated
	case o.report.Verdict == runs.Found:
		return exitHolds
	}
	return exitUnknown
}

// first returns the first counterexample, or else the first witness, or nil.
func (o simulated) first() *counterexamples.Execution {
	var witness *counterexamples.Execution
	if o.report == nil {
		return nil
	}
	for _, r := range o.report.Results {
		switch {
		case r.Execution == nil:
		case r.Verdict == checkers.Violated:
			return r.Execution
		default:
			witness = cmp.Or(witness, r.Execution)
		}
	}
	return witness
}

// command returns the command that makes these runs, with the given seed.
func (o simulated) command(seed uint64) string {
	args := o.program + " simulate " + o.args() + asking(o.properties...)
	if o.runs != runs.DefaultRuns {
		args += fmt.Sprintf(" --runs %d", o.runs)
	}
	if o.steps != runs.DefaultSteps {
		args += fmt.Sprintf(" --steps %d", o.steps)
	}
	return fmt.Sprintf("%s --seed %d", args, seed)
}

// ran describes the progress of a simulation.
func ran(p random.Progress) string {
	return fmt.Sprintf("%s runs · %s steps · %s states · %s", term.Comma(uint64(p.Runs)), term.Comma(p.Steps),
		term.Comma(p.States), p.Elapsed.Round(time.Second))
}

// less says in which parameters and budgets an instance is smaller than another.
func less(than, t target) string {
	var parts []string
	for _, p := range t.spec.Params {
		if was, is := than.instance.Params[p.Name], t.instance.Params[p.Name]; was != is {
			parts = append(parts, fmt.Sprintf("%s %d → %d", p.Name, was, is))
		}
	}
	was, _ := than.network()
	is, ok := t.network()
	if ok {
		before := maps.Collect(was.Faults.Budgets())
		for kind, n := range is.Faults.Budgets() {
			if *before[kind] != *n {
				parts = append(parts, fmt.Sprintf("%s %s → %d", spec.Flag(kind),
					strings.Replace(fmt.Sprint(*before[kind]), "-1", "unlimited", 1), *n))
			}
		}
	}
	return strings.Join(parts, ", ")
}
