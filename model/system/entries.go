package system

import "github.com/anel-mc/mc/model"

// never is the value of left for a message that may take for ever.
const never = 1<<16 - 1

// stamp returns the entry of a message that is sent now, in a Receive or not, while the system is stable or not. Under
// Async timing, an entry is just its message.
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
	return s.stamped.put(key, intern(&s.entries, e))
}

// entry returns the entry with the given number in a channel's content.
func (s *processes) entry(id uint32) entry {
	if s.inst.Timing.Mode == model.Async {
		return entry{message: id, left: never}
	}
	return *s.entries.at(id)
}

// entryOf returns the number of an entry in a channel's content.
func (s *processes) entryOf(e entry) uint32 {
	if s.inst.Timing.Mode == model.Async {
		return e.message
	}
	return intern(&s.entries, e)
}

// after returns e after a tick.
func (e entry) after() entry {
	if e.wait > 0 {
		e.wait--
	}
	if e.left != never {
		e.left--
	}
	return e
}

// stabilised returns e after the system has stabilised.
func (s *processes) stabilised(e entry) entry {
	if e.left == never {
		e.left = uint16(s.inst.Timing.Max)
	}
	return e
}
