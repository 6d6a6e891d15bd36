package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/model"
)

// sizeParam is the parameter that --n sets.
const sizeParam = "n"

// maxSizes is how many sizes --n may name: more are a slip of the keyboard.
const maxSizes = 100

// comparing is a run of mc compare.
type comparing struct {
	*program
	sizes      string
	params     []string
	bounds     bounds
	properties []string
	least      bool
	differ     bool
	format     string
	plot       string
}

// compareFormats are the forms of the output of mc compare.
func compareFormats() []string { return []string{"text", "md", "csv", "json", "svg", "html"} }

func (p *program) compare() *cobra.Command {
	c := &comparing{program: p}
	cmd := &cobra.Command{
		Use:   "compare SPEC[:VARIANT]... [flags]",
		Short: "variants of a spec, or several specs, side by side",
		Long: `Decides every property of several systems of the same size in the same environment, and
puts the answers side by side: states, verdicts, the length of the shortest
counterexamples, the least, mean and largest costs. One SPEC stands for all its variants;
where there are several, each stands for its default one.

Every reachable state is visited, also when all properties have their answers. Properties are
aligned by their names: whether they mean the same is for you to say. What a bound cuts short
is shown as unknown.

--difference seeks, of two systems, the shortest sequence of events (who acts, or receives
what from whom) that one of them can do and the other cannot, in both directions, and says so
if there is none. --format svg and --plot draw how states and costs grow with --n, beside what the
literature gives; --format html is a page with tables and plots.

Exit code: 0 everything was decided, whatever it is, 2 wrong use, 3 something is
unknown, 4 a model is at fault, 130 interrupted.`,
		Example: p.examples(
			"compare ricart-agrawala", "all its variants",
			"compare anel1 anel2 chang-roberts --n 2..4", "three specs, with two, three and four processes",
			"compare chang-roberts:as-written chang-roberts:corrected", "two variants",
			"compare central-coordinator token-ring --crash 1 --least", "and which least failures break what",
			"compare chang-roberts:as-written chang-roberts:corrected --difference", "the first step in which they part",
			"compare anel1 anel2 chang-roberts franklin ring-election --n 2..6 --format html", "a page, with plots",
			"compare ricart-agrawala --format md", "as a table for a document"),
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return wrong(errors.New("SPEC is missing"), "for example: %s ricart-agrawala", cmd.CommandPath())
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error { return c.run(cmd, args) },
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.StringVar(&c.sizes, sizeParam, "", "the parameter n of every spec: `N`, or LEAST..MOST for a table each")
	f.StringArrayVarP(&c.params, "param", "p", nil, "a parameter of every spec that has it, `NAME=N` (repeatable)")
	f.StringArrayVar(&c.properties, "property", nil, "decide only property `NAME` (repeatable)")
	f.BoolVar(&c.least, "least", false, "also seek the least failures that break each property, up to those allowed")
	f.BoolVar(&c.differ, "difference", false, "of two systems, the shortest trace of each that the other has not")
	group(cmd, "What is compared")
	addEnvironment(cmd)
	group(cmd, "Failures, network and time")
	f.StringVar(&c.bounds.maxStates, "max-states", "", "end each search after `N` states; what is then not decided is unknown")
	f.StringVar(&c.bounds.memory, "memory", "", "end a search when its tables hold `SIZE`: 64MiB, 2GB, 0 for no bound (default three quarters of the machine's)")
	f.StringVar(&c.bounds.timeout, "timeout", "", "end each search after `TIME`: 30s, 10m, 2h")
	f.IntVar(&c.bounds.workers, "workers", 0, "expand states in `N` threads (default all processors); changes no answer")
	group(cmd, "Bounds of each search")
	formatFlag(cmd, &c.format, compareFormats()...)
	f.StringVar(&c.plot, "plot", "", "also write the plots of what grows with n to `FILE`, as svg")
	group(cmd, "Output")
	p.completeCheck(cmd)
	one := cmd.ValidArgsFunction
	cmd.ValidArgsFunction = func(cmd *cobra.Command, _ []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
		return one(cmd, nil, typed)
	}
	return cmd
}

func (c *comparing) run(cmd *cobra.Command, args []string) error {
	if err := checkFormat(c.format, compareFormats()); err != nil {
		return err
	}
	options, err := c.bounds.options(cmd)
	if err != nil {
		return err
	}
	options.KeepGoing = true // the numbers of states are compared, too
	runs, err := c.runs(cmd, args)
	if err != nil {
		return err
	}
	if c.differ {
		if err := c.wantsDifference(cmd, runs); err != nil {
			return err
		}
		return c.difference(cmd.Context(), runs, options)
	}
	if err := c.wantsSizes(runs); err != nil {
		return err
	}
	line := newProgress(c.stderr)
	options.Progress = line.show
	of, at := 0, 0
	for _, r := range runs {
		if r.refused == nil {
			of++
		}
	}
	for _, r := range runs {
		if r.refused != nil || cmd.Context().Err() != nil {
			continue
		}
		at++
		label := fmt.Sprintf("%s (%d of %d): ", strings.TrimSpace(r.column+" "+r.size()), at, of)
		r.explore(cmd.Context(), options, line, label, c.least)
	}
	line.erase()
	code := exitHolds
	for _, r := range runs {
		code = worse(r.code(), code)
	}
	if cmd.Context().Err() != nil {
		code = exitInterrupted
	}
	return cmp.Or(c.output(cmd.Context(), runs, options), exitWith(code))
}

// output writes what came out.
func (c *comparing) output(ctx context.Context, runs []*comparison, options checkers.Options) error {
	b, err := c.render(runs, options)
	if err == nil {
		err = cmp.Or(c.print(b), c.drawing(runs))
	}
	var e *ended
	if ctx.Err() != nil && errors.As(err, &e) && e.code == exitUnknown {
		e.code = exitInterrupted // there was no time to explore anything
	}
	return err
}

// drawing writes the plots that --plot asks for. It comes last: what was explored is not lost if the file cannot be
// written.
func (c *comparing) drawing(runs []*comparison) error {
	if c.plot == "" {
		return nil
	}
	b, err := svg(blocksOf(runs))
	if err != nil {
		return err
	}
	if err := save(c.plot, b); err != nil {
		return wrong(fmt.Errorf("--plot: %w", err), "--format svg writes to standard output")
	}
	return nil
}

// comparison is one system of one size.
type comparison struct {
	target
	column  string // what it is called in tables
	n       int    // of --n; -1 without
	refused error  // there is no such instance
	result  comparedObject
}

// size is n=3 with --n, otherwise empty.
func (r *comparison) size() string {
	if r.n < 0 {
		return ""
	}
	return fmt.Sprintf("%s=%d", sizeParam, r.n)
}

// explore fills in the result of r.
func (r *comparison) explore(ctx context.Context, options checkers.Options, line *progress, label string, least bool) {
	line.label = label
	report, failure := checkers.Check(ctx, r.setup.Model, r.setup.Properties, options)
	var frontiers []checkers.Frontier
	if i, ok := r.network(); ok && least && failure == nil && !i.Faults.None() {
		properties := slices.DeleteFunc(slices.Clone(r.setup.Properties), func(p checkers.Property) bool {
			return p.Kind() == checkers.KindReachable // failures cannot break it
		})
		options.KeepGoing = false
		frontiers, failure = checkers.LeastFaults(ctx, i.Faults, func(f model.Faults) (model.Model, []checkers.Property, error) {
			line.label = label + f.String() + ": "
			m := i
			m.Faults = f
			return m, properties, nil
		}, options)
	}
	line.erase()
	// The reports hold whole models: what is printed is all that is kept.
	r.result = comparedOf(r, report, frontiers, failure)
}

// code is the exit code of one run.
func (r *comparison) code() int {
	switch {
	case r.refused != nil:
		return exitHolds // there is nothing to decide
	case r.result.Error != "":
		return exitFault
	case r.result.undecided():
		return exitUnknown
	}
	return exitHolds
}
