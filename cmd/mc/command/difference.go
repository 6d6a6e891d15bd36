package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/counterexamples"
	"github.com/anel-mc/mc/explore"
)

// differenceFormats are the forms of the output of mc compare --difference.
func differenceFormats() []string { return []string{"text", "md", "json"} }

// maxInstead is how many of the steps that are possible instead are worth listing.
const maxInstead = 20

// direction is what one system can do and another cannot.
type direction struct {
	of, than *comparison
	found    *checkers.Inclusion
}

// wantsDifference refuses --difference where it cannot be asked for.
func (c *comparing) wantsDifference(cmd *cobra.Command, runs []*comparison) error {
	hint := fmt.Sprintf("see: %s --help", cmd.CommandPath())
	switch {
	case c.least || len(c.properties) > 0 || c.plot != "":
		return wrong(errors.New("--difference is about traces: it goes with none of --least, --property and --plot"), "%s", hint)
	case !slices.Contains(differenceFormats(), c.format):
		return wrong(fmt.Errorf("--difference is not there as %s: there are %s", c.format, strings.Join(differenceFormats(), ", ")), "%s", hint)
	case len(runs) != 2:
		return wrong(fmt.Errorf("--difference compares two systems of one size, and these are %d", len(runs)),
			"for example: %s chang-roberts:as-written chang-roberts:corrected --difference", cmd.CommandPath())
	}
	return cmp.Or(runs[0].refused, runs[1].refused)
}

// difference compares the traces of two systems, in both directions.
func (c *comparing) difference(ctx context.Context, runs []*comparison, options checkers.Options) error {
	line := newProgress(c.stderr)
	options.Progress = line.show
	all := []direction{{of: runs[0], than: runs[1]}, {of: runs[1], than: runs[0]}}
	code := exitHolds
	for i, d := range all {
		line.label = fmt.Sprintf("%s, not in %s: ", d.of.column, d.than.column)
		found, err := checkers.Traces(ctx, d.of.setup.Model, d.than.setup.Model, options)
		line.erase()
		if err != nil {
			return &ended{code: exitFault, err: fmt.Errorf("%s and %s: %w", d.of.column, d.than.column, err), hint: c.name + " check SPEC shows the way there"}
		}
		d.of.stamp(&checkers.Report{Results: []checkers.Result{{Execution: found.Execution}}})
		all[i].found = found
		switch {
		case found.Bound == explore.BoundInterrupt:
			code = exitInterrupted
		case found.Verdict == checkers.Unknown:
			code = worse(exitUnknown, code)
		}
	}
	var b []byte
	if c.format == "json" {
		b = encode(differenceOf(all))
	} else {
		b = c.tell(runs, all, options)
	}
	return cmp.Or(c.print(b), exitWith(code))
}

// tell says for people how the traces differ.
func (c *comparing) tell(runs []*comparison, all []direction, options checkers.Options) []byte {
	for _, r := range runs {
		r.result = begun(r)
	}
	w := c.writer(options)
	w.head([]block{{runs: runs}})
	if common(runs) != "" {
		w.size(runs)
	}
	for _, name := range unequal(runs) {
		by := grouped{}
		for _, r := range runs {
			if v, ok := r.result.Params[name]; ok {
				by.add(r.column, fmt.Sprintf("%s=%d", name, v))
			}
		}
		w.notes(by.lines(len(runs) + 1)) // each with its name
	}
	for _, d := range all {
		w.WriteByte('\n')
		w.direction(d)
	}
	if all[0].found.Verdict == checkers.Holds && all[1].found.Verdict == checkers.Holds {
		w.line("\nthey have the same traces: what they do looks the same from outside, whatever their local states are")
	}
	return w.Bytes()
}

