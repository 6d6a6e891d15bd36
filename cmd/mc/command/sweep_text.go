package command

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/checkers/sweep"
	"github.com/anel-mc/mc/cmd/mc/command/internal/term"
	"github.com/anel-mc/mc/counterexamples"
)

// unlike marks a cell that differs from the base.
const unlike = "≠"

// render writes the answer in the form of --format.
func (a sweepAnswer) render(style term.Style) []byte {
	switch a.format {
	case "json":
		return term.JSON(a.object())
	case "csv":
		return csvTable(a.runs, func(row, property int) string {
			if len(a.table.Properties) == 0 {
				return ""
			}
			return string(a.table.Flip(row, property))
		})
	}
	w := term.NewWriter(style)
	base := a.runs[0].target
	if a.format == "md" {
		w = term.NewMarkdown()
		w.Title(base.spec.Name + ":" + base.instance.Variant)
		w.Notes([]string{paramsOf(base), surroundings(base)})
		w.Gap()
	} else {
		head(w, base, false)
	}
	a.cells(w)
	if !a.quiet && len(a.table.Properties) > 0 {
		a.needs(w)
		a.broken(w)
		a.saved(w)
	}
	return w.Bytes()
}

// cells writes the table, and remarks on its rows.
func (a sweepAnswer) cells(w *term.Writer) {
	t := term.Table{Columns: names(a.table.Properties, checkers.Property.Name)}
	for n, r := range a.runs {
		line := term.Row{Label: r.label}
		for k, p := range r.answer.Properties {
			c := r.answer.verdict(p)
			if a.table.Flip(n, k) != sweep.NoFlip {
				c.Text += term.Keep(" " + unlike)
			}
			line.Cells = append(line.Cells, c)
		}
		t.Rows = append(t.Rows, line)
	}
	by := remarks(a.runs, a.limits, "; a larger one, or a smaller instance (-p), decides more")
	for _, r := range a.left {
		first, _, _ := strings.Cut(r.answer.Refused, "\n")
		by.Add(r.label, "left out: "+first)
	}
	reasons := by.Lines(len(a.runs))
	if len(t.Columns) == 0 {
		w.Line("no property was asked for")
		w.Notes(reasons)
		return
	}
	w.Table(t)
	w.Gap()
	w.Notes(append([]string{unlike + ": another verdict, or another range of costs, than in the base; " +
		"N+M: a lasso, M of whose steps go round for ever"}, reasons...))
	if slices.ContainsFunc(a.runs, func(r *run) bool { return r.answer.Error != "" }) {
		hint(w, worth(a.program, a.runs))
	}
}

// need says which changes flip a property.
type need struct {
	name  string
	parts []string
	open  bool // something is unknown
}

// need sums up the column of a property.
func (a sweepAnswer) need(property int) need {
	n := need{name: a.table.Properties[property].Name()}
	by := map[sweep.Flip][]string{}
	for k, r := range a.runs {
		result := a.table.Result(k, property)
		n.open = n.open || result == nil || result.Verdict == checkers.Unknown
		switch flip := a.table.Flip(k, property); {
		case flip == sweep.NoFlip, a.within(k, property):
		case flip == sweep.Breaks && result.Execution != nil:
			by[flip] = append(by[flip], term.Keep(fmt.Sprintf("%s (%s)", r.label, length(result.Execution))))
		default:
			by[flip] = append(by[flip], term.Keep(r.label))
		}
	}
	for _, flip := range []struct {
		is   sweep.Flip
		what string
	}{{sweep.Breaks, "broken by "}, {sweep.Mends, "mended by "},
		{sweep.Moves, "another cost with "}} {
		if len(by[flip.is]) > 0 {
			n.parts = append(n.parts, flip.what+strings.Join(by[flip.is], "; "))
		}
	}
	return n
}

// within reports whether an earlier row whose change is a part of this row's flips a property in the same way: crash 1
// is a part of crash 1 + recover 1.
func (a sweepAnswer) within(row, property int) bool {
	for n, r := range a.runs[:row] {
		if n > 0 && strings.HasPrefix(a.runs[row].label, r.label+" + ") &&
			a.table.Flip(n, property) == a.table.Flip(row, property) {
			return true
		}
	}
	return false
}

