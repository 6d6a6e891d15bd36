package causalbroadcast

import (
	"slices"
	"testing"

	"github.com/anel-mc/mc/specs/internal/brute"
	"github.com/anel-mc/mc/specs/spec"
	"github.com/anel-mc/mc/specs/spectest"
)

func TestSpec(t *testing.T) { spectest.Test(t, Spec()) }

func TestBruteForce(t *testing.T) {
	spectest.Confirm(t, Spec(), spec.WrittenTwice, func(_ *testing.T, i spec.Instance) int { return twice(i).Count() })
}

// numbers is the maximum number of messages.
const numbers = 6

// member is a process: what it has sent, how much of each sender it has delivered, what it holds back, and what it has
// delivered, as the numbers of the messages plus one.
type member struct {
	sent, length   int
	clock          [most]int
	held           [numbers]envelope // by number; there is none if it has no id
	log            [numbers]int
	knows, implied [numbers]bool
}

type envelope struct {
	id, sender, place int
	clock             [most]int
	past              [numbers]bool
}

type global = brute.World[member, envelope]

// twice is all the variants written a second time.
func twice(i spec.Instance) brute.System[member, envelope] {
	n, each := i.Params["n"], i.Params["messages"]
	inOrder := i.Variant == total || i.Variant == totalNoDelay
	e := spectest.Environment(i.Environment)
	if e.Order == "" {
		e.Order = "unordered"
	}
	deliver := func(s *member, m envelope) {
		s.log[s.length] = m.id
		s.length++
		s.clock[m.sender]++
		s.knows[m.id-1] = true
		for k, before := range m.past {
			s.knows[k] = s.knows[k] || before
			s.implied[k] = s.implied[k] || before
		}
	}
	sequence := func(w *global, m envelope) {
		m.place = w.P[0].length + 1
		deliver(&w.P[0], m)
		w.Broadcast(0, m)
	}
	due := func(s *member, m envelope) bool {
		if i.Variant == noDelay || i.Variant == totalNoDelay {
			return true
		}
		if inOrder {
			return m.place == s.length+1
		}
		for q, k := range m.clock {
			if q == m.sender && k != s.clock[q]+1 || q != m.sender && k > s.clock[q] && i.Variant != fifoOnly {
				return false
			}
		}
		return true
	}
	return brute.System[member, envelope]{
		N: n, Environment: e,
		Acts: func(w *global, p int, try func(func(*global))) {
			if w.P[p].sent == each {
				return
			}
			try(func(w *global) {
				s := &w.P[p]
				m := envelope{id: 1 + p*each + s.sent, sender: p, past: s.knows}
				s.sent++
				s.knows[m.id-1] = true
				switch {
				case inOrder && p == 0:
					sequence(w, m)
				case inOrder:
					w.Send(p, 0, m)
				default:
					m.clock = s.clock
					m.clock[p]++
					deliver(s, m)
					w.Broadcast(p, m)
				}
			})
		},
		Receive: func(w *global, p, _ int, m envelope) {
			if w.P[p].held[m.id-1].id > 0 || slices.Contains(w.P[p].log[:], m.id) {
				return
			}
			if inOrder && p == 0 {
				sequence(w, m)
				return
			}
			s := &w.P[p]
			s.held[m.id-1] = m
			for again := true; again; {
				again = false
				for k, m := range s.held {
					if m.id > 0 && due(s, m) {
						s.held[k], again = envelope{}, true
						deliver(s, m)
						break
					}
				}
			}
		},
	}
}
