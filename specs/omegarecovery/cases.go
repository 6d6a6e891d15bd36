package omegarecovery

import (
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/specs/spec"
)

// sync returns synchronous timing with up to the given numbers of crashes and recoveries.
func sync(crashes, recoveries int) spec.Environment {
	return spec.Environment{Timing: "sync", Crash: spec.Budget(crashes), Recover: spec.Budget(recoveries)}
}

// within returns partial timing, the default, that is stable after at most the given number of ticks, with up to the
// given numbers of crashes and recoveries.
func within(ticks, crashes, recoveries int) spec.Environment {
	return spec.Environment{Within: spec.Budget(ticks), Crash: spec.Budget(crashes), Recover: spec.Budget(recoveries)}
}

func cases() []spec.Case {
	nobody := []string{"eventual-accuracy", "eventual-stablest", "somebody-elected"}
	mute := []string{"eventual-accuracy", "eventual-agreement", "eventual-stablest"}
	disagree := []string{"eventual-agreement", "eventual-stablest"}
	and := func(violated []string, more string) []string { return append([]string{more}, violated...) }
	free := func(n int) map[string]int { return map[string]int{"n": n, "most": 8, "capacity": 0} }
	with := func(p map[string]int, name string, value int) map[string]int {
		p[name] = value
		return p
	}
	large := "three processes that fail and recover have more than a million states, unless time is synchronous: " +
		"see corrected-recovery-3"
	return []spec.Case{
		{
			Name: "written-2", Doc: "The chapter's timing: the set of candidates is empty for ever, and nobody is elected",
			Params:   map[string]int{"n": 2},
			Violated: nobody, States: 82, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "written-3", Doc: "The same with three processes, stable within a tick, one crash and one recovery",
			Params:      free(3),
			Environment: within(1, 1, 1),
			Violated:    nobody, States: 47681, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "enters-2", Doc: "Heartbeats make candidates, and nobody crashes: it works",
			Variant: entersVariant, Params: free(2),
			Environment: within(4, 0, 0),
			States:      1096, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "enters-3", Doc: "The same with three processes, stable within a tick",
			Variant: entersVariant, Params: free(3),
			Environment: within(1, 0, 0),
			States:      97693, Confirmed: spec.WrittenTwice, Long: true,
		},
		{
			Name:    "enters-recovery-2",
			Doc:     "A process that recovers never starts its timer: it has no leader and sends no heartbeats any more",
			Variant: entersVariant, Params: free(2),
			Environment: sync(1, 1),
			Violated:    mute, States: 479, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "enters-recovery-3", Doc: "The same with three processes",
			Variant: entersVariant, Params: free(3),
			Environment: sync(1, 1),
			Violated:    mute, States: 107559, Confirmed: spec.WrittenTwice, Long: true,
		},
		{
			Name: "others-2", Doc: "Heartbeats to all others only: each of two elects the other",
			Variant: othersVariant, Params: free(2),
			Environment: sync(0, 0),
			Violated:    disagree, States: 133, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "others-3", Doc: "Heartbeats to all others only: the least process elects another one than the rest",
			Variant: othersVariant, Params: free(3),
			Environment: sync(0, 0),
			Violated:    disagree, States: 15675, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "others-crash-2", Doc: "Heartbeats to all others only: whoever is left alone never elects itself",
			Variant: othersVariant, Params: free(2),
			Environment: sync(1, 0),
			Violated:    and(disagree, "eventual-accuracy"), States: 239, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "others-crash-3",
			Doc: "The same with three processes, of which two are left: each elects the other or nobody, and they " +
				"change as long as intervals grow",
			Variant: othersVariant, Params: free(3),
			Environment: sync(1, 0),
			Violated:    []string{"eventual-accuracy", "eventual-agreement", "eventual-stablest", "longest-interval"},
			States:      25807, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "corrected-2", Doc: "The chapter's timing, stable at any moment, and no crashes",
			Variant: spec.Corrected, Params: map[string]int{"n": 2, "most": 4},
			Violated: []string{"longest-interval"}, States: 3485, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "corrected-3", Doc: "Three processes, stable within a tick, and no crashes",
			Variant: spec.Corrected, Params: free(3),
			Environment: within(1, 0, 0),
			States:      97693, Confirmed: spec.WrittenTwice, Long: true,
		},
		{
			Name: "corrected-recovery-2", Doc: "Stable within 3 ticks, one crash and one recovery",
			Variant: spec.Corrected, Params: free(2),
			Environment: within(3, 1, 1),
			States:      10834, Confirmed: spec.WrittenTwice,
			Two: large,
		},
		{
			Name: "corrected-recovery-2-twice", Doc: "Stable within 2 ticks, two crashes and two recoveries",
			Variant: spec.Corrected, Params: free(2),
			Environment: within(2, 2, 2),
			States:      21350, Confirmed: spec.WrittenTwice,
			Two: large,
		},
		{
			Name: "corrected-crash-3", Doc: "Synchronous, three processes, and one crashes for good",
			Variant: spec.Corrected, Params: free(3),
			Environment: sync(1, 0),
			States:      11004, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "corrected-recovery-3", Doc: "Synchronous, three processes, one crash and one recovery",
			Variant: spec.Corrected, Params: free(3),
			Environment: sync(1, 1),
			States:      304249, Confirmed: spec.WrittenTwice, Long: true,
		},
		{
			Name: "corrected-slow-2", Doc: "Messages take up to 2 ticks, and a heartbeat to itself goes through a channel, too",
			Variant: spec.Corrected, Params: with(free(2), "self", selfChannel),
			Environment: spec.Environment{Timing: "sync", Delay: "0..2"},
			States:      6932, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "unstable-2",
			Doc: "Stable within 3 ticks, and process 0 may fail and recover for ever: the other one elects itself in " +
				"the end",
			Variant: spec.Corrected, Params: with(free(2), "unstable", 1),
			Environment: within(3, 0, 0),
			States:      11934, Confirmed: spec.WrittenTwice,
		},
		{
			Name:    "unstable-3",
			Doc:     "Synchronous, process 0 may fail and recover for ever: the other two agree on one in the end",
			Variant: spec.Corrected, Params: with(with(free(3), "unstable", 1), "incarnations", 2),
			Environment: sync(0, 0),
			States:      300060, Confirmed: spec.WrittenTwice, Long: true,
		},
		{
			Name: "lossy-3", Doc: "Synchronous, and any number of messages may be lost: they never agree for good",
			Variant: spec.Corrected, Params: map[string]int{"n": 3, "most": 3, "capacity": 0},
			Environment: spec.Environment{Timing: "sync", Lose: spec.Budget(model.Unlimited)},
			Violated:    and(disagree, "longest-interval"), States: 78049, Confirmed: spec.Self,
		},
		{
			Name: "async-2", Doc: "Asynchronous: each elects a correct process, and they never agree for good",
			Variant: spec.Corrected, Params: map[string]int{"n": 2, "most": 1},
			Environment: spec.Environment{Timing: "async"},
			Violated:    and(disagree, "longest-interval"), States: 98, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "async-unstable-3", Doc: "Asynchronous, and process 0 may fail and recover for ever",
			Variant: spec.Corrected, Params: map[string]int{"n": 3, "most": 1, "unstable": 1, "capacity": 1, "incarnations": 2},
			Environment: spec.Environment{Timing: "async"},
			Violated:    and(disagree, "longest-interval"), States: 76497, Confirmed: spec.WrittenTwice,
		},
	}
}