// needs writes for each property which changes break or mend it.
func (a sweepAnswer) needs(w *term.Writer) {
	var flipped []need
	var firm, open []string
	widest := 0
	for k := range a.table.Properties {
		switch n := a.need(k); {
		case len(n.parts) > 0:
			flipped = append(flipped, n)
			widest = max(widest, utf8.RuneCountInString(n.name))
		case n.open:
			open = append(open, n.name)
		default:
			firm = append(firm, n.name)
		}
	}
	w.Gap()
	for _, n := range flipped {
		if w.Markdown {
			w.Line("* %s: %s", w.Emphasis(n.name), term.Plain(strings.Join(n.parts, ", and ")))
			continue
		}
		var lines []string
		for _, part := range n.parts {
			lines = append(lines, term.Break(part, w.Width-widest-4)...)
		}
		w.Line("  %-*s  %s", widest, n.name, strings.Join(lines, "\n"+term.Spaces(widest+4)))
	}
	for _, rest := range []struct {
		what string
		of   []string
	}{{"the same everywhere: ", firm}, {"not decided everywhere, and the same where it is: ", open}} {
		if len(rest.of) > 0 {
			w.Notes([]string{rest.what + strings.Join(rest.of, ", ")})
		}
	}
}

// broken draws the counterexamples to what the changes break. Each execution is drawn once.
func (a sweepAnswer) broken(w *term.Writer) {
	all := a.table.Breaks()
	for n, b := range all {
		if b.Like != n || b.Result.Execution == nil {
			continue
		}
		var of []string
		for _, same := range all[n:] {
			if same.Like == n {
				of = append(of, fmt.Sprintf("%s by %s", w.Emphasis(same.Result.Property.Name()), a.runs[same.Row].label))
			}
		}
		what := fmt.Sprintf("broken in %s: %s", length(b.Result.Execution), strings.Join(of, "; "))
		command := fmt.Sprintf("%s check %s%s", a.program, a.runs[b.Row].args(), asking(b.Result.Property.Name()))
		w.Gap()
		if w.Markdown {
			w.Line("%s\n", what)
			w.WriteString(term.Fenced("$ " + command + "\n\n" + picture(b.Result.Execution)))
			continue
		}
		w.Line("%s\n  %s\n", w.Wrap(what, "  ", 0), w.Paint(term.Faint, command))
		table(w, b.Result.Execution, false)
	}
}

// saved says where the traces were saved.
func (a sweepAnswer) saved(w *term.Writer) {
	if a.out == "" {
		return
	}
	files := slices.DeleteFunc(slices.Clone(a.files), func(f string) bool { return f == "" })
	if len(files) == 0 {
		w.Line("\nnothing was saved in %s: no change breaks what holds in the base", a.out)
		return
	}
	w.Line("\nsaved: %d traces in %s", len(files), a.out)
	w.Line("  %s replay %s", a.program, counterexamples.ShellQuote(files[0]))
}

// sweepObject is the answer of mc sweep in JSON; see the package documentation.
type sweepObject struct {
	Schema int `json:"schema"`
	identityObject
	Rows []sweepRow `json:"rows"`
}

// sweepRow is one environment.
type sweepRow struct {
	Change      string            `json:"change"`
	Environment map[string]string `json:"environment"` // as flags
	answer
	Properties []sweepProperty `json:"properties"`
}

// sweepProperty is the answer of a property in an environment.
type sweepProperty struct {
	propertyAnswer
	Flip  sweep.Flip             `json:"flip,omitempty"`
	Trace *counterexamples.Trace `json:"trace,omitempty"` // of a violation that the change causes
	File  string                 `json:"file,omitempty"`  // where the trace was saved
}

func (a sweepAnswer) object() sweepObject {
	o := sweepObject{Schema: schema, identityObject: a.runs[0].identity()}
	for n, r := range append(slices.Clone(a.runs), a.left...) {
		row := sweepRow{Change: r.label, Environment: r.instance.Environment.Flags(), answer: r.answer,
			Properties: []sweepProperty{}}
		if row.Environment == nil {
			row.Environment = map[string]string{}
		}
		for k, p := range r.answer.Properties {
			row.Properties = append(row.Properties, sweepProperty{propertyAnswer: p, Flip: a.table.Flip(n, k)})
		}
		o.Rows = append(o.Rows, row)
	}
	for n, b := range a.table.Breaks() {
		p := &o.Rows[b.Row].Properties[b.Property]
		if b.Result.Execution != nil {
			p.Trace = &b.Result.Execution.Trace
		}
		if n < len(a.files) {
			p.File = a.files[n]
		}
	}
	return o
}
