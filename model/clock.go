package model

import "fmt"

// Clocks are the local clocks of the processes, for algorithms that read one. They are
// physical clocks of the environment: each advances by itself, a tick at a time,
// independently of the others and of the ticks of Timing. The zero value is no
// clocks.
type Clocks struct {
	_ struct{}

	// Max is the highest reading, 1 to MaxTicks; clocks start at 0. A clock that
	// would go further is a bound of the exploration: nothing is said to hold then,
	// and nothing at all of deadlock and liveness.
	Max int

	// Spread is how far apart two clocks may be; 0 is no bound.
	Spread int

	// Still says that a clock may stand still for ever.
	Still bool
}

func (c Clocks) validate(setBack int) []string {
	var wrong []string
	if c.Max < 0 || c.Max > MaxTicks {
		wrong = append(wrong, fmt.Sprintf("the highest reading of a clock is %d: it must be 0 (no clocks) to %d", c.Max, MaxTicks))
	}
	if c.Spread < 0 {
		wrong = append(wrong, fmt.Sprintf("clocks may be %d ticks apart: it must be 0 (no bound) or more", c.Spread))
	}
	if c.Max == 0 && (c.Spread != 0 || c.Still || setBack != 0) {
		wrong = append(wrong, "there is something to be said of clocks, and no Clocks.Max, so that there are none")
	}
	return wrong
}

// Clock returns what the local clock of this process shows.
func (p *Context) Clock() int {
	if p.sys.inst.Clocks.Max == 0 {
		misuse("it reads a clock, and the instance has no Clocks")
	}
	return int(p.run.read(part{kind: partClock, a: int32(p.self)}))
}

// Clock returns what the local clock of process p shows.
func (s State) Clock(p ID) int {
	sys := s.processes("clock", p)
	if sys.inst.Clocks.Max == 0 {
		misuse("it reads a clock, and the instance has no Clocks")
	}
	return int(s.part(part{kind: partClock, a: int32(p)}))
}

// clocks emits the ticks of the local clocks, and what sets them back.
func (t *stepper) clocks() {
	s := t.s
	slowest := t.v[s.clockSlot[0]]
	for _, slot := range s.clockSlot {
		slowest = min(slowest, t.v[slot])
	}
	for p, slot := range s.clockSlot {
		now := t.v[slot]
		if spread := s.inst.Clocks.Spread; spread == 0 || int(now-slowest) < spread {
			if int(now) == s.inst.Clocks.Max {
				s.clipped.Store(true)
			} else {
				t.begin([]write{{slot, now + 1}})
				t.done(event(s.class.clock[p], p, 0))
			}
		}
		if s.class.setBack < 0 {
			continue
		}
		left, ok := s.spend(t.v[s.budgetSlot], setbacks)
		for to := range now {
			if spread := s.inst.Clocks.Spread; ok && (spread == 0 || int(t.fastest(p))-int(to) <= spread) {
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

// Clipped says what in the model itself kept states from being explored, the
// bound of the clocks; empty if nothing did so far.
func (s *System) Clipped() string {
	if sys, ok := s.front.(*processes); ok && sys.clipped.Load() {
		return fmt.Sprintf("clocks stop at %d", sys.inst.Clocks.Max)
	}
	return ""
}
