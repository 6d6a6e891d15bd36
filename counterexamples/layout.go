package counterexamples

import (
	"math"
	"regexp"
	"slices"
	"strings"
)

// layout holds the widths of the parts of a table.
type layout struct {
	margin, number, event int   // of the loop's bracket, of the step's number and of the event
	shown                 []int // the columns that are drawn
	widths                []int // of the columns that are drawn
	cut                   bool  // something had to be cut short
}

const (
	maxEvent  = 24 // the maximum width of the column of events
	minColumn = 14 // the minimum width of a column; a list is drawn instead of narrower ones
	easy      = 22 // below this width, columns in which nothing happens are dropped
	maxLines  = 3  // the maximum number of lines for one item in a cell
)

const separator = " │ "

// fixed is the width of everything left of the columns.
func (t *layout) fixed() int { return t.margin + t.number + 2 + t.event }

// span is the width of all columns together.
func (t *layout) span() int {
	sum := (len(t.widths) - 1) * width(separator)
	for _, w := range t.widths {
		sum += w
	}
	return sum
}

// content is what the columns have to hold.
type content struct {
	widths []int  // the widest line of each column
	busy   []bool // whether anything happens in the column after the initial state
	across int    // the widest line across all columns
}

// measure returns the content of the table, and a layout with all columns.
func (d *drawing) measure() (*content, *layout) {
	c := &content{widths: make([]int, len(d.columns)), busy: make([]bool, len(d.columns))}
	t := &layout{number: d.digits(), event: width("event")}
	if d.e.Trace.Loop != nil {
		t.margin = 2
	}
	for j, name := range d.columns {
		c.widths[j] = width(name)
		t.shown = append(t.shown, j)
	}
	for r, row := range d.rows {
		if d.leftOut(r) {
			if d.gaps[r] > 0 {
				c.across = max(c.across, width(elsewhere(d.gaps[r])))
			}
			continue
		}
		t.event = min(max(t.event, width(row.event), width(row.choice)), maxEvent)
		for j, cell := range row.cells {
			c.busy[j] = c.busy[j] || r > 0 && len(cell) > 0
			c.widths[j] = max(c.widths[j], widest(cell))
		}
		c.across = max(c.across, widest(row.across))
	}
	return c, t
}

func widest(cell []line) int {
	w := 0
	for _, l := range cell {
		w = max(w, width(l.text))
	}
	return w
}

// layOut returns a layout that fits the width, or nil if columns would be too narrow.
func (d *drawing) layOut() *layout {
	c, t := d.measure()
	room := func(columns int) int { return d.o.Width - t.fixed() - columns*width(separator) }
	squeezed := func() int {
		t.widths = t.widths[:0]
		for _, j := range t.shown {
			t.widths = append(t.widths, c.widths[j])
		}
		return squeeze(t.widths, room(len(t.shown)))
	}
	narrowest := squeezed()
	var idle []string
	if busy := slices.DeleteFunc(slices.Clone(t.shown), func(j int) bool { return !c.busy[j] }); narrowest < easy &&
		len(busy) > 0 {
		for j, name := range d.columns {
			if !c.busy[j] {
				idle = append(idle, name)
			}
		}
		t.shown = busy
		narrowest = squeezed()
	}
	if narrowest < minColumn {
		return nil
	}
	if len(idle) > 0 {
		d.notes = append(d.notes, "not shown, since nothing happens to them: "+strings.Join(idle, ", "))
	}
	// Lines across all columns may use the room that is left.
	if lacking := min(c.across, room(1)) - t.span(); lacking > 0 {
		t.widths[len(t.widths)-1] += lacking
	}
	return t
}

// squeeze narrows the widest columns until all fit into room together, and returns their new width, or math.MaxInt if
// none had to be narrowed.
func squeeze(widths []int, room int) int {
	share := func(limit int) int {
		sum := 0
		for _, w := range widths {
			sum += min(w, limit)
		}
		return sum
	}
	if share(math.MaxInt) <= room {
		return math.MaxInt
	}
	limit := slices.Max(widths)
	for limit > 0 && share(limit) > room {
		limit--
	}
	left := room - share(limit)
	for i, w := range widths {
		if widths[i] = min(w, limit); w > limit && left > 0 {
			widths[i]++ // use what the equal shares leave
			left--
		}
	}
	return limit
}

// fit breaks the lines of a cell to at most the given width, and reports whether anything had to be cut short.
func fit(cell []line, w int) (fitted []line, cut bool) {
	for _, l := range cell {
		parts := wrap(l.text, w, 2)
		if len(parts) > maxLines {
			parts, cut = shortened(parts, l.text, w), true
		}
		for _, part := range parts {
			fitted = append(fitted, line{part, l.style})
		}
	}
	return fitted, cut
}

// arrowSign is the end of a text about a message: which way it goes, and from or to whom.
var arrowSign = regexp.MustCompile(`(?:\) ←| →)[^←→]*$`)

// shortened returns the first maxLines of the lines of a text. Of a message, its contents are cut rather than who sent
// or receives it.
func shortened(parts []string, text string, w int) []string {
	kept, rest := parts[:maxLines-1], parts[maxLines-1]
	sign := ""
	if found := arrowSign.FindString(text); found != "" && !arrowSign.MatchString(strings.Join(kept, " ")) {
		sign = strings.TrimPrefix(found, ")")
		rest, _, _ = strings.Cut(rest, sign[:len(" →")])
	}
	if width(sign) <= w/2 {
		return append(kept, shorten(rest+" …", w-width(sign))+sign)
	}
	kept[len(kept)-1] = shorten(kept[len(kept)-1]+" …", w)
	return append(kept, shorten(" "+sign, w))
}

// wrapped breaks lines to at most the given width, without cutting anything; see wrap.
func wrapped(cell []line, w, indent int) []line {
	var all []line
	for _, l := range cell {
		for _, part := range wrap(l.text, w, indent) {
			all = append(all, line{part, l.style})
		}
	}
	return all
}
