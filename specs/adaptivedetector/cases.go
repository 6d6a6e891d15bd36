package adaptivedetector

import (
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/specs/spec"
)

// asyncTwo says why there are only two processes under async timing.
const asyncTwo = "three have more than 700,000 states under async timing with every parameter as small as it can " +
	"be; what a process measures of another depends on the heartbeats of that process alone"

// sync is synchronous timing with that delay of messages.
func sync(delay string) spec.Environment {
	return spec.Environment{Timing: "sync", Delay: delay}
}

// within is partially synchronous timing that is stable after at most that many ticks.
func within(ticks int, delay string) spec.Environment {
	return spec.Environment{Timing: "partial", Delay: delay, Within: spec.Budget(ticks)}
}

// lossy is synchronous timing in which up to that many messages may be lost.
func lossy(messages int) spec.Environment {
	e := sync("1..1")
	e.Lose = spec.Budget(messages)
	return e
}

func cases() []spec.Case {
	// The properties violated by a detector that makes mistakes at first only, for ever, and for ever about one of two
	// processes.
	first := []string{"strong-accuracy", "weak-accuracy", "recovered-is-up"}
	forEver := append([]string{"eventual-strong-accuracy", "eventual-weak-accuracy"}, first...)
	oneSide := append([]string{"eventual-strong-accuracy"}, first...)
	takes := func(ticks string) map[string]string { return map[string]string{"detection-time": ticks} }
	return []spec.Case{
		{
			Name: "written-2",
			Doc: "Every message takes exactly 1 tick (100 ms): once it has enough samples, the detector suspects " +
				"everybody 2 ticks after each heartbeat, and withdraws the suspicion at the next one",
			Violated: forEver, Costs: takes("1 to 12"), States: 168, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "written-short-2", Doc: "The same with a heartbeat every third tick",
			Params:   map[string]int{"interval": 3, "initial": 3, "most": 3},
			Violated: forEver, Costs: takes("1 to 5"), States: 108, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "written-3", Doc: "As written-2, with three processes, of which two may crash",
			Params:      map[string]int{"n": 3},
			Environment: spec.Environment{Crash: spec.Budget(2)},
			Violated:    forEver, Costs: takes("0 to 12"), States: 1476, Confirmed: spec.WrittenTwice,
		},
		{
			Name:        "written-jitter-2",
			Doc:         "Messages take 1 or 2 ticks: the deviation raises the timeout, until two samples are equal",
			Environment: sync("1..2"),
			Violated:    forEver, Costs: takes("1 to 13"), States: 1085, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "written-slow-2",
			Doc: "Every message takes exactly 4 ticks, one less than the time between heartbeats: a perfect " +
				"detector, because the network is slow",
			Environment: sync("4..4"),
			Costs:       takes("1 to 15"), States: 228, Confirmed: spec.WrittenTwice,
		},
		{
			Name:        "written-slow-skewed-2",
			Doc:         "The same with a clock that is 1 tick ahead: mistakes about its process go on for ever",
			Params:      map[string]int{"skew": 1, "laps": 2},
			Environment: sync("4..4"),
			Violated:    oneSide, Costs: takes("1 to 15"), States: 333, Confirmed: spec.WrittenTwice,
		},
		{
			Name:        "written-skewed-2",
			Doc:         "Messages take 1 tick, and a clock is 4 ticks ahead: the wrong clock makes one of the processes right",
			Params:      map[string]int{"skew": 4, "laps": 2},
			Environment: sync("1..1"),
			Violated:    oneSide, Costs: takes("1 to 12"), States: 265, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "written-partial-3", Doc: "Three processes, unstable for a tick, and then as in written-2",
			Params:      map[string]int{"n": 3, "interval": 3, "initial": 3, "most": 3, "laps": 2},
			Environment: within(1, "1..1"),
			Violated:    forEver, Costs: takes("1 to 6"), States: 23610, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "written-async-2", Doc: "Asynchronous: the detector is complete, and nothing else",
			Params:      map[string]int{"interval": 2, "initial": 4, "most": 4, "capacity": 1},
			Environment: spec.Environment{Timing: "async"},
			Violated:    forEver, Costs: takes("1 to 10"), States: 2725, Confirmed: spec.WrittenTwice,
			Two: asyncTwo,
		},
		{
			Name: "fixed-2",
			Doc: "The same detector with a timeout that stays at the initial 10 ticks, and messages that take 1 to 3 " +
				"ticks: perfect",
			Params:      map[string]int{"enough": 0},
			Environment: sync("1..3"),
			Costs:       takes("1 to 15"), States: 625, Confirmed: spec.WrittenTwice,
		},
		{
			Name:        "fixed-lost-message-3",
			Doc:         "Three processes, and the timeout stays at the initial two intervals: one heartbeat may be lost",
			Params:      map[string]int{"n": 3, "enough": 0},
			Environment: lossy(1),
			Costs:       takes("1 to 13"), States: 4953, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "gaps-3",
			Doc: "Three processes, and samples are the times between heartbeats: perfect if every message takes as " +
				"long as any other",
			Variant: gapsVariant, Params: map[string]int{"n": 3},
			Costs: takes("1 to 15"), States: 1666, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "gaps-partial-3",
			Doc: "The same with an initial timeout that is too short, and after an unstable phase of a tick: its " +
				"mistakes end",
			Variant: gapsVariant, Params: map[string]int{"n": 3, "interval": 3, "initial": 1, "most": 3},
			Environment: within(1, "1..1"),
			Violated:    first, Costs: takes("1 to 6"), States: 35526, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "gaps-jitter-2",
			Doc: "Messages take 1 to 3 ticks: the timeout follows a quiet network down, and the next late heartbeat " +
				"comes after it, again and again",
			Variant: gapsVariant, Params: map[string]int{"interval": 1, "initial": 2, "most": 3},
			Environment: sync("1..3"),
			Violated:    forEver, Costs: takes("1 to 8"), States: 15362, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "gaps-async-2", Doc: "Asynchronous: the detector is complete, and nothing else",
			Variant: gapsVariant, Params: map[string]int{"interval": 1, "initial": 2, "most": 2, "capacity": 1},
			Environment: spec.Environment{Timing: "async"},
			Violated:    forEver, Costs: takes("1 to 7"), States: 3565, Confirmed: spec.WrittenTwice,
			Two: asyncTwo,
		},
		{
			Name: "corrected-3", Doc: "A constant delay, as in written-3: perfect",
			Variant: spec.Corrected, Params: map[string]int{"n": 3},
			Costs: takes("1 to 15"), States: 1666, Confirmed: spec.WrittenTwice,
		},
		{
			Name:    "corrected-jitter-2",
			Doc:     "Messages take 1 to 3 ticks: no silence is taken for a failure twice, and mistakes end",
			Variant: spec.Corrected, Params: map[string]int{"interval": 1, "initial": 2, "most": 3},
			Environment: sync("1..3"),
			Violated:    first, Costs: takes("1 to 8"), States: 55945, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "corrected-capped-2",
			Doc: "A constant delay, and an upper bound of the timeout that is 2 ticks below the interval: mistakes go " +
				"on for ever",
			Variant: spec.Corrected, Params: map[string]int{"interval": 3, "initial": 1, "most": 1},
			Violated: forEver, Costs: takes("1 to 3"), States: 145, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "corrected-partial-2", Doc: "Unstable for up to 2 ticks, and then messages take 1 or 2: ◇P",
			Variant: spec.Corrected, Params: map[string]int{"interval": 1, "initial": 1, "most": 3},
			Environment: within(2, "1..2"),
			Violated:    first, Costs: takes("1 to 7"), States: 25199, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "corrected-partial-3", Doc: "As gaps-partial-3: the mistakes end, too",
			Variant: spec.Corrected, Params: map[string]int{"n": 3, "interval": 3, "initial": 1, "most": 3},
			Environment: within(1, "1..1"),
			Violated:    first, Costs: takes("1 to 6"), States: 54827, Confirmed: spec.WrittenTwice, Long: true,
		},
		{
			Name: "corrected-lost-message-3",
			Doc: "Three processes, of which one heartbeat may be lost: one mistake, which ends, and none about some " +
				"process",
			Variant: spec.Corrected, Params: map[string]int{"n": 3, "interval": 2, "initial": 2, "most": 4},
			Environment: lossy(1),
			Violated:    []string{"strong-accuracy", "recovered-is-up"}, Costs: takes("1 to 7"), States: 21689,
			Confirmed: spec.WrittenTwice,
		},
		{
			Name: "corrected-restart-3",
			Doc: "A process may crash and come back: in the end it is trusted for good. strong-accuracy is violated " +
				"only by a suspicion that was right before the process came back",
			Variant: spec.Corrected, Params: map[string]int{"n": 3, "interval": 2, "initial": 2, "most": 5},
			Environment: spec.Environment{Crash: spec.Budget(1), Recover: spec.Budget(1), CrashOnly: []string{"2"}},
			Violated:    []string{"strong-accuracy"}, Costs: takes("0 to 7"), States: 11616, Confirmed: spec.Self,
		},
		{
			Name: "corrected-lossy-2", Doc: "Any number of heartbeats may be lost: nothing helps",
			Variant: spec.Corrected, Params: map[string]int{"interval": 2, "initial": 2, "most": 4, "enough": 0},
			Environment: lossy(model.Unlimited),
			Violated:    forEver, Costs: takes("1 to 7"), States: 814, Confirmed: spec.WrittenTwice,
		},
	}
}
