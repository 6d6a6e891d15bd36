package command

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/dustin/go-humanize"
	"github.com/spf13/cobra"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/cmd/mc/command/internal/term"
	"github.com/anel-mc/mc/counterexamples"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system"
)

// replayFlags are the flags of mc replay.
type replayFlags struct {
	format  string
	explain explain
}

func (p *program) replay() *cobra.Command {
	var f replayFlags
	cmd := &cobra.Command{
		Use:   "replay FILE [flags]",
		Short: "run a saved trace against the current code",
		Long: `Runs an execution that mc check --out saved, step by step, against the code as it is
now, and says whether it still violates (or reaches) the property. FILE - is standard input.

Exit code: 1 the property is still violated, 0 the trace runs and the violation is gone,
2 the trace no longer fits (the message names the step and what could
happen there instead), 4 the model is at fault. For a witness of a reachability
property: 0 it is still one, 1 it is not. For a trace that names no property, such as a walk
saved from mc explore: 0 it runs; nothing is judged.`,
		Example: examples(
			"check {anel1} --out trace.json", "save a counterexample", "replay trace.json", "run it again",
			"replay - < trace.json", "from standard input"),
		Args: oneArg("FILE", "trace.json"),
		RunE: func(_ *cobra.Command, args []string) error { return p.runReplay(args[0], f) },
	}
	formatFlag(cmd, &f.format, "text", "json")
	f.explain.add(cmd)
	return cmd
}

func (p *program) runReplay(file string, f replayFlags) error {
	if err := f.explain.fits(f.format); err != nil {
		return err
	}
	t, e, err := p.load(file)
	if err != nil {
		return err
	}
	r, err := p.judge(file, t, e)
	if err != nil {
		return err
	}
	if f.explain.wanted() && r.shown {
		if err := f.explain.execution(e, r.property); err != nil {
			return err
		}
	}
	return p.answer(f.format, r.object(), func(w *term.Writer) { replayText(w, p.name, r, f.explain.dims()) }, r.code())
}

// load reads a trace and executes it.
func (p *program) load(file string) (target, *counterexamples.Execution, error) {
	trace, err := p.read(file)
	if err != nil {
		return target{}, nil, err
	}
	return p.execute(file, trace)
}

// execute executes the trace of a file.
func (p *program) execute(file string, trace counterexamples.Trace) (target, *counterexamples.Execution, error) {
	inFile := func(err error) error {
		if e, ok := errors.AsType[*exitError](err); ok && e.err != nil {
			return &exitError{code: e.code, err: fmt.Errorf("%s: %w", file, e.err), advice: e.advice}
		}
		return &exitError{code: exitUsage, err: fmt.Errorf("%s: %w", file, err)}
	}
	switch {
	case trace.Picture != "":
		return target{}, nil, usageError("%s: the trace was saved by a test, %s", file, trace.Spec).
			hint("go test -run '^%s$' -mc.replay=FILE replays it; %s show %s draws it",
				strings.ReplaceAll(trace.Spec, "/", "$/^"), p.name, counterexamples.ShellQuote(file))
	case trace.Spec == "":
		return target{}, nil, usageError("%s: the trace names no spec", file).
			hint("if a test saved it, go test replays it")
	}
	t, err := p.rebuild(trace.Spec, trace.Variant, trace.Params, trace.Environment, nil)
	if err != nil {
		return t, nil, inFile(err)
	}
	sys, err := system.Compile(t.setup.Model)
	if err != nil {
		return t, nil, inFile(&exitError{code: exitFault, err: err})
	}
	e, err := counterexamples.Replay(sys, trace)
	switch {
	case errors.As(err, new(*model.Error)):
		return t, nil, inFile(&exitError{code: exitFault, err: err, advice: "the model is at fault"})
	case errors.As(err, new(*counterexamples.Stale)):
		return t, nil, inFile(usageError("%w", err).hint("%s check %s explores the system as it is now", p.name, t.args()))
	case err != nil:
		return t, nil, inFile(err)
	}
	return t, e, nil
}

// read reads a trace file; "-" is standard input.
func (p *program) read(file string) (counterexamples.Trace, error) {
	b, err := p.readAll(file)
	if file == "-" {
		file = "standard input"
	}
	if err != nil {
		if errors.Is(err, os.ErrNotExist) {
			return counterexamples.Trace{}, usageError("there is no file %s", file).
				hint("%s check SPEC --out FILE saves a trace", p.name)
		}
		return counterexamples.Trace{}, usageError("%w", err).hint("%s check SPEC --out FILE saves a trace", p.name)
	}
	trace, err := counterexamples.Read(bytes.NewReader(b))
	if err != nil {
		return trace, usageError("%s: %w", file, err).hint("%s check SPEC --out FILE saves a trace", p.name)
	}
	return trace, nil
}

// maxTrace is the maximum size of a trace, in bytes. It guards against files such as /dev/zero.
const maxTrace = 256 << 20

// readAll reads a trace file, or standard input.
func (p *program) readAll(file string) (b []byte, err error) {
	err = p.input(file, func(from io.Reader) error {
		b, err = io.ReadAll(io.LimitReader(from, maxTrace+1))
		if len(b) > maxTrace {
			return fmt.Errorf("%s: it is larger than %s, so it cannot be a trace", file, humanize.IBytes(maxTrace))
		}
		return err
	})
	return b, err
}

