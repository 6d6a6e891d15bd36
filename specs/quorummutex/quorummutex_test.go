package quorummutex

import (
	"math/bits"
	"slices"
	"testing"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/specs/internal/brute"
	"github.com/anel-mc/mc/specs/spec"
	"github.com/anel-mc/mc/specs/spectest"
)

func TestSpec(t *testing.T) { spectest.Test(t, Spec()) }

// TestResets confirms 000's k = 2m-n by counting. A holder has the votes of the first m
// coordinators, and a set of coordinators forgets. The coordinators that did not vote and those
// that forgot can form a second quorum exactly if at least k of the m voters forgot, which is
// why the sum in 000's formula for the probability chooses among m.
func TestResets(t *testing.T) {
	for _, c := range []struct{ n, m, least int }{{3, 2, 1}, {4, 3, 2}, {5, 3, 1}, {5, 4, 3}, {7, 4, 1}} {
		least := c.n + 1
		for forgot := range uint(1) << c.n {
			voters := bits.OnesCount(forgot & (1<<c.m - 1))
			second := c.n-c.m+voters >= c.m
			if second != (voters >= 2*c.m-c.n) {
				t.Errorf("n=%d m=%d: with %d voters that forgot, a second quorum is %v", c.n, c.m, voters, second)
			}
			if second {
				least = min(least, bits.OnesCount(forgot))
			}
		}
		if least != c.least {
			t.Errorf("n=%d m=%d: %d resets break exclusion, want %d", c.n, c.m, least, c.least)
		}
	}
}

// TestSeven is 000's own scenario: seven coordinators, a quorum of four, and one of the voters
// forgets while the resource is in use. It has too many states for a case.
func TestSeven(t *testing.T) {
	if testing.Short() {
		t.Skip("half a million states: run without -short")
	}
	one := 1
	setup, err := Spec().Setup(spec.Instance{
		Params:      map[string]int{"n": 7, "m": 4, "holder": 1},
		Environment: spec.Environment{Crash: &one, Recover: &one, CrashOnly: []string{"c4"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	exclusion := slices.DeleteFunc(setup.Properties,
		func(p checkers.Property) bool { return p.Name() != "mutual-exclusion" })
	report, err := checkers.Check(t.Context(), setup.Model, exclusion, checkers.Options{})
	if err != nil {
		t.Fatal(err)
	}
	r := report.Results[0]
	if r.Verdict != checkers.Violated || r.Execution.Len() != 11 || !r.Minimal {
		t.Fatalf("%s: %s, want a violation in 11 steps", r.Verdict, r.Explanation)
	}
}

func TestBruteForce(t *testing.T) {
	spectest.Confirm(t, Spec(), spec.WrittenTwice, func(_ *testing.T, i spec.Instance) int { return twice(i).Count() })
}

// process is one of the n coordinators or a participant. A phase is o for outside, w for waiting or u for using.
// Votes and owing have a bit for each coordinator.
type process struct {
	free  bool
	queue string // a byte for each process that waits

	phase              byte
	votes, owing, uses int
}

type world = brute.World[process, byte]

// twice is the algorithm written a second time, without failures. Messages: a for ask, f for free, k for OK.
func twice(i spec.Instance) brute.System[process, byte] {
	p, n := i.Params, i.Params["n"]
	grant := func(w *world, c int) {
		if s := &w.P[c]; s.free && s.queue != "" {
			s.free = false
			w.Send(c, int(s.queue[0]), 'k')
			s.queue = s.queue[1:]
		}
	}
	return brute.System[process, byte]{
		N: n + p["participants"],
		Start: func(w *world, q int) {
			w.P[q].free = q < n
			if q >= n {
				w.P[q].phase = 'o'
			}
		},
		Acts: func(w *world, q int, try func(func(*world))) {
			s := w.P[q]
			switch {
			case q < n:
				try(func(w *world) { grant(w, q) })
			case s.phase == 'o' && s.uses < p["requests"]:
				try(func(w *world) {
					w.P[q].phase = 'w'
					for c := range n {
						if i.Variant == spec.Corrected && s.owing>>c&1 == 1 {
							continue
						}
						w.Send(q, c, 'a')
						if i.Variant == spec.Corrected {
							w.P[q].owing |= 1 << c
						}
					}
				})
			case s.phase == 'u':
				try(func(w *world) {
					w.P[q].phase, w.P[q].votes = 'o', 0
					w.P[q].uses++
					for c := range n {
						if i.Variant == everyoneVariant || s.votes>>c&1 == 1 {
							w.Send(q, c, 'f')
						}
					}
				})
			}
		},
		Receive: func(w *world, q, from int, m byte) {
			s := &w.P[q]
			switch m {
			case 'a':
				s.queue += string([]byte{byte(from)})
			case 'f':
				s.free = true
			case 'k':
				s.owing &^= 1 << from
				if s.phase != 'o' {
					s.votes |= 1 << from
				} else if i.Variant == spec.Corrected {
					w.Send(q, from, 'f')
				}
				if s.phase == 'w' && bits.OnesCount(uint(s.votes)) >= p["m"] {
					s.phase = 'u'
				}
				return
			}
			if p["prompt"] == 1 {
				grant(w, q)
			}
		},
	}
}
