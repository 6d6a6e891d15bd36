package phiaccrual

import (
	"cmp"
	"math"
	"testing"

	"github.com/anel-mc/mc/specs/internal/brute"
	"github.com/anel-mc/mc/specs/spec"
	"github.com/anel-mc/mc/specs/spectest"
)

func TestBruteForce(t *testing.T) {
	spectest.Confirm(t, Spec(), spec.WrittenTwice, func(_ *testing.T, i spec.Instance) int { return twice(i).Count() })
}

const most = 4 // the largest number of processes

// detector is the state of a process, written a second time: its detectors of all others.
type detector struct {
	now         int // ticks until the next heartbeat
	heard, down [most]bool
	elapsed     [most]int
	level       [most]int    // phi in tenths
	intervals   [most]string // each byte is an interval
}

type world = brute.World[detector, struct{}]

// twice is the system written a second time.
func twice(i spec.Instance) brute.System[detector, struct{}] {
	p := i.Params
	e := spectest.Environment(i.Environment)
	e.Timing, e.Delay, e.Crash = cmp.Or(e.Timing, "sync"), cmp.Or(e.Delay, "1..1"), cmp.Or(e.Crash, spec.Budget(1))
	e.Capacity = p["capacity"]
	// look computes phi for q after a silence, and whether q is down; it returns phi.
	look := func(d *detector, q, silence int) float64 {
		if len(d.intervals[q]) < 2 {
			d.down[q], d.level[q] = false, 0
			return 0
		}
		x := make([]float64, len(d.intervals[q]))
		for k := range x {
			x[k] = float64(d.intervals[q][k])
		}
		level := phi(float64(silence), x, float64(p["deviation"]), i.Variant == spec.Corrected)
		d.down[q], d.level[q] = level >= float64(p["threshold"]), int(math.Round(10*level))
		return level
	}
	check := func(d *detector, q int) {
		for r := range p["n"] {
			if r == q {
				continue
			}
			level := look(d, r, d.elapsed[r])
			grows := len(d.intervals[r]) >= 2 && !d.down[r] && (i.Variant == spec.Corrected || level < 10)
			if d.heard[r] && (grows || d.elapsed[r] <= p["most"]) {
				d.elapsed[r]++
			}
		}
	}
	return brute.System[detector, struct{}]{
		N: p["n"], Environment: e, Timers: 1,
		Start: func(w *world, q int) {
			d := &w.P[q]
			d.now = p["interval"]
			for r := range p["n"] {
				if r != q && i.Variant != spec.AsWritten {
					d.heard[r], d.intervals[r] = true, string([]byte{byte(p["interval"]), byte(p["interval"])})
				}
			}
			w.Broadcast(q, struct{}{})
			check(d, q)
			w.Set(q, 0, 1)
		},
		Expire: func(w *world, q, _ int) {
			d := &w.P[q]
			if d.now--; d.now == 0 {
				d.now = p["interval"]
				w.Broadcast(q, struct{}{})
			}
			check(d, q)
			w.Set(q, 0, 1)
		},
		Receive: func(w *world, q, from int, _ struct{}) {
			d := &w.P[q]
			if d.heard[from] {
				d.intervals[from] += string([]byte{byte(min(d.elapsed[from], p["most"]))})
				if len(d.intervals[from]) > p["samples"] {
					d.intervals[from] = d.intervals[from][1:]
				}
			}
			d.heard[from], d.elapsed[from] = true, 0
			look(d, from, 0)
		},
	}
}

// phi returns -log10 of the probability that an interval is longer than the silence.
func phi(silence float64, intervals []float64, least float64, unbounded bool) float64 {
	mean, squares, n := 0.0, 0.0, float64(len(intervals))
	for _, x := range intervals {
		mean += x / n
	}
	for _, x := range intervals {
		squares += (x - mean) * (x - mean)
	}
	deviation := max(math.Sqrt(squares/(n-1)), least)
	level := -math.Log10(math.Erfc((silence-mean)/deviation/math.Sqrt2) / 2)
	if !unbounded {
		level = min(level, 10)
	}
	return level
}
