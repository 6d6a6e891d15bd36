package graph

import (
	"context"

	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/explore/internal/memory"
)

// scratch is the memory of one query to a Graph, which is freed when the query is answered. It also counts the edges
// looked at.
type scratch struct {
	g   *Graph
	ctx context.Context

	// arrays have a number for each state. They are used for one purpose after another: finding components, searching by
	// distance and looking for loops.
	arrays [3][]uint32

	buffers [][]byte // to be freed
	looked  uint64   // edges looked at
	ticking uint64   // value of looked at which ctx is checked next
}

// release frees all buffers but the first keep ones.
func (s *scratch) release(keep int) {
	for _, b := range s.buffers[keep:] {
		s.g.arena.Free(b)
	}
	s.buffers = s.buffers[:keep]
}

// alloc returns memory that release frees, or nil.
func (s *scratch) alloc(bytes uint64) []byte {
	b := s.g.arena.Alloc(bytes)
	if b != nil {
		s.buffers = append(s.buffers, b)
	}
	s.g.most = max(s.g.most, s.g.arena.Used())
	return b
}

// numbers allocates arrays of n numbers each.
func (s *scratch) numbers(n uint64, arrays ...*[]uint32) error {
	for _, array := range arrays {
		if *array = memory.As[uint32](s.alloc(4 * n)); *array == nil {
			return explore.ErrMemory
		}
	}
	return nil
}

// allocate allocates the arrays, and a set of states for each of sets.
func (s *scratch) allocate(sets ...*[]uint64) error {
	for _, bits := range sets {
		if *bits = memory.As[uint64](s.alloc(8 * ((s.g.states + 63) / 64))); *bits == nil {
			return explore.ErrMemory
		}
	}
	return s.numbers(s.g.states, &s.arrays[0], &s.arrays[1], &s.arrays[2])
}

// tick counts n more edges looked at, and checks the context from time to time.
func (s *scratch) tick(n uint64) error {
	s.looked += n
	if s.looked < s.ticking {
		return nil
	}
	s.ticking = s.looked + 1<<20
	return s.ctx.Err()
}

// region is the set of states in which an execution stays from some state of start on.
type region struct {
	g        *Graph
	anywhere bool // start may be entered at any time; otherwise the execution begins there
	start    Where
	inside   []uint64 // states that may be entered
}

// fill sets the region to the states in which all literals are true.
func (r *region) fill(literals Where) {
	for i := range r.inside {
		r.inside[i] = r.g.wordOf(literals, i)
	}
}

// has reports whether a state may be entered.
func (r *region) has(id uint32) bool { return has(r.inside, id) }

// starts reports whether the execution may begin to stay in the region in the given state.
func (r *region) starts(id uint32) bool {
	return (r.anywhere || id < r.g.initials()) && r.has(id) && r.g.is(id, r.start)
}

// enter adds to a queue the wanted states of start that are found at depth d and were not reached within the region.
func (r *region) enter(d int, pred, queue []uint32, wanted func(id uint32) bool) []uint32 {
	if d+1 >= len(r.g.starts) || d > 0 && !r.anywhere {
		return queue
	}
	for id := r.g.starts[d]; id < r.g.starts[d+1]; id++ {
		if pred[id] == none && r.starts(id) && wanted(id) {
			pred[id] = id // it has no predecessor in the region
			queue = append(queue, id)
		}
	}
	return queue
}
