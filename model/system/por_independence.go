package system

import "github.com/anel-mc/mc/model"

// Groups returns the number of groups of events whose independence is known; 0 if nothing is known. System implements
// explore.Independence, which requires that an event of one group does not affect what events of an independent group
// depend on.
//
// There is a group for the acts and timers of each process, and one for the deliveries of each channel. What a process
// does by itself reads and writes the process and the channels into which it sends. A delivery does the same for the
// receiver, and also takes a message from its channel. So two groups are independent unless they belong to one
// process, or one takes messages from a channel into which the other's process sends. The latter does not matter
// either if the channel is FIFO and has no capacity: if both groups have events, the channel is not empty, and
// messages are sent to its other end. Which shared variables events access is found out when they are examined; see
// Dependent.
//
// Changes of a process's failure detector are like what the process does by itself, except that they depend on who is
// down, hence on all crashes. Crashes depend on each other, since they share a budget. A crash belongs to its process.
// It does not send, but if nobody recovers, messages in transit to the process are lost, and so are those sent to it
// later; without a capacity, the channel is empty in either order. Other failures and events of the environment belong
// to no group.
//
// Nothing is known to be independent in instances whose events share something else: a history, clocks, or time that
// is not asynchronous; nor in a Machine.
func (s *System) Groups() int {
	p, ok := s.front.(*processes)
	if !ok {
		return 0
	}
	n := p.channelGroup(len(p.channels))
	if n > maxGroups || p.inst.Timing.Mode != model.Async || len(p.varSlot) > maxShared || p.historySlot >= 0 ||
		len(p.clockSlot) > 0 {
		return 0
	}
	return n
}

// Group returns the group of an event, or -1.
func (s *System) Group(event uint64) int {
	p := s.front.(*processes)
	class, actor, _, _ := parts(event)
	switch p.classes[class].Kind {
	case model.Acted, model.Timeout:
		return p.groupOf(model.ID(actor), itself)
	case model.Suspect, model.Trust:
		return p.groupOf(model.ID(actor), itsDetector)
	case model.Crash:
		return p.groupOf(model.ID(actor), itsCrash)
	case model.Deliver:
		return p.channelGroup(actor)
	}
	return ungrouped
}

// Independent returns the groups that a group is independent of, as bits.
func (s *System) Independent(group int) (groups uint64) {
	p := s.front.(*processes)
	queues := p.inst.Network.Order == model.FIFO && p.inst.Network.Capacity == 0
	a := p.footprint(group)
	for g := range s.Groups() {
		b := p.footprint(g)
		if min(a.by, b.by) != itself && max(a.by, b.by) == itsCrash {
			continue
		}
		if a.process != b.process && (queues || a.process != b.from && b.process != a.from) {
			groups |= 1 << g
		}
	}
	return groups
}

// ungrouped is the group of events that belong to none.
const ungrouped = -1

// agent is the part of a process that does the events of a group.
type agent int

// The groups of a process are in the order in which their events are emitted. Those of channels come after all of
// them.
const (
	itself agent = iota
	itsDetector
	itsCrash
)

// groupOf returns a group of process p, or ungrouped.
func (s *processes) groupOf(p model.ID, by agent) int {
	if int(by) >= s.groupsEach {
		return ungrouped
	}
	return int(p)*s.groupsEach + int(by)
}

// channelGroup returns the group of the deliveries of channel c.
func (s *processes) channelGroup(c int) int { return s.n*s.groupsEach + c }

// footprint is what the events of a group touch: a process and what it sends, and the channel from another process to
// it, or None.
type footprint struct {
	process, from model.ID
	by            agent
}

func (s *processes) footprint(group int) footprint {
	if group < s.channelGroup(0) {
		return footprint{model.ID(group / s.groupsEach), model.None, agent(group % s.groupsEach)}
	}
	ch := &s.channels[group-s.channelGroup(0)]
	return footprint{ch.to, ch.from, itself}
}

// Dependent returns the groups of events, as bits, that were found to conflict with a group even if Independent says
// otherwise: one reads a shared variable that the other writes, or both write different values to it. It is right
// about events that a Stepper has examined.
func (s *System) Dependent(group int) uint64 { return s.front.(*processes).dependent[group].Load() }
