package checkers_test

import (
	"math"
	"testing"

	"github.com/anel-mc/mc/checkers"
)

func TestAcross(t *testing.T) {
	nan := math.NaN()
	range3 := checkers.CostRange{Min: 3, Max: 5, Ends: true, Mean: 4, Chance: 1}
	seven := checkers.CostRange{Min: 7, Max: 7, Ends: true, Mean: 7, Chance: 1}
	rarely := checkers.CostRange{Min: 1, Max: 2, Ends: true, Mean: 2, Chance: 0.25, Endless: 6}
	never := checkers.CostRange{Unbounded: true, Mean: nan}
	more := checkers.CostRange{Min: 4, Unbounded: true, Ends: true, Mean: math.Inf(1), Chance: 1}
	for _, c := range []struct {
		of   []checkers.CostRange
		want string
		mean float64
	}{
		{nil, "at most 0", 0},
		{[]checkers.CostRange{range3}, "3 to 5", 4},
		{[]checkers.CostRange{range3, seven}, "3 to 7", 5.5},
		{[]checkers.CostRange{seven, range3, range3}, "3 to 7", 5},
		{[]checkers.CostRange{never, range3}, "3 to 5, unbounded without an end", 4},
		{[]checkers.CostRange{never, never}, "unbounded", nan},
		{[]checkers.CostRange{{Max: 9, Mean: nan}, range3}, "3 to 5, up to 9 without an end", 4},
		{[]checkers.CostRange{{Max: 9, Mean: nan}, {Max: 8, Mean: nan}}, "at most 9", nan},
		{[]checkers.CostRange{rarely, range3}, "1 to 5, up to 6 without an end", (4 + 0.5) / 1.25},
		{[]checkers.CostRange{rarely, seven}, "1 to 7", (7 + 0.5) / 1.25},
		{[]checkers.CostRange{range3, more}, "3 or more, unbounded", math.Inf(1)},
		{[]checkers.CostRange{never, more}, "4 or more, unbounded", math.Inf(1)},
		{[]checkers.CostRange{{Min: 1, Max: 1, Ends: true, Mean: nan, Chance: nan}, range3}, "1 to 5", nan},
		{[]checkers.CostRange{{Min: 1, Max: 1, Ends: true, Mean: nan}, range3}, "1 to 5", 4},
	} {
		got := checkers.Across(c.of)
		if got.String() != c.want || got.Mean != c.mean && !(math.IsNaN(got.Mean) && math.IsNaN(c.mean)) {
			t.Errorf("%v: %s, mean %g, want %s, %g", c.of, got, got.Mean, c.want, c.mean)
		}
	}
}

// TestExpected: the mean is written where it says more than the range, and of how many it is where that is not all.
func TestExpected(t *testing.T) {
	for _, c := range []struct {
		of         checkers.CostRange
		mean, part string
	}{
		{checkers.CostRange{Min: 3, Max: 3, Ends: true, Mean: 3, Chance: 1}, "", ""},
		{checkers.CostRange{Min: 3, Max: 3, Ends: true, Mean: 3, Chance: 0.25}, "", "25%"},
		{checkers.CostRange{Min: 3, Max: 5, Ends: true, Mean: 3.75, Chance: 1}, "3.75", ""},
		{checkers.CostRange{Min: 3, Max: 5, Ends: true, Mean: 3.75, Chance: 0.9995}, "3.75", ">99.9%"},
		{checkers.CostRange{Min: 3, Max: 5, Ends: true, Mean: 3.75, Chance: 1e-6}, "3.75", "<0.1%"},
		{checkers.CostRange{Min: 3, Max: 5, Ends: true, Mean: math.NaN()}, "", "0%"},
		{checkers.CostRange{Min: 3, Unbounded: true, Ends: true, Mean: math.Inf(1), Chance: 0.5}, "without bound", "50%"},
		{checkers.CostRange{Max: 5, Mean: math.NaN()}, "", ""},
		{checkers.CostRange{Min: 3, Max: 5, Ends: true, Mean: math.NaN(), Chance: math.NaN()}, "", ""},
	} {
		if mean, part := c.of.Expected(); mean != c.mean || part != c.part {
			t.Errorf("%+v: %q of %q, want %q of %q", c.of, mean, part, c.mean, c.part)
		}
	}
}
