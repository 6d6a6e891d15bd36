package explore

import (
	"context"
	"math"
	"testing"
	"time"

	"pgregory.net/rapid"
)

func sum(levels []uint64) (n uint64) {
	for _, l := range levels {
		n += l
	}
	return n
}

// binomial is the levels of n bits that are set one after the other in any order.
func binomial(n int) []uint64 {
	levels := []uint64{1}
	for k := range n {
		levels = append(levels, levels[k]*uint64(n-k)/uint64(k+1))
	}
	return levels
}

func TestEstimateBinomial(t *testing.T) {
	for _, n := range []int{20, 30, 40} {
		levels := binomial(n)
		for at := n / 2; at < n; at++ {
			e := EstimateRest(levels[:at+1], sum(levels[:at+1]))
			rest := sum(levels[at+1:])
			if !e.Known || rest < e.Low || rest > e.High {
				t.Errorf("%d bits, %d levels: %+v, and the rest is %d", n, at+1, e, rest)
			}
		}
	}
}

func TestEstimateNone(t *testing.T) {
	double, steady := []uint64{1}, []uint64{100}
	for i := range 30 {
		double, steady = append(double, 2*double[i]), append(steady, 100)
		for what, levels := range map[string][]uint64{"doubling": double, "steady": steady} {
			if e := EstimateRest(levels, 0); e.Known {
				t.Errorf("%d %s levels: %+v, want no guess", len(levels), what, e)
			}
		}
	}
	if e := EstimateRest(double, 0); e.Growth != 2 {
		t.Errorf("doubling levels grow by %v", e.Growth)
	}
	for _, levels := range [][]uint64{nil, {1}, {1, 2, 4, 3, 2, 1, 1}, {1, 0, 3, 4, 5, 4, 3, 2, 1, 1}} {
		if e := EstimateRest(levels, 0); e.Known {
			t.Errorf("%v: %+v, want no guess", levels, e)
		}
	}
}

// Whatever the levels are, there is an answer, it is in order, and it is finite.
func TestEstimateAny(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		levels := rapid.SliceOfN(rapid.OneOf(rapid.Uint64Range(0, 3), rapid.Uint64Range(1, 1000), rapid.Uint64Range(1, math.MaxUint32)), 0, 60).Draw(t, "levels")
		e := EstimateRest(levels, rapid.Uint64().Draw(t, "states"))
		switch {
		case math.IsNaN(e.Growth) || math.IsInf(e.Growth, 0) || e.Growth < 0:
			t.Fatalf("%+v", e)
		case !e.Known && (e.Low != 0 || e.High != 0), e.Low > e.High, e.High > 101*sum(levels):
			t.Fatalf("%+v of %d", e, sum(levels))
		}
	})
}

// Counts that a sequential search makes for each state, of the event that found it.
func foundByTwin(t *testing.T, r *Result) map[int]uint64 {
	t.Helper()
	counts := map[int]uint64{}
	v, next := make([]uint32, r.sys.Width()), make([]uint32, r.sys.Width())
	seen := map[uint64]bool{}
	stepper := r.sys.Stepper()
	if err := r.sys.Initial(func(v []uint32) {
		id, _ := r.ID(v)
		seen[id] = true
	}); err != nil {
		t.Fatal(err)
	}
	first := r.States - r.States/4
	for id := range r.States {
		r.State(id, v)
		if err := stepper.Step(v, func(event uint64, slots []int32, values []uint32) {
			copy(next, v)
			for i, slot := range slots {
				next[slot] = values[i]
			}
			if to, ok := r.ID(next); ok && !seen[to] {
				seen[to] = true
				if to >= first {
					counts[Class(event)]++
				}
			}
		}); err != nil {
			t.Fatal(err)
		}
	}
	return counts
}

func TestFoundBy(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		sys := drawRules(rt)
		r, err := search(context.Background(), sys, nil, Options{MaxStates: rapid.SampledFrom([]uint64{0, 3, 20}).Draw(rt, "max")}, drawConfig(rt))
		if err != nil {
			rt.Fatal(err)
		}
		want := foundByTwin(t, r)
		for class, n := range r.FoundBy(r.Len()) {
			if want[class] != n {
				rt.Fatalf("class %d found %d of the newest states, want %d", class, n, want[class])
			}
			delete(want, class)
		}
		if len(want) > 0 {
			rt.Fatalf("missing: %v", want)
		}
		if few := sum(r.FoundBy(2)); few > 2 {
			rt.Fatalf("a sample of 2 has %d", few)
		}
	})
}

// What is shown on the way is a part of what comes out in the end. The search is one without an end, and ends when
// there were some samples.
func TestProgressLevels(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	var shown []Progress
	samples := 0
	show := func(p Progress) {
		shown = append(shown, p)
		if by := sum(p.FoundBy); by > progressSample {
			t.Errorf("a sample of %d", by)
		} else if by > 0 {
			samples++
		}
		if samples == 5 {
			cancel()
		}
	}
	cfg := defaultConfig()
	cfg.round = 64
	r, err := search(ctx, &counter{}, nil, Options{Workers: 2, ProgressEvery: 100 * time.Microsecond, Progress: show}, cfg)
	if err != nil || r.Bound != BoundInterrupt {
		t.Fatalf("%d samples, bound %q, error %v", samples, r.Bound, err)
	}
	for _, p := range shown {
		if len(p.Levels) > len(r.Levels) || sum(p.Levels) > p.States || p.Depth != max(len(p.Levels)-1, 0) {
			t.Fatalf("%+v", p)
		}
		for d, n := range p.Levels {
			if n != r.Levels[d] {
				t.Fatalf("level %d has %d states, and in the end %d", d, n, r.Levels[d])
			}
		}
	}
	t.Logf("shown %d times, with %d samples", len(shown), samples)
}
