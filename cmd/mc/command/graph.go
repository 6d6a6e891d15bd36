package command

import (
	"bytes"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/explore"
)

// How many states a graph may have without --max-states: what can be looked at, and what is still a file
// of some megabytes.
const (
	maxDrawn   = 200
	maxWritten = 100_000
)

// graphing is a run of mc graph.
type graphing struct {
	*program
	params     []string
	bounds     bounds
	properties []string
	format     string
	out        string
}

func (p *program) graph() *cobra.Command {
	g := &graphing{program: p}
	cmd := &cobra.Command{
		Use:   "graph SPEC[:VARIANT] [flags]",
		Short: "the state graph, to be drawn or given to other tools",
		Long: fmt.Sprintf(`Explores a spec and writes all of its states and steps: for Graphviz (dot), with
the states marked that violate an invariant, or as a labelled transition system in the
Aldebaran format (aut) for CADP, mCRL2 and others.

A graph is written whole or not at all. Without --max-states it may have %d states
as dot and %d as aut.

Exit code: 0 it was written, whether or not something is violated, 2 wrong use, 3 it is too
large, 4 the model is at fault, 130 interrupted.`, maxDrawn, maxWritten),
		Example: p.examples(
			"graph anel1 | dot -Tsvg -o anel1.svg", "a picture",
			"graph anel1 -p n=3 --out anel1.aut", "for another tool: the name says which form",
			"graph anel1 --crash 1 --property uniqueness", "with a crash; what violates one property is red"),
		Args: oneArg("SPEC", "anel1"),
		RunE: func(cmd *cobra.Command, args []string) error { return g.run(cmd, args[0]) },
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.StringArrayVarP(&g.params, "param", "p", nil, "a parameter, `NAME=N` (repeatable)")
	f.StringArrayVar(&g.properties, "property", nil, "mark what violates property `NAME` only (repeatable)")
	group(cmd, "What is explored")
	addEnvironment(cmd)
	group(cmd, "Failures, network and time")
	f.StringVar(&g.bounds.maxStates, "max-states", "", "refuse a graph of more than `N` states")
	f.StringVar(&g.bounds.timeout, "timeout", "", "give up after `TIME`: 30s, 10m, 2h")
	group(cmd, "Bounds of the search")
	formatFlag(cmd, &g.format, "dot", "aut")
	f.StringVarP(&g.out, "out", "o", "", "write to `FILE`")
	group(cmd, "Output")
	p.completeCheck(cmd)
	return cmd
}

func (g *graphing) run(cmd *cobra.Command, arg string) error {
	if !cmd.Flags().Changed("format") && strings.EqualFold(filepath.Ext(g.out), ".aut") {
		g.format = "aut"
	}
	if err := checkFormat(g.format, []string{"dot", "aut"}); err != nil {
		return err
	}
	options, err := g.bounds.options(cmd)
	if err != nil {
		return err
	}
	if g.bounds.maxStates == "" {
		options.MaxStates = map[string]uint64{"dot": maxDrawn, "aut": maxWritten}[g.format]
	}
	t, err := g.target(cmd, arg, g.params, g.properties)
	if err != nil {
		return err
	}
	line := newProgress(g.stderr)
	options.Progress = line.show
	graph, report, err := checkers.Graph(cmd.Context(), t.setup.Model, t.setup.Properties, options)
	line.erase()
	var fault *checkers.Failure
	switch {
	case errors.As(err, &fault):
		return &ended{code: exitFault, err: err, hint: fmt.Sprintf("%s check %s shows the way there", g.name, t.args())}
	case err != nil:
		return wrong(err, "%s list %s shows what there is to choose", g.name, t.spec.Name)
	case graph == nil:
		return g.refused(report, options)
	}
	graph.Name = t.args()
	var b bytes.Buffer
	if g.format == "aut" {
		if err := graph.AUT(&b); err != nil {
			return wrong(err, "--format dot has no such limit")
		}
	} else if err := graph.DOT(&b); err != nil {
		return err
	}
	if report.Clipped != "" {
		fmt.Fprintf(g.stderr, "%s graph: the model's own bound was reached: %s; the graph ends there\n", g.name, report.Clipped)
	}
	if g.out == "" {
		return g.print(b.Bytes())
	}
	if err := save(g.out, b.Bytes()); err != nil {
		return wrong(fmt.Errorf("--out: %w", err), "without --out it goes to standard output")
	}
	return nil
}

// refused says why there is no graph.
func (g *graphing) refused(r *checkers.Report, o explore.Options) error {
	e := &ended{code: exitUnknown}
	switch r.Bound {
	case explore.BoundInterrupt:
		e.code, e.err = exitInterrupted, errors.New("interrupted: nothing was written")
	case explore.BoundTime:
		e.err, e.hint = fmt.Errorf("the time was up after %s states: nothing was written", comma(r.States)), "--timeout TIME gives it more"
	case explore.BoundStates:
		e.err = fmt.Errorf("the graph has more than %s states: nothing was written", comma(o.MaxStates))
		e.hint = "--max-states N allows more; smaller parameters (-p) have fewer"
	default:
		e.err = fmt.Errorf("the memory was full after %s states: nothing was written", comma(r.States))
		e.hint = "smaller parameters (-p) have fewer"
	}
	return e
}