// direction tells of one direction.
func (w compareWriter) direction(d direction) {
	i, of, than := d.found, d.of.column, d.than.column
	if i.Execution == nil {
		text := fmt.Sprintf("✓ %s does nothing that %s cannot do: every one of its traces is one of %s", of, than, than)
		if i.Verdict == checkers.Unknown {
			text = fmt.Sprintf("? nothing was found that %s does and %s cannot do", of, than)
			switch {
			case i.Bound == explore.BoundNone:
				text += ": " + i.Reason
			case i.Depth == 0:
				text += fmt.Sprintf(": %s at once", w.cut(i.Bound))
			default:
				text += fmt.Sprintf(", in traces of up to %s: %s after %s pairs", steps(i.Depth), w.cut(i.Bound), comma(i.Pairs))
			}
		}
		w.line("%s", w.style.wrap(text, "  ", 0))
		return
	}
	n := i.Execution.Len()
	title := fmt.Sprintf("%s can do in %s what %s cannot; nothing shorter differs", of, steps(n), than)
	if w.markdown {
		w.line("## %s\n\n```text", title)
	} else {
		w.line("%s:\n", w.paint(bold, title))
	}
	w.picture(i.Execution)
	if w.markdown {
		w.line("```")
	}
	w.WriteByte('\n')
	w.instead(i, of, than)
	if i.Verdict == checkers.Unknown {
		w.line("\n%s", w.paint(open, w.style.wrap(fmt.Sprintf("? %s may only seem to be unable to: %s", than, i.Reason), "  ", 0)))
	}
}

// instead lists what the other system can do at the point where it cannot follow.
func (w compareWriter) instead(i *checkers.Inclusion, of, than string) {
	n := i.Execution.Len()
	last := i.Execution.Trace.Steps[n-1]
	last.Choice, last.Nth = 0, 0 // which the other cannot see
	after := "at the start"
	if n == 2 {
		after = "after the first step"
	} else if n > 2 {
		after = fmt.Sprintf("after the first %s", steps(n-1))
	}
	what := "nothing at all"
	if len(i.Instead) > 0 {
		what = "instead"
	}
	w.line("%s", w.style.wrap(fmt.Sprintf("step %d of %s is: %s; %s, %s can do %s%s", n, of, last, after, than, what, map[bool]string{true: ":"}[len(i.Instead) > 0]), "  ", 0))
	if w.markdown && len(i.Instead) > 0 {
		w.WriteByte('\n')
	}
	for k, e := range i.Instead {
		mark := "  "
		if w.markdown {
			mark = "* "
		}
		if left := len(i.Instead) - k; k >= maxInstead && left > 1 {
			w.line("%sand %d others", mark, left)
			break
		}
		w.line("%s%s", mark, w.style.wrap(e.String(), "    ", 2))
	}
}

// differenceObject is the answer of mc compare --difference; see the package documentation.
type differenceObject struct {
	Schema     int               `json:"schema"`
	Difference []directionObject `json:"difference"`
}

type directionObject struct {
	Of      systemObject            `json:"of"`
	Than    systemObject            `json:"than"`
	Verdict checkers.Verdict        `json:"verdict"`
	Reason  string                  `json:"reason,omitempty"`
	Bound   explore.Bound           `json:"bound,omitempty"`
	Pairs   uint64                  `json:"pairs"`
	Depth   int                     `json:"depth"`
	Steps   *int                    `json:"steps,omitempty"`
	Trace   *counterexamples.Trace  `json:"trace,omitempty"`
	Instead []counterexamples.Event `json:"instead,omitempty"`
}

type systemObject struct {
	Spec    string         `json:"spec"`
	Variant string         `json:"variant"`
	Params  map[string]int `json:"params"`
}

func differenceOf(all []direction) differenceObject {
	o := differenceObject{Schema: schema}
	of := func(r *comparison) systemObject {
		return systemObject{Spec: r.spec.Name, Variant: r.instance.Variant, Params: r.instance.Params}
	}
	for _, d := range all {
		i := d.found
		one := directionObject{Of: of(d.of), Than: of(d.than), Verdict: i.Verdict, Reason: i.Reason, Bound: i.Bound, Pairs: i.Pairs, Depth: i.Depth, Instead: i.Instead}
		if e := i.Execution; e != nil {
			n := e.Len()
			one.Steps, one.Trace = &n, &e.Trace
		}
		o.Difference = append(o.Difference, one)
	}
	return o
}
