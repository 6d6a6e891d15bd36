package explore

import (
	"slices"
	"sync/atomic"
	"time"

	"github.com/anel-mc/mc/explore/internal/guard"
)

// report is what a search shows of itself while it runs.
type report struct {
	states, expanded, transitions atomic.Uint64
	levels, foundBy               atomic.Pointer[[]uint64]
	wanted                        atomic.Bool // a new foundBy

	sizes   []uint64 // of the levels that are complete; only ever appended to
	sampler sampler
	sampled uint64 // states below were there when the last sample was taken
}

// progress may be called while the search runs.
func (s *searcher) progress() Progress {
	var p Progress
	if levels := s.shown.levels.Load(); levels != nil { // read first, so that States is not older
		p.Levels = slices.Clip(*levels)
	}
	if by := s.shown.foundBy.Load(); by != nil {
		p.FoundBy = *by
	}
	p.States, p.Expanded, p.Transitions = s.shown.states.Load(), s.shown.expanded.Load(), s.shown.transitions.Load()
	p.Depth = max(len(p.Levels)-1, 0)
	p.Bytes = s.store.arena.Used()
	p.Elapsed = time.Since(s.began)
	return p
}

// show tells progress where the search is.
func (s *searcher) show() {
	s.shown.states.Store(s.store.visited.count)
	s.shown.expanded.Store(s.head)
	s.shown.transitions.Store(s.transitions)
}

// progressSample is how many states a sample for Progress has: few beside those that are expanded between two of them,
// and enough for a share to be right within some 7%.
const progressSample = 200

// sample looks, if somebody has asked for it, who found the states since the last time.
func (s *searcher) sample() {
	if !s.shown.wanted.CompareAndSwap(true, false) {
		return
	}
	count := s.store.visited.count
	gone := func() { s.failure = &failure{guard.ErrExited, -1, nil} }
	if by := s.shown.sampler.foundBy(s.shown.sampled, count, progressSample, s.store, gone); by != nil {
		s.shown.foundBy.Store(&by)
	}
	s.shown.sampled = count
}

// noteLevel shows the size of the level that is to be expanded, of which all is known.
func (s *searcher) noteLevel() {
	s.shown.sizes = append(s.shown.sizes, s.starts[s.level+1]-s.starts[s.level])
	levels := s.shown.sizes // who reads it meanwhile sees no more than was there
	s.shown.levels.Store(&levels)
}
