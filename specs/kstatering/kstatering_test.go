package kstatering

import (
	"math"
	"testing"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/specs/spec"
	"github.com/anel-mc/mc/specs/spectest"
)

func TestSpec(t *testing.T) { spectest.Test(t, Spec()) }

// TestStates: how many states a machine needs. A central daemon is content with one less than a distributed one, and
// with two in a ring of two.
func TestStates(t *testing.T) {
	for n := 2; n <= 6; n++ {
		for k := 2; k <= min(n+1, 8) && math.Pow(float64(k), float64(n)) <= 20_000; k++ {
			for variant, least := range map[string]int{spec.AsWritten: n - 1, distributed: n} {
				setup, err := Spec().Setup(spec.Instance{Variant: variant, Params: map[string]int{"n": n, "k": k}})
				if err != nil {
					t.Fatal(err)
				}
				r, err := checkers.Check(t.Context(), setup.Model, setup.Properties[:3], checkers.Options{KeepGoing: true})
				if err != nil {
					t.Fatal(err)
				}
				if holds := r.Verdict == checkers.Holds; holds != (k >= least) {
					t.Errorf("%s, n=%d, k=%d: %s", variant, n, k, r.Verdict)
				}
			}
		}
	}
}
