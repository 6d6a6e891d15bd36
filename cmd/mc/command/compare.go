package command

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"github.com/spf13/cobra"
)

// sizeParam is the parameter that --n sets.
const sizeParam = "n"

// maxSizes is the maximum number of sizes in --n. More are a typing error.
const maxSizes = 100

// compareFlags are the flags of mc compare.
type compareFlags struct {
	selection
	sizes         string
	limits        limits
	least, differ bool
	format, plot  string
}

func (p *program) compare() *cobra.Command {
	var c compareFlags
	cmd := &cobra.Command{
		Use:   "compare SPEC[:VARIANT]... [flags]",
		Short: "compare variants of a spec, or several specs",
		Long: `Decides every property of several systems of the same size in the same environment, and
puts the answers side by side: states, verdicts, the length of the shortest
counterexamples, and the minimum, mean and maximum costs. A single SPEC stands for all its
variants; several stand for their default variants.

Every reachable state is visited, even when all properties have their answers. Properties are
matched by name: whether they mean the same is for you to judge. What a bound cuts short
is shown as unknown.

--difference finds, for two systems, the shortest sequence of events (who acts, or receives
what from whom) that one can do and the other cannot, in both directions, or reports that
there is none. --format svg and --plot draw how states and costs grow with --n, beside what the
literature gives; --format html writes a page with tables and plots.

Exit code: 0 everything was decided, whatever the verdicts, 2 wrong usage, 3 something is
unknown, 4 a model is at fault, 130 interrupted.`,
		Example: examples(
			"compare {ricart-agrawala}", "all its variants",
			"compare {anel1} {anel2} {chang-roberts} --n 2..4", "three specs, with two, three and four processes",
			"compare {chang-roberts}:as-written {chang-roberts}:corrected", "two variants",
			"compare {central-coordinator} {token-ring} --crash 1 --least", "also the fewest failures that break each property",
			"compare {chang-roberts}:as-written {chang-roberts}:corrected --difference", "the first step at which they differ",
			"compare {anel1} {anel2} {chang-roberts} {franklin} {ring-election} --n 2..6 --format html", "a page, with plots",
			"compare {ricart-agrawala} --format md", "as a table for a document"),
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usageError("SPEC is missing").hint("for example: %s %s", cmd.CommandPath(), p.aSpec("ricart-agrawala"))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			return p.each(cmd, &c.selection, func() error { return p.runCompare(cmd, args, c) })
		},
	}
	f := cmd.Flags()
	f.StringVar(&c.sizes, sizeParam, "",
		"set the parameter n of every spec to `N`; MIN..MAX prints a table for each value")
	f.StringArrayVarP(&c.params, "param", "p", nil,
		"set a parameter of every spec that has it, `NAME=N`; NAME=MIN..MAX runs each value in turn (repeatable)")
	f.StringArrayVar(&c.properties, "property", nil, "decide only property `NAME` (repeatable)")
	f.BoolVar(&c.least, "least", false, "also find the fewest failures that break each property, up to those allowed")
	f.BoolVar(&c.differ, "difference", false,
		"for each of two systems, find its shortest trace that the other does not have")
	group(cmd, "What is compared")
	addEnvironment(cmd)
	group(cmd, "Failures, network and time")
	c.limits.addBounds(f)
	group(cmd, "Bounds of each search")
	formatFlag(cmd, &c.format, "text", "md", "csv", "json", "svg", "html")
	f.StringVar(&c.plot, "plot", "", "also write plots of what grows with n to `FILE`, as svg")
	group(cmd, "Output")
	p.completeCheck(cmd)
	one := cmd.ValidArgsFunction
	cmd.ValidArgsFunction = func(cmd *cobra.Command, _ []string, typed string) ([]cobra.Completion, directive) {
		return one(cmd, nil, typed)
	}
	return cmd
}

func (p *program) runCompare(cmd *cobra.Command, args []string, f compareFlags) error {
	options, err := f.limits.options(p, cmd)
	if err != nil {
		return err
	}
	options.KeepGoing = true // the numbers of states are compared, too
	runs, err := p.compareRuns(cmd, args, f)
	if err != nil {
		return err
	}
	ctx := cmd.Context()
	if f.differ {
		if err := f.fitsDifference(cmd, runs); err != nil {
			return err
		}
		return p.difference(ctx, runs, options, f.format)
	}
	if err := f.fitsSizes(runs, p.parts.Draw); err != nil {
		return err
	}
	c := comparison{program: p.name, limits: options, draw: p.parts.Draw, runs: runs, blocks: blocksOf(runs)}
	code := exitHolds
	for r := range p.explore(ctx, slices.Values(runs), exploration{options: options, of: len(runs), least: f.least}) {
		switch a := r.answer; {
		case a.Error != "":
			code = worse(exitFault, code)
		case a.Refused == "" && a.undecided():
			code = worse(exitUnknown, code)
		}
	}
	if interrupted(ctx) {
		code = exitInterrupted
	}
	return cmp.Or(p.printComparison(ctx, c, f), exitWith(code))
}

// printComparison prints the answers and then writes the plot, so the answers are not lost if the file cannot be
// written.
func (p *program) printComparison(ctx context.Context, c comparison, f compareFlags) error {
	b, err := c.render(f.format, p.writer().Style)
	if err == nil {
		err = p.print(b)
	}
	if err == nil && f.plot != "" {
		if b, err = c.svg(); err == nil {
			if err = p.save(f.plot, b); err != nil {
				err = usageError("--plot: %w", err).hint("--format svg writes to standard output")
			}
		}
	}
	if e, ok := errors.AsType[*exitError](err); ok && e.code == exitUnknown && interrupted(ctx) {
		e.code = exitInterrupted // there was no time to explore anything
	}
	return err
}
