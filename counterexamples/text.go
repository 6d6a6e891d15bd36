package counterexamples

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"strings"

	"github.com/anel-mc/mc/counterexamples/words"
	"github.com/anel-mc/mc/model"
)

// TextOptions configures Execution.Text. The zero value is the default.
type TextOptions struct {
	_ struct{}

	// Width is the maximum number of columns of a line: by default 120, and never less than 40.
	Width int

	// Color marks changes and failures with escape sequences for terminals.
	Color bool

	// Dim shows the steps that do not matter, according to the Slice of the execution, dimmed and with their numbers in
	// parentheses. By default they are left out, and a line says how many.
	Dim bool
}

const (
	defaultWidth = 120
	minWidth     = 40
)

// Text draws the execution as a table with a column for each process and a row for each step, which shows only what the
// step did. Text that is too long is wrapped, then cut short, and a line at the end says so. A system with too many
// processes for the width is shown as a list of steps, in which nothing is cut short. If the instance keeps a history,
// the operations follow below. Beside, if set, has the last column.
func (e *Execution) Text(w io.Writer, o TextOptions) error {
	o.Width = max(cmp.Or(o.Width, defaultWidth), minWidth)
	d := &drawing{e: e, picture: e.picture(), o: o, out: bufio.NewWriter(w)}
	d.beside(e)
	if !o.Dim {
		d.gaps = e.gaps()
	}
	d.joinTicks()
	if t := d.layOut(); t != nil {
		d.table(t)
	} else {
		d.list()
	}
	d.history()
	d.closing()
	return d.out.Flush() // the first error, if any write failed
}

// drawing writes a picture as text.
type drawing struct {
	*picture
	e     *Execution
	o     TextOptions
	out   *bufio.Writer
	gaps  map[int]int // runs of rows that are left out: the length, by the first row
	ticks map[int]int // runs of ticks that are drawn as one row: the length, by the first row, and 0 for the others
	notes []string    // notes about the drawing
	from  int         // the number of row 0
}

// Escape sequences of terminals.
const (
	bold  = "\x1b[1m"
	red   = "\x1b[31m"
	faint = "\x1b[2m"
	reset = "\x1b[0m"
)

// paint colours a part of a line.
func (d *drawing) paint(s style, text string) string {
	if !d.o.Color || text == "" {
		return text
	}
	switch s {
	case changed:
		return bold + text + reset
	case failed:
		return red + text + reset
	case quiet:
		return faint + text + reset
	}
	return text
}

// say writes a line, without trailing blanks.
func (d *drawing) say(text string) {
	d.out.WriteString(strings.TrimRight(text, " "))
	d.out.WriteByte('\n')
}

// marker returns the part of the loop's bracket in the margin of row r, at its first line, at its last or in between.
func (d *drawing) marker(r int, first, last bool) string {
	loop := d.e.Trace.Loop
	if loop == nil {
		return ""
	}
	from, to := *loop+1, d.e.Len()
	begins, ends := r == from && first, r == to && last
	switch {
	case r < from || r > to:
		return "  "
	case begins && ends:
		return "⟳ "
	case begins:
		return "╭ "
	case ends:
		return "╰ "
	}
	return "│ "
}

// closing writes what follows the table: the loop, the messages in transit, the notes and what the execution shows.
func (d *drawing) closing() {
	t := &d.e.Trace
	if t.Loop != nil {
		d.paragraph(plain, fmt.Sprintf("⟳ loop: back to the state after step %d, and so on for ever", *t.Loop))
	}
	var all []line
	if text := d.e.inFlight(); text != "" {
		all = append(all, line{"on the way at the end: " + text, plain})
	}
	all = append(all, lines(quiet, d.notes...)...)
	if text, s := t.verdict(); text != "" {
		all = append(all, line{text, s})
	}
	if len(all) > 0 {
		d.say("")
	}
	for _, l := range all {
		d.paragraph(l.style, l.text)
	}
	if f := d.e.Slice; f != nil && len(f.Notes) > 0 {
		d.say("")
		for _, note := range f.Notes {
			d.paragraph(plain, clean(note))
		}
	}
}

