package adaptivedetector

import (
	"fmt"
	"math"
	"testing"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/specs/spec"
	"github.com/anel-mc/mc/specs/spectest"
	"pgregory.net/rapid"
)

func TestSpec(t *testing.T) { spectest.Test(t, Spec()) }

// TestFormula: the timeout in whole ticks is the largest whole number that is not above the exact one.
func TestFormula(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		o := options{least: rapid.IntRange(0, 20).Draw(t, "least"), margin: rapid.IntRange(0, 8).Draw(t, "margin")}
		o.most = o.least + rapid.IntRange(0, 600).Draw(t, "range")
		samples := rapid.SliceOfN(rapid.IntRange(-40, 200), 2, 100).Draw(t, "samples")
		got := o.timeout(samples)
		want := adapted(floats(samples), float64(o.margin), float64(o.least), float64(o.most))
		if float64(got) > want+1e-9 || float64(got+1) < want-1e-9 {
			t.Fatalf("a timeout of %d ticks, and the formula gives %g", got, want)
		}
	})
}

// TestQuantisation feeds histories of heartbeats, some lost, with delays that are real numbers, to the detector of the
// source in real time and to the one in whole ticks. Their timeouts differ by at most slack, and they disagree about a
// suspicion only where the silence differs from the timeout by at most slack and a tick. Where the delays are whole
// numbers they never disagree.
func TestQuantisation(t *testing.T) {
	for _, gaps := range []bool{false, true} {
		for _, whole := range []bool{false, true} {
			t.Run(fmt.Sprintf("gaps=%v,whole=%v", gaps, whole), func(t *testing.T) {
				rapid.Check(t, func(t *rapid.T) { history(t, gaps, whole) })
			})
		}
	}
}

func history(t *rapid.T, gaps, whole bool) {
	const interval, enough, keep, margin = 5, 10, 100, 4
	o := options{least: 1, most: 600, margin: margin}
	// Rounding a sample makes an error of 0 to 1, or of -1 to 1 if the sample is a difference of two rounded
	// times. The deviation of the errors is at most half of their range times sqrt(n/(n-1)), and
	// that of the samples changes by no more than that.
	spread := 1.0
	if gaps {
		spread = 2
	}
	slack := 1 + 1 + margin*spread/2*math.Sqrt(enough/(enough-1.0))
	delays := rapid.SliceOfN(rapid.Float64Range(0.01, 4.99), 20, 150).Draw(t, "delays")
	lost := rapid.SliceOfN(rapid.IntRange(0, 9), len(delays), len(delays)).Draw(t, "lost")
	var last, timeout float64 = 0, 10
	lastTick, ticks := 0, 10
	var real []float64
	var samples []int
	for k, delay := range delays {
		if whole {
			delay = math.Ceil(delay)
		}
		arrives := float64(k*interval) + delay
		for now := k * interval; now < (k+1)*interval; now++ {
			if got := int(math.Ceil(arrives)); got == now && lost[k] != 0 { // just before this check
				x, y := delay, got-k*interval
				if gaps {
					x, y = arrives-last, got-lastTick
				}
				last, lastTick = arrives, got
				real, samples = append(real, x), append(samples, y)
				real, samples = real[max(0, len(real)-keep):], samples[max(0, len(samples)-keep):]
				if len(samples) >= enough {
					timeout = adapted(real, margin, 1, 600)
					ticks = o.timeout(samples)
				}
			}
			if math.Abs(timeout-float64(ticks)) > slack || whole && ticks != int(timeout+1e-9) {
				t.Fatalf("a timeout of %d ticks, and in real time %g", ticks, timeout)
			}
			silence := float64(now) - last
			if suspected, quantised := silence > timeout+1e-9, now-lastTick > ticks; suspected != quantised &&
				(whole || math.Abs(silence-timeout) > slack+1) {
				t.Fatalf("a silence of %g and a timeout of %g, in ticks %d and %d: suspected %v and %v", silence, timeout,
					now-lastTick, ticks, suspected, quantised)
			}
		}
	}
}

// TestLargestSample: with a margin of 4 the timeout covers every one of up to 17 samples (Samuelson's inequality);
// from 18 samples on it does not cover a single late heartbeat.
func TestLargestSample(t *testing.T) {
	o := options{most: 1 << 20, margin: 4}
	rapid.Check(t, func(t *rapid.T) {
		samples := rapid.SliceOfN(rapid.IntRange(0, 1000), 2, 17).Draw(t, "samples")
		for _, x := range samples {
			if o.timeout(samples) < x {
				t.Fatalf("a timeout of %d, below a sample of %d", o.timeout(samples), x)
			}
		}
	})
	for n := 2; n <= 100; n++ {
		samples := make([]int, n)
		samples[n/2] = 1000
		if covered := o.timeout(samples) >= 1000; covered != (n <= 17) {
			t.Errorf("a sample of 1000 and %d of 0: a timeout of %d", n-1, o.timeout(samples))
		}
	}
}

