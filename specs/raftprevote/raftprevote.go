package raftprevote

import (
	"slices"

	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/naming"
	"github.com/anel-mc/mc/specs/raft"
)

// Server is the local state of a server: that of Raft, and what decides whether it may disturb a leader.
type Server struct {
	raft.Server
	Heard bool         // it has heard from the leader of its term within the election timeout
	Asked naming.IDSet // who would vote for it; 0 if it is not asking
}

// PreVote asks for a vote in a term without entering it. PreVoted is the answer; For is the term asked for.
type (
	PreVote  raft.RequestVote
	PreVoted struct {
		Term, For int
		Granted   bool
	}
)

// Heartbeat is an AppendEntries without entries, and Beat is its answer.
type (
	Heartbeat struct{ Term int }
	Beat      struct{ Term int }
)

// The timers.
const (
	heartbeatTimer = "heartbeat"
	electionTimer  = "election"
)

// cluster is Raft with the rules that keep servers from disturbing a leader.
type cluster struct {
	raft.Rules
	asks      bool                // a server asks before it starts an election
	loyal     bool                // a server that hears a leader, or is one, neither votes nor says that it would
	interval  int                 // ticks between heartbeats
	timeout   int                 // ticks of the election timeout
	elections model.Variable[int] // how many elections are left
}

// start makes S1 the leader of term 1, which sends its first heartbeats.
func (c cluster) start(p *model.Context) Server {
	s := Server{Server: raft.Server{Persistent: raft.Persistent{Term: 1}}}
	p.Store(s.Persistent)
	if p.Self() != 0 {
		p.SetTimer(electionTimer, c.timeout)
		s.Heard = true
		return s
	}
	s.Role, s.Peers = raft.Leader, slices.Repeat([]raft.Peer{{Next: 1}}, p.N())
	return c.beat(p, s)
}

func (c cluster) beat(p *model.Context, s Server) Server {
	for q := range c.Others(p, s.Server) {
		p.Send(q, Heartbeat{s.Term})
	}
	p.SetTimer(heartbeatTimer, c.interval)
	return s
}

func (c cluster) expire(p *model.Context, s Server, timer string) Server {
	if timer == heartbeatTimer {
		return c.beat(p, s)
	}
	p.SetTimer(electionTimer, c.timeout)
	s.Heard = false
	if !c.asks {
		return c.stand(p, s)
	}
	s.Asked = naming.IDSet(0).With(p.Self())
	for q := range c.Others(p, s.Server) {
		p.Send(q, PreVote{Term: s.Term + 1})
	}
	return s
}

// stand starts an election if one is left.
func (c cluster) stand(p *model.Context, s Server) Server {
	s.Asked = 0
	if left := c.elections.Get(p); left > 0 {
		c.elections.Set(p, left-1)
		s.Server = c.Stand(p, s.Server)
	}
	return s
}

// refuses reports whether a server protects the leader that it hears, or that it is.
func (c cluster) refuses(s Server) bool { return c.loyal && (s.Heard || s.Role == raft.Leader) }

func (c cluster) receive(p *model.Context, s Server, from model.ID, m model.Message) Server {
	was := s.Server
	switch m := m.(type) {
	case PreVote:
		granted := !c.refuses(s) && c.Willing(s.Server, from, raft.RequestVote(m))
		p.Send(from, PreVoted{s.Term, m.Term, granted})
		return s
	case PreVoted:
		s.Server = c.Learn(p, s.Server, m.Term)
		if s.Asked != 0 && m.Granted && m.For == s.Term+1 {
			s.Asked = s.Asked.With(from)
			if c.Majority(p, s.Server, s.Asked) {
				s = c.stand(p, s)
			}
		}
	case Heartbeat:
		s.Server = c.Learn(p, s.Server, m.Term)
		s = c.hear(p, s, m.Term)
		p.Send(from, Beat{s.Term})
	case Beat:
		s.Server = c.Learn(p, s.Server, m.Term)
	case raft.RequestVote:
		if c.refuses(s) {
			return s
		}
		s.Server = c.Receive(p, s.Server, from, m)
	case raft.AppendEntries:
		s.Server = c.Receive(p, s.Server, from, m)
		s = c.hear(p, s, m.Term)
	default:
		s.Server = c.Receive(p, s.Server, from, m)
	}
	if s.Term > was.Term {
		s.Asked = 0
	}
	switch {
	case s.Role == raft.Leader && was.Role != raft.Leader:
		p.CancelTimer(electionTimer)
		p.SetTimer(heartbeatTimer, c.interval)
	case s.Role != raft.Leader && was.Role == raft.Leader:
		p.CancelTimer(heartbeatTimer)
		p.SetTimer(electionTimer, c.timeout)
	}
	return s
}

// hear makes a server that hears from the leader of a term follow it, if the term is its own.
func (c cluster) hear(p *model.Context, s Server, term int) Server {
	if term == s.Term {
		s.Role, s.Votes, s.Asked, s.Heard = raft.Follower, 0, 0, true
		p.SetTimer(electionTimer, c.timeout)
	}
	return s
}

func (c cluster) server() model.Process[Server] {
	return model.Process[Server]{
		Init: c.start, Receive: c.receive, Timeout: c.expire,
		Recover: func(p *model.Context, stored any) Server {
			p.SetTimer(electionTimer, c.timeout)
			return Server{Server: c.Recover(p, stored)}
		},
	}
}
