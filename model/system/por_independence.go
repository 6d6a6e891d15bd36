package system

import "github.com/anel-mc/mc/model"

// Groups returns the number of groups of events whose independence is known; 0 if nothing is known. See
// explore.Independence, which System implements: an event of one group does not affect what those of an independent
// group depend on.
//
// There is a group for the acts and timers of each process, and one for the deliveries of each channel. What a process
// does by itself reads and writes the process, and the channels into which it sends. A delivery does so for the
// receiver, and also takes a message from its channel. So two groups are independent unless they are of one process,
// or one takes from a channel into which the other's process sends; and the latter does not matter either if the
// channel is FIFO and has no capacity, since if both have events, the channel is not empty, and what is sent goes to
// its other end. Failures and other events of the environment belong to no group. Which shared variables events access
// is found out when they are examined: see Dependent.
//
// Nothing is known to be independent in instances whose events share something else: a history, clocks, or time that
// is not asynchronous. Nor in a Machine.
func (s *System) Groups() int {
	if p, ok := s.front.(*processes); ok {
		return p.groups()
	}
	return 0
}

// Group returns the group of an event, or -1.
func (s *System) Group(event uint64) int { return s.front.(*processes).group(event) }

// Independent returns the groups that a group is independent of, as bits.
func (s *System) Independent(group int) (groups uint64) {
	p := s.front.(*processes)
	queues := p.inst.Network.Order == model.FIFO && p.inst.Network.Capacity == 0
	a := p.footprint(group)
	for g := range p.groups() {
		b := p.footprint(g)
		if a.process != b.process && (queues || a.process != b.from && b.process != a.from) {
			groups |= 1 << g
		}
	}
	return groups
}

func (s *processes) groups() int {
	n := s.n + len(s.channels)
	if n > maxGroups || s.inst.Timing.Mode != model.Async || len(s.varSlot) > maxShared || s.historySlot >= 0 ||
		len(s.clockSlot) > 0 {
		return 0
	}
	return n
}

func (s *processes) group(event uint64) int {
	class, actor, _, _ := parts(event)
	switch s.classes[class].Kind {
	case model.Acted, model.Timeout:
		return actor
	case model.Deliver:
		return s.n + actor
	}
	return -1
}

// footprint is what the events of a group touch: a process and what it sends, and the channel from another one to it,
// or None.
type footprint struct{ process, from model.ID }

func (s *processes) footprint(group int) footprint {
	if group < s.n {
		return footprint{model.ID(group), model.None}
	}
	ch := &s.channels[group-s.n]
	return footprint{ch.to, ch.from}
}

// Dependent returns the groups of events, as bits, that were found to conflict with a group, whatever Independent
// says: one reads a shared variable that the other writes, or both write different values to it. It is right about
// events that a Stepper has examined before.
func (s *System) Dependent(group int) uint64 { return s.front.(*processes).dependent[group].Load() }

// varied returns the variables to which different values have been written so far.
func (s *processes) varied() uint64 {
	s.user.Lock()
	defer s.user.Unlock()
	return s.touching.varying
}
