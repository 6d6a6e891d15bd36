package command

import (
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/counterexamples"
)

// explain is the flag --explain: how steps are shown that have no part in what an execution
// shows. It is empty where nothing is explained.
type explain struct{ how string }

// The values of --explain.
const (
	explainDrop = "drop"
	explainDim  = "dim"
)

func (x *explain) add(cmd *cobra.Command) {
	cmd.Flags().StringVar(&x.how, "explain", "", "say why: which steps led to what the property looked at; `HOW` the others are shown: drop or dim")
	cmd.Flags().Lookup("explain").NoOptDefVal = explainDrop
	offer(cmd, "explain", func(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
		return []string{explainDrop, explainDim}, cobra.ShellCompDirectiveNoFileComp
	})
}

func (x explain) wanted() bool { return x.how != "" }
func (x explain) dims() bool   { return x.how == explainDim }

// fits refuses what cannot be, given the form of the output.
func (x explain) fits(format string) error {
	switch {
	case !slices.Contains([]string{"", explainDrop, explainDim}, x.how):
		return wrong(fmt.Errorf("--explain=%s: it must be %s or %s", x.how, explainDrop, explainDim), "--explain alone is --explain=%s; a FILE or SPEC goes before it", explainDrop)
	case x.wanted() && slices.Contains([]string{"itf", "shiviz", formatPorcupine}, format):
		return wrong(fmt.Errorf("--explain with --format %s: that form always has every step", format), "text, mermaid, html and svg show an explanation")
	}
	return nil
}

// execution explains an execution that p is violated by, or a witness.
func (x explain) execution(e *counterexamples.Execution, p checkers.Property) error {
	if _, err := checkers.Explain(e, p); err != nil {
		return &ended{code: exitFault, err: fmt.Errorf("--explain: %w", err), hint: "the model is at fault"}
	}
	return nil
}

// explained is the explanation of an execution, if there is one: the steps that it keeps, from 1, and what it says.
func explained(e *counterexamples.Execution) (steps []int, notes []string) {
	if e.Slice == nil {
		return nil, nil
	}
	for i, matters := range e.Slice.Steps {
		if matters {
			steps = append(steps, i+1)
		}
	}
	return steps, e.Slice.Notes
}

// outcome explains the executions of an outcome.
func (x explain) outcome(o outcome) outcome {
	if !x.wanted() || o.report == nil || o.failure != nil {
		return o
	}
	for _, r := range o.report.Results {
		if r.Execution == nil {
			continue
		}
		if _, err := checkers.Explain(r.Execution, r.Property); err != nil {
			o.failure = err
			return o
		}
	}
	return o
}

// trace explains a saved trace; where it shows nothing any more it says so.
func (x explain) trace(p *program, file string, t target, e *counterexamples.Execution) error {
	if !x.wanted() {
		return nil
	}
	at := slices.IndexFunc(t.setup.Properties, func(q checkers.Property) bool { return q.Name() == e.Trace.Property })
	if at < 0 {
		return wrong(fmt.Errorf("%s: %s has no property %q to explain", file, t.spec.Name, e.Trace.Property), "%s show %s draws all steps", p.name, quote(file))
	}
	if err := x.execution(e, t.setup.Properties[at]); err != nil {
		return err
	}
	if e.Slice == nil {
		return wrong(fmt.Errorf("%s: the trace does not show %s any more: there is nothing to explain", file, e.Trace.Property), "%s show %s draws all steps", p.name, quote(file))
	}
	return nil
}
