package system

import (
	"slices"

	"github.com/anel-mc/mc/model"
)

// Settle assumes that the question never reads anything but what it has read so far, and reports whether that is more
// than at the last call. Until the first call it is assumed to read nothing.
//
// If Settle reports no more when a search that found no No is over, the answers of Invisible in that search were
// right: the answers in all visited states depend on nothing else. A state that was left out differs from a visited
// one only in invisible parts, so the question would read the same parts there, with the same values, and give the
// same answer.
func (q *Question) Settle() (more bool) {
	q.user.Lock()
	defer q.user.Unlock()
	if more = !q.assumed.equal(&q.seen); more {
		q.assumed = footprints{q.seen.parts, slices.Clone(q.seen.views)}
	}
	return more
}

// Lasts declares that a No remains a No whatever is added to variables that only grow (see envelope.Growing) and,
// unless blank is nil, whatever views return where they returned blank before. It returns q.
func (q *Question) Lasts(blank any) *Question {
	if q.lasts = true; blank != nil {
		q.blank = q.sys.front.(*processes).viewValue(blank) + 1
	}
	return q
}

// Invisible reports whether the question has the same answer in two states, provided that it reads only what it had
// read when Settle was called; or, after Lasts, whether No in the first implies No in the second.
func (q *Question) Invisible(before, after []uint32) bool {
	s, ok := q.sys.front.(*processes)
	return ok && s.changesOnly(before, after, func(p model.ID, was, is uint32) bool {
		old, now := s.rows[p].at(was), s.rows[p].at(is)
		for _, part := range [...]locationKind{locationLocal, locationStored, locationTimers} {
			if q.assumed.has(part, int(p)) && old.read(part) != now.read(part) {
				return false
			}
		}
		for i, of := range q.assumed.views {
			if view := s.views.list()[i]; of>>min(p, 63)&1 != 0 && !view.same(p, was, is, q.blank-1) {
				return false
			}
		}
		return true
	}, func(c int) bool {
		return !q.assumed.has(locationChannel, c) && !q.assumed.has(locationMessage, c)
	}, func(x int) bool {
		return q.lasts && s.variables[s.variableOf[x]].grows || !q.assumed.has(locationVariable, x)
	}, !q.assumed.has(locationHistory, 0))
}

// Invisible reports whether all processes that satisfied the condition before still do.
func (q *ProcessQuestion) Invisible(before, after []uint32) bool {
	any := func(int) bool { return true }
	return q.s.changesOnly(before, after, func(p model.ID, was, is uint32) bool { return q.same(p, was, is, No) },
		any, any, true)
}

// same reports whether the answer for process p is the same in two rows, or is blank in the first. If the question
// fails in one of them, so will its evaluation there.
func (q *ProcessQuestion) same(p model.ID, before, after, blank uint32) bool {
	was, fault := q.get(int(p), before)
	is, fault2 := q.get(int(p), after)
	return fault == nil && fault2 == nil && (was == is || was == blank)
}

// changesOnly reports whether two states differ only in rows of processes, channels, shared variables and the history,
// and there only where the arguments allow it.
func (s *processes) changesOnly(before, after []uint32,
	process func(p model.ID, was, is uint32) bool, channel, variable func(at int) bool, history bool) bool {
	changed := 0
	for p, slot := range s.procSlot {
		if before[slot] != after[slot] {
			if !process(model.ID(p), before[slot], after[slot]) {
				return false
			}
			changed++
		}
	}
	for c := range s.channels {
		if slot := s.channels[c].slot; before[slot] != after[slot] {
			if !channel(c) {
				return false
			}
			changed++
		}
	}
	for x, slot := range s.varSlot {
		if before[slot] != after[slot] {
			if !variable(x) {
				return false
			}
			changed++
		}
	}
	if slot := s.historySlot; slot >= 0 && before[slot] != after[slot] {
		if !history {
			return false
		}
		changed++
	}
	for slot := range before {
		if before[slot] != after[slot] {
			changed--
		}
	}
	return changed == 0
}
