package omegarecovery

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

const most = 4 // the largest number of processes

// participant is the state of a process, written a second time.
type participant struct {
	stored                        int // survives a crash
	failing                       bool
	leader, incarnation, interval int
	candidates                    [most]int
}

// The timers of a process.
const (
	toBeat = iota
	toRestart
)

type world = brute.World[participant, int]

// twice is the system written a second time. A message is its sender's incarnation.
func twice(i spec.Instance) brute.System[participant, int] {
	p, others := i.Params, i.Variant == othersVariant
	e := spectest.Environment(i.Environment)
	e.Timing, e.Capacity = cmp.Or(e.Timing, "partial"), p["capacity"]
	note := func(s *participant, from, incarnation int) {
		if i.Variant != spec.AsWritten || s.candidates[from] != 0 {
			s.candidates[from] = max(s.candidates[from], incarnation)
		}
	}
	tell := func(w *world, q int) {
		for r := range p["n"] {
			switch {
			case r == q && others:
			case r == q && p["self"] == selfAtOnce:
				note(&w.P[q], q, w.P[q].incarnation)
			default:
				w.Send(q, r, w.P[q].incarnation)
			}
		}
	}
	start := func(w *world, q, incarnation int) {
		w.P[q] = participant{stored: incarnation, incarnation: incarnation, leader: -1, interval: p["interval"]}
		w.Cancel(q, toBeat)
		w.Cancel(q, toRestart)
		tell(w, q)
	}
	again := func(w *world, q int) {
		start(w, q, min(w.P[q].stored+1, p["incarnations"]))
		if i.Variant == spec.Corrected || others {
			w.Set(q, toBeat, p["interval"])
		}
	}
	return brute.System[participant, int]{
		N: p["n"], Environment: e, Timers: 2,
		Start: func(w *world, q int) {
			start(w, q, 1)
			w.Set(q, toBeat, p["interval"])
		},
		Acts: func(w *world, q int, try func(func(*world))) {
			if s := w.P[q]; q == 0 && p["unstable"] == 1 && !s.failing {
				try(func(w *world) {
					w.P[q] = participant{stored: s.stored, failing: true, incarnation: s.incarnation, leader: -1}
					w.Cancel(q, toBeat)
					w.Set(q, toRestart, 1)
				})
			}
		},
		Expire: func(w *world, q, timer int) {
			if timer == toRestart {
				again(w, q)
				return
			}
			s := &w.P[q]
			leader := -1
			for r, incarnation := range s.candidates {
				if incarnation > 0 && (leader < 0 || incarnation < s.candidates[leader]) {
					leader = r
				}
			}
			if leader != s.leader {
				s.interval = min(s.interval+1, p["most"])
			}
			s.leader, s.candidates = leader, [most]int{}
			w.Set(q, toBeat, s.interval)
			tell(w, q)
		},
		Receive: func(w *world, q, from, incarnation int) {
			if !w.P[q].failing {
				note(&w.P[q], from, incarnation)
			}
		},
		Crash: func(s participant) participant {
			if e.Recover == nil || *e.Recover == 0 {
				return participant{}
			}
			return participant{stored: s.stored}
		},
		Recover: again,
	}
}
