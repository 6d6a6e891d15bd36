package system

import "github.com/anel-mc/mc/model"

// Groups returns how many groups of events the system has whose independence it can tell of; 0 if
// it can tell nothing. See explore.Independence, which System implements: an event of one group does not
// touch what those of an independent group depend on.
//
// There is a group for the acts and timers of each process, and one for the deliveries of each
// channel. What a process does by itself reads and writes the process and what it sends. A delivery
// does so with the receiver, and takes something from the channel. So two groups are independent
// unless they are of one process, or one takes from a channel into which the other's process sends;
// and that does not matter either if the channel is FIFO and has no capacity, since where both have
// events, there is something in it, and what is sent goes to its other end. Failures and what else
// the environment does belong to no group. Which shared variables they access turns out when they
// are looked at: see Dependent.
//
// Nothing is told of instances in which events touch something else: a history, clocks, or time
// that is not asynchronous. And nothing of a Machine.
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

// footprint is what the events of a group touch: a process and what it sends, and the channel
// from another one to it, or None.
type footprint struct{ process, from model.ID }

func (s *processes) footprint(group int) footprint {
	if group < s.n {
		return footprint{model.ID(group), model.None}
	}
	ch := &s.channels[group-s.n]
	return footprint{ch.to, ch.from}
}

// Dependent returns groups of events, as bits, that were found to be in the way of a group,
// whatever Independent says of them: some of their events read a shared variable that others write,
// or write another value to it. It is right of events that a Stepper has looked at before.
func (s *System) Dependent(group int) uint64 { return s.front.(*processes).dependent[group].Load() }

// varied returns the variables to which different values were written so far.
func (s *processes) varied() uint64 {
	s.user.Lock()
	defer s.user.Unlock()
	return s.touching.varying
}
