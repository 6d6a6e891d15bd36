package term

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// Cell is a cell of a table.
type Cell struct{ Text, Color string }

// In returns a cell in a colour.
func In(color, text string) Cell { return Cell{text, color} }

// Absent returns the cell for something that does not exist.
func Absent() Cell { return In(Faint, "–") }

// Row is a row of a table, or a heading within it if it has no cells.
type Row struct {
	Label string
	Cells []Cell
}

// Table is a table. Columns are the heads of its columns, except for that of the labels, which has none.
type Table struct {
	Columns []string
	Rows    []Row
}

// A cell wraps beyond maxCell columns, or beyond fewer, down to minCell, if the table is then split into fewer tables.
const (
	maxCell = 30
	minCell = 12
)

// Table writes a table. As text, a table that is too wide is split into several, one below the other.
func (w *Writer) Table(t Table) {
	if w.Markdown {
		w.markdownTable(t)
		return
	}
	label := 0
	for _, r := range t.Rows {
		if r.Cells != nil {
			label = max(label, utf8.RuneCountInString(r.Label))
		}
	}
	rows := append([]Row{heads(t.Columns)}, t.Rows...)
	widest := max(min(maxCell, w.Width-label-4), minCell) // of what fits on a line
	ends, widths := w.fit(label, rows, widest)
	for most := widest - 1; most >= minCell && len(ends) > 1; most-- {
		if e, ws := w.fit(label, rows, most); len(e) < len(ends) {
			ends, widths = e, ws
		}
	}
	from := 0
	for _, to := range ends {
		if from > 0 {
			w.Gap()
		}
		for _, r := range rows {
			w.row(r, label, widths, from, to)
		}
		from = to
	}
}

// heads returns the first row of a table. Names may be broken after the signs that join their words.
func heads(columns []string) Row {
	head := Row{Cells: []Cell{}}
	for _, c := range columns {
		head.Cells = append(head.Cells, Cell{strings.NewReplacer("-", "-"+soft, ":", ":"+soft).Replace(c), Bold})
	}
	return head
}

// fit returns the column at which each table ends, and the widths of the columns, if cells are wrapped at most columns.
func (w *Writer) fit(label int, rows []Row, most int) (ends, widths []int) {
	columns := len(rows[0].Cells)
	widths = make([]int, columns)
	for _, r := range rows {
		for i, c := range r.Cells {
			for _, l := range Break(c.Text, most) {
				widths[i] = max(widths[i], utf8.RuneCountInString(l))
			}
		}
	}
	for from := 0; from < columns; {
		to, at := from, 2+label
		for to < columns && (to == from || at+2+widths[to] <= w.Width) {
			at += 2 + widths[to]
			to++
		}
		ends = append(ends, to)
		from = to
	}
	return ends, widths
}

// row writes a range of the columns of a row, in as many lines as its cells need.
func (w *Writer) row(r Row, label int, widths []int, from, to int) {
	if r.Cells == nil {
		w.Line("  %s", w.Paint(Faint, r.Label))
		return
	}
	var texts [][]string
	high := 1
	for i := from; i < to; i++ {
		lines := Break(r.Cells[i].Text, widths[i])
		texts = append(texts, lines)
		high = max(high, len(lines))
	}
	for k := range high {
		name := r.Label
		if k > 0 {
			name = ""
		}
		line := fmt.Sprintf("  %-*s", label, name)
		gap := 0
		for i, lines := range texts {
			text := ""
			if k < len(lines) {
				text = lines[k]
			}
			free := widths[from+i] - utf8.RuneCountInString(text)
			if text != "" {
				if color := r.Cells[from+i].Color; color != "" {
					text = w.Paint(color, text)
				}
				line += Spaces(2+gap) + text
				gap = 0
			} else {
				gap += 2
			}
			gap += free
		}
		w.Line("%s", line)
	}
}

// Keep marks a text as one that must not be broken into lines.
func Keep(text string) string { return strings.ReplaceAll(text, " ", "\u00a0") }

// Plain undoes Keep.
func Plain(text string) string { return strings.ReplaceAll(text, "\u00a0", " ") }

// soft marks a place without a blank where a text may be broken.
const soft = "\u200b"

// Break breaks a text into lines of at most the given number of columns, except where Keep forbids it.
func Break(text string, columns int) []string {
	var lines []string
	for _, word := range strings.Split(text, " ") {
		gap := " "
		for _, part := range strings.Split(word, soft) {
			last := len(lines) - 1
			if last >= 0 && utf8.RuneCountInString(lines[last]+gap+part) <= columns {
				lines[last] += gap + Plain(part)
			} else {
				lines = append(lines, Plain(part))
			}
			gap = ""
		}
	}
	return lines
}

func (w *Writer) markdownTable(t Table) {
	line := func(label string, cells []string) {
		for i, c := range cells {
			cells[i] = strings.ReplaceAll(c, "|", `\|`)
		}
		w.Line("| %s |", strings.Join(append([]string{label}, cells...), " | "))
	}
	line("", slices.Clone(t.Columns))
	line("---", slices.Repeat([]string{"---"}, len(t.Columns)))
	for _, r := range t.Rows {
		if r.Cells == nil {
			line("*"+r.Label+"*", make([]string, len(t.Columns)))
			continue
		}
		var cells []string
		for _, c := range r.Cells {
			cells = append(cells, Plain(c.Text))
		}
		line(r.Label, cells)
	}
}
