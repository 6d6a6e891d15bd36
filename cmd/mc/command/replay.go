package command

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/counterexamples"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system"
	"github.com/anel-mc/mc/specs/spec"
)

// replayObject is what mc replay prints in JSON. The trace fits; if it does not,
// the answer is an error.
type replayObject struct {
	Schema      int            `json:"schema"`
	Spec        string         `json:"spec"`
	Variant     string         `json:"variant"`
	Params      map[string]int `json:"params"`
	Property    string         `json:"property"`
	Kind        checkers.Kind  `json:"kind"`
	Steps       int            `json:"steps"`
	Shown       bool           `json:"shown"` // the execution still shows what it showed
	Explanation string         `json:"explanation,omitempty"`
	Relevant    []int          `json:"relevant,omitempty"` // with --explain
	Why         []string       `json:"why,omitempty"`      // with --explain
}

func (p *program) replay() *cobra.Command {
	var format string
	var why explain
	cmd := &cobra.Command{
		Use:   "replay FILE [flags]",
		Short: "run a saved trace against the code of today",
		Long: `Runs an execution that mc check --out saved, step by step, against the code as it is
now, and says whether it still shows what it showed. FILE - is standard input.

Exit code: 1 the property is still violated, 0 the trace runs and the violation is gone,
2 the trace does not fit any more (the message names the step and what could
happen there instead), 4 the model is at fault. For a witness of something that is
to be reachable: 0 it is still one, 1 it is not.`,
		Example: p.examples("check anel1 --out trace.json", "save a counterexample", "replay trace.json", "run it again", "replay - < trace.json", "from standard input"),
		Args:    oneArg("FILE", "trace.json"),
		RunE: func(_ *cobra.Command, args []string) error {
			if err := checkFormat(format, []string{"text", "json"}); err != nil {
				return err
			}
			if err := why.fits(format); err != nil {
				return err
			}
			t, e, err := p.load(args[0])
			if err != nil {
				return err
			}
			return p.judge(args[0], format, why, t, e)
		},
	}
	formatFlag(cmd, &format, "text", "json")
	why.add(cmd)
	return cmd
}

// load reads a trace and executes it.
func (p *program) load(file string) (target, *counterexamples.Execution, error) {
	trace, err := p.read(file)
	if err != nil {
		return target{}, nil, err
	}
	inFile := func(err error) error {
		var e *ended
		if errors.As(err, &e) && e.err != nil {
			return &ended{code: e.code, err: fmt.Errorf("%s: %w", file, e.err), hint: e.hint}
		}
		return &ended{code: exitUsage, err: fmt.Errorf("%s: %w", file, err)}
	}
	if trace.Spec == "" {
		return target{}, nil, wrong(fmt.Errorf("%s: the trace names no spec", file), "it may be of a test: go test replays those")
	}
	s, err := p.find(trace.Spec)
	if err != nil {
		return target{}, nil, inFile(err)
	}
	environment, err := spec.ParseEnvironment(trace.Environment)
	if err != nil {
		return target{}, nil, inFile(err)
	}
	t, err := p.build(s, spec.Instance{Variant: trace.Variant, Params: trace.Params, Environment: environment})
	if err != nil {
		return t, nil, inFile(err)
	}
	sys, err := system.Compile(t.setup.Model)
	if err != nil {
		return t, nil, inFile(&ended{code: exitFault, err: err})
	}
	e, err := counterexamples.Replay(sys, trace)
	var fault *model.Error
	var stale *counterexamples.Stale
	switch {
	case errors.As(err, &fault):
		return t, nil, inFile(&ended{code: exitFault, err: err, hint: "the model is at fault"})
	case errors.As(err, &stale):
		return t, nil, inFile(wrong(err, "%s check %s explores the system as it is now", p.name, t.args()))
	case err != nil:
		return t, nil, inFile(err)
	}
	return t, e, nil
}

