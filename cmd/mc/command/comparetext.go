package command

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/explore"
)

// cell is what a table says of one system.
type cell struct{ text, color string }

// row is a line of a table; without cells, a heading within it.
type row struct {
	label string
	cells []cell
}

// block is what is compared in one table: all systems of one size.
type block struct {
	size string
	runs []*comparison
}

// render writes the result in the wanted form.
func (c *comparing) render(runs []*comparison, options checkers.Options) ([]byte, error) {
	all := compareObject{Schema: schema, Runs: []comparedObject{}}
	for _, r := range runs {
		if r.result.Spec == "" {
			r.result = begun(r)
		}
		all.Runs = append(all.Runs, r.result)
	}
	switch c.format {
	case "json":
		return encode(all), nil
	case "csv":
		return all.table(runs), nil
	}
	blocks := blocksOf(runs)
	switch c.format {
	case "svg":
		return svg(blocks)
	case "html":
		return c.page(blocks, options)
	}
	w := c.writer(options)
	w.head(blocks)
	var left []string
	for _, b := range blocks {
		if b.idle() {
			left = append(left, b.size)
			continue
		}
		w.block(b)
	}
	if len(left) > 0 {
		w.line("\nnot begun: %s", strings.Join(left, ", "))
	}
	if !w.markdown {
		w.hint(runs)
	}
	return w.Bytes(), nil
}

// blocksOf groups runs by size.
func blocksOf(runs []*comparison) []block {
	var blocks []block
	for _, r := range runs {
		if n := len(blocks); n == 0 || blocks[n-1].runs[0].n != r.n {
			blocks = append(blocks, block{size: r.size()})
		}
		b := &blocks[len(blocks)-1]
		b.runs = append(b.runs, r)
	}
	return blocks
}

// writer returns what writes for people, in text or Markdown.
func (c *comparing) writer(options checkers.Options) compareWriter {
	x := &texter{Buffer: &bytes.Buffer{}, style: styleOf(c.stdout), checking: &checking{program: c.program}, options: options}
	if c.format == "md" {
		x.style = style{width: 1 << 20}
	}
	return compareWriter{texter: x, comparing: c, markdown: c.format == "md"}
}

// idle reports whether nothing of a block was begun, of several.
func (b block) idle() bool {
	return b.size != "" && !slices.ContainsFunc(b.runs, func(r *comparison) bool { return !r.idle() })
}

// built reports whether any of the systems is there.
func (b block) built() bool {
	return slices.ContainsFunc(b.runs, func(r *comparison) bool { return r.refused == nil })
}

// idle reports whether r was to be explored, and was not even begun.
func (r *comparison) idle() bool {
	return r.refused == nil && r.result.Bound == explore.BoundInterrupt && r.result.States == 0
}

// compareWriter writes tables for people.
type compareWriter struct {
	*texter
	comparing *comparing
	markdown  bool
}

// head says what is compared, and where.
func (w compareWriter) head(blocks []block) {
	title, notes := w.headOf(blocks)
	if w.markdown {
		w.line("# %s", title)
		w.WriteByte('\n')
	} else {
		w.line("%s", w.paint(bold, title))
	}
	w.notes(notes)
}

// headOf returns what is compared, and where. The surroundings do not depend on the size: they are those of the
// first that there is.
func (w compareWriter) headOf(blocks []block) (title string, notes []string) {
	runs := blocks[0].runs
	title = fmt.Sprintf("%d systems", len(runs))
	if !slices.ContainsFunc(runs, func(r *comparison) bool { return r.spec.Name != runs[0].spec.Name }) {
		title = runs[0].spec.Name
	}
	by := grouped{}
	of := 0
	for i, r := range runs {
		for _, b := range blocks {
			if b.runs[i].refused == nil {
				by.add(r.column, surroundings(b.runs[i].target))
				of++
				break
			}
		}
	}
	return title, by.lines(of)
}

// grouped are texts with the names of whom they are about.
type grouped []struct {
	text  string
	names []string
}

func (g *grouped) add(name, text string) {
	if text == "" {
		return
	}
	for i := range *g {
		if (*g)[i].text == text {
			(*g)[i].names = append((*g)[i].names, name)
			return
		}
	}
	*g = append(*g, struct {
		text  string
		names []string
	}{text, []string{name}})
}

// lines are the texts, each with its names unless it is about all.
func (g grouped) lines(all int) []string {
	var lines []string
	for _, x := range g {
		if len(x.names) == all {
			lines = append(lines, x.text)
			continue
		}
		lines = append(lines, strings.Join(x.names, ", ")+": "+x.text)
	}
	return lines
}

