package raftreads

import (
	"slices"

	"github.com/anel-mc/mc/checkers/objects"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/naming"
	"github.com/anel-mc/mc/specs/internal/rafts"
	"github.com/anel-mc/mc/specs/raft"
)

// Server is the local state of a server: that of Raft, and what it does for clients.
type Server struct {
	raft.Server
	Write   int          // the index of the entry that a client waits for, or 0
	Reading bool         // a client waits for a read
	Round   int          // the last round of heartbeats
	Acks    naming.IDSet // who has answered that round; 0 if it is over
	Leased  bool         // it has a lease
	Heard   bool         // it has heard from a leader within the election timeout
}

// Heartbeat is an AppendEntries without entries, and Beat is its answer. Round matches the answer to its call.
type (
	Heartbeat struct{ Term, Round int }
	Beat      struct{ Term, Round int }
)

// The timers.
const (
	leaseTimer    = "lease"
	electionTimer = "election"
)

// store is a register that Raft replicates.
type store struct {
	raft.Rules
	variant    string
	leases     bool // reads are answered by lease
	lease      int  // how long a lease is, in ticks
	timeout    int  // the shortest election timeout, in ticks
	waits      bool // a server that recovers behaves as if it had heard from a leader
	candidates int  // how many servers besides S1 may stand for election

	elections, writes, reads, rounds model.Variable[int] // how many of each are left
}

// start makes S1 the leader of term 1, whose first entry, the no-op, every server has.
func (c store) start(p *model.Context) Server {
	s := raft.Server{Persistent: raft.Persistent{Term: 1, Log: rafts.Log{{Term: 1}}}, Commit: 1}
	if p.Self() == 0 {
		s.Role, s.Peers = raft.Leader, slices.Repeat([]raft.Peer{{Next: 2, Match: 1, Told: 1}}, p.N())
	}
	p.Store(s.Persistent)
	return Server{Server: s}
}

// value returns the value of the register after the committed entries.
func value(s Server) int {
	for _, e := range slices.Backward(s.Log[:s.Commit]) {
		if e.Command != 0 {
			return e.Command
		}
	}
	return 0
}

// round starts a round of heartbeats.
func (c store) round(p *model.Context, s Server) Server {
	s.Round++
	s.Acks = naming.IDSet(0).With(p.Self())
	p.Broadcast(Heartbeat{s.Term, s.Round})
	return s
}

// settled reports whether s is a leader that has committed an entry of its term.
func settled(s Server) bool { return s.Role == raft.Leader && s.Log.Term(s.Commit) == s.Term }

// ready reports whether s is a leader that may start a read.
func (c store) ready(s Server) bool {
	return s.Role == raft.Leader && !s.Reading && s.Write == 0 && (s.Leased || !c.leases) &&
		(settled(s) || c.variant == early)
}

// read starts a read, and answers it at once unless a round of heartbeats has to confirm that s still leads.
func (c store) read(p *model.Context, s Server) Server {
	c.reads.Set(p, c.reads.Get(p)-1)
	p.Call(objects.Read{})
	if c.leases || c.variant == unconfirmed {
		p.Return(value(s))
		return s
	}
	s.Reading = true
	return c.round(p, s)
}

// hear records that a server has heard from a leader, and restarts its election timer.
func (c store) hear(p *model.Context, s Server) Server {
	s.Heard = true
	p.SetTimer(electionTimer, c.timeout)
	return s
}

// confirmed ends a round that a majority has answered: the leader gets its lease, or answers the read.
func (c store) confirmed(p *model.Context, s Server) Server {
	if s.Acks.Len() <= p.N()/2 {
		return s
	}
	s.Acks = 0
	if c.leases {
		s.Leased = true
		return s
	}
	s.Reading = false
	p.Return(value(s))
	return s
}

