package explore

import (
	"context"
	"slices"

	"github.com/anel-mc/mc/explore/internal/guard"
)

// ask evaluates Check.State on the states that a round found, once each. It does so after dedup has removed
// duplicates, which are most of the candidates in a search whose levels are not much larger than a round. It leaves
// out states whose answers are those of the parent (see Check.Same): every check that is still active was false
// there. A failure cuts the round, and so does anything that stops the search, since checks may be slow. ask returns
// the blocks up to the cut, without the states found from the parent at which it happened. No check runs on the
// goroutine of the search, which user code could end.
func (s *searcher) ask(blocks []block, workers int) []block {
	if len(s.active.state) == 0 {
		return blocks
	}
	_ = guard.Share(context.Background(), min(workers, len(s.workers)), len(blocks), func(w, i int) error {
		if !s.workers[w].askBlock(&blocks[i]) {
			return guard.ErrStopped // the blocks before this one are all taken
		}
		return nil
	})
	for i := range blocks {
		b := &blocks[i]
		if b.asked < len(b.candidates) {
			s.retreat(b)
			return blocks[:i+1]
		}
	}
	return blocks
}

// askBlock evaluates the checks on the states of a block and reports whether it got to the end.
func (w *worker) askBlock(b *block) bool {
	fail := func(err error) {
		if err != nil {
			at := &place{initial: slices.Clone(w.look.vector())} // retreat replaces it if there is a parent
			b.failure, b.bound = &failure{err, w.asking, at}, BoundNone
		}
	}
	fail(guard.Call(func() error {
		for i, c := range b.candidates {
			if !b.kept[i] {
				w.touched += w.look.approach(c.pair)
			}
		}
		for b.asked = 0; b.asked < len(b.candidates); b.asked++ {
			if c := &b.candidates[b.asked]; c.parent != duplicate && !b.kept[b.asked] {
				if bound := w.search.stopped(); bound != BoundNone {
					b.bound = bound
					return nil
				}
				if err := w.askStateChecks(b, c.pair); err != nil {
					return err
				}
			}
		}
		return nil
	}, func() { fail(guard.ErrExited) }))
	w.asking = -1
	return b.asked == len(b.candidates)
}

// sameAnswers reports whether every active Check.State has the same answer before and after the current transition.
func (w *worker) sameAnswers() bool {
	for _, c := range w.search.active.state {
		same := w.search.checks[c].Same
		for _, slot := range w.cur.changed {
			if !same(slot, w.cur.base[slot], w.cur.next[slot]) {
				return false
			}
		}
	}
	return true
}

// askStateChecks evaluates the checks on the state with the given pair.
func (w *worker) askStateChecks(b *block, pair uint64) error {
	w.look.move(pair)
	for _, c := range w.search.active.state {
		w.asking = c
		is, err := w.search.checks[c].State(w.look.vector())
		if err != nil {
			return err
		}
		if is {
			b.addHit(c, nil, b.asked)
		}
	}
	return nil
}

// retreat drops everything found from the parent of the first candidate that was not checked, and from later parents.
// If a check failed on this candidate, it records the place.
func (s *searcher) retreat(b *block) {
	bad := b.candidates[b.asked]
	from := b.asked
	if bad.parent != 0 {
		for from > 0 && (b.candidates[from-1].parent == bad.parent || b.candidates[from-1].parent == duplicate) {
			from--
		}
		b.done = b.parent(bad)
		if b.failure != nil {
			b.failure.at = s.placeOf(b.done, bad.pair)
		}
	}
	b.candidates = b.candidates[:from]
	b.sum()
	if bad.parent != 0 {
		s.recount(b, b.done)
	}
}

// placeOf returns the place after a step from a state to the one with the given pair. The step was taken before
// without error.
func (s *searcher) placeOf(from, pair uint64) *place {
	w, at := s.workers[0], &place{state: from}
	w.asleep.sleep = 0
	_ = guard.Call(func() error { return w.take(from) }, nil)
	if i := slices.Index(w.pairs, pair); i >= 0 {
		at.event, at.moved = w.events[i], true
	}
	w.reset()
	return at
}
