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

// Invisible reports whether a change of one slot from was to is leaves the answer as it is, provided that the question
// reads only what it had read when Settle was called; or, after Lasts, whether No before the change implies No after.
func (q *Question) Invisible(slot int32, was, is uint32) bool {
	s, ok := q.sys.front.(*processes)
	if !ok {
		return false
	}
	switch k := s.slotKinds[slot]; k.kind {
	case locationLocal:
		return q.overlooks(s, k.a, was, is)
	case locationChannel:
		c := int(s.channelAt[k.a][k.b])
		return !q.assumed.has(locationChannel, c) && !q.assumed.has(locationMessage, c)
	case locationVariable, locationElement:
		x := int(slot - s.varSlot[0])
		return q.lasts && s.variables[s.variableOf[x]].grows || !q.assumed.has(locationVariable, x)
	case locationHistory:
		return !q.assumed.has(locationHistory, 0)
	}
	return false
}

// overlooks is Invisible for the slot of process p.
func (q *Question) overlooks(s *processes, p model.ID, was, is uint32) bool {
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
}

// Invisible reports whether a process that satisfies the condition before a change of one slot still does after it.
func (q *ProcessQuestion) Invisible(slot int32, was, is uint32) bool {
	switch k := q.s.slotKinds[slot]; k.kind {
	case locationLocal:
		return q.same(k.a, was, is, No)
	case locationChannel, locationVariable, locationElement, locationHistory:
		return true
	}
	return false
}

// same reports whether the answer for process p is the same in two rows, or is blank in the first. If the question
// fails in one of them, so will its evaluation there.
func (q *ProcessQuestion) same(p model.ID, before, after, blank uint32) bool {
	was, fault := q.get(int(p), before)
	is, fault2 := q.get(int(p), after)
	return fault == nil && fault2 == nil && (was == is || was == blank)
}
