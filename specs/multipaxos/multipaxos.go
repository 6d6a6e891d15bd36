package multipaxos

import (
	"fmt"
	"slices"

	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/naming"
)

// most is the maximum number of instances, which are numbered from 0.
const most = 3

// Command is what servers execute. Those of the first leader are a0, a1, …, as clients request them for the instances.
type Command int

// No command, and the one that leaves the state unchanged.
const (
	None Command = iota
	NoOp
)

func (c Command) String() string {
	if c <= NoOp {
		return [...]string{"–", "no-op"}[c]
	}
	leader, instance := int(c-NoOp-1)/most, int(c-NoOp-1)%most
	return fmt.Sprintf("%c%d", 'a'+leader, instance)
}

// Proposal is a number and a value. The zero value is none: numbers are 1 or more.
type Proposal struct {
	N int
	V Command
}

func (x Proposal) String() string {
	if x.N == 0 {
		return "–"
	}
	return fmt.Sprintf("%d: %s", x.N, x.V)
}

// Proposals are one for each instance.
type Proposals [most]Proposal

// The messages: Prepare and Promise for all instances at once, the others for one. Learn tells of a command that is
// chosen.
type (
	Prepare struct{ N int }
	Promise struct {
		N        int
		Accepted Proposals
	}
	Accept struct {
		Instance int
		Proposal Proposal
	}
	Accepted Accept
	Learn    struct {
		Instance int
		Command  Command
	}
)

// Stable is what a server has in stable storage: the number of the highest-numbered Prepare to which it has responded,
// what it has accepted, and how many numbers it has used.
type Stable struct {
	Promised int
	Accepted Proposals // by instance, the highest-numbered
	Tries    int
}

// Server is the local state of a server, which is a proposer, an acceptor and a learner.
type Server struct {
	Stable
	Phase    int                // which one it is executing as a leader; 0 is none
	Promises naming.IDSet       // in phase 1, the servers that have promised
	Highest  Proposals          // in phase 1, the highest-numbered proposals that came with them
	Next     int                // in phase 2, the first instance in which it has not proposed
	Votes    [most]naming.IDSet // in phase 2, the servers that have accepted its proposals
	Chosen   [most]Command      // what it has learned
	Executed []Command
}

// server runs a server.
func server(r rules) model.Process[Server] {
	return model.Process[Server]{
		Name: "server",
		Init: func(p *model.Context) Server {
			p.Store(Stable{})
			return Server{}
		},
		Acts: []model.Act[Server]{{
			Name:     "lead",
			Optional: true,
			Enabled: func(p *model.Context, s Server) bool {
				return int(p.Self()) < r.candidates && s.Tries < r.tries
			},
			Do: func(p *model.Context, s Server) Server {
				s = s.idle()
				s.Phase = 1
				s.Tries++
				r.store(p, s)
				return r.tellAll(p, s, Prepare{r.number(p.Self(), s)})
			},
		}, {
			Name:     "client request",
			Optional: true,
			Enabled: func(_ *model.Context, s Server) bool {
				return s.Phase == 2 && s.Next < min(r.instances, s.known()+r.alpha)
			},
			Do: func(p *model.Context, s Server) Server { return r.propose(p, s, r.command(p.Self(), s)) },
		}},
		Receive: r.receive,
		Recover: func(_ *model.Context, stored any) Server { return Server{Stable: stored.(Stable)} },
	}
}

// receive handles a message, which may be from the server itself.
func (r rules) receive(p *model.Context, s Server, from model.ID, m model.Message) Server {
	switch m := m.(type) {
	case Prepare:
		if m.N > s.Promised {
			if m.N != r.number(p.Self(), s) {
				s = s.idle() // it no longer leads
			}
			s.Promised = m.N
			r.store(p, s)
			return r.tell(p, s, from, Promise{m.N, r.report(s.Accepted)})
		}
	case Promise:
		if s.Phase == 1 && m.N == r.number(p.Self(), s) {
			return r.promised(p, s, from, m.Accepted)
		}
	case Accept:
		if m.Proposal.N >= s.Promised {
			if m.Proposal.N >= s.Accepted[m.Instance].N {
				s.Accepted[m.Instance] = m.Proposal
				r.store(p, s)
			}
			votes := model.At(r.votes, m)
			votes.Set(p, votes.Get(p).With(p.Self()))
			return r.tell(p, s, from, Accepted(m))
		}
	case Accepted:
		if s.Phase == 2 && m.Proposal.N == r.number(p.Self(), s) && s.Chosen[m.Instance] == None {
			return r.accepted(p, s, from, m)
		}
	case Learn:
		return r.learn(s, m)
	}
	return s
}

// idle returns the server without its state as a leader.
func (s Server) idle() Server {
	return Server{Stable: s.Stable, Chosen: s.Chosen, Executed: s.Executed}
}

// promised counts a promise. With a majority the leader proposes what may have been chosen, in each instance whose
// command it does not know, and fills the gaps.
func (r rules) promised(p *model.Context, s Server, from model.ID, accepted Proposals) Server {
	s.Promises = s.Promises.With(from)
	last := 0
	for i, x := range accepted {
		if x.N > s.Highest[i].N {
			s.Highest[i] = x
		}
		if s.Highest[i].N > 0 || s.Chosen[i] != None {
			last = i + 1
		}
	}
	if !r.majority(s.Promises) {
		return s
	}
	highest := s.Highest
	s.Phase, s.Promises, s.Highest = 2, 0, Proposals{}
	for s.Next < last {
		v := highest[s.Next].V
		switch {
		case s.Chosen[s.Next] != None || v == None && r.leavesGaps:
			s.Next++
		case v != None && r.ownCommand:
			s = r.propose(p, s, r.command(p.Self(), s))
		default:
			s = r.propose(p, s, max(v, NoOp))
		}
	}
	return s
}

// propose executes phase 2 of the next instance.
func (r rules) propose(p *model.Context, s Server, v Command) Server {
	s.Next++
	return r.tellAll(p, s, Accept{s.Next - 1, Proposal{r.number(p.Self(), s), v}})
}

// accepted counts a vote. With a majority the command is chosen.
func (r rules) accepted(p *model.Context, s Server, from model.ID, m Accepted) Server {
	s.Votes[m.Instance] = s.Votes[m.Instance].With(from)
	if !r.majority(s.Votes[m.Instance]) {
		return s
	}
	s.Votes[m.Instance] = 0
	chosen := Learn{m.Instance, m.Proposal.V}
	for q := range p.Others() {
		if int(q) < r.learners {
			p.Send(q, chosen)
		}
	}
	return r.learn(s, chosen)
}

// learn makes a server learn a command, and execute the commands before the first that it does not know.
func (r rules) learn(s Server, m Learn) Server {
	if s.Chosen[m.Instance] != None {
		return s
	}
	s.Chosen[m.Instance] = m.Command
	if r.executesAround {
		s.Executed = append(slices.Clip(s.Executed), m.Command)
	} else {
		s.Executed = s.Chosen[:s.known()]
	}
	return s
}

// known returns how many commands a server knows before the first that it does not know.
func (s Server) known() int { return slices.Index(append(s.Chosen[:], None), None) }

// tell sends a message to a server, tellAll to all. A message to itself is received at once.
func (r rules) tell(p *model.Context, s Server, to model.ID, m model.Message) Server {
	if to == p.Self() {
		return r.receive(p, s, to, m)
	}
	p.Send(to, m)
	return s
}

func (r rules) tellAll(p *model.Context, s Server, m model.Message) Server {
	p.Broadcast(m)
	return r.receive(p, s, p.Self(), m)
}
