package system

import (
	"slices"

	"github.com/anel-mc/mc/model"
)

// Settle takes what the question has looked at so far as all that it ever looks at, and reports
// whether that is more than at the last call. Until the first call it is taken to look at nothing.
//
// What Invisible told in a search that found no state that is answered with no was right if Settle
// reports no more when it is over: the answers of all states that were asked then depend on nothing
// else. A state that was left out differs from one that was asked in invisible parts only. So the
// question would look at the same parts there, find the same, and answer the same.
func (q *Question) Settle() (more bool) {
	q.user.Lock()
	defer q.user.Unlock()
	if more = !q.taken.equal(&q.seen); more {
		q.taken = footprints{q.seen.parts, slices.Clone(q.seen.views)}
	}
	return more
}

// Lasts says of a question that a No stays one whatever is added to variables that only grow (see
// envelope.Growing), and, unless blank is nil, whatever views see where they saw blank before.
func (q *Question) Lasts(blank any) *Question {
	if q.lasts = true; blank != nil {
		q.blank = q.sys.front.(*processes).viewValue(blank) + 1
	}
	return q
}

// Invisible reports whether the question is answered alike in two states, as far as it looks at
// what it looked at until Settle was called; or with No in the second if it is in the first.
func (q *Question) Invisible(before, after []uint32) bool {
	s, ok := q.sys.front.(*processes)
	return ok && s.changesOnly(before, after, func(p model.ID, was, is uint32) bool {
		old, now := s.rows[p].at(was), s.rows[p].at(is)
		for _, part := range [...]locationKind{locationLocal, locationStored, locationTimers} {
			if q.taken.has(part, int(p)) && old.read(part) != now.read(part) {
				return false
			}
		}
		for i, of := range q.taken.views {
			if view := s.views.list()[i]; of>>min(p, 63)&1 != 0 && !view.same(p, was, is, q.blank-1) {
				return false
			}
		}
		return true
	}, func(c int) bool {
		return !q.taken.has(locationChannel, c) && !q.taken.has(locationMessage, c)
	}, func(x int) bool {
		return q.lasts && s.variables[s.variableOf[x]].grows || !q.taken.has(locationVariable, x)
	}, !q.taken.has(locationHistory, 0))
}

// Invisible reports whether all processes satisfy the condition that did before.
func (q *ProcessQuestion) Invisible(before, after []uint32) bool {
	any := func(int) bool { return true }
	return q.s.changesOnly(before, after, func(p model.ID, was, is uint32) bool { return q.same(p, was, is, No) },
		any, any, true)
}

// same reports whether process p has the same answer in two rows, or has blank in the first. If the question fails in
// one, so will whoever asks.
func (q *ProcessQuestion) same(p model.ID, before, after, blank uint32) bool {
	was, fault := q.get(int(p), before)
	is, fault2 := q.get(int(p), after)
	return fault == nil && fault2 == nil && (was == is || was == blank)
}

// changesOnly reports whether two states differ in nothing but rows of processes, channels and
// shared variables, and the history, that may be different.
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
