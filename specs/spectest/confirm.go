package spectest

import (
	"strings"
	"testing"

	"github.com/anel-mc/mc/specs/internal/brute"
	"github.com/anel-mc/mc/specs/spec"
)

// Confirm counts the states of each case whose Confirmed is, or includes, how once more with count, and compares them.
func Confirm(t *testing.T, s spec.Spec, how string, count func(t *testing.T, i spec.Instance) int) {
	found := false
	for _, c := range s.Cases {
		if !strings.HasPrefix(c.Confirmed, how) {
			continue
		}
		found = true
		t.Run(c.Name, func(t *testing.T) {
			if why := Skip(c); why != "" {
				t.Skip(why)
			}
			if got := count(t, s.Complete(c.Instance())); uint64(got) != c.States {
				t.Errorf("%s: %d states, and the record says %d", how, got, c.States)
			}
		})
	}
	if !found {
		t.Errorf("no case is confirmed by %s", how)
	}
}

// Environment returns e for a search that does not use the toolkit. Settings made by Build must be added to it.
func Environment(e spec.Environment) brute.Environment {
	return brute.Environment{
		Crash: e.Crash, Recover: e.Recover, Lose: e.Lose, Duplicate: e.Duplicate, Cut: e.Cut,
		Partition: e.Partition, Heal: e.Heal, Order: e.Order, Timing: e.Timing, Delay: e.Delay,
		Handling: e.Handling, Within: e.Within, CrashOnly: e.CrashOnly, Perfect: e.Detector == "perfect",
	}
}
