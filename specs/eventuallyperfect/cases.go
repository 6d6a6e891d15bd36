package eventuallyperfect

import (
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/specs/spec"
)

// crash is an environment in which one process may crash.
func crash(timing, delay string) spec.Environment {
	return spec.Environment{Timing: timing, Delay: delay, Crash: spec.Budget(1)}
}

// within is partially synchronous timing that is stable after at most that many ticks.
func within(ticks int) spec.Environment {
	e := crash("partial", "")
	e.Within = spec.Budget(ticks)
	return e
}

// lossy is synchronous timing in which up to that many messages may be lost.
func lossy(messages int) spec.Environment {
	e := crash("sync", "0..1")
	e.Lose = spec.Budget(messages)
	return e
}

func cases() []spec.Case {
	// The properties violated by a detector that makes mistakes at first only, and for ever.
	first := []string{"strong-accuracy", "weak-accuracy", "mistakes-are-mistakes"}
	forEver := append([]string{"eventual-strong-accuracy", "eventual-weak-accuracy"}, first...)
	and := func(violated []string, more string) []string { return append([]string{more}, violated...) }
	large := "three processes whose intervals grow from less than a round trip have more than 1.5 million states"
	return []spec.Case{
		{
			Name: "written-2",
			Doc: "The chapter's timing, and a first interval that is too short: it is never raised, and mistakes " +
				"go on for ever",
			Params:      map[string]int{"n": 2, "interval": 1, "window": 0},
			Environment: within(4),
			Violated:    forEver, States: 53916, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "written-long-2", Doc: "The same with a first interval that happens to be long enough for a round trip",
			Params:      map[string]int{"n": 2, "interval": 2},
			Environment: crash("partial", ""),
			Violated:    first, States: 786, Confirmed: spec.WrittenTwice,
		},
		{
			Name:        "written-long-2-twice",
			Doc:         "The same when two tests of a process may be unanswered: more of them change nothing",
			Params:      map[string]int{"n": 2, "interval": 2, "window": 2},
			Environment: crash("partial", ""),
			Violated:    first, States: 6510, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "written-long-3", Doc: "Three processes, stable within 3 ticks",
			Params:      map[string]int{"n": 3, "interval": 2},
			Environment: within(3),
			Violated:    first, States: 138425, Confirmed: spec.WrittenTwice, Long: true,
		},
		{
			Name: "corrected-2",
			Doc: "The chapter's timing: the interval grows without end until the system is stable, and mistakes end " +
				"after that",
			Variant: spec.Corrected, Params: map[string]int{"n": 2, "most": 4},
			Environment: crash("partial", ""),
			Violated:    and(first, "longest-interval"), States: 21398, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "corrected-2-tight", Doc: "The same when the interval cannot be raised beyond a round trip: that is enough",
			Variant: spec.Corrected, Params: map[string]int{"n": 2, "most": 2},
			Environment: crash("partial", ""),
			Violated:    and(first, "longest-interval"), States: 2798, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "corrected-2-within", Doc: "Stable within 4 ticks: the interval needs no bound, and neither do tests",
			Variant: spec.Corrected, Params: map[string]int{"n": 2, "most": 8, "window": 0},
			Environment: within(4),
			Violated:    first, States: 63944, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "corrected-3-within",
			Doc: "Three processes, stable within 3 ticks: an interval that is a round trip at first is raised if " +
				"answers are late",
			Variant: spec.Corrected, Params: map[string]int{"n": 3, "interval": 2, "most": 4},
			Environment: within(3),
			Violated:    first, States: 238336, Confirmed: spec.WrittenTwice, Long: true,
		},
		{
			Name: "sync-2", Doc: "Messages take up to 1 tick, and the interval is a round trip, 2: a perfect detector",
			Params:      map[string]int{"n": 2, "interval": 2, "window": 0},
			Environment: crash("sync", "0..1"),
			States:      106, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "sync-3", Doc: "The same with three processes",
			Params:      map[string]int{"n": 3, "interval": 2, "window": 0},
			Environment: crash("sync", "0..1"),
			States:      15700, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "sync-3-two-crashes", Doc: "The same, and two of them may crash",
			Params:      map[string]int{"n": 3, "interval": 2, "window": 0},
			Environment: spec.Environment{Timing: "sync", Delay: "0..1", Crash: spec.Budget(2)},
			States:      16318, Confirmed: spec.WrittenTwice,
		},
		{
			Name:        "sync-short-2",
			Doc:         "The interval is one tick less than a round trip: not even in the end is anybody trusted for good",
			Params:      map[string]int{"n": 2, "interval": 1, "window": 0},
			Environment: crash("sync", "0..1"),
			Violated:    forEver, States: 595, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "sync-short-2-corrected", Doc: "The same with an interval that is raised: it stops at a round trip",
			Variant: spec.Corrected, Params: map[string]int{"n": 2, "most": 3, "window": 0},
			Environment: crash("sync", "0..1"),
			Violated:    first, States: 1105, Confirmed: spec.WrittenTwice,
			Two: large,
		},
		{
			Name: "sync-slow-2", Doc: "Messages take up to 2 ticks, and the interval is 3: one less than a round trip",
			Params:      map[string]int{"n": 2, "interval": 3, "window": 0},
			Environment: crash("sync", "0..2"),
			Violated:    forEver, States: 855, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "sync-slow-2-corrected", Doc: "Messages take up to 2 ticks, and the interval is raised from 1",
			Variant: spec.Corrected, Params: map[string]int{"n": 2, "most": 5, "window": 0},
			Environment: crash("sync", "0..2"),
			Violated:    first, States: 84863, Confirmed: spec.WrittenTwice,
			Two: large,
		},
		{
			Name: "sync-late-answers",
			Doc: "Messages take exactly 1 tick: though no answer comes in its own interval, mistakes end, since " +
				"any answer counts",
			Params:      map[string]int{"n": 2, "interval": 1, "window": 0},
			Environment: crash("sync", "1..1"),
			Violated:    first, States: 119, Confirmed: spec.Self,
		},
		{
			Name: "sync-lost-message",
			Doc: "A perfect detector's interval, and one message may be lost: one mistake, which ends, and one of " +
				"three processes is never suspected",
			Params:      map[string]int{"n": 3, "interval": 2, "window": 0},
			Environment: lossy(1),
			Violated:    []string{"strong-accuracy"}, States: 123092, Confirmed: spec.Self,
		},
		{
			Name:    "sync-lossy",
			Doc:     "Any number of messages may be lost: raising the interval does not help, and mistakes go on for ever",
			Variant: spec.Corrected, Params: map[string]int{"n": 2, "interval": 2, "most": 3, "window": 0},
			Environment: lossy(model.Unlimited),
			Violated: []string{"strong-accuracy", "weak-accuracy", "eventual-strong-accuracy", "eventual-weak-accuracy",
				"longest-interval"}, States: 2331, Confirmed: spec.Self,
			Two: "three processes have more than a million states",
		},
		{
			Name: "async-2", Doc: "Asynchronous: the detector is complete, and nothing else",
			Params:      map[string]int{"n": 2},
			Environment: crash("async", ""),
			Violated:    forEver, States: 89, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "async-2-corrected", Doc: "Asynchronous: raising the interval does not help",
			Variant: spec.Corrected, Params: map[string]int{"n": 2, "most": 2},
			Environment: crash("async", ""),
			Violated:    and(forEver, "longest-interval"), States: 261, Confirmed: spec.WrittenTwice,
			Two: "without timing it does not matter how long an interval is, and async-3 has three",
		},
		{
			Name: "async-3", Doc: "Asynchronous, three processes",
			Params:      map[string]int{"n": 3},
			Environment: crash("async", ""),
			Violated:    forEver, States: 116809, Confirmed: spec.WrittenTwice, Long: true,
		},
		{
			Name: "self-2", Doc: "A process tests itself, too, as the printed loop says: it can suspect itself",
			Params:      map[string]int{"n": 2, "self": 1},
			Environment: crash("async", ""),
			Violated:    and(forEver, "trusts-itself"), States: 1752, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "self-2-stable", Doc: "A process tests itself, too, and the interval is long enough",
			Params:      map[string]int{"n": 2, "self": 1, "interval": 2, "window": 0},
			Environment: crash("sync", "0..1"),
			States:      603, Confirmed: spec.WrittenTwice,
			Two: "what a process finds of itself depends on no other",
		},
		{
			Name: "once-sync",
			Doc: "002's function, messages take up to 1 tick, a timeout of a round trip, and one process may crash: a " +
				"process that is marked has crashed, and one that crashes later is not marked",
			Variant: onceVariant, Params: map[string]int{"n": 3, "interval": 2},
			Environment: crash("sync", "0..1"),
			Violated:    []string{"strong-completeness", "weak-completeness"},
			States:      5987, Confirmed: spec.Self,
		},
		{
			Name: "once-slow",
			Doc: "B and C: a process or the network is slow, which a timeout of a tick less than a round trip does " +
				"not allow for",
			Variant: onceVariant, Params: map[string]int{"n": 3, "interval": 1},
			Environment: spec.Environment{Timing: "sync", Delay: "0..1"},
			Violated:    []string{"strong-accuracy", "weak-accuracy", "eventual-strong-accuracy", "eventual-weak-accuracy"},
			States:      12830, Confirmed: spec.Self,
		},
		{
			Name: "once-lost-message", Doc: "D and E: the message or its answer is lost",
			Variant: onceVariant, Params: map[string]int{"n": 3, "interval": 2},
			Environment: spec.Environment{Timing: "sync", Delay: "0..1", Lose: spec.Budget(1)},
			Violated:    []string{"strong-accuracy", "eventual-strong-accuracy"},
			States:      9248, Confirmed: spec.Self,
		},
		{
			Name: "once-async", Doc: "Asynchronous: anybody may be marked, whatever the timeout",
			Variant: onceVariant, Params: map[string]int{"n": 3},
			Environment: crash("async", ""),
			Violated: []string{"strong-completeness", "weak-completeness", "strong-accuracy", "weak-accuracy",
				"eventual-strong-accuracy", "eventual-weak-accuracy"},
			States: 10129, Confirmed: spec.Self,
		},
	}
}
