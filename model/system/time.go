package system

import "github.com/anel-mc/mc/model"

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
	for q := range t.s.n {
		if c := t.s.channelAt[q][p]; c >= 0 && t.contents.at(t.v[t.s.channels[c].slot]).due {
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
	for c := range s.channels {
		if t.contents.at(t.v[s.channels[c].slot]).due {
			return false
		}
	}
	for p, slot := range s.procSlot {
		r := t.rows[p].at(t.v[slot])
		if r.timers == 0 {
			continue
		}
		for _, timer := range *s.timers.at(r.timers) {
			if timer.left == 0 {
				return false
			}
		}
	}
	return true
}