// number returns the number of row r, as it is drawn.
func (d *drawing) number(r int) string {
	if d.e.aside(r) {
		return fmt.Sprintf("(%d)", r)
	}
	if n := d.ticks[r]; n > 0 {
		return fmt.Sprintf("%d–%d", r, r+n-1)
	}
	return fmt.Sprint(d.from + r)
}

// digits is the width of the numbers of rows.
func (d *drawing) digits() int {
	most := 1
	for r := range d.rows {
		if !d.leftOut(r) {
			most = max(most, len(d.number(r)))
		}
	}
	return most
}

// leftOut reports whether row r is not drawn.
func (d *drawing) leftOut(r int) bool {
	n, tick := d.ticks[r]
	return !d.o.Dim && d.e.aside(r) || tick && n == 0
}

// joinTicks draws consecutive ticks in which nothing else happens as one row.
func (d *drawing) joinTicks() {
	d.ticks = map[int]int{}
	for r := 1; r < len(d.rows); {
		n := 0
		for r+n < len(d.rows) && d.onlyTick(r+n) {
			n++
		}
		if n > 1 {
			for k := range n {
				d.ticks[r+k] = 0
			}
			d.ticks[r] = n
			d.rows[r].pass(n)
		}
		r += max(n, 1)
	}
}

// pass makes a row say that n ticks pass.
func (r *row) pass(n int) {
	r.event, r.across = fmt.Sprintf("tick × %d", n), lines(quiet, fmt.Sprintf("%d ticks pass", n))
}

// onlyTick reports whether nothing but a tick of global time happens in row r, and the row is not set aside and not the
// first or last of the loop.
func (d *drawing) onlyTick(r int) bool {
	step, loop := &d.e.steps[r-1], d.e.Trace.Loop
	if step.Kind != model.Tick || step.Process != model.None || d.e.aside(r) || len(d.rows[r].across) != 1 ||
		d.rows[r].changes() {
		return false
	}
	return loop == nil || r != *loop+1 && r != d.e.Len()
}

// gap writes that steps are left out from row r on, if a run begins there.
func (d *drawing) gap(r, digits int, between string) {
	if n := d.gaps[r]; n > 0 {
		d.say(d.marker(r, false, false) + pad("⋮", digits, true) + "  " + between + d.paint(quiet, elsewhere(n)))
	}
}

// drawnIn returns the style for a part of row r: s, unless the row is set aside.
func (d *drawing) drawnIn(r int, s style) style {
	if d.e.aside(r) {
		return quiet
	}
	return s
}

// paragraph writes a text of any length, with all lines but the first indented.
func (d *drawing) paragraph(s style, text string) {
	prefix := ""
	for _, part := range strings.Split(text, "\n") {
		for _, l := range wrap(prefix+part, d.o.Width, 2) {
			d.say(d.paint(s, l))
		}
		prefix = "  "
	}
}

// maxInFlight limits how many messages in transit are listed.
const maxInFlight = 8

// inFlight lists the messages in transit at the end.
func (e *Execution) inFlight() string {
	if e.isMachine() {
		return ""
	}
	var alike groups[string, model.Message]
	sent := e.inSlice()
	for link, m := range e.State(e.Len()).Messages() {
		text := e.travelling(link.From, link.To, m)
		if sent != nil && !sent[text] {
			continue
		}
		alike.add(text, m)
	}
	var texts []string
	for _, text := range alike.keys {
		if n := len(alike.of[text]); n > 1 {
			text = fmt.Sprintf("%d × %s", n, text)
		}
		texts = append(texts, text)
	}
	return strings.Join(words.Some(texts, maxInFlight), ", ")
}
