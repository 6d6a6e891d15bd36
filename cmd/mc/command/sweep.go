package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"

	"github.com/spf13/cobra"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/checkers/sweep"
	"github.com/anel-mc/mc/cmd/mc/command/internal/term"
	"github.com/anel-mc/mc/model"
)

// sweepStates bounds each search of a sweep unless --max-states is given. With it, sweeping any entry of the catalogue
// takes about a minute on two cores.
const sweepStates = 200_000

// baseName is the label of the base environment.
const baseName = "base"

// sweepFlags are the flags of mc sweep.
type sweepFlags struct {
	selection
	limits      limits
	out, format string
	quiet       bool
}

func (p *program) sweep() *cobra.Command {
	var s sweepFlags
	cmd := &cobra.Command{
		Use:   "sweep SPEC[:VARIANT] [flags]",
		Short: "find the assumptions about the environment that each property needs",
		Long: `Decides every property in the environment of a spec (the base), and in its neighbours, each
of which changes one assumption: the order of messages; one more loss, duplicate, crash, cut,
partition or clock set back, or none; a crash with a recovery, a cut with a heal; the timing
and each of its numbers; the failure detector. A verdict that differs from the base is marked,
and a counterexample shows each property that a change breaks.

The flags change the environment of the base. To find the fewest failures of several kinds
together, use mc frontier.

Exit code: 0 every property holds in every row, 1 some property is violated, 2 wrong usage,
3 unknown, 4 the model is at fault, 130 interrupted.`,
		Example: examples(
			"sweep {lamport-mutex}", "what its properties need",
			"sweep {central-coordinator} --crash 1 --quiet", "starting from a crash; the table only",
			"sweep {anel1} -p n=3 --property uniqueness", "one property, three processes",
			"sweep {lamport-mutex} --traces DIR", "a file for each violation that the base does not have",
			"sweep {lamport-mutex} --format md", "for a document: also csv, json"),
		Args: oneArg("SPEC", p.aSpec("lamport-mutex")),
		RunE: func(cmd *cobra.Command, args []string) error {
			return p.each(cmd, &s.selection, func() error { return p.runSweep(cmd, args[0], s) })
		},
	}
	s.selection.add(cmd, eachValue, "decide only property `NAME`",
		"What is checked", "Failures, network and time of the base")
	s.limits.add(cmd, "none")
	f := cmd.Flags()
	f.Lookup("max-states").Usage = "end each search after `N` states, " + term.Comma(sweepStates) +
		" by default; what is undecided by then is unknown"
	group(cmd, "Bounds of each search")
	f.StringVar(&s.out, "traces", "", "save a trace of each property that a change breaks in the directory `DIR`")
	formatFlag(cmd, &s.format, "text", "md", "csv", "json")
	f.BoolVarP(&s.quiet, "quiet", "q", false, "print the table only")
	group(cmd, "Output")
	p.completeCheck(cmd)
	return cmd
}

func (p *program) runSweep(cmd *cobra.Command, arg string, f sweepFlags) error {
	base, options, err := p.ask(cmd, arg, f.selection, f.limits)
	if err != nil {
		return err
	}
	options.MaxStates = cmp.Or(options.MaxStates, sweepStates)
	i, ok := base.network()
	if !ok {
		return usageError("%s is not made of processes and channels: it has no environment to change", base.spec.Name).
			hint("%s check %s decides its properties", p.name, base.name())
	}
	if f.out != "" {
		if err := makeDirectory("traces", f.out); err != nil {
			return err
		}
	}
	runs, err := p.neighbours(base, i)
	if err != nil {
		return err
	}
	a, code := p.sweepRuns(cmd.Context(), runs, options)
	a.program, a.limits, a.sweepFlags = p.name, options, f
	saving := a.save(p)
	if err := p.print(a.render(p.writer().Style)); err != nil {
		return err
	}
	if saving != nil {
		return unsaved("--traces", saving, code)
	}
	return exitWith(code)
}

// neighbours returns the base and its neighbouring environments.
func (p *program) neighbours(base target, i model.Instance) ([]*run, error) {
	runs := []*run{{target: base, label: baseName, n: -1}}
	for _, next := range base.instance.Environment.Neighbours(i) {
		t := base
		t.instance.Environment = next.Environment
		r, err := p.buildRun(t, next.Change, -1)
		if err != nil {
			return nil, err
		}
		r.setup.Properties = base.setup.Properties
		runs = append(runs, r)
	}
	return runs, nil
}

// sweepAnswer is what mc sweep found, and how the flags say to show it.
type sweepAnswer struct {
	sweepFlags
	program string // the name of the command
	limits  checkers.Options
	table   sweep.Table
	runs    []*run   // the rows of the table
	left    []*run   // the environments in which there is no instance
	files   []string // the files of table.Breaks, in its order; "" for those without a trace
}

// sweepRuns decides everything, and returns the exit code.
func (p *program) sweepRuns(ctx context.Context, runs []*run, options checkers.Options) (a sweepAnswer, code int) {
	a.table.Properties = runs[0].setup.Properties
	for r := range p.explore(ctx, slices.Values(runs), exploration{options: options, of: len(runs), keep: true}) {
		if r.undetected() {
			r.refused = r.failure
			r.answer = r.unbegun()
		}
		if r.refused != nil {
			a.left = append(a.left, r)
			continue
		}
		a.runs = append(a.runs, r)
		a.table.Rows = append(a.table.Rows, sweep.Row{Name: r.label, Report: r.report, Err: r.failure})
		code = worse(r.answer.code(), code)
	}
	if interrupted(ctx) {
		code = exitInterrupted
	}
	return a, code
}

// undetected reports whether r fails only because processes ask a failure detector that the change removed.
func (r *run) undetected() bool {
	fault, ok := errors.AsType[*model.Error](r.failure)
	return ok && fault.Kind == model.Misused && r.label != baseName &&
		r.instance.Environment.Detector == model.NoDetector.String()
}

// unportable matches characters that not every system allows in file names.
var unportable = regexp.MustCompile(`[^A-Za-z0-9.]+`)

// save writes a trace file in --traces for everything that a change breaks.
func (a *sweepAnswer) save(p *program) error {
	if a.out == "" {
		return nil
	}
	for _, b := range a.table.Breaks() {
		if b.Result.Execution == nil {
			a.files = append(a.files, "")
			continue
		}
		part := func(name string) string {
			name = unportable.ReplaceAllString(name, "-")
			return name[:min(len(name), 100)] // names of files are short
		}
		stem := part(a.runs[b.Row].label) + "_" + part(b.Result.Property.Name())
		file := filepath.Join(a.out, stem+".json")
		for n := 2; slices.Contains(a.files, file); n++ { // names that differ only in what is left out
			file = filepath.Join(a.out, fmt.Sprintf("%s-%d.json", stem, n))
		}
		if err := p.saveExecution(file, "json", b.Result.Execution); err != nil {
			return err
		}
		a.files = append(a.files, file)
	}
	return nil
}
