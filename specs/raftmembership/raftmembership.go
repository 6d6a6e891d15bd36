package raftmembership

import (
	"os"
	"slices"

	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/naming"
	"github.com/anel-mc/mc/specs/internal/rafts"
	"github.com/anel-mc/mc/specs/raft"
	"github.com/anel-mc/mc/specs/spec"
)

// cluster is raft with configurations in the log.
type cluster struct {
	raft.Rules
	variant    string
	first      naming.IDSet // the first configuration
	candidates int          // the servers with IDs below it stand for election

	elections model.Variable[int] // how many there may still be
	changes   model.Variable[int] // how many there may still be
}

// latest returns the latest configuration of a log and its index, which is 0 if there is none.
func latest(l rafts.Log) (members naming.IDSet, index int) {
	for i, e := range slices.Backward(l) {
		if e.Members != 0 {
			return e.Members, i + 1
		}
	}
	return 0, 0
}

// start lets S1 lead term 1, and everybody in the first configuration have that in its log. The others have nothing.
func (c cluster) start(p *model.Context) raft.Server {
	s := raft.Server{Persistent: raft.Persistent{VotedFor: model.None}}
	if c.first.Has(p.Self()) {
		s.Persistent = raft.Persistent{Term: 1, Log: rafts.Log{{Term: 1, Members: c.first}}}
		s.Commit = 1
	}
	if p.Self() == 0 {
		s.Role, s.Peers = raft.Leader, slices.Repeat([]raft.Peer{{Next: 2, Match: 1, Told: 1}}, p.N())
	}
	if p.Self() == 0 && os.Getenv("BEGUN") != "" {
		s.Role, s.Peers = raft.Follower, nil
		s.Log = append(s.Log, rafts.Entry{Term: 1, Members: c.first.Without(1)})
	}
	p.Store(s.Persistent)
	return s
}

// mayChange is whether a leader may begin a change.
func (c cluster) mayChange(p *model.Context, s raft.Server) bool {
	_, index := latest(s.Log)
	return (index <= s.Commit || c.variant == overlapping) &&
		int(p.Self())+c.changes.Get(p) == 2 && (s.Log.Term(s.Commit) == s.Term || c.variant != spec.Corrected)
}

// change adds a server to the configuration of a leader, or removes one.
func (c cluster) change(p *model.Context, s raft.Server) raft.Server {
	c.changes.Set(p, c.changes.Get(p)-1)
	members, _ := latest(s.Log)
	toggle := 1
	if c.variant == twoAtOnce {
		toggle = 2
	}
	var all []naming.IDSet
	for other := naming.IDSet(1); other < 1<<p.N(); other++ {
		if os.Getenv("RIVAL") != "" && other != members.Without(1-p.Self()) {
			continue
		}
		if (other ^ members).Len() == toggle {
			all = append(all, other)
		}
	}
	return c.retire(p, c.Request(p, s, rafts.Entry{Term: s.Term, Members: all[p.Choose(len(all))]}))
}

// retire lets a leader step down that is not in its configuration, once that is committed.
func (c cluster) retire(p *model.Context, s raft.Server) raft.Server {
	if members, index := latest(s.Log); s.Role == raft.Leader && !members.Has(p.Self()) && index <= s.Commit {
		s.Role, s.Peers = raft.Follower, nil
	}
	return s
}

func (c cluster) server() model.Process[raft.Server] {
	return model.Process[raft.Server]{
		Init: c.start,
		Acts: []model.Act[raft.Server]{{
			Name:     "election timeout",
			Optional: true,
			Enabled: func(p *model.Context, s raft.Server) bool {
				return s.Role != raft.Leader && int(p.Self()) < 2 && c.elections.Get(p) > 0 && (int(p.Self())+c.elections.Get(p)+c.candidates)%2 == 0
			},
			Do: func(p *model.Context, s raft.Server) raft.Server {
				c.elections.Set(p, c.elections.Get(p)-1)
				return c.Stand(p, s)
			},
		}, {
			Name:     "change",
			Optional: true,
			Enabled: func(p *model.Context, s raft.Server) bool {
				return s.Role == raft.Leader && c.changes.Get(p) > 0 && c.mayChange(p, s)
			},
			Do: c.change,
		}},
		Receive: func(p *model.Context, s raft.Server, from model.ID, m model.Message) raft.Server {
			return c.retire(p, c.Receive(p, s, from, m))
		},
		Recover: c.Recover,
	}
}
