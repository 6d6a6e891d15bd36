package term

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// A Cell is what a table says in one place.
type Cell struct{ Text, Color string }

// In is a cell in a colour.
func In(color, text string) Cell { return Cell{text, color} }

// Absent is the cell of what there is not.
func Absent() Cell { return In(Faint, "–") }

// A Row is a line of a table; without cells, a heading within it.
type Row struct {
	Label string
	Cells []Cell
}

// A Table has a head for each column; that of the labels has none.
type Table struct {
	Columns []string
	Rows    []Row
}

// How wide a cell may be before its words go on in the next line: no wider than maxCell, and less, down to
// minCell, if there are fewer tables then.
const (
	maxCell = 30
	minCell = 12
)

// Table writes a table: as text several, one below the other, if the lines are too short for it.
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
	widest := max(min(maxCell, w.Width-label-4), minCell) // that there is room for
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

// heads is the first line of a table. Names may be broken behind the signs that join their words.
func heads(columns []string) Row {
	head := Row{Cells: []Cell{}}
	for _, c := range columns {
		head.Cells = append(head.Cells, Cell{strings.NewReplacer("-", "-"+soft, ":", ":"+soft).Replace(c), Bold})
	}
	return head
}

// fit returns where each table ends if cells are broken at most columns, and how wide they are then.
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

// row writes some columns of a row, in as many lines as its cells need.
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

// Keep makes a text one that is not broken into lines.
func Keep(text string) string { return strings.ReplaceAll(text, " ", "\u00a0") }

// Plain undoes Keep.
func Plain(text string) string { return strings.ReplaceAll(text, "\u00a0", " ") }

// soft is where a text may be broken that has no blank there.
const soft = "\u200b"

// Break breaks a text into lines of at most so many columns, but not where Keep forbids it.
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