// read reads a trace file; "-" is standard input.
func (p *program) read(file string) (counterexamples.Trace, error) {
	var b []byte
	var err error
	if file == "-" {
		file = "standard input"
		b, err = io.ReadAll(p.stdin)
	} else {
		b, err = os.ReadFile(file)
	}
	if err != nil {
		if errors.Is(err, os.ErrNotExist) {
			return counterexamples.Trace{}, wrong(fmt.Errorf("there is no file %s", file), "%s check SPEC --out FILE saves a trace", p.name)
		}
		return counterexamples.Trace{}, wrong(err, "%s check SPEC --out FILE saves a trace", p.name)
	}
	trace, err := counterexamples.Read(bytes.NewReader(b))
	if err != nil {
		return trace, wrong(fmt.Errorf("%s: %w", file, err), "%s check SPEC --out FILE saves a trace", p.name)
	}
	return trace, nil
}

// judge says whether an execution still shows what its trace says.
func (p *program) judge(file, format string, why explain, t target, e *counterexamples.Execution) error {
	name := e.Trace.Property
	at := slices.IndexFunc(t.setup.Properties, func(x checkers.Property) bool { return x.Name() == name })
	if at < 0 {
		all := names(t.setup.Properties, checkers.Property.Name)
		return wrong(fmt.Errorf("%s: the trace fits, but %s has no property %q any more%s", file, t.spec.Name, name, orNear(name, all)),
			"%s show %s draws it all the same", p.name, quote(file))
	}
	property := t.setup.Properties[at]
	explanation, shown, err := checkers.Shows(e, property)
	if err != nil {
		return &ended{code: exitFault, err: err, hint: "the model is at fault"}
	}
	e.Trace.Kind, e.Trace.Explanation = string(property.Kind()), explanation
	witness := property.Kind() == checkers.KindReachable
	code := exitHolds
	if shown != witness {
		code = exitViolated
	}
	if why.wanted() && shown {
		if err := why.execution(e, property); err != nil {
			return err
		}
	}
	if format == "json" {
		relevant, notes := explained(e)
		err := p.print(encode(replayObject{
			Schema: schema, Spec: t.spec.Name, Variant: t.instance.Variant, Params: t.instance.Params,
			Property: name, Kind: property.Kind(), Steps: e.Len(), Shown: shown, Explanation: explanation, Relevant: relevant, Why: notes,
		}))
		if err != nil {
			return err
		}
		return exitWith(code)
	}
	var b bytes.Buffer
	x := &texter{Buffer: &b, style: styleOf(p.stdout), checking: &checking{program: p}}
	x.dim = why.dims()
	x.head(outcome{target: t})
	if !shown {
		e.Trace.Property, e.Trace.Kind, e.Trace.Explanation = "", "", "" // the picture is not of it any more
	}
	x.picture(e)
	x.line("")
	switch {
	case shown && witness:
		x.line("%s the trace fits, and still is a witness of %s, in %s", x.paint(good, "✓"), name, length(e))
	case shown:
		x.line("%s the trace fits, and still violates %s, in %s", x.paint(bad, "✗"), name, length(e))
	case witness:
		x.line("%s the trace fits, but is no witness of %s any more", x.paint(bad, "✗"), name)
		x.line("  %s check %s looks for another", p.name, t.args())
	case property.Kind() == checkers.KindCost && e.Trace.Loop == nil:
		cost, known, err := checkers.Paid(e, property)
		if err != nil {
			return &ended{code: exitFault, err: err, hint: "the model is at fault"}
		}
		costs := ""
		if known {
			costs = fmt.Sprintf(": %s costs %d here", name, cost)
		}
		x.line("%s the trace fits%s", x.paint(good, "✓"), costs)
		x.line("  %s check %s says what all executions cost", p.name, t.args())
	default:
		x.line("%s the trace fits, and does not violate %s any more", x.paint(good, "✓"), name)
		x.line("  %s check %s explores all other executions", p.name, t.args())
	}
	if err := p.print(b.Bytes()); err != nil {
		return err
	}
	return exitWith(code)
}
