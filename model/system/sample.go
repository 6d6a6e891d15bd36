package system

import (
	"slices"
	"sync"
	"sync/atomic"
)

// sample keeps some of the things that are offered to it: all of them up to its size, then every second, every fourth
// and so on, so that they are spread over all. Whoever offers them counts them.
type sample[T any] struct {
	mask atomic.Uint64 // those are kept whose number has none of its bits
	mu   sync.Mutex
	kept []T
}

// wants reports whether thing n is to be kept.
func (s *sample[T]) wants(n uint64) bool { return n&s.mask.Load() == 0 }

// keep adds a thing, and leaves out every second one when there are as many as size.
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

// againSteps is the most calls of each action of a Machine, whose every transition is a call, that
// are kept to be asked again, and the most answers about one.
const againSteps = 1 << 9

// againLeast is how often a function is asked again at least, see memo_again.go.
const againLeast = 8

// often returns what asks one function again, several times if there is little of it.
func often(asks []func() error) []func() error {
	return slices.Repeat(asks, max(1, againLeast/max(1, len(asks))))
}
