package termvoting

import (
	"testing"

	"github.com/anel-mc/mc/specs/internal/brute"
	"github.com/anel-mc/mc/specs/spec"
	"github.com/anel-mc/mc/specs/spectest"
)

func TestBruteForce(t *testing.T) {
	spectest.Confirm(t, Spec(), spec.WrittenTwice, func(t *testing.T, i spec.Instance) int {
		weights, err := weightsOf(i.Params["n"], i.Params["weights"])
		if err != nil {
			t.Fatal(err)
		}
		b := twice{variant: i.Variant, weights: weights, half: i.Params["half"] == 1}
		return brute.System[voter, message]{
			N: len(weights), Environment: spectest.Environment(i.Environment), Acts: b.acts, Receive: b.receive,
			Start: func(w *global, p int) {
				w.P[p].role = 'f'
				if p == 0 {
					w.P[p].elections = i.Params["elections"]
				}
			},
			Crash: func(s voter) voter {
				left := voter{elected: s.elected, elections: s.elections}
				if i.Variant != "amnesia" {
					left.term, left.vote = s.term, s.vote
				}
				return left
			},
			Recover: func(w *global, p int) { w.P[p].role = 'f' },
		}.Count()
	})
}

// voter is a process. Sets are bits; vote and leader are 0 for nobody.
type voter struct {
	role               byte // f, c or l
	term, vote, leader int
	votes              int // who has voted for it
	elected            int // the terms in which it was elected
	elections          int // how many more may start; only the first process keeps it
}

// message is a request (r), a vote (v) or the announcement of a leader (l).
type message struct {
	kind byte
	term int
}

type global = brute.World[voter, message]

// twice is the algorithm written a second time.
type twice struct {
	variant string
	weights []int
	half    bool
}

// termed reports whether the variant has terms.
func (b twice) termed() bool { return b.variant != "weights" && b.variant != "rounds" }

func (b twice) acts(w *global, p int, try func(func(*global))) {
	if w.P[p].role != 'l' && w.P[0].elections > 0 {
		try(func(w *global) { b.start(w, p) })
	}
}

func (b twice) start(w *global, p int) {
	s := &w.P[p]
	w.P[0].elections--
	if b.termed() {
		s.term++
	}
	if b.variant != "weights" {
		s.vote, s.votes = 0, 0
	}
	s.role, s.leader = 'c', 0
	if s.vote == 0 {
		s.vote = p + 1
		s.votes |= 1 << p
	}
	w.Broadcast(p, message{'r', s.term})
	b.elect(w, p)
}

func (b twice) elect(w *global, p int) {
	s := &w.P[p]
	total, votes := 0, 0
	for q, weight := range b.weights {
		total += weight
		votes += weight * (s.votes >> q & 1)
	}
	if 2*votes > total || b.half && 2*votes == total {
		s.role, s.leader, s.votes = 'l', p+1, 0
		s.elected |= 1 << s.term
		w.Broadcast(p, message{'l', s.term})
	}
}

// receive makes p receive m from q.
func (b twice) receive(w *global, p, q int, m message) {
	s := &w.P[p]
	follow := func(leader int) { s.role, s.leader, s.votes = 'f', leader, 0 }
	switch {
	case m.term > s.term:
		follow(0)
		s.term, s.vote = m.term, 0
	case m.term < s.term && b.variant != "undiscarded":
		return
	}
	switch m.kind {
	case 'r':
		if s.vote == 0 || s.vote == q+1 {
			s.vote = q + 1
			w.Send(p, q, message{'v', m.term})
		}
	case 'v':
		if s.role == 'c' {
			s.votes |= 1 << q
			b.elect(w, p)
		}
	case 'l':
		follow(q + 1)
		if b.variant == "rounds" {
			s.vote = 0
		}
	}
}
