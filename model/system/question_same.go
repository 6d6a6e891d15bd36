package system

import "slices"

// If everything that a question about states has ever read is the same in two states, and it has been asked about the
// first, then its answer is the same in the second: it would read the same again. Most transitions change nothing of
// that, so a search need not ask.

// noteReads notes what the question reads of states, for Same. This is unknown if the question was asked directly, and
// not all that matters under a symmetry. The caller holds q.user.
func (q *Question) noteReads(read []decision) {
	if q.kind != ofStates || q.habit.fixed || q.sys.invariance() != nil {
		return
	}
	s := q.sys.front.(*processes)
	reads, more := make([][]location, s.width), true
	if old := q.slotReads.Load(); old != nil {
		reads, more = slices.Clone(*old), false
	}
	for _, d := range read {
		if slot := s.slotOf(d.location); !slices.Contains(reads[slot], d.location) {
			reads[slot], more = append(slices.Clip(reads[slot]), d.location), true
		}
	}
	if more {
		q.slotReads.Store(&reads)
	}
}

// Same reports whether everything that the question has ever read of a slot is the same for two values of the slot. It
// runs no user code: a view that was not evaluated for both values is taken to differ.
func (q *Question) Same(slot int32, was, is uint32) bool {
	reads := q.slotReads.Load()
	if reads == nil {
		return false
	}
	s := q.sys.front.(*processes)
	for _, x := range (*reads)[slot] {
		if x.kind == locationView {
			if !s.views.list()[x.b].Same(slot, was, is) {
				return false
			}
			continue
		}
		before, _ := s.aspect(x, was)
		after, _ := s.aspect(x, is)
		if before != after {
			return false
		}
	}
	return true
}

// Same reports whether the answer for the process whose slot this is, if any, is known in two rows and the same.
func (q *ProcessQuestion) Same(slot int32, was, is uint32) bool {
	h := &q.s.slotKinds[slot]
	if h.kind != locationLocal {
		return true
	}
	known := q.rows[h.a].get(was)
	return known != 0 && known == q.rows[h.a].get(is)
}
