package raftreads

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
	spectest.Confirm(t, Spec(), spec.WrittenTwice, func(_ *testing.T, i spec.Instance) int {
		return twice{i}.system().Count()
	})
}

// node is a server. The first one also keeps how many elections, writes, reads and rounds are left.
type node struct {
	rafttwice.Node
	write, round  int8
	acks          uint8
	reading       bool
	leased, heard bool
	operations    string // five bytes each: kind, result or ?, and how many operations of S1, S2 and S3 had returned
	left          [4]int8
}

type (
	global = brute.World[node, rafttwice.Letter]
	letter = rafttwice.Letter
)

// twice is the algorithm written a second time. The letter h is a heartbeat and H its answer, with the round as Index.
type twice struct{ i spec.Instance }

func (b twice) leases() bool { return b.i.Variant == lease || b.i.Variant == disloyal }

func (b twice) rules(w *global) rafttwice.Bound {
	return rafttwice.In(rafttwice.Rules{NoOp: true, Lazy: true}, w, func(s *node) *rafttwice.Node { return &s.Node })
}

func (b twice) call(w *global, p int, what byte) {
	w.P[p].operations += string([]byte{what, '?', 0, 0, 0})
	at := len(w.P[p].operations) - 3
	for q := range w.P {
		returned := byte(0)
		for o := w.P[q].operations; o != ""; o = o[5:] {
			if o[1] != '?' {
				returned++
			}
		}
		w.P[p].operations = w.P[p].operations[:at+q] + string(returned) + w.P[p].operations[at+q+1:]
	}
}

// answer makes the last operation of a server return.
func answer(s *node, result byte) {
	at := len(s.operations) - 4
	s.operations = s.operations[:at] + string(result) + s.operations[at+1:]
}

func stored(s *node) (v byte) {
	for at := range int(s.Commit) {
		if c := s.Log[3*at+1]; c != 0 {
			v = c
		}
	}
	return v
}

func (b twice) acts(w *global, p int, try func(func(*global))) {
	s, left := w.P[p], w.P[0].left
	leads := s.Role == 'L'
	if !leads && !s.heard && p > 0 && p <= b.i.Params["candidates"] && left[0] > 0 {
		try(func(w *global) {
			w.P[0].left[0]--
			b.rules(w).Stand(p)
		})
	}
	if leads && s.write == 0 && !s.reading && left[1] > 0 {
		try(func(w *global) {
			v := byte(left[1])
			w.P[0].left[1]--
			b.call(w, p, v)
			w.P[p].write = int8(len(s.Log)/3 + 1)
			b.rules(w).Append(p, v, 0)
		})
	}
	own := b.i.Variant == early || leads && rafttwice.Last(s.Log[:3*s.Commit]) == s.Term
	if leads && s.write == 0 && !s.reading && own && left[2] > 0 && (s.leased || !b.leases()) {
		try(func(w *global) {
			w.P[0].left[2]--
			b.call(w, p, 'r')
			if b.leases() || b.i.Variant == unconfirmed {
				answer(&w.P[p], stored(&w.P[p]))
				return
			}
			w.P[p].reading = true
			b.heartbeat(w, p)
		})
	}
	if b.leases() && leads && !s.leased && s.acks == 0 && left[3] > 0 {
		try(func(w *global) {
			w.P[0].left[3]--
			w.Set(p, 0, b.i.Params["lease"]*b.i.Params["slow"])
			b.heartbeat(w, p)
		})
	}
}

func (b twice) heartbeat(w *global, p int) {
	s := &w.P[p]
	s.round++
	s.acks = 1 << p
	w.Broadcast(p, letter{Kind: 'h', Term: s.Term, Index: s.round})
}

func (b twice) receive(w *global, p, from int, m letter) {
	s, rules := &w.P[p], b.rules(w)
	led := s.Role == 'L'
	switch m.Kind {
	case 'h':
		if rules.Later(p, m.Term); m.Term == s.Term {
			s.Role, s.Votes = 'F', 0
			if b.leases() {
				b.hear(w, p)
			}
		}
		w.Send(p, from, letter{Kind: 'H', Term: s.Term, Index: m.Index})
	case 'H':
		rules.Later(p, m.Term)
		if s.Role == 'L' && m.Term == s.Term && s.acks != 0 && (m.Index == s.round || b.i.Variant == lateAnswers) {
			b.count(s, from)
		}
	default:
		if m.Kind == 'v' && s.heard && b.i.Variant != disloyal {
			return
		}
		rules.Receive(p, from, m)
	}
	if led && s.Role != 'L' {
		s.write, s.round, s.acks, s.reading, s.leased = 0, 0, 0, false, false
		w.Cancel(p, 0)
	}
	if s.write > 0 && s.Commit >= s.write {
		s.write = 0
		answer(s, '.')
	}
}

func (b twice) hear(w *global, p int) {
	w.P[p].heard = true
	w.Set(p, 1, b.i.Params["timeout"])
}

func (b twice) count(s *node, from int) {
	if s.acks |= 1 << from; 2*bits.OnesCount8(s.acks) <= b.i.Params["n"] {
		return
	}
	s.acks = 0
	if b.leases() {
		s.leased = true
		return
	}
	s.reading = false
	answer(s, stored(s))
}

func (b twice) system() brute.System[node, letter] {
	return brute.System[node, letter]{
		N: b.i.Params["n"], Environment: spectest.Environment(b.i.Environment), Timers: 2,
		Names: func(p int) string { return fmt.Sprint("S", p+1) },
		Start: func(w *global, p int) {
			s := &w.P[p]
			s.Term, s.Log, s.Commit, s.Role = 1, "\x01\x00\x00", 1, 'F'
			if p == 0 {
				s.Role = 'L'
				for q := range w.P {
					s.Peers[q] = rafttwice.Peer{Next: 2, Match: 1, Told: 1}
				}
				for at, name := range []string{"elections", "writes", "reads", "rounds"} {
					s.left[at] = int8(b.i.Params[name])
				}
			}
		},
		Acts: b.acts, Receive: b.receive,
		Crash: func(s node) node {
			kept := rafttwice.Node{Term: s.Term, Vote: s.Vote, Log: s.Log, Role: 'F'}
			return node{Node: kept, operations: s.operations, left: s.left}
		},
		Recover: func(w *global, p int) {
			if b.i.Params["waits"] == 1 {
				b.hear(w, p)
			}
		},
		Expire: func(w *global, p, timer int) {
			if timer == 1 {
				w.P[p].heard = false
			} else {
				w.P[p].leased, w.P[p].acks = false, 0
			}
		},
	}
}
