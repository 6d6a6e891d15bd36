package system

import "github.com/anel-mc/mc/model"

// entry is a message in a channel: deliverable when wait is 0, and to be
// delivered before left runs out.
type entry struct {
	message uint32
	wait    uint16
	left    uint16
}

// never is the left of a message that may take for ever.
const never = 1<<16 - 1

// stamp returns the entry of a message sent now: by a Receive or not, while the system is
// stable or not. Where there are no clocks, an entry is just its message.
func (s *processes) stamp(message uint32, receive, stable bool) uint32 {
	if s.inst.Timing.Mode == model.Async {
		return message
	}
	key := uint64(message) << 2
	e := entry{message: message, wait: uint16(s.inst.Timing.Min), left: uint16(s.inst.Timing.Max)}
	switch {
	case !stable:
		e.wait, e.left = 0, never
		key |= 2
	case receive:
		e.left += uint16(s.inst.Timing.Handling)
		key |= 1
	}
	if id, ok := s.stamped.get(key); ok {
		return id
	}
	return s.stamped.put(key, s.entryOf(e))
}

func (s *processes) entryOf(e entry) uint32 {
	return s.entries.id(e, func(x *entry) { *x = e })
}

// entry returns what stands for an entry in the content of a channel.
func (s *processes) entry(id uint32) entry {
	if s.inst.Timing.Mode == model.Async {
		return entry{message: id, left: never}
	}
	return *s.entries.at(id)
}

// after returns e when a tick has passed.
func (e entry) after() entry {
	if e.wait > 0 {
		e.wait--
	}
	if e.left != never {
		e.left--
	}
	return e
}

// stabilised returns e when the system stabilises.
func (s *processes) stabilised(e entry) entry {
	if e.left == never {
		e.left = uint16(s.inst.Timing.Max)
	}
	return e
}

// changed applies a change to every entry of a channel's content.
func (s *processes) changed(done *memo[uint32], holds uint32, change func(entry) entry) uint32 {
	if after, ok := done.get(uint64(holds)); ok {
		return after
	}
	var entries []uint32
	for _, id := range s.contents.at(holds).entries {
		entries = append(entries, s.entryOf(change(s.entry(id))))
	}
	s.order(entries)
	return done.put(uint64(holds), s.contentOf(entries))
}

// What the slot of the system's phase holds: stable, or unstable with a number
// of ticks left, or with no bound.
const (
	stable   = 0
	unstable = 1 // one more than the ticks that are left, if there is a bound
)

// stable reports whether messages arrive in time.
func (t *stepper) stable() bool {
	return t.s.inst.Timing.Mode != model.Partial || t.next[t.s.phaseSlot] == stable
}

// due reports whether a message must reach p before its timers fire.
func (t *stepper) due(p model.ID) bool {
	for q := range t.s.n {
		if c := t.s.channelAt[q][p]; c >= 0 && t.contents.at(t.v[t.s.channels[c].slot]).due {
			return true
		}
	}
	return false
}

// time emits the passing of a tick, if nothing must happen before it and
// anything depends on it, and the stabilisation of the system.
func (t *stepper) time() {
	s := t.s
	if s.phaseSlot >= 0 && t.v[s.phaseSlot] != stable {
		t.begin([]write{{s.phaseSlot, stable}})
		for c := range s.channels {
			slot := s.channels[c].slot
			if holds := t.v[slot]; holds != 0 && s.inst.Timing.Mode == model.Partial {
				t.set(slot, s.changed(&s.settled, holds, s.stabilised))
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
			t.set(slot, s.changed(&s.aged, t.v[slot], entry.after))
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
