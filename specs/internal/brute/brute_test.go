package brute

import (
	"fmt"
	"slices"
	"testing"
)

func TestOutcomes(t *testing.T) {
	var got []string
	Outcomes(func(choose func(n int) int) {
		if a := choose(2); a == 0 {
			got = append(got, fmt.Sprint(a, choose(3)))
		} else {
			got = append(got, fmt.Sprint(a))
		}
	})
	if want := []string{"0 0", "0 1", "0 2", "1"}; !slices.Equal(got, want) {
		t.Errorf("the outcomes are %q, want %q", got, want)
	}
}

// TestSystem counts systems of one message by hand.
func TestSystem(t *testing.T) {
	one := 1
	tests := []struct {
		name string
		e    Environment
		want int
	}{
		{"on its way, and there", Environment{}, 2},
		{"lost, too", Environment{Lose: &one}, 3},
		{"twice, the second time before or after the receiver has it", Environment{Duplicate: &one}, 4},
		{"the receiver crashes before or after", Environment{Crash: &one, CrashOnly: []string{"2"}}, 3},
		{"its link is cut before or after", Environment{Cut: &one}, 4},
		{"and mended", Environment{Cut: &one, Heal: &one}, 6},
		{"0 to 2 ticks: it may still take 2, 1 or 0", Environment{Timing: "sync", Delay: "0..2"}, 4},
		{"2 ticks", Environment{Timing: "sync", Delay: "2..2"}, 4},
		{"2 ticks once the system is stable", Environment{Timing: "partial", Delay: "0..2"}, 6},
	}
	for _, test := range tests {
		s := System[bool, string]{
			N: 2, Environment: test.e,
			Start: func(w *World[bool, string], p int) {
				if p == 0 {
					w.Send(0, 1, "hello")
				}
			},
			Receive: func(w *World[bool, string], p, _ int, _ string) { w.P[p] = true },
		}
		if got := s.Count(); got != test.want {
			t.Errorf("%s: %d states, want %d", test.name, got, test.want)
		}
	}
}
