package stableelection

import (
	"slices"
	"testing"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/specs/spec"
)

func TestSpec(t *testing.T) { spec.Test(t, Spec()) }

// demotions is the greatest number of times that the observer leaves a leader that it trusts, up to
// limit.
func demotions(t *testing.T, variant string, n, limit int, e spec.Environment) int {
	t.Helper()
	for most := range limit {
		setup, err := Spec().Setup(spec.Instance{Variant: variant, Params: map[string]int{"n": n, "demotions": most + 1}, Environment: e})
		if err != nil {
			t.Fatal(err)
		}
		only := slices.DeleteFunc(setup.Properties, func(p checkers.Property) bool { return p.Name() != "few-demotions" })
		report, err := checkers.Check(t.Context(), setup.Model, only, checkers.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if report.Verdict == checkers.Holds {
			return most
		}
	}
	return limit
}

// TestDemotions counts the demotions that a process which crashes and recovers up to three
// times brings about, and those of two crashes and recoveries of any of two processes.
func TestDemotions(t *testing.T) {
	best := map[string]string{strongestVariant: "3", incarnationsVariant: "1", uptimeVariant: "3", cappedVariant: "3"}
	for variant, want := range map[string][4]int{
		strongestVariant:    {1, 2, 3, 2},
		incarnationsVariant: {0, 0, 0, 1},
		uptimeVariant:       {0, 0, 0, 0},
		cappedVariant:       {1, 2, 3, 2},
	} {
		var got [4]int
		for flap := range 3 {
			got[flap] = demotions(t, variant, 3, 5, flaps(flap+1, best[variant]))
		}
		got[3] = demotions(t, variant, 2, 5, flaps(2))
		if got != want {
			t.Errorf("%s: demotions with 1, 2 and 3 flaps of the best process, and with 2 of two processes: %v, want %v", variant, got, want)
		}
	}
}
