package counterexamples

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"
)

// Limits of the text in a picture of a graph.
const (
	maxDotWidth = 44 // columns of a line
	maxDotWraps = 3  // lines about one process
	maxDotLines = 12 // entries of a state
	maxDotSteps = 4  // steps between the same two states
)

// DOT writes the graph in the language of Graphviz (https://graphviz.org/doc/info/lang.html), to be drawn by dot.
//
// A state shows its number, the same as in Graph.AUT, and whatever differs between states: the processes, the shared
// variables and the messages in transit. An arrow from a dot leads to each initial state. States that violate a
// property are red octagons that name it, others are boxes; steps that violate one are thick and red. Steps between the
// same two states share an arrow. Text that is too long is cut: the caption says so, and the tooltip has the whole.
func (g *Graph) DOT(w io.Writer) error {
	d := &dotter{Graph: g, out: bufio.NewWriter(w), first: g.first()}
	d.say("digraph %s {", dotQuote(g.Name))
	d.say(`  graph [rankdir=TB, ranksep=0.45, nodesep=0.3, bgcolor="white", fontname="Helvetica,Arial,sans-serif", fontsize=12, fontcolor="#57606a", labelloc=b, labeljust=l];`)
	d.say(`  node [shape=box, style="rounded,filled", fillcolor="#f6f8fa", color="#8c959f", fontcolor="#1f2328", fontname="Helvetica,Arial,sans-serif", fontsize=11, margin="0.1,0.06", height=0.3];`)
	d.say(`  edge [color="#8c959f", fontcolor="#57606a", fontname="Helvetica,Arial,sans-serif", fontsize=10, arrowsize=0.7];`)
	texts, omitted := g.described()
	for i := range g.states {
		d.state(i, texts[i])
	}
	for i := range g.initials {
		d.say(`  i%d [shape=point, style=filled, width=0.1, height=0.1, fillcolor="#1f2328", color="#1f2328", label="", tooltip="start"];`, i+d.first)
		d.say(`  i%d -> s%d [color="#1f2328"];`, i+d.first, i+d.first)
	}
	d.arrows()
	notes := append([]string{g.Name}, g.notes()...)
	if omitted {
		notes = append(notes, fmt.Sprintf("what is as in state %d is left out", d.first))
	}
	if d.cut {
		notes = append(notes, "… stands for what was cut; the tooltip has all of it")
	}
	d.say("  label=%s;", dotLines(notes))
	d.say("}")
	return d.out.Flush() // the first error, if any write failed
}

// dotter writes a graph for Graphviz.
type dotter struct {
	*Graph
	out   *bufio.Writer
	first int // the number of the first state
	cut   bool
}

func (d *dotter) say(format string, args ...any) {
	fmt.Fprintf(d.out, format, args...)
	d.out.WriteByte('\n')
}

// state writes state i as a table of its details.
func (d *dotter) state(i int, text []detail) {
	s := &d.states[i]
	full := []string{fmt.Sprintf("state %d", i+d.first)}
	for _, t := range text {
		full = append(full, t.String())
	}
	var b strings.Builder
	b.WriteString(`<<table border="0" cellborder="0" cellspacing="0" cellpadding="1">`)
	row := func(text string) { b.WriteString(`<tr><td align="left">` + text + "</td></tr>") }
	row(fmt.Sprintf(`<font point-size="8" color="#8c959f">%d</font>`, i+d.first))
	for k, t := range text {
		if k == maxDotLines-1 && len(text) > maxDotLines {
			d.cut = true
			row(fmt.Sprintf("… %d more", len(text)-k))
			break
		}
		value := d.wrapped(t.text)
		if t.network {
			value = `<font color="#0969da">` + value + "</font>"
		}
		if t.head != "" {
			value = `<font color="#57606a">` + dotHTML(d.short(t.head, maxDotWidth)) + "</font>&nbsp; " + value
		}
		row(value)
	}
	attributes := ""
	if len(s.wrong) > 0 {
		attributes = `, shape=octagon, style=filled, fillcolor="#ffebe9", color="#cf222e", penwidth=1.6, margin=0`
		full = append(full, "violates "+strings.Join(s.wrong, ", "))
	}
	for _, name := range s.wrong {
		row(`<font color="#cf222e">✗ ` + dotHTML(d.short(name, maxDotWidth)) + "</font>")
	}
	b.WriteString("</table>>")
	d.say("  s%d [label=%s, tooltip=%s%s];", i+d.first, b.String(), dotQuote(strings.Join(full, "\n")), attributes)
}

// wrapped breaks a text into at most maxDotWraps lines.
func (d *dotter) wrapped(text string) string {
	lines := wrap(text, maxDotWidth, 2)
	if len(lines) > maxDotWraps {
		d.cut = true
		lines = lines[:maxDotWraps]
		lines[maxDotWraps-1] += " …"
	}
	for i, l := range lines {
		lines[i] = dotHTML(l)
	}
	if len(lines) == 1 {
		return lines[0]
	}
	return strings.Join(lines, `<br align="left"/>`) + `<br align="left"/>`
}

// short cuts a text to most columns.
func (d *dotter) short(text string, most int) string {
	if width(text) <= most {
		return text
	}
	d.cut = true
	return wrap(text, most-2, 0)[0] + " …"
}

// arrows writes the steps, with one arrow for all between the same two states.
func (d *dotter) arrows() {
	type ends struct{ from, to int }
	var between groups[ends, graphStep]
	for _, s := range d.steps {
		between.add(ends{s.from, s.to}, s)
	}
	for _, e := range between.keys {
		var texts, wrong []string
		for _, s := range between.of[e] {
			texts = append(texts, s.short)
			for _, name := range s.wrong {
				if !slices.Contains(wrong, name) {
					wrong = append(wrong, name)
				}
			}
		}
		full, attributes := strings.Join(texts, "\n"), ""
		if len(wrong) > 0 {
			full += "\nviolates " + strings.Join(wrong, ", ")
			attributes = `, color="#cf222e", fontcolor="#cf222e", penwidth=1.6`
		}
		tip := dotQuote(full)
		d.say("  s%d -> s%d [label=%s, tooltip=%s, labeltooltip=%s%s];", e.from+d.first, e.to+d.first,
			dotLines(d.beside(texts)), tip, tip, attributes)
	}
}

// beside returns the lines of text beside an arrow.
func (d *dotter) beside(texts []string) []string {
	var all []string
	for i, t := range texts {
		if i == maxDotSteps-1 && len(texts) > maxDotSteps {
			d.cut = true
			return append(all, fmt.Sprintf(" … %d more", len(texts)-i))
		}
		all = append(all, " "+d.short(t, maxDotWidth)) // clear of the arrow
	}
	return all
}

// dotLines returns a quoted label of left-aligned lines.
func dotLines(lines []string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, l := range lines {
		b.WriteString(dotText(l) + `\l`)
	}
	b.WriteByte('"')
	return b.String()
}

func dotQuote(text string) string {
	return `"` + strings.ReplaceAll(dotText(text), "\n", `\n`) + `"`
}

// dotText escapes a text for a quoted label, in which Graphviz interprets backslashes and entities.
func dotText(text string) string {
	return strings.NewReplacer(`\`, `\\`, `"`, `\"`, "&", "&amp;").Replace(text)
}

// dotHTML escapes a text for an HTML-like label.
func dotHTML(text string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;").Replace(text)
}
