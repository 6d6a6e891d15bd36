package system

import (
	"slices"

	"github.com/anel-mc/mc/model"
)

// Settle takes what the question has looked at so far as all that it ever looks at, and reports
// whether that is more than at the last call. Until the first call it is taken to look at nothing.
//
// What is told by Invisible was right if, at the end of a search that went by it and found no state
// that is answered with no, Settle reports no more: the answers of all states that were asked then
// depend on nothing else. A state that was left out differs from one that was asked in invisible
// parts only. So the question would look at the same parts there, find the same, and answer the
// same; or what it would find differs by changes that were believed, and were not refuted.
func (p *Predicate) Settle() (more bool) {
	p.user.Lock()
	defer p.user.Unlock()
	if more = !p.taken.equal(&p.seen); more {
		p.taken = footprints{p.seen.parts, slices.Clone(p.seen.views)}
	} else {
		more = p.refute()
	}
	if more {
		p.oneWay.forget()
	}
	return more
}

// Invisible reports whether, of any two states that differ as before and after do, the second is
// answered with no if the first is, as far as the question looks at what it looked at until Settle
// was called. Where all that is seen to change is what one view tells of one process, that is
// believed until it is refuted.
func (p *Predicate) Invisible(before, after []uint32) bool {
	s, ok := p.sys.front.(*processes)
	if !ok {
		return false
	}
	var seen []change
	invisible := s.changesOnly(before, after, func(q model.ID, was, is uint32) bool {
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
			if err != nil || err2 != nil {
				return false
			}
			if saw != sees {
				seen = append(seen, change{int32(i), q, saw, sees})
			}
		}
		return true
	}, func(c int) bool {
		return !p.taken.has(locationChannel, c) && !p.taken.has(locationMessage, c)
	}, func(x int) bool { return !p.taken.has(locationVariable, x) })
	switch {
	case !invisible || len(seen) > 1:
		return false
	case len(seen) == 1:
		return p.oneWay.believe(seen[0])
	}
	return true
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
