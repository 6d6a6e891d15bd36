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

// atMost returns the smaller of reading and most, as far as that can be told: a clock at rest might show more by now.
func (s *processes) atMost(r *run, reading uint32, most int) int {
	now := int(reading)
	if r != nil && now == s.inst.Clocks.Max && most > now {
		r.beyond = max(r.beyond, most)
	}
	return min(now, most)
}

// noteRest records what a run learnt of clocks at rest. who names the function.
func (s *processes) noteRest(r *run, who func() string) {
	switch {
	case r.beyond == math.MaxInt:
		s.rest.clip(who() + " reads one there: let it ask ClockReached")
	case r.beyond > 0:
		s.rest.clip(fmt.Sprintf("%s asks there for reading %d: raise Clocks.Max, or let nothing be kept of "+
			"readings from some reading on, as model.Clocks says", who(), r.beyond))
	}
}

const beyondConstraint = "what follows states of which the Constraint is false was not explored"

// Clipped says what in the model itself kept states from being explored: its Constraint, or clocks that had come to
// rest, and who looked at one. It is empty if nothing has so far.
func (s *System) Clipped() string {
	if s.outside.Load() {
		return beyondConstraint
	}
	return s.LookedAtRest()
}

// ClippedAmong is Clipped, about a search that found n states: whether the Constraint left out others does not matter.
func (s *System) ClippedAmong(n uint64, state func(id uint64, v []uint32)) string {
	if !s.outside.Load() {
		return s.Clipped()
	}
	v := make([]uint32, s.Width())
	for id := range n {
		state(id, v)
		if within, err := s.Within(v); !within && err == nil { // an error would have ended the search
			return beyondConstraint
		}
	}
	return s.LookedAtRest()
}

// Hidden is like Clipped, about what follows state v: if nobody looked at a clock, that is only its Constraint there.
func (s *System) Hidden(v []uint32) (string, error) {
	if within, err := s.Within(v); !within {
		return beyondConstraint, err
	}
	return s.LookedAtRest(), nil
}

// LookedAtRest says who looked at a clock that had come to rest. It is empty if nobody has.
func (s *System) LookedAtRest() string {
	if sys, ok := s.front.(*processes); ok {
		if by := sys.rest.clipped(); by != "" {
			return fmt.Sprintf("clocks rest at %d, and %s", sys.inst.Clocks.Max, by)
		}
	}
	return ""
}

// Rested is like Clipped, for callers that count ticks: for them it is enough that a clock came to rest.
func (s *System) Rested() string {
	if s.outside.Load() {
		return beyondConstraint
	}
	if sys, ok := s.front.(*processes); ok && sys.rest.reached.Load() {
		return fmt.Sprintf("clocks rest at %d", sys.inst.Clocks.Max)
	}
	return ""
}
