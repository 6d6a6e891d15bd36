package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/anel-mc/mc/specs/spec"
)

// The exit codes; see the package documentation.
const (
	exitHolds       = 0
	exitViolated    = 1
	exitUsage       = 2
	exitUnknown     = 3
	exitFault       = 4
	exitInterrupted = 130
	exitPipe        = 141
)

// Run runs the command with the given catalogue and arguments (without the
// program's name), and returns its exit code. While it runs, the first SIGINT or
// SIGTERM ends what it does with a partial result, and the second kills the process.
func Run(ctx context.Context, list []spec.Spec, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // back to what signals do by default

	p := &program{
		name:   strings.TrimSuffix(filepath.Base(os.Args[0]), ".exe"),
		specs:  list,
		stdin:  stdin,
		stdout: stdout,
		stderr: stderr,
		json:   wantsJSON(args),
	}
	root := p.root()
	root.SetArgs(append([]string{}, args...)) // nil would mean os.Args
	root.SetIn(stdin)
	root.SetOut(stdout)
	root.SetErr(stderr)
	cmd, err := root.ExecuteContextC(ctx)
	return p.exit(cmd, err)
}

// program is one run of the command.
type program struct {
	name   string // of the binary
	specs  []spec.Spec
	stdin  io.Reader
	stdout io.Writer
	stderr io.Writer
	json   bool // errors are wanted as JSON
	said   bool // a result has been printed
}

// ended is the error of a verb that ends with an exit code of its own.
type ended struct {
	code int
	err  error // nil if everything has been said
	hint string
}

func (e *ended) Error() string {
	if e.err == nil {
		return fmt.Sprintf("exit code %d", e.code)
	}
	return e.err.Error()
}

func (e *ended) Unwrap() error { return e.err }

// exitWith returns the error that ends a verb with a code; none for 0.
func exitWith(code int) error {
	if code == exitHolds {
		return nil
	}
	return &ended{code: code}
}

// wrong returns the error of wrong use, with what to do about it.
func wrong(err error, hint string, args ...any) error {
	return &ended{code: exitUsage, err: err, hint: fmt.Sprintf(hint, args...)}
}

// exit reports the error of a verb and returns the exit code.
func (p *program) exit(cmd *cobra.Command, err error) int {
	if err == nil {
		return exitHolds
	}
	var e *ended
	switch {
	case errors.Is(err, syscall.EPIPE) || errors.Is(err, io.ErrClosedPipe):
		return exitPipe
	case !errors.As(err, &e):
		// What comes from the library of the command line is wrong use.
		e = &ended{code: exitUsage, err: err, hint: "see: " + cmd.CommandPath() + " --help"}
	}
	if e.err == nil {
		return e.code
	}
	if p.json && !p.said { // one object is printed, and no second one after a result
		if err := p.print(encode(failed{Schema: schema, Error: e.err.Error(), Exit: e.code})); err == nil {
			return e.code
		}
	}
	where := p.name
	if cmd != nil {
		where = cmd.CommandPath()
	}
	fmt.Fprintf(p.stderr, "%s: %s\n", where, indent(e.err.Error(), "  "))
	if e.hint != "" {
		fmt.Fprintf(p.stderr, "  %s\n", e.hint)
	}
	return e.code
}

// print writes a result, all at once.
func (p *program) print(b []byte) error {
	p.said = true
	if _, err := p.stdout.Write(b); err != nil {
		return &ended{code: exitUsage, err: fmt.Errorf("the result could not be written: %w", err)}
	}
	return nil
}

// indent indents all lines of a text but the first.
func indent(text, by string) string { return strings.ReplaceAll(text, "\n", "\n"+by) }

func (p *program) root() *cobra.Command {
	root := &cobra.Command{
		Use:   p.name,
		Short: "explores distributed algorithms: every interleaving, every failure pattern",
		Long: `Explores distributed algorithms: every interleaving of their steps and every pattern
of failures, within bounds that you set. The answer is a proof within those
bounds, or the shortest execution that goes wrong, as a table.`,
		Example:       p.examples("list", "what there is", "check anel1", "decide every property of a spec", "list anel1", "its parameters, variants and cases"),
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return cmd.Help()
			}
			return wrong(fmt.Errorf("there is no verb %q%s", args[0], orNear(args[0], verbs(cmd))), "see: %s --help", p.name)
		},
	}
	root.SetUsageFunc(p.usage)
	root.SetFlagErrorFunc(p.flagError)
	root.SuggestionsMinimumDistance = 2
	root.AddCommand(p.list(), p.check(), p.compare(), p.frontier(), p.graph(), p.probability(), p.replay(), p.resume(), p.show(), p.simulate(), p.sweep(), p.version())
	root.InitDefaultCompletionCmd()
	for _, c := range root.Commands() {
		if c.Name() == "completion" {
			c.Short = "completion of verbs, names and flags, for your shell"
			c.Args = cobra.ArbitraryArgs
			c.RunE = func(cmd *cobra.Command, args []string) error {
				if len(args) > 0 {
					return wrong(fmt.Errorf("there is no completion for %q: there are %s", args[0], strings.Join(verbs(cmd), ", ")), "see: %s --help", cmd.CommandPath())
				}
				return cmd.Help()
			}
		}
	}
	root.SetHelpCommand(p.help(root))
	return root
}

// help is for those who ask mc help check instead of mc check --help.
func (p *program) help(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use:    "help [VERB]",
		Short:  "help about a verb",
		Hidden: true,
		RunE: func(_ *cobra.Command, args []string) error {
			about, rest, err := root.Find(args)
			if err != nil || len(rest) > 0 {
				return wrong(fmt.Errorf("there is no verb %q%s", args[0], orNear(args[0], verbs(root))), "see: %s --help", p.name)
			}
			return about.Help()
		},
	}
}

func verbs(root *cobra.Command) []string {
	var names []string
	for _, c := range root.Commands() {
		if c.IsAvailableCommand() {
			names = append(names, c.Name())
		}
	}
	return names
}

// examples lays out pairs of arguments and what they do.
func (p *program) examples(pairs ...string) string {
	var b strings.Builder
	widest := 0
	for i := 0; i < len(pairs); i += 2 {
		widest = max(widest, len(pairs[i]))
	}
	for i := 0; i < len(pairs); i += 2 {
		fmt.Fprintf(&b, "  %s %-*s  %s\n", p.name, widest, pairs[i], pairs[i+1])
	}
	return strings.TrimSuffix(b.String(), "\n")
}
