package peterson

import (
	"testing"

	"github.com/anel-mc/mc/specs/internal/brute"
	"github.com/anel-mc/mc/specs/spec"
	"github.com/anel-mc/mc/specs/spectest"
)

func TestSpec(t *testing.T) { spectest.Test(t, Spec()) }

func TestBruteForce(t *testing.T) {
	spectest.Confirm(t, Spec(), spec.WrittenTwice, func(_ *testing.T, i spec.Instance) int { return twice(i.Variant) })
}

// pair is a state: line numbers, flags, and the last value assigned to turn.
type pair struct {
	at   [2]int
	q    [2]bool
	turn int
}

// twice counts the states of the programs, written a second time. Every process can always take a step.
func twice(variant string) int {
	return brute.Count(func(m pair) pair { return m }, func(m pair, visit func(pair)) {
		for i := range 2 {
			next := m
			next.at[i]++
			flag, turn := 1, 2
			if variant == swapped {
				flag, turn = 2, 1
			}
			switch at := m.at[i]; {
			case at == flag:
				next.q[i] = true
			case at == turn && variant != noTurn:
				next.turn = i
			case at == 3 && !m.q[1-i], at == 4 && m.turn != i:
				next.at[i] = 5
			case at == 3 && variant == noTurn, at == 4:
				next.at[i] = 3
			case at == 6:
				next.q[i], next.at[i] = false, 0
			}
			visit(next)
		}
	}, pair{})
}
