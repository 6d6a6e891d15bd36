package raft

import (
	"iter"
	"slices"

	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/naming"
	"github.com/anel-mc/mc/specs/internal/rafts"
)

// Rules are the "Rules for Servers". The zero value is as written; other entries of the catalogue build on these rules.
type Rules struct {
	Mistake string                                        // the variant
	NoOp    bool                                          // a leader begins with a no-op entry
	Lazy    bool                                          // a leader announces commitIndex only along with entries
	Silent  bool                                          // a leader leaves AppendEntries to the entry that builds on this
	Members func(p *model.Context, s Server) naming.IDSet // the configuration that a server uses; nil is all servers
	Past    *model.Variable[rafts.Past]                   // for properties, if not nil
}

// Stand begins an election.
func (r Rules) Stand(p *model.Context, s Server) Server {
	s.Term, s.VotedFor, s.Role, s.Votes = s.Term+1, p.Self(), Candidate, naming.IDSet(0).With(p.Self())
	r.store(p, s)
	for q := range r.Others(p, s) {
		p.Send(q, RequestVote{s.Term, len(s.Log), s.Log.Term(len(s.Log))})
	}
	return r.count(p, s)
}

// Request appends an entry to the log of a leader.
func (r Rules) Request(p *model.Context, s Server, e rafts.Entry) Server {
	s.Log = append(slices.Clip(s.Log), e)
	r.store(p, s)
	return r.lead(p, s)
}

// Receive handles a message.
func (r Rules) Receive(p *model.Context, s Server, from model.ID, m model.Message) Server {
	switch m := m.(type) {
	case RequestVote:
		return r.vote(p, r.Learn(p, s, m.Term), from, m)
	case AppendEntries:
		return r.append(p, r.Learn(p, s, m.Term), from, m)
	case Vote:
		if s = r.Learn(p, s, m.Term); s.Role == Candidate && m.Term == s.Term && m.Granted {
			s.Votes = s.Votes.With(from)
			return r.count(p, s)
		}
	case Appended:
		if s = r.Learn(p, s, m.Term); s.Role == Leader && m.Term == s.Term && (s.Peers[from].Waiting || r.Silent) {
			return r.appended(p, s, from, m)
		}
	}
	return s
}

// Recover brings a server back.
func (r Rules) Recover(_ *model.Context, stored any) Server {
	return Server{Persistent: stored.(Persistent)}
}

// store updates stable storage.
func (r Rules) store(p *model.Context, s Server) {
	if r.Mistake == forgetful {
		s.VotedFor = model.None
	}
	p.Store(s.Persistent)
}

// Learn is the rule for all servers: "if RPC request or response contains term T > currentTerm: set currentTerm = T,
// convert to follower".
func (r Rules) Learn(p *model.Context, s Server, term int) Server {
	if term <= s.Term {
		return s
	}
	s = Server{Persistent: Persistent{Term: term, VotedFor: model.None, Log: s.Log}, Commit: s.Commit}
	r.store(p, s)
	return s
}

// vote is the receiver's implementation of RequestVote.
func (r Rules) vote(p *model.Context, s Server, from model.ID, m RequestVote) Server {
	granted := r.Willing(s, from, m)
	if granted {
		s.VotedFor = from
		r.store(p, s)
	}
	p.Send(from, Vote{s.Term, granted})
	return s
}

// Willing reports whether a server would vote for a candidate.
func (r Rules) Willing(s Server, from model.ID, m RequestVote) bool {
	free := m.Term > s.Term || m.Term == s.Term && (s.VotedFor == model.None || s.VotedFor == from)
	return free && (!s.Log.Ahead(m.LastIndex, m.LastTerm) || r.Mistake == unrestricted)
}

