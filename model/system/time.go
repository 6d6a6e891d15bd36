package system

import (
	"slices"

	"github.com/anel-mc/mc/model"
)

// The content of the slot of the phase: stable, or unstable with a number of ticks left, or without a bound.
const (
	stable   = 0
	unstable = 1 // plus the number of ticks left, if there is a bound
)

// stable reports whether messages sent now arrive in time.
func (t *stepper) stable() bool {
	return t.s.inst.Timing.Mode != model.Partial || t.next[t.s.phaseSlot] == stable
}

// due reports whether a message must reach p before its timers may fire.
func (t *stepper) due(p model.ID) bool {
	for _, c := range t.s.into[p] {
		if t.contents.at(t.v[t.s.channels[c].slot]).due {
			return true
		}
	}
	return false
}

// time emits the tick, if nothing must happen before it and anything depends on it, and the stabilisation of the
// system.
func (t *stepper) time() {
	s := t.s
	if s.phaseSlot >= 0 && t.v[s.phaseSlot] != stable {
		t.begin([]write{{s.phaseSlot, stable}})
		for c := range s.channels {
			slot := s.channels[c].slot
			if holds := t.v[slot]; holds != 0 && s.inst.Timing.Mode == model.Partial {
				t.set(slot, s.mapEntries(&s.settled, holds, s.stabilised))
			}
		}
		t.done(event(s.class.stabilise, 0, 0))
	}
	if s.inst.Timing.Mode == model.Async || !t.quiet() {
		return
	}
	t.begin(nil)
	if s.phaseSlot >= 0 && s.inst.Timing.Within > 0 && t.v[s.phaseSlot] != stable {
		t.set(s.phaseSlot, t.v[s.phaseSlot]-1)
	}
	for p, slot := range s.procSlot {
		if r := t.rows[p].at(t.v[slot]); r.timers != 0 {
			t.set(slot, s.tick(model.ID(p), t.v[slot]))
		}
	}
	for c := range s.channels {
		slot := s.channels[c].slot
		if t.contents.at(t.v[slot]).clocked {
			t.set(slot, s.mapEntries(&s.aged, t.v[slot], entry.after))
		}
	}
	if len(t.touched) > 0 {
		t.done(event(s.class.tick, 0, 0))
	}
}

// quiet reports whether nothing must happen before time moves on.
func (t *stepper) quiet() bool {
	s := t.s
	if s.phaseSlot >= 0 && s.inst.Timing.Within > 0 && t.v[s.phaseSlot] == unstable {
		return false
	}
	for p := range model.ID(s.n) {
		if t.pressed(p) {
			return false
		}
	}
	return true
}

// pressed reports whether time cannot pass before process p has done something.
func (t *stepper) pressed(p model.ID) bool {
	if t.due(p) {
		return true
	}
	r := t.rows[p].at(t.v[t.s.procSlot[p]])
	return r.timers != 0 && slices.ContainsFunc(*t.s.timers.at(r.timers), func(x timer) bool { return x.left == 0 })
}
