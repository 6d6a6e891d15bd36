package system

import (
	"fmt"
	"math"

	"github.com/anel-mc/mc/model"
)

func (s *processes) needsClock(p model.ID) {
	switch {
	case s.inst.Clocks.Max == 0:
		model.Misuse("it reads a clock, and the instance has no Clocks")
	case !hasClock(s.inst.Clocks, p):
		model.Misuse("it reads the clock of process %s, which is not among Clocks.Only", s.name(p))
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
		s.rest.clip(fmt.Sprintf("%s asks there for reading %d: raise Clocks.Max, or let nothing be kept of "+
			"readings from some reading on, as model.Clocks says", who(), r.beyond))
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
