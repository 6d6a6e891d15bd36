package counterexamples

import (
	"strings"
)

// list draws the rows as a list, for systems with too many processes for a table.
func (d *drawing) list() {
	number := d.digits()
	room := d.o.Width - width(d.marker(0, false, false)) - number - 2
	for r := range d.rows {
		if d.leftOut(r) {
			d.gap(r, number, "")
			continue
		}
		all := wrapped(d.entries(r), room, 4)
		for k, l := range all {
			head := ""
			if k == 0 {
				head = d.number(r)
			}
			d.say(d.marker(r, k == 0, k == len(all)-1) + pad(head, number, true) + "  " + d.paint(d.drawnIn(r, l.style), l.text))
		}
	}
}

// entries returns the lines of row r, column by column.
func (d *drawing) entries(r int) []line {
	row := &d.rows[r]
	label := d.label(r)
	style := label[0].style
	if r == 0 {
		return append(label, d.alike(row)...)
	}
	head := join(label)
	if row.actor < 0 {
		return lines(style, head+": "+join(row.across))
	}
	if !d.e.isMachine() {
		head = d.columns[row.actor] + " " + head
	}
	var all []line
	if cell := row.cells[row.actor]; cell[0].style != quiet || !row.changes() {
		head += ": " + join(cell)
	}
	all = append(all, line{head, style})
	for j, cell := range row.cells {
		if j != row.actor && len(cell) > 0 {
			all = append(all, line{d.columns[j] + ": " + join(cell), style})
		}
	}
	return all
}

// alike lists the initial states of columns, naming together the columns that start alike.
func (d *drawing) alike(row *row) []line {
	var who groups[string, string]
	for j, cell := range row.cells {
		if start := join(cell); start != "" {
			who.add(start, d.columns[j])
		}
	}
	var starts []string
	for _, start := range who.keys {
		if len(d.columns) > 1 {
			start = strings.Join(who.of[start], ", ") + ": " + start
		}
		starts = append(starts, start)
	}
	return lines(plain, starts...)
}

func join(cell []line) string { return strings.Join(textsOf(cell), "; ") }
