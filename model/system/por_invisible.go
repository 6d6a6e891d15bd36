package system

import (
	"slices"

	"github.com/anel-mc/mc/model"
)

// Settle assumes that the question never reads anything but what it has read so far, and reports whether that is more
// than at the last call. Until the first call it is assumed to read nothing.
//
// The answers of Invisible in a search that found no No were right if Settle reports no more when the search is over:
// the answers in all states that were visited depend on nothing else. A state that was left out differs from a visited
// one only in invisible parts. So the question would read the same parts there, find the same, and answer the same.
func (q *Question) Settle() (more bool) {
	q.user.Lock()
	defer q.user.Unlock()
	if more = !q.taken.equal(&q.seen); more {
		q.taken = footprints{q.seen.parts, slices.Clone(q.seen.views)}
	}
	return more
}

// Lasts declares that a No remains one whatever is added to variables that only grow (see envelope.Growing) and,
// unless blank is nil, whatever views return where they returned blank before.
func (q *Question) Lasts(blank any) *Question {
	if q.lasts = true; blank != nil {
		q.blank = q.sys.front.(*processes).viewValue(blank) + 1
	}
	return q
}

// Invisible reports whether the question has the same answer in two states that differ in one slot, provided that it
// reads only what it had read when Settle was called; or whether No in the first implies No in the second.
func (q *Question) Invisible(slot int32, was, is uint32) bool {
	s, ok := q.sys.front.(*processes)
	if !ok {
		return false
	}
	switch k := s.holds[slot]; k.kind {
	case locationLocal:
		return q.overlooks(s, k.a, was, is)
	case locationChannel:
		c := int(s.channelAt[k.a][k.b])
		return !q.taken.has(locationChannel, c) && !q.taken.has(locationMessage, c)
	case locationVariable, locationElement:
		x := int(slot - s.varSlot[0])
		return q.lasts && s.variables[s.variableOf[x]].grows || !q.taken.has(locationVariable, x)
	case locationHistory:
		return !q.taken.has(locationHistory, 0)
	}
	return false
}

// overlooks is Invisible for what process p goes through.
func (q *Question) overlooks(s *processes, p model.ID, was, is uint32) bool {
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
}

// Invisible reports whether a process that satisfied the condition still does after a change of a slot.
func (q *ProcessQuestion) Invisible(slot int32, was, is uint32) bool {
	switch k := q.s.holds[slot]; k.kind {
	case locationLocal:
		return q.same(k.a, was, is, No)
	case locationChannel, locationVariable, locationElement, locationHistory:
		return true
	}
	return false
}

// same reports whether process p has the same answer in two rows, or has blank in the first. If the question fails in
// one, so will its evaluation there.
func (q *ProcessQuestion) same(p model.ID, before, after, blank uint32) bool {
	was, fault := q.get(int(p), before)
	is, fault2 := q.get(int(p), after)
	return fault == nil && fault2 == nil && (was == is || was == blank)
}
