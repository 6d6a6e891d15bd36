package anel1

import (
	"cmp"
	"testing"

	"github.com/anel-mc/mc/specs/internal/brute"
	"github.com/anel-mc/mc/specs/spec"
	"github.com/anel-mc/mc/specs/spectest"
)

func TestSpec(t *testing.T) { spectest.Test(t, Spec()) }

func TestBruteForce(t *testing.T) {
	spectest.Confirm(t, Spec(), spec.WrittenTwice, func(_ *testing.T, i spec.Instance) int { return twice(i).Count() })
}

// member is a process.
type member struct {
	role  byte // F, C, E or I, and G if it has given way
	again int  // in the first process: how many more suspicions all of them have
}

type global = brute.World[member, byte]

// twice is the algorithm written a second time; messages are V and H.
func twice(i spec.Instance) brute.System[member, byte] {
	n, candidates := i.Params["n"], cmp.Or(i.Params["candidates"], i.Params["n"])
	with := func(w *global, p int, role, send byte) {
		w.P[p].role = role
		w.Send(p, (p+1)%n, send)
	}
	return brute.System[member, byte]{
		N: n, Environment: spectest.Environment(i.Environment),
		Start: func(w *global, p int) {
			w.P[p].role = 'F'
			if p == 0 {
				w.P[p].again = i.Params["again"]
			}
		},
		Acts: func(w *global, p int, try func(func(*global))) {
			switch {
			case p >= candidates:
			case w.P[p].role == 'F':
				try(func(w *global) { with(w, p, 'C', 'V') })
			case w.P[0].again > 0:
				try(func(w *global) { w.P[0].again--; with(w, p, 'C', 'V') })
			}
		},
		Receive: func(w *global, p, _ int, m byte) {
			switch role := w.P[p].role; string([]byte{role, m}) {
			case "FV", "GV", "FH", "GH":
				with(w, p, role, m)
			case "CV":
				with(w, p, 'E', 'H')
			case "EH":
				w.P[p].role = 'I'
			case "CH":
				if i.Variant == spec.Corrected {
					with(w, p, 'G', 'H')
				}
			}
		},
		Crash: func(s member) member { return member{again: s.again} },
	}
}
