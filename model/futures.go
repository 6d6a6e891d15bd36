package model

import "math/bits"

// futures tell into which channels a process may yet send, whatever the others do. It is more than what really
// can happen: a process in any local state that it can be in is given any message that was ever sent to it, as often
// as one likes. What follows from that is computed once, before the search.
type futures struct {
	// sends are channels, as bits, by process and row. Rows that are not in it may do anything.
	sends []map[uint32]uint64
}

// maxMoves bounds the calls that futures makes: some 0.1 s. Where local states or messages grow, there is no
// end to them, and then nothing is known.
const maxMoves = 1 << 12

// of returns the channels into which process p, in the given row, may send at some time.
func (f *futures) of(p int, row uint32) uint64 {
	if f.sends != nil {
		if sends, ok := f.sends[p][row]; ok {
			return sends
		}
	}
	return ^uint64(0)
}

// move is what a process does in a step: into which row it comes, and into which channels it sends.
type move struct {
	from, to uint32
	sends    uint64
}

// saturation computes futures.
type saturation struct {
	s     *processes
	t     *stepper
	rows  []map[uint32]bool // by process
	moves [][]move          // by process
	sent  [][]uint32        // messages, by channel
	known []map[uint32]bool // the same as a set
	agenda
	calls int
}

// agenda is what is to be done: rows that were found, and messages.
type agenda struct {
	rows     []struct{ p, row uint32 }
	messages []struct{ c, message uint32 }
}

// whatFollows returns the futures, computed when they are first asked for.
func (s *processes) whatFollows() *futures {
	s.followed.Do(func() { s.follows = s.futures() })
	return s.follows
}

// futures computes what processes can do. What their functions do wrong on the way is no matter: if that can
// happen at all, the search will find it.
func (s *processes) futures() *futures {
	sat := &saturation{s: s, t: s.stepper(), rows: make([]map[uint32]bool, s.n), moves: make([][]move, s.n),
		sent: make([][]uint32, len(s.channels)), known: make([]map[uint32]bool, len(s.channels))}
	for p := range sat.rows {
		sat.rows[p] = map[uint32]bool{}
	}
	for c := range sat.known {
		sat.known[c] = map[uint32]bool{}
	}
	err := s.Initial(func(v []uint32) {
		sat.t.load(v, nil)
		for p, slot := range s.procSlot {
			sat.row(p, v[slot])
		}
		for c := range s.channels {
			for _, id := range s.contents.at(v[s.channels[c].slot]).entries {
				sat.message(c, s.entry(id).message)
			}
		}
	})
	if err != nil || !sat.run() {
		return &futures{}
	}
	f := &futures{}
	for p := range sat.rows {
		f.sends = append(f.sends, sat.closed(p))
	}
	return f
}

func (a *saturation) row(p int, row uint32) {
	if !a.rows[p][row] {
		a.rows[p][row] = true
		a.agenda.rows = append(a.agenda.rows, struct{ p, row uint32 }{uint32(p), row})
	}
}

func (a *saturation) message(c int, m uint32) {
	if !a.known[c][m] {
		a.known[c][m] = true
		a.sent[c] = append(a.sent[c], m)
		a.messages = append(a.messages, struct{ c, message uint32 }{uint32(c), m})
	}
}

// run does what is on the agenda, and reports whether it came to an end.
func (a *saturation) run() bool {
	for a.calls < maxMoves {
		switch {
		case len(a.agenda.rows) > 0:
			next := a.agenda.rows[0]
			a.agenda.rows = a.agenda.rows[1:]
			a.alone(int(next.p), next.row)
		case len(a.messages) > 0:
			next := a.messages[0]
			a.messages = a.messages[1:]
			to := int(a.s.channels[next.c].to)
			for row := range a.rows[to] {
				a.receive(int(next.c), row, next.message)
			}
		default:
			return true
		}
	}
	return false
}

// alone does all that process p can do in a row, with the messages that are known so far.
func (a *saturation) alone(p int, at uint32) {
	s, r := a.s, a.s.rows[p].at(at)
	if r.down {
		if s.class.recover_[p] >= 0 {
			a.call(call{kind: callRecover, p: ID(p), local: r.stored}, at, s.row(ID(p), record{stored: r.stored}))
		}
		return
	}
	for act := range s.kinds[p].acts {
		a.call(call{kind: callAct, p: ID(p), local: r.local, index: uint32(act)}, at, at)
	}
	for i, timer := range *s.timers.at(r.timers) {
		a.call(call{kind: callTimeout, p: ID(p), local: r.local, index: timer.name}, at, s.fire(ID(p), at, i))
	}
	if s.class.crash[p] >= 0 {
		a.moved(p, move{from: at, to: s.crash(ID(p), at)})
	}
	for c := range s.channels {
		if int(s.channels[c].to) == p {
			for _, m := range a.sent[c] {
				a.receive(c, at, m)
			}
		}
	}
}

func (a *saturation) receive(c int, at, m uint32) {
	p := a.s.channels[c].to
	if r := a.s.rows[p].at(at); !r.down {
		a.call(call{kind: callReceive, p: p, local: r.local, index: uint32(c), message: m}, at, at)
	}
}

// call notes every way in which a call can come out. The process is in row base when it is made.
func (a *saturation) call(c call, at, base uint32) {
	a.calls++
	tree, err := a.t.tree(c)
	if err != nil {
		return
	}
	a.t.script, a.t.widths = a.t.script[:0], a.t.widths[:0]
	for range maxOutcomes {
		e, err := a.t.walk(c, tree)
		if err != nil {
			return
		}
		a.outcome(int(c.p), at, base, e)
		if !a.t.nextScript() {
			return
		}
	}
}

func (a *saturation) outcome(p int, at, base uint32, e *effect) {
	if e.disabled {
		return
	}
	m := move{from: at, to: a.s.after(ID(p), base, e)}
	for _, o := range e.ops {
		if o.send {
			m.sends |= 1 << o.index
			a.message(int(o.index), o.value)
		}
	}
	a.moved(p, m)
}

func (a *saturation) moved(p int, m move) {
	a.moves[p] = append(a.moves[p], m)
	a.row(p, m.to)
}

// closed returns, for each row of process p, what is sent on any way from there.
func (a *saturation) closed(p int) map[uint32]uint64 {
	sends := map[uint32]uint64{}
	for row := range a.rows[p] {
		sends[row] = 0
	}
	for changed := true; changed; {
		changed = false
		for i := len(a.moves[p]) - 1; i >= 0; i-- {
			m := a.moves[p][i]
			if all := sends[m.from] | m.sends | sends[m.to]; bits.OnesCount64(all) != bits.OnesCount64(sends[m.from]) {
				sends[m.from] = all
				changed = true
			}
		}
	}
	return sends
}
