package system

import "github.com/anel-mc/mc/model"

func (f future) and(g future) future { return future{f.sends | g.sends, f.accesses.and(g.accesses)} }

func (f future) within(g future) bool { return f.and(g) == g }

// everything is what a function that fails is assumed to access. The Stepper will report the failure.
var everything = accesses{^uint64(0), ^uint64(0)}

// newFutures returns the futures of processes that do nothing.
func newFutures(n int) *futures { return &futures{rows: make([][]future, n), whole: make([]future, n)} }

// of returns what process p may do from the given row on.
func (f *futures) of(p int, row uint32) future {
	if rows := f.rows[p]; int(row) < len(rows) {
		return rows[row]
	}
	return f.whole[p]
}

// within reports whether futures are contained in others.
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

// Settle assumes that the functions of the processes never do anything but what they have been observed to do so far,
// and reports whether that is more than what was assumed after the last call, on which PersistentSets rely. Nobody may
// use the system meanwhile.
//
// # Correctness
//
// The sets that PersistentSets computed in a search were right if Settle reports no more when the search is over. For
// then every call of a function that is possible at all has been made. Assume the contrary: some execution w from a
// state s that was found consists of calls that have been made, and ends in a state in which a call e is possible that
// has not been made. Let w be as short as possible, and among those let s be one from which the path along keys is as
// short as possible (see package explore: keys form no cycle). The set chosen in s is right about the calls in w: they
// were observed, and are among those that their processes were assumed to make. There are three cases.
//
//   - s was expanded with a step of w. The first such step may as well be the first of w: the rest is shorter, and
//     ends as w does.
//   - s was expanded with none of these, but with e: w touches nothing that e depends on, so after w, e is the same
//     call as in s, where it was made.
//   - s was expanded with neither. Then a key k was taken, and from s·k the path along keys is shorter. w is possible
//     there, too. And the arguments of e are the same, since its process is not that of k. If e reads shared
//     variables, consider the next state on the path along keys that is expanded with the events of the process of e,
//     among others. There a call like e is made: with the arguments of e, except that keys may have written what it
//     reads. But its first read is known to PersistentSets, so no earlier key can have written that variable, and the
//     call reads what e reads; and so on for the next read. So the call is e.
//
// Under a symmetry, this holds for calls up to the names of processes: see spread, and touch for what they write.
func (s *System) Settle() (more bool) {
	p, ok := s.front.(*processes)
	if !ok {
		return false
	}
	old := p.assumed
	p.assumed = p.observe()
	return !p.assumed.within(old)
}

// Outdated reports whether Settle would report more. A search by PersistentSets will then have to be repeated. Nobody
// may use the system meanwhile.
func (s *System) Outdated() bool {
	p, ok := s.front.(*processes)
	return ok && !p.observe().within(p.assumed)
}

// Generalize makes Settle assume that a process may do in any local state whatever it has been observed to do in some,
// or ends that. PersistentSets may leave out less, but where new local states come up all the time, what is assumed is
// sooner true.
func (s *System) Generalize(is bool) {
	if p, ok := s.front.(*processes); ok {
		p.coarse = is
	}
}

// observe returns what processes have been observed to do. A timer counts from wherever it was ever set.
func (s *processes) observe() *futures {
	f := newFutures(s.n)
	f.varying = s.touching.varying
	for p := range s.n {
		var locals []future
		if f.whole[p], locals = s.observed(model.ID(p)); s.coarse {
			continue
		}
		for row := range s.rows[p].size() {
			switch r := s.rows[p].at(uint32(row)); {
			case r.down:
				f.rows[p] = append(f.rows[p], future{})
			case int(r.local) < len(locals):
				f.rows[p] = append(f.rows[p], locals[r.local])
			default:
				f.rows[p] = append(f.rows[p], future{})
			}
		}
	}
	if s.symmetry != nil {
		s.symmetry.spread(f)
	}
	return f
}

// observed returns everything that process p has been observed to do, and what it has been observed to do from each
// local state on, by the number of the local state.
func (s *processes) observed(p model.ID) (all future, locals []future) {
	var moves []move
	for _, trees := range s.treesOf(p) {
		for c, tree := range trees {
			for _, e := range tree.leaves() {
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
	}
	return all, closure(moves)
}

// move is what a process does in a step: its local states before and after, its accesses and its sends.
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

// closure returns, for each local state, what is done on any path from it.
func closure(moves []move) []future {
	states := uint32(0)
	for _, m := range moves {
		states = max(states, m.from+1, m.to+1)
	}
	all := make([]future, states)
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
