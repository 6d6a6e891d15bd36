package command

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"regexp"
	"slices"

	"github.com/spf13/cobra"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/counterexamples"
	"github.com/anel-mc/mc/model"
)

// assumptionsStates bounds each search of a sweep unless --max-states does: with it, the sweep of any entry of the
// catalogue takes about a minute on two cores.
const assumptionsStates = 200_000

// baseName is what the environment is called that the others are next to.
const baseName = "base"

// assumptions is a run of mc sweep.
type assumptions struct {
	*program
	params     []string
	bounds     bounds
	properties []string
	out        string
	format     string
	quiet      bool
}

// assumptionsFormats are the forms of the output of mc sweep.
func assumptionsFormats() []string { return []string{"text", "md", "csv", "json"} }

func (p *program) sweep() *cobra.Command {
	s := &assumptions{program: p}
	cmd := &cobra.Command{
		Use:   "sweep SPEC[:VARIANT] [flags]",
		Short: "which assumptions about its environment each property needs",
		Long: `Decides every property in the environment of a spec, and in those next to it, each of which
changes one assumption: the order of messages; one loss, duplicate, crash, cut, partition or
clock set back more, or none; a crash with a recovery, a cut with a heal; the timing and each
of its numbers; the failure detector. A verdict that is not that of the base is marked, and
what a change breaks is shown.

The flags give the base another environment than the spec does. mc frontier seeks the
least failures of several kinds together.

Exit code: 0 every property holds in every row, 1 one is violated in one, 2 wrong use,
3 unknown, 4 the model is at fault, 130 interrupted.`,
		Example: p.examples(
			"sweep lamport-mutex", "what mutual exclusion by Lamport's clocks needs",
			"sweep central-coordinator --crash 1 --quiet", "next to an environment with a crash; the table alone",
			"sweep anel1 -p n=3 --property uniqueness", "one property, three processes",
			"sweep lamport-mutex --out traces", "a file for each violation that the base has not",
			"sweep lamport-mutex --format md", "for a document: also csv, json"),
		Args: oneArg("SPEC", "lamport-mutex"),
		RunE: func(cmd *cobra.Command, args []string) error { return s.run(cmd, args[0]) },
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.StringArrayVarP(&s.params, "param", "p", nil, "a parameter, `NAME=N` (repeatable)")
	f.StringArrayVar(&s.properties, "property", nil, "decide only property `NAME` (repeatable)")
	group(cmd, "What is checked")
	addEnvironment(cmd)
	group(cmd, "Failures, network and time of the base")
	s.bounds.add(cmd)
	f.Lookup("max-states").Usage = fmt.Sprintf("end each search after `N` states, %s unless given; what is then not decided is unknown", comma(assumptionsStates))
	group(cmd, "Bounds of each search")
	f.StringVarP(&s.out, "out", "o", "", "save what each change breaks in the directory `DIR`, a trace for each property")
	formatFlag(cmd, &s.format, assumptionsFormats()...)
	f.BoolVarP(&s.quiet, "quiet", "q", false, "print the table only")
	group(cmd, "Output")
	p.completeCheck(cmd)
	return cmd
}

func (s *assumptions) run(cmd *cobra.Command, arg string) error {
	if err := checkFormat(s.format, assumptionsFormats()); err != nil {
		return err
	}
	options, err := s.bounds.options(cmd)
	if err != nil {
		return err
	}
	options.MaxStates = cmp.Or(options.MaxStates, assumptionsStates)
	base, err := s.target(cmd, arg, s.params, s.properties)
	if err != nil {
		return err
	}
	i, ok := base.network()
	if !ok {
		return wrong(fmt.Errorf("%s is not made of processes and channels: it has no environment to change", base.spec.Name),
			"%s check %s decides its properties", s.name, base.name())
	}
	if s.out != "" {
		if err := os.MkdirAll(s.out, 0o777); err != nil {
			return wrong(fmt.Errorf("--out: the directory cannot be made: %w", err), "give the name of a directory")
		}
	}
	rows, err := s.rows(base, i)
	if err != nil {
		return err
	}
	t, err := s.explore(cmd.Context(), rows, options)
	if err != nil {
		return wrong(err, "see: %s --help", cmd.CommandPath())
	}
	saving := s.save(&t)
	if err := s.print(s.render(t, options)); err != nil {
		return err
	}
	code := t.code(cmd.Context())
	if saving != nil {
		return &ended{code: worse(exitUsage, code), err: fmt.Errorf("--out: %w", saving), hint: "the result above is complete"}
	}
	return exitWith(code)
}

// rows are the base and the environments next to it.
func (s *assumptions) rows(base target, i model.Instance) ([]*comparison, error) {
	rows := []*comparison{{target: base, column: baseName, n: -1}}
	for _, next := range base.instance.Environment.Neighbours(i) {
		instance := base.instance
		instance.Environment = next.Environment
		setup, err := setUp(base.spec, instance)
		var fault *ended
		if errors.As(err, &fault) {
			return nil, err
		}
		setup.Properties = base.setup.Properties
		rows = append(rows, &comparison{
			target: target{spec: base.spec, instance: instance, setup: setup}, column: next.Change, n: -1, refused: err,
		})
	}
	return rows, nil
}

// assumed is the answer of mc sweep.
type assumed struct {
	table *checkers.Sweep
	rows  []*comparison // those of the table
	left  []*comparison // those that there are not
	files []string      // of what is broken, in its order; empty for what has no trace
}

// explore decides everything.
func (s *assumptions) explore(ctx context.Context, rows []*comparison, options checkers.Options) (assumed, error) {
	line := newProgress(s.stderr)
	options.Progress = line.show
	settings := iter.Seq[checkers.Setting](func(yield func(checkers.Setting) bool) {
		for n, r := range rows {
			line.erase()
			line.label = fmt.Sprintf("%s (%d of %d): ", r.column, n+1, len(rows))
			if r.refused == nil && !yield(checkers.Setting{Name: r.column, Model: r.setup.Model}) {
				return
			}
		}
	})
	table, err := checkers.NewSweep(ctx, rows[0].setup.Properties, settings, options)
	line.erase()
	if err != nil {
		return assumed{}, err
	}
	t := assumed{table: &checkers.Sweep{Properties: table.Properties}}
	at := 0
	for _, r := range rows {
		if r.refused != nil {
			r.result = begun(r)
			t.left = append(t.left, r)
			continue
		}
		row := table.Rows[at]
		at++
		switch {
		case r.undetected(row.Err):
			r.refused = row.Err
			r.result = begun(r)
			t.left = append(t.left, r)
			continue
		case row.Report == nil && row.Err == nil:
			r.result = begun(r)
		default:
			if row.Report != nil {
				r.stamp(row.Report)
			}
			r.result = comparedOf(r, row.Report, nil, row.Err)
		}
		t.rows, t.table.Rows = append(t.rows, r), append(t.table.Rows, row)
	}
	return t, nil
}

// undetected reports whether all that is wrong is that processes ask a failure detector, and r has taken it away.
func (r *comparison) undetected(err error) bool {
	var fault *model.Error
	return r.column != baseName && r.instance.Environment.Detector == model.NoDetector.String() && errors.As(err, &fault) && fault.Kind == model.Misused
}

// code is the exit code.
func (t assumed) code(ctx context.Context) int {
	code := exitHolds
	for n, r := range t.rows {
		if r.result.Error != "" {
			code = worse(exitFault, code)
		}
		for k := range t.table.Properties {
			verdict := checkers.Unknown
			if result := t.table.Result(n, k); result != nil {
				verdict = result.Verdict
			}
			code = worse(map[checkers.Verdict]int{checkers.Violated: exitViolated, checkers.Unknown: exitUnknown, checkers.Holds: exitHolds}[verdict], code)
		}
	}
	if ctx.Err() != nil {
		return exitInterrupted
	}
	return code
}

// nameless is what cannot stand in the name of a file everywhere.
var nameless = regexp.MustCompile(`[^A-Za-z0-9.]+`)

// save writes the trace of everything that a change breaks to a file of its own in --out.
func (s *assumptions) save(t *assumed) error {
	if s.out == "" {
		return nil
	}
	for _, b := range t.table.Breaks() {
		if b.Result.Execution == nil {
			t.files = append(t.files, "")
			continue
		}
		stem := nameless.ReplaceAllString(t.rows[b.Row].column, "-") + "_" + nameless.ReplaceAllString(b.Result.Property.Name(), "-")
		file := filepath.Join(s.out, stem+".json")
		for n := 2; slices.Contains(t.files, file); n++ { // names that differ only in what cannot stand there
			file = filepath.Join(s.out, fmt.Sprintf("%s-%d.json", stem, n))
		}
		if err := saveTrace(file, b.Result.Execution.Trace); err != nil {
			return err
		}
		t.files = append(t.files, file)
	}
	return nil
}

func saveTrace(file string, trace counterexamples.Trace) error {
	var b bytes.Buffer
	if err := trace.Write(&b); err != nil {
		return err
	}
	return save(file, b.Bytes())
}
