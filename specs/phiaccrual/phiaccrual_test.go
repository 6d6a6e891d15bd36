package phiaccrual

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/specs/spec"
	"github.com/anel-mc/mc/specs/spectest"
	"pgregory.net/rapid"
)

func TestSpec(t *testing.T) { spectest.Test(t, Spec()) }

// quantile returns the silence, in standard deviations above the mean, at which phi reaches a threshold.
func quantile(threshold float64) float64 {
	low, high := -40.0, 40.0
	for range 200 {
		if mid := (low + high) / 2; -math.Log10(math.Erfc(mid/math.Sqrt2)/2) < threshold {
			low = mid
		} else {
			high = mid
		}
	}
	return high
}

// TestDemonstration compares phi with what demonstrate_phi_accrual prints, in ticks of half a second. The numbers were
// computed by the source's own class, run with a clock that advances by the lengths of its sleeps.
func TestDemonstration(t *testing.T) {
	o := options{threshold: 8, deviation: 1}
	intervals := []int{2, 2, 2, 2, 2, 2, 2, 2, 2}
	for seconds, want := range []float64{0.010, 0.301, 1.643, 4.499, 9.006, 10, 10} {
		got := o.level(float64(2*seconds), intervals)
		if math.Abs(got-want) > 0.0005 || o.available(got) != (seconds < 4) {
			t.Errorf("%d s after the last heartbeat phi is %g, available %v; want %g", seconds, got, o.available(got), want)
		}
	}
}

// TestFormula: phi is computed from the normal distribution, and reaches a threshold when the silence is a certain
// number of standard deviations above the mean, so a threshold is a margin: 5.612 deviations for 8. As printed, phi
// never reaches a threshold above 10.
func TestFormula(t *testing.T) {
	if z := quantile(8); math.Abs(z-5.612) > 0.001 {
		t.Errorf("phi is 8 at %g deviations above the mean", z)
	}
	rapid.Check(t, func(t *rapid.T) {
		o := options{threshold: rapid.IntRange(1, 20).Draw(t, "threshold"),
			deviation: rapid.IntRange(1, 4).Draw(t, "deviation"), tail: rapid.Bool().Draw(t, "tail")}
		intervals := rapid.SliceOfN(rapid.IntRange(0, 30), 2, 50).Draw(t, "intervals")
		silence := rapid.Float64Range(0, 400).Draw(t, "silence")
		real := make([]float64, len(intervals))
		for k, x := range intervals {
			real[k] = float64(x)
		}
		got, want := o.level(silence, intervals), phi(silence, real, float64(o.deviation), o.tail)
		if math.Abs(got-want) > 1e-4 && !(o.tail && want > 320) { // the smallest number above 0 is about 1e-324
			t.Fatalf("phi is %g, and the formula gives %g", got, want)
		}
		mean, deviation := statistics(intervals)
		margin := silence - mean - quantile(float64(o.threshold))*max(deviation, float64(o.deviation))
		if reached := !o.available(got); math.Abs(margin) > 1e-3 && reached != (margin > 0 && (o.tail || o.threshold <= 10)) {
			t.Fatalf("phi %g after a silence that is %g above the margin of threshold %d", got, margin, o.threshold)
		}
	})
}

// TestQuantisation follows random histories of heartbeats, some of them lost, with delays that are real numbers. The
// silences at which the detector in whole ticks and one in real time reach the threshold differ by at most slack.
func TestQuantisation(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const interval = 5
		o := options{threshold: rapid.IntRange(1, 10).Draw(t, "threshold"),
			deviation: rapid.IntRange(1, 3).Draw(t, "deviation"), tail: true}
		samples := rapid.IntRange(2, 60).Draw(t, "samples")
		z := quantile(float64(o.threshold))
		// Rounding changes a silence by up to 1 tick, and the mean, too. It changes an interval by up to 1 in either
		// direction, so the standard deviation of the errors is at most sqrt(n/(n-1)), and that of the intervals changes
		// by no more than this.
		slack := func(n int) float64 { return 2 + z*math.Sqrt(float64(n)/float64(n-1)) }
		var real []float64
		var whole []int
		last, lastTick := 0.0, 0
		for k, delay := range rapid.SliceOfN(rapid.Float64Range(0.01, 4.99), 5, 100).Draw(t, "delays") {
			if rapid.IntRange(0, 9).Draw(t, "lost") == 0 {
				continue
			}
			arrives := float64(k*interval) + delay
			tick := int(math.Ceil(arrives))
			real, whole = append(real, arrives-last), append(whole, tick-lastTick)
			real, whole = real[max(0, len(real)-samples):], whole[max(0, len(whole)-samples):]
			last, lastTick = arrives, tick
			if len(whole) < 2 {
				continue
			}
			mean, squares := 0.0, 0.0
			for _, x := range real {
				mean += x / float64(len(real))
			}
			for _, x := range real {
				squares += (x - mean) * (x - mean)
			}
			want := mean + z*max(math.Sqrt(squares/float64(len(real)-1)), float64(o.deviation))
			got := 0
			for o.available(o.level(float64(got), whole)) {
				got++
			}
			if math.Abs(float64(got)-want) > slack(len(whole)) {
				t.Fatalf("intervals %v: not available after %d ticks, and in real time after %g", whole, got, want)
			}
		}
	})
}

