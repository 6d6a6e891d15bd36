package system

import "github.com/anel-mc/mc/model"

func (f future) and(g future) future { return future{f.sends | g.sends, f.accesses.and(g.accesses)} }

func (f future) within(g future) bool { return f.and(g) == g }

// everything is accessed by what fails when it is asked: the Stepper will say so.
var everything = accesses{^uint64(0), ^uint64(0)}

// newFutures are those of processes that do nothing.
func newFutures(n int) *futures { return &futures{rows: make([][]future, n), whole: make([]future, n)} }

// of returns what process p, in the given row, may do at some time.
func (f *futures) of(p int, row uint32) future {
	if rows := f.rows[p]; int(row) < len(rows) {
		return rows[row]
	}
	return f.whole[p]
}

// within reports whether futures are part of others.
func (f *futures) within(others *futures) bool {
	if f.varying&^others.varying != 0 {
		return false
	}
	for p := range f.whole {
		if !f.whole[p].within(others.whole[p]) {
			return false
		}
		for row := range max(len(f.rows[p]), len(others.rows[p])) {
			if !f.of(p, uint32(row)).within(others.of(p, uint32(row))) {
				return false
			}
		}
	}
	return true
}

// Settle takes what the functions of the processes were seen to do so far as all that they ever do, and reports whether
// that is more than what was taken at the last call, which PersistentSets go by. Nobody may use the system meanwhile.
//
// # Why it is right
//
// What PersistentSets told in a search was right if Settle reports no more when it is over. For
// then every call of a function that can be made at all has been made. Assume the contrary: some
// execution w from a state s that was found consists of calls that have been made, and ends in a
// state in which a call e can be made that has not. Let w be as short as possible, and among those
// let s be one from which keys lead on as short a way as possible (see package explore: from no
// state do they lead back to it). What was told of s is right of the calls in w: they were seen,
// and are among what their processes were said to do. There are three cases.
//
//   - s was expanded by a step of w, and the first such is as good as the first of w: the rest is shorter,
//     and ends as w does.
//   - s was expanded by none of them, but by e: after w, which touches nothing of that, e is what it was in
//     s, and there it was made.
//   - s was expanded by neither. Then a key k was taken, and from s·k there is a shorter way of keys. w is
//     possible there too. And what e is given is the same: its process is not that of k. Where it reads
//     shared variables, think of the next state on the way of keys in which the process of e is among those
//     by which a state is expanded. There a call like e is made: with what e is given, but that keys may have
//     written what it reads. But what it reads first, it reads for all to see, so no key before may have
//     written that, and so it reads what e does; and so on with what it reads next. So it is e.
//
// Under a symmetry that is so of calls up to the names of processes: see spread.
func (s *System) Settle() (more bool) {
	p, ok := s.front.(*processes)
	if !ok {
		return false
	}
	old := p.seen
	p.seen = p.observe()
	return !p.seen.within(old)
}

// observe returns what processes were seen to do. A timer counts wherever it was ever set.
func (s *processes) observe() *futures {
	f := newFutures(s.n)
	f.varying = s.varied()
	for p := range s.n {
		var locals map[uint32]future
		f.whole[p], locals = s.observed(model.ID(p))
		for row := range s.rows[p].size() {
			switch r := s.rows[p].at(uint32(row)); {
			case r.down:
				f.rows[p] = append(f.rows[p], future{})
			default:
				f.rows[p] = append(f.rows[p], locals[r.local])
			}
		}
	}
	if s.symmetry != nil {
		s.symmetry.spread(f)
	}
	return f
}

// observed returns all that process p was seen to do, and what it was seen to do from each local state on.
func (s *processes) observed(p model.ID) (all future, locals map[uint32]future) {
	var moves []move
	s.treesOf(p, func(trees *memo[*node[effect]], callOf func(uint64) call) bool {
		for key, tree := range trees.all() {
			c := callOf(key)
			for _, e := range tree.ways() {
				m := moveOf(e)
				all = all.and(m.future)
				if c.kind != callInit && c.kind != callRecover {
					if m.from, m.to = c.local, c.local; !e.disabled {
						m.to = e.local
					}
					moves = append(moves, m)
				}
			}
		}
		return true
	})
	return all, closed(moves)
}

// move is what a process does in a step: from which local state to which, and what else.
type move struct {
	from, to uint32
	future
}

func moveOf(e *effect) (m move) {
	m.accesses = e.accesses
	for _, o := range e.ops {
		if o.send {
			m.sends |= 1 << o.index
		}
	}
	return m
}

// closed returns what is done on any way from a local state.
func closed(moves []move) map[uint32]future {
	all := map[uint32]future{}
	for changed := true; changed; {
		changed = false
		for i := len(moves) - 1; i >= 0; i-- {
			m := &moves[i]
			if f := m.future.and(all[m.to]); !f.within(all[m.from]) {
				all[m.from] = all[m.from].and(f)
				changed = true
			}
		}
	}
	return all
}
