package counterexamples

import (
	"math"
	"slices"
	"strings"

	"github.com/rivo/uniseg"
)

// layout says where the parts of a table stand.
type layout struct {
	margin, number, event int   // widths of the loop's bracket, of the step's number and of the event
	shown                 []int // the columns that are drawn
	widths                []int // of those
	cut                   bool  // something had to be cut short
}

const (
	maxEvent  = 24 // widest that the column of events may be
	minColumn = 14 // narrowest that a column may be squeezed to
	easy      = 22 // below this, columns in which nothing happens make room first
	maxLines  = 3  // that one thing may take in a column
)

const separator = " │ "

// fixed is the width of what stands left of the columns.
func (t *layout) fixed() int { return t.margin + t.number + 2 + t.event }

// span is the width of all columns together.
func (t *layout) span() int {
	sum := (len(t.widths) - 1) * width(separator)
	for _, w := range t.widths {
		sum += w
	}
	return sum
}

// content is how much room the columns would like to have.
type content struct {
	widths []int
	busy   []bool // something happens in the column after the initial state
	across int    // widest line across all columns
}

// measure returns what the table holds, and a layout with all columns.
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

// layOut finds columns that fit the width; nil if there are none.
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
	// Lines across all columns may use what those leave free.
	if lacking := min(c.across, room(1)) - t.span(); lacking > 0 {
		t.widths[len(t.widths)-1] += lacking
	}
	return t
}

// squeeze narrows the widest columns until all fit into room together, and returns the
// width of those; a great number if none had to be narrowed.
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
			widths[i]++ // what the even share leaves over
			left--
		}
	}
	return limit
}

// fit makes lines of at most the given width out of a cell, and reports
// whether something had to be cut short.
func fit(cell []line, w int) (fitted []line, cut bool) {
	for _, l := range cell {
		parts := wrap(l.text, w, 2)
		if len(parts) > maxLines {
			parts = parts[:maxLines]
			parts[maxLines-1] = shorten(parts[maxLines-1]+" …", w)
			cut = true
		}
		for _, part := range parts {
			fitted = append(fitted, line{part, l.style})
		}
	}
	return fitted, cut
}

// wrapped makes lines of at most the given width.
func wrapped(cell []line, w int) []line {
	var all []line
	for _, l := range cell {
		for _, part := range wrap(l.text, w, 2) {
			all = append(all, line{part, l.style})
		}
	}
	return all
}

// width is how many columns of a terminal a text takes.
func width(text string) int { return uniseg.StringWidth(text) }

// pad fills a text up with blanks.
func pad(text string, w int, right bool) string {
	blanks := strings.Repeat(" ", max(0, w-width(text)))
	if right {
		return blanks + text
	}
	return text + blanks
}

// shorten cuts a text that is wider than w, with … at its end.
func shorten(text string, w int) string {
	if width(text) <= w {
		return text
	}
	head, _ := split(strings.TrimRight(strings.TrimSuffix(text, "…"), " "), w-2)
	return strings.TrimRight(head, " ") + " …"
}

// split divides a text so that the head is at most w wide, but not empty.
func split(text string, w int) (head, tail string) {
	state, at, used := -1, 0, 0
	for rest := text; rest != ""; {
		var cluster string
		var wide int
		cluster, rest, wide, state = uniseg.FirstGraphemeClusterInString(rest, state)
		if used += wide; used > w && at > 0 {
			break
		}
		at += len(cluster)
	}
	return text[:at], text[at:]
}

// wrap breaks a text into lines of at most w columns, preferably at blanks.
// All but the first are indented.
func wrap(text string, w, indent int) []string {
	var all []string
	for prefix := ""; ; prefix = strings.Repeat(" ", indent) {
		room := w - len(prefix)
		if text = strings.TrimRight(text, " "); width(text) <= room {
			return append(all, prefix+text)
		}
		head, _ := split(text, room)
		head = text[:lineEnd(text, len(head), room)]
		all = append(all, prefix+strings.TrimRight(head, " "))
		text = strings.TrimLeft(text[len(head):], " ")
	}
}

// lineEnd returns where to end a line of which no more than limit bytes fit: at the last good
// blank, else at any blank, unless that wastes most of the line.
func lineEnd(text string, limit, room int) int {
	end := limit
	for at := limit; at > 0; at = strings.LastIndexByte(text[:at], ' ') {
		if at >= len(text) || text[at] != ' ' {
			continue
		}
		if width(text[:at]) <= room/3 {
			break
		}
		if breakable(text[:at], text[at+1:]) {
			return at
		}
		if end == limit {
			end = at
		}
	}
	return end
}

// breakable reports whether a line may end between two words: arrows and colons stay with
// what they point at, and C ← with its C.
func breakable(before, after string) bool {
	if strings.HasPrefix(after, "✗") {
		return true
	}
	for _, sign := range []string{"←", "→", ":", "✗", "»", "timer"} {
		if strings.HasSuffix(before, sign) {
			return false
		}
	}
	return !strings.HasPrefix(after, "←") || strings.HasSuffix(before, ")")
}
