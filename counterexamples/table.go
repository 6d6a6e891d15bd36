package counterexamples

import (
	"fmt"
	"slices"
	"strings"
)

// table draws the rows in columns.
func (d *drawing) table(t *layout) {
	d.heading(t)
	for r := range d.rows {
		if d.leftOut(r) {
			d.gap(r, t.number, pad("", t.event, false)+separator)
			continue
		}
		d.tableRow(t, r)
	}
	if t.cut {
		d.notes = append(d.notes, fmt.Sprintf("… stands for what does not fit in %d columns: a wider picture shows more",
			d.o.Width))
	}
}

// heading draws the names of the columns.
func (d *drawing) heading(t *layout) {
	head := strings.Repeat(" ", t.margin) + pad("#", t.number, true) + "  " + pad("event", t.event, false)
	rule := strings.Repeat("─", t.fixed())
	for i, j := range t.shown {
		name := middle(d.columns[j], t.widths[i])
		t.cut = t.cut || name != d.columns[j]
		head += separator + pad(name, t.widths[i], false)
		rule += "─┼─" + strings.Repeat("─", t.widths[i])
	}
	d.say(head)
	d.say(rule)
}

// tableRow draws row r.
func (d *drawing) tableRow(t *layout, r int) {
	label := wrapped(d.label(r), t.event, 2)
	across := wrapped(d.rows[r].across, t.span(), 2)
	height := max(len(label), len(across))
	var cells [][]line
	if d.e.aside(r) {
		fade(label, across)
	}
	for i, j := range t.shown {
		cell, cut := fit(d.rows[r].cells[j], t.widths[i])
		t.cut = t.cut || cut
		if d.e.aside(r) {
			fade(cell)
		}
		height = max(height, len(cell))
		cells = append(cells, cell)
	}
	for i, j := range t.shown {
		if down := d.rows[r].down; len(cells[i]) == 0 && j < len(down) && down[j] {
			cells[i] = lines(quiet, slices.Repeat([]string{"┊"}, height)...)
		}
	}
	for k := range height {
		number := ""
		if k == 0 {
			number = d.number(r)
		}
		text := d.marker(r, k == 0, k == height-1) + pad(number, t.number, true) + "  " + d.part(label, k, t.event)
		switch {
		case len(across) > 0:
			text += separator + d.part(across, k, 0)
		case k == 0 && d.rows[r].arrow:
			text += d.arrow(t, &d.rows[r], cells)
		default:
			for i, cell := range cells {
				text += separator + d.part(cell, k, t.widths[i])
			}
		}
		d.say(text)
	}
}

// arrow draws an arrow from the sender's column to the first line of the receiver's cell.
func (d *drawing) arrow(t *layout, row *row, cells [][]line) string {
	text, first, last := "", min(row.from, row.actor), max(row.from, row.actor)
	for i, w := range t.widths {
		if i > first && i <= last {
			text += d.paint(passed, "─┼─")
		} else {
			text += separator
		}
		switch {
		case i == row.from && i == first:
			text += d.paint(passed, pad("●", w, true))
		case i == row.from:
			text += d.paint(passed, pad("●", w, false))
		case i == row.actor && i == first:
			says := cells[i][0].text + " ◀"
			text += d.paint(passed, says+strings.Repeat("─", w-width(says)))
		case i == row.actor:
			text += d.paint(passed, pad("▶ "+cells[i][0].text, w, false))
		case i > first && i < last:
			text += d.paint(passed, strings.Repeat("─", w))
		default:
			text += d.part(cells[i], 0, w)
		}
	}
	return text
}

// fade makes lines faint.
func fade(cells ...[]line) {
	for _, cell := range cells {
		for k := range cell {
			cell[k].style = quiet
		}
	}
}

// label returns the event of row r.
func (d *drawing) label(r int) []line {
	row := &d.rows[r]
	s := plain
	if row.fault {
		s = failed
	}
	label := lines(s, row.event)
	if row.choice != "" {
		label = append(label, line{row.choice, plain})
	}
	return label
}

// part returns line k of a cell, padded to the given width.
func (d *drawing) part(cell []line, k, w int) string {
	if k >= len(cell) {
		return strings.Repeat(" ", w)
	}
	return d.paint(cell[k].style, cell[k].text) + strings.Repeat(" ", max(0, w-width(cell[k].text)))
}
