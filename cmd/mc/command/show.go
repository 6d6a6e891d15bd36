package command

import (
	"bytes"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/anel-mc/mc/counterexamples"
)

func (p *program) show() *cobra.Command {
	var format, out string
	cmd := &cobra.Command{
		Use:   "show FILE [flags]",
		Short: "render a saved trace in another form",
		Long: `Runs an execution that mc check --out saved and renders it: as the table of mc check, as a
Mermaid sequence diagram for documents, or as JSON again. FILE - is standard input.`,
		Example: p.examples("show trace.json", "the table", "show trace.json --format mermaid", "a diagram for Markdown", "show trace.json -f text --out t.txt", "into a file"),
		Args:    oneArg("FILE", "trace.json"),
		RunE: func(_ *cobra.Command, args []string) error {
			if err := checkFormat(format, []string{"text", "mermaid", "json"}); err != nil {
				return err
			}
			_, e, err := p.load(args[0])
			if err != nil {
				return err
			}
			s := styleOf(p.stdout)
			if out != "" {
				s = style{}
			}
			b, err := rendered(e, format, s)
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
	formatFlag(cmd, &format, "text", "mermaid", "json")
	cmd.Flags().StringVarP(&out, "out", "o", "", "write to `FILE`")
	return cmd
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
	default:
		err = e.Text(&b, counterexamples.TextOptions{Width: s.pictureWidth(), Color: s.color})
	}
	return b.Bytes(), err
}
