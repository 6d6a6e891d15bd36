package counterexamples

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system"
)

// picture is the content of a drawing of an execution, without any layout.
type picture struct {
	columns []string // processes, then shared variables or a machine's state
	rows    []row    // the initial state, then the steps
}

// row is what a step did.
type row struct {
	event  string   // the event in few words
	choice string   // which outcome of its choices, if there were several
	actor  int      // the column of the process that took the step, or -1
	fault  bool     // the event is a failure
	cells  [][]line // by column
	across []line   // what concerns no single process
	down   []bool   // by column: whether it is a process that is down before and after
	arrow  bool     // the actor's first line is a message from column from, to be drawn as an arrow
	from   int
}

// line is one thing that a step did.
type line struct {
	text  string
	style style
}

type style uint8

const (
	plain   style = iota // timers, stable storage, marks and the like
	passed               // a message is sent or received
	changed              // a state changed
	failed               // something went wrong
	quiet                // nothing worth attention
)

func (e *Execution) picture() *picture {
	p := &picture{columns: e.Processes(), rows: []row{e.first()}}
	switch {
	case e.isMachine():
		p.columns = []string{"state"}
	case e.hasVariables():
		p.columns = append(p.columns, "shared")
	}
	for i := range e.steps {
		p.rows = append(p.rows, e.row(i))
	}
	return p
}

// beside adds the column of e.Beside.
func (p *picture) beside(e *Execution) {
	if e.Beside == nil || e.recording != nil {
		return
	}
	p.columns = append(p.columns, clean(e.Beside.Name))
	is := e.Beside.Of(e.State(0))
	cell := lines(plain, e.names.whole("state", is)...)
	for i := range p.rows {
		if i > 0 {
			was := is
			is = e.Beside.Of(e.State(i))
			cell = lines(changed, e.names.changes(was, is)...)
		}
		p.rows[i].cells = append(p.rows[i].cells, cell)
	}
}

// first shows the initial state.
func (e *Execution) first() row {
	r := row{event: "start", actor: -1}
	s := e.State(0)
	if e.isMachine() {
		r.cells = [][]line{lines(plain, e.names.whole("state", model.Whole[any](s))...)}
		return r
	}
	sent := make([]system.Step, len(e.names))
	for link, m := range s.Messages() {
		from := &sent[link.From]
		from.Sends = append(from.Sends, system.Send{From: link.From, To: link.To, Message: m})
	}
	for p := range sent {
		r.cells = append(r.cells, slices.Concat(e.arrives(model.ID(p), s), e.sends(&sent[p]), e.extras(model.ID(p), s)))
	}
	if e.hasVariables() {
		r.cells = append(r.cells, e.variables(s))
	}
	return r
}

// extras shows what process p has in the initial state besides its local state: stable storage, and operations.
func (e *Execution) extras(p model.ID, s model.State) (all []line) {
	if v := s.Stored(p); v != nil {
		all = lines(plain, assign("stored", e.names.format(v)))
	}
	if s.KeepsHistory() {
		all = append(all, e.recorded(e.started(p))...)
	}
	return all
}

// variables shows the shared variables.
func (e *Execution) variables(s model.State) (all []line) {
	for name, v := range s.Variables() {
		all = append(all, line{assign(clean(name), e.names.format(v)), plain})
	}
	return all
}

func (e *Execution) isMachine() bool { return len(e.names) == 0 }

func (e *Execution) hasVariables() bool {
	for range e.State(0).Variables() {
		return true
	}
	return false
}

func lines(s style, texts ...string) []line {
	var all []line
	for _, t := range texts {
		all = append(all, line{t, s})
	}
	return all
}

func (e *Execution) row(i int) row {
	step, before, after := &e.steps[i], e.State(i), e.State(i+1)
	r := row{event: label(step), fault: system.Failure(step.Kind) || step.Dropped, actor: int(step.Process)}
	switch {
	case step.Choices > 1:
		r.choice = fmt.Sprintf("choice %d of 0–%d", step.Choice, step.Choices-1)
	case step.Choices == system.Uncounted:
		r.choice = fmt.Sprintf("choice %d of very many", step.Choice)
	}
	if e.isMachine() {
		r.actor = 0
		r.cells = [][]line{lines(changed, e.names.changes(model.Whole[any](before), model.Whole[any](after))...)}
	} else {
		for p := range e.names {
			r.cells = append(r.cells, e.cell(model.ID(p), step, before, after))
			r.down = append(r.down, !before.Up(model.ID(p)) && !after.Up(model.ID(p)))
		}
		if e.hasVariables() {
			r.cells = append(r.cells, e.shared(before, after))
		}
		r.across = e.across(step, before, after)
	}
	r.attribute()
	return r
}

// attribute marks the actor's cell if nothing is shown in it.
func (r *row) attribute() {
	if r.actor < 0 || len(r.cells[r.actor]) > 0 {
		return
	}
	r.cells[r.actor] = lines(quiet, "(nothing changes)")
	if r.changes() {
		r.cells[r.actor] = lines(quiet, "•")
	}
}

// changes reports whether any column shows something that happens.
func (r *row) changes() bool {
	return slices.ContainsFunc(r.cells, func(cell []line) bool { return len(cell) > 0 && cell[0].style != quiet })
}

// label describes the event of a step in few words.
func label(step *system.Step) string {
	switch {
	case step.Kind == model.Acted:
		return clean(step.Name)
	case step.Name != "":
		return string(step.Kind) + " " + clean(step.Name)
	}
	return string(step.Kind)
}

