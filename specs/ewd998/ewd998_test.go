package ewd998

import (
	"context"
	"testing"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/specs/internal/brute"
	"github.com/anel-mc/mc/specs/spec"
	"github.com/anel-mc/mc/specs/spectest"
)

func TestSpec(t *testing.T) { spectest.Test(t, Spec()) }

func TestBruteForce(t *testing.T) {
	spectest.Confirm(t, Spec(), spec.WrittenTwice, func(_ *testing.T, i spec.Instance) int { return twice(i) })
}

// TestTLA: the manifest of TLA+ Examples has 321,370 distinct states for EWD998PCal.cfg: three machines, all black at
// first, and states in which a counter is 3 or more are not counted, and have no successors.
func TestTLA(t *testing.T) {
	if testing.Short() {
		t.Skip("it explores some hundred thousand states")
	}
	m := machine(rules{n: 3, allBlack: true})
	m.Constraint = func(s State) bool { return max(s.Counter[0], s.Counter[1], s.Counter[2]) < 3 }
	report, err := checkers.Check(context.Background(), m, nil, checkers.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got := report.States - report.Outside; got != 321_370 {
		t.Errorf("%d states, %d of them outside: %d", report.States, report.Outside, got)
	}
}

// ring is a state: sets of machines as bits, and the token.
type ring struct {
	active, black        uint
	counter, pending     [most]int
	token, sum, messages int
	dark                 bool
}

// twice counts the states of the algorithm, written a second time.
func twice(i spec.Instance) int {
	n := i.Params["n"]
	var first []ring
	for sets := uint(0); sets < 1<<(2*n); sets++ {
		first = append(first, ring{active: sets >> n, black: sets & (1<<n - 1), dark: true})
	}
	return brute.Count(func(s ring) ring { return s }, func(s ring, visit func(ring)) {
		at := uint(1) << s.token
		isBlack := s.black&at != 0
		failed := s.dark || isBlack || i.Variant != noCounters && s.sum+s.counter[0] > 0
		next := s
		switch {
		case s.token == 0 && failed:
			next.token, next.sum, next.dark = n-1, 0, false
			next.black &^= 1
			visit(next)
		case s.token > 0 && s.active&at == 0:
			next.token, next.sum, next.dark = s.token-1, s.sum+s.counter[s.token], s.dark || isBlack
			if i.Variant != keepsBlack {
				next.black &^= at
			}
			visit(next)
		}
		for p := range n {
			self := uint(1) << p
			if s.pending[p] > 0 {
				next := s
				next.pending[p]--
				next.counter[p]--
				next.active |= self
				if i.Variant != neverBlack {
					next.black |= self
				}
				visit(next)
			}
			if s.active&self == 0 {
				continue
			}
			idle := s
			idle.active &^= self
			visit(idle)
			for q := range n {
				if q != p && s.messages < i.Params["messages"] {
					next := s
					next.messages++
					next.counter[p]++
					next.pending[q]++
					visit(next)
				}
			}
		}
	}, first...)
}
