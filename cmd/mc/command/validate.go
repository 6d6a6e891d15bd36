package command

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/checkers/validate"
	"github.com/anel-mc/mc/cmd/mc/command/internal/term"
	"github.com/anel-mc/mc/counterexamples"
	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/specs/spec"
)

// validateFlags are the flags of mc validate.
type validateFlags struct {
	selection
	limits      limits
	out, format string
}

// validated is the result of checking logs against a model.
type validated struct {
	target
	report *validate.Report
	limits checkers.Options
	out    string
}

func (p *program) validate() *cobra.Command {
	var f validateFlags
	cmd := &cobra.Command{
		Use:   "validate [SPEC[:VARIANT]] LOG... [flags]",
		Short: "check whether logs are consistent with an execution of the model",
		Long: `Reads the logs of a running program, one event of one process per line, and searches for an
execution of the spec that could have produced them. It may include every failure that the
flags allow and any event that is not logged, and what a line leaves out can be anything.
If there is none, mc validate shows how far the logs can be explained, and why the next lines
cannot follow. docs/logs.md describes the format. LOG - is standard input. Without SPEC, the
header of the log names it.

Exit code: 0 there is such an execution, 1 there is none, 2 wrong usage, 3 unknown,
4 the model is at fault, 130 interrupted.`,
		Example: examples(
			"show trace.json -o run.jsonl", "the log that the processes of a saved trace would have kept",
			"validate run.jsonl", "is it legal?",
			"validate {token-ring} -p n=3 --lose 1 n1.jsonl n2.jsonl n3.jsonl",
			"a file for each process; a message may be lost"),
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error { return p.runValidate(cmd, args, f) },
	}
	f.selection.add(cmd, oneValue, "", "What the logs are of", "Failures, network and time")
	fs := cmd.Flags()
	fs.StringVar(&f.limits.maxStates, "max-states", "", "end after `N` states")
	fs.StringVar(&f.limits.memory, "memory", "",
		"end when the search holds `SIZE`: 64MiB, 2GB, 0 for no bound (default three quarters of the machine's)")
	fs.StringVar(&f.limits.timeout, "timeout", "", "end after `TIME` in total: 30s, 10m, 2h")
	group(cmd, "Bounds of the search")
	fs.StringVarP(&f.out, "out", "o", "",
		"write the execution to `FILE`, in the format of its extension, or as a trace")
	formatFlag(cmd, &f.format, "text", "json")
	group(cmd, "Output")
	completeValues(cmd)
	return cmd
}

func (p *program) runValidate(cmd *cobra.Command, args []string, f validateFlags) error {
	arg, files := "", args
	if len(args) > 0 && !p.isLog(args[0]) {
		arg, files = args[0], args[1:]
	}
	if len(files) == 0 {
		return usageError("LOG is missing").hint("for example: %s validate %s run.jsonl", p.name, p.aSpec("token-ring"))
	}
	limits, err := f.limits.options(p, cmd)
	if err != nil {
		return err
	}
	name, _, _ := strings.Cut(arg, ":")
	log := validate.Log{Memory: limits.Memory, Accept: func(h validate.Header) error {
		if h.Spec != "" && name != "" && h.Spec != name {
			return fmt.Errorf("the log is of %s, not of %s", h.Spec, name)
		}
		return nil
	}}
	for _, file := range files {
		if err := p.input(file, func(from io.Reader) error { return log.Read(file, from) }); err != nil {
			return usageError("%w", err).hint("docs/logs.md describes the format of logs")
		}
	}
	h := log.Header
	switch {
	case arg == "" && h.Spec == "":
		return usageError("SPEC is missing, and the logs have no header that names it").
			hint("for example: %s validate %s %s", p.name, p.aSpec("token-ring"), counterexamples.ShellQuote(files[0]))
	case arg == "":
		if arg = h.Spec; h.Variant != "" {
			arg += ":" + h.Variant
		}
	}
	t, err := p.logged(cmd, arg, f.params, h)
	if err != nil {
		return err
	}
	limits, line := p.begin(cmd.Context(), limits)
	line.say(fmt.Sprintf("%s lines", term.Comma(uint64(log.Len()))))
	r, err := validate.Check(cmd.Context(), t.setup.Model, &log,
		validate.Options{MaxStates: limits.MaxStates, Memory: limits.Memory})
	line.erase()
	switch {
	case errors.As(err, new(*checkers.Failure)):
		return p.faulted(cmd, t, err)
	case err != nil:
		return cmp.Or(overdue(err), usageError("%w", err).hint("docs/logs.md describes the format"))
	}
	v := validated{target: t, report: r, limits: limits, out: f.out}
	v.stampOne(r.Execution)
	if f.out != "" {
		if err := p.saveExecution(f.out, f.format, r.Execution); err != nil {
			return usageError("--out: %w", err).hint("without --out the answer is only printed")
		}
	}
	return p.answer(f.format, v.object(), func(w *term.Writer) { v.text(w) }, v.code())
}

