package raft

import (
	"fmt"
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
	elections, requests int
	past                rafttwice.Past
}

type global = brute.World[node, rafttwice.Letter]

// twice is the algorithm written a second time.
func twice(i spec.Instance) brute.System[node, rafttwice.Letter] {
	candidates, before := i.Params["candidates"], 2*i.Params["figure8"]
	if candidates == 0 {
		candidates = i.Params["n"]
	}
	rules := func(w *global) rafttwice.Bound {
		return rafttwice.In(rafttwice.Rules{
			Variant: i.Variant,
			Elected: func(p int) { w.P[0].past.Elected(w.P[p].Term, p) },
			Applied: func(p, index int) { w.P[0].past.Applied(&w.P[p].Node, index) },
		}, w, func(s *node) *rafttwice.Node { return &s.Node })
	}
	return brute.System[node, rafttwice.Letter]{
		N: i.Params["n"], Environment: spectest.Environment(i.Environment),
		Names: func(p int) string { return fmt.Sprint("S", p+1) },
		Start: func(w *global, p int) {
			s := &w.P[p]
			s.Role, s.Vote = 'F', -1
			if p == 0 {
				s.elections, s.requests = i.Params["elections"], before
			}
			if before > 0 {
				s.Term, s.Vote, s.Log = 2, []int8{-1, 2, 2}[p], []string{"\x01\x01\x00", "", "\x02\x02\x00"}[p]
				w.P[0].past.Elected(int8(1+p/2), p/2*2)
			}
		},
		Acts: func(w *global, p int, try func(func(*global))) {
			switch all := w.P[0]; {
			case w.P[p].Role != 'L' && p < candidates && all.elections > 0:
				try(func(w *global) {
					w.P[0].elections--
					rules(w).Stand(p)
				})
			case w.P[p].Role == 'L' && all.requests < before+i.Params["requests"]:
				try(func(w *global) {
					w.P[0].requests++
					rules(w).Append(p, byte(w.P[0].requests), 0)
				})
			}
		},
		Receive: func(w *global, p, from int, m rafttwice.Letter) { rules(w).Receive(p, from, m) },
		Crash: func(s node) node {
			if i.Variant == forgetful {
				s.Vote = -1
			}
			s.Node = rafttwice.Node{Term: s.Term, Vote: s.Vote, Log: s.Log, Role: 'F'}
			return s
		},
		Recover: func(*global, int) {},
	}
}
