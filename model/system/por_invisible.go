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
func (p *Predicate) Settle() (more bool) {
	p.user.Lock()
	defer p.user.Unlock()
	if more = !p.taken.equal(&p.seen); more {
		p.taken = footprints{p.seen.parts, slices.Clone(p.seen.views)}
	}
	return more
}

// Invisible reports whether the question is answered alike in two states, as far as it looks at
// what it looked at until Settle was called.
func (p *Predicate) Invisible(before, after []uint32) bool {
	s, ok := p.sys.front.(*processes)
	return ok && s.changesOnly(before, after, func(q model.ID, was, is uint32) bool {
		old, now := s.rows[q].at(was), s.rows[q].at(is)
		switch {
		case p.taken.has(locationStored, int(q)) && old.stored != now.stored, p.taken.has(locationTimers, int(q)) &&
			old.timers != now.timers,
			p.taken.has(locationLocal, int(q)) && (old.local != now.local || old.down != now.down):
			return false
		}
		for i, of := range p.taken.views {
			if of>>min(q, 63)&1 == 0 {
				continue
			}
			// If the view fails, so will the question.
			t := s.views.tables()[i]
			saw, err := t.get(int(q), was)
			sees, err2 := t.get(int(q), is)
			if err != nil || err2 != nil || saw != sees {
				return false
			}
		}
		return true
	}, func(c int) bool {
		return !p.taken.has(locationChannel, c) && !p.taken.has(locationMessage, c)
	}, func(x int) bool { return !p.taken.has(locationVariable, x) })
}

// Invisible reports whether each process satisfies the condition before and after, or in neither.
func (l *LocalPredicate) Invisible(before, after []uint32) bool {
	return l.sys.changesOnly(before, after, func(p model.ID, old, now uint32) bool {
		was, err := l.is(p, old)
		is, err2 := l.is(p, now)
		return err == nil && err2 == nil && was == is
	}, func(int) bool { return true }, func(int) bool { return true })
}

// changesOnly reports whether two states differ in nothing but rows of processes, channels and
// shared variables that may be different.
func (s *processes) changesOnly(before, after []uint32,
	process func(p model.ID, was, is uint32) bool, channel, variable func(at int) bool) bool {
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
	for slot := range before {
		if before[slot] != after[slot] {
			changed--
		}
	}
	return changed == 0
}
