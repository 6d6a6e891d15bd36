// Package rafttwice is a second transcription of Raft, for the tests of the entries that are built on it. It uses plain
// values and nothing of the toolkit.
package rafttwice

import (
	"math/bits"

	"github.com/anel-mc/mc/specs/internal/brute"
)

// Most is the maximum number of servers.
const Most = 4

// Node is a server. Its log has three bytes for each entry: the term, the command, and the members as bits. Vote is -1
// if it has not voted.
type Node struct {
	Term, Vote int8
	Log        string
	Role       byte // F, C or L
	Commit     int8
	Votes      uint8
	Peers      [Most]Peer
}

// Peer is what a leader knows of a server.
type Peer struct {
	Next, Match, Told int8
	Waiting           bool
}

// Letter is a message: a request for votes (kind v) or its answer (V), or a request to append (a) or its answer (A).
// Entries may use further kinds of their own.
type Letter struct {
	Kind              byte
	Term              int8
	Index, At, Commit int8
	Entries           string
	Yes               bool
}

// Rules are the rules of an instance; functions that are nil do nothing.
type Rules struct {
	Variant    string
	NoOp, Lazy bool
	Members    func(p int, s *Node) uint8
	Elected    func(p int)
	Applied    func(p, index int)
}

// Bound is the rules bound to a step: with access to the servers of the next state, and a way to send.
type Bound struct {
	Rules
	N    int
	Node func(p int) *Node
	Send func(from, to int, m Letter)
}

// In binds the rules to a step of a system in which each server's local state contains a Node.
func In[P comparable](r Rules, w *brute.World[P, Letter], node func(*P) *Node) Bound {
	return Bound{r, len(w.P), func(p int) *Node { return node(&w.P[p]) }, w.Send}
}

// Last returns the term of the last entry of a log, or 0.
func Last(log string) int8 {
	if log == "" {
		return 0
	}
	return int8(log[len(log)-3])
}

func size(log string) int8 { return int8(len(log) / 3) }

func (b Bound) members(p int) uint8 {
	if b.Members == nil {
		return 1<<b.N - 1
	}
	return b.Members(p, b.Node(p))
}

// Others calls do with the other members of the configuration of p.
func (b Bound) Others(p int, do func(q int)) {
	in := b.members(p)
	for q := range b.N {
		if q != p && in>>q&1 == 1 {
			do(q)
		}
	}
}

// Quorum reports whether these servers are a quorum for p.
func (b Bound) Quorum(p int, have uint8) bool {
	in := b.members(p)
	least := bits.OnesCount8(in)/2 + 1
	if b.Variant == "quorum-off-by-one" {
		least--
	}
	return bits.OnesCount8(have&in) >= least
}

// Later makes p a follower in that term if it is later than its own.
func (b Bound) Later(p int, term int8) {
	if s := b.Node(p); term > s.Term {
		s.Term, s.Vote, s.Role, s.Votes, s.Peers = term, -1, 'F', 0, [Most]Peer{}
	}
}

// Stand makes p begin an election.
func (b Bound) Stand(p int) {
	s := b.Node(p)
	s.Term, s.Vote, s.Role, s.Votes = s.Term+1, int8(p), 'C', 1<<p
	b.Others(p, func(q int) {
		b.Send(p, q, Letter{Kind: 'v', Term: s.Term, Index: size(s.Log), At: Last(s.Log)})
	})
	b.win(p)
}

// win makes p the leader if it has enough votes.
func (b Bound) win(p int) {
	s := b.Node(p)
	if !b.Quorum(p, s.Votes) {
		return
	}
	if b.Elected != nil {
		b.Elected(p)
	}
	s.Role, s.Votes = 'L', 0
	for q := range b.N {
		s.Peers[q] = Peer{Next: size(s.Log) + 1}
	}
	if b.NoOp {
		b.Append(p, 0, 0)
		return
	}
	b.Others(p, func(q int) { b.replicate(p, q) })
}