// TestConfidence: if intervals are normally distributed, as the formula supposes, phi reaches 1 before one in ten
// heartbeats of a process that is alive, 2 before one in a hundred and 3 before one in a thousand. This is the meaning
// of its value, which does not say how certain it is that the process has failed.
func TestConfidence(t *testing.T) {
	const mean, deviation, n = 1000, 100, 200_000
	random := rand.New(rand.NewPCG(1, 2))
	o := options{deviation: 1}
	history := make([]int, 1000)
	for k := range history {
		history[k] = int(math.Round(mean + deviation*random.NormFloat64()))
	}
	var above [4]int
	for range n {
		level := o.level(mean+deviation*random.NormFloat64(), history)
		for phi := 1; phi <= 3; phi++ {
			if level >= float64(phi) {
				above[phi]++
			}
		}
	}
	for phi := 1; phi <= 3; phi++ {
		if got, want := float64(above[phi])/n, math.Pow(10, -float64(phi)); got < 0.7*want || got > 1.4*want {
			t.Errorf("phi reached %d before %g of the heartbeats, and %g was to be expected", phi, got, want)
		}
	}
}

// TestLateAgain: if one heartbeat in twenty is two ticks late, phi reaches a threshold of 1 before each late heartbeat,
// however many have been late and however many intervals are kept.
func TestLateAgain(t *testing.T) {
	o := options{deviation: 1, threshold: 1, tail: true}
	var intervals []int
	for range 1000 / 20 {
		for range 17 {
			intervals = append(intervals, 1)
		}
		intervals = append(intervals, 3, 0, 0) // a late heartbeat, and two that arrive with it
		if phi := o.level(3, intervals); o.available(phi) {
			t.Errorf("after %d intervals phi is %g", len(intervals), phi)
		}
	}
}

// TestThresholds: under synchronous timing the corrected detector suspects no process wrongly if and only if no
// sequence of arrivals has a silence long enough to reach the threshold.
func TestThresholds(t *testing.T) {
	for interval := 1; interval <= 2; interval++ {
		for jitter := range 3 {
			for threshold := 1; threshold <= 4; threshold++ {
				setup, err := Spec().Setup(spec.Instance{
					Variant: spec.Corrected, Params: map[string]int{"interval": interval, "threshold": threshold},
					Environment: spec.Environment{Timing: "sync", Delay: fmt.Sprintf("1..%d", 1+jitter), Crash: spec.Budget(0)},
				})
				if err != nil {
					t.Fatal(err)
				}
				at := slices.IndexFunc(setup.Properties, func(p checkers.Property) bool {
					return p.Name() == checkers.StrongAccuracy
				})
				report, err := checkers.Check(t.Context(), setup.Model, setup.Properties[at:at+1], checkers.Options{})
				if err != nil {
					t.Fatal(err)
				}
				if (report.Verdict == checkers.Violated) != mistaken(interval, jitter, threshold) {
					t.Errorf("a heartbeat every %d ticks, messages of 1 to %d, threshold %d: %s", interval, 1+jitter, threshold,
						report.Verdict)
				}
			}
		}
	}
}

// mistaken reports whether some sequence of arrivals makes a process that is up look as if it had failed.
func mistaken(interval, jitter, threshold int) bool {
	type moment struct{ early, late, lag int } // the last two intervals, and the delay of the last heartbeat
	z := quantile(float64(threshold))
	first := moment{interval, interval, 0}
	seen := map[moment]bool{first: true}
	for todo := []moment{first}; len(todo) > 0; todo = todo[1:] {
		m := todo[0]
		mean, deviation := float64(m.early+m.late)/2, math.Abs(float64(m.early-m.late))/math.Sqrt2
		bound := mean + z*max(deviation, 1)
		turn := interval
		if m == first {
			turn = 0 // the detector starts as the first heartbeat is sent
		}
		for lag := 1; lag <= 1+jitter; lag++ {
			silence := turn + lag - m.lag
			if silence < 0 {
				continue // it would overtake the one before
			}
			if float64(silence-1) >= bound {
				return true
			}
			if next := (moment{m.late, silence, lag}); !seen[next] {
				seen[next] = true
				todo = append(todo, next)
			}
		}
	}
	return false
}
