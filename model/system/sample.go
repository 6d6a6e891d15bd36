package system

import (
	"slices"
	"sync"
	"sync/atomic"
)

// sample keeps some of the things offered to it: all of them up to its size, then every second, every fourth and so
// on, so that they are spread evenly. The caller numbers them.
type sample[T any] struct {
	mask atomic.Uint64 // things are kept whose number has none of its bits
	mu   sync.Mutex
	kept []T
}

// wants reports whether thing n is to be kept.
func (s *sample[T]) wants(n uint64) bool { return n&s.mask.Load() == 0 }

// keep adds a thing, and drops every second one when there are as many as size.
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

// againSteps is the largest number of calls of each action of a Machine (every transition is one) that are kept to be
// repeated, and of answers to each question about it.
const againSteps = 1 << 9

// againLeast is how often a function is called again at least; see memo_again.go.
const againLeast = 8

// often returns the calls that repeat one function, several times over if there are few.
func often(asks []func() error) []func() error {
	return slices.Repeat(asks, max(1, againLeast/max(1, len(asks))))
}
