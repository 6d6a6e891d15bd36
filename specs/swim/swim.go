package swim

import (
	"fmt"
	"slices"

	"github.com/anel-mc/mc/model"
)

// Status is what a member thinks of another.
type Status int

// The statuses, from the best to the worst.
const (
	Itself Status = iota // in a member's entry about itself, which is not used
	Alive
	Suspect
	Dead
)

func (s Status) String() string { return [...]string{"·", "alive", "suspect", "dead"}[s] }

// Info is a MemberInfo without timestamp, which is never read, and address, which never changes.
type Info struct {
	Status      Status
	Incarnation int
}

func (i Info) String() string {
	if i.Incarnation == 0 {
		return i.Status.String()
	}
	return fmt.Sprintf("%s@%d", i.Status, i.Incarnation)
}

// Update is an item of gossip: the status and the incarnation of a member.
type Update struct {
	About model.ID
	Info  Info
}

func (u Update) String() string { return fmt.Sprintf("%d %s", u.About+1, u.Info) }

// Ping asks the receiver for an Ack. For is the member that probes: the sender, or the member that the sender helps.
type Ping struct{ For model.ID }

// PingReq asks the receiver to ping the target.
type PingReq struct{ Target model.ID }

// Ack is the answer of member Of to a Ping. A helper forwards it to For, the member that probes.
type Ack struct{ Of, For model.ID }

// Gossip carries membership updates.
type Gossip struct{ Updates []Update }

// Phase is the point that a member's protocol loop has reached.
type Phase int

// The phases of the protocol loop.
const (
	Sleeping  Phase = iota
	Pinging         // is waiting for the Ack of a direct ping
	Asking          // is waiting for the Acks of an indirect ping
	Gossiping       // has finished its probe and gossips next
	Ended           // an exception has ended the thread
	Hung            // is waiting for the lock, for ever
)

func (p Phase) String() string {
	return [...]string{"Sleeping", "Pinging", "Asking", "Gossiping", "Ended", "Hung"}[p]
}

// Reply is a message that a member still has to send in answer to a request.
type Reply struct {
	To      model.ID
	Message model.Message
}

// Member is the local state of a process.
type Member struct {
	Members     []Info // by ID
	Incarnation int

	Phase    Phase
	Target   model.ID   // the member that is being probed, or model.None
	Helpers  []model.ID // the members that were asked to ping the target and have not answered
	Answered bool       // whether any helper has answered
	Last     model.ID   // the member probed last, if members are probed in turn

	Replies  []Reply // answers not sent yet, oldest first
	Refuting bool    // whether it still has to gossip its new incarnation
}

// member runs a member of the group.
func member(r rules) model.Process[Member] {
	process := model.Process[Member]{
		Name: "member",
		Init: func(p *model.Context) Member {
			s := Member{Members: make([]Info, p.N()), Target: model.None, Last: p.Self()}
			for q := range p.Others() {
				s.Members[q].Status = Alive
			}
			p.SetTimer(periodTimer, 1+p.Choose(r.start))
			return s
		},
		Receive: func(p *model.Context, s Member, from model.ID, m model.Message) Member {
			return r.settle(p, r.receive(p, s, from, m))
		},
		Timeout: func(p *model.Context, s Member, timer string) Member {
			return r.settle(p, r.expire(p, s, timer))
		},
	}
	if r.stepwise {
		process.Acts = []model.Act[Member]{
			{Name: "gossip", Enabled: func(_ *model.Context, s Member) bool { return s.Phase == Gossiping }, Do: r.gossip},
			{Name: "refute", Enabled: func(_ *model.Context, s Member) bool { return s.Refuting }, Do: r.refute},
			{Name: "reply", Enabled: func(_ *model.Context, s Member) bool { return len(s.Replies) > 0 }, Do: r.reply},
		}
	}
	return process
}

// settle sends replies, refutes and gossips at once, unless these are steps of their own.
func (r rules) settle(p *model.Context, s Member) Member {
	if r.stepwise {
		return s
	}
	for len(s.Replies) > 0 {
		s = r.reply(p, s)
	}
	if s.Refuting {
		s = r.refute(p, s)
	}
	if s.Phase == Gossiping {
		s = r.gossip(p, s)
	}
	return s
}

func (r rules) receive(p *model.Context, s Member, from model.ID, m model.Message) Member {
	switch m := m.(type) {
	case Ping:
		return owe(s, from, Ack{Of: p.Self(), For: m.For})
	case PingReq:
		return owe(s, m.Target, Ping{For: from})
	case Ack:
		switch {
		case m.For != p.Self():
			return owe(s, m.For, m)
		case m.Of == s.Target && s.Phase == Pinging && from == s.Target:
			p.CancelTimer(timeoutTimer)
			return finish(r.updateMemberAlive(s, s.Target))
		case m.Of == s.Target && s.Phase == Asking && slices.Contains(s.Helpers, from):
			s.Answered = true
			s.Helpers = slices.DeleteFunc(slices.Clone(s.Helpers), func(q model.ID) bool { return q == from })
			if len(s.Helpers) == 0 {
				p.CancelTimer(timeoutTimer)
				return r.indirectDone(p, s)
			}
		}
	case Gossip:
		return r.handleGossip(p, s, m.Updates)
	}
	return s
}

// expire handles the expiry of a timer: a member has slept, has waited for an answer in vain, or has suspected another
// for three periods.
func (r rules) expire(p *model.Context, s Member, timer string) Member {
	q, incarnation, ok := confirmed(timer)
	switch {
	case s.Phase == Hung:
		return s // everything below takes the lock
	case ok:
		return confirmDeath(s, q, incarnation)
	case timer == periodTimer:
		return r.probe(p, s)
	case s.Phase == Pinging:
		return r.indirectPing(p, s)
	}
	return r.indirectDone(p, s)
}

