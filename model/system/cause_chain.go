package system

import "github.com/anel-mc/mc/model"

// A chain is a sequence of deliveries, each of which happened before the next: the receiver of one message sent the
// next message afterwards, at once or later. Chains are carried by processes and by messages in transit: the carriers
// of a state are its processes, then its messages, by channel in the order of State.Messages. See graph.MessageChains,
// which System implements.

// Carries reports whether the system has carriers. A Machine has none.
func (s *System) Carries() bool { _, ok := s.front.(*processes); return ok }

// Carriers appends to alike, for each carrier of state v, whether it is a message that is indistinguishable from the
// carrier before it: an equal message in the same unordered channel.
func (s *System) Carriers(v []uint32, alike []bool) []bool {
	p := s.front.(*processes)
	for range p.n {
		alike = append(alike, false)
	}
	for c := range p.channels {
		entries := p.contents.at(v[p.channels[c].slot]).entries
		for i, id := range entries {
			alike = append(alike, p.inst.Network.Order == model.Unordered && i > 0 && id == entries[i-1])
		}
	}
	return alike
}

// Pass says how a step passes chains on from the carriers of the state before it. Shared variables and failure
// detectors carry no chains.
func (s *System) Pass(before []uint32, event uint64, after []uint32, from []int32) (passed []int32, process, message,
	copies int) {
	sys := s.front.(*processes)
	class, actor, index, _ := parts(event)
	kind := sys.classes[class].Kind
	process, message = int(s.Handler(before, event)), -1
	for p := range sys.n {
		from = append(from, int32(p))
	}
	base := sys.n
	for c := range sys.channels {
		slot := sys.channels[c].slot
		was, is := sys.contents.at(before[slot]).entries, sys.contents.at(after[slot]).entries
		taken := -1
		if c == actor && (kind == model.Deliver || kind == model.Lose || kind == model.Duplicate) {
			message, copies = base+index, 1
			if kind != model.Duplicate {
				taken = index
			}
			for sys.inst.Network.Order == model.Unordered && index+copies < len(was) && was[index+copies] == was[index] {
				copies++
			}
		}
		from = appendHeirs(from, base, was, is, taken, kind == model.Tick || kind == model.Stabilise)
		base += len(was)
	}
	return from, process, message, copies
}

// Handler returns the process whose handler runs in an event of state v. It is None for a failure, which runs no
// handler, and for a delivery to a process that is down.
func (s *System) Handler(v []uint32, event uint64) model.ID {
	p, ok := s.front.(*processes)
	if !ok {
		return model.None
	}
	class, actor, _, _ := parts(event)
	switch p.classes[class].Kind {
	case model.Acted, model.Timeout, model.Recover:
		return model.ID(actor)
	case model.Suspect, model.Trust:
		if p.kinds[actor].Detect != nil {
			return model.ID(actor)
		}
	case model.Deliver, model.Duplicate:
		if to := p.channels[actor].to; !p.rows[to].at(v[p.procSlot[to]]).down {
			return to
		}
	}
	return model.None
}

// appendHeirs appends, for each message in a channel, its carrier before the step, or -1 if it is new. was and is are
// the entries before and after. Those in was were numbered from base on, and the one at taken, if any, was taken out.
// Messages keep their order; new ones come last or, in an unordered channel, anywhere.
func appendHeirs(from []int32, base int, was, is []uint32, taken int, aged bool) []int32 {
	i := 0
	for _, id := range is {
		if i == taken {
			i++
		}
		if i < len(was) && (aged || was[i] == id) {
			from = append(from, int32(base+i))
			i++
			continue
		}
		from = append(from, -1)
	}
	return from
}
