package command

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/specs/spec"
)

// checkFlags are the flags of mc check.
type checkFlags struct {
	selection
	testCase             string
	certificate          string
	all, strict, mutants bool
	limits               limits
	every                everyFlags
	disk                 diskFlags
	engine               engine
	output               outputFlags
}

func (p *program) check() *cobra.Command {
	var f checkFlags
	cmd := &cobra.Command{
		Use:   "check SPEC[:VARIANT] [flags]",
		Short: "decide every property of a spec",
		Long: `Explores every reachable state of a spec and decides its properties: each holds, is
violated (with the shortest execution that shows it), or is unknown because
a bound ended the search.

Exit code: 0 every property holds, 1 one is violated, 2 wrong usage, 3 unknown,
4 the model is at fault, 130 interrupted. With --all it is 0 if every case had the
outcome that its record declares, and 1 if one did not. With a range in -p it is that of
the worst instance. With --strict it is 3 instead of 0 if a property holds vacuously, if
everything holds but some event never happens, or, with --mutants, if a mutant goes
unnoticed. With --for-all-n it is 0 if every selected property is found to hold for every
number of participants, which rests on an assumption that is tested, not proved.`,
		Example: examples(
			"check {anel1}", "its default variant and parameters",
			"check {anel1} -p n=3", "with three processes",
			"check {anel1} -p n=2..4", "with two, three and four, as a table",
			"check {anel1} --crash 1", "with one crash, at any moment",
			"check {anel1} --property uniqueness --out t.json", "one property; saves its counterexample",
			"check {anel1} --explain", "only the steps that led to what the property looked at",
			"check {anel1} --all", "check all its cases against its record",
			"check --all", "the same for all specs",
			"check {anel1} -p n=6 --property uniqueness --reduce symmetry", "count states that differ only in who is who once",
			"check {anel1} --format html > split.html", "its counterexample as a page for the browser",
			"check {token-ring} --for-all-n --property mutual-exclusion", "for any number of participants",
			"check {token-ring} -p n=8 --engine symbolic --property mutual-exclusion", "compute the set of all states at once",
			"check {ring-election} --mutants", "find mistakes that its properties do not notice",
			"check {anel1} --format json", "for programs",
			"check {anel1} --disk run", "continue in files when memory is full; see the verb resume",
			"check {anel1} --all --format junit > mc.xml", "for a build: also sarif, github, markdown"),
		Args: func(cmd *cobra.Command, args []string) error {
			if f.all && len(args) == 0 {
				return nil
			}
			return oneArg("SPEC", p.aSpec("anel1"))(cmd, args)
		},
		RunE: func(cmd *cobra.Command, args []string) error { return p.runCheck(cmd, strings.Join(args, ""), &f) },
	}
	flags := cmd.Flags()
	flags.StringArrayVarP(&f.params, "param", "p", nil,
		"set a parameter, `NAME=N`; NAME=MIN..MAX prints a row for each value (repeatable)")
	flags.StringArrayVar(&f.properties, "property", nil, "decide only property `NAME` (repeatable)")
	flags.StringVar(&f.testCase, "case", "",
		"check case `NAME` of the record, and compare its outcome with the declared one")
	flags.BoolVar(&f.all, "all", false,
		"check every case of the record, or without SPEC of every record, and compare the outcomes")
	flags.BoolVar(&f.strict, "strict", false, "do not pass what holds only vacuously")
	flags.BoolVar(&f.mutants, "mutants", false,
		"also make small mistakes in the model, one at a time, and report those that no property notices")
	f.every.add(cmd)
	flags.StringVar(&f.certificate, "certificate", "",
		"write all reachable states, or views, to `FILE`, from which go run ./cmd/mc/certify proves the invariants again")
	f.engine.add(cmd)
	group(cmd, "What is checked")
	addEnvironment(cmd)
	group(cmd, "Failures, network and time")
	f.limits.add(cmd, "partial-order in large state spaces, for properties of states alone")
	f.disk.add(cmd)
	group(cmd, "Bounds of the search")
	f.output.add(cmd)
	p.completeCheck(cmd)
	return cmd
}

func (p *program) runCheck(cmd *cobra.Command, arg string, f *checkFlags) error {
	if err := f.output.explain.fits(f.output.format); err != nil {
		return err
	}
	options, err := f.limits.options(p, cmd)
	if err != nil {
		return err
	}
	fixed, spans, err := parseSpans(f.params)
	if err != nil {
		return err
	}
	if err := f.fits(cmd, spans); err != nil {
		return err
	}
	if f.every.param != "" {
		return p.every(cmd, arg, f, options)
	}
	if len(spans) > 0 {
		f.params = fixed
		return p.checkRanges(cmd, arg, f, spans, options)
	}
	targets, err := p.targets(cmd, arg, f)
	if err != nil {
		return err
	}
	if f.mutants {
		return p.mutate(cmd.Context(), targets[0], f, options)
	}
	if err := f.output.schedule.check(cmd, targets); err != nil {
		return err
	}
	switch {
	case f.all:
		options.KeepGoing = true // the records count all states
	case f.testCase == "" && len(f.limits.reduce) == 0:
		options.Reduce = checkers.Automatic
	}
	if options.Disk, err = f.onDisk(cmd.Context(), p, targets[0], options.KeepGoing); err != nil {
		return err
	}
	return p.decide(cmd.Context(), targets, f, options)
}

