package raftmembership

import (
	"slices"

	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/naming"
	"github.com/anel-mc/mc/specs/internal/rafts"
	"github.com/anel-mc/mc/specs/raft"
)

// cluster is Raft with configurations in the log.
type cluster struct {
	raft.Rules
	variant string
	first   naming.IDSet // the first configuration
	begun   bool         // S1 has removed S2, and no other server knows
	rivals  bool         // S1 may remove only S2, and S2 only S1

	turns     int                 // how many elections there may be after the first
	elections model.Variable[int] // how many of these there have been
	changes   model.Variable[int] // how many changes are left
}

// latest returns the latest configuration of a log and its index, or zeros if there is none.
func latest(l rafts.Log) (members naming.IDSet, index int) {
	for i, e := range slices.Backward(l) {
		if e.Members != 0 {
			return e.Members, i + 1
		}
	}
	return 0, 0
}

// start makes S1 the leader of term 1, with the first configuration in the members' logs. If begun, S1 has instead
// removed S2, crashed and recovered, and the messages that it sent are lost.
func (c cluster) start(p *model.Context) raft.Server {
	s := raft.Server{Persistent: raft.Persistent{VotedFor: model.None}}
	if c.first.Has(p.Self()) {
		s.Persistent = raft.Persistent{Term: 1, Log: rafts.Log{{Term: 1, Members: c.first}}}
		s.Commit = 1
	}
	if p.Self() == 0 && c.begun {
		s.Log, s.Commit = append(s.Log, rafts.Entry{Term: 1, Members: c.first.Without(1)}), 0
	} else if p.Self() == 0 {
		s.Role, s.Peers = raft.Leader, slices.Repeat([]raft.Peer{{Next: 2, Match: 1}}, p.N())
	}
	p.Store(s.Persistent)
	return s
}

// next returns the configurations to which a leader may change.
func (c cluster) next(p *model.Context, s raft.Server) (all []naming.IDSet) {
	members, index := latest(s.Log)
	if index > s.Commit && c.variant != overlapping ||
		c.variant == corrected && s.Log.Term(s.Commit) != s.Term {
		return nil
	}
	servers := 1
	if c.variant == twoAtOnce {
		servers = 2
	}
	for other := naming.IDSet(1); other < 1<<p.N(); other++ {
		if (other^members).Len() == servers && (!c.rivals || other == members.Without(1-p.Self())) {
			all = append(all, other)
		}
	}
	return all
}

// retire makes a leader step down once a configuration without it is committed.
func (c cluster) retire(p *model.Context, s raft.Server) raft.Server {
	if members, index := latest(s.Log); s.Role == raft.Leader && !members.Has(p.Self()) && index <= s.Commit {
		s.Role, s.Peers = raft.Follower, nil
	}
	return s
}

// server returns the process of a server. S2 and S1 take turns to stand for election.
func (c cluster) server() model.Process[raft.Server] {
	return model.Process[raft.Server]{
		Init: c.start,
		Acts: []model.Act[raft.Server]{{
			Name:     "election timeout",
			Optional: true,
			Enabled: func(p *model.Context, s raft.Server) bool {
				done := c.elections.Get(p)
				return s.Role != raft.Leader && done < c.turns && int(p.Self()) == 1-done%2
			},
			Do: func(p *model.Context, s raft.Server) raft.Server {
				c.elections.Set(p, c.elections.Get(p)+1)
				return c.Stand(p, s)
			},
		}, {
			Name:     "change",
			Optional: true,
			Enabled: func(p *model.Context, s raft.Server) bool {
				return s.Role == raft.Leader && c.changes.Get(p) > 0 && len(c.next(p, s)) > 0
			},
			Do: func(p *model.Context, s raft.Server) raft.Server {
				c.changes.Set(p, c.changes.Get(p)-1)
				next := c.next(p, s)
				return c.retire(p, c.Request(p, s, rafts.Entry{Term: s.Term, Members: next[p.Choose(len(next))]}))
			},
		}},
		Receive: func(p *model.Context, s raft.Server, from model.ID, m model.Message) raft.Server {
			return c.retire(p, c.Receive(p, s, from, m))
		},
		Recover: c.Recover,
	}
}
