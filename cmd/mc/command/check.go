package command

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/counterexamples"
	"github.com/anel-mc/mc/specs/spec"
)

// checking is a run of mc check.
type checking struct {
	*program
	params       []string
	bounds       bounds
	properties   []string
	all          bool
	kase         string
	out          string
	format       string
	quiet, stats bool
	strict       bool
	checkpoint   checkpointing
	explain      explain
	mutants      bool
	schedule     schedule
}

func (p *program) check() *cobra.Command {
	c := &checking{program: p}
	cmd := &cobra.Command{
		Use:   "check SPEC[:VARIANT] [flags]",
		Short: "decide every property of a spec",
		Long: `Explores every reachable state of a spec and decides its properties: each holds, is
violated (with the shortest execution that shows it), or is unknown because
a bound ended the search.

Exit code: 0 every property holds, 1 one is violated, 2 wrong use, 3 unknown,
4 the model is at fault, 130 interrupted. With --all it is 0 if every case gave
what its record declares, and 1 if one did not. With a range in -p it is that of the
worst instance. With --strict it is 3 in place of 0 if
a property holds vacuously, or everything holds and something never happens, and, with
--mutants, if a mutant is not noticed.`,
		Example: p.examples(
			"check anel1", "its default variant and parameters",
			"check anel1 -p n=3", "three processes",
			"check anel1 -p n=2..4", "two, three and four, in a table",
			"check anel1 --crash 1", "one of which may crash, at any moment",
			"check anel1 --property uniqueness --out t.json", "one property, its counterexample saved",
			"check anel1 --explain", "only the steps that led to what the property looked at",
			"check anel1 --all", "all cases of its record, compared with it",
			"check anel1 -p n=6 --property uniqueness --reduce symmetry", "of states that differ in who is who, one",
			"check anel1 --format html > split.html", "its counterexample as a page for the browser",
			"check ring-election --mutants", "which mistakes its properties would not notice",
			"check anel1 --format json", "for programs",
			"check anel1 --checkpoint search.mc", "what was found so far is kept, for the verb resume",
			"check anel1 --all --format junit > mc.xml", "for a build: also sarif, github, markdown"),
		Args: oneArg("SPEC", "anel1"),
		RunE: func(cmd *cobra.Command, args []string) error { return c.run(cmd, args[0]) },
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.StringArrayVarP(&c.params, "param", "p", nil, "a parameter, `NAME=N`, or NAME=LEAST..MOST for a row each (repeatable)")
	f.StringArrayVar(&c.properties, "property", nil, "decide only property `NAME` (repeatable)")
	f.StringVar(&c.kase, "case", "", "the case `NAME` of the record, compared with what it declares")
	f.BoolVar(&c.all, "all", false, "every case of the record, compared with what it declares")
	f.BoolVar(&c.strict, "strict", false, "what holds without having been put to the test does not pass")
	f.BoolVar(&c.mutants, "mutants", false, "also change the model, one small mistake at a time, and say which changes no property notices")
	group(cmd, "What is checked")
	addEnvironment(cmd)
	group(cmd, "Failures, network and time")
	c.bounds.reduceDefault = " (default: partial-order where the system is large, and only for what is asked of states)"
	c.bounds.add(cmd)
	group(cmd, "Bounds of the search")
	c.checkpoint.add(cmd)
	group(cmd, "Going on later")
	c.addOutput(cmd)
	p.completeCheck(cmd)
	return cmd
}

// addOutput adds the flags that say what is shown, and how.
func (c *checking) addOutput(cmd *cobra.Command) {
	f := cmd.Flags()
	c.schedule.add(cmd)
	f.StringVarP(&c.out, "out", "o", "", "save the first counterexample, or else witness, in `FILE`")
	formatFlag(cmd, &c.format, checkFormats()...)
	c.explain.add(cmd)
	f.BoolVar(&c.stats, "stats", false, "also print levels, events and memory")
	f.BoolVarP(&c.quiet, "quiet", "q", false, "print verdicts only")
	group(cmd, "Output")
}

// begin looks at the flags that there are in mc resume, too.
func (c *checking) begin(cmd *cobra.Command) (checkers.Options, error) {
	if err := checkFormat(c.format, checkFormats()); err != nil {
		return checkers.Options{}, err
	}
	if err := c.explain.fits(c.format); err != nil {
		return checkers.Options{}, err
	}
	return c.bounds.options(cmd)
}

func (c *checking) run(cmd *cobra.Command, arg string) error {
	options, err := c.begin(cmd)
	if err != nil {
		return err
	}
	if err := c.mutable(); err != nil {
		return err
	}
	if err := c.checkpoint.fits(c, cmd); err != nil {
		return err
	}
	if done, err := c.overRanges(cmd, arg, options); done {
		return err
	}
	targets, err := c.targets(cmd, arg)
	if err != nil {
		return err
	}
	if c.mutants {
		return c.mutate(cmd, targets[0], options)
	}
	if err := c.schedule.check(cmd, targets); err != nil {
		return err
	}
	if c.all {
		options.KeepGoing = true // the records count all states
	}
	if len(c.bounds.reduce) == 0 && c.kase == "" { // the records count all states
		options.Reduce = checkers.Automatic
	}
	return c.decide(cmd, targets, options)
}

// decide explores the targets and reports on them.
func (c *checking) decide(cmd *cobra.Command, targets []target, options checkers.Options) error {
	if err := c.checkpoint.begin(c, targets[0], options.KeepGoing); err != nil {
		return err
	}
	line := newProgress(c.stderr)
	options.Progress, line.bounds = line.show, options
	var outcomes []outcome
	for i, t := range targets {
		if cmd.Context().Err() != nil && i > 0 {
			break
		}
		line.begin(t)
		if c.all {
			line.label = fmt.Sprintf("case %s (%d of %d): ", t.kase.Name, i+1, len(targets))
		}
		o, err := c.decided(cmd.Context(), t, options)
		if err != nil {
			return err
		}
		c.schedule.choose(o.report)
		o.checkpoint = c.checkpoint.left(o)
		o = c.explain.outcome(o)
		o.growth = c.outgrown(cmd.Context(), o, options)
		line.erase()
		outcomes = append(outcomes, o)
	}
	return c.report(outcomes, len(targets), options)
}

// targets are what is to be explored.
func (c *checking) targets(cmd *cobra.Command, arg string) ([]target, error) {
	s, variant, err := c.findTarget(arg)
	if err != nil {
		return nil, err
	}
	environment, set, err := environment(cmd)
	if err != nil {
		return nil, err
	}
	if !c.all && c.kase == "" {
		params, err := c.parseParams(s, c.params)
		if err != nil {
			return nil, err
		}
		t, err := c.build(s, spec.Instance{Variant: variant, Params: params, Environment: environment})
		if err != nil {
			return nil, err
		}
		return []target{t}, t.only(c.name, c.properties)
	}
	if err := c.conflicts(set); err != nil {
		return nil, err
	}
	cases, err := c.cases(s, variant)
	if err != nil {
		return nil, err
	}
	var targets []target
	for _, k := range cases {
		t, err := c.build(s, k.Instance())
		if err == nil {
			err = t.only(c.name, c.properties)
		}
		if err != nil {
			return nil, err
		}
		t.kase = k
		targets = append(targets, t)
	}
	return targets, nil
}

// cases are the cases that were asked for; of one variant, if one is given.
func (c *checking) cases(s spec.Spec, variant string) ([]*spec.Case, error) {
	of := func(k *spec.Case) bool {
		return variant == "" || s.Complete(k.Instance()).Variant == variant
	}
	if c.kase != "" {
		k, err := c.findCase(s, c.kase)
		if err != nil {
			return nil, err
		}
		if !of(k) {
			return nil, wrong(fmt.Errorf("case %s is not of variant %s, but of %s", c.kase, variant, s.Complete(k.Instance()).Variant),
				"leave the variant out: %s check %s --case %s", c.name, s.Name, c.kase)
		}
		return []*spec.Case{k}, nil
	}
	var cases []*spec.Case
	for i := range s.Cases {
		if of(&s.Cases[i]) {
			cases = append(cases, &s.Cases[i])
		}
	}
	if len(cases) == 0 {
		return nil, wrong(fmt.Errorf("--all: the record of %s has no such cases", s.Name), "%s list %s shows what there is", c.name, s.Name)
	}
	return cases, nil
}

// conflicts refuses what a case fixes already; set are flags of the environment.
func (c *checking) conflicts(set []string) error {
	flag := "--case " + c.kase
	if c.all {
		flag = "--all"
	}
	switch {
	case c.all && c.kase != "":
		return wrong(errors.New("--all and --case exclude each other"), "--case NAME is one case, --all is all of them")
	case c.all && slices.Contains(pictures(), c.format):
		return wrong(errors.New("--all cannot be drawn: a diagram shows one counterexample"), "choose a case: --case NAME --format %s", c.format)
	}
	if len(c.params) > 0 {
		set = append([]string{"-p " + c.params[0]}, set...)
	}
	if len(set) > 0 {
		return wrong(fmt.Errorf("%s with %s: a case fixes its parameters and environment", flag, strings.Join(set, ", ")),
			"%s list SPEC shows the command of each case, to start from", c.name)
	}
	return nil
}

// decided explores a target, and compares what came out with the record.
func (c *checking) decided(ctx context.Context, t target, options checkers.Options) (outcome, error) {
	report, failure := checkers.Check(ctx, t.setup.Model, t.setup.Properties, c.checkpoint.options(options))
	if errors.Is(failure, checkers.ErrCheckpoint) {
		return outcome{}, c.checkpoint.refused(c.name, t, failure)
	}
	return compared(outcome{target: t, report: report, failure: failure}), nil
}

// report prints the outcomes of the targets that were explored, out of so many,
// and saves the trace before that, so that neither loses the other.
func (c *checking) report(outcomes []outcome, of int, options checkers.Options) error {
	code := c.exitCode(outcomes, of)
	var saved *counterexamples.Execution
	var saving error
	if c.out != "" {
		if saved = first(outcomes); saved != nil {
			var b bytes.Buffer
			if saving = saved.Trace.Write(&b); saving == nil {
				saving = save(c.out, b.Bytes())
			}
			if saving != nil {
				saved = nil
			}
		}
	}
	if err := c.render(outcomes, of, options, saved); err != nil {
		return err
	}
	switch {
	case saving != nil:
		code = worse(exitUsage, code)
		return &ended{code: code, err: fmt.Errorf("--out: %w", saving), hint: "the result above is complete"}
	case c.checkpoint.failed != nil:
		code = worse(exitUsage, code)
		return &ended{code: code, err: fmt.Errorf("--checkpoint: %w", c.checkpoint.failed), hint: "the result above is complete"}
	case c.out != "" && saved == nil:
		fmt.Fprintf(c.stderr, "%s check: nothing was saved in %s: there is no counterexample\n", c.name, c.out)
	}
	return exitWith(code)
}

// render prints the outcomes in the wanted form.
func (c *checking) render(outcomes []outcome, of int, options checkers.Options, saved *counterexamples.Execution) error {
	switch {
	case c.format == "json" && c.all:
		return c.print(encode(objects(outcomes)))
	case c.format == "json":
		return c.print(encode(object(outcomes[0])))
	case slices.Contains(pictures(), c.format):
		return c.diagram(outcomes[0])
	case slices.Contains(reports(), c.format):
		return c.print(c.ci(outcomes, of))
	}
	var b bytes.Buffer
	t := &texter{Buffer: &b, style: styleOf(c.stdout), checking: c, options: options, saved: saved}
	t.dim = c.explain.dims()
	if c.all {
		t.cases(outcomes, of)
	} else {
		t.single(outcomes[0])
	}
	return c.print(b.Bytes())
}

// checkFormats are the forms of the output of mc check.
func checkFormats() []string { return slices.Concat([]string{"text", "json"}, pictures(), reports()) }

// diagram prints the first counterexample of an outcome as a diagram or page.
func (c *checking) diagram(o outcome) error {
	var failure *checkers.Failure
	e := first([]outcome{o})
	if errors.As(o.failure, &failure) {
		e = failure.Execution
	}
	if e != nil {
		b, err := rendered(e, c.format, style{})
		if err == nil {
			err = c.print(b)
		}
		if err != nil {
			return err
		}
	}
	switch {
	case o.failure != nil:
		fmt.Fprintf(c.stderr, "%s check: %s\n", c.name, indent(o.failure.Error(), "  "))
	case e == nil:
		fmt.Fprintf(c.stderr, "%s check: %s: there is no counterexample to draw\n", c.name, o.report.Verdict)
	}
	return nil
}
