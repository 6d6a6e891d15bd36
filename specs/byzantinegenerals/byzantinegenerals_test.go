package byzantinegenerals

import (
	"testing"

	"github.com/anel-mc/mc/specs/internal/brute"
	"github.com/anel-mc/mc/specs/spec"
	"github.com/anel-mc/mc/specs/spectest"
)

func TestSpec(t *testing.T) { spectest.Test(t, Spec()) }

func TestBruteForce(t *testing.T) {
	spectest.Confirm(t, Spec(), spec.WrittenTwice, func(_ *testing.T, i spec.Instance) int { return twice(i).Count() })
}

// person is a general: what each of the others has told it (from 1 on: nothing, retreat, attack), or the signed orders
// that it knows.
type person struct {
	own   int
	told  [most]int
	known [2]bool
}

// note is an order and who passes it on.
type note struct{ order, from int }

type global = brute.World[person, note]

// twice is both algorithms written a second time.
func twice(i spec.Instance) brute.System[person, note] {
	n := i.Params["n"]
	liar := func(p int) bool {
		if p == 0 {
			return i.Params["commander"] == 1
		}
		return p >= n-i.Params["lieutenants"]
	}
	s := brute.System[person, note]{N: n, Environment: spectest.Environment(i.Environment)}
	if i.Variant == signed {
		s.Start = func(w *global, p int) {
			if p > 0 {
				return
			}
			if !liar(0) {
				w.P[0].own = 1 + w.Choose(2)
			}
			for q := 1; q < n; q++ {
				for order := range 2 {
					if w.P[0].own == order+1 || liar(0) && w.Choose(2) == 1 {
						w.Send(0, q, note{order, 0})
					}
				}
			}
		}
		s.Receive = func(w *global, p, from int, m note) {
			if w.P[p].known[m.order] {
				return
			}
			w.P[p].known[m.order] = true
			for q := 1; q < n && from == 0; q++ {
				if q != p && (!liar(p) || w.Choose(2) == 1) {
					w.Send(p, q, note{m.order, p})
				}
			}
		}
		return s
	}
	s.Start = func(w *global, p int) {
		if p > 0 {
			return
		}
		if !liar(0) {
			w.P[0].own = 2 + w.Choose(2)
		}
		for q := 1; q < n; q++ {
			order := w.P[0].own
			if liar(0) {
				order = 1 + w.Choose(3)
			}
			w.Send(0, q, note{order, 0})
		}
	}
	s.Receive = func(w *global, p, from int, m note) {
		w.P[p].told[from] = m.order
		for q := 1; q < n && from == 0 && i.Variant != once; q++ {
			order := m.order
			switch {
			case q == p:
				continue
			case liar(p):
				order = 1 + w.Choose(3)
			case order == 1:
				order = 2
			}
			w.Send(p, q, note{order, p})
		}
	}
	return s
}
