package raftmembership

import (
	"fmt"
	"math/bits"
	"testing"

	"github.com/anel-mc/mc/specs/internal/brute"
	"github.com/anel-mc/mc/specs/internal/rafttwice"
	"github.com/anel-mc/mc/specs/spec"
	"github.com/anel-mc/mc/specs/spectest"
)

func TestSpec(t *testing.T) { spectest.Test(t, Spec()) }

func TestBruteForce(t *testing.T) {
	spectest.Confirm(t, Spec(), spec.WrittenTwice, func(_ *testing.T, i spec.Instance) int { return twice(i).Count() })
}

// node is a server. The first one keeps what belongs to the whole system.
type node struct {
	rafttwice.Node
	elections, changes int
	past               rafttwice.Past
}

type global = brute.World[node, rafttwice.Letter]

// config returns the last configuration in a log, and the number of entries up to it.
func config(log string) (members, upTo int) {
	for at := len(log); at > 0; at -= 3 {
		if log[at-1] != 0 {
			return int(log[at-1]), at / 3
		}
	}
	return 0, 0
}

// twice is the algorithm written a second time.
func twice(i spec.Instance) brute.System[node, rafttwice.Letter] {
	n, first := i.Params["n"], 1<<i.Params["members"]-1
	if first == 0 {
		first = 1<<n - 1
	}
	rules := func(w *global) rafttwice.Bound {
		return rafttwice.In(rafttwice.Rules{
			NoOp: true, Lazy: true,
			Members: func(_ int, s *rafttwice.Node) uint8 { c, _ := config(s.Log); return uint8(c) },
			Elected: func(p int) { w.P[0].past.Elected(w.P[p].Term, p) },
			Applied: func(p, index int) { w.P[0].past.Applied(&w.P[p].Node, index) },
		}, w, func(s *node) *rafttwice.Node { return &s.Node })
	}
	retire := func(w *global, p int) {
		s := &w.P[p]
		if c, upTo := config(s.Log); s.Role == 'L' && upTo <= int(s.Commit) && c>>p&1 == 0 {
			s.Role, s.Peers = 'F', [rafttwice.Most]rafttwice.Peer{}
		}
	}
	return brute.System[node, rafttwice.Letter]{
		N: n, Environment: spectest.Environment(i.Environment),
		Names: func(p int) string { return fmt.Sprint("S", p+1) },
		Start: func(w *global, p int) {
			s := &w.P[p]
			s.Role, s.Vote = 'F', -1
			if first>>p&1 == 1 {
				s.Term, s.Vote, s.Log, s.Commit = 1, 0, string([]byte{1, 0, byte(first)}), 1
			}
			if p > 0 {
				return
			}
			s.changes = i.Params["changes"]
			s.past.Elected(1, 0)
			s.past.Applied(&s.Node, 1)
			if i.Params["begun"] == 1 {
				s.Log, s.Commit = s.Log+string([]byte{1, 0, byte(first &^ 2)}), 0
				return
			}
			s.Role = 'L'
			for q := range n {
				s.Peers[q] = rafttwice.Peer{Next: 2, Match: 1}
			}
		},
		Acts: func(w *global, p int, try func(func(*global))) {
			s, all := w.P[p], w.P[0]
			if s.Role != 'L' && all.elections < i.Params["elections"] && all.elections%2 == 1-p {
				try(func(w *global) {
					w.P[0].elections++
					rules(w).Stand(p)
				})
			}
			if s.Role != 'L' || all.changes == 0 {
				return
			}
			now, upTo := config(s.Log)
			settled := upTo <= int(s.Commit) || i.Variant == overlapping
			mine := i.Variant != spec.Corrected || rafttwice.Last(s.Log[:3*s.Commit]) == s.Term
			if !settled || !mine {
				return
			}
			by := 1
			if i.Variant == twoAtOnce {
				by = 2
			}
			for next := 1; next < 1<<n; next++ {
				rival := p > 1 || next != now&^(2>>p)
				if bits.OnesCount(uint(next^now)) != by || i.Params["rivals"] == 1 && rival {
					continue
				}
				try(func(w *global) {
					w.P[0].changes--
					rules(w).Append(p, 0, uint8(next))
					retire(w, p)
				})
			}
		},
		Receive: func(w *global, p, from int, m rafttwice.Letter) {
			rules(w).Receive(p, from, m)
			retire(w, p)
		},
		Crash: func(s node) node {
			s.Node = rafttwice.Node{Term: s.Term, Vote: s.Vote, Log: s.Log, Role: 'F'}
			return s
		},
		Recover: func(*global, int) {},
	}
}
