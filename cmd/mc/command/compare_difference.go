package command

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/checkers/refine"
	"github.com/anel-mc/mc/cmd/mc/command/internal/term"
	"github.com/anel-mc/mc/counterexamples"
	"github.com/anel-mc/mc/counterexamples/words"
	"github.com/anel-mc/mc/explore"
)

// differenceForms returns the output formats of mc compare --difference.
func differenceForms() []string { return []string{"text", "md", "json"} }

// maxInstead limits how many of the steps that are possible instead are listed.
const maxInstead = 20

// direction says what one system can do that another cannot.
type direction struct {
	of, than *run
	found    *refine.Inclusion
}

// fitsDifference refuses --difference where it does not apply.
func (f compareFlags) fitsDifference(cmd *cobra.Command, runs []*run) error {
	switch {
	case f.least || len(f.properties) > 0 || f.plot != "":
		return usageError("--difference compares traces, and cannot be used with --least, --property or --plot").seeHelp(cmd)
	case !slices.Contains(differenceForms(), f.format):
		return usageError("--difference cannot be written as %s: choose one of %s", f.format,
			strings.Join(differenceForms(), ", ")).seeHelp(cmd)
	case len(runs) != 2:
		return usageError("--difference compares two systems of one size, but %d were given", len(runs)).
			seeHelp(cmd)
	}
	return cmp.Or(runs[0].refused, runs[1].refused)
}

// difference compares the traces of two systems, in both directions.
func (p *program) difference(ctx context.Context, runs []*run, options checkers.Options, form string) error {
	options, line := p.begin(ctx, options)
	all := []direction{{of: runs[0], than: runs[1]}, {of: runs[1], than: runs[0]}}
	code := exitHolds
	for i, d := range all {
		line.label = fmt.Sprintf("%s, not in %s: ", d.of.label, d.than.label)
		found, err := refine.Traces(ctx, d.of.setup.Model, d.than.setup.Model, options)
		line.erase()
		if err != nil {
			err = fmt.Errorf("%s and %s: %w", d.of.label, d.than.label, err)
			return cmp.Or(overdue(err), &exitError{code: exitFault, err: err,
				advice: p.name + " check SPEC shows the way there"})
		}
		d.of.stampOne(found.Execution)
		all[i].found = found
		switch {
		case found.Bound == explore.BoundInterrupt:
			code = exitInterrupted
		case found.Verdict == checkers.Unknown:
			code = worse(exitUnknown, code)
		}
	}
	return p.answer(form, differenceOf(all), func(w *term.Writer) { differenceText(w, runs, all, options) }, code)
}

// differenceText writes how the traces differ as text.
func differenceText(w *term.Writer, runs []*run, all []direction, limits checkers.Options) {
	title, notes := titleOf(blocksOf(runs))
	w.Title(title)
	w.Notes(notes)
	if common(runs) != "" {
		size(w, runs)
	}
	for _, name := range unequal(runs) {
		var by term.Groups
		for _, r := range runs {
			if v, ok := r.instance.Params[name]; ok {
				by.Add(r.label, fmt.Sprintf("%s=%d", name, v))
			}
		}
		w.Notes(by.Lines(len(runs) + 1)) // so that each line names its system
	}
	for _, d := range all {
		w.Gap()
		d.text(w, limits)
	}
	if all[0].found.Verdict == checkers.Holds && all[1].found.Verdict == checkers.Holds {
		w.Line("\nthey have the same traces: what they do looks the same from outside, whatever their local states are")
	}
}

// text writes one direction.
func (d direction) text(w *term.Writer, limits checkers.Options) {
	i, of, than := d.found, d.of.label, d.than.label
	if i.Execution == nil {
		text := fmt.Sprintf("✓ %s does nothing that %s cannot do: every one of its traces is one of %s", of, than, than)
		if i.Verdict == checkers.Unknown {
			text = fmt.Sprintf("? nothing was found that %s does and %s cannot do", of, than)
			switch {
			case i.Bound == explore.BoundNone:
				text += ": " + i.Reason
			case i.Depth == 0:
				text += fmt.Sprintf(": %s at once", reached(i.Bound, limits))
			default:
				text += fmt.Sprintf(", in traces of up to %s: %s after %s pairs", term.Steps(i.Depth), reached(i.Bound, limits),
					term.Comma(i.Pairs))
			}
		}
		w.Line("%s", w.Wrap(text, "  ", 0))
		return
	}
	title := fmt.Sprintf("%s can do in %s what %s cannot; nothing shorter differs",
		of, term.Steps(i.Execution.Len()), than)
	if w.Markdown {
		w.Line("## %s\n\n```text", title)
	} else {
		w.Line("%s:\n", w.Paint(term.Bold, title))
	}
	table(w, i.Execution, false)
	if w.Markdown {
		w.Line("```")
	}
	w.Gap()
	instead(w, i, of, than)
	if i.Verdict == checkers.Unknown {
		w.Say(term.Open, "\n? %s may only seem to be unable to: %s", than, i.Reason)
	}
}

// instead lists what the other system can do at the point where it cannot follow.
func instead(w *term.Writer, i *refine.Inclusion, of, than string) {
	n := i.Execution.Len()
	last := i.Execution.Trace.Steps[n-1]
	last.Choice, last.Nth = 0, 0 // internal to the first system
	after := "at the start"
	if n == 2 {
		after = "after the first step"
	} else if n > 2 {
		after = fmt.Sprintf("after the first %s", term.Steps(n-1))
	}
	what := "nothing at all"
	if len(i.Instead) > 0 {
		what = "instead:"
	}
	w.Line("%s", w.Wrap(fmt.Sprintf("step %d of %s is: %s; %s, %s can do %s", n, of, last, after, than, what), "  ", 0))
	mark := "  "
	if w.Markdown {
		mark = "* "
		if len(i.Instead) > 0 {
			w.Gap()
		}
	}
	for _, text := range words.Some(names(i.Instead, counterexamples.Event.String), maxInstead) {
		w.Line("%s%s", mark, w.Wrap(text, "    ", 2))
	}
}

// differenceObject is the answer of mc compare --difference; see the package documentation.
type differenceObject struct {
	Schema     int               `json:"schema"`
	Difference []directionObject `json:"difference"`
}

type directionObject struct {
	Of      identityObject          `json:"of"`
	Than    identityObject          `json:"than"`
	Verdict checkers.Verdict        `json:"verdict"`
	Reason  string                  `json:"reason,omitempty"`
	Bound   explore.Bound           `json:"bound,omitempty"`
	Pairs   uint64                  `json:"pairs"`
	Depth   int                     `json:"depth"`
	Steps   *int                    `json:"steps,omitempty"`
	Trace   *counterexamples.Trace  `json:"trace,omitempty"`
	Instead []counterexamples.Event `json:"instead,omitempty"`
}

func differenceOf(all []direction) differenceObject {
	o := differenceObject{Schema: schema}
	for _, d := range all {
		i := d.found
		one := directionObject{Of: d.of.identity(), Than: d.than.identity(), Verdict: i.Verdict, Reason: i.Reason,
			Bound: i.Bound,
			Pairs: i.Pairs, Depth: i.Depth, Instead: i.Instead}
		if e := i.Execution; e != nil {
			n := e.Len()
			one.Steps, one.Trace = &n, &e.Trace
		}
		o.Difference = append(o.Difference, one)
	}
	return o
}
