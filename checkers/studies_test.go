package checkers_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/checkers/refine"
	"github.com/anel-mc/mc/model"
)

// Every system has its own traces, and one with fewer failures has no others.
func TestTracesOfSystems(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := drawSystem(t)
		i := d.Instance()
		opt := checkers.Options{MaxStates: 500}
		got, err := refine.Traces(t.Context(), i, i, opt)
		if err != nil || got.Verdict == checkers.Violated {
			t.Fatalf("a system and itself: %+v, %v", got, err)
		}
		less := i
		less.Faults = model.Faults{}
		got, err = refine.Traces(t.Context(), less, i, opt)
		if err != nil || got.Verdict == checkers.Violated {
			t.Fatalf("a system without failures, and with them: %+v, %v", got, err)
		}
	})
}