// input opens a file for read; "-" is standard input. A signal ends the command even while reading blocks.
func (p *program) input(file string, read func(from io.Reader) error) error {
	p.reading.Store(true)
	defer p.reading.Store(false)
	if file == "-" {
		return read(p.stdin)
	}
	f, err := os.Open(file)
	if err != nil {
		return err
	}
	defer f.Close()
	return read(f)
}

// replayed is an execution that was replayed, and what it shows now.
type replayed struct {
	target      target
	execution   *counterexamples.Execution
	property    checkers.Property
	shown       bool   // it still shows what its trace says
	explanation string // if it does not, and is not empty: why that is not known
	paid        string // what an execution that ends costs
}

// judge decides whether an execution still shows what its trace says, if that names a property.
func (p *program) judge(file string, t target, e *counterexamples.Execution) (replayed, error) {
	name := e.Trace.Property
	if name == "" {
		return replayed{target: t, execution: e}, nil
	}
	property := t.property(name)
	if property == nil {
		all := names(t.setup.Properties, checkers.Property.Name)
		return replayed{}, usageError("%s: the trace can be replayed, but %s no longer has a property %q%s", file,
			t.spec.Name, name, orNear(name, all)).hint("%s show %s still draws it", p.name, counterexamples.ShellQuote(file))
	}
	r := replayed{target: t, execution: e, property: *property}
	fault := func(err error) (replayed, error) {
		return r, &exitError{code: exitFault, err: err, advice: "the model is at fault"}
	}
	var err error
	if r.explanation, r.shown, err = checkers.Shows(e, r.property); err != nil {
		return fault(err)
	}
	e.Trace.Kind, e.Trace.Explanation = string(r.property.Kind()), r.explanation
	if !r.shown && r.property.Kind() == checkers.KindCost && e.Trace.Loop == nil {
		paid, err := checkers.Paid(e, r.property)
		if err != nil {
			return fault(err)
		}
		if paid != nil {
			r.paid = fmt.Sprintf(": %s costs %d here", name, paid.Cost)
			e.Trace.Explanation = fmt.Sprintf("this execution costs %d", paid.Cost)
		}
	}
	return r, nil
}

// witness reports whether the trace is a witness of reachability.
func (r replayed) witness() bool { return r.property.Kind() == checkers.KindReachable }

func (r replayed) code() int {
	switch {
	case !r.shown && r.explanation != "":
		return exitUnknown
	case r.shown != r.witness():
		return exitViolated
	}
	return exitHolds
}

// replayText writes what an execution shows as text.
func replayText(w *term.Writer, program string, r replayed, dim bool) {
	e, name := r.execution, r.property.Name()
	head(w, r.target, false)
	if !r.shown {
		e.Trace.Property, e.Trace.Kind, e.Trace.Explanation = "", "", "" // it no longer shows that
	}
	table(w, e, dim)
	w.Gap()
	fits, fails := w.Paint(term.Good, "✓")+" the trace fits", w.Paint(term.Bad, "✗")+" the trace fits"
	check := func(what string) { w.Line("  %s check %s %s", program, r.target.args(), what) }
	switch {
	case name == "":
		w.Line("%s; it names no property, so nothing is judged", fits)
	case r.shown && r.witness():
		w.Line("%s, and still is a witness of %s, in %s", fits, name, length(e))
	case r.shown:
		w.Line("%s, and still violates %s, in %s", fails, name, length(e))
	case r.witness() && r.explanation == "":
		w.Line("%s, but is no witness of %s any more", fails, name)
		check("looks for another")
	case r.property.Kind() == checkers.KindCost && e.Trace.Loop == nil:
		w.Line("%s%s", fits, r.paid)
		check("says what all executions cost")
	case r.explanation != "":
		verb := "violates"
		if r.witness() {
			verb = "is a witness of"
		}
		w.Line("%s, and whether it %s %s is not known: %s", fits, verb, name, r.explanation)
	default:
		w.Line("%s, and does not violate %s any more", fits, name)
		check("explores all other executions")
	}
}

// replayObject is the answer of mc replay in JSON, for a trace that fits. If it does not, the answer is an error.
type replayObject struct {
	Schema int `json:"schema"`
	identityObject
	Property    string        `json:"property"`
	Kind        checkers.Kind `json:"kind"`
	Steps       int           `json:"steps"`
	Shown       bool          `json:"shown"` // the execution still shows what it showed
	Explanation string        `json:"explanation,omitempty"`
	Relevant    []int         `json:"relevant,omitempty"` // with --explain
	Why         []string      `json:"why,omitempty"`      // with --explain
}

func (r replayed) object() replayObject {
	relevant, notes := explained(r.execution)
	return replayObject{
		Schema: schema, identityObject: r.target.identity(), Property: r.property.Name(), Kind: r.property.Kind(),
		Steps: r.execution.Len(), Shown: r.shown, Explanation: r.explanation, Relevant: relevant, Why: notes,
	}
}
