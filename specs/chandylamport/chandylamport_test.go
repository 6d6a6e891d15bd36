package chandylamport

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

// node is a process: its tokens, how many it has sent to and received from others, and what it has recorded.
type node struct {
	held, given    int
	now, then      [2][most]int
	recorded, owes bool
	channel        [most]int
	marked         [most]bool
}

type global = brute.World[node, bool] // a message is a marker or not

// twice is the algorithm written a second time.
func twice(i spec.Instance) brute.System[node, bool] {
	n := i.Params["n"]
	mark := func(w *global, p int) {
		for q := range n {
			if q != p {
				w.Send(p, q, true)
			}
		}
	}
	record := func(w *global, p int) {
		s := &w.P[p]
		s.recorded, s.then = true, s.now
		if i.Variant == late {
			s.owes = true
			return
		}
		mark(w, p)
	}
	return brute.System[node, bool]{
		N: n, Environment: spectest.Environment(i.Environment),
		Start: func(w *global, p int) { w.P[p].held = i.Params["tokens"] },
		Acts: func(w *global, p int, try func(func(*global))) {
			s := w.P[p]
			for q := range n {
				if q != p && s.held > 0 && s.given < i.Params["transfers"] {
					try(func(w *global) {
						w.P[p].held--
						w.P[p].given++
						w.P[p].now[0][q]++
						w.Send(p, q, false)
					})
				}
			}
			if !s.recorded && p < i.Params["initiators"] {
				try(func(w *global) { record(w, p) })
			}
			if s.owes {
				try(func(w *global) { w.P[p].owes = false; mark(w, p) })
			}
		},
		Receive: func(w *global, p, from int, marker bool) {
			if marker {
				if !w.P[p].recorded {
					record(w, p)
				}
				w.P[p].marked[from] = true
				return
			}
			s := &w.P[p]
			s.held++
			s.now[1][from]++
			if s.recorded && !s.marked[from] && i.Variant != noChannels {
				s.channel[from]++
			}
		},
	}
}
