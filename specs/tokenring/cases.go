package tokenring

import "github.com/anel-mc/mc/specs/spec"

const product = "formula in the test"

func crash(name string) spec.Environment {
	return spec.Environment{Crash: spec.Budget(1), CrashOnly: []string{name}}
}

// oneTick is a synchronous system in which every message takes one tick.
func oneTick() spec.Environment { return spec.Environment{Timing: "sync", Delay: "1..1"} }

func lossy() spec.Environment {
	e := oneTick()
	e.Lose = spec.Budget(1)
	return e
}

// absent is an environment in which P2 may be down for some time.
func absent() spec.Environment {
	e := oneTick()
	e.Crash, e.Recover, e.CrashOnly = spec.Budget(1), spec.Budget(1), []string{"P2"}
	return e
}

func cases() []spec.Case {
	return []spec.Case{
		{
			Name: "for-ever-2", Doc: "Two participants want the resource again and again",
			Params: map[string]int{"n": 2},
			Costs:  map[string]string{"overtaken": "0 to 1"},
			States: 12, Confirmed: product,
		},
		{
			Name: "for-ever-3", Doc: "Three participants want the resource again and again",
			Params: map[string]int{"n": 3},
			Costs:  map[string]string{"overtaken": "0 to 2"},
			States: 36, Confirmed: product,
		},
		{
			Name: "for-ever-8", Doc: "Eight participants want the resource again and again",
			Params: map[string]int{"n": 8},
			Costs:  map[string]string{"overtaken": "0 to 7"},
			States: 3072, Confirmed: product,
		},
		{
			Name: "once-2", Doc: "Two participants use the resource once each",
			Params: map[string]int{"n": 2, "requests": 1},
			Costs:  map[string]string{"overtaken": "0 to 1"},
			States: 24, Confirmed: product,
		},
		{
			Name: "once-3", Doc: "Three participants use the resource once each",
			Params: map[string]int{"n": 3, "requests": 1},
			Costs:  map[string]string{"overtaken": "0 to 2"},
			States: 108, Confirmed: product,
		},
		{
			Name: "twice-3", Doc: "Three participants use the resource twice each",
			Params: map[string]int{"n": 3, "requests": 2},
			Costs:  map[string]string{"overtaken": "0 to 2"},
			States: 525, Confirmed: product,
		},
		{
			Name: "diagram", Doc: "The notes' diagram: of four participants only 1 and 3 want the resource",
			Params: map[string]int{"n": 4, "every": 2},
			Costs:  map[string]string{"overtaken": "0 to 1"},
			States: 20, Confirmed: product,
		},
		{
			Name: "one-wants", Doc: "Only P1 wants the resource: the token goes round for it alone",
			Params: map[string]int{"n": 3, "every": 3},
			Costs:  map[string]string{"overtaken": "0"},
			States: 7, Confirmed: product,
		},
		{
			Name: "nobody-wants", Doc: "Nobody wants the resource, and the token goes round all the same",
			Params: map[string]int{"n": 3, "every": 0},
			States: 3, Confirmed: product,
		},
		{
			Name: "messages-3",
			Doc: "Each use takes one message when everybody wants the resource, and there is no largest number: the " +
				"token goes round when nobody does",
			Params:   map[string]int{"n": 3, "requests": 2, "messages": 1},
			Costs:    map[string]string{"overtaken": "0 to 2", "messages": "6 or more, unbounded"},
			Violated: []string{"messages"},
			States:   525, Confirmed: product,
		},
		{
			Name: "crash-of-holder", Doc: "The participant that uses the resource may crash, and takes the token with it",
			Params: map[string]int{"requests": 1, "holder": 1}, Environment: crash("P1"),
			Violated: []string{"one-token", "no-deadlock", "progress", "no-starvation-2", "no-starvation-3", "circulates"},
			Costs:    map[string]string{"overtaken": "0 to 1"},
			States:   70, Confirmed: spec.Self,
		},
		{
			Name:   "crash-of-other",
			Doc:    "P2 never wants the resource, and may crash: the ring is broken, and the token is lost on it",
			Params: map[string]int{"every": 2}, Environment: crash("P2"),
			Violated: []string{"one-token", "no-deadlock", "progress", "no-starvation-1", "no-starvation-3", "circulates"},
			Costs:    map[string]string{"overtaken": "0 to 1"},
			States:   32, Confirmed: spec.Self,
		},
		{
			Name: "crash-3", Doc: "Of three participants that use the resource once any one may crash",
			Params: map[string]int{"n": 3, "requests": 1}, Environment: spec.Environment{Crash: spec.Budget(1)},
			Violated: []string{"one-token", "no-deadlock", "progress", "no-starvation-1", "no-starvation-2", "no-starvation-3",
				"circulates"},
			Costs:  map[string]string{"overtaken": "0 to 2"},
			States: 207, Confirmed: spec.Self,
		},
		{
			Name: "starter-comes-back", Doc: "P1 may crash and come back, and is started with a token, as it was before",
			Params:      map[string]int{"requests": 1},
			Environment: spec.Environment{Crash: spec.Budget(1), Recover: spec.Budget(1), CrashOnly: []string{"P1"}},
			Violated: []string{"mutual-exclusion", "one-token", "no-deadlock", "progress", "no-starvation-2",
				"no-starvation-3", "circulates"},
			Costs:  map[string]string{"overtaken": "0 to 2"},
			States: 609, Confirmed: spec.Self,
		},
		{
			Name: "other-comes-back", Doc: "P2 may crash and come back: the token is lost all the same",
			Params:      map[string]int{"requests": 1},
			Environment: spec.Environment{Crash: spec.Budget(1), Recover: spec.Budget(1), CrashOnly: []string{"P2"}},
			Violated: []string{"one-token", "no-deadlock", "no-deadlock-all-up", "progress", "no-starvation-1",
				"no-starvation-2", "no-starvation-3", "circulates"},
			Costs:  map[string]string{"overtaken": "0 to 2"},
			States: 276, Confirmed: spec.Self,
		},
		{
			Name: "lost-message", Doc: "One message may be lost: it is the token",
			Params: map[string]int{"requests": 1}, Environment: spec.Environment{Lose: spec.Budget(1)},
			Violated: []string{"one-token", "no-deadlock", "no-deadlock-all-up", "progress", "no-starvation-1",
				"no-starvation-2", "no-starvation-3", "circulates"},
			Costs:  map[string]string{"overtaken": "0 to 2"},
			States: 135, Confirmed: spec.Self,
		},
		{
			Name: "duplicated-message", Doc: "One message may be delivered twice: there are two tokens from then on",
			Params: map[string]int{"requests": 1}, Environment: spec.Environment{Duplicate: spec.Budget(1)},
			Violated: []string{"mutual-exclusion", "one-token"},
			Costs:    map[string]string{"overtaken": "0 to 2"},
			States:   459, Confirmed: spec.Self,
		},
		{
			Name: "timeout-async", Doc: "P1 makes a new token when the old one is late, and it may be late without any failure",
			Variant: timeoutVariant, Params: map[string]int{"requests": 1},
			Violated: []string{"mutual-exclusion", "one-token"},
			Costs:    map[string]string{"overtaken": "0 to 2"},
			States:   459, Confirmed: spec.Self,
		},
		{
			Name: "timeout-sync",
			Doc: "Messages and uses take a tick, and P1 waits for as long as a round takes in which everybody uses " +
				"the resource",
			Variant: timeoutVariant, Params: map[string]int{"requests": 1}, Environment: oneTick(),
			Costs:  map[string]string{"overtaken": "0 to 2"},
			States: 276, Confirmed: spec.Self,
		},
		{
			Name: "timeout-short", Doc: "P1 waits for a tick less",
			Variant: timeoutVariant, Params: map[string]int{"requests": 1, "wait": 4}, Environment: oneTick(),
			Violated: []string{"mutual-exclusion", "one-token"},
			Costs:    map[string]string{"overtaken": "0 to 2"},
			States:   330, Confirmed: spec.Self,
		},
		{
			Name: "timeout-lost-message", Doc: "The token may be lost on its way, and is replaced",
			Variant: timeoutVariant, Params: map[string]int{"requests": 1}, Environment: lossy(),
			Violated: []string{"one-token"},
			Costs:    map[string]string{"overtaken": "0 to 2"},
			States:   627, Confirmed: spec.Self,
		},
		{
			Name:    "timeout-comes-back",
			Doc:     "P2 may crash and come back: the new token is lost as the old one was, if it is down for longer",
			Variant: timeoutVariant, Params: map[string]int{"requests": 1}, Environment: absent(),
			Violated: []string{"one-token", "no-deadlock", "no-deadlock-all-up", "progress", "no-starvation-1",
				"no-starvation-2", "no-starvation-3", "circulates"},
			Costs:  map[string]string{"overtaken": "0 to 3"},
			States: 1152, Confirmed: spec.Self,
		},
		{
			Name: "possession-once-2", Doc: "Two participants use the resource once each",
			Variant: possessionVariant, Params: map[string]int{"n": 2, "requests": 1},
			Costs:  map[string]string{"overtaken": "0 to 1"},
			States: 42, Confirmed: product,
		},
		{
			Name: "possession-once-3", Doc: "Three participants use the resource once each",
			Variant: possessionVariant, Params: map[string]int{"n": 3, "requests": 1},
			Costs:  map[string]string{"overtaken": "0 to 2"},
			States: 189, Confirmed: product,
		},
		{
			Name:     "possession-for-ever",
			Doc:      "Three participants want the resource again and again: one that has the token may keep it for ever",
			Variant:  possessionVariant,
			Violated: []string{"no-starvation-1", "no-starvation-2", "no-starvation-3", "overtaken", "circulates"},
			Costs:    map[string]string{"overtaken": "0 or more, unbounded"},
			States:   60, Confirmed: product,
		},
	}
}
