package system

import (
	"math"

	"github.com/anel-mc/mc/model"
)

// clocks emits the ticks of the local clocks, and the failures that set them back. A clock rests at its highest
// reading.
func (t *stepper) clocks() {
	s := t.s
	slowest := uint32(math.MaxUint32)
	for p, slot := range s.clockSlot {
		if hasClock(s.inst.Clocks, model.ID(p)) {
			slowest = min(slowest, t.v[slot])
		}
	}
	for p, slot := range s.clockSlot {
		if !hasClock(s.inst.Clocks, model.ID(p)) || t.only != nil && t.only.clocks>>p&1 == 0 {
			continue
		}
		now, spread := t.v[slot], s.inst.Clocks.Spread
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

// fastest returns the highest reading of all clocks except that of process p.
func (t *stepper) fastest(p int) uint32 {
	fastest := uint32(0)
	for q, slot := range t.s.clockSlot {
		if q != p {
			fastest = max(fastest, t.v[slot])
		}
	}
	return fastest
}
