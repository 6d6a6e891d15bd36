package graph

import (
	"cmp"
	"encoding/binary"
	"math"
	"slices"
	"sync"

	"github.com/anel-mc/mc/explore"
)

// depths is the wrapper that keeps the length of the longest chain to each carrier. The last slot is the number of a
// list, which has not the lengths themselves but how far each is behind the longest chain of all, so that states do
// not differ in absolute lengths. A step costs 1 if it makes the longest chain longer, so the length of the longest
// chain is an additive cost of executions like any other.
//
// There are finitely many lists only if chains are bounded. With a limit of more than 0, the length of the longest
// chain is kept as well, and once it exceeds the limit, chains are no longer followed: the step that exceeds it costs
// 1, and all later steps cost nothing.
type depths struct {
	chainSystem
	limit int
	lists *lists
}

// beyond is the number of the list of states in which the limit was exceeded.
const beyond = 0

// newDepths returns the wrapper. Its lists may take the given number of bytes; 0 means no bound.
func newDepths(c chainSystem, limit int, bytes uint64) depths {
	all := &lists{room: bytes, ids: map[string]uint32{"": beyond}, all: []string{""}}
	return depths{chainSystem: c, limit: limit, lists: all}
}

// lists numbers lists: the length of the longest chain (0 where it is not kept), then how far each carrier is behind
// it. The numbers depend on timing, but no answer depends on them.
type lists struct {
	room uint64 // bytes; 0 for no bound
	mu   sync.RWMutex
	used uint64
	ids  map[string]uint32
	all  []string
}

// listBytes is roughly what a list takes in addition to its own bytes: two strings, a number, and its share of a map.
const listBytes = 64

// id returns the number of a list. The error is ErrChainMemory.
func (l *lists) id(key []byte) (uint32, error) {
	l.mu.RLock()
	id, ok := l.ids[string(key)]
	l.mu.RUnlock()
	if ok {
		return id, nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if id, ok = l.ids[string(key)]; ok {
		return id, nil
	}
	if l.used += listBytes + uint64(len(key)); l.room > 0 && l.used > l.room || uint64(len(l.all)) > math.MaxUint32 {
		return 0, ErrChainMemory
	}
	list := string(key)
	id = uint32(len(l.all))
	l.ids[list] = id
	l.all = append(l.all, list)
	return id, nil
}

func (l *lists) list(id uint32, into []uint64) []uint64 {
	l.mu.RLock()
	key := l.all[id]
	l.mu.RUnlock()
	for rest := []byte(key); len(rest) > 0; {
		x, n := binary.Uvarint(rest)
		into, rest = append(into, x), rest[n:]
	}
	return into
}

// Initial emits each initial state, with chains of length 0 to all carriers.
func (d depths) Initial(emit func(v []uint32)) error {
	var failed error
	err := d.System.Initial(func(v []uint32) {
		none := make([]byte, 1+len(d.chains.Carriers(v, nil))) // each 0 is a byte
		var id uint32
		if id, failed = d.lists.id(none); failed == nil {
			emit(append(slices.Clone(v), id))
		}
	})
	return cmp.Or(err, failed)
}

func (d depths) Stepper() explore.Stepper {
	return &depthsStepper{passing: newPassing(d.chainSystem), depths: d}
}

type depthsStepper struct {
	passing
	depths depths
	list   []uint64
	behind []uint64
	key    []byte
}

// Step implements Stepper. Interchangeable messages to which chains of different lengths lead are no longer
// interchangeable: an event is taken once with each.
func (s *depthsStepper) Step(v []uint32, emit func(event uint64, slots []int32, values []uint32)) error {
	last := v[s.width]
	s.list = s.depths.lists.list(last, s.list[:0])
	return s.each(v, emit, func(event uint64) {
		if last == beyond {
			s.passing.done(event, 0, 0, beyond)
			return
		}
		longest, behind := s.list[0], s.list[1:]
		if s.message < 0 {
			s.outcome(event, 0, longest, behind)
			return
		}
		for k := range s.copies {
			at, other := s.message, s.message+k
			if k > 0 && behind[other] == behind[other-1] {
				continue
			}
			behind[at], behind[other] = behind[other], behind[at]
			s.outcome(event, k, longest, behind)
			behind[at], behind[other] = behind[other], behind[at]
		}
	})
}

// outcome emits the successor for an event that is about the first of its interchangeable messages. In the lists that
// are kept, the distances of interchangeable carriers are in ascending order.
func (s *depthsStepper) outcome(event uint64, number int, longest uint64, behind []uint64) {
	cost := 0
	var process uint64 // how far the process is behind after the step, which moves all others back by the cost
	if s.process >= 0 {
		process = behind[s.process]
		if s.message >= 0 {
			if behind[s.message] == 0 {
				cost = 1
			}
			process = min(process+uint64(cost), behind[s.message]+uint64(cost)-1)
		}
	}
	s.behind = s.behind[:0]
	for next, from := range s.from {
		if from < 0 || next == s.process {
			s.behind = append(s.behind, process)
		} else {
			s.behind = append(s.behind, behind[from]+uint64(cost))
		}
	}
	for lo := 0; lo < len(s.behind); {
		hi := lo + 1
		for hi < len(s.behind) && s.alike[hi] {
			hi++
		}
		slices.Sort(s.behind[lo:hi])
		lo = hi
	}
	if s.depths.limit > 0 {
		longest += uint64(cost)
	}
	carried := uint32(beyond)
	if s.depths.limit == 0 || longest <= uint64(s.depths.limit) {
		s.key = binary.AppendUvarint(s.key[:0], longest)
		for _, x := range s.behind {
			s.key = binary.AppendUvarint(s.key, x)
		}
		var err error
		if carried, err = s.depths.lists.id(s.key); err != nil {
			s.failed = err
			return
		}
	}
	s.passing.done(event, number, cost, carried)
}
