package raft

import (
	"fmt"
	"slices"

	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/naming"
)

// Entry is one of a log: the term when a leader received it, and the client's command, which is the number of the
// request.
type Entry struct{ Term, Command int }

func (e Entry) String() string { return fmt.Sprintf("%d in term %d", e.Command, e.Term) }

// Log holds entries; the first has index 1.
type Log []Entry

// last returns the index and the term of the last entry, 0 if there is none.
func (l Log) last() (index, term int) { return len(l), l.term(len(l)) }

// term returns the term of the entry at an index, 0 at index 0.
func (l Log) term(index int) int {
	if index == 0 {
		return 0
	}
	return l[index-1].Term
}

// Persistent is the "persistent state on all servers".
type Persistent struct {
	Term     int      // currentTerm
	VotedFor model.ID // in this term
	Log      Log
}

// Role is what a server is in its term.
type Role int

// The roles.
const (
	Follower Role = iota
	Candidate
	Leader
)

func (r Role) String() string { return [...]string{"Follower", "Candidate", "Leader"}[r] }

// Server is the local state of a server.
type Server struct {
	Persistent
	Role   Role
	Commit int                     // commitIndex, and lastApplied: what is committed is applied at once
	Votes  naming.IDSet            // of a candidate
	Peers  naming.PerProcess[Peer] // of a leader
}

// Peer is what a leader knows of a server.
type Peer struct {
	Next, Match int  // nextIndex and matchIndex
	Waiting     bool // for the answer to an AppendEntries
	Told        int  // the leaderCommit of the last AppendEntries
}

// The four messages of Figure 2; who sends them is candidateId or leaderId. Answered, in a reply, is the index up to
// which the request had entries, which a real leader remembers with the call.
type (
	RequestVote struct{ Term, LastIndex, LastTerm int }
	Vote        struct {
		Term    int
		Granted bool
	}
	AppendEntries struct {
		Term, PrevIndex, PrevTerm int
		Entries                   Log
		LeaderCommit              int
	}
	Appended struct {
		Term     int
		Success  bool
		Answered int
	}
)

// server runs "Rules for Servers".
func server(r rules) model.Process[Server] {
	return model.Process[Server]{
		Init: func(p *model.Context) Server {
			s := Server{Persistent: r.start(p.Self())}
			r.store(p, s)
			return s
		},
		Acts: []model.Act[Server]{{
			Name:     "election timeout",
			Optional: true,
			Enabled: func(p *model.Context, s Server) bool {
				return s.Role != Leader && int(p.Self()) < r.candidates && r.elections.Get(p) > 0
			},
			Do: func(p *model.Context, s Server) Server {
				r.elections.Set(p, r.elections.Get(p)-1)
				s.Term, s.VotedFor, s.Role, s.Votes = s.Term+1, p.Self(), Candidate, naming.IDSet(0).With(p.Self())
				r.store(p, s)
				index, term := s.Log.last()
				p.Broadcast(RequestVote{s.Term, index, term})
				return r.count(p, s)
			},
		}, {
			Name:     "client request",
			Optional: true,
			Enabled: func(p *model.Context, s Server) bool {
				return s.Role == Leader && r.requests.Get(p) < r.commands
			},
			Do: func(p *model.Context, s Server) Server {
				command := r.requests.Get(p) + 1
				r.requests.Set(p, command)
				s.Log = append(slices.Clip(s.Log), Entry{s.Term, command})
				r.store(p, s)
				return r.lead(p, s)
			},
		}},
		Receive: func(p *model.Context, s Server, from model.ID, m model.Message) Server {
			switch m := m.(type) {
			case RequestVote:
				return r.vote(p, r.seen(p, s, m.Term), from, m)
			case AppendEntries:
				return r.append(p, r.seen(p, s, m.Term), from, m)
			case Vote:
				s = r.seen(p, s, m.Term)
				if s.Role == Candidate && m.Term == s.Term && m.Granted {
					s.Votes = s.Votes.With(from)
					return r.count(p, s)
				}
			case Appended:
				s = r.seen(p, s, m.Term)
				if s.Role == Leader && m.Term == s.Term && s.Peers[from].Waiting {
					return r.appended(p, s, from, m)
				}
			}
			return s
		},
		Recover: func(_ *model.Context, stored any) Server {
			return Server{Persistent: stored.(Persistent)}
		},
	}
}

// store updates stable storage.
func (r rules) store(p *model.Context, s Server) {
	if r.forgets {
		s.VotedFor = model.None
	}
	p.Store(s.Persistent)
}

