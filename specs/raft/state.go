package raft

import (
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/naming"
	"github.com/anel-mc/mc/specs/internal/rafts"
)

// Persistent is the "persistent state on all servers".
type Persistent struct {
	Term     int      // currentTerm
	VotedFor model.ID // in this term
	Log      rafts.Log
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

// The four messages of Figure 2. Their sender is candidateId or leaderId. Answered, in a reply, is the index of the
// last entry in the request, which a real leader remembers with the call.
type (
	RequestVote struct{ Term, LastIndex, LastTerm int }
	Vote        struct {
		Term    int
		Granted bool
	}
	AppendEntries struct {
		Term, PrevIndex, PrevTerm int
		Entries                   rafts.Log
		LeaderCommit              int
	}
	Appended struct {
		Term     int
		Success  bool
		Answered int
	}
)

// View is the view through which properties read a server, up or down.
var View = model.NewView("server", func(s model.State, p model.ID) rafts.Seen {
	l, up := model.Local[Server](s, p)
	if !up {
		disk, _ := s.Stored(p).(Persistent)
		return rafts.Seen{Log: disk.Log}
	}
	if l.Role != Leader {
		return rafts.Seen{Log: l.Log}
	}
	return rafts.Seen{Log: l.Log, Leads: l.Term}
})
