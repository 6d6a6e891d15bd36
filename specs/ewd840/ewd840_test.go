package ewd840

import (
	"testing"

	"github.com/anel-mc/mc/specs/internal/brute"
	"github.com/anel-mc/mc/specs/spec"
	"github.com/anel-mc/mc/specs/spectest"
)

func TestSpec(t *testing.T) { spectest.Test(t, Spec()) }

func TestBruteForce(t *testing.T) {
	spectest.Confirm(t, Spec(), spec.WrittenTwice, func(_ *testing.T, i spec.Instance) int { return twice(i) })
}

// ring is a state: sets of machines as bits, and where the token is.
type ring struct {
	active, black uint
	token         int
	dark          bool
}

// twice counts the states of the algorithm, written a second time.
func twice(i spec.Instance) int {
	n := i.Params["n"]
	var first []ring
	for sets := uint(0); sets < 1<<(2*n); sets++ {
		for token := range n {
			first = append(first, ring{sets >> n, sets & (1<<n - 1), token, true})
		}
	}
	return brute.Count(func(s ring) ring { return s }, func(s ring, visit func(ring)) {
		at := uint(1) << s.token
		isBlack := s.black&at != 0
		hurry := i.Variant == tla && (isBlack || s.dark)
		switch {
		case s.token == 0 && (isBlack || s.dark):
			visit(ring{s.active, s.black &^ 1, n - 1, false})
		case s.token > 0 && (s.active&at == 0 || hurry):
			next := ring{s.active, s.black &^ at, s.token - 1, s.dark || isBlack && i.Variant != whiteToken}
			if i.Variant == keepsBlack {
				next.black = s.black
			}
			visit(next)
		}
		for from := range n {
			if s.active>>from&1 == 0 {
				continue
			}
			idle := s
			idle.active &^= 1 << from
			visit(idle)
			for to := range n {
				next := s
				next.active |= 1 << to
				if i.Variant != neverBlack && (i.Variant != tla || to > from) {
					next.black |= 1 << from
				}
				if to != from {
					visit(next)
				}
			}
		}
	}, first...)
}