// seen is the rule for all servers: "if RPC request or response contains term T > currentTerm: set currentTerm = T,
// convert to follower".
func (r rules) seen(p *model.Context, s Server, term int) Server {
	if term <= s.Term {
		return s
	}
	s = Server{Persistent: Persistent{Term: term, VotedFor: model.None, Log: s.Log}, Commit: s.Commit}
	r.store(p, s)
	return s
}

// vote is the receiver's implementation of RequestVote.
func (r rules) vote(p *model.Context, s Server, from model.ID, m RequestVote) Server {
	index, term := s.Log.last()
	upToDate := m.LastTerm > term || m.LastTerm == term && m.LastIndex >= index
	granted := m.Term == s.Term && (s.VotedFor == model.None || s.VotedFor == from) && (upToDate || r.anyLog)
	if granted {
		s.VotedFor = from
		r.store(p, s)
	}
	p.Send(from, Vote{s.Term, granted})
	return s
}

// count makes a candidate with votes from a majority the leader.
func (r rules) count(p *model.Context, s Server) Server {
	if !r.majority(s.Votes.Len()) {
		return s
	}
	r.past.Set(p, r.past.Get(p).elected(s.Term, p.Self()))
	s.Role, s.Votes, s.Peers = Leader, 0, make([]Peer, p.N())
	for q := range s.Peers {
		s.Peers[q] = Peer{Next: len(s.Log) + 1}
	}
	for q := range p.Others() {
		r.send(p, s, q)
	}
	return s
}

// lead commits what it may, and sends AppendEntries to all that lack entries or do not know what is committed, one at
// a time to each.
func (r rules) lead(p *model.Context, s Server) Server {
	for n := len(s.Log); n > s.Commit; n-- {
		have := 1 // the leader itself
		for q := range p.Others() {
			if s.Peers[q].Match >= n {
				have++
			}
		}
		if r.majority(have) && (s.Log.term(n) == s.Term || r.olderTerms) {
			s = r.commit(p, s, n)
		}
	}
	s.Peers = slices.Clone(s.Peers)
	for q := range p.Others() {
		if peer := s.Peers[q]; !peer.Waiting && (peer.Next <= len(s.Log) || peer.Told < s.Commit) {
			r.send(p, s, q)
		}
	}
	return s
}

// send sends the log from nextIndex on to a server.
func (r rules) send(p *model.Context, s Server, to model.ID) {
	peer := &s.Peers[to]
	prev := peer.Next - 1
	p.Send(to, AppendEntries{s.Term, prev, s.Log.term(prev), s.Log[prev:], s.Commit})
	peer.Waiting, peer.Told = true, s.Commit
}

// append is the receiver's implementation of AppendEntries, with its five steps.
func (r rules) append(p *model.Context, s Server, from model.ID, m AppendEntries) Server {
	if m.Term < s.Term { // 1
		p.Send(from, Appended{s.Term, false, 0})
		return s
	}
	s.Role, s.Votes = Follower, 0
	if !r.unchecked && (m.PrevIndex > len(s.Log) || s.Log.term(m.PrevIndex) != m.PrevTerm) { // 2
		p.Send(from, Appended{s.Term, false, 0})
		return s
	}
	last := min(m.PrevIndex, len(s.Log)) + len(m.Entries)
	if r.truncates {
		s.Log = s.Log[:last-len(m.Entries)]
	}
	for i, e := range m.Entries {
		at := last - len(m.Entries) + i
		if at < len(s.Log) && s.Log[at].Term != e.Term { // 3
			s.Log = s.Log[:at]
		}
		if at == len(s.Log) { // 4
			s.Log = append(slices.Clip(s.Log), e)
		}
	}
	r.store(p, s)
	s = r.commit(p, s, min(m.LeaderCommit, last)) // 5
	p.Send(from, Appended{s.Term, true, m.PrevIndex + len(m.Entries)})
	return s
}

// appended lets a leader receive the answer to AppendEntries.
func (r rules) appended(p *model.Context, s Server, from model.ID, m Appended) Server {
	s.Peers = slices.Clone(s.Peers)
	peer := &s.Peers[from]
	peer.Waiting = false
	if !m.Success {
		peer.Next = max(peer.Next-1, 1)
		r.send(p, s, from)
		return s
	}
	peer.Match = max(peer.Match, m.Answered)
	peer.Next = peer.Match + 1
	return r.lead(p, s)
}

// commit raises commitIndex, and applies what is committed.
func (r rules) commit(p *model.Context, s Server, index int) Server {
	for s.Commit < index {
		s.Commit++
		r.past.Set(p, r.past.Get(p).applied(s.Commit, s.Log[s.Commit-1], s.Term))
	}
	return s
}

func (r rules) majority(of int) bool {
	if r.offByOne {
		return of >= r.n/2
	}
	return of > r.n/2
}
