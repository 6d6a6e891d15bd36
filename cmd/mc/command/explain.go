package command

import (
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/counterexamples"
)

// explain is the flag --explain: how to show the steps that do not contribute to what an execution shows. It is empty
// if nothing is to be explained.
type explain struct{ how string }

// The values of --explain.
const (
	explainDrop = "drop"
	explainDim  = "dim"
)

func (x *explain) add(cmd *cobra.Command) {
	cmd.Flags().Var(word{&x.how, "explain", []string{explainDrop, explainDim}, "--explain alone means " + explainDrop},
		"explain", "explain which steps led to what the property looked at; show the others by `HOW`: drop or dim")
	cmd.Flags().Lookup("explain").NoOptDefVal = explainDrop
	choices(cmd, "explain", explainDrop, explainDim)
}

func (x explain) wanted() bool { return x.how != "" }
func (x explain) dims() bool   { return x.how == explainDim }

// fits refuses formats that cannot show an explanation.
func (x explain) fits(format string) error {
	if x.wanted() && slices.Contains([]string{"itf", "shiviz", formPorcupine}, format) {
		return usageError("--explain with --format %s: that format always has every step", format).
			hint("text, mermaid, html and svg show an explanation")
	}
	return nil
}

// execution explains a counterexample to p, or a witness of it.
func (x explain) execution(e *counterexamples.Execution, p checkers.Property) error {
	if _, err := checkers.Explain(e, p); err != nil {
		return &exitError{code: exitFault, err: fmt.Errorf("--explain: %w", err), advice: "the model is at fault"}
	}
	return nil
}

// explained returns the explanation of an execution, if there is one: the steps that matter, from 1, and the notes.
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

// report explains the executions of a report. It fails only if the model is at fault.
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

// trace explains a saved trace. It is an error if the trace no longer shows what it did.
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
