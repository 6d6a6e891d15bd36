package bullyboss

import (
	"cmp"
	"testing"

	"github.com/anel-mc/mc/specs/internal/brute"
	"github.com/anel-mc/mc/specs/spec"
	"github.com/anel-mc/mc/specs/spectest"
)

func TestBruteForce(t *testing.T) {
	spectest.Confirm(t, Spec(), spec.WrittenTwice, func(_ *testing.T, i spec.Instance) int { return twice(i).Count() })
}

// proc is a host.
type proc struct {
	phase                byte // i idle, c candidate, a answered, f fetching
	boss, doubts, rounds int  // -1 is nobody
	state, acted         bool
}

// Its timers.
const (
	answer = iota
	patience
)

type world = brute.World[proc, string]

// twice is the description written a second time.
func twice(i spec.Instance) brute.System[proc, string] {
	p, changed := i.Params, i.Variant != spec.AsWritten
	boss := p["leader"] - 1
	if boss < -1 {
		boss = p["n"] - 1
	}
	may := func(s proc) bool { return p["rounds"] == 0 || s.rounds < p["rounds"] }
	win := func(w *world, q int) {
		s := &w.P[q]
		s.phase, s.boss, s.state, s.acted = 'i', q, true, false
		for r := range q {
			w.Send(q, r, "boss")
		}
	}
	elect := func(w *world, q int) {
		w.Cancel(q, patience)
		switch {
		case !may(w.P[q]):
			return
		case p["rounds"] > 0:
			w.P[q].rounds++
		}
		if q == p["n"]-1 {
			win(w, q)
			return
		}
		for r := q + 1; r < p["n"]; r++ {
			w.Send(q, r, "elect")
		}
		w.Set(q, answer, p["timeout"])
		w.P[q].phase = 'c'
	}
	e := spectest.Environment(i.Environment)
	e.Timing, e.Perfect = cmp.Or(e.Timing, "sync"), true
	return brute.System[proc, string]{
		N: p["n"], Environment: e, Timers: 2,
		Start: func(w *world, q int) { w.P[q] = proc{phase: 'i', boss: boss, state: boss >= 0} },
		Acts: func(w *world, q int, try func(func(*world))) {
			s := w.P[q]
			if s.phase == 'c' || s.phase == 'f' || s.boss == q || !may(s) {
				return
			}
			forget := func(s *proc) {
				if p["forgets"] == 1 {
					s.boss, s.state = -1, false
				}
			}
			if s.boss >= 0 && !s.acted && w.Suspects(q, s.boss) {
				try(func(w *world) { w.P[q].acted = p["forgets"] == 0; forget(&w.P[q]); elect(w, q) })
			}
			if s.doubts < p["doubts"] {
				try(func(w *world) { w.P[q].doubts++; forget(&w.P[q]); elect(w, q) })
			}
		},
		Expire: func(w *world, q, timer int) {
			if timer == answer && w.P[q].phase == 'c' {
				win(w, q)
			} else {
				elect(w, q)
			}
		},
		Receive: func(w *world, q, from int, m string) {
			s := &w.P[q]
			switch m {
			case "elect":
				w.Send(q, from, "answer")
				if s.phase == 'i' || s.phase == 'a' {
					elect(w, q)
				}
			case "answer":
				if s.phase == 'c' {
					w.Cancel(q, answer)
					s.phase = 'a'
					if changed {
						w.Set(q, patience, p["patience"])
					}
				}
			case "boss":
				if i.Variant == spec.Corrected && s.phase == 'i' && from < s.boss {
					return
				}
				w.Send(q, from, "ack")
				s.boss, s.state, s.acted = from, false, false
				if s.phase == 'a' || changed && s.phase == 'c' {
					w.Cancel(q, answer)
					w.Cancel(q, patience)
					s.phase = 'i'
				}
			case "ack", "state?":
				if s.boss == q {
					w.Send(q, from, "state")
				}
			case "state":
				s.state = s.state || s.boss == from
				if s.phase == 'f' {
					s.phase = 'i'
					w.Cancel(q, answer)
					elect(w, q)
				}
			}
		},
		Detect: func(w *world, p, q int) {
			if s := &w.P[p]; !w.Suspects(p, q) && s.boss == q {
				s.acted = false
			}
		},
		Recover: func(w *world, q int) {
			w.P[q] = proc{phase: 'f', boss: -1}
			w.Broadcast(q, "state?")
			w.Set(q, answer, p["timeout"])
		},
	}
}
