package model

import "fmt"

// Mode is what an instance assumes about time.
type Mode uint8

const (
	// Async: a message may take for ever and a timer that is set may fire at
	// any moment, whatever its duration.
	Async Mode = iota
	// Sync: time passes in ticks, every message arrives within known bounds, and
	// timers fire exactly when they are due.
	Sync
	// Partial: as Sync, but that a message may take for ever until the system
	// stabilises, at a moment that no process knows and that is explored
	// everywhere. From then on every message, those on their way included,
	// arrives within the bounds. Timers keep exact time from the start.
	Partial
)

func (m Mode) String() string {
	switch m {
	case Async:
		return "async"
	case Sync:
		return "sync"
	case Partial:
		return "partial"
	}
	return fmt.Sprintf("Mode(%d)", uint8(m))
}

// Timing is what an instance assumes about time. The zero value is Async.
// Durations are ticks.
//
// What happens within one tick happens in any order, but that a timer only
// fires when everything that must have reached its process by then has. Time moves
// on when no message must arrive and no timer must fire any more. Acts can be put off
// for any number of ticks.
type Timing struct {
	_ struct{}

	Mode Mode

	// Min and Max bound how long a message takes: Min to Max ticks after it was
	// sent. Max is at most MaxTicks. Not for Async.
	Min, Max int

	// Handling is how much longer a message may take that is sent by a Receive:
	// the time that its sender needs to handle what it has received. Not for
	// Async.
	Handling int

	// Within bounds, for Partial, how many ticks pass before the system stabilises;
	// 0 is no bound.
	Within int
}

// MaxTicks is the longest duration of a message or timer.
const MaxTicks = 1 << 15

func (t Timing) String() string {
	if t.Mode == Async {
		return t.Mode.String()
	}
	s := fmt.Sprintf("%s, messages take %d to %d ticks", t.Mode, t.Min, t.Max)
	if t.Handling > 0 {
		s += fmt.Sprintf(" and answers up to %d more", t.Handling)
	}
	if t.Mode == Partial {
		s += " once it is stable"
		if t.Within > 0 {
			s += fmt.Sprintf(", within %d ticks", t.Within)
		}
	}
	return s
}

func (t Timing) validate() []string {
	var wrong []string
	add := func(format string, args ...any) { wrong = append(wrong, fmt.Sprintf(format, args...)) }
	switch {
	case t.Mode > Partial:
		add("the timing is %s: it must be Async, Sync or Partial", t.Mode)
	case t.Mode == Async && (t.Min != 0 || t.Max != 0 || t.Handling != 0):
		add("messages have bounds (%d to %d ticks, handling %d), and under async timing there are none: choose sync or partial", t.Min, t.Max, t.Handling)
	case t.Min < 0 || t.Max < t.Min || t.Max+t.Handling > MaxTicks || t.Handling < 0:
		add("messages take %d to %d ticks, and %d to be handled: these must be 0 or more, the second not below the first, and at most %d in all", t.Min, t.Max, t.Handling, MaxTicks)
	}
	if t.Within != 0 && t.Mode != Partial {
		add("the system is to stabilise within %d ticks, and only partial timing does", t.Within)
	}
	if t.Within < 0 || t.Within > MaxTicks {
		add("the system is to stabilise within %d ticks: this must be 0 (no bound) to %d", t.Within, MaxTicks)
	}
	return wrong
}

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
	if s.inst.Timing.Mode == Async {
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
	if s.inst.Timing.Mode == Async {
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
	return t.s.inst.Timing.Mode != Partial || t.next[t.s.phaseSlot] == stable
}

// due reports whether a message must reach p before its timers fire.
func (t *stepper) due(p ID) bool {
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
			if holds := t.v[slot]; holds != 0 && s.inst.Timing.Mode == Partial {
				t.set(slot, s.changed(&s.settled, holds, s.stabilised))
			}
		}
		t.done(event(s.class.stabilise, 0, 0))
	}
	if s.inst.Timing.Mode == Async || !t.quiet() {
		return
	}
	t.begin(nil)
	if s.phaseSlot >= 0 && s.inst.Timing.Within > 0 && t.v[s.phaseSlot] != stable {
		t.set(s.phaseSlot, t.v[s.phaseSlot]-1)
	}
	for p, slot := range s.procSlot {
		if r := t.rows[p].at(t.v[slot]); r.timers != 0 {
			t.set(slot, s.tick(ID(p), t.v[slot]))
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
