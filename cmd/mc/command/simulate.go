package command

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/counterexamples"
	"github.com/anel-mc/mc/explore/random"
	"github.com/anel-mc/mc/specs/spec"
)

// simulating is a run of mc simulate.
type simulating struct {
	*program
	params     []string
	bounds     bounds
	properties []string
	runs       int
	steps      int
	seed       uint64
	out        string
	format     string
	stats      bool
}

// simulated is what came out of it.
type simulated struct {
	target
	report  *checkers.RunsReport
	failure error // the model is at fault
	smaller map[string]smaller
}

// smaller is a smaller instance that violates a property too.
type smaller struct {
	target
	result checkers.RunsResult
}

// timeForSmaller bounds the search for smaller instances, of one property.
const timeForSmaller = 30 * time.Second

func (p *program) simulate() *cobra.Command {
	s := &simulating{program: p}
	cmd := &cobra.Command{
		Use:   "simulate SPEC[:VARIANT] [flags]",
		Short: "random long runs, shrunk when they fail",
		Long: `Makes random runs of a spec, for instances that are too large to be explored. A run that
violates a property is shrunk to the shortest execution that can be found, and to smaller
instances that show the same. What no run violates is unknown: runs prove nothing. They
cannot be asked about liveness and costs at all.

The runs follow from the seed, on any machine and with any number of workers.

Exit code: 1 a property is violated, 2 wrong use, 3 nothing was found, 4 the model is at
fault, 130 interrupted; 0 only if all that was asked for was to be reached, and was.`,
		Example: p.examples(
			"simulate ricart-agrawala -p n=5", "random runs of five processes",
			"simulate quorum-mutex -p n=7 -p m=4 --crash 1 --recover 1", "with a crash somewhere",
			"simulate anel1 --seed 2 --runs 100", "a hundred other runs",
			"simulate anel1 --runs 1000000000 --timeout 1h", "as many as there is time for"),
		Args: oneArg("SPEC", "anel1"),
		RunE: func(cmd *cobra.Command, args []string) error { return s.run(cmd, args[0]) },
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.StringArrayVarP(&s.params, "param", "p", nil, "a parameter, `NAME=N` (repeatable)")
	f.StringArrayVar(&s.properties, "property", nil, "ask about property `NAME` only (repeatable)")
	group(cmd, "What is run")
	addEnvironment(cmd)
	group(cmd, "Failures, network and time")
	f.IntVar(&s.runs, "runs", checkers.DefaultRuns, "make `N` runs")
	f.IntVar(&s.steps, "steps", checkers.DefaultSteps, "of up to `N` steps")
	f.Uint64Var(&s.seed, "seed", 1, "`N` chooses the runs")
	f.StringVar(&s.bounds.timeout, "timeout", "", "end the runs after `TIME`: 30s, 10m, 2h")
	f.StringVar(&s.bounds.memory, "memory", "", "end the runs when the program holds `SIZE`: 64MiB, 2GB, 0 for no bound (default three quarters of the machine's)")
	f.IntVar(&s.bounds.workers, "workers", 0, "make `N` runs at the same time (default all processors); changes no answer")
	group(cmd, "Runs")
	f.StringVarP(&s.out, "out", "o", "", "save the first counterexample, or else witness, in `FILE`")
	formatFlag(cmd, &s.format, "text", "json")
	f.BoolVar(&s.stats, "stats", false, "also print how often each sort of event happened")
	group(cmd, "Output")
	p.completeCheck(cmd)
	return cmd
}

func (s *simulating) run(cmd *cobra.Command, arg string) error {
	if err := checkFormat(s.format, []string{"text", "json"}); err != nil {
		return err
	}
	bounds, err := s.bounds.options(cmd)
	if err != nil {
		return err
	}
	if s.runs < 1 || s.steps < 1 {
		return wrong(fmt.Errorf("--runs %d --steps %d: both must be 1 or more", s.runs, s.steps), "see: %s --help", cmd.CommandPath())
	}
	t, err := s.target(cmd, arg, s.params, s.properties)
	if err != nil {
		return err
	}
	line := newProgress(s.stderr)
	options := checkers.RunsOptions{Seed: s.seed, Runs: s.runs, Steps: s.steps, Workers: bounds.Workers,
		Timeout: bounds.Timeout, Memory: bounds.Memory,
		Progress: func(p random.Progress) { line.say(ran(p)) },
		Shrinking: func(p checkers.Property, n int) {
			line.say(fmt.Sprintf("%s is violated after %s: looking for a shorter way", p.Name(), steps(n)))
		}}
	o := simulated{target: t, smaller: map[string]smaller{}}
	o.report, o.failure = checkers.Runs(cmd.Context(), t.setup.Model, t.setup.Properties, options)
	if o.report != nil && o.failure == nil {
		s.lessen(cmd.Context(), &o, options, line)
	}
	line.erase()
	var fault *checkers.Failure
	if o.failure != nil && !errors.As(o.failure, &fault) {
		return wrong(o.failure, "%s list %s shows what there is to choose", s.name, t.spec.Name)
	}
	return s.finish(cmd.Context(), o)
}

// lessen looks for smaller instances that violate what is violated.
func (s *simulating) lessen(ctx context.Context, o *simulated, options checkers.RunsOptions, line *progress) {
	for _, r := range o.report.Results {
		o.stampOne(r.Execution)
		if r.Verdict != checkers.Violated || ctx.Err() != nil {
			continue
		}
		line.say(r.Property.Name() + " is violated: looking for a smaller instance")
		within, cancel := context.WithTimeout(ctx, timeForSmaller)
		i, result, ok := o.spec.Smaller(within, o.instance, r, options)
		cancel()
		if !ok {
			continue
		}
		if t, err := s.build(o.spec, i); err == nil {
			t.stampOne(result.Execution)
			o.smaller[r.Property.Name()] = smaller{t, result}
		}
	}
}

// stampOne writes into the trace of an execution, if there is one, what it is a trace of.
func (t target) stampOne(e *counterexamples.Execution) {
	t.stamp(&checkers.Report{Results: []checkers.Result{{Execution: e}}})
}

// finish prints the outcome, and saves the trace before that.
func (s *simulating) finish(ctx context.Context, o simulated) error {
	code := o.code(ctx)
	e := o.first()
	saved := false
	var saving error
	if s.out != "" && e != nil {
		var b bytes.Buffer
		if saving = e.Trace.Write(&b); saving == nil {
			saving = save(s.out, b.Bytes())
		}
		saved = saving == nil
	}
	var out []byte
	if s.format == "json" {
		out = encode(s.object(o))
	} else {
		out = s.text(o, saved)
	}
	if err := s.print(out); err != nil {
		return err
	}
	switch {
	case saving != nil:
		return &ended{code: worse(exitUsage, code), err: fmt.Errorf("--out: %w", saving), hint: "the result above is complete"}
	case s.out != "" && !saved:
		fmt.Fprintf(s.stderr, "%s simulate: nothing was saved in %s: there is no counterexample\n", s.name, s.out)
	}
	return exitWith(code)
}

func (o simulated) code(ctx context.Context) int {
	switch {
	case ctx.Err() != nil:
		return exitInterrupted
	case o.failure != nil:
		return exitFault
	case o.report.Verdict == checkers.Violated:
		return exitViolated
	case o.report.Verdict == checkers.Found:
		return exitHolds
	}
	return exitUnknown
}

// first returns the first counterexample, or else the first witness; nil if there is neither.
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

// again are the arguments of mc simulate that make the same runs of t.
func (s *simulating) again(t target) string {
	args := t.args()
	for _, name := range s.properties {
		args += " --property " + quote(name)
	}
	if s.runs != checkers.DefaultRuns {
		args += fmt.Sprintf(" --runs %d", s.runs)
	}
	if s.steps != checkers.DefaultSteps {
		args += fmt.Sprintf(" --steps %d", s.steps)
	}
	return fmt.Sprintf("%s --seed %d", args, s.seed)
}

// ran is what a simulation has done, for the line on a terminal.
func ran(p random.Progress) string {
	return fmt.Sprintf("%s runs · %s steps · %s states · %s", comma(uint64(p.Runs)), comma(p.Steps), comma(p.States), p.Elapsed.Round(time.Second))
}

// less says in what an instance is smaller than another one of its spec.
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
		before := map[string]int{}
		for kind, n := range was.Faults.Budgets() {
			before[spec.Flag(kind)] = *n
		}
		for kind, n := range is.Faults.Budgets() {
			if flag := spec.Flag(kind); before[flag] != *n {
				parts = append(parts, fmt.Sprintf("%s %s → %d", flag, strings.Replace(fmt.Sprint(before[flag]), "-1", "unlimited", 1), *n))
			}
		}
	}
	return strings.Join(parts, ", ")
}
