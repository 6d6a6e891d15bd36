// Package exploretest has systems for the tests of several packages. It cannot import explore, because the tests of
// explore are among its users, so each user adds the method Stepper.
package exploretest

import "sync"

// Ring is Chang and Roberts' election on a unidirectional FIFO ring of n processes, identifiers 0 to n-1 ascending,
// each sending to the one before it. A process that is neither candidate nor passive may become a candidate, sending
// its identifier. A process that receives an identifier larger than its own forwards it and is passive from then on;
// it swallows a smaller one, and its own makes it the leader.
//
// Slot 2p holds process p, slot 2p+1 the interned content of its outgoing channel. The system is written by hand, so
// that benchmarks measure the search alone.
type Ring struct {
	n int

	mu       sync.Mutex
	contents []string // by id
	ids      map[string]uint32
}

// NewRing returns a ring of n processes.
func NewRing(n int) *Ring { return &Ring{n: n, contents: []string{""}, ids: map[string]uint32{"": 0}} }

// Width implements explore.System.
func (r *Ring) Width() int { return 2 * r.n }

// Initial implements explore.System.
func (r *Ring) Initial(emit func(v []uint32)) error {
	emit(make([]uint32, 2*r.n))
	return nil
}

// NewStepper returns a Stepper for one goroutine.
func (r *Ring) NewStepper() *RingStepper { return &RingStepper{Ring: r} }

func (r *Ring) intern(c string) uint32 {
	id, ok := r.ids[c]
	if !ok {
		id = uint32(len(r.contents))
		r.ids[c] = id
		r.contents = append(r.contents, c)
	}
	return id
}

// RingStepper is a Stepper that memoizes operations on channels.
type RingStepper struct {
	*Ring
	pushed [][]uint32 // content, message -> content
	popped []pop      // by content

	slots  [3]int32
	values [3]uint32
}

type pop struct {
	rest  uint32
	first uint32
	known bool
}

func (s *RingStepper) push(c, m uint32) uint32 {
	for int(c) >= len(s.pushed) {
		s.pushed = append(s.pushed, make([]uint32, s.n))
	}
	if id := s.pushed[c][m]; id != 0 {
		return id
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	id := s.intern(s.contents[c] + string(rune(m)))
	s.pushed[c][m] = id
	return id
}

func (s *RingStepper) pop(c uint32) pop {
	for int(c) >= len(s.popped) {
		s.popped = append(s.popped, pop{})
	}
	p := &s.popped[c]
	if !p.known {
		s.mu.Lock()
		defer s.mu.Unlock()
		content := s.contents[c]
		*p = pop{s.intern(content[1:]), uint32(content[0]), true}
	}
	return *p
}

// The states of a process.
const (
	idle = iota
	Running
	passive
	Leader
)

// Step implements explore.Stepper.
func (s *RingStepper) Step(v []uint32, emit func(event uint64, slots []int32, values []uint32)) error {
	for p := range s.n {
		self, in, out := 2*p, 2*((p+1)%s.n)+1, 2*p+1
		if v[self] == idle {
			s.slots = [3]int32{int32(self), int32(out)}
			s.values = [3]uint32{Running, s.push(v[out], uint32(p))}
			emit(uint64(p), s.slots[:2], s.values[:2])
		}
		if v[in] == 0 {
			continue
		}
		m := s.pop(v[in])
		event := 1<<52 | uint64(p) // of class 1
		switch q := int(m.first); {
		case q == p:
			s.slots = [3]int32{int32(in), int32(self)}
			s.values = [3]uint32{m.rest, Leader}
			emit(event, s.slots[:2], s.values[:2])
		case q > p:
			s.slots = [3]int32{int32(self), int32(in), int32(out)}
			s.values = [3]uint32{passive, m.rest, s.push(v[out], m.first)}
			emit(event, s.slots[:3], s.values[:3])
		default:
			s.slots = [3]int32{int32(in)}
			s.values = [3]uint32{m.rest}
			emit(event, s.slots[:1], s.values[:1])
		}
	}
	return nil
}
