package checkertest

import (
	"slices"

	"pgregory.net/rapid"

	"github.com/anel-mc/mc/counterexamples"
	"github.com/anel-mc/mc/model/system"
)

// Walk returns an execution of random steps: at least least (unless it ends before) and at most most of them.
func Walk(t *rapid.T, sys *system.System, least, most int) *counterexamples.Execution {
	var starts [][]uint32
	if err := sys.Initial(func(v []uint32) { starts = append(starts, slices.Clone(v)) }); err != nil {
		t.Fatal(err)
	}
	first := rapid.SampledFrom(starts).Draw(t, "initial")
	v := first
	var events []uint64
	for range rapid.IntRange(least, most).Draw(t, "steps") {
		enabled, err := sys.Events(v)
		if err != nil {
			t.Fatal(err)
		}
		if len(enabled) == 0 {
			break
		}
		n := rapid.SampledFrom(enabled).Draw(t, "event")
		events, v = append(events, n.Number), n.After
	}
	e, err := counterexamples.New(sys, first, events)
	if err != nil {
		t.Fatal(err)
	}
	return e
}
