package system

import "github.com/anel-mc/mc/model"

// saturation computes futures.
type saturation struct {
	s     *processes
	t     *stepper
	rows  []growing[uint32] // by process
	moves [][]move          // by process, of rows
	sent  []growing[uint32] // messages, by channel
	agenda
	calls []int  // by process
	over  []bool // by process: it was given up

	// The shared variables: values that they have had, who reads them, and those that the call that is being made has
	// read, in that order, with the value that it was given of each.
	values  []growing[uint32]
	readers []growing[pending]
	given   []reading
}

// growing is a set in the order in which its elements came: how far a saturation comes must not depend on chance.
type growing[T comparable] struct {
	list []T
	set  map[T]bool
}

// add reports whether v was not known.
func (g *growing[T]) add(v T) bool {
	if g.set[v] {
		return false
	}
	if g.set == nil {
		g.set = map[T]bool{}
	}
	g.set[v] = true
	g.list = append(g.list, v)
	return true
}

// pending is a call to be made in a row, on top of another if a timer was taken from it.
type pending struct {
	call
	at, base uint32
}

// reading is a variable that was read, and which of its values was given.
type reading struct {
	variable int32
	value    int
}

// agenda is what is to be done: rows that were found, messages, and calls that read a variable that has another value.
type agenda struct {
	rows     []struct{ p, row uint32 }
	messages []struct{ c, message uint32 }
	again    []pending
}

// saturate computes what processes can do. What their functions do wrong on the way is no matter: if that can
// happen at all, the search will find it.
func (s *processes) saturate() *futures {
	a := &saturation{s: s, t: s.stepper(), rows: make([]growing[uint32], s.n), moves: make([][]move, s.n),
		sent:  make([]growing[uint32], len(s.channels)),
		calls: make([]int, s.n), over: make([]bool, s.n), values: make([]growing[uint32], len(s.varSlot)),
		readers: make([]growing[pending], len(s.varSlot))}
	a.t.reads = a.read
	err := s.Initial(func(v []uint32) {
		a.t.load(v, nil)
		for p, slot := range s.procSlot {
			a.row(p, v[slot])
		}
		for c := range s.channels {
			for _, id := range s.contents.at(v[s.channels[c].slot]).entries {
				a.message(c, s.entry(id).message)
			}
		}
		for x, slot := range s.varSlot {
			a.value(x, v[slot])
		}
	})
	f := &futures{rows: make([][]foreseen, s.n), whole: make([]future, s.n), certain: a.run()}
	if err != nil || s.symmetry != nil && !f.certain {
		// What is seen of one process can happen to those that are like it.
		f.certain = true
		for p := range f.whole {
			f.whole[p] = anything
		}
		return f
	}
	for p := range f.whole {
		f.whole[p], f.rows[p] = a.foreseen(p)
	}
	f.varying = s.varied()
	return f
}

func (a *saturation) row(p int, row uint32) {
	if a.rows[p].add(row) {
		a.agenda.rows = append(a.agenda.rows, struct{ p, row uint32 }{uint32(p), row})
	}
}

func (a *saturation) message(c int, m uint32) {
	if a.sent[c].add(m) {
		a.messages = append(a.messages, struct{ c, message uint32 }{uint32(c), m})
	}
}

// value notes a value of a variable, and that its readers are to be called again.
func (a *saturation) value(x int, v uint32) {
	if a.values[x].add(v) {
		a.again = append(a.again, a.readers[x].list...)
		a.readers[x] = growing[pending]{}
	}
}

// read is what handlers are given of what they read: of a variable, each of its values in turn; see next.
func (a *saturation) read(x location) uint32 {
	if x.kind != locationVariable {
		return a.s.read(a.t.next, x)
	}
	for _, g := range a.given {
		if g.variable == x.a {
			return a.values[x.a].list[g.value]
		}
	}
	a.given = append(a.given, reading{variable: x.a})
	return a.values[x.a].list[0]
}

// next goes on to the next combination of values of the variables that are read, if there is one.
func (a *saturation) next() bool {
	for last := len(a.given) - 1; last >= 0; last-- {
		if g := &a.given[last]; g.value+1 < len(a.values[g.variable].list) {
			g.value++
			return true
		}
		a.given = a.given[:last]
	}
	return false
}

