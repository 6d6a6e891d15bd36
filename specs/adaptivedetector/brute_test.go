package adaptivedetector

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

const most = 4 // the maximum number of processes

// detector is the state of a process in the second transcription.
type detector struct {
	now                       int
	suspected                 [most]bool
	elapsed, timeout, highest [most]int
	samples                   [most]string // one byte each
}

type world = brute.World[detector, int]

// twice is the system written a second time. A message carries its age or, under async timing, the time of sending by
// its sender's clock.
func twice(i spec.Instance) brute.System[detector, int] {
	p := i.Params
	e := spectest.Environment(i.Environment)
	e.Timing, e.Delay, e.Crash = cmp.Or(e.Timing, "sync"), cmp.Or(e.Delay, "1..1"), cmp.Or(e.Crash, spec.Budget(1))
	e.Capacity = p["capacity"]
	async := e.Timing == "async"
	cycle := p["interval"] * p["laps"]
	broadcast := func(w *world, q int) {
		if async {
			w.Broadcast(q, w.P[q].now)
		} else {
			w.Broadcast(q, 0)
		}
	}
	check := func(d *detector, q int) {
		for r := range p["n"] {
			if r == q {
				continue
			}
			d.suspected[r] = d.suspected[r] || d.elapsed[r] > d.timeout[r]
			if (i.Variant != spec.AsWritten || !d.suspected[r]) && d.elapsed[r] <= p["most"] {
				d.elapsed[r]++
			}
		}
	}
	return brute.System[detector, int]{
		N: p["n"], Environment: e, Timers: 1,
		Start: func(w *world, q int) {
			for r := range p["n"] {
				if r != q {
					w.P[q].timeout[r] = p["initial"]
				}
			}
			broadcast(w, q)
			check(&w.P[q], q)
			w.Set(q, 0, 1)
		},
		Expire: func(w *world, q, _ int) {
			d := &w.P[q]
			if d.now = (d.now + 1) % cycle; d.now%p["interval"] == 0 {
				broadcast(w, q)
			}
			check(d, q)
			w.Set(q, 0, 1)
		},
		Older: func(age int) int { return age + 1 },
		Receive: func(w *world, q, from, told int) {
			d := &w.P[q]
			if i.Variant == spec.Corrected && d.suspected[from] {
				d.highest[from] = max(d.highest[from], min(d.elapsed[from], p["most"]))
				d.timeout[from] = max(d.timeout[from], d.highest[from])
			}
			sample := d.elapsed[from]
			switch {
			case i.Variant == spec.AsWritten && async:
				sample = (d.now + 1 - told + cycle) % cycle
			case i.Variant == spec.AsWritten:
				sample = told + min(w.Left(q, 0), 1) + (q-from)*p["skew"] // its clock may have moved on in this tick
			}
			d.suspected[from], d.elapsed[from] = false, 0
			if p["enough"] == 0 {
				return
			}
			d.samples[from] += string([]byte{byte(sample)})
			if len(d.samples[from]) > max(p["keep"], p["enough"]) {
				d.samples[from] = d.samples[from][1:]
			}
			if len(d.samples[from]) >= p["enough"] {
				var samples []float64
				for _, x := range []byte(d.samples[from]) {
					samples = append(samples, float64(int8(x)))
				}
				new := adapted(samples, float64(p["margin"]), float64(p["least"]), float64(p["most"]))
				d.timeout[from] = max(int(math.Floor(new+1e-9)), d.highest[from])
			}
		},
	}
}

// adapted is new_timeout as the source computes it.
func adapted(samples []float64, margin, least, most float64) float64 {
	mean, squares := 0.0, 0.0
	for _, x := range samples {
		mean += x / float64(len(samples))
	}
	for _, x := range samples {
		squares += (x - mean) * (x - mean)
	}
	return max(least, min(most, mean+margin*math.Sqrt(squares/float64(len(samples)-1))))
}
