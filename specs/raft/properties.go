package raft

import (
	"fmt"
	"slices"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/model"
)

// logOf is the log of a server, up or down.
var logOf = model.NewView("log", func(s model.State, p model.ID) Log {
	if l, up := model.Local[Server](s, p); up {
		return l.Log
	}
	disk, _ := s.Stored(p).(Persistent)
	return disk.Log
})

// leading is the log of a leader and its term, which is 0 if the server is none.
var leading = model.NewView("leading", func(s model.State, p model.ID) Reign {
	if l, up := model.Local[Server](s, p); up && l.Role == Leader {
		return Reign{l.Term, l.Log}
	}
	return Reign{}
})

// Reign is a term and the log of its leader.
type Reign struct {
	Term int
	Log  Log
}

// properties are those of Figure 3, in its order, and what else is asked.
func properties(r rules) []checkers.Property {
	all := []checkers.Property{
		checkers.Invariant("election-safety", func(s model.State) error {
			for i, leaders := range r.past.In(s).Elected {
				if leaders.Len() > 1 {
					return fmt.Errorf("term %d has %d leaders", i+1, leaders.Len())
				}
			}
			return nil
		}),
		checkers.Step("leader-append-only", func(before model.State, _ model.Event, after model.State) error {
			for p := range model.ID(r.n) {
				was, is := leading.In(before, p), leading.In(after, p)
				if was.Term == is.Term && (len(is.Log) < len(was.Log) || !slices.Equal(is.Log[:len(was.Log)], was.Log)) {
					return fmt.Errorf("%s, the leader of term %d, has changed its log", after.Name(p), is.Term)
				}
			}
			return nil
		}),
		checkers.Invariant("log-matching", func(s model.State) error {
			for p := range model.ID(r.n) {
				for q := range p {
					if at := differ(logOf.In(s, p), logOf.In(s, q)); at > 0 {
						return fmt.Errorf("%s and %s have an entry of the same term at index %d, and differ up to there", s.Name(q),
							s.Name(p), at)
					}
				}
			}
			return nil
		}),
		checkers.Invariant("leader-completeness", func(s model.State) error {
			for p := range model.ID(r.n) {
				reign := leading.In(s, p)
				for _, a := range r.past.In(s).Applied {
					if a.Term < reign.Term && (a.Index > len(reign.Log) || reign.Log[a.Index-1] != a.Entry) {
						return fmt.Errorf("%s, committed in term %d at index %d, is not in the log of %s, which leads in term %d",
							a.Entry, a.Term, a.Index, s.Name(p), reign.Term)
					}
				}
			}
			return nil
		}),
		checkers.Invariant("state-machine-safety", func(s model.State) error {
			applied := r.past.In(s).Applied
			for i := 1; i < len(applied); i++ {
				if a, b := applied[i-1], applied[i]; a.Index == b.Index {
					return fmt.Errorf("at index %d one server has applied %s, and another %s", a.Index, a.Entry, b.Entry)
				}
			}
			return nil
		}),
		checkers.Invariant("commitment", func(s model.State) error {
			for _, a := range r.past.In(s).Applied {
				have := 0
				for p := range model.ID(r.n) {
					if l := logOf.In(s, p); a.Index <= len(l) && l[a.Index-1] == a.Entry {
						have++
					}
				}
				if have <= r.n/2 {
					return fmt.Errorf("%s, which has been applied, is in the logs of %d of %d servers", a.Entry, have, r.n)
				}
			}
			return nil
		}),
		checkers.Messages("messages"),
	}
	if r.commands > 0 {
		all = append(all, checkers.Reachable("applied-by-all", func(s model.State) bool {
			for p := range model.ID(r.n) {
				if l, up := model.Local[Server](s, p); !up || l.Commit == 0 {
					return false
				}
			}
			return true
		}))
	}
	return all
}

// differ returns the index of an entry that has the same term in both logs, although they differ up to there; or 0.
func differ(a, b Log) int {
	same := true
	for i := range min(len(a), len(b)) {
		same = same && a[i] == b[i]
		if a[i].Term == b[i].Term && !same {
			return i + 1
		}
	}
	return 0
}
