package system

import (
	"slices"
	"sync"
	"sync/atomic"
)

// sample keeps some of the items offered to it: all of them up to its size, then every second, every fourth and so on,
// so that they are spread evenly. The caller numbers the items.
type sample[T any] struct {
	mask atomic.Uint64 // items are kept whose number has none of its bits
	mu   sync.Mutex
	kept []T
}

// wants reports whether item n is to be kept.
func (s *sample[T]) wants(n uint64) bool { return n&s.mask.Load() == 0 }

// keep adds an item, and drops every second one once there are size of them.
func (s *sample[T]) keep(x T, size int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.kept = append(s.kept, x); len(s.kept) < size {
		return
	}
	half := s.kept[:0]
	for i := 0; i < len(s.kept); i += 2 {
		half = append(half, s.kept[i])
	}
	clear(s.kept[len(half):])
	s.kept = half
	s.mask.Store(s.mask.Load()<<1 | 1)
}

func (s *sample[T]) all() []T {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.kept)
}

// againSteps is the largest number of calls of each action of a Machine that are kept to be repeated, and of direct
// answers to each question.
const againSteps = 1 << 9

// againLeast is how often a function is called again at least; see memo_again.go.
const againLeast = 8

// repeated returns the calls that repeat one function, each of them several times if there are few.
func repeated(asks []func() error) []func() error {
	return slices.Repeat(asks, max(1, againLeast/max(1, len(asks))))
}
