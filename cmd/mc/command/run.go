package command

import (
	"context"
	"errors"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/anel-mc/mc/cmd/mc/plot"
	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/specs/spec"
)

// Parts holds features of the command that need many more modules. Each may be nil.
type Parts struct {
	// Draw draws the plots of the verb compare: drawing.Draw in package cmd/mc/plot/drawing.
	Draw plot.Drawer

	// Storage opens the storage at an address such as s3://bucket/run: bucket.Open in package cmd/mc/bucket.
	Storage func(ctx context.Context, address string) (explore.Storage, error)
}

func firstOf(parts []Parts) (p Parts) {
	if len(parts) > 0 {
		p = parts[0]
	}
	return p
}

// Run runs the command with the given catalogue and arguments (without the program's name), and returns its exit code.
// While it runs, the first SIGINT, SIGTERM or SIGHUP ends the command with a partial result, and the second kills the
// process. If a function of a model does not return, Run returns without waiting for it. At most one value of parts is
// used.
func Run(ctx context.Context, list []spec.Spec, args []string, stdin io.Reader, stdout, stderr io.Writer,
	parts ...Parts) int {
	ctx, stop := signal.NotifyContext(ctx, signals()...)
	defer stop()
	context.AfterFunc(ctx, stop) // restores the default behaviour of signals

	p := &program{
		name:   strings.TrimSuffix(filepath.Base(os.Args[0]), ".exe"),
		args:   args,
		specs:  list,
		stdin:  stdin,
		stdout: stdout,
		stderr: stderr,
		json:   wantsJSON(args),
		parts:  firstOf(parts),

		heap:    newHeapKeeper(),
		limited: make(chan context.Context, 1),
	}
	help := &helpWriter{w: stdout}
	root := p.root(help)
	root.SetArgs(append([]string{}, args...)) // nil would mean os.Args
	root.SetIn(stdin)
	root.SetErr(stderr)
	code := make(chan int, 1)
	go func() {
		returned := false
		defer func() {
			if x := recover(); x != nil {
				panic(x)
			}
			if !returned {
				code <- p.exit(nil, errExited)
			}
		}()
		cmd, err := root.ExecuteContextC(ctx)
		returned = true
		if err == nil {
			err = unwritten(help.err)
		}
		code <- p.exit(cmd, err)
	}()
	return p.await(ctx, code)
}

// errExited is the error of a verb whose goroutine a function of the model ended.
var errExited = &exitError{code: exitFault,
	err: errors.New("a function of the model ended the goroutine that called it: runtime.Goexit was called")}

// root returns the command with all verbs. What the flag library writes goes to out.
func (p *program) root(out io.Writer) *cobra.Command {
	root := &cobra.Command{
		Use:   p.name,
		Short: "explore distributed algorithms: every interleaving, every failure pattern",
		Long: `Explores distributed algorithms: every interleaving of their steps and every pattern
of failures, within bounds that you set. The answer is a proof within those
bounds, or the shortest execution that goes wrong, as a table.`,
		Example: examples(
			"list", "all specs", "check {anel1}", "decide every property of a spec",
			"list {anel1}", "its parameters, variants and cases"),
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return cmd.Help()
			}
			if cmd.ArgsLenAtDash() == 0 {
				return usageError("there is no verb before --").seeHelp(cmd)
			}
			return usageError("there is no verb %q%s", args[0], orNear(args[0], verbs(cmd))).hint("see: %s --help", p.name)
		},
	}
	root.SetOut(out) // before its verbs are made, one of which keeps it
	root.PersistentPreRunE = func(cmd *cobra.Command, _ []string) error {
		p.verb = cmd.CommandPath()
		return sensible(cmd)
	}
	root.SetHelpFunc(p.about)
	root.SetUsageFunc(p.usage)
	root.SetFlagErrorFunc(p.flagError)
	root.SuggestionsMinimumDistance = 2
	root.AddCommand(p.book(), p.list(), p.check(), p.compare(), p.walk(), p.frontier(), p.graph(), p.probability(),
		p.live(), p.replay(), p.resume(), p.show(), p.simulate(), p.sweep(), p.task(), p.validate(), p.version())
	root.InitDefaultCompletionCmd()
	for _, c := range root.Commands() {
		if c.Name() == "completion" {
			explainCompletion(c)
		}
	}
	root.SetHelpCommand(p.help(root))
	return root
}

// explainCompletion adapts the completion verb of the flag library.
func explainCompletion(c *cobra.Command) {
	c.Short = "complete verbs, names and flags in your shell"
	c.Args = cobra.ArbitraryArgs
	c.RunE = func(cmd *cobra.Command, args []string) error {
		if len(args) > 0 {
			return usageError("there is no completion for %q: choose one of %s", args[0], strings.Join(verbs(cmd), ", ")).
				seeHelp(cmd)
		}
		return cmd.Help()
	}
}

// help returns the verb for mc help check, which is the same as mc check --help.
func (p *program) help(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use:    "help [VERB]",
		Short:  "help about a verb",
		Hidden: true,
		RunE: func(_ *cobra.Command, args []string) error {
			about, rest, err := root.Find(args)
			if err != nil || len(rest) > 0 {
				return usageError("there is no verb %q%s", args[0], orNear(args[0], verbs(root))).hint("see: %s --help", p.name)
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
