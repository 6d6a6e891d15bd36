package raft

import (
	"slices"

	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/naming"
)

// rules are what variants and parameters decide.
type rules struct {
	n          int
	candidates int // the servers with IDs below it stand for election
	commands   int // how many requests clients make
	figure8    bool

	forgets    bool // the vote is not in stable storage
	offByOne   bool // n/2 servers are a majority
	anyLog     bool // a server votes for candidates whose log is behind its own
	olderTerms bool // a leader commits entries of older terms by counting replicas
	unchecked  bool // AppendEntries without its step 2
	truncates  bool // AppendEntries deletes what follows prevLogIndex, conflict or not

	elections model.Variable[int]  // how many there may still be
	requests  model.Variable[int]  // how many there were
	past      model.Variable[Past] // a history, which the algorithm does not read
}

// start is what a server has in stable storage at first. With figure8 that is the situation of Figure 8 (b), with one
// server for each three of its: S1 has led term 1 and S3 term 2, each has appended an entry that nobody else has, and
// what they sent is lost.
func (r rules) start(p model.ID) Persistent {
	if !r.figure8 {
		return Persistent{VotedFor: model.None}
	}
	return []Persistent{
		{Term: 2, VotedFor: model.None, Log: Log{{Term: 1, Command: 1}}},
		{Term: 2, VotedFor: 2},
		{Term: 2, VotedFor: 2, Log: Log{{Term: 2, Command: 2}}},
	}[p]
}

// Past is what properties have to know of the past.
type Past struct {
	Elected []naming.IDSet // the leaders of each term, from 1 on
	Applied []Applied      // by index, and then in the order in which they came
}

// Applied is that some server applied an entry at an index, and its term when that was first done.
type Applied struct {
	Index int
	Entry Entry
	Term  int
}

// elected returns what has happened, with a leader more.
func (h Past) elected(term int, leader model.ID) Past {
	all := make([]naming.IDSet, max(len(h.Elected), term))
	copy(all, h.Elected)
	all[term-1] = all[term-1].With(leader)
	return Past{all, h.Applied}
}

// applied returns what has happened, with an entry applied. Terms are those of the first time only: the lowest.
func (h Past) applied(index int, e Entry, term int) Past {
	at := slices.IndexFunc(h.Applied, func(a Applied) bool { return a.Index == index && a.Entry == e })
	if at >= 0 && h.Applied[at].Term <= term {
		return h
	}
	all := slices.Clone(h.Applied)
	if at >= 0 {
		all[at].Term = term
		return Past{h.Elected, all}
	}
	all = append(all, Applied{index, e, term})
	slices.SortStableFunc(all, func(a, b Applied) int { return a.Index - b.Index })
	return Past{h.Elected, all}
}