// logged returns the target of logs. Flags override what the header of the logs says.
func (p *program) logged(cmd *cobra.Command, arg string, given []string, h validate.Header) (target, error) {
	s, variant, err := p.findTarget(arg)
	if err != nil {
		return target{}, err
	}
	params, err := p.parseParams(s, given)
	if err != nil {
		return target{}, err
	}
	for name, value := range h.Params {
		if _, ok := params[name]; !ok {
			params[name] = value
		}
	}
	environment, set, err := environment(cmd)
	if err == nil && len(set) == 0 {
		environment, err = spec.ParseEnvironment(h.Environment)
	}
	if err != nil {
		return target{}, usageError("%w", err).seeHelp(cmd)
	}
	return p.build(s, spec.Instance{Variant: variant, Params: params, Environment: environment})
}

// isLog reports whether an argument names a file, not a spec. What names both is a spec.
func (p *program) isLog(arg string) bool {
	if arg == "-" || strings.ContainsAny(arg, "./") {
		return true
	}
	if _, _, err := p.findTarget(arg); err == nil {
		return false
	}
	_, err := os.Stat(arg)
	return err == nil
}

func (v validated) code() int {
	switch v.report.Verdict {
	case validate.Legal:
		return exitHolds
	case validate.Illegal:
		return exitViolated
	}
	return codeOfBound(v.report.Bound)
}

// mostShown is the maximum length of an execution that is drawn whole.
const mostShown = 60

func (v validated) text(w *term.Writer) {
	r := v.report
	head(w, v.target, false)
	if n := r.Execution.Len(); n > 0 && n <= mostShown {
		table(w, r.Execution, false)
		w.Gap()
	}
	lines := fmt.Sprintf("%s of %s lines", term.Comma(uint64(r.Explained)), term.Comma(uint64(r.Lines)))
	switch r.Verdict {
	case validate.Legal:
		w.Line("%s legal: this execution, of %s, agrees with all %s lines", w.Paint(term.Good, "✓"), length(r.Execution),
			term.Comma(uint64(r.Lines)))
	case validate.Illegal:
		w.Line("%s illegal: no execution agrees with more than %s; after this one, of %s,", w.Paint(term.Bad, "✗"), lines,
			length(r.Execution))
		for _, line := range r.Obstacles() {
			w.Line("  %s", line)
		}
	default:
		why := "the model's own bound was reached: " + r.Clipped
		if r.Bound != explore.BoundNone {
			why = reached(r.Bound, v.limits)
		}
		w.Line("%s unknown: %s; an execution was found that agrees with %s", w.Paint(term.Open, "?"), why, lines)
	}
	if n := r.Execution.Len(); n > mostShown && v.out == "" {
		w.Line("-o run.html writes the execution, which is too long for a table")
	}
	w.Line("%s", term.Count(r.States, "state"))
}

// validateObject is the answer of mc validate in JSON.
type validateObject struct {
	Schema int `json:"schema"`
	identityObject
	Verdict   validate.Verdict      `json:"verdict"`
	Lines     int                   `json:"lines"`
	Explained int                   `json:"explained"`
	States    uint64                `json:"states"`
	Bound     explore.Bound         `json:"bound,omitempty"`
	Clipped   string                `json:"clipped,omitempty"`
	Why       []obstacleObject      `json:"why,omitempty"`
	Trace     counterexamples.Trace `json:"trace"`
}

// obstacleObject is a line that cannot come next.
type obstacleObject struct {
	At      string   `json:"at"`
	Line    string   `json:"line"`
	Reasons []string `json:"reasons"`
}

func (v validated) object() validateObject {
	r := v.report
	o := validateObject{Schema: schema, identityObject: v.identity(), Verdict: r.Verdict, Lines: r.Lines,
		Explained: r.Explained, States: r.States, Bound: r.Bound, Clipped: r.Clipped, Trace: r.Execution.Trace}
	for _, w := range r.Why {
		o.Why = append(o.Why, obstacleObject{At: w.At, Line: w.Line.String(), Reasons: w.Reasons})
	}
	return o
}
