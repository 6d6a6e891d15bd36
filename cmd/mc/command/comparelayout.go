package command

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// How wide a cell may be before its words go on in the next line: no wider than maxCell, and less, down to
// minCell, if there are fewer tables then.
const (
	maxCell = 30
	minCell = 12
)

// lay writes a table as text: several, one below the other, if the lines are too short for it.
func (w compareWriter) lay(columns []string, rows []row) {
	label := 0
	for _, r := range rows {
		if r.cells != nil {
			label = max(label, utf8.RuneCountInString(r.label))
		}
	}
	widest := max(min(maxCell, w.width-label-4), minCell) // that there is room for
	ends, widths := w.fit(label, columns, rows, widest)
	for most := widest - 1; most >= minCell && len(ends) > 1; most-- {
		if e, ws := w.fit(label, columns, rows, most); len(e) < len(ends) {
			ends, widths = e, ws
		}
	}
	from := 0
	for _, to := range ends {
		if from > 0 {
			w.WriteByte('\n')
		}
		for _, r := range append([]row{heads(columns)}, rows...) {
			w.row(r, label, widths, from, to)
		}
		from = to
	}
}

// heads is the first line of a table. Names may be broken behind the signs that join their words.
func heads(columns []string) row {
	var head row
	for _, c := range columns {
		head.cells = append(head.cells, cell{strings.NewReplacer("-", "-"+soft, ":", ":"+soft).Replace(c), bold})
	}
	return head
}

// fit returns where each table ends if cells are broken at most columns, and how wide they are then.
func (w compareWriter) fit(label int, columns []string, rows []row, most int) (ends, widths []int) {
	widths = make([]int, len(columns))
	for _, r := range append([]row{heads(columns)}, rows...) {
		for i, c := range r.cells {
			for _, l := range broken(c.text, most) {
				widths[i] = max(widths[i], utf8.RuneCountInString(l))
			}
		}
	}
	for from := 0; from < len(columns); {
		to, at := from, 2+label
		for to < len(columns) && (to == from || at+2+widths[to] <= w.width) {
			at += 2 + widths[to]
			to++
		}
		ends = append(ends, to)
		from = to
	}
	return ends, widths
}

// row writes some columns of a row, in as many lines as its cells need.
func (w compareWriter) row(r row, label int, widths []int, from, to int) {
	if r.cells == nil {
		w.line("  %s", w.paint(faint, r.label))
		return
	}
	var texts [][]string
	high := 1
	for i := from; i < to; i++ {
		lines := broken(r.cells[i].text, widths[i])
		texts = append(texts, lines)
		high = max(high, len(lines))
	}
	for k := range high {
		name := r.label
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
				if color := r.cells[from+i].color; color != "" {
					text = w.paint(color, text)
				}
				line += strings.Repeat(" ", 2+gap) + text
				gap = 0
			} else {
				gap += 2
			}
			gap += free
		}
		w.line("%s", line)
	}
}

// keep makes a text one that is not broken into lines.
func keep(text string) string { return strings.ReplaceAll(text, " ", "\u00a0") }

// plain undoes keep.
func plain(text string) string { return strings.ReplaceAll(text, "\u00a0", " ") }

// soft is where a text may be broken that has no blank there.
const soft = "\u200b"

// broken breaks a text into lines of at most so many columns, but not where keep forbids it.
func broken(text string, columns int) []string {
	var lines []string
	for _, word := range strings.Split(text, " ") {
		gap := " "
		for _, part := range strings.Split(word, soft) {
			last := len(lines) - 1
			if last >= 0 && utf8.RuneCountInString(lines[last]+gap+part) <= columns {
				lines[last] += gap + plain(part)
			} else {
				lines = append(lines, plain(part))
			}
			gap = ""
		}
	}
	return lines
}

// table writes a table in Markdown.
func (w compareWriter) table(columns []string, rows []row) {
	line := func(label string, cells []string) {
		for i, c := range cells {
			cells[i] = strings.ReplaceAll(c, "|", `\|`)
		}
		w.line("| %s |", strings.Join(append([]string{label}, cells...), " | "))
	}
	line("", slices.Clone(columns))
	line("---", strings.Split(strings.Repeat("---,", len(columns)-1)+"---", ","))
	for _, r := range rows {
		if r.cells == nil {
			line("*"+r.label+"*", make([]string, len(columns)))
			continue
		}
		line(r.label, names(r.cells, func(c cell) string { return plain(c.text) }))
	}
}
