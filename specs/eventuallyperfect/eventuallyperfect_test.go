package eventuallyperfect

import (
	"fmt"
	"testing"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/specs/spec"
	"github.com/anel-mc/mc/specs/spectest"
)

func TestSpec(t *testing.T) { spectest.Test(t, Spec()) }

// verdicts explores an instance of two processes, one of which may crash.
func verdicts(t *testing.T, variant, timing, delay string, params map[string]int) map[string]checkers.Verdict {
	t.Helper()
	setup, err := Spec().Setup(spec.Instance{Variant: variant, Params: params, Environment: crash(timing, delay)})
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

// TestRoundTrip: under synchronous timing a fixed interval makes the detector perfect if, and
// only if, it is a round trip or longer, and the intervals that are raised never exceed one.
func TestRoundTrip(t *testing.T) {
	for delay := range 3 {
		enough := max(2*delay, 1)
		for interval := 1; interval <= enough+1; interval++ {
			want := checkers.Violated
			if interval >= enough {
				want = checkers.Holds
			}
			got := verdicts(t, spec.AsWritten, "sync", fmt.Sprint(delay), map[string]int{"interval": interval, "window": 0})
			for _, property := range []string{"strong-accuracy", "eventual-weak-accuracy", "mistakes-are-mistakes"} {
				if got[property] != want {
					t.Errorf("messages of up to %d ticks and an interval of %d: %s: %s, want %s", delay, interval, property,
						got[property], want)
				}
			}
		}
		for most := 1; most <= enough; most++ {
			want := checkers.Violated
			if most == enough {
				want = checkers.Holds
			}
			got := verdicts(t, spec.Corrected, "sync", fmt.Sprint(delay), map[string]int{"most": most, "window": 0})
			for _, property := range []string{"longest-interval", "eventual-strong-accuracy"} {
				if got[property] != want {
					t.Errorf("messages of up to %d ticks and intervals of up to %d: %s: %s, want %s", delay, most, property,
						got[property], want)
				}
			}
		}
	}
}

// TestBounds: under partial timing no verdict depends on the bounds that the model puts on
// intervals and on tests, once the interval can be a round trip.
func TestBounds(t *testing.T) {
	same := func(variant string, all ...map[string]int) {
		want := verdicts(t, variant, "partial", "1", all[0])
		for _, params := range all[1:] {
			for property, got := range verdicts(t, variant, "partial", "1", params) {
				if got != want[property] {
					t.Errorf("%s with %v: %s: %s, and %s with %v", variant, params, property, got, want[property], all[0])
				}
			}
		}
	}
	same(spec.AsWritten,
		map[string]int{"interval": 2, "window": 1}, map[string]int{"interval": 2, "window": 2},
		map[string]int{"interval": 2, "window": 3},
		map[string]int{"interval": 3, "window": 1})
	same(spec.Corrected,
		map[string]int{"most": 2, "window": 1}, map[string]int{"most": 3, "window": 1},
		map[string]int{"most": 5, "window": 1},
		map[string]int{"most": 2, "window": 2})
}
