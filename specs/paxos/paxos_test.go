package paxos

import (
	"fmt"
	"math/bits"
	"testing"

	"github.com/anel-mc/mc/specs/internal/brute"
	"github.com/anel-mc/mc/specs/spec"
	"github.com/anel-mc/mc/specs/spectest"
)

func TestSpec(t *testing.T) { spectest.Test(t, Spec()) }

func TestBruteForce(t *testing.T) {
	spectest.Confirm(t, Spec(), spec.WrittenTwice, func(_ *testing.T, i spec.Instance) int { return twice(i).Count() })
}

// process is a proposer, an acceptor or a learner. A ballot is a number and a value; 0 means none.
type process struct {
	tries, promises int8 // promises is a set of bits, or -1 if the proposer is not asking
	highest, latest ballot
	promised        int8
	stored          bool // an acceptor has written to stable storage
	heard           cast
	learned         int8
	votes           cast // the votes of all acceptors; only the first process keeps them
}

type ballot struct{ n, v int8 }

// cast says which acceptors, as bits, have accepted each ballot.
type cast [7][4]uint8

// message is a prepare request p, a promise P, an accept request a or a vote A.
type message struct {
	kind byte
	n    int8
	b    ballot
}

type global = brute.World[process, message]

// twice is the algorithm written a second time.
func twice(i spec.Instance) brute.System[process, message] {
	proposers, acceptors, learners := i.Params["proposers"], i.Params["acceptors"], i.Params["learners"]
	majority := func(set uint8) bool { return bits.OnesCount8(set) > acceptors/2 }
	toAcceptors := func(w *global, p int, m message) {
		for a := range acceptors {
			w.Send(p, proposers+a, m)
		}
	}
	number := func(p int, try int8) int8 {
		if i.Variant == sharing {
			return try
		}
		return (try-1)*int8(proposers) + int8(p) + 1
	}
	e := spectest.Environment(i.Environment)
	e.Order = "unordered"
	return brute.System[process, message]{
		N: proposers + acceptors + learners, Environment: e,
		Names: func(p int) string {
			switch {
			case p < proposers:
				return fmt.Sprint("p", p+1)
			case p < proposers+acceptors:
				return fmt.Sprint("a", p-proposers+1)
			}
			return fmt.Sprint("l", p-proposers-acceptors+1)
		},
		Start: func(w *global, p int) { w.P[p].promises = -1 },
		Acts: func(w *global, p int, try func(func(*global))) {
			if p < proposers && int(w.P[p].tries) < i.Params["tries"] {
				try(func(w *global) {
					s := &w.P[p]
					s.tries++
					s.promises, s.highest = 0, ballot{}
					toAcceptors(w, p, message{kind: 'p', n: number(p, s.tries)})
				})
			}
		},
		Receive: func(w *global, p, from int, m message) {
			s := &w.P[p]
			switch m.kind {
			case 'p':
				if s.promised < m.n {
					s.promised, s.stored = m.n, true
					w.Send(p, from, message{'P', m.n, s.latest})
				}
			case 'P':
				n := number(p, s.tries)
				if s.promises < 0 || m.n != n {
					return
				}
				s.promises |= 1 << (from - proposers)
				if m.b.n > s.highest.n {
					s.highest = m.b
				}
				if !majority(uint8(s.promises)) {
					return
				}
				v := s.highest.v
				if s.highest.n == 0 || i.Variant == ignoring {
					v = int8(p) + 1
				}
				s.promises, s.highest = -1, ballot{}
				toAcceptors(w, p, message{kind: 'a', b: ballot{n, v}})
			case 'a':
				if m.b.n < s.promised && i.Variant != below {
					return
				}
				if m.b.n >= s.latest.n {
					s.latest, s.stored = m.b, true
				}
				w.P[0].votes[m.b.n][m.b.v] |= 1 << (p - proposers)
				for l := range learners {
					w.Send(p, proposers+acceptors+l, message{kind: 'A', b: m.b})
				}
			case 'A':
				if s.learned != 0 {
					return
				}
				heard := &s.heard[m.b.n][m.b.v]
				*heard |= 1 << (from - proposers)
				if majority(*heard) {
					s.learned, s.heard = m.b.v, cast{}
				}
			}
		},
		Crash: func(s process) process {
			left := s
			left.promises, left.highest, left.heard, left.learned = -1, ballot{}, cast{}, 0
			if i.Variant == forgetful {
				left.promised = 0
			}
			return left
		},
		Recover: func(*global, int) {},
	}
}
