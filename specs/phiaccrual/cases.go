package phiaccrual

import (
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/specs/spec"
)

// sync returns synchronous timing with the given delay of messages.
func sync(delay string) spec.Environment {
	return spec.Environment{Timing: "sync", Delay: delay}
}

// within returns partial timing that is stable after at most the given number of ticks.
func within(ticks int, delay string) spec.Environment {
	return spec.Environment{Timing: "partial", Delay: delay, Within: spec.Budget(ticks)}
}

// lossy returns synchronous timing in which up to the given number of messages may be lost.
func lossy(messages int) spec.Environment {
	e := sync("1..1")
	e.Lose = spec.Budget(messages)
	return e
}

func cases() []spec.Case {
	// The properties violated if a crash is never noticed, if there are mistakes at first, and if there are mistakes for
	// ever.
	missed := []string{"strong-completeness", "weak-completeness", "detection-time"}
	first := []string{"strong-accuracy", "weak-accuracy"}
	forEver := []string{"strong-accuracy", "weak-accuracy", "eventual-strong-accuracy", "eventual-weak-accuracy"}
	and := func(a []string, b ...string) []string { return append(append([]string{}, a...), b...) }
	takes := func(ticks string) map[string]string { return map[string]string{"detection-time": ticks} }
	return []spec.Case{
		{
			Name: "written-2",
			Doc: "Every message takes exactly 1 tick: whoever crashes before three of its heartbeats have come is " +
				"available for ever",
			Params:   map[string]int{"most": 3},
			Violated: missed, Costs: takes("1 to 10, unbounded without an end"), States: 153, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "written-3", Doc: "The same with three processes, of which two may crash: nobody notices",
			Params:      map[string]int{"n": 3, "most": 3},
			Environment: spec.Environment{Crash: spec.Budget(2)},
			Violated:    missed, Costs: takes("0 or more, unbounded"), States: 2206, Confirmed: spec.WrittenTwice,
		},
		{
			Name:        "written-partial-2",
			Doc:         "Unstable for up to 4 ticks, and a low threshold: mistakes that end, and crashes that are missed",
			Params:      map[string]int{"threshold": 1, "interval": 2, "most": 8},
			Environment: within(4, "1..1"),
			Violated:    and(missed, first...), Costs: takes("1 to 8, unbounded without an end"), States: 19137,
			Confirmed: spec.WrittenTwice,
		},
		{
			Name: "written-partial-3", Doc: "Three processes, unstable for a tick: too short for a mistake",
			Params:      map[string]int{"n": 3, "threshold": 1, "interval": 3, "most": 5},
			Environment: within(1, "1..1"),
			Violated:    missed, Costs: takes("1 to 7, unbounded without an end"), States: 35220, Confirmed: spec.WrittenTwice,
			Long: true,
		},
		{
			Name: "written-async-2", Doc: "Asynchronous: not even complete",
			Params:      map[string]int{"threshold": 1, "interval": 1, "most": 2, "capacity": 1},
			Environment: spec.Environment{Timing: "async"},
			Violated:    and(and(missed, forEver...), "longest-interval"), Costs: takes("1 or more, unbounded"), States: 2357,
			Confirmed: spec.WrittenTwice,
		},
		{
			Name: "seeded-3",
			Doc: "Three processes, and detectors that begin with two intervals: perfect, since no silence is 7.6 " +
				"ticks long; a crash is noticed within 10 ticks",
			Variant: seededVariant, Params: map[string]int{"n": 3, "most": 3},
			Costs: takes("1 to 10"), States: 1420, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "seeded-threshold-10", Doc: "The highest threshold that phi reaches",
			Variant: seededVariant, Params: map[string]int{"threshold": 10, "most": 3},
			Costs: takes("1 to 11"), States: 197, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "seeded-threshold-11", Doc: "A threshold that phi, at most 10, never reaches: everybody is available for ever",
			Variant: seededVariant, Params: map[string]int{"threshold": 11, "most": 3},
			Violated: missed, Costs: takes("unbounded"), States: 197, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "corrected-threshold-12", Doc: "Phi without an upper bound, and a higher threshold: perfect",
			Variant: spec.Corrected, Params: map[string]int{"threshold": 12, "most": 3},
			Costs: takes("1 to 12"), States: 209, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "corrected-3", Doc: "Three processes, of which two may crash",
			Variant: spec.Corrected, Params: map[string]int{"n": 3, "most": 3},
			Environment: spec.Environment{Crash: spec.Budget(2)},
			Costs:       takes("0 to 10"), States: 2842, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "corrected-jitter-2", Doc: "Messages take 1 to 3 ticks: still perfect, and slower to notice a crash",
			Variant:     spec.Corrected,
			Environment: sync("1..3"),
			Costs:       takes("1 to 22"), States: 23355, Confirmed: spec.WrittenTwice,
		},
		{
			Name:    "corrected-threshold-2",
			Doc:     "A heartbeat in every tick, messages take 1 to 3, and a low threshold: just high enough",
			Variant: spec.Corrected, Params: map[string]int{"threshold": 2, "interval": 1},
			Environment: sync("1..3"),
			Costs:       takes("1 to 11"), States: 14387, Confirmed: spec.WrittenTwice,
		},
		{
			Name:    "corrected-threshold-1",
			Doc:     "The same with a threshold of 1, called 90% confidence that a process has failed: mistakes go on for ever",
			Variant: spec.Corrected, Params: map[string]int{"threshold": 1, "interval": 1},
			Environment: sync("1..3"),
			Violated:    forEver, Costs: takes("1 to 9"), States: 14387, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "corrected-partial-2", Doc: "Unstable for up to 4 ticks, and then every message takes 1: ◇P",
			Variant: spec.Corrected, Params: map[string]int{"threshold": 1},
			Environment: within(4, "1..1"),
			Violated:    first, Costs: takes("1 to 10"), States: 18447, Confirmed: spec.WrittenTwice,
		},
		{
			Name:    "corrected-partial-3",
			Doc:     "Three processes, unstable for a tick: too short for a mistake, even with a threshold of 1",
			Variant: spec.Corrected, Params: map[string]int{"n": 3, "threshold": 1, "interval": 3, "most": 5},
			Environment: within(1, "1..1"),
			Costs:       takes("1 to 7"), States: 35922, Confirmed: spec.WrittenTwice, Long: true,
		},
		{
			Name: "corrected-async-2", Doc: "Asynchronous: complete, and nothing else",
			Variant: spec.Corrected, Params: map[string]int{"threshold": 1, "interval": 1, "most": 2, "capacity": 1},
			Environment: spec.Environment{Timing: "async"},
			Violated:    and(forEver, "longest-interval"), Costs: takes("1 to 9"), States: 1746, Confirmed: spec.WrittenTwice,
			Two: "three have more than 700,000 states with every parameter as small as it can be; what a process measures " +
				"of another depends on the heartbeats of that one alone",
		},
		{
			Name: "corrected-lost-message-3",
			Doc: "One heartbeat of three processes may be lost: still perfect, and the time to notice a crash goes " +
				"from 10 to 17 ticks",
			Variant: spec.Corrected, Params: map[string]int{"n": 3, "most": 6},
			Environment: lossy(1),
			Costs:       takes("1 to 17"), States: 19943, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "corrected-lost-message-1", Doc: "Two processes, and a threshold of 1: one mistake, which ends",
			Variant: spec.Corrected, Params: map[string]int{"threshold": 1, "most": 6},
			Environment: lossy(1),
			Violated:    first, Costs: takes("1 to 7"), States: 832, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "corrected-lossy-2", Doc: "Any number of heartbeats may be lost: nothing helps",
			Variant: spec.Corrected, Params: map[string]int{"most": 3},
			Environment: lossy(model.Unlimited),
			Violated:    and(forEver, "longest-interval"), Costs: takes("1 to 12"), States: 14791, Confirmed: spec.WrittenTwice,
		},
	}
}
