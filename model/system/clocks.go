package system

import (
	"fmt"
	"math"
	"sync"
	"sync/atomic"

	"github.com/anel-mc/mc/model"
)

// clocks emits the ticks of the local clocks, and what sets them back. At its highest reading a clock rests.
func (t *stepper) clocks() {
	s := t.s
	slowest := t.v[s.clockSlot[0]]
	for _, slot := range s.clockSlot {
		slowest = min(slowest, t.v[slot])
	}
	for p, slot := range s.clockSlot {
		now, spread := t.v[slot], s.inst.Clocks.Spread
		if int(now) > s.inst.Clocks.Max {
			panic("a clock is beyond its highest reading: the state is of a damaged checkpoint")
		}
		if int(now) == s.inst.Clocks.Max {
			s.rest.reached.Store(true)
		} else if spread == 0 || int(now-slowest) < spread {
			t.begin([]write{{slot, now + 1}})
			t.done(event(s.class.clock[p], p, 0))
		}
		if s.class.setBack < 0 {
			continue
		}
		left, ok := s.spend(t.v[s.budgetSlot], setbacks)
		for to := range now {
			if ok && (spread == 0 || int(t.fastest(p))-int(to) <= spread) {
				t.begin([]write{{s.budgetSlot, left}, {slot, to}})
				t.done(event(s.class.setBack, p, int(to)))
			}
		}
	}
}

// fastest returns the highest reading of the clocks but that of process p.
func (t *stepper) fastest(p int) uint32 {
	fastest := uint32(0)
	for q, slot := range t.s.clockSlot {
		if q != p {
			fastest = max(fastest, t.v[slot])
		}
	}
	return fastest
}

// rest is what is known of clocks at rest.
type rest struct {
	reached atomic.Bool // there was one

	mu      sync.Mutex
	noticed string // who learnt that it is at rest: of several the first in the order of their names
}

// clip notes that somebody learnt that a clock is at rest, unless by is nobody.
func (r *rest) clip(by string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.noticed == "" || by != "" && by < r.noticed {
		r.noticed = by
	}
}

func (r *rest) clipped() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.noticed
}

func (s *processes) needsClocks() {
	if s.inst.Clocks.Max == 0 {
		model.Misuse("it reads a clock, and the instance has no Clocks")
	}
}

// atMost is a reading, or most if that is less, as far as it can be told: a clock at rest may show more by now.
func (s *processes) atMost(r *run, reading uint32, most int) int {
	now := int(reading)
	if r != nil && now == s.inst.Clocks.Max && most > now {
		r.beyond = max(r.beyond, most)
	}
	return min(now, most)
}

// noticed notes what a run learnt of clocks at rest; who is whose it was.
func (s *processes) noticed(r *run, who func() string) {
	switch {
	case r.beyond == math.MaxInt:
		s.rest.clip(who() + " reads one there: let it ask ClockReached")
	case r.beyond > 0:
		s.rest.clip(fmt.Sprintf("%s asks there for reading %d: raise Clocks.Max", who(), r.beyond))
	}
}

// Clipped says what in the model itself kept states from being explored that somebody could tell from
// others: who looked at a clock that had come to rest; empty if nobody did so far.
func (s *System) Clipped() string {
	if sys, ok := s.front.(*processes); ok {
		if by := sys.rest.clipped(); by != "" {
			return fmt.Sprintf("clocks rest at %d, and %s", sys.inst.Clocks.Max, by)
		}
	}
	return ""
}

// Rested says that a clock came to rest, for whoever counts its ticks; empty if none did so far.
func (s *System) Rested() string {
	if sys, ok := s.front.(*processes); ok && sys.rest.reached.Load() {
		return fmt.Sprintf("clocks rest at %d", sys.inst.Clocks.Max)
	}
	return ""
}
