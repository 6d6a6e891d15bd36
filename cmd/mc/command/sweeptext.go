package command

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/explore"
)

// unlike marks a cell that is not as in the base.
const unlike = "≠"

// render writes the answer in the wanted form.
func (s *assumptions) render(t assumed, options checkers.Options) []byte {
	switch s.format {
	case "json":
		return encode(t.object())
	case "csv":
		return t.csv()
	}
	x := &texter{Buffer: &bytes.Buffer{}, style: styleOf(s.stdout), checking: &checking{program: s.program}, options: options}
	w := assumptionsWriter{compareWriter: compareWriter{texter: x, markdown: s.format == "md"}, of: t}
	if w.markdown {
		x.style = style{width: 1 << 20}
		w.line("# %s:%s", t.rows[0].spec.Name, t.rows[0].instance.Variant)
		w.WriteByte('\n')
		w.notes(append([]string{paramsOf(t.rows[0].target)}, surroundings(t.rows[0].target)))
		w.WriteByte('\n')
	} else {
		x.head(outcome{target: t.rows[0].target})
	}
	w.cells()
	if !s.quiet && len(t.table.Properties) > 0 {
		w.needs()
		w.broken()
		w.saved(s)
	}
	return x.Bytes()
}

// assumptionsWriter writes the answer for people.
type assumptionsWriter struct {
	compareWriter
	of assumed
}

// cells writes the table, and what there is to say about its rows.
func (w assumptionsWriter) cells() {
	columns := names(w.of.table.Properties, checkers.Property.Name)
	var lines []row
	for n, r := range w.of.rows {
		line := row{label: r.column}
		for k, p := range r.result.Properties {
			c := r.verdict(p)
			if w.of.table.Flip(n, k) != checkers.NoFlip {
				c.text += keep(" " + unlike)
			}
			line.cells = append(line.cells, c)
		}
		lines = append(lines, line)
	}
	if len(columns) == 0 {
		w.line("no property was asked for")
		w.notes(w.reasons())
		return
	}
	if w.markdown {
		w.table(columns, lines)
	} else {
		w.lay(columns, lines)
	}
	w.WriteByte('\n')
	w.notes(append([]string{unlike + ": another verdict, or another range of costs, than in the base; N+M: a lasso, M of whose steps go round for ever"}, w.reasons()...))
}

// reasons say why something is not known, or not there.
func (w assumptionsWriter) reasons() []string {
	by := grouped{}
	for _, r := range w.of.rows {
		c := r.result
		switch {
		case c.Error != "":
			first, _, _ := strings.Cut(c.Error, "\n")
			by.add(r.column, fmt.Sprintf("%s (%s check %s)", first, w.name, r.args()))
			continue
		case r.idle():
			continue // the table says so
		case c.Clipped != "":
			by.add(r.column, "the model's own bound was reached: "+c.Clipped)
		case c.Bound == explore.BoundStates:
			by.add(r.column, w.cut(c.Bound)+"; a larger one, or a smaller instance (-p), decides more")
		case c.Bound != explore.BoundNone && c.Bound != explore.BoundInterrupt:
			by.add(r.column, w.cut(c.Bound))
		}
		for _, p := range c.Properties {
			if p.Verdict == checkers.Unknown && c.Bound == explore.BoundNone && c.Clipped == "" {
				by.add(r.column, p.Name+": "+p.Reason)
			}
		}
	}
	for _, r := range w.of.left {
		first, _, _ := strings.Cut(r.result.Refused, "\n")
		by.add(r.column, "left out: "+first)
	}
	return by.lines(len(w.of.rows))
}

// need is what is said of a property: which changes flip it.
type need struct {
	name  string
	parts []string
	open  bool // something is unknown
}

