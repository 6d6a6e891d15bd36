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
	cmd.Flags().StringVar(&x.how, "explain", "",
		"explain which steps led to what the property looked at; show the others by `HOW`: drop or dim")
	cmd.Flags().Lookup("explain").NoOptDefVal = explainDrop
	choices(cmd, "explain", explainDrop, explainDim)
}

func (x explain) wanted() bool { return x.how != "" }
func (x explain) dims() bool   { return x.how == explainDim }

// fits refuses what cannot be, given the form of the output.
func (x explain) fits(format string) error {
	switch {
	case !slices.Contains([]string{"", explainDrop, explainDim}, x.how):
		return usageError("--explain=%s: it must be %s or %s", x.how, explainDrop, explainDim).
			hint("--explain alone is --explain=%s; a FILE or SPEC goes before it", explainDrop)
	case x.wanted() && slices.Contains([]string{"itf", "shiviz", formPorcupine}, format):
		return usageError("--explain with --format %s: that format always has every step", format).
			hint("text, mermaid, html and svg show an explanation")
	}
	return nil
}

// execution explains an execution that p is violated by, or a witness.
func (x explain) execution(e *counterexamples.Execution, p checkers.Property) error {
	if _, err := checkers.Explain(e, p); err != nil {
		return &exitError{code: exitFault, err: fmt.Errorf("--explain: %w", err), advice: "the model is at fault"}
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

// report explains the executions of a report. The error is that of a model at fault.
func (x explain) report(r *checkers.Report) error {
	if !x.wanted() {
		return nil
	}
	for _, result := range r.Results {
		if result.Execution == nil {
			continue
		}
		if _, err := checkers.Explain(result.Execution, result.Property); err != nil {
			return err
		}
	}
	return nil
}

// trace explains a saved trace; where it shows nothing any more it says so.
func (x explain) trace(program, file string, t target, e *counterexamples.Execution) error {
	if !x.wanted() {
		return nil
	}
	all := "%s show %s draws all steps"
	property := t.property(e.Trace.Property)
	if property == nil {
		return usageError("%s: %s has no property %q to explain", file, t.spec.Name, e.Trace.Property).
			hint(all, program, counterexamples.ShellQuote(file))
	}
	if err := x.execution(e, *property); err != nil {
		return err
	}
	if e.Slice == nil {
		return usageError("%s: the trace does not show %s any more: there is nothing to explain", file, e.Trace.Property).
			hint(all, program, counterexamples.ShellQuote(file))
	}
	return nil
}
