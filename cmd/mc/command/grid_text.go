package command

import (
	"strings"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/cmd/mc/command/internal/term"
	"github.com/anel-mc/mc/explore"
)

// remarks says why runs have no answer, or not every answer. more says what to do about too many states.
func remarks(runs []*run, limits checkers.Options, more string) term.Groups {
	var by term.Groups
	for _, r := range runs {
		a := r.answer
		switch {
		case a.Refused != "":
			first, _, _ := strings.Cut(a.Refused, "\n")
			by.Add(r.label, "there is no such instance: "+first)
			continue
		case a.Error != "":
			const fault = "the model is at fault" // most of the errors begin like this
			by.Add(r.label, fault+strings.TrimPrefix(": "+a.Error, ": "+fault))
			continue
		case a.idle():
			continue // the table says so
		case a.Clipped != "":
			by.Add(r.label, "the model's own bound was reached: "+a.Clipped)
		case a.Bound == explore.BoundStates:
			by.Add(r.label, reached(a.Bound, limits)+more)
		case a.Bound != explore.BoundNone:
			by.Add(r.label, reached(a.Bound, limits))
		}
		for _, p := range a.Properties {
			if p.Verdict == checkers.Unknown && a.Bound == explore.BoundNone && a.Clipped == "" {
				by.Add(r.label, p.Name+": "+p.Reason)
			}
		}
	}
	return by
}

// worth returns a command that shows the first model at fault, or else the first violation. It returns "" if there is
// neither.
func worth(program string, runs []*run) string {
	show := func(args string) string { return program + " check " + args }
	for _, r := range runs {
		if r.answer.Error != "" {
			return show(r.args())
		}
	}
	for _, r := range runs {
		for _, p := range r.answer.Properties {
			if p.Verdict == checkers.Violated && p.Steps != nil {
				return show(r.args() + asking(p.Name))
			}
		}
	}
	return ""
}

// hint writes the command that worth returned.
func hint(w *term.Writer, command string) {
	if command != "" && !w.Markdown {
		w.Line("\n%s\n  %s", w.Paint(term.Faint, "see how"), command)
	}
}
