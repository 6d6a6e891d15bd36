package quorummutex

import "github.com/anel-mc/mc/specs/spec"

// timeoutCases returns the cases with participants that give up waiting.
func timeoutCases() []spec.Case {
	return []spec.Case{
		{
			Name: "timeout-too-early",
			Doc: "Timers that may fire at any time: no deadlock, and P2 goes round by itself, since it gives each " +
				"vote back before the next one comes",
			Variant:  timeoutVariant,
			Violated: []string{"progress", "no-starvation", "messages"},
			Costs: map[string]string{"overtaken": "0 to 1", "overtaken-once-known": "0 to 1",
				"messages": "18 or more, unbounded"},
			States: 6086, Confirmed: spec.Self,
		},
		{
			Name: "timeout-both",
			Doc: "Both votes of two coordinators are needed: P1 goes round by itself while nobody gets in, and no " +
				"rest is ever reached that would be a deadlock",
			Variant:  timeoutVariant,
			Params:   map[string]int{"n": 2, "m": 2},
			Violated: []string{"progress", "no-starvation", "messages"},
			Costs: map[string]string{"overtaken": "0 to 1", "overtaken-once-known": "0 to 1",
				"messages": "12 or more, unbounded"},
			States: 289, Confirmed: spec.Self,
		},
		{
			Name: "timeout-3", Doc: "Three participants and two such coordinators",
			Variant:  timeoutVariant,
			Params:   map[string]int{"n": 2, "m": 2, "participants": 3},
			Violated: []string{"progress", "no-starvation", "messages"},
			Costs: map[string]string{"overtaken": "0 to 2", "overtaken-once-known": "0 to 2",
				"messages": "18 or more, unbounded"},
			States: 4071, Confirmed: spec.Self,
		},
		{
			Name:        "timeout-crash",
			Doc:         "P2 may crash while it has the votes: P1 gives back and asks again for ever, and nobody gets in",
			Variant:     timeoutVariant,
			Environment: spec.Environment{Crash: spec.Budget(1), CrashOnly: []string{"P2"}},
			Violated:    []string{"progress", "no-starvation", "messages"},
			Costs: map[string]string{"overtaken": "0 to 1", "overtaken-once-known": "0 to 1",
				"messages": "18 or more, unbounded"},
			States: 10556, Confirmed: spec.Self,
		},
		{
			Name: "timeout-crash-3", Doc: "Three participants and one coordinator: P3 may crash",
			Variant:     timeoutVariant,
			Params:      map[string]int{"n": 1, "m": 1, "participants": 3},
			Environment: spec.Environment{Crash: spec.Budget(1), CrashOnly: []string{"P3"}},
			Violated:    []string{"progress", "no-starvation"},
			Costs:       map[string]string{"overtaken": "0 to 2", "overtaken-once-known": "0 to 2", "messages": "9"},
			States:      310, Confirmed: spec.Self,
		},
		{
			Name: "timeout-4-3", Doc: "The split of four coordinators is broken up",
			Variant:  timeoutVariant,
			Params:   map[string]int{"n": 4, "m": 3},
			Violated: []string{"progress", "no-starvation", "messages"},
			Costs: map[string]string{"overtaken": "0 to 1", "overtaken-once-known": "0 to 1",
				"messages": "24 or more, unbounded"},
			States: 54169, Confirmed: spec.Self,
		},
		{
			Name:        "timeout-sync",
			Doc:         "Messages take one tick, participants wait for two, and one of two always gets a majority of three",
			Variant:     timeoutVariant,
			Params:      map[string]int{"wait": 2},
			Environment: oneTick(),
			Costs:       map[string]string{"overtaken": "0 to 1", "overtaken-once-known": "0 to 1", "messages": "18 to 21"},
			States:      1198, Confirmed: spec.Self,
		},
		{
			Name:        "timeout-sync-3",
			Doc:         "Three participants split the votes of the three, give up and split them again for ever",
			Variant:     timeoutVariant,
			Params:      map[string]int{"participants": 3, "wait": 2},
			Environment: oneTick(),
			Violated:    []string{"progress", "no-starvation", "messages"},
			Costs: map[string]string{"overtaken": "0 to 2", "overtaken-once-known": "0 to 2",
				"messages": "27 to 51, unbounded without an end"},
			States: 63529, Confirmed: spec.Self,
		},
		{
			Name: "timeout-livelock",
			Doc: "Messages take one tick, participants wait for four: they split four coordinators, give up and " +
				"split them again for ever",
			Variant:     timeoutVariant,
			Params:      map[string]int{"n": 4, "m": 3, "wait": 4},
			Environment: oneTick(),
			Violated:    []string{"progress", "no-starvation", "messages"},
			Costs: map[string]string{"overtaken": "0 to 1", "overtaken-once-known": "0 to 1",
				"messages": "24 to 27, unbounded without an end"},
			States: 4710, Confirmed: spec.Self,
		},
	}
}
