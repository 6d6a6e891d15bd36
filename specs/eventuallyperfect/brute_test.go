package eventuallyperfect

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

const most = 4 // the maximum number of processes

// detector is the state of a process in the second transcription; sets are bits.
type detector struct {
	correct, suspects, interval int
	unanswered                  [most]int
}

type world = brute.World[detector, bool]

// twice is the system written a second time. A message is an answer or else a test.
func twice(i spec.Instance) brute.System[detector, bool] {
	p := i.Params
	e := spectest.Environment(i.Environment)
	e.Timing = cmp.Or(e.Timing, "partial")
	return brute.System[detector, bool]{
		N: p["n"], Environment: e, Timers: 1,
		Start: func(w *world, q int) {
			w.P[q].correct, w.P[q].interval = 1<<p["n"]-1, p["interval"]
			w.Set(q, 0, p["interval"])
		},
		Expire: func(w *world, q, _ int) {
			d := &w.P[q]
			if i.Variant == spec.Corrected && d.correct&d.suspects != 0 {
				d.interval = min(d.interval+p["delta"], p["most"])
			}
			for r := range p["n"] {
				if r == q && p["self"] == 0 {
					continue
				}
				if d.correct>>r&1 == d.suspects>>r&1 { // neither or both
					d.suspects ^= 1 << r
				}
				if p["window"] == 0 || d.unanswered[r] < p["window"] {
					w.Send(q, r, false)
					d.unanswered[r] += min(p["window"], 1)
				}
			}
			d.correct = 0
			w.Set(q, 0, d.interval)
		},
		Receive: func(w *world, q, from int, answer bool) {
			if !answer {
				w.Send(q, from, true)
				return
			}
			w.P[q].correct |= 1 << from
			w.P[q].unanswered[from] -= min(p["window"], 1)
		},
	}
}