// decide explores the targets and reports on them.
func (p *program) decide(
	ctx context.Context, targets []target, f *checkFlags, options checkers.Options) error {
	options, line := p.begin(ctx, options)
	a := checkAnswer{program: p.name, selection: f.selection, outputFlags: f.output, all: f.all, strict: f.strict,
		limits: options, of: len(targets), ofRecord: map[string]int{}}
	for _, t := range targets {
		a.ofRecord[t.spec.Name]++
	}
	for i, t := range targets {
		if a.ended = checkers.Unfinished(ctx.Err()); a.ended != explore.BoundNone && i > 0 {
			break
		}
		line.label = ""
		if f.all {
			line.label = fmt.Sprintf("case %s (%d of %d): ", t.testCase.Name, i+1, len(targets))
		}
		report, chosen, err := f.engine.check(ctx, t, options)
		if why, unfit := errors.AsType[*checkers.Unfit](err); unfit {
			return p.unfit(t, why)
		}
		if errors.Is(err, checkers.ErrDisk) {
			a.halted = refusedOnDisk(p.name, t, options.Disk, err)
			if report == nil {
				return a.halted
			}
			err = nil
		}
		p.unreturned(report)
		o := outcomeOf(t, report, err)
		o.chosen = chosen
		f.output.schedule.choose(report)
		if o.failure == nil {
			o.failure = f.output.explain.report(report)
		}
		if o.failure == nil && !f.all && !f.output.quiet {
			o.smaller = grown(ctx, t, report, options)
		}
		if report != nil && report.Bound != explore.BoundNone && (report.DiskBytes > 0 || options.Disk.Only) {
			o.disk = options.Disk.Storage.Path("")
		}
		line.erase()
		a.outcomes = append(a.outcomes, o.judged(f.all, f.strict))
	}
	a.code = a.exitCode()
	if f.certificate != "" {
		line.label = "certificate: "
		b, err := a.outcomes[0].certify(ctx, options)
		a.code = worse(a.code, p.certified(f.certificate, b, err))
		line.erase()
	}
	return p.report(a)
}

// targets returns what is to be explored: a single target, or the chosen cases.
func (p *program) targets(cmd *cobra.Command, arg string, f *checkFlags) ([]target, error) {
	if !f.all && f.testCase == "" {
		t, err := p.target(cmd, arg, f.selection)
		return []target{t}, err
	}
	_, set, err := environment(cmd)
	if err != nil {
		return nil, err
	}
	if err := f.fixed(p.name, set); err != nil {
		return nil, err
	}
	var targets []target
	if arg == "" {
		for _, s := range p.specs {
			if len(s.Cases) == 0 {
				continue
			}
			of, err := p.caseTargets(s, "", f)
			if err != nil {
				return nil, err
			}
			targets = append(targets, of...)
		}
		if len(targets) == 0 {
			return nil, usageError("--all: no record has a case").hint("%s list shows what there is", p.name)
		}
		return targets, nil
	}
	s, variant, err := p.findTarget(arg)
	if err != nil {
		return nil, err
	}
	return p.caseTargets(s, variant, f)
}

// caseTargets returns the chosen cases of a record as targets.
func (p *program) caseTargets(s spec.Spec, variant string, f *checkFlags) ([]target, error) {
	cases, err := p.casesOf(s, variant, f)
	if err != nil {
		return nil, err
	}
	var targets []target
	for _, c := range cases {
		t, err := p.build(s, c.Instance())
		if err != nil {
			if at := new(exitError); errors.As(err, &at) {
				at.code, at.err = exitFault, fmt.Errorf("case %s of the record: %w", c.Name, at.err)
			}
			return nil, err
		}
		if err := t.only(p.name, f.properties); err != nil {
			return nil, err
		}
		t.testCase = c
		targets = append(targets, t)
	}
	return targets, nil
}

// casesOf returns the chosen cases of a record, only those of the variant if one is given.
func (p *program) casesOf(s spec.Spec, variant string, f *checkFlags) ([]*spec.Case, error) {
	of := func(c *spec.Case) bool {
		return variant == "" || s.Complete(c.Instance()).Variant == variant
	}
	if f.testCase != "" {
		c, err := p.findCase(s, f.testCase)
		if err != nil {
			return nil, err
		}
		if !of(c) {
			return nil, usageError("case %s is not of variant %s, but of %s", f.testCase, variant,
				s.Complete(c.Instance()).Variant).hint("leave the variant out: %s check %s --case %s", p.name, s.Name, f.testCase)
		}
		return []*spec.Case{c}, nil
	}
	var cases []*spec.Case
	for i := range s.Cases {
		if of(&s.Cases[i]) {
			cases = append(cases, &s.Cases[i])
		}
	}
	if len(cases) == 0 {
		return nil, usageError("--all: the record of %s has no such cases", s.Name).
			hint("%s list %s shows what there is", p.name, s.Name)
	}
	return cases, nil
}

// fixed refuses flags for what cases fix already. set lists the flags of the environment that are given.
func (f *checkFlags) fixed(program string, set []string) error {
	flag := "--case " + f.testCase
	if f.all {
		flag = "--all"
	}
	switch {
	case f.all && f.testCase != "":
		return usageError("--all and --case cannot be used together").hint("--case NAME is one case, --all is all of them")
	case f.all && slices.Contains(pictureForms(), f.output.format):
		return usageError("--all cannot be drawn: a diagram shows a single counterexample").
			hint("choose a case: --case NAME --format %s", f.output.format)
	}
	if len(f.params) > 0 {
		set = append([]string{"-p " + f.params[0]}, set...)
	}
	if len(set) > 0 {
		return usageError("%s with %s: a case fixes its parameters and environment", flag, strings.Join(set, ", ")).
			hint("%s list SPEC shows the command of each case, to start from", program)
	}
	return nil
}
