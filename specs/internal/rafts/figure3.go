package rafts

import (
	"fmt"
	"slices"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/model"
)

// Seen is what Figure 3 is about: the log of a server, up or down, and the term that it leads, or 0.
type Seen struct {
	Log   Log
	Leads int
}

// Figure3 returns the five guarantees of Figure 3, in its order.
func Figure3(past model.Variable[Past], seen model.View[Seen]) []checkers.Property {
	return []checkers.Property{
		checkers.Invariant("election-safety", func(s model.State) error {
			for i, leaders := range past.In(s).Leaders {
				if leaders.Len() > 1 {
					return fmt.Errorf("term %d has %d leaders", i+1, leaders.Len())
				}
			}
			return nil
		}),
		checkers.Step("leader-append-only", func(before model.State, _ model.Event, after model.State) error {
			for p := range model.ID(after.N()) {
				was, is := seen.In(before, p), seen.In(after, p)
				if was.Leads > 0 && was.Leads == is.Leads &&
					(len(is.Log) < len(was.Log) || !slices.Equal(is.Log[:len(was.Log)], was.Log)) {
					return fmt.Errorf("%s, the leader of term %d, has changed its log", after.Name(p), is.Leads)
				}
			}
			return nil
		}),
		checkers.Invariant("log-matching", func(s model.State) error {
			for p := range model.ID(s.N()) {
				for q := range p {
					if at := differ(seen.In(s, p).Log, seen.In(s, q).Log); at > 0 {
						return fmt.Errorf("%s and %s have an entry of the same term at index %d, and differ up to there", s.Name(q),
							s.Name(p), at)
					}
				}
			}
			return nil
		}),
		checkers.Invariant("leader-completeness", func(s model.State) error {
			for p := range model.ID(s.N()) {
				leader := seen.In(s, p)
				for _, a := range past.In(s).Applied {
					if a.Term < leader.Leads && !leader.Log.has(a) {
						return fmt.Errorf("%s, committed in term %d at index %d, is not in the log of %s, which leads in term %d",
							a.Entry, a.Term, a.Index, s.Name(p), leader.Leads)
					}
				}
			}
			return nil
		}),
		checkers.Invariant("state-machine-safety", func(s model.State) error {
			applied := past.In(s).Applied
			for i := 1; i < len(applied); i++ {
				if a, b := applied[i-1], applied[i]; a.Index == b.Index {
					return fmt.Errorf("at index %d one server has applied %s, and another %s", a.Index, a.Entry, b.Entry)
				}
			}
			return nil
		}),
	}
}

// Commitment goes beyond the figure: at every moment, every entry that has been applied is in the logs of a majority of
// all servers.
func Commitment(past model.Variable[Past], seen model.View[Seen]) checkers.Property {
	return checkers.Invariant("commitment", func(s model.State) error {
		for _, a := range past.In(s).Applied {
			have := 0
			for p := range model.ID(s.N()) {
				if seen.In(s, p).Log.has(a) {
					have++
				}
			}
			if have <= s.N()/2 {
				return fmt.Errorf("%s, which has been applied, is in the logs of %d of %d servers", a.Entry, have, s.N())
			}
		}
		return nil
	})
}

func (l Log) has(a Applied) bool { return a.Index <= len(l) && l[a.Index-1] == a.Entry }

// differ returns an index at which both logs have an entry of the same term although they differ up to there, or 0.
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
