package command

import (
	"bytes"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/counterexamples"
)

func (p *program) show() *cobra.Command {
	var format, out string
	var why explain
	cmd := &cobra.Command{
		Use:   "show FILE [flags]",
		Short: "render a saved trace in another form",
		Long: `Runs an execution that mc check --out saved and renders it: as the table of mc check; as a
Mermaid sequence diagram for documents; as a page for the browser, to step through,
which is one file and needs no network; as its space-time diagram alone, in SVG; or
as JSON again. For other tools: itf is the Informal Trace Format of Apalache and Quint,
shiviz a log for ShiViz, porcupine that checker's own page of a history of operations. FILE - is standard input.`,
		Example: p.examples("show trace.json", "the table", "show trace.json --format mermaid", "a diagram for Markdown",
			"show trace.json --out trace.html", "a page for the browser: the name says which form", "show trace.json -f text --out t.txt", "into a file",
			"show trace.json --explain", "only the steps that led to what the property looked at"),
		Args: oneArg("FILE", "trace.json"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if !cmd.Flags().Changed("format") {
				format = formatOf(out)
			}
			if err := checkFormat(format, showFormats()); err != nil {
				return err
			}
			t, e, err := p.load(args[0])
			if err != nil {
				return err
			}
			if err := why.fits(format); err != nil {
				return err
			}
			if err := why.trace(p, args[0], t, e); err != nil {
				return err
			}
			s := styleOf(p.stdout)
			if out != "" {
				s = style{}
			}
			s.dim = why.dims()
			var b []byte
			if format == formatPorcupine {
				b, err = linearization(t, e)
			} else {
				b, err = rendered(e, format, s)
			}
			if err != nil {
				return err
			}
			if out == "" {
				return p.print(b)
			}
			if err := save(out, b); err != nil {
				return wrong(fmt.Errorf("--out: %w", err), "without --out it goes to standard output")
			}
			return nil
		},
	}
	formatFlag(cmd, &format, showFormats()...)
	why.add(cmd)
	cmd.Flags().StringVarP(&out, "out", "o", "", "write to `FILE`")
	return cmd
}

// pictures are the forms in which one execution is drawn or given to other tools, but for the table.
func pictures() []string { return []string{"mermaid", "html", "svg", "itf", "shiviz"} }

// showFormats are the forms of the output of mc show.
func showFormats() []string {
	return append(append([]string{"text"}, pictures()...), formatPorcupine, "json")
}

// formatPorcupine is porcupine's page of a history of operations.
const formatPorcupine = "porcupine"

// linearization is that page of an execution, whose property must be about linearizability.
func linearization(t target, e *counterexamples.Execution) ([]byte, error) {
	at := slices.IndexFunc(t.setup.Properties, func(q checkers.Property) bool { return q.Name() == e.Trace.Property })
	if at < 0 || t.setup.Properties[at].Kind() != checkers.KindLinearizable {
		return nil, wrong(fmt.Errorf("--format %s: the trace is of property %q, which is not about linearizability", formatPorcupine, e.Trace.Property), "--format html draws the operations of any trace")
	}
	var b bytes.Buffer
	err := checkers.WriteLinearization(&b, e, t.setup.Properties[at])
	return b.Bytes(), err
}

// formatOf is the form that the name of a file asks for, if no other is asked for.
func formatOf(file string) string {
	if strings.HasSuffix(strings.ToLower(file), ".itf.json") {
		return "itf"
	}
	switch strings.ToLower(filepath.Ext(file)) {
	case ".html", ".htm":
		return "html"
	case ".svg":
		return "svg"
	case ".mmd", ".mermaid":
		return "mermaid"
	case ".json":
		return "json"
	case ".log":
		return "shiviz"
	}
	return "text"
}

// rendered is an execution in one of its forms.
func rendered(e *counterexamples.Execution, format string, s style) ([]byte, error) {
	var b bytes.Buffer
	var err error
	switch format {
	case "json":
		err = e.Trace.Write(&b)
	case "mermaid":
		err = e.Mermaid(&b)
	case "html":
		err = e.HTML(&b)
	case "svg":
		err = e.SVG(&b)
	case "itf":
		err = e.ITF(&b)
	case "shiviz":
		err = e.ShiViz(&b)
	default:
		err = e.Text(&b, counterexamples.TextOptions{Width: s.pictureWidth(), Color: s.color, Dim: s.dim})
	}
	return b.Bytes(), err
}
