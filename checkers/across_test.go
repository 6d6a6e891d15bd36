package checkers_test

import (
	"math"
	"testing"

	"github.com/anel-mc/mc/checkers"
)

func TestAcross(t *testing.T) {
	range3 := checkers.CostRange{Min: 3, Max: 5, Ends: true, Mean: 4}
	seven := checkers.CostRange{Min: 7, Max: 7, Ends: true, Mean: 7}
	endless := checkers.CostRange{Unbounded: true, Mean: math.NaN()}
	for _, c := range []struct {
		of   []checkers.CostRange
		want string
		mean float64
	}{
		{nil, "at most 0", 0},
		{[]checkers.CostRange{range3}, "3 to 5", 4},
		{[]checkers.CostRange{range3, seven}, "3 to 7", 5.5},
		{[]checkers.CostRange{seven, range3, range3}, "3 to 7", 5},
		{[]checkers.CostRange{endless, range3}, "3 or more, unbounded", math.NaN()},
		{[]checkers.CostRange{{Max: 9, Mean: 2}, range3}, "3 to 9", 3},
		{[]checkers.CostRange{{Unbounded: true, Mean: math.Inf(1)}, range3}, "3 or more, unbounded", math.Inf(1)},
	} {
		got := checkers.Across(c.of)
		if got.String() != c.want || got.Mean != c.mean && !(math.IsNaN(got.Mean) && math.IsNaN(c.mean)) {
			t.Errorf("%v: %s, mean %g, want %s, %g", c.of, got, got.Mean, c.want, c.mean)
		}
	}
}
