package termvoting

import (
	"fmt"
	"slices"
	"testing"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/specs/spec"
	"github.com/anel-mc/mc/specs/spectest"
)

func TestSpec(t *testing.T) { spectest.Test(t, Spec()) }

// verdict returns the verdict of one property of an instance.
func verdict(t *testing.T, i spec.Instance, property string) checkers.Verdict {
	t.Helper()
	setup, err := Spec().Setup(i)
	if err != nil {
		t.Fatal(err)
	}
	only := slices.DeleteFunc(setup.Properties, func(p checkers.Property) bool { return p.Name() != property })
	if len(only) != 1 {
		t.Fatalf("there is no property %s", property)
	}
	report, err := checkers.Check(t.Context(), setup.Model, only, checkers.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return report.Verdict
}

// TestHalf decides, for all weights up to 2 of two and three processes, whether half of the weight
// is enough for one leader per term: it is unless some of the processes have exactly half. More
// than half always is.
func TestHalf(t *testing.T) {
	for digits := 10; digits < 300; digits++ {
		n := len(fmt.Sprint(digits))
		weights, err := weightsOf(n, digits)
		if err != nil {
			t.Fatal(err)
		}
		if slices.Max(weights) > 2 {
			continue
		}
		total, halves := 0, false
		for _, w := range weights {
			total += w
		}
		for set := range 1 << n {
			some := 0
			for i, w := range weights {
				some += w * (set >> i & 1)
			}
			halves = halves || 2*some == total
		}
		for half := range 2 {
			want := checkers.Holds
			if half == 1 && halves {
				want = checkers.Violated
			}
			i := spec.Instance{Variant: termsVariant, Params: map[string]int{"n": n, "weights": digits, "half": half}}
			if got := verdict(t, i, "one-leader-per-term"); got != want {
				t.Errorf("weights %v, half=%d: one-leader-per-term %s, want %s", weights, half, got, want)
			}
		}
	}
}

// TestSuccession verifies that without terms, where a vote is given for ever, no number of elections
// up to 4 brings a second leader, and that with terms two are enough.
func TestSuccession(t *testing.T) {
	for elections := 2; elections <= 4; elections++ {
		for _, variant := range []string{weightsVariant, termsVariant} {
			i := spec.Instance{Variant: variant, Params: map[string]int{"elections": elections},
				Environment: spec.Environment{Crash: spec.Budget(1)}}
			want := checkers.Holds
			if variant == weightsVariant {
				want = checkers.Violated
			}
			if got := verdict(t, i, "succession"); got != want {
				t.Errorf("%s, %d elections: succession %s, want %s", variant, elections, got, want)
			}
		}
	}
}
