package quorummutex

import "github.com/anel-mc/mc/specs/spec"

// resets allows k crashes of the named coordinators, each of which may be followed by a recovery.
// Coordinators differ only in their position, so up to renaming, k resets of any coordinators are
// resets of these k or of fewer.
func resets(k int, coordinators ...string) spec.Environment {
	return spec.Environment{Crash: spec.Budget(k), Recover: spec.Budget(k), CrashOnly: coordinators}
}

// oneTick is a synchronous environment in which every message takes exactly one tick.
func oneTick() spec.Environment { return spec.Environment{Timing: "sync", Delay: "1..1"} }

func cases() []spec.Case {
	return append([]spec.Case{
		{
			Name: "one-request", Doc: "Two participants use the resource once each",
			Costs:  map[string]string{"overtaken": "0 to 1", "overtaken-once-known": "0 to 1", "messages": "15 to 18"},
			States: 3306, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "grant-step", Doc: "The same with grants that are steps of their own",
			Params: map[string]int{"prompt": 0},
			Costs:  map[string]string{"overtaken": "0 to 1", "overtaken-once-known": "0 to 1", "messages": "14 to 18"},
			States: 6836, Confirmed: spec.WrittenTwice,
		},
		{
			Name:     "holds-a-vote-each",
			Doc:      "Three participants get the vote of one coordinator each, and all wait for ever: 000's first objection",
			Params:   map[string]int{"participants": 3},
			Violated: []string{"no-deadlock", "no-deadlock-all-up", "progress", "no-starvation"},
			Costs:    map[string]string{"overtaken": "0 to 2", "overtaken-once-known": "0 to 2", "messages": "22 to 27"},
			States:   161029, Confirmed: spec.Self, Long: true,
		},
		{
			Name: "even-split", Doc: "Two participants get two of the four votes each",
			Params:   map[string]int{"n": 4, "m": 3},
			Violated: []string{"no-deadlock", "no-deadlock-all-up", "progress", "no-starvation"},
			Costs:    map[string]string{"overtaken": "0 to 1", "overtaken-once-known": "0 to 1", "messages": "21 to 24"},
			States:   20367, Confirmed: spec.Self,
		},
		{
			Name: "late-vote",
			Doc: "P1 uses the resource and asks again, and so does P2: the vote that comes after the release is " +
				"never given back",
			Params:   map[string]int{"requests": 2, "holder": 1},
			Violated: []string{"no-deadlock", "no-deadlock-all-up", "progress", "one-position", "no-starvation"},
			Costs:    map[string]string{"overtaken": "0 to 2", "overtaken-once-known": "0 to 1", "messages": "25 to 32"},
			States:   102978, Confirmed: spec.Self,
		},
		{
			Name: "late-vote-returned",
			Doc: "The same if it is given back: nobody waits for ever, though whoever asks again is still put into a " +
				"queue twice",
			Variant:  returnedVariant,
			Params:   map[string]int{"requests": 2, "holder": 1},
			Violated: []string{"one-position"},
			Costs:    map[string]string{"overtaken": "0 to 2", "overtaken-once-known": "0 to 1", "messages": "32"},
			Two:      "three participants, of whom one asks twice, have too many states",
			States:   76733, Confirmed: spec.Self,
		},
		{
			Name: "five-3", Doc: "Five coordinators, of which three are a quorum",
			Params: map[string]int{"n": 5, "m": 3},
			Costs:  map[string]string{"overtaken": "0 to 1", "overtaken-once-known": "0 to 1", "messages": "24 to 30"},
			States: 564988, Confirmed: spec.Self, Long: true,
		},
		{
			Name: "five-4", Doc: "Five coordinators, of which four are a quorum",
			Params:   map[string]int{"n": 5, "m": 4},
			Violated: []string{"no-deadlock", "no-deadlock-all-up", "progress", "no-starvation"},
			Costs:    map[string]string{"overtaken": "0 to 1", "overtaken-once-known": "0 to 1", "messages": "27 to 30"},
			States:   132783, Confirmed: spec.Self, Long: true,
		},
		{
			Name: "everyone-once", Doc: "Releases to all coordinators, and one request each of two participants",
			Variant: everyoneVariant,
			Costs:   map[string]string{"overtaken": "0 to 1", "overtaken-once-known": "0 to 1", "messages": "18"},
			States:  3831, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "everyone-twice",
			Doc: "P1 uses the resource and asks again, and takes an answer to its first request for one to its " +
				"second: it is in with a vote that its release has given back",
			Variant:  everyoneVariant,
			Params:   map[string]int{"requests": 2, "holder": 1},
			Violated: []string{"mutual-exclusion"},
			Costs:    map[string]string{"overtaken": "0 to 2", "overtaken-once-known": "0 to 1", "messages": "32"},
			States:   142715, Confirmed: spec.Self,
		},
		{
			Name:    "everyone-twice-sender",
			Doc:     "The same if coordinators take releases only from whom they have voted for: that is not the cause here",
			Variant: everyoneVariant,
			Params:  map[string]int{"requests": 2, "holder": 1, "sender": 1},
			Violated: []string{"mutual-exclusion", "no-deadlock", "no-deadlock-all-up", "progress", "one-position",
				"no-starvation"},
			Costs:  map[string]string{"overtaken": "0 to 2", "overtaken-once-known": "0 to 1", "messages": "30 to 32"},
			States: 396437, Confirmed: spec.Self,
		},
		{
			Name: "everyone-twice-late", Doc: "The same if answers to a former request are not counted",
			Variant: everyoneVariant,
			Params:  map[string]int{"requests": 2, "holder": 1, "late": 1},
			Costs:   map[string]string{"overtaken": "0 to 2", "overtaken-once-known": "0 to 1", "messages": "32"},
			States:  59926, Confirmed: spec.Self,
		},
		{
			Name: "everyone-twice-both",
			Doc: "The same with both: exclusion holds, and a vote that comes after the release that it ignored is " +
				"never given back",
			Variant:  everyoneVariant,
			Params:   map[string]int{"requests": 2, "holder": 1, "sender": 1, "late": 1},
			Violated: []string{"no-deadlock", "no-deadlock-all-up", "progress", "one-position", "no-starvation"},
			Costs:    map[string]string{"overtaken": "0 to 2", "overtaken-once-known": "0 to 1", "messages": "30 to 32"},
			States:   131785, Confirmed: spec.Self,
		},
		{
			Name:     "everyone-3",
			Doc:      "Three participants and one request each: a release frees a coordinator whose vote somebody else has",
			Variant:  everyoneVariant,
			Params:   map[string]int{"participants": 3, "holder": 1},
			Violated: []string{"mutual-exclusion", "exclusion-after-holder"},
			Costs:    map[string]string{"overtaken": "0 to 1", "overtaken-once-known": "0 to 1", "messages": "23"},
			States:   37473, Confirmed: spec.Self,
		},
		{
			Name: "everyone-3-sender", Doc: "The same if coordinators take releases only from whom they have voted for",
			Variant:  everyoneVariant,
			Params:   map[string]int{"participants": 3, "holder": 1, "sender": 1},
			Violated: []string{"no-deadlock", "no-deadlock-all-up", "progress", "no-starvation"},
			Costs:    map[string]string{"overtaken": "0 to 1", "overtaken-once-known": "0 to 1", "messages": "22 to 23"},
			States:   53329, Confirmed: spec.Self,
		},
		{
			Name: "corrected-once", Doc: "Two participants use the resource once each",
			Variant: spec.Corrected,
			Costs:   map[string]string{"overtaken": "0 to 1", "overtaken-once-known": "0 to 1", "messages": "18"},
			States:  2784, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "corrected-twice", Doc: "Two participants use the resource twice each",
			Variant: spec.Corrected,
			Params:  map[string]int{"requests": 2},
			Costs:   map[string]string{"overtaken": "0 to 2", "overtaken-once-known": "0 to 1", "messages": "30 to 36"},
			States:  17007, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "corrected-for-ever", Doc: "Two participants ask without end: both get in again and again",
			Variant:  spec.Corrected,
			Params:   map[string]int{"requests": 0},
			Violated: []string{"overtaken"},
			Costs:    map[string]string{"overtaken": "0 or more, unbounded", "overtaken-once-known": "0 to 1"},
			States:   5869, Confirmed: spec.Self,
		},
		{
			Name: "corrected-3", Doc: "Three participants still get one vote each: the correction is of another deadlock",
			Variant:  spec.Corrected,
			Params:   map[string]int{"participants": 3},
			Violated: []string{"no-deadlock", "no-deadlock-all-up", "progress", "no-starvation"},
			Costs:    map[string]string{"overtaken": "0 to 2", "overtaken-once-known": "0 to 2", "messages": "27"},
			States:   139626, Confirmed: spec.Self,
		},
		{
			Name: "corrected-unordered-twice", Doc: "Two requests each, and messages may overtake each other",
			Variant: spec.Corrected, Params: map[string]int{"requests": 2}, Environment: spec.Environment{Order: "unordered"},
			Costs:  map[string]string{"overtaken": "0 to 2", "overtaken-once-known": "0 to 1", "messages": "30 to 36"},
			States: 30345, Confirmed: spec.Self,
		},
		{
			Name: "corrected-unordered-3",
			Doc: "Three participants that ask without end, two coordinators of which both are needed, and " +
				"messages may overtake each other",
			Variant:     spec.Corrected,
			Params:      map[string]int{"n": 2, "m": 2, "participants": 3, "requests": 0},
			Environment: spec.Environment{Order: "unordered"},
			Violated:    []string{"no-deadlock", "no-deadlock-all-up", "progress", "no-starvation", "overtaken"},
			Costs:       map[string]string{"overtaken": "0 or more, unbounded", "overtaken-once-known": "0 to 2"},
			States:      6164, Confirmed: spec.Self,
		},
		{
			Name: "reset-1",
			Doc: "One coordinator, which may crash and come back: everybody is up again, and P1 waits for an " +
				"answer to a request that was lost while it was down",
			Params:      map[string]int{"n": 1, "m": 1},
			Environment: resets(1, "c1"),
			Violated:    []string{"mutual-exclusion", "no-deadlock", "no-deadlock-all-up", "progress", "no-starvation"},
			Costs:       map[string]string{"overtaken": "0 to 1", "overtaken-once-known": "0 to 1", "messages": "6"},
			States:      152, Confirmed: spec.Self,
		},
		{
			Name: "resets-3-2", Doc: "One reset of one coordinator of three breaks exclusion: 2m-n is 1",
			Environment: resets(1, "c1"),
			Violated:    []string{"mutual-exclusion", "no-deadlock", "no-deadlock-all-up", "progress", "no-starvation"},
			Costs:       map[string]string{"overtaken": "0 to 1", "overtaken-once-known": "0 to 1", "messages": "14 to 18"},
			States:      14784, Confirmed: spec.Self,
		},
		{
			Name: "resets-3-2-three", Doc: "Three participants, from the moment that P1 has the votes of c1 and c2",
			Params:      map[string]int{"participants": 3, "holder": 1},
			Environment: resets(1, "c2"),
			Violated: []string{"mutual-exclusion", "no-deadlock", "no-deadlock-all-up", "progress", "no-starvation",
				"exclusion-after-holder"},
			Costs:  map[string]string{"overtaken": "0 to 1", "overtaken-once-known": "0 to 1", "messages": "18 to 23"},
			States: 119028, Confirmed: spec.Self,
		},
		{
			Name: "resets-4-3-one", Doc: "One reset of four coordinators does not break exclusion: 2m-n is 2",
			Params:      map[string]int{"n": 4, "m": 3},
			Environment: resets(1, "c1"),
			Violated:    []string{"no-deadlock", "no-deadlock-all-up", "progress", "no-starvation"},
			Costs:       map[string]string{"overtaken": "0 to 1", "overtaken-once-known": "0 to 1", "messages": "20 to 24"},
			States:      96284, Confirmed: spec.Self,
		},
		{
			Name: "resets-4-3-two", Doc: "Two resets do",
			Params:      map[string]int{"n": 4, "m": 3},
			Environment: resets(2, "c1", "c2"),
			Violated:    []string{"mutual-exclusion", "no-deadlock", "no-deadlock-all-up", "progress", "no-starvation"},
			Costs:       map[string]string{"overtaken": "0 to 1", "overtaken-once-known": "0 to 1", "messages": "20 to 24"},
			States:      471617, Confirmed: spec.Self, Long: true,
		},
		{
			Name:   "resets-5-3-none",
			Doc:    "Five coordinators and a quorum of three, from the moment that P1 has it, without a reset",
			Params: map[string]int{"n": 5, "m": 3, "holder": 1},
			Costs:  map[string]string{"overtaken": "0", "overtaken-once-known": "0", "messages": "18 to 24"},
			States: 49767, Confirmed: spec.Self,
		},
		{
			Name: "resets-5-3-one", Doc: "One reset of the last of P1's quorum breaks exclusion: 2m-n is 1",
			Params:      map[string]int{"n": 5, "m": 3, "holder": 1},
			Environment: resets(1, "c3"),
			Violated:    []string{"mutual-exclusion", "no-deadlock", "no-deadlock-all-up", "progress", "no-starvation"},
			Costs:       map[string]string{"overtaken": "0", "overtaken-once-known": "0", "messages": "18 to 24"},
			States:      205088, Confirmed: spec.Self, Long: true,
		},
		{
			Name: "resets-5-4-two",
			Doc: "Five coordinators and a quorum of four, from the moment that P1 has it: two resets do not break " +
				"exclusion",
			Params:      map[string]int{"n": 5, "m": 4, "holder": 1},
			Environment: resets(2, "c3", "c4"),
			Violated:    []string{"no-deadlock", "no-deadlock-all-up", "progress", "no-starvation"},
			Costs:       map[string]string{"overtaken": "0", "overtaken-once-known": "0", "messages": "19 to 22"},
			States:      221287, Confirmed: spec.Self, Long: true,
		},
		{
			Name: "resets-5-4-three", Doc: "Three resets do: 2m-n is 3",
			Params:      map[string]int{"n": 5, "m": 4, "holder": 1},
			Environment: resets(3, "c2", "c3", "c4"),
			Violated:    []string{"mutual-exclusion", "no-deadlock", "no-deadlock-all-up", "progress", "no-starvation"},
			Costs:       map[string]string{"overtaken": "0", "overtaken-once-known": "0", "messages": "19 to 22"},
			States:      1059312, Confirmed: spec.Self, Long: true,
		},
		{
			Name: "forgot-5-4-two", Doc: "Two of P1's four voters have forgotten their votes before the start: exclusion holds",
			Params: map[string]int{"n": 5, "m": 4, "holder": 1, "forgot": 2},
			Costs:  map[string]string{"overtaken": "0", "overtaken-once-known": "0", "messages": "19 to 22"},
			States: 30267, Confirmed: spec.Self,
		},
		{
			Name: "forgot-5-4-three", Doc: "Three of them have",
			Params:   map[string]int{"n": 5, "m": 4, "holder": 1, "forgot": 3},
			Violated: []string{"mutual-exclusion"},
			Costs:    map[string]string{"overtaken": "0", "overtaken-once-known": "0", "messages": "19 to 22"},
			States:   53534, Confirmed: spec.Self,
		},
		{
			Name: "lasting-harm",
			Doc: "One coordinator has forgotten that it voted for P1: exclusion is broken between P2 and P3 after P1 " +
				"has gone",
			Variant:  spec.Corrected,
			Params:   map[string]int{"participants": 3, "holder": 1, "forgot": 1},
			Violated: []string{"mutual-exclusion", "exclusion-after-holder"},
			Costs:    map[string]string{"overtaken": "0 to 1", "overtaken-once-known": "0 to 1", "messages": "23"},
			States:   44149, Confirmed: spec.Self,
		},
		{
			Name: "lasting-harm-1", Doc: "The same with a single coordinator",
			Variant:  spec.Corrected,
			Params:   map[string]int{"n": 1, "m": 1, "participants": 3, "holder": 1, "forgot": 1},
			Violated: []string{"mutual-exclusion", "exclusion-after-holder"},
			Costs:    map[string]string{"overtaken": "0 to 1", "overtaken-once-known": "0 to 1", "messages": "7"},
			States:   126, Confirmed: spec.Self,
		},
		{
			Name:     "lasting-harm-sender",
			Doc:      "If coordinators take releases only from whom they have voted for, the harm ends with the turn of P1",
			Variant:  spec.Corrected,
			Params:   map[string]int{"participants": 3, "holder": 1, "forgot": 1, "sender": 1},
			Violated: []string{"mutual-exclusion"},
			Costs:    map[string]string{"overtaken": "0 to 1", "overtaken-once-known": "0 to 1", "messages": "23"},
			States:   31135, Confirmed: spec.Self,
		},
		{
			Name: "corrected-reset-3",
			Doc: "Three participants, from the moment that P1 has the votes of c1 and c2, of which c2 forgets " +
				"its: exclusion is broken",
			Variant:     spec.Corrected,
			Params:      map[string]int{"participants": 3, "holder": 1},
			Environment: resets(1, "c2"),
			Violated: []string{"mutual-exclusion", "no-deadlock", "no-deadlock-all-up", "progress", "no-starvation",
				"exclusion-after-holder"},
			Costs:  map[string]string{"overtaken": "0 to 1", "overtaken-once-known": "0 to 1", "messages": "19 to 23"},
			States: 106729, Confirmed: spec.Self,
		},
		{
			Name: "stable-reset",
			Doc: "A coordinator that keeps its vote in stable storage may crash and come back: exclusion holds, " +
				"but requests are forgotten, or lost while it is down, and who waits is stuck even when everybody is up again",
			Variant:     stableVariant,
			Environment: resets(1, "c1"),
			Violated:    []string{"no-deadlock", "no-deadlock-all-up", "progress", "no-starvation"},
			Costs:       map[string]string{"overtaken": "0 to 1", "overtaken-once-known": "0 to 1", "messages": "14 to 18"},
			States:      12054, Confirmed: spec.Self,
		},
		{
			Name: "stable-resets", Doc: "Two coordinators may",
			Variant:     stableVariant,
			Environment: resets(2, "c1", "c2"),
			Violated:    []string{"no-deadlock", "no-deadlock-all-up", "progress", "no-starvation"},
			Costs:       map[string]string{"overtaken": "0 to 1", "overtaken-once-known": "0 to 1", "messages": "14 to 18"},
			States:      49440, Confirmed: spec.Self,
		},
		{
			Name: "stable-reset-3", Doc: "The case corrected-reset-3 with stable storage: exclusion holds",
			Variant:     stableVariant,
			Params:      map[string]int{"participants": 3, "holder": 1},
			Environment: resets(1, "c2"),
			Violated:    []string{"no-deadlock", "no-deadlock-all-up", "progress", "no-starvation"},
			Costs:       map[string]string{"overtaken": "0 to 1", "overtaken-once-known": "0 to 1", "messages": "19 to 23"},
			States:      92528, Confirmed: spec.Self,
		},
	}, timeoutCases()...)
}
