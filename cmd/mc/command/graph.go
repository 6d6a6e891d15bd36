package command

import (
	"bytes"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/checkers/stategraph"
	"github.com/anel-mc/mc/cmd/mc/command/internal/term"
	"github.com/anel-mc/mc/explore"
)

// The maximum number of states of a graph without --max-states: what a person can look at as dot, and what makes a file
// of some megabytes as aut.
const (
	maxDrawn   = 200
	maxWritten = 100_000
)

// graphFlags are the flags of mc graph.
type graphFlags struct {
	selection
	limits      limits
	format, out string
}

func (p *program) graph() *cobra.Command {
	var g graphFlags
	cmd := &cobra.Command{
		Use:   "graph SPEC[:VARIANT] [flags]",
		Short: "write the state graph, for drawing or for other tools",
		Long: fmt.Sprintf(`Explores a spec and writes all its states and steps: for Graphviz (dot), with the
states that violate an invariant marked, or as a labelled transition system in the
Aldebaran format (aut) for CADP, mCRL2 and others.

A graph is written whole or not at all. Without --max-states it may have at most
%d states as dot and %d as aut.

Exit code: 0 it was written, whether or not anything is violated, 2 wrong usage, 3 it is too
large, 4 the model is at fault, 130 interrupted.`, maxDrawn, maxWritten),
		Example: examples(
			"graph {anel1} | dot -Tsvg -o {anel1}.svg", "a picture",
			"graph {anel1} -p n=3 --out {anel1}.aut", "for another tool: the extension chooses the format",
			"graph {anel1} --crash 1 --property uniqueness", "with a crash; states that violate the property are red"),
		Args: oneArg("SPEC", p.aSpec("anel1")),
		RunE: func(cmd *cobra.Command, args []string) error {
			return p.each(cmd, &g.selection, func() error { return p.runGraph(cmd, args[0], g) })
		},
	}
	g.selection.add(cmd, oneValue, "mark only states that violate property `NAME`",
		"What is explored", "Failures, network and time")
	f := cmd.Flags()
	f.StringVar(&g.limits.maxStates, "max-states", "", "reject a graph of more than `N` states")
	f.StringVar(&g.limits.timeout, "timeout", "", "give up after `TIME` in total: 30s, 10m, 2h")
	group(cmd, "Bounds of the search")
	formatFlag(cmd, &g.format, "dot", "aut")
	f.StringVarP(&g.out, "out", "o", "", "write to `FILE`")
	group(cmd, "Output")
	p.completeCheck(cmd)
	return cmd
}

func (p *program) runGraph(cmd *cobra.Command, arg string, g graphFlags) error {
	if !cmd.Flags().Changed("format") {
		switch extension := strings.ToLower(filepath.Ext(g.out)); extension {
		case "", ".dot", ".gv":
		case ".aut":
			g.format = "aut"
		default:
			return usageError("--out %s: no format has the extension %s", g.out, extension).
				hint("use .dot, .gv or .aut, or choose with --format; dot -Tsvg draws a .dot")
		}
	}
	t, options, err := p.ask(cmd, arg, g.selection, g.limits)
	if err != nil {
		return err
	}
	if g.limits.maxStates == "" {
		options.MaxStates = map[string]uint64{"dot": maxDrawn, "aut": maxWritten}[g.format]
	}
	options, line := p.begin(cmd.Context(), options)
	graph, report, err := stategraph.Of(cmd.Context(), t.setup.Model, t.setup.Properties, options)
	line.erase()
	switch {
	case err != nil:
		return p.faulted(cmd, t, err)
	case graph == nil:
		return ungraphed(report, options)
	}
	graph.Name = t.args()
	var b bytes.Buffer
	if g.format == "aut" {
		if err := graph.AUT(&b); err != nil {
			return usageError("%w", err).hint("--format dot has no such limit")
		}
	} else if err := graph.DOT(&b); err != nil {
		return err
	}
	if report.Clipped != "" {
		p.note("the model's own bound was reached: %s; the graph ends there", report.Clipped)
	}
	return p.write(g.out, b.Bytes())
}

// ungraphed returns the error of a graph that a bound cut short.
func ungraphed(r *checkers.Report, o explore.Options) error {
	e := &exitError{code: exitUnknown}
	switch r.Bound {
	case explore.BoundInterrupt:
		e.code, e.err = exitInterrupted, errors.New("interrupted: nothing was written")
	case explore.BoundTime:
		e.err, e.advice = fmt.Errorf("time ran out after %s states: nothing was written", term.Comma(r.States)),
			"--timeout TIME gives it more"
	case explore.BoundStates:
		e.err = fmt.Errorf("the graph has more than %s states: nothing was written", term.Comma(o.MaxStates))
		e.advice = "--max-states N allows more; smaller parameters (-p) have fewer"
	default:
		e.err = fmt.Errorf("the memory was full after %s states: nothing was written", term.Comma(r.States))
		e.advice = "smaller parameters (-p) have fewer"
	}
	return e
}