// run does what is on the agenda, and reports whether it came to an end for all processes.
func (a *saturation) run() bool {
	for {
		switch {
		case len(a.agenda.rows) > 0:
			next := a.agenda.rows[0]
			a.agenda.rows = a.agenda.rows[1:]
			a.alone(int(next.p), next.row)
		case len(a.again) > 0:
			next := a.again[0]
			a.again = a.again[1:]
			a.call(next)
		case len(a.messages) > 0:
			next := a.messages[0]
			a.messages = a.messages[1:]
			to := int(a.s.channels[next.c].to)
			for _, row := range a.rows[to].list {
				a.receive(int(next.c), row, next.message)
			}
		default:
			for _, over := range a.over {
				if over {
					return false
				}
			}
			return true
		}
	}
}

// alone does all that process p can do in a row, with the messages that are known so far.
func (a *saturation) alone(p int, at uint32) {
	s, r := a.s, a.s.rows[p].at(at)
	if r.down {
		if s.class.recover_[p] >= 0 {
			a.call(pending{call{kind: callRecover, p: model.ID(p), local: r.stored}, at,
				s.row(model.ID(p), record{stored: r.stored})})
		}
		return
	}
	for act := range s.kinds[p].Acts {
		a.call(pending{call{kind: callAct, p: model.ID(p), local: r.local, index: uint32(act)}, at, at})
	}
	for i, timer := range *s.timers.at(r.timers) {
		a.call(pending{call{kind: callTimeout, p: model.ID(p), local: r.local, index: timer.name}, at,
			s.fire(model.ID(p), at, i)})
	}
	if s.class.crash[p] >= 0 {
		a.row(p, s.crash(model.ID(p), at))
	}
	for c := range s.channels {
		if int(s.channels[c].to) == p {
			for _, m := range a.sent[c].list {
				a.receive(c, at, m)
			}
		}
	}
}

func (a *saturation) receive(c int, at, m uint32) {
	p := a.s.channels[c].to
	if r := a.s.rows[p].at(at); !r.down {
		a.call(pending{call{kind: callReceive, p: p, local: r.local, index: uint32(c), message: m}, at, at})
	}
}

// call notes every way in which a call can come out, unless there were too many.
func (a *saturation) call(c pending) {
	a.given = a.given[:0]
	for again := true; again; again = a.next() {
		if a.over[c.p] || !a.may(int(c.p)) {
			return
		}
		tree, err := a.t.tree(c.call)
		if err != nil {
			continue
		}
		a.t.script, a.t.widths = a.t.script[:0], a.t.widths[:0]
		for range maxOutcomes {
			e, err := a.t.walk(c.call, tree)
			if err != nil {
				break
			}
			a.outcome(c, e)
			if !a.t.nextScript() {
				break
			}
		}
	}
}

// may counts a call of process p, and gives the process up if there were too many.
func (a *saturation) may(p int) bool {
	all := 0
	for _, calls := range a.calls {
		all += calls
	}
	if a.calls[p] >= a.s.maxMoves || all >= 3*a.s.maxMoves {
		a.over[p] = true
		return false
	}
	a.calls[p]++
	return true
}

func (a *saturation) outcome(c pending, e *effect) {
	for _, g := range a.given {
		a.readers[g.variable].add(c)
	}
	m := moveOf(e)
	m.from, m.to = c.at, c.at
	if !e.disabled {
		m.to = a.s.after(c.p, c.base, e)
		a.row(int(c.p), m.to)
	}
	for _, o := range e.ops {
		if o.send {
			a.message(int(o.index), o.value)
		} else {
			a.value(int(o.index), o.value)
		}
	}
	if c.kind != callRecover { // nobody recovers where futures are asked for
		a.moves[c.p] = append(a.moves[c.p], m)
	}
}

// foreseen returns what process p was seen to do, and, unless it was given up, what it may do from each row on.
func (a *saturation) foreseen(p int) (whole future, rows []foreseen) {
	for _, m := range a.moves[p] {
		whole = whole.and(m.future)
	}
	if a.over[p] {
		return whole, nil
	}
	futures := closed(a.moves[p])
	for _, row := range a.rows[p].list {
		for len(rows) <= int(row) {
			rows = append(rows, foreseen{})
		}
		rows[row] = foreseen{futures[row], true}
	}
	return whole, rows
}