// verdicts explores an instance and returns the verdict on each property.
func verdicts(t *testing.T, i spec.Instance) map[string]checkers.Verdict {
	t.Helper()
	setup, err := Spec().Setup(i)
	if err != nil {
		t.Fatal(err)
	}
	report, err := checkers.Check(t.Context(), setup.Model, setup.Properties, checkers.Options{KeepGoing: true})
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]checkers.Verdict{}
	for _, r := range report.Results {
		got[r.Property.Name()] = r.Verdict
	}
	return got
}

// TestConstantDelay: with a constant delay, mistakes end if, and only if, the delay as the clocks show it, or the lower
// bound if that is longer, covers the last check before the next heartbeat. So on a fast network mistakes go on for
// ever, and on a slow one they do not.
func TestConstantDelay(t *testing.T) {
	for interval := 1; interval <= 4; interval++ {
		for delay := 1; delay <= interval; delay++ {
			for skew := -2; skew <= 2; skew++ {
				enough := func(rtt int) bool { return max(rtt, 1) >= interval-1 }
				got := verdicts(t, spec.Instance{Params: map[string]int{"interval": interval, "skew": skew,
					"laps": 10/interval + 1}, Environment: sync(fmt.Sprintf("%d..%[1]d", delay))})
				for property, holds := range map[string]bool{
					checkers.EventualStrongAccuracy: enough(delay-skew) && enough(delay+skew),
					checkers.StrongAccuracy:         enough(delay-skew) && enough(delay+skew),
					checkers.EventualWeakAccuracy:   enough(delay-skew) || enough(delay+skew),
					checkers.StrongCompleteness:     true,
				} {
					if (got[property] == checkers.Holds) != holds {
						t.Errorf("a heartbeat every %d ticks, %d on its way, clocks that differ by %d: %s: %s", interval, delay, skew,
							property, got[property])
					}
				}
			}
		}
	}
}

// TestSourceNumbers: with the numbers of the source, a heartbeat every 5 checks, an initial timeout
// of 10, bounds of 1 and 600, timeouts adapted from 10 samples on and 100 kept, the detector is in
// no class even if every message takes exactly 1 tick.
func TestSourceNumbers(t *testing.T) {
	got := verdicts(t, spec.Instance{Params: map[string]int{"interval": 5, "initial": 10, "least": 1, "most": 600,
		"enough": 10, "keep": 100, "margin": 4}})
	for property, want := range map[string]checkers.Verdict{checkers.StrongCompleteness: checkers.Holds,
		checkers.WeakAccuracy: checkers.Violated, checkers.EventualWeakAccuracy: checkers.Violated} {
		if got[property] != want {
			t.Errorf("%s: %s, want %s", property, got[property], want)
		}
	}
}

// TestBounds: verdicts depend neither on the upper bound of timeouts, where that is long enough, nor on how long the
// system may be unstable, from 2 ticks on.
func TestBounds(t *testing.T) {
	same := func(first spec.Instance, vary func(i *spec.Instance, k int), ks ...int) {
		t.Helper()
		want := verdicts(t, first)
		for _, k := range ks {
			i := spec.Instance{Variant: first.Variant, Params: map[string]int{}, Environment: first.Environment}
			for name, v := range first.Params {
				i.Params[name] = v
			}
			vary(&i, k)
			for property, got := range verdicts(t, i) {
				if got != want[property] {
					t.Errorf("%s %v, %v: %s: %s, and %s otherwise", i.Variant, i.Params, i.Environment.Flags(), property, got,
						want[property])
				}
			}
		}
	}
	most := func(i *spec.Instance, k int) { i.Params["most"] = k }
	stable := func(i *spec.Instance, k int) { i.Environment.Within = spec.Budget(k) }
	same(spec.Instance{}, most, 10, 20, 600)
	same(spec.Instance{Variant: gapsVariant}, most, 10, 20)
	same(spec.Instance{Variant: spec.Corrected, Params: map[string]int{"interval": 2, "initial": 2, "most": 4},
		Environment: lossy(1)}, most, 3, 5, 12)
	same(spec.Instance{Variant: gapsVariant, Params: map[string]int{"interval": 2, "initial": 2, "most": 4},
		Environment: within(2, "1..1")}, stable, 3, 4)
	same(spec.Instance{Variant: spec.Corrected, Params: map[string]int{"interval": 2, "initial": 2, "most": 4},
		Environment: within(2, "1..1")}, stable, 3)
	same(spec.Instance{Params: map[string]int{"interval": 3, "initial": 4, "most": 4, "laps": 4},
		Environment: within(3, "1..1")}, stable, 2, 4)
}

func floats(all []int) (f []float64) {
	for _, x := range all {
		f = append(f, float64(x))
	}
	return f
}