// need sums up the column of a property.
func (w assumptionsWriter) need(property int) need {
	n := need{name: w.of.table.Properties[property].Name()}
	by := map[checkers.Flip][]string{}
	for k, r := range w.of.rows {
		result := w.of.table.Result(k, property)
		n.open = n.open || result == nil || result.Verdict == checkers.Unknown
		switch flip := w.of.table.Flip(k, property); {
		case flip == checkers.NoFlip, w.within(k, property):
		case flip == checkers.FlipBreaks && result.Execution != nil:
			by[flip] = append(by[flip], keep(fmt.Sprintf("%s (%s)", r.column, length(result.Execution))))
		default:
			by[flip] = append(by[flip], keep(r.column))
		}
	}
	for _, flip := range []struct {
		is   checkers.Flip
		what string
	}{{checkers.FlipBreaks, "broken by "}, {checkers.FlipMends, "mended by "}, {checkers.FlipMoves, "another cost with "}} {
		if len(by[flip.is]) > 0 {
			n.parts = append(n.parts, flip.what+strings.Join(by[flip.is], "; "))
		}
	}
	return n
}

// needs says of each property which changes break or mend it.
func (w assumptionsWriter) needs() {
	var flipped []need
	var firm, open []string
	widest := 0
	for k := range w.of.table.Properties {
		switch n := w.need(k); {
		case len(n.parts) > 0:
			flipped = append(flipped, n)
			widest = max(widest, utf8.RuneCountInString(n.name))
		case n.open:
			open = append(open, n.name)
		default:
			firm = append(firm, n.name)
		}
	}
	w.WriteByte('\n')
	for _, n := range flipped {
		if w.markdown {
			w.line("* %s: %s", w.bolded(n.name), plain(strings.Join(n.parts, ", and ")))
			continue
		}
		var lines []string
		for _, part := range n.parts {
			lines = append(lines, broken(part, w.width-widest-4)...)
		}
		w.line("  %-*s  %s", widest, n.name, strings.Join(lines, "\n"+strings.Repeat(" ", widest+4)))
	}
	for _, rest := range []struct {
		what string
		of   []string
	}{{"the same everywhere: ", firm}, {"not decided everywhere, and the same where it is: ", open}} {
		if len(rest.of) > 0 {
			w.notes([]string{rest.what + strings.Join(rest.of, ", ")})
		}
	}
}

// within reports whether a part of what a row changes flips a property in the same way: that of crash 1 + recover 1 is
// crash 1, which stands before it.
func (w assumptionsWriter) within(row, property int) bool {
	for n, r := range w.of.rows[:row] {
		if n > 0 && strings.HasPrefix(w.of.rows[row].column, r.column+" + ") && w.of.table.Flip(n, property) == w.of.table.Flip(row, property) {
			return true
		}
	}
	return false
}

// broken draws what the changes break, each execution once.
func (w assumptionsWriter) broken() {
	all := w.of.table.Breaks()
	for n, b := range all {
		if b.Like != n || b.Result.Execution == nil {
			continue
		}
		r := w.of.rows[b.Row]
		of := []string{fmt.Sprintf("%s by %s", w.bolded(b.Result.Property.Name()), r.column)}
		for _, same := range all[n+1:] {
			if same.Like == n {
				of = append(of, fmt.Sprintf("%s by %s", w.bolded(same.Result.Property.Name()), w.of.rows[same.Row].column))
			}
		}
		w.WriteByte('\n')
		what := fmt.Sprintf("broken in %s: %s", length(b.Result.Execution), strings.Join(of, "; "))
		command := fmt.Sprintf("%s check %s --property %s", w.name, r.args(), quote(b.Result.Property.Name()))
		if w.markdown {
			w.line("%s\n", what)
			w.WriteString(fenced("$ " + command + "\n\n" + picture(b.Result.Execution)))
			continue
		}
		w.line("%s\n  %s\n", w.wrap(what, "  ", 0), w.paint(faint, command))
		w.picture(b.Result.Execution)
	}
}

func (w assumptionsWriter) bolded(name string) string {
	if w.markdown {
		return "**" + markdownText(name) + "**"
	}
	return w.paint(bold, name)
}

// saved says where the traces are.
func (w assumptionsWriter) saved(s *assumptions) {
	if s.out == "" {
		return
	}
	files := slices.DeleteFunc(slices.Clone(w.of.files), func(f string) bool { return f == "" })
	if len(files) == 0 {
		w.line("\nnothing was saved in %s: no change breaks what holds in the base", s.out)
		return
	}
	w.line("\nsaved: %d traces in %s", len(files), s.out)
	w.line("  %s replay %s", s.name, quote(files[0]))
}
