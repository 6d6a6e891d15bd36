package command

import (
	"slices"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/cmd/mc/command/internal/ci"
	"github.com/anel-mc/mc/cmd/mc/command/internal/term"
	"github.com/anel-mc/mc/counterexamples"
	"github.com/anel-mc/mc/explore"
	"github.com/spf13/cobra"
)

// checkAnswer is what mc check found, and how the flags say to show it: everything that the forms of the output need.
type checkAnswer struct {
	program string // the name of the command
	selection
	outputFlags
	all, strict bool
	limits      checkers.Options
	outcomes    []outcome
	of          int            // the number of outcomes if nothing had ended the check early
	ofRecord    map[string]int // the same of each record
	ended       explore.Bound  // what ended it early
	code        int
	halted      *exitError                 // why the search could not go on on disk
	saved       *counterexamples.Execution // the execution that --out saved
}

// exitCode returns the worst exit code of the outcomes.
func (a checkAnswer) exitCode() int {
	code := exitHolds
	if len(a.outcomes) < a.of {
		code = codeOfBound(a.ended)
	}
	for _, o := range a.outcomes {
		code = worse(o.code, code)
	}
	return code
}

// report saves the trace, if any, and prints an answer. Neither depends on the other's success. If the search could not
// go on on disk, it then says why.
func (p *program) report(a checkAnswer) error {
	var saving error
	a.saved, saving = p.keep(a.out, a.format, first(a.outcomes))
	if err := p.printCheck(a); err != nil {
		return err
	}
	err := p.kept(a.out, a.saved, saving, a.code)
	if a.halted == nil || saving != nil {
		return err
	}
	a.halted.code = worse(a.halted.code, a.code)
	return a.halted
}

// keep saves an execution in the file of --out, if both are given. It returns what was saved.
func (p *program) keep(out, format string, e *counterexamples.Execution) (saved *counterexamples.Execution, err error) {
	if out == "" || e == nil {
		return nil, nil
	}
	if err := p.saveExecution(out, format, e); err != nil {
		return nil, err
	}
	return e, nil
}

// kept ends a verb whose result has been printed. It says what --out could not save.
func (p *program) kept(out string, saved *counterexamples.Execution, saving error, code int) error {
	switch {
	case saving != nil:
		return unsaved("--out", saving, code)
	case out != "" && saved == nil:
		p.note("nothing was saved in %s: there is no execution to save", out)
	}
	return exitWith(code)
}

// savedText says where an execution was saved, and how to replay it.
func savedText(w *term.Writer, program, out, format, what string) {
	w.Line("saved: %s is in %s", what, out)
	if savedForm(out, format) == "json" {
		w.Line("  %s replay %s", program, counterexamples.ShellQuote(out))
	}
}

// printCheck prints an answer in the form of --format.
func (p *program) printCheck(a checkAnswer) error {
	switch {
	case a.format == "json" && a.all:
		all := []checkObject{}
		for _, o := range a.outcomes {
			all = append(all, o.object())
		}
		return p.print(term.JSON(all))
	case a.format == "json":
		return p.print(term.JSON(a.outcomes[0].object()))
	case slices.Contains(pictureForms(), a.format) && a.saved != nil && savedForm(a.out, a.format) == a.format:
		return nil // it went to --out
	case slices.Contains(pictureForms(), a.format):
		return p.printPicture(a.outcomes[0], a.format)
	case slices.Contains(ci.Forms(), a.format):
		return p.print(ci.Write(ciReport(a), a.format))
	}
	w := p.writer()
	checkText(w, a)
	return p.print(w.Bytes())
}

// printPicture prints the first counterexample of an outcome as a diagram or page.
func (p *program) printPicture(o outcome, form string) error {
	e := first([]outcome{o})
	if o.failure != nil {
		e = executionTo(o.failure)
	}
	if e != nil {
		b, err := rendered(e, form, counterexamples.TextOptions{})
		if err != nil {
			return err
		}
		if err := p.print(b); err != nil {
			return err
		}
	}
	switch {
	case o.failure != nil:
		p.note("%v", o.failure)
	case e == nil:
		p.note("%s: there is no counterexample to draw", o.report.Verdict)
	}
	return nil
}

// outputFlags are the flags of mc check and mc resume for their output.
type outputFlags struct {
	schedule     schedule
	out          string
	format       string
	explain      explain
	stats, quiet bool
}

func (o *outputFlags) add(cmd *cobra.Command) {
	f := cmd.Flags()
	o.schedule.add(cmd)
	f.StringVarP(&o.out, "out", "o", "",
		"write the first counterexample, or else witness, to `FILE`, in the format of its extension, or as a trace")
	formatFlag(cmd, &o.format, slices.Concat([]string{"text", "json"}, pictureForms(), ci.Forms())...)
	o.explain.add(cmd)
	f.BoolVar(&o.stats, "stats", false, "also print levels, events and memory")
	f.BoolVarP(&o.quiet, "quiet", "q", false, "print verdicts only")
	group(cmd, "Output")
}