func (c store) receive(p *model.Context, s Server, from model.ID, m model.Message) Server {
	was := s
	switch m := m.(type) {
	case Heartbeat:
		s.Server = c.Learn(p, s.Server, m.Term)
		if m.Term == s.Term {
			s.Role, s.Votes = raft.Follower, 0
			if c.leases {
				s = c.hear(p, s)
			}
		}
		p.Send(from, Beat{s.Term, m.Round})
	case Beat:
		s.Server = c.Learn(p, s.Server, m.Term)
		if m.Term == s.Term && s.Role == raft.Leader && s.Acks != 0 && (m.Round == s.Round || c.variant == lateAnswers) {
			s.Acks = s.Acks.With(from)
			s = c.confirmed(p, s)
		}
	case raft.RequestVote:
		if s.Heard && c.variant != disloyal {
			return s
		}
		s.Server = c.Receive(p, s.Server, from, m)
	default:
		s.Server = c.Receive(p, s.Server, from, m)
	}
	return c.after(p, was, s)
}

// after ends what clients wait for: a committed write returns, and a server that no longer leads answers nobody.
func (c store) after(p *model.Context, was, s Server) Server {
	if s.Role != raft.Leader && was.Role == raft.Leader {
		p.CancelTimer(leaseTimer)
		return Server{Server: s.Server, Heard: s.Heard}
	}
	if s.Write > 0 && s.Commit >= s.Write {
		s.Write = 0
		p.Return(nil)
	}
	return s
}

// recover restarts a server, which does not remember whether it heard from a leader.
func (c store) recover(p *model.Context, stored any) Server {
	s := Server{Server: c.Recover(p, stored)}
	if c.waits {
		return c.hear(p, s)
	}
	return s
}

func (c store) server() model.Process[Server] {
	left := func(v model.Variable[int], when func(p *model.Context, s Server) bool) func(*model.Context, Server) bool {
		return func(p *model.Context, s Server) bool { return when(p, s) && v.Get(p) > 0 }
	}
	acts := []model.Act[Server]{{
		Name: "election timeout", Optional: true,
		Enabled: left(c.elections, func(p *model.Context, s Server) bool {
			return s.Role != raft.Leader && !s.Heard && 0 < p.Self() && int(p.Self()) <= c.candidates
		}),
		Do: func(p *model.Context, s Server) Server {
			c.elections.Set(p, c.elections.Get(p)-1)
			s.Server = c.Stand(p, s.Server)
			return s
		},
	}, {
		Name: "write", Optional: true,
		Enabled: left(c.writes, func(_ *model.Context, s Server) bool {
			return s.Role == raft.Leader && s.Write == 0 && !s.Reading
		}),
		Do: func(p *model.Context, s Server) Server {
			value := c.writes.Get(p)
			c.writes.Set(p, value-1)
			p.Call(objects.Write[int]{Value: value})
			s.Write = len(s.Log) + 1
			s.Server = c.Request(p, s.Server, rafts.Entry{Term: s.Term, Command: value})
			return s
		},
	}, {
		Name: "read", Optional: true,
		Enabled: left(c.reads, func(_ *model.Context, s Server) bool { return c.ready(s) }),
		Do:      c.read,
	}}
	a := model.Process[Server]{Init: c.start, Acts: acts, Receive: c.receive, Recover: c.recover}
	if c.leases {
		a.Acts = append(acts, model.Act[Server]{
			Name: "heartbeat", Optional: true,
			Enabled: left(c.rounds, func(_ *model.Context, s Server) bool {
				return s.Role == raft.Leader && !s.Leased && s.Acks == 0
			}),
			Do: func(p *model.Context, s Server) Server {
				c.rounds.Set(p, c.rounds.Get(p)-1)
				p.SetTimer(leaseTimer, c.lease)
				return c.round(p, s)
			},
		})
		a.Timeout = func(_ *model.Context, s Server, timer string) Server {
			if timer == leaseTimer {
				s.Leased, s.Acks = false, 0
			} else {
				s.Heard = false
			}
			return s
		}
	}
	return a
}