// notes writes lines, as a list in Markdown.
func (w compareWriter) notes(lines []string) {
	for _, l := range lines {
		if w.markdown {
			w.line("* %s", strings.ReplaceAll(l, "\n", " "))
			continue
		}
		w.line("%s", w.paint(faint, w.style.wrap(l, "  ", 0)))
	}
}

// block writes the table of one size, and what there is to say about it.
func (w compareWriter) block(b block) {
	var columns []string
	for _, r := range b.runs {
		columns = append(columns, r.column)
	}
	w.size(b.runs)
	if common(b.runs) != "" {
		w.WriteByte('\n')
	}
	notes := w.remarks(b.runs)
	switch {
	case !b.built():
		w.notes(notes) // there is nothing but them
		return
	case w.markdown:
		w.table(columns, rows(b.runs))
	default:
		w.lay(columns, rows(b.runs))
	}
	own := alone(b.runs)
	w.section("what only one of them is asked", own)
	w.section("", balance(b.runs))
	if w.markdown && len(own) > 0 && len(notes) > 0 {
		w.line("\nto be noted:") // or both would be one list
	}
	w.section("", notes)
}

// section writes lines below a table, if there are any, under a title if there is one.
func (w compareWriter) section(title string, lines []string) {
	if len(lines) == 0 {
		return
	}
	w.WriteByte('\n')
	switch {
	case title == "":
		w.notes(lines)
	case w.markdown:
		w.line("%s:\n", title)
		w.notes(lines)
	default:
		w.line("  %s", w.paint(faint, title))
		for _, l := range lines {
			w.line("  %s", w.style.wrap(l, "    ", 2))
		}
	}
}

// size writes what all systems have in common, if that is worth a line.
func (w compareWriter) size(runs []*comparison) {
	w.WriteByte('\n')
	switch size := common(runs); {
	case size == "":
	case w.markdown:
		w.line("## %s", size)
	default:
		w.line("%s", w.paint(bold, size))
	}
}

// common are the parameters that all systems have with the same values, and that are not the default
// of the first.
func common(runs []*comparison) string {
	var parts []string
	for _, p := range runs[0].spec.Params {
		v, ok := runs[0].result.Params[p.Name]
		if !ok || p.Name != sizeParam && v == p.Default {
			continue
		}
		if !differ(runs, p.Name, v) {
			parts = append(parts, fmt.Sprintf("%s=%d", p.Name, v))
		}
	}
	return strings.Join(parts, ", ")
}

// remarks explain a table.
func (w compareWriter) remarks(runs []*comparison) []string {
	by := grouped{}
	for _, r := range runs {
		c := r.result
		switch {
		case c.Refused != "":
			by.add(r.column, "there is no such instance: "+c.Refused)
			continue
		case c.Error != "":
			const fault = "the model is at fault" // as most of the errors begin
			by.add(r.column, fault+strings.TrimPrefix(": "+c.Error, ": "+fault))
			continue
		case r.idle():
			continue // the table says so
		case c.Clipped != "":
			by.add(r.column, "the model's own bound was reached: "+c.Clipped)
		case c.Bound != explore.BoundNone:
			by.add(r.column, w.cut(c.Bound))
		}
		for _, p := range c.Properties {
			if p.Verdict == checkers.Unknown && c.Bound == explore.BoundNone && c.Clipped == "" {
				by.add(r.column, p.Name+": "+p.Reason)
			}
		}
	}
	for _, name := range union(runs) {
		kinds := grouped{}
		for _, r := range runs {
			if p := r.result.property(name); p != nil {
				kinds.add(r.column, string(p.Kind))
			}
		}
		if len(kinds) > 1 {
			var parts []string
			for _, k := range kinds {
				parts = append(parts, fmt.Sprintf("%s in %s", k.text, strings.Join(k.names, ", ")))
			}
			by.add(name, "not the same kind of property: "+strings.Join(parts, "; "))
		}
	}
	return by.lines(len(runs))
}

// hint says how to see the first thing that is worth it.
func (w compareWriter) hint(runs []*comparison) {
	if command := w.worth(runs); command != "" {
		w.line("\n%s\n  %s", w.paint(faint, "see how"), command)
	}
}

// worth is a command that shows a model at fault, or else the first property that is violated; empty if
// there is nothing of that sort.
func (w compareWriter) worth(runs []*comparison) string {
	show := func(args string) string { return fmt.Sprintf("%s check %s", w.name, args) }
	for _, r := range runs {
		if r.result.Error != "" {
			return show(r.args())
		}
	}
	for _, r := range runs {
		for _, p := range r.result.Properties {
			if p.Verdict == checkers.Violated && p.Steps != nil {
				return show(r.args() + " --property " + quote(p.Name))
			}
		}
	}
	return ""
}
