package benor

import (
	"math/big"
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

// TestChances: if all begin with the same value, all decide in one round. Otherwise a scheduler can prevent it in the
// first round, and in the second with probability 7/8: the coins of two processes that have seen no majority must show
// the value that has one, and so must that of the third, which tosses after them.
func TestChances(t *testing.T) {
	for _, c := range []struct {
		ones, rounds int
		min          *big.Rat
	}{
		{0, 1, big.NewRat(1, 1)}, {1, 1, big.NewRat(0, 1)}, {1, 2, big.NewRat(1, 8)},
	} {
		got := spectest.Chance(t, Spec(), spec.Instance{
			Variant: spec.AsWritten, Params: map[string]int{"ones": c.ones, "rounds": c.rounds},
		}, "all-decided", "")
		if got.Min.Exact.Cmp(c.min) != 0 {
			t.Errorf("%+v: %v", c, got.Min)
		}
	}
}

// voter is a process, with all that it has sent: 0 is nothing, 1 and 2 are values, 3 is neither. It goes through
// two phases in each round.
type voter struct {
	x, phase, decided int8
	sent              [2 * mostRounds]int8
}

type global = brute.World[voter, bool] // there are no messages

// twice is the protocol written a second time.
func twice(i spec.Instance) brute.System[voter, bool] {
	n, quorum, last := i.Params["n"], i.Params["n"]-i.Params["t"], int8(2*i.Params["rounds"])
	vote := func(w *global, p int, v int8) {
		if w.P[p].phase++; w.P[p].phase < last {
			w.P[p].sent[w.P[p].phase] = v
		}
	}
	step := func(w *global, p int, seen [4]int) {
		s := &w.P[p]
		if s.phase%2 == 0 {
			v, of := int8(3), n
			if i.Variant == ofReceived {
				of = quorum
			}
			for x := range int8(2) {
				if seen[x+1] > of/2 {
					v = x + 1
				}
			}
			vote(w, p, v)
			return
		}
		v := int8(0)
		for x := range int8(2) {
			switch votes := seen[x+1]; {
			case votes > i.Params["t"], votes > 0 && i.Variant == decidesOnOne:
				v, s.decided = x+1, x+1
			case votes > 0 && i.Variant != ignoresD:
				v = x + 1
			}
		}
		if v == 0 {
			v = int8(w.Choose(2)) + 1
		}
		s.x = v
		vote(w, p, v)
	}
	return brute.System[voter, bool]{
		N: n, Environment: spectest.Environment(i.Environment),
		Start: func(w *global, p int) {
			w.P[p].x = 1
			if p < i.Params["ones"] {
				w.P[p].x = 2
			}
			w.P[p].sent[0] = w.P[p].x
		},
		Acts: func(w *global, p int, try func(func(*global))) {
			phase := w.P[p].phase
			for from := uint(1); from < 1<<n && phase < last; from++ {
				var seen [4]int
				for q := range n {
					if from>>q&1 == 1 {
						seen[w.P[q].sent[phase]]++
					}
				}
				if bits.OnesCount(from) == quorum && seen[0] == 0 {
					try(func(w *global) { step(w, p, seen) })
				}
			}
		},
		Crash: func(s voter) voter { return voter{sent: s.sent} },
	}
}
