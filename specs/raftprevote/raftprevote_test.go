package raftprevote

import (
	"cmp"
	"fmt"
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

// node is a server. The last one, which never crashes, also keeps the past and how many elections are left.
type node struct {
	rafttwice.Node
	heard     bool
	asked     uint8
	elections int
	past      rafttwice.Past
}

type (
	global = brute.World[node, rafttwice.Letter]
	letter = rafttwice.Letter
)

// The timers.
const (
	beats = iota
	patience
)

// twice is the algorithm written a second time. The letters q and Q are a pre-vote and its answer, with the term asked
// for as Index; h and H are a heartbeat and its answer.
type twice struct{ i spec.Instance }

func (b twice) loyal() bool { return b.i.Variant == spec.AsWritten || b.i.Variant == loyal }

func (b twice) rules(w *global) rafttwice.Bound {
	last := len(w.P) - 1
	return rafttwice.In(rafttwice.Rules{
		Elected: func(p int) { w.P[last].past.Elected(w.P[p].Term, p) },
		Members: func(p int, _ *rafttwice.Node) uint8 {
			if p < last && b.i.Params["removed"] == 1 {
				return 1<<last - 1
			}
			return 2<<last - 1
		},
	}, w, func(s *node) *rafttwice.Node { return &s.Node })
}

func (b twice) beat(w *global, p int) {
	b.rules(w).Others(p, func(q int) { w.Send(p, q, letter{Kind: 'h', Term: w.P[p].Term}) })
	w.Set(p, beats, b.i.Params["interval"])
}

func (b twice) stand(w *global, p int) {
	w.P[p].asked = 0
	if all := &w.P[len(w.P)-1]; all.elections > 0 {
		all.elections--
		b.rules(w).Stand(p)
	}
}

func (b twice) expire(w *global, p, timer int) {
	if timer == beats {
		b.beat(w, p)
		return
	}
	w.Set(p, patience, b.i.Params["timeout"])
	s := &w.P[p]
	s.heard = false
	if b.i.Variant == unasked || b.i.Variant == loyal {
		b.stand(w, p)
		return
	}
	s.asked = 1 << p
	b.rules(w).Others(p, func(q int) { w.Send(p, q, letter{Kind: 'q', Term: s.Term + 1}) })
}

func (b twice) receive(w *global, p, from int, m letter) {
	s, rules := &w.P[p], b.rules(w)
	term, led := s.Term, s.Role == 'L'
	refuses := b.loyal() && (s.heard || led)
	switch m.Kind {
	case 'q':
		w.Send(p, from, letter{Kind: 'Q', Term: s.Term, Index: m.Term, Yes: !refuses && rules.Would(p, from, m)})
	case 'Q':
		rules.Later(p, m.Term)
		if s.asked != 0 && m.Yes && m.Index == s.Term+1 {
			if s.asked |= 1 << from; rules.Quorum(p, s.asked) {
				b.stand(w, p)
			}
		}
	case 'h':
		rules.Later(p, m.Term)
		b.hear(w, p, m.Term)
		w.Send(p, from, letter{Kind: 'H', Term: s.Term})
	case 'H':
		rules.Later(p, m.Term)
	default:
		if m.Kind == 'v' && refuses {
			return
		}
		rules.Receive(p, from, m)
		if m.Kind == 'a' {
			b.hear(w, p, m.Term)
		}
	}
	if s.Term > term {
		s.asked = 0
	}
	switch leads := s.Role == 'L'; {
	case leads && !led:
		w.Cancel(p, patience)
		w.Set(p, beats, b.i.Params["interval"])
	case led && !leads:
		w.Cancel(p, beats)
		w.Set(p, patience, b.i.Params["timeout"])
	}
}

func (b twice) hear(w *global, p int, term int8) {
	if s := &w.P[p]; term == s.Term {
		s.Role, s.Votes, s.asked, s.heard = 'F', 0, 0, true
		w.Set(p, patience, b.i.Params["timeout"])
	}
}

func (b twice) system() brute.System[node, letter] {
	e := spectest.Environment(b.i.Environment)
	e.Timing, e.Delay = "sync", cmp.Or(e.Delay, "0..1")
	crash := b.i.Params["crash"]
	e.Crash, e.CrashOnly = &crash, []string{"S1"}
	return brute.System[node, letter]{
		N: b.i.Params["n"], Environment: e, Timers: 2,
		Names: func(p int) string { return fmt.Sprint("S", p+1) },
		Start: func(w *global, p int) {
			s := &w.P[p]
			s.Term, s.Role, s.heard = 1, 'F', true
			if p == len(w.P)-1 {
				s.elections = b.i.Params["elections"]
			}
			if p > 0 {
				w.Set(p, patience, b.i.Params["timeout"])
				return
			}
			s.Role, s.heard = 'L', false
			for q := range w.P {
				s.Peers[q].Next = 1
			}
			b.beat(w, p)
		},
		Receive: b.receive, Expire: b.expire,
	}
}
