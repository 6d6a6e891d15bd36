package system

import "slices"

// A state has the same answer as another one of which the question was asked before, if what it has ever read is the
// same in both: then it would read the same again. Most transitions change nothing of that, so a search need not ask.

// look notes what the question reads of states, for Same. What it reads is not known if it was asked directly, and not
// the only thing that matters under a Symmetry. The caller holds q.user.
func (q *Question) look(read []decision) {
	if q.kind != ofStates || q.habit.fixed || q.sys.invariance() != nil {
		return
	}
	s := q.sys.front.(*processes)
	looks, more := make([][]location, s.width), true
	if old := q.looks.Load(); old != nil {
		looks, more = slices.Clone(*old), false
	}
	for _, d := range read {
		if slot := s.slotOf(d.location); !slices.Contains(looks[slot], d.location) {
			looks[slot], more = append(slices.Clip(looks[slot]), d.location), true
		}
	}
	if more {
		q.looks.Store(&looks)
	}
}

// Same reports whether all that the question has ever read of a slot is the same if that has two values. It runs no
// code of users: a view that was not evaluated in one of these is taken to tell something else.
func (q *Question) Same(slot int32, was, is uint32) bool {
	looks := q.looks.Load()
	if looks == nil {
		return false
	}
	s := q.sys.front.(*processes)
	for _, x := range (*looks)[slot] {
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

// Same reports whether the answer is known of the process in a slot, if there is one, in two rows, and is the same.
func (q *ProcessQuestion) Same(slot int32, was, is uint32) bool {
	h := &q.s.holds[slot]
	if h.kind != locationLocal {
		return true
	}
	known := q.rows[h.a].get(was)
	return known != 0 && known == q.rows[h.a].get(is)
}