// alive returns the members that s considers alive, except for one.
func alive(s Member, except model.ID) (ids []model.ID) {
	for q, info := range s.Members {
		if info.Status == Alive && model.ID(q) != except {
			ids = append(ids, model.ID(q))
		}
	}
	return ids
}

// probe is _select_random_member and the first part of _direct_ping.
func (r rules) probe(p *model.Context, s Member) Member {
	candidates := alive(s, p.Self())
	if len(candidates) == 0 {
		return finish(s)
	}
	s.Phase = Pinging
	if r.turns {
		after := slices.IndexFunc(candidates, func(q model.ID) bool { return q > s.Last })
		s.Target = candidates[max(after, 0)]
		s.Last = s.Target
	} else {
		s.Target = candidates[p.Choose(len(candidates))]
	}
	p.Send(s.Target, Ping{For: p.Self()})
	p.SetTimer(timeoutTimer, r.timeout)
	return s
}

// indirectPing is the first part of _indirect_ping.
func (r rules) indirectPing(p *model.Context, s Member) Member {
	helpers := alive(s, s.Target)
	for len(helpers) > r.k {
		at := p.Choose(len(helpers))
		helpers = slices.Delete(slices.Clone(helpers), at, at+1)
	}
	if len(helpers) == 0 {
		return finish(r.markSuspect(p, s, s.Target))
	}
	for _, q := range helpers {
		p.Send(q, PingReq{Target: s.Target})
	}
	s.Phase, s.Helpers = Asking, helpers
	p.SetTimer(timeoutTimer, r.timeout)
	return s
}

// indirectDone is the last part of _indirect_ping, when all helpers have answered or time is up.
func (r rules) indirectDone(p *model.Context, s Member) Member {
	if s.Answered {
		return finish(r.updateMemberAlive(s, s.Target))
	}
	return finish(r.markSuspect(p, s, s.Target))
}

// finish ends a probe.
func finish(s Member) Member {
	s.Phase, s.Target, s.Helpers, s.Answered = Gossiping, model.None, nil, false
	return s
}

func (r rules) updateMemberAlive(s Member, q model.ID) Member {
	if r.deathStays && s.Members[q].Status == Dead {
		return s
	}
	return s.with(q, Info{Alive, s.Members[q].Incarnation})
}

func (r rules) markSuspect(p *model.Context, s Member, q model.ID) Member {
	if s.Members[q].Status != Alive {
		return s
	}
	return r.suspect(p, s, q, s.Members[q].Incarnation)
}

// suspect marks q as suspect and starts the timer that confirms its death.
func (r rules) suspect(p *model.Context, s Member, q model.ID, incarnation int) Member {
	p.SetTimer(confirmTimer(q, incarnation), 3*2*r.timeout)
	return s.with(q, Info{Suspect, incarnation})
}

func confirmDeath(s Member, q model.ID, incarnation int) Member {
	if s.Members[q] != (Info{Suspect, incarnation}) {
		return s
	}
	return s.with(q, Info{Dead, incarnation})
}

// reply sends the oldest reply that the member owes.
func (r rules) reply(p *model.Context, s Member) Member {
	p.Send(s.Replies[0].To, s.Replies[0].Message)
	s.Replies = s.Replies[1:]
	return s
}

// owe adds a reply to those that the member has to send, unless it already owes the same one.
func owe(s Member, to model.ID, m model.Message) Member {
	reply := Reply{to, m}
	if !slices.Contains(s.Replies, reply) {
		s.Replies = append(slices.Clone(s.Replies), reply)
	}
	return s
}

// with returns a copy of s with a new entry about q.
func (s Member) with(q model.ID, info Info) Member {
	s.Members = slices.Clone(s.Members)
	s.Members[q] = info
	return s
}

// rules are the choices of variants and parameters.
type rules struct {
	k       int // the number of helpers of an indirect ping
	timeout int // ticks to wait for an answer; a period is twice that
	start   int // the number of ticks within which all members start
	limit   int // the highest incarnation
	// cyclic means that incarnation 0 follows the highest one, and an incarnation is later than another if it is less
	// than half a cycle ahead. Otherwise a member stays in the highest one.
	cyclic bool
	// stepwise makes replying, refuting and gossiping steps of their own, so that Receive sends no message. Otherwise
	// they happen in the step that causes them.
	stepwise bool

	supplied    bool   // the two methods that the text calls but does not define exist
	hears       Status // the worst status with which a member is still gossiped to
	locks       bool   // _gossip_alive_message takes the lock
	tellsItself bool   // updates include the sender's own incarnation
	deniesDeath bool   // a member refutes its death like a suspicion
	deathStays  bool   // an Ack does not make a dead member alive
	timesGossip bool   // a suspicion heard from others starts the same timer as one's own
	turns       bool   // members are probed in turn
}

// The timers. confirmTimer names that of a suspicion.
const (
	periodTimer  = "period"
	timeoutTimer = "timeout"
	confirmName  = "confirm %d@%d"
)

func confirmTimer(q model.ID, incarnation int) string {
	return fmt.Sprintf(confirmName, q+1, incarnation)
}

// confirmed parses the name of a timer; ok reports whether it is that of a suspicion.
func confirmed(timer string) (q model.ID, incarnation int, ok bool) {
	n, _ := fmt.Sscanf(timer, confirmName, &q, &incarnation)
	return q - 1, incarnation, n == 2
}
