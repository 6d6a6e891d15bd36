package command

import (
	"bytes"
	"cmp"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/checkers/validate"
	"github.com/anel-mc/mc/cmd/mc/command/internal/term"
	"github.com/anel-mc/mc/counterexamples"
)

// showFlags are the flags of mc show.
type showFlags struct {
	format, out string
	explain     explain
}

func (p *program) show() *cobra.Command {
	var f showFlags
	cmd := &cobra.Command{
		Use:   "show FILE [flags]",
		Short: "show a saved trace, in many formats",
		Long: `Runs an execution that mc check --out saved and renders it: as the table of mc check; as a
Mermaid sequence diagram for documents; as a page for the browser, to step through,
which is one file and needs no network; as its space-time diagram alone, in SVG; or
as JSON again. For other tools: itf is the Informal Trace Format of Apalache and Quint,
shiviz is a log for ShiViz, log is one that mc validate reads, and porcupine is that
checker's own page of a history of operations. FILE - is standard input.`,
		Example: examples("show trace.json", "the table", "show trace.json --format mermaid", "a diagram for Markdown",
			"show trace.json --out trace.html", "a page for the browser: the extension chooses the format",
			"show trace.json -f text --out t.txt", "to a file",
			"show trace.json --explain", "only the steps that led to what the property looked at"),
		Args: oneArg("FILE", "trace.json"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if !cmd.Flags().Changed("format") {
				f.format = cmp.Or(formOf(f.out), "text")
				if ext := filepath.Ext(f.out); ext != "" && formOf(f.out) == "" {
					return usageError("--out %s: executions cannot be written as %s", f.out, ext).
						hint("use .html, .svg, .mmd, .json, .itf.json, .log, .jsonl or .txt, or any name together with --format")
				}
			}
			return p.runShow(args[0], f)
		},
	}
	formatFlag(cmd, &f.format, slices.Concat([]string{"text"}, pictureForms(), []string{formPorcupine, "json"})...)
	f.explain.add(cmd)
	cmd.Flags().StringVarP(&f.out, "out", "o", "", "write to `FILE`")
	return cmd
}

func (p *program) runShow(file string, f showFlags) error {
	if err := f.explain.fits(f.format); err != nil {
		return err
	}
	t, e, err := p.loadToShow(file, f)
	if err != nil {
		return err
	}
	style := term.StyleOf(p.stdout)
	if f.out != "" {
		style = term.Style{}
	}
	var b []byte
	if f.format == formPorcupine {
		b, err = linearization(t, e)
	} else {
		b, err = rendered(e, f.format, tableOptions(style, f.explain.dims()))
	}
	if err != nil {
		return err
	}
	return p.write(f.out, b)
}

// loadToShow is load for executions that are only drawn, with an explanation if --explain is given. A trace that a test
// saved is not executed: it carries its picture.
func (p *program) loadToShow(file string, f showFlags) (target, *counterexamples.Execution, error) {
	trace, err := p.read(file)
	if err != nil {
		return target{}, nil, err
	}
	if trace.Picture == "" {
		t, e, err := p.execute(file, trace)
		if err == nil {
			err = f.explain.trace(p.name, file, t, e)
		}
		if err == nil && f.format != "json" {
			err = p.claim(file, t, e)
		}
		return t, e, err
	}
	e, err := trace.Recorded()
	switch {
	case err != nil:
		return target{}, nil, usageError("%s: %w", file, err).hint("go test saves it where the test fails")
	case f.format == formPorcupine:
		return target{}, nil, usageError("--format %s: a test saved the trace, and only it knows the object", formPorcupine).
			hint("--format html draws the operations of any trace")
	case f.explain.wanted() && e.Slice == nil:
		return target{}, nil, usageError("%s: it was saved without an explanation", file).
			hint("%s show %s draws all steps", p.name, counterexamples.ShellQuote(file))
	case !f.explain.wanted():
		e.Slice = nil
	}
	return target{}, e, nil
}

// claim leaves out what a trace says of its property unless the execution still shows that.
func (p *program) claim(file string, t target, e *counterexamples.Execution) error {
	said, verdict := &e.Trace, ""
	if t.property(said.Property) != nil {
		r, err := p.judge(file, t, e)
		if err != nil || r.shown || r.paid != "" {
			return err
		}
		verdict = "does not show any more"
		if r.explanation != "" {
			verdict = "may not show any more"
		}
	} else if said.Property != "" {
		verdict = "cannot show any more, since " + t.spec.Name + " has no such property,"
	}
	if verdict != "" {
		p.note("%s %s what it says of %s: that is left out", file, verdict, said.Property)
		said.Property, said.Kind, said.Explanation = "", "", ""
	}
	return nil
}

// pictureForms returns the formats for a single execution, except for the table.
func pictureForms() []string { return []string{"mermaid", "html", "svg", "itf", "shiviz", "log"} }

// formPorcupine is the format of porcupine's page of a history of operations.
const formPorcupine = "porcupine"

// linearization returns porcupine's page of an execution, whose property must be about linearizability.
func linearization(t target, e *counterexamples.Execution) ([]byte, error) {
	property := t.property(e.Trace.Property)
	if property == nil || property.Kind() != checkers.KindLinearizable {
		return nil, usageError("--format %s: the trace is of property %q, which is not about linearizability", formPorcupine,
			e.Trace.Property).hint("--format html draws the operations of any trace")
	}
	var b bytes.Buffer
	err := checkers.WriteLinearization(&b, e, *property)
	return b.Bytes(), err
}

// formOf returns the format that the extension of a file stands for, or "".
func formOf(file string) string {
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
	case ".jsonl":
		return "log"
	case ".txt":
		return "text"
	}
	return ""
}

// saveExecution writes an execution to the file of --out, in the format of its extension; or else in that of --format,
// if it is one for executions; or else as a trace.
func (p *program) saveExecution(file, format string, e *counterexamples.Execution) error {
	b, err := rendered(e, savedForm(file, format), counterexamples.TextOptions{})
	if err != nil {
		return err
	}
	return p.save(file, b)
}

func savedForm(file, format string) string {
	if form := formOf(file); form != "" {
		return form
	}
	if slices.Contains(pictureForms(), format) {
		return format
	}
	return "json"
}

// rendered returns an execution in a format. table is for the text format.
func rendered(e *counterexamples.Execution, form string, table counterexamples.TextOptions) ([]byte, error) {
	var b bytes.Buffer
	var err error
	switch form {
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
	case "log":
		err = validate.Write(&b, e)
	default:
		err = e.Text(&b, table)
	}
	return b.Bytes(), err
}
