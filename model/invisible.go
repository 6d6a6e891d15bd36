package model

import "sync"

// footprints are parts of states: for each kind, the processes, channels and so on, as bits. What is beyond the
// 64th counts as all.
type footprints [partHistory + 1]uint64

func (f *footprints) add(read []decision) {
	for _, d := range read {
		bit := ^uint64(0)
		if d.part.a < 64 {
			bit = 1 << d.part.a
		}
		f[d.part.kind] |= bit
	}
}

func (f *footprints) has(k partKind, a int) bool { return f[k]>>min(a, 63)&1 != 0 }

// localView is what a question sees of local states.
type localView struct {
	of   func(p ID, local any) any
	mu   sync.Mutex
	seen map[uint64]any // by process and local state
}

// get returns what is seen of a local state of process p.
func (l *localView) get(s *processes, p ID, local uint32) (v any) {
	l.mu.Lock()
	defer l.mu.Unlock()
	key := uint64(p)<<32 | uint64(local)
	v, ok := l.seen[key]
	if !ok {
		v = l.of(p, s.copied(local))
		l.seen[key] = v
	}
	return v
}

// Through tells that the question looks at local states of processes that are up only through view: where that is the
// same, so is the answer. What view returns must be comparable.
func (p *Predicate) Through(view func(p ID, local any) any) {
	p.view = &localView{of: view, seen: map[uint64]any{}}
}

// Settle takes what the question has looked at so far as all that it ever looks at, and reports whether that is more than
// at the last call. Until the first call it is taken to look at nothing.
//
// What is told by Invisible was right if, at the end of the search that went by it, Settle reports no more: the answers of all
// states that were asked then depend on nothing else. A state that was left out differs from one that was asked in
// invisible parts only. So the question would look at the same parts there, find the same, and answer the same.
func (p *Predicate) Settle() (more bool) {
	p.user.Lock()
	defer p.user.Unlock()
	more = p.taken != p.seen
	p.taken = p.seen
	return more
}

// Invisible reports whether the answer is the same in any two states that differ as before and after do, as far as it looks at
// what it looked at until Settle was called.
func (p *Predicate) Invisible(before, after []uint32) (invisible bool) {
	defer func() {
		if recover() != nil { // the view's; the question will fail in the same way
			invisible = false
		}
	}()
	s, ok := p.sys.front.(*processes)
	return ok && s.changesOnly(before, after, func(q ID, was, is *row) bool {
		switch {
		case p.taken.has(partStored, int(q)) && was.stored != is.stored, p.taken.has(partTimers, int(q)) && was.timers != is.timers:
			return false
		case was.local == is.local && was.down == is.down, !p.taken.has(partLocal, int(q)):
			return true
		}
		// With a Symmetry the views of processes that are alike would have to be, too.
		return p.view != nil && s.symmetry == nil && was.down == is.down && p.view.get(s, q, was.local) == p.view.get(s, q, is.local)
	}, func(c int) bool {
		return !p.taken.has(partChannel, c) && !p.taken.has(partMessage, c)
	})
}

// Invisible reports whether each process satisfies the condition before and after, or in neither.
func (l *LocalPredicate) Invisible(before, after []uint32) bool {
	return l.sys.changesOnly(before, after, func(p ID, _, _ *row) bool {
		slot := l.sys.procSlot[p]
		was, err := l.learn(p, before[slot])
		is, err2 := l.learn(p, after[slot])
		return err == nil && err2 == nil && was == is
	}, func(int) bool { return true })
}

// changesOnly reports whether two states differ in nothing but processes and channels that may be different.
func (s *processes) changesOnly(before, after []uint32, process func(p ID, was, is *row) bool, channel func(c int) bool) bool {
	changed := 0
	for p, slot := range s.procSlot {
		if before[slot] != after[slot] {
			if !process(ID(p), s.rows[p].at(before[slot]), s.rows[p].at(after[slot])) {
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
	for slot := range before {
		if before[slot] != after[slot] {
			changed--
		}
	}
	return changed == 0
}
