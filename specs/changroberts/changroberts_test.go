package changroberts

import (
	"fmt"
	"slices"
	"testing"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/specs/internal/ring"
	"github.com/anel-mc/mc/specs/spec"
	"github.com/anel-mc/mc/specs/spectest"
)

func TestSpec(t *testing.T) { spectest.Test(t, Spec()) }

// check explores an instance on a number of workers, asking for uniqueness alone.
func check(t testing.TB, i spec.Instance, workers int) *checkers.Report {
	t.Helper()
	setup, err := Spec().Setup(i)
	if err != nil {
		t.Fatal(err)
	}
	uniqueness := slices.DeleteFunc(setup.Properties, func(p checkers.Property) bool { return p.Name() != "uniqueness" })
	report, err := checkers.Check(t.Context(), setup.Model, uniqueness, checkers.Options{Workers: workers})
	if err != nil {
		t.Fatal(err)
	}
	if report.Verdict != checkers.Holds || !report.Exhaustive {
		t.Fatalf("uniqueness: %s, %d states, bound %q", report.Verdict, report.States, report.Bound)
	}
	return report
}

// TestArrangements decides uniqueness for every arrangement of up to five identifiers and
// confirms every number of states by brute force.
func TestArrangements(t *testing.T) {
	for n := 2; n <= 5; n++ {
		for index := range ring.Arrangements(n) {
			ids, err := ring.Arrange(n, index)
			if err != nil {
				t.Fatal(err)
			}
			if sorted := slices.Sorted(slices.Values(ids)); !slices.Equal(sorted, []int{1, 2, 3, 4, 5}[:n]) {
				t.Fatalf("arrangement %d of %d is %v", index, n, ids)
			}
			i := spec.Instance{Params: map[string]int{"n": n, "arrangement": index}}
			report := check(t, i, 1)
			if got := twice(t, Spec().Complete(i)).Count(); uint64(got) != report.States {
				t.Errorf("ring %v: brute force finds %d states, the engine %d", ids, got, report.States)
			}
		}
	}
}

// TestInitiators decides for every set of initiators, all of which suspect the leader sooner
// or later, whether somebody is elected: if and only if the largest is among them.
func TestInitiators(t *testing.T) {
	for n := 2; n <= 5; n++ {
		for initiators := 1; initiators < 1<<n; initiators++ {
			setup, err := Spec().Setup(spec.Instance{Params: map[string]int{"n": n, "initiators": initiators, "certain": 1}})
			if err != nil {
				t.Fatal(err)
			}
			termination := slices.DeleteFunc(setup.Properties,
				func(p checkers.Property) bool { return p.Name() != "termination" })
			report, err := checkers.Check(t.Context(), setup.Model, termination, checkers.Options{})
			if err != nil {
				t.Fatal(err)
			}
			want := checkers.Violated
			if initiators>>(n-1) == 1 {
				want = checkers.Holds
			}
			if report.Verdict != want {
				t.Errorf("n=%d initiators=%d: termination %s, want %s", n, initiators, report.Verdict, want)
			}
		}
	}
}

// large is a ring of n on which every process may start once and each message travels as
// far as it can.
func large(n int) spec.Instance {
	return spec.Instance{Variant: passive, Params: map[string]int{"n": n, "arrangement": -1}}
}

// TestCalls verifies that the user's code runs once per distinct input and not once per
// transition, and that the number of workers makes no difference.
func TestCalls(t *testing.T) {
	sizes := []int{3, 6, 8, 9}
	if testing.Short() {
		sizes = sizes[:3]
	}
	for _, n := range sizes {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			one := check(t, large(n), 1)
			if one.Calls >= 1000 {
				t.Errorf("user code ran %d times for %d transitions", one.Calls, one.Transitions)
			}
			for workers := 2; workers <= 3; workers++ {
				more := check(t, large(n), workers)
				if more.States != one.States || more.Transitions != one.Transitions || !slices.Equal(more.Levels, one.Levels) {
					t.Errorf("%d workers find %d states and %d transitions, one worker %d and %d",
						workers, more.States, more.Transitions, one.States, one.Transitions)
				}
			}
		})
	}
}

// TestPrototype compares with the numbers that a prototype, written before this toolkit and
// without its code, found for eleven processes.
func TestPrototype(t *testing.T) {
	if !spectest.Long() {
		t.Skip("38 million transitions: run with LONG=1 in the environment")
	}
	report := check(t, large(11), 0)
	if report.States != 6_979_304 || report.Transitions != 38_245_005 {
		t.Errorf("%d states and %d transitions, the prototype found 6979304 and 38245005", report.States, report.Transitions)
	}
}

// BenchmarkChangRoberts explores rings of 9 and 11 on one worker: 274 thousand and 7 million
// states.
//
//	go test -run '^$' -bench ChangRoberts -benchtime 1x ./specs/changroberts
func BenchmarkChangRoberts(b *testing.B) {
	for _, n := range []int{9, 11} {
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			var report *checkers.Report
			transitions := uint64(0)
			for b.Loop() {
				report = check(b, large(n), 1)
				transitions += report.Transitions
			}
			b.ReportMetric(float64(transitions)/b.Elapsed().Seconds(), "transitions/s")
			b.ReportMetric(float64(report.Bytes)/float64(report.States), "bytes/state")
			b.ReportMetric(float64(report.States), "states")
			b.ReportMetric(float64(report.Calls), "usercalls")
		})
	}
}
