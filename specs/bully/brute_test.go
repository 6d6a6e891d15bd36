package bully

import (
	"testing"

	"github.com/anel-mc/mc/specs/internal/brute"
	"github.com/anel-mc/mc/specs/spec"
	"github.com/anel-mc/mc/specs/spectest"
)

func TestBruteForce(t *testing.T) {
	spectest.Confirm(t, Spec(), spec.WrittenTwice, func(_ *testing.T, i spec.Instance) int { return twice(i).Count() })
}

// proc is a process.
type proc struct {
	phase                  byte // i idle, c candidate, a answered
	leader, doubts, rounds int  // -1 is nobody
	acted                  bool
}

// Its timers.
const (
	answer = iota
	patience
	repeat
)

type world = brute.World[proc, string]

// twice is the box written a second time; messages are E for ELECTION, O for OK and C for COORD.
func twice(i spec.Instance) brute.System[proc, string] {
	p, corrected := i.Params, i.Variant == spec.Corrected
	leader := p["leader"] - 1
	if leader < -1 {
		leader = p["n"] - 1
	}
	may := func(s proc) bool { return p["rounds"] == 0 || s.rounds < p["rounds"] }
	again := func(w *world, q int) {
		if p["repeat"] > 0 {
			w.Set(q, repeat, p["repeat"])
		}
	}
	elect := func(w *world, q int) {
		s := &w.P[q]
		w.Cancel(q, patience)
		if !may(*s) {
			return
		}
		if p["rounds"] > 0 {
			s.rounds++
		}
		for r := q + 1; r < p["n"]; r++ {
			w.Send(q, r, "E")
		}
		w.Set(q, answer, p["timeout"])
		s.phase = 'c'
	}
	e := spectest.Environment(i.Environment)
	e.Perfect = true
	if e.Timing == "" && corrected {
		e.Timing = "sync"
	}
	return brute.System[proc, string]{
		N: p["n"], Environment: e, Timers: 3,
		Start: func(w *world, q int) {
			w.P[q] = proc{phase: 'i', leader: leader}
			if q == leader {
				again(w, q)
			}
		},
		Acts: func(w *world, q int, try func(func(*world))) {
			s := w.P[q]
			if s.phase == 'c' || s.leader == q || !may(s) {
				return
			}
			forget := func(s *proc) {
				if p["forgets"] == 1 {
					s.leader = -1
				}
			}
			if s.leader >= 0 && !s.acted && w.Suspects(q, s.leader) {
				try(func(w *world) { w.P[q].acted = p["forgets"] == 0; forget(&w.P[q]); elect(w, q) })
			}
			if s.doubts < p["doubts"] {
				try(func(w *world) { w.P[q].doubts++; forget(&w.P[q]); elect(w, q) })
			}
		},
		Expire: func(w *world, q, timer int) {
			switch timer {
			case answer:
				w.P[q].phase, w.P[q].leader, w.P[q].acted = 'i', q, false
				fallthrough
			case repeat:
				again(w, q)
				w.Broadcast(q, "C")
			case patience:
				elect(w, q)
			}
		},
		Receive: func(w *world, q, from int, m string) {
			s := &w.P[q]
			switch {
			case m == "E":
				w.Send(q, from, "O")
				if corrected && s.phase == 'i' {
					elect(w, q)
				}
			case m == "O" && s.phase == 'c':
				w.Cancel(q, answer)
				s.phase = 'a'
				if corrected {
					w.Set(q, patience, p["patience"])
				}
			case m == "C" && (i.Variant == spec.AsWritten || from > q && !(corrected && s.phase == 'i' && from < s.leader)):
				s.leader, s.acted = from, false
				w.Cancel(q, repeat)
				if s.phase == 'a' || corrected && s.phase == 'c' {
					w.Cancel(q, answer)
					w.Cancel(q, patience)
					s.phase = 'i'
				}
			}
		},
		Detect: func(w *world, p, q int) {
			if s := &w.P[p]; !w.Suspects(p, q) && s.leader == q {
				s.acted = false
			}
		},
		Recover: func(w *world, q int) {
			w.P[q] = proc{phase: 'i', leader: -1}
			elect(w, q)
		},
	}
}