// Append makes the leader p append an entry.
func (b Bound) Append(p int, command byte, members uint8) {
	s := b.Node(p)
	s.Log += string([]byte{byte(s.Term), command, members})
	b.serve(p)
}

func (b Bound) replicate(p, q int) {
	s := b.Node(p)
	k := &s.Peers[q]
	prev := s.Log[:3*(k.Next-1)]
	b.Send(p, q, Letter{Kind: 'a', Term: s.Term, Index: k.Next - 1, At: Last(prev), Entries: s.Log[len(prev):],
		Commit: s.Commit})
	k.Waiting, k.Told = true, s.Commit
}

// serve commits what leader p can commit, and sends what its followers lack.
func (b Bound) serve(p int) {
	s := b.Node(p)
	for top := size(s.Log); top > s.Commit; top-- {
		have := uint8(1 << p)
		for q := range b.N {
			if q != p && s.Peers[q].Match >= top {
				have |= 1 << q
			}
		}
		if b.Quorum(p, have) && (b.Variant == "commits-older-terms" || Last(s.Log[:3*top]) == s.Term) {
			b.apply(p, top)
		}
	}
	b.Others(p, func(q int) {
		if k := s.Peers[q]; !k.Waiting && (k.Next <= size(s.Log) || !b.Lazy && k.Told < s.Commit) {
			b.replicate(p, q)
		}
	})
}

func (b Bound) apply(p int, to int8) {
	for s := b.Node(p); s.Commit < to; {
		s.Commit++
		if b.Applied != nil {
			b.Applied(p, int(s.Commit))
		}
	}
}

// Would reports whether p would vote for the sender of a request.
func (b Bound) Would(p, from int, m Letter) bool {
	s := b.Node(p)
	behind := m.At < Last(s.Log) || m.At == Last(s.Log) && m.Index < size(s.Log)
	free := m.Term > s.Term || m.Term == s.Term && (s.Vote < 0 || int(s.Vote) == from)
	return free && (!behind || b.Variant == "unrestricted-vote")
}

// Receive makes p receive one of Raft's letters.
func (b Bound) Receive(p, from int, m Letter) {
	b.Later(p, m.Term)
	s := b.Node(p)
	current := m.Term == s.Term
	switch m.Kind {
	case 'v':
		yes := b.Would(p, from, m)
		if yes {
			s.Vote = int8(from)
		}
		b.Send(p, from, Letter{Kind: 'V', Term: s.Term, Yes: yes})
	case 'V':
		if current && s.Role == 'C' && m.Yes {
			s.Votes |= 1 << from
			b.win(p)
		}
	case 'a':
		answer := Letter{Kind: 'A', Term: s.Term}
		if current {
			s.Role, s.Votes = 'F', 0
			answer.Yes = b.Variant == "no-consistency-check" || m.Index <= size(s.Log) && Last(s.Log[:3*m.Index]) == m.At
		}
		if answer.Yes {
			b.extend(p, m)
			answer.Index = m.Index + size(m.Entries)
		}
		b.Send(p, from, answer)
	case 'A':
		k := &s.Peers[from]
		if !current || s.Role != 'L' || !k.Waiting {
			return
		}
		k.Waiting = false
		if !m.Yes {
			k.Next = max(1, k.Next-1)
			b.replicate(p, from)
			return
		}
		k.Match = max(k.Match, m.Index)
		k.Next = k.Match + 1
		b.serve(p)
	}
}

// extend adds the entries of a request to the log.
func (b Bound) extend(p int, m Letter) {
	s := b.Node(p)
	at := min(3*int(m.Index), len(s.Log))
	end := at + len(m.Entries)
	if b.Variant == "truncates-always" {
		s.Log = s.Log[:at]
	}
	for ; m.Entries != ""; at, m.Entries = at+3, m.Entries[3:] {
		if at < len(s.Log) && s.Log[at] != m.Entries[0] {
			s.Log = s.Log[:at]
		}
		if at == len(s.Log) {
			s.Log += m.Entries[:3]
		}
	}
	b.apply(p, min(m.Commit, int8(end/3)))
}
