package counterexamples

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system"
)

// Rows draws events as they happen, in the form in which Text draws a complete execution. Ticks are drawn together with
// the event after them.
type Rows struct {
	d      drawing
	layout *layout // nil if columns would be too narrow: then rows are drawn as a list
	locals []Local
	number int
	ticks  int
}

// Local is the part of a process that Rows shows.
type Local struct {
	State  any // nil while the process is down
	Stored any
	Timers []string
}

// NewRows begins a table of events of the given processes. Nothing is written before the first event.
func NewRows(w io.Writer, processes []string, o TextOptions) *Rows {
	o.Width = max(cmp.Or(o.Width, defaultWidth), minWidth)
	e := &Execution{names: processes}
	r := &Rows{locals: make([]Local, len(processes)),
		d: drawing{picture: &picture{columns: processes}, e: e, o: o, out: bufio.NewWriter(w)}}
	t := &layout{number: 5, event: maxEvent - 6}
	room := (o.Width-t.fixed())/len(processes) - width(separator)
	for j := range processes {
		t.shown, t.widths = append(t.shown, j), append(t.widths, min(room, maxLive))
	}
	if room >= minColumn {
		r.layout = t
	}
	return r
}

// maxLive is the maximum width of a column, whose content is not known in advance.
const maxLive = 44

// Step draws an event, given the state of its process after it. An event of the network has no Process. The error is
// that of writing.
func (r *Rows) Step(step system.Step, after Local) error {
	if r.number == 0 && r.layout != nil {
		r.d.heading(r.layout)
	}
	if step.Kind == model.Tick && step.Process == model.None {
		r.ticks++
		return r.d.out.Flush()
	}
	if r.ticks > 0 {
		tick := system.Step{Event: step.Event}
		tick.Kind, tick.Process, tick.Name = model.Tick, model.None, ""
		passed := r.row(&tick, Local{})
		if r.ticks > 1 {
			passed.pass(r.ticks)
		}
		r.ticks = 0
		r.draw(passed)
	}
	r.draw(r.row(&step, after))
	if step.Process != model.None {
		r.locals[step.Process] = after
	}
	return r.d.out.Flush()
}

func (r *Rows) draw(next row) {
	r.number++
	r.d.rows, r.d.from = []row{{}, next}, r.number-1
	if r.layout != nil {
		r.d.tableRow(r.layout, 1)
		return
	}
	for k, entry := range r.d.entries(1) {
		head := ""
		if k == 0 {
			head = r.d.number(1)
		}
		r.d.say(pad(head, 5, true) + "  " + r.d.paint(entry.style, entry.text))
	}
}

func (r *Rows) row(step *system.Step, after Local) row {
	e := r.d.e
	next := row{event: label(step), fault: system.Failure(step.Kind), actor: int(step.Process),
		cells: make([][]line, len(e.names)), across: e.between(step)}
	for p := range e.names {
		next.down = append(next.down, r.locals[p].State == nil && p != next.actor)
	}
	if next.actor < 0 {
		return next
	}
	before := r.locals[step.Process]
	var cell []line
	switch {
	case step.Kind == model.Crash:
		cell = lines(failed, "✗ crashes")
	case before.State == nil:
		cell = lines(plain, e.names.whole("state", after.State)...)
	default:
		cell = e.environment(step, model.State{})
		if step.Kind == model.Deliver {
			says := e.receipt(step)
			alone := fmt.Sprintf("(%s)", e.names.format(step.Message))
			if r.layout != nil && len(cell) == 0 && step.From != step.To && width(alone)+2 <= r.layout.widths[next.actor] {
				says, next.arrow, next.from = alone, true, int(step.From)
			}
			cell = append(cell, line{says, passed})
		}
		cell = append(cell, lines(changed, e.names.changes(before.State, after.State)...)...)
	}
	cell = append(cell, e.sends(step)...)
	if after.State != nil {
		cell = append(cell, timers(step, before.Timers, after.Timers)...)
	}
	if after.Stored != nil {
		cell = append(cell, lines(plain, e.names.inner("stored", before.Stored, after.Stored)...)...)
	}
	next.cells[next.actor] = slices.Concat(cell, marks(step))
	if next.event = strings.TrimSpace(next.event); next.event == "" {
		next.event = "start"
	}
	next.attribute()
	return next
}