// count makes a candidate with votes from a majority the leader.
func (r Rules) count(p *model.Context, s Server) Server {
	if !r.Majority(p, s, s.Votes) {
		return s
	}
	if r.Past != nil {
		r.Past.Set(p, r.Past.Get(p).Elected(s.Term, p.Self()))
	}
	s.Role, s.Votes, s.Peers = Leader, 0, slices.Repeat([]Peer{{Next: len(s.Log) + 1}}, p.N())
	if r.NoOp {
		return r.Request(p, s, rafts.Entry{Term: s.Term})
	}
	for q := range r.Others(p, s) {
		r.send(p, s, q)
	}
	return s
}

// lead commits what a leader may commit, and sends AppendEntries to all servers that lack entries or do not know what
// is committed, one request at a time to each.
func (r Rules) lead(p *model.Context, s Server) Server {
	for n := len(s.Log); n > s.Commit; n-- {
		have := naming.IDSet(0).With(p.Self())
		for q := range p.Others() {
			if s.Peers[q].Match >= n {
				have = have.With(q)
			}
		}
		if r.Majority(p, s, have) && (s.Log.Term(n) == s.Term || r.Mistake == olderTerms) {
			s = r.commit(p, s, n)
		}
	}
	s.Peers = slices.Clone(s.Peers)
	for q := range r.Others(p, s) {
		if peer := s.Peers[q]; !peer.Waiting && (peer.Next <= len(s.Log) || peer.Told < s.Commit && !r.Lazy) {
			r.send(p, s, q)
		}
	}
	return s
}

// send sends the log from nextIndex on to a server.
func (r Rules) send(p *model.Context, s Server, to model.ID) {
	if r.Silent {
		return
	}
	peer := &s.Peers[to]
	prev := peer.Next - 1
	p.Send(to, AppendEntries{s.Term, prev, s.Log.Term(prev), s.Log[prev:], s.Commit})
	peer.Waiting, peer.Told = true, s.Commit
}

// append is the receiver's implementation of AppendEntries. Comments number its five steps.
func (r Rules) append(p *model.Context, s Server, from model.ID, m AppendEntries) Server {
	if m.Term == s.Term {
		s.Role, s.Votes = Follower, 0
	}
	fits := r.Mistake == unchecked || m.PrevIndex <= len(s.Log) && s.Log.Term(m.PrevIndex) == m.PrevTerm
	if m.Term < s.Term || !fits { // 1, 2
		p.Send(from, Appended{s.Term, false, 0})
		return s
	}
	at := min(m.PrevIndex, len(s.Log))
	last := at + len(m.Entries)
	if r.Mistake == truncating {
		s.Log = s.Log[:at]
	}
	for _, e := range m.Entries {
		if at < len(s.Log) && s.Log[at].Term != e.Term { // 3
			s.Log = s.Log[:at]
		}
		if at == len(s.Log) { // 4
			s.Log = append(slices.Clip(s.Log), e)
		}
		at++
	}
	r.store(p, s)
	s = r.commit(p, s, min(m.LeaderCommit, last)) // 5
	p.Send(from, Appended{s.Term, true, m.PrevIndex + len(m.Entries)})
	return s
}

// appended lets a leader receive the answer to AppendEntries.
func (r Rules) appended(p *model.Context, s Server, from model.ID, m Appended) Server {
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

// commit raises commitIndex and applies the entries up to it.
func (r Rules) commit(p *model.Context, s Server, index int) Server {
	for s.Commit < index {
		s.Commit++
		if r.Past != nil {
			r.Past.Set(p, r.Past.Get(p).Apply(rafts.Applied{Index: s.Commit, Entry: s.Log[s.Commit-1], Term: s.Term}))
		}
	}
	return s
}

func (r Rules) members(p *model.Context, s Server) naming.IDSet {
	if r.Members != nil {
		return r.Members(p, s)
	}
	return 1<<p.N() - 1
}

// Others returns the members other than the server itself.
func (r Rules) Others(p *model.Context, s Server) iter.Seq[model.ID] {
	return r.members(p, s).Without(p.Self()).IDs()
}

func (r Rules) Majority(p *model.Context, s Server, of naming.IDSet) bool {
	members := r.members(p, s)
	least := members.Len()/2 + 1
	if r.Mistake == offByOne {
		least--
	}
	return (of & members).Len() >= least
}
