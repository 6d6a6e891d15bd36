package raftlibrary

import (
	"fmt"
	"slices"
	"strings"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/code"
)

// Properties returns what Raft promises ("In Search of an Understandable Consensus Algorithm", figure 3), that the
// library does not panic and, if there are reads, that the watched one is not stale.
func (s Setup) Properties() []checkers.Property {
	all := []checkers.Property{
		checkers.Invariant("election-safety", electionSafety),
		checkers.Invariant("log-matching", logMatching),
		checkers.Invariant("leader-completeness", leaderCompleteness),
		checkers.Invariant("state-machine-safety", stateMachineSafety),
		checkers.Invariant("no-panic", noPanic),
	}
	if s.Reads != "" {
		all = append(all, s.staleRead())
	}
	return all
}

// Property returns the property with this name.
func (s Setup) Property(name string) checkers.Property {
	for _, p := range s.Properties() {
		if p.Name() == name {
			return p
		}
	}
	return checkers.Property{}
}

func electionSafety(s model.State) error {
	leaders := map[uint64]string{}
	for p, v := range code.Seen[View](s) {
		if v.Role != Leader {
			continue
		}
		if q, two := leaders[v.Term]; two {
			return fmt.Errorf("%s and %s lead in term %d", q, s.Name(p), v.Term)
		}
		leaders[v.Term] = s.Name(p)
	}
	return nil
}

func logMatching(s model.State) error {
	for p, a := range code.Seen[View](s) {
		for q, b := range code.Seen[View](s) {
			same := false
			for i := min(len(a.Log), len(b.Log)) - 1; i >= 0; i-- {
				same = same || a.Log[i].Term == b.Log[i].Term
				if same && a.Log[i] != b.Log[i] {
					return fmt.Errorf("%s and %s have different entries at index %d, before one that is the same", s.Name(p),
						s.Name(q), i+2)
				}
			}
		}
	}
	return nil
}

// leaderCompleteness says that what any server knows to be committed is in the log of the leader of the highest term.
// It leaves out servers that wait for Apply: what they have received since is not stored yet, and so not in the View.
func leaderCompleteness(s model.State) error {
	newest := uint64(0)
	for _, v := range code.Seen[View](s) {
		newest = max(newest, v.Term)
	}
	for p, leader := range code.Seen[View](s) {
		if leader.Role != Leader || leader.Term < newest || leader.Waiting {
			continue
		}
		for q, v := range code.Seen[View](s) {
			for i := 0; !v.Waiting && i < int(v.Commit)-1; i++ {
				if i >= len(leader.Log) || leader.Log[i] != v.Log[i] {
					return fmt.Errorf("index %d is committed at %s, and the leader %s of term %d does not have it", i+2, s.Name(q),
						s.Name(p), leader.Term)
				}
			}
		}
	}
	return nil
}

func stateMachineSafety(s model.State) error {
	for p, a := range code.Seen[View](s) {
		for q, b := range code.Seen[View](s) {
			n := min(len(a.Applied), len(b.Applied))
			if !slices.Equal(a.Applied[:n], b.Applied[:n]) {
				return fmt.Errorf("%s has applied %s, and %s %s", s.Name(p), entries(a.Applied), s.Name(q), entries(b.Applied))
			}
		}
	}
	return nil
}

func noPanic(s model.State) error {
	for p, v := range code.Seen[View](s) {
		if v.Panicked != "" {
			return fmt.Errorf("%s panics: %s", s.Name(p), v.Panicked)
		}
	}
	return nil
}

func entries(log []Entry) string {
	var all []string
	for _, e := range log {
		all = append(all, fmt.Sprintf("%q of term %d", e.Data, e.Term))
	}
	return strings.Join(all, ", ")
}

// staleRead says that the watched read is answered with an index that is not below the highest index that any server
// knew to be committed when the read was asked for.
func (s Setup) staleRead() checkers.Property {
	return checkers.Invariant("no-stale-read", func(state model.State) error {
		for _, v := range code.Seen[View](state) {
			for _, r := range v.Reads {
				if r.Context == s.Watched && r.Index < asked.In(state) {
					return fmt.Errorf("read %s is answered with index %d, and %d was committed when it was asked for", r.Context,
						r.Index, asked.In(state))
				}
			}
		}
		return nil
	})
}
