package omega

import (
	"math/bits"
	"testing"

	"github.com/anel-mc/mc/specs/internal/brute"
	"github.com/anel-mc/mc/specs/spec"
	"github.com/anel-mc/mc/specs/spectest"
)

func TestBruteForce(t *testing.T) {
	spectest.Confirm(t, Spec(), spec.WrittenTwice, func(_ *testing.T, i spec.Instance) int {
		if i.Variant == abstractVariant {
			return abstractly(i.Params["n"], *i.Environment.Crash, i.Environment.Detector)
		}
		return twice(i).Count()
	})
}

const most = 4 // the largest number of processes

// participant is the state of a process in both algorithms, written a second time. Sets are bit masks.
type participant struct {
	correct, suspects, interval int
	unanswered                  [most]int
	leader                      int // -1 for nobody
}

type world = brute.World[participant, bool]

// twice is the system on the detector of Algorithm 5.1. A message is an answer if it is true, and otherwise a test.
func twice(i spec.Instance) brute.System[participant, bool] {
	p := i.Params
	return brute.System[participant, bool]{
		N: p["n"], Environment: spectest.Environment(i.Environment), Timers: 1,
		Start: func(w *world, q int) {
			w.P[q] = participant{correct: 1<<p["n"] - 1, interval: p["interval"], leader: -1}
			w.Set(q, 0, p["interval"])
		},
		Acts: func(w *world, q int, try func(func(*world))) {
			chosen := bits.TrailingZeros(^uint(w.P[q].suspects))
			if chosen == p["n"] {
				chosen = -1
			}
			if chosen != w.P[q].leader {
				try(func(w *world) { w.P[q].leader = chosen })
			}
		},
		Expire: func(w *world, q, _ int) {
			d := &w.P[q]
			if i.Variant == spec.Corrected && d.correct&d.suspects != 0 {
				d.interval = min(d.interval+1, p["most"])
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

// elector is the state of a process on a detector of the environment.
type elector struct {
	Down             bool
	Suspects, Leader int
}

// abstractly counts the reachable states of n processes, up to four, on a detector of the environment. If detector is
// empty, it is eventually perfect.
func abstractly(n, crashes int, detector string) int {
	type global struct {
		Electors [most]elector
		Crashes  int
		Stable   bool
	}
	first := global{Crashes: crashes, Stable: detector != ""}
	for i := range n {
		first.Electors[i].Leader = -1
	}
	return brute.Count(func(g global) global { return g }, func(g global, visit func(global)) {
		next := g
		next.Stable = true
		visit(next)
		for i, e := range g.Electors[:n] {
			if e.Down {
				continue
			}
			next := g
			if next.Crashes > 0 {
				next.Crashes--
				next.Electors[i] = elector{Down: true}
				visit(next)
			}
			next = g
			next.Electors[i].Leader = -1
			for q := n - 1; q >= 0; q-- {
				if e.Suspects>>q&1 == 0 {
					next.Electors[i].Leader = q
				}
			}
			visit(next)
			for q := range n {
				right := g.Electors[q].Down != (e.Suspects>>q&1 != 0)
				if q == i || !right && g.Stable && detector != "arbitrary" {
					continue
				}
				next := g
				next.Electors[i].Suspects ^= 1 << q
				visit(next)
			}
		}
	}, first)
}
