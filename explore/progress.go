package explore

import (
	"slices"
	"sync/atomic"
	"time"
)

// report is the part of a running search that progress reads.
type report struct {
	states, expanded, transitions atomic.Uint64
	levels                        atomic.Pointer[[]uint64]

	sizes []uint64 // of the levels that are complete; only ever appended to
}

// progress returns the progress of the search. It may be called concurrently with the search.
func (s *searcher) progress() Progress {
	var p Progress
	if levels := s.shown.levels.Load(); levels != nil { // read first, so that States is not older
		p.Levels = slices.Clip(*levels)
	}
	p.States, p.Expanded, p.Transitions = s.shown.states.Load(), s.shown.expanded.Load(), s.shown.transitions.Load()
	p.Depth = max(len(p.Levels)-1, 0)
	p.Bytes = s.store.arena.Used()
	p.Elapsed, p.Reduced = time.Since(s.began), s.reduced
	return p
}

// show publishes the counts for progress.
func (s *searcher) show() {
	s.shown.states.Store(s.store.visited.count)
	s.shown.expanded.Store(s.head)
	s.shown.transitions.Store(s.transitions)
}

// noteLevel publishes the size of the level that is expanded next, which is final.
func (s *searcher) noteLevel() {
	s.shown.sizes = append(s.shown.sizes, s.starts[s.level+1]-s.starts[s.level])
	levels := s.shown.sizes // concurrent readers see only what was there before
	s.shown.levels.Store(&levels)
}