// cell shows what a step did to process p: what it received, how its state changed, what it sent, and then the rest, in
// the order in which handlers are usually written.
func (e *Execution) cell(p model.ID, step *system.Step, before, after model.State) []line {
	mine := step.Process == p
	was, up := before.Local(p)
	is, stays := after.Local(p)
	switch {
	case mine && step.Kind == model.Crash:
		return append(lines(failed, "✗ crashes"), e.vanished(p, before, after)...)
	case mine && step.Dropped:
		return lines(failed, e.receipt(step)+" ✗ lost, it is down")
	case mine && step.Kind == model.Recover:
		return slices.Concat(lines(plain, "recovers"), e.arrives(p, after), e.recorded(step.Recorded), e.sends(step),
			e.stored(p, before, after), marks(step))
	case !up || !stays:
		return nil
	}
	var cell []line
	if mine {
		cell = e.environment(step, after)
	}
	if mine && (step.Kind == model.Deliver || step.Kind == model.Duplicate) {
		cell = append(cell, line{e.receipt(step), passed})
	}
	cell = append(cell, lines(changed, e.names.changes(was, is)...)...)
	if mine {
		cell = append(cell, e.recorded(step.Recorded)...)
		cell = append(cell, e.sends(step)...)
	}
	cell = append(cell, e.timers(p, step, before, after)...)
	cell = append(cell, e.stored(p, before, after)...)
	if mine {
		cell = append(cell, marks(step)...)
		if step.Kind == model.Duplicate {
			cell = append(cell, line{"✗ it stays on its way", failed})
		}
	}
	return cell
}

// environment shows what a process learned from its failure detector or clock in a step.
func (e *Execution) environment(step *system.Step, after model.State) []line {
	switch step.Kind {
	case model.Suspect:
		return lines(passed, strings.TrimSpace("suspects "+e.names[step.Suspect]+" "+step.Name))
	case model.Trust:
		return lines(passed, strings.TrimSpace("trusts "+e.names[step.Suspect]+" "+step.Name))
	case model.Tick, model.SetBack:
		return lines(passed, fmt.Sprintf("clock ← %d", after.Clock(step.Process)))
	}
	return nil
}

// arrives shows the whole state of process p when it starts or recovers.
func (e *Execution) arrives(p model.ID, s model.State) []line {
	v, up := s.Local(p)
	if !up {
		return nil
	}
	all := lines(plain, e.names.whole("state", v)...)
	for _, t := range s.Timers(p) {
		all = append(all, line{"timer " + clean(t) + " set", plain})
	}
	return all
}

func (e *Execution) receipt(step *system.Step) string {
	text := fmt.Sprintf("(%s) ←", e.names.format(step.Message))
	if e.obvious(step.From, step.To) {
		return text
	}
	return text + " " + e.other(step.To, step.From)
}

// obvious reports whether the other end of a channel goes without saying, because there are only two processes.
func (e *Execution) obvious(from, to model.ID) bool { return len(e.names) == 2 && from != to }

// other names process q to process p.
func (e *Execution) other(p, q model.ID) string {
	if p == q {
		return "itself"
	}
	return e.names[q]
}

// sends shows what a step sent. The same message to several processes is shown once.
func (e *Execution) sends(step *system.Step) []line {
	var all []line
	for i := 0; i < len(step.Sends); {
		first := step.Sends[i]
		text := e.names.format(first.Message)
		to := []string{e.other(first.From, first.To)}
		for i++; i < len(step.Sends); i++ {
			s := step.Sends[i]
			name := e.other(s.From, s.To)
			if s.Lost != first.Lost || e.names.format(s.Message) != text || slices.Contains(to, name) {
				break
			}
			to = append(to, name)
		}
		text = fmt.Sprintf("(%s) →", text)
		switch {
		case len(to) == 1 && e.obvious(first.From, first.To):
		case len(to) > 2 && len(to) == len(e.names)-1 && !slices.Contains(to, "itself"):
			text += " all others"
		default:
			text += " " + strings.Join(to, ", ")
		}
		if first.Lost {
			all = append(all, line{text + " ✗ lost", failed})
		} else {
			all = append(all, line{text, passed})
		}
	}
	return all
}

// timers shows which timers were set and which were cancelled. step is nil unless their process took it.
func timers(step *system.Step, was, is []string) []line {
	fired := func(t string) bool { return step != nil && step.Kind == model.Timeout && step.Name == t }
	var all []line
	for _, t := range was {
		if !slices.Contains(is, t) && !fired(t) {
			all = append(all, line{"timer " + clean(t) + " cancelled", plain})
		}
	}
	for _, t := range is {
		if !slices.Contains(was, t) || fired(t) {
			all = append(all, line{"timer " + clean(t) + " set", plain})
		}
	}
	return all
}

func (e *Execution) timers(p model.ID, step *system.Step, before, after model.State) []line {
	if step.Process != p {
		step = nil
	}
	return timers(step, before.Timers(p), after.Timers(p))
}

func (e *Execution) stored(p model.ID, before, after model.State) []line {
	if after.Stored(p) == nil {
		return nil
	}
	return lines(plain, e.names.inner("stored", before.Stored(p), after.Stored(p))...)
}

func marks(step *system.Step) []line {
	var all []line
	for _, m := range step.Marks {
		all = append(all, line{"» " + clean(m), plain})
	}
	return all
}

func (e *Execution) shared(before, after model.State) []line {
	was := maps.Collect(before.Variables())
	var all []line
	for name, v := range after.Variables() {
		all = append(all, lines(changed, e.names.inner(clean(name), was[name], v)...)...)
	}
	return all
}
