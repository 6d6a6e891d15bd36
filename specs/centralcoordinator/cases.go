package centralcoordinator

import "github.com/anel-mc/mc/specs/spec"

// cases returns all but the failure cases; timing is asynchronous except in those that count ticks.
func cases() []spec.Case {
	return []spec.Case{
		{
			Name: "protocol-2", Doc: "Two participants use the resource once each",
			Params: map[string]int{"n": 2},
			Costs:  map[string]string{"overtaken": "0 to 1", "overtaken-in-queue": "0 to 1", "messages": "6"},
			States: 41, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "protocol-3", Doc: "Three participants use the resource once each",
			Params: map[string]int{"n": 3},
			Costs:  map[string]string{"overtaken": "0 to 2", "overtaken-in-queue": "0 to 2", "messages": "9"},
			States: 231, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "protocol-3-twice", Doc: "Three participants use the resource twice each",
			Params: map[string]int{"n": 3, "requests": 2},
			Costs:  map[string]string{"overtaken": "0 to 4", "overtaken-in-queue": "0 to 2", "messages": "18"},
			States: 1556, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "acknowledged-3", Doc: "Three participants use the resource once each",
			Variant: acknowledgedVariant,
			Params:  map[string]int{"n": 3},
			Costs:   map[string]string{"overtaken": "0 to 2", "overtaken-in-queue": "0 to 2", "messages": "12"},
			States:  376, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "acknowledged-3-twice", Doc: "Three participants use the resource twice each",
			Variant: acknowledgedVariant,
			Params:  map[string]int{"requests": 2},
			Costs:   map[string]string{"overtaken": "0 to 4", "overtaken-in-queue": "0 to 2", "messages": "24"},
			States:  2383, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "manager-3", Doc: "Three participants use the resource once each",
			Variant: managerVariant,
			Params:  map[string]int{"n": 3},
			Costs:   map[string]string{"overtaken": "0 to 2", "overtaken-in-queue": "0 to 2", "messages": "9"},
			States:  180, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "manager-3-twice", Doc: "Three participants use the resource twice each",
			Variant: managerVariant,
			Params:  map[string]int{"n": 3, "requests": 2},
			Costs:   map[string]string{"overtaken": "0 to 4", "overtaken-in-queue": "0 to 2", "messages": "18"},
			States:  1238, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "unordered",
			Doc: "Messages may overtake each other: a second request can arrive before the first release, and " +
				"does no harm",
			Params:      map[string]int{"requests": 2},
			Environment: spec.Environment{Order: "unordered"},
			Costs:       map[string]string{"overtaken": "0 to 4", "overtaken-in-queue": "0 to 2", "messages": "18"},
			States:      1823, Confirmed: spec.Self,
		},
		{
			Name: "for-ever-3", Doc: "Three participants ask without end",
			Params:   map[string]int{"n": 3, "requests": 0},
			Violated: []string{"overtaken"},
			Costs:    map[string]string{"overtaken": "0 or more, unbounded", "overtaken-in-queue": "0 to 2"},
			States:   158, Confirmed: spec.Self,
		},
		{
			Name: "manager-for-ever-3", Doc: "Three participants ask without end",
			Variant: managerVariant, Params: map[string]int{"n": 3, "requests": 0},
			Violated: []string{"overtaken"},
			Costs:    map[string]string{"overtaken": "0 or more, unbounded", "overtaken-in-queue": "0 to 2"},
			States:   128, Confirmed: spec.Self,
		},
		{
			Name:   "lock-2",
			Doc:    "The protocol as a lock: it is acquired and released in an order that is possible for a lock",
			Params: map[string]int{"n": 2, "requests": 2, "lock": 1},
			Costs:  map[string]string{"overtaken": "0 to 2", "overtaken-in-queue": "0 to 1", "messages": "12"},
			States: 1524, Confirmed: spec.Self,
		},
		{
			Name: "lock-3", Doc: "The same with three participants that use it once each",
			Params: map[string]int{"lock": 1},
			Costs:  map[string]string{"overtaken": "0 to 2", "overtaken-in-queue": "0 to 2", "messages": "9"},
			States: 1547, Confirmed: spec.Self,
		},
		{
			Name: "timed-1",
			Doc: "One user, three times, W=2 and T=1: W+3T ticks for each use if it waits until the release has " +
				"arrived, W+2T if not",
			Variant: managerVariant, Params: map[string]int{"n": 1, "requests": 3, "timed": 1, "use": 2},
			Environment: spec.Environment{Timing: "sync", Delay: "1..1"},
			Costs: map[string]string{"overtaken": "0", "overtaken-in-queue": "counting never begins", "messages": "9",
				"idle-ticks": "0 to 1", "busy-ticks": "13 to 15"},
			States: 37, Confirmed: spec.Self,
		},
		{
			Name: "timed-3", Doc: "Three users, once each, W=3 and T=2: W+2T ticks for each use while somebody waits",
			Variant: managerVariant, Params: map[string]int{"timed": 1, "use": 3},
			Environment: spec.Environment{Timing: "sync", Delay: "2..2"},
			Costs: map[string]string{"overtaken": "0 to 2", "overtaken-in-queue": "0 to 2", "messages": "9",
				"idle-ticks": "0 to 4", "busy-ticks": "23 to 27"},
			States: 1235, Confirmed: spec.Self,
		},
		{
			Name: "timed-for-ever",
			Doc: "Three users that ask without end, W=3 and T=2: the resource is idle for at most 2T ticks while the " +
				"manager has a request",
			Variant: managerVariant, Params: map[string]int{"requests": 0, "timed": 1, "use": 3},
			Environment: spec.Environment{Timing: "sync", Delay: "2..2"},
			Costs:       map[string]string{"overtaken": "0 to 2", "overtaken-in-queue": "0 to 2", "idle-ticks": "0 to 4"},
			States:      1312, Confirmed: spec.Self,
		},
	}
}
