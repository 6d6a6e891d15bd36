package model

import (
	"fmt"
	"sync"
)

// Sizes is a question about the messages that a step sends, which is answered with the sum of their sizes. Each
// message is asked about once.
type Sizes struct {
	sys   *processes
	where string
	size  func(m Message) int
	mu    sync.Mutex
	known map[uint32]int
}

// Sizes asks how large messages are: 0 or more, in any unit. It fails for a Machine, which has none.
func (s *System) Sizes(name string, size func(m Message) int) (*Sizes, error) {
	sys, ok := s.front.(*processes)
	if !ok {
		return nil, fmt.Errorf("property %s: a Machine sends no messages", name)
	}
	return &Sizes{sys: sys, where: "property " + name, size: size, known: map[uint32]int{}}, nil
}

// Step returns the size of all messages together that a step puts into channels; see
// System.Messages. fault is an *Error if the question could not be answered.
func (z *Sizes) Step(before []uint32, event uint64, after []uint32) (sum int, fault error) {
	var room [64]int32
	from, process, _, _ := z.sys.pass(before, event, after, room[:0])
	if process < 0 {
		return 0, nil
	}
	at := z.sys.n
	for c := range z.sys.channels {
		for _, id := range z.sys.contents.at(after[z.sys.channels[c].slot]).entries {
			if from[at] < 0 {
				n, fault := z.of(z.sys.entry(id).message)
				if fault != nil {
					return 0, fault
				}
				sum += n
			}
			at++
		}
	}
	return sum, nil
}

// of returns the size of a message. The question is asked twice.
func (z *Sizes) of(message uint32) (n int, fault error) {
	z.mu.Lock()
	defer z.mu.Unlock()
	if n, ok := z.known[message]; ok {
		return n, nil
	}
	var again int
	fault = guard(z.where, func() {
		n, again = z.size(unwrapped(z.sys.copied(message))), z.size(unwrapped(z.sys.copied(message)))
		if n < 0 {
			misuse("it says that the size of %s is %d, and sizes are 0 or more", show(unwrapped(z.sys.copied(message))), n)
		}
	})
	if fault == nil && n != again {
		fault = &Error{Fault: Impure, Where: z.where, Cause: causeOutside,
			Detail: fmt.Sprintf("it gave two sizes of the same message: first %d, then %d", n, again)}
	}
	if fault == nil {
		z.known[message] = n
	}
	return n, fault
}
