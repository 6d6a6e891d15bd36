package alternatingbit

import (
	"strconv"
	"testing"

	"github.com/anel-mc/mc/specs/internal/brute"
	"github.com/anel-mc/mc/specs/spec"
	"github.com/anel-mc/mc/specs/spectest"
)

func TestSpec(t *testing.T) { spectest.Test(t, Spec()) }

// TestBruteForce leaves out cases that brute does not support: losses within a link and unlimited repetition.
func TestBruteForce(t *testing.T) {
	spectest.Confirm(t, Spec(), spec.WrittenTwice, func(_ *testing.T, i spec.Instance) int { return twice(i).Count() })
}

// end is the sender or the receiver.
type end struct {
	n    int    // sender: how many items are acknowledged; receiver: the bit that it expects
	done string // receiver: the items that it has delivered
}

// frame is a frame, or an acknowledgement, with item 0.
type frame struct{ bit, item int }

type global = brute.World[end, frame]

// twice is the protocol written a second time.
func twice(i spec.Instance) brute.System[end, frame] {
	items, bits := i.Params["items"], 2
	if i.Variant == noBit {
		bits = 1
	}
	e := spectest.Environment(i.Environment)
	e.Capacity = i.Params["capacity"]
	return brute.System[end, frame]{
		N: 2, Environment: e,
		Names: func(p int) string { return []string{"sender", "receiver"}[p] },
		Acts: func(w *global, p int, try func(func(*global))) {
			if p == 0 && w.P[0].n < items {
				try(func(w *global) { w.Send(0, 1, frame{w.P[0].n % bits, w.P[0].n + 1}) })
			}
		},
		Receive: func(w *global, p, _ int, m frame) {
			s := &w.P[p]
			if p == 0 {
				if s.n < items && s.n%bits == m.bit {
					s.n++
				}
				return
			}
			w.Send(1, 0, frame{bit: m.bit})
			if m.bit == s.n && len(s.done) <= items {
				s.n, s.done = (s.n+1)%bits, s.done+strconv.Itoa(m.item)
			}
		},
		Recover: func(*global, int) {},
	}
}
