package quorummutex

import "github.com/anel-mc/mc/specs/spec"

const brute = "brute force in the test"

// resets lets each of k crashes of the named coordinators be followed by a recovery.
// Coordinators differ in nothing but their place, so that k resets of any of them are,
// but for their names, resets of the same k or fewer.
func resets(k int, coordinators ...string) spec.Environment {
	return spec.Environment{Crash: spec.Budget(k), Recover: spec.Budget(k), CrashOnly: coordinators}
}

// oneTick is a synchronous system in which every message takes one tick.
func oneTick() spec.Environment { return spec.Environment{Timing: "sync", Delay: "1..1"} }

func cases() []spec.Case {
	return []spec.Case{
		{
			Name: "one-request", Doc: "Two participants use the resource once each",
			Costs:  map[string]string{"overtaken": "0 to 1", "overtaken-once-known": "0 to 1", "messages": "15 to 18"},
			States: 3306, Confirmed: brute,
		},
		{
			Name: "grant-step", Doc: "The same with grants that are steps of their own",
			Params: map[string]int{"prompt": 0},
			Costs:  map[string]string{"overtaken": "0 to 1", "overtaken-once-known": "0 to 1", "messages": "14 to 18"},
			States: 6836, Confirmed: brute,
		},
		{
			Name: "holds-a-vote-each", Doc: "Three participants get the vote of one coordinator each, and all wait for ever: 000's first objection",
			Params:   map[string]int{"participants": 3},
			Violated: []string{"no-deadlock", "no-starvation"},
			Costs:    map[string]string{"overtaken": "0 to 2", "overtaken-once-known": "0 to 2", "messages": "22 to 27"},
			States:   161029, Confirmed: "self",
		},
		{
			Name: "even-split", Doc: "Two participants get two of the four votes each",
			Params:   map[string]int{"n": 4, "m": 3},
			Violated: []string{"no-deadlock", "no-starvation"},
			Costs:    map[string]string{"overtaken": "0 to 1", "overtaken-once-known": "0 to 1", "messages": "21 to 24"},
			States:   20367, Confirmed: "self",
		},
		{
			Name: "late-vote", Doc: "Two participants use the resource twice each: the vote that comes after the release is never given back",
			Params:   map[string]int{"requests": 2},
			Violated: []string{"no-deadlock", "one-position", "no-starvation"},
			Costs:    map[string]string{"overtaken": "0 to 2", "overtaken-once-known": "0 to 1", "messages": "29 to 36"},
			States:   290056, Confirmed: "self",
		},
		{
			Name: "five-3", Doc: "Five coordinators, of which three are a quorum",
			Params: map[string]int{"n": 5, "m": 3},
			Costs:  map[string]string{"overtaken": "0 to 1", "overtaken-once-known": "0 to 1", "messages": "24 to 30"},
			States: 564988, Confirmed: "self", Long: true,
		},
		{
			Name: "five-4", Doc: "Five coordinators, of which four are a quorum",
			Params:   map[string]int{"n": 5, "m": 4},
			Violated: []string{"no-deadlock", "no-starvation"},
			Costs:    map[string]string{"overtaken": "0 to 1", "overtaken-once-known": "0 to 1", "messages": "27 to 30"},
			States:   132783, Confirmed: "self", Long: true,
		},
		{
			Name: "everyone-once", Doc: "Releases to all coordinators, and one request each of two participants",
			Variant: everyoneVariant,
			Costs:   map[string]string{"overtaken": "0 to 1", "overtaken-once-known": "0 to 1", "messages": "18"},
			States:  3831, Confirmed: brute,
		},
		{
			Name: "everyone-twice", Doc: "A release frees a coordinator whose vote somebody else has, without any failure",
			Variant:  everyoneVariant,
			Params:   map[string]int{"requests": 2},
			Violated: []string{"mutual-exclusion"},
			Costs:    map[string]string{"overtaken": "0 to 2", "overtaken-once-known": "0 to 1", "messages": "36"},
			States:   341067, Confirmed: "self",
		},
		{
			Name: "everyone-3", Doc: "The same with three participants and one request each",
			Variant:  everyoneVariant,
			Params:   map[string]int{"participants": 3},
			Violated: []string{"mutual-exclusion", "no-deadlock", "no-starvation"},
			Costs:    map[string]string{"overtaken": "0 to 2", "overtaken-once-known": "0 to 2", "messages": "27"},
			States:   229656, Confirmed: "self",
		},
		{
			Name: "corrected-once", Doc: "Two participants use the resource once each",
			Variant: spec.Corrected,
			Costs:   map[string]string{"overtaken": "0 to 1", "overtaken-once-known": "0 to 1", "messages": "18"},
			States:  2784, Confirmed: brute,
		},
		{
			Name: "corrected-twice", Doc: "Two participants use the resource twice each",
			Variant: spec.Corrected,
			Params:  map[string]int{"requests": 2},
			Costs:   map[string]string{"overtaken": "0 to 2", "overtaken-once-known": "0 to 1", "messages": "30 to 36"},
			States:  17007, Confirmed: brute,
		},
		{
			Name: "corrected-for-ever", Doc: "Two participants ask without end: both get in again and again",
			Variant:  spec.Corrected,
			Params:   map[string]int{"requests": 0},
			Violated: []string{"overtaken"},
			Costs:    map[string]string{"overtaken": "0 or more, unbounded", "overtaken-once-known": "0 to 1"},
			States:   5869, Confirmed: "self",
		},
		{
			Name: "corrected-3", Doc: "Three participants still get one vote each: the correction is of another deadlock",
			Variant:  spec.Corrected,
			Params:   map[string]int{"participants": 3},
			Violated: []string{"no-deadlock", "no-starvation"},
			Costs:    map[string]string{"overtaken": "0 to 2", "overtaken-once-known": "0 to 2", "messages": "27"},
			States:   139626, Confirmed: "self",
		},
		{
			Name: "corrected-unordered-twice", Doc: "Two requests each, and messages may overtake each other",
			Variant: spec.Corrected, Params: map[string]int{"requests": 2}, Environment: spec.Environment{Order: "unordered"},
			Costs:  map[string]string{"overtaken": "0 to 2", "overtaken-once-known": "0 to 1", "messages": "30 to 36"},
			States: 30345, Confirmed: "self",
		},
		{
			Name: "resets-3-2", Doc: "One reset of one coordinator of three breaks exclusion: 2m-n is 1",
			Environment: resets(1, "c1"),
			Violated:    []string{"mutual-exclusion", "no-deadlock", "no-starvation"},
			Costs:       map[string]string{"overtaken": "0 to 1", "overtaken-once-known": "0 to 1", "messages": "14 to 18"},
			States:      14784, Confirmed: "self",
		},
		{
			Name: "resets-4-3-one", Doc: "One reset of four coordinators does not break exclusion: 2m-n is 2",
			Params:      map[string]int{"n": 4, "m": 3},
			Environment: resets(1, "c1"),
			Violated:    []string{"no-deadlock", "no-starvation"},
			Costs:       map[string]string{"overtaken": "0 to 1", "overtaken-once-known": "0 to 1", "messages": "20 to 24"},
			States:      96284, Confirmed: "self",
		},
		{
			Name: "resets-4-3-two", Doc: "Two resets do",
			Params:      map[string]int{"n": 4, "m": 3},
			Environment: resets(2, "c1", "c2"),
			Violated:    []string{"mutual-exclusion", "no-deadlock", "no-starvation"},
			Costs:       map[string]string{"overtaken": "0 to 1", "overtaken-once-known": "0 to 1", "messages": "20 to 24"},
			States:      471617, Confirmed: "self", Long: true,
		},
		{
			Name: "resets-5-3-none", Doc: "Five coordinators and a quorum of three, from the moment that P1 has it, without a reset",
			Params: map[string]int{"n": 5, "m": 3, "holder": 1},
			Costs:  map[string]string{"overtaken": "0", "overtaken-once-known": "0", "messages": "18 to 24"},
			States: 49767, Confirmed: "self",
		},
		{
			Name: "resets-5-3-one", Doc: "One reset of the last of P1's quorum breaks exclusion: 2m-n is 1",
			Params:      map[string]int{"n": 5, "m": 3, "holder": 1},
			Environment: resets(1, "c3"),
			Violated:    []string{"mutual-exclusion", "no-deadlock", "no-starvation"},
			Costs:       map[string]string{"overtaken": "0", "overtaken-once-known": "0", "messages": "18 to 24"},
			States:      205088, Confirmed: "self",
		},
		{
			Name: "resets-5-4-two", Doc: "Five coordinators and a quorum of four, from the moment that P1 has it: two resets do not break exclusion",
			Params:      map[string]int{"n": 5, "m": 4, "holder": 1},
			Environment: resets(2, "c3", "c4"),
			Violated:    []string{"no-deadlock", "no-starvation"},
			Costs:       map[string]string{"overtaken": "0", "overtaken-once-known": "0", "messages": "19 to 22"},
			States:      221287, Confirmed: "self",
		},
		{
			Name: "resets-5-4-three", Doc: "Three resets do: 2m-n is 3",
			Params:      map[string]int{"n": 5, "m": 4, "holder": 1},
			Environment: resets(3, "c2", "c3", "c4"),
			Violated:    []string{"mutual-exclusion", "no-deadlock", "no-starvation"},
			Costs:       map[string]string{"overtaken": "0", "overtaken-once-known": "0", "messages": "18 to 21"},
			States:      1059312, Confirmed: "self", Long: true,
		},
		{
			Name: "forgot-5-4-two", Doc: "Two of P1's four voters have forgotten their votes before the start: exclusion holds",
			Params: map[string]int{"n": 5, "m": 4, "holder": 1, "forgot": 2},
			Costs:  map[string]string{"overtaken": "0", "overtaken-once-known": "0", "messages": "19 to 22"},
			States: 30267, Confirmed: "self",
		},
		{
			Name: "forgot-5-4-three", Doc: "Three of them have",
			Params:   map[string]int{"n": 5, "m": 4, "holder": 1, "forgot": 3},
			Violated: []string{"mutual-exclusion"},
			Costs:    map[string]string{"overtaken": "0", "overtaken-once-known": "0", "messages": "19 to 22"},
			States:   53534, Confirmed: "self",
		},
		{
			Name: "lasting-harm", Doc: "One coordinator has forgotten that it voted for P1: exclusion is broken between P2 and P3 after P1 has gone",
			Variant:  spec.Corrected,
			Params:   map[string]int{"participants": 3, "holder": 1, "forgot": 1},
			Violated: []string{"mutual-exclusion", "exclusion-after-holder"},
			Costs:    map[string]string{"overtaken": "0 to 1", "overtaken-once-known": "0 to 1", "messages": "23"},
			States:   44149, Confirmed: "self",
		},
		{
			Name: "lasting-harm-1", Doc: "The same with a single coordinator",
			Variant:  spec.Corrected,
			Params:   map[string]int{"n": 1, "m": 1, "participants": 3, "holder": 1, "forgot": 1},
			Violated: []string{"mutual-exclusion", "exclusion-after-holder"},
			Costs:    map[string]string{"overtaken": "0 to 1", "overtaken-once-known": "0 to 1", "messages": "7"},
			States:   126, Confirmed: "self",
		},
		{
			Name: "stable-reset", Doc: "A coordinator that keeps its vote in stable storage may crash and come back: exclusion holds, but while it is down the others may be split",
			Variant:     stableVariant,
			Environment: resets(1, "c1"),
			Violated:    []string{"no-deadlock", "no-starvation"},
			Costs:       map[string]string{"overtaken": "0 to 1", "overtaken-once-known": "0 to 1", "messages": "14 to 18"},
			States:      12054, Confirmed: "self",
		},
		{
			Name: "stable-resets", Doc: "Two coordinators may",
			Variant:     stableVariant,
			Environment: resets(2, "c1", "c2"),
			Violated:    []string{"no-deadlock", "no-starvation"},
			Costs:       map[string]string{"overtaken": "0 to 1", "overtaken-once-known": "0 to 1", "messages": "14 to 18"},
			States:      49440, Confirmed: "self",
		},
		{
			Name: "timeout-too-early", Doc: "Timers that may fire at any time: no deadlock, and P2 goes round by itself, since it gives each vote back before the next one comes",
			Variant:  timeoutVariant,
			Violated: []string{"no-starvation", "messages"},
			Costs:    map[string]string{"overtaken": "0 to 1", "overtaken-once-known": "0 to 1", "messages": "18 or more, unbounded"},
			States:   6086, Confirmed: "self",
		},
		{
			Name: "timeout-4-3", Doc: "The split of four coordinators is broken up",
			Variant:  timeoutVariant,
			Params:   map[string]int{"n": 4, "m": 3},
			Violated: []string{"no-starvation", "messages"},
			Costs:    map[string]string{"overtaken": "0 to 1", "overtaken-once-known": "0 to 1", "messages": "24 or more, unbounded"},
			States:   54169, Confirmed: "self",
		},
		{
			Name: "timeout-sync", Doc: "Messages take one tick, participants wait for two, and one of two always gets a majority of three",
			Variant:     timeoutVariant,
			Params:      map[string]int{"wait": 2},
			Environment: oneTick(),
			Costs:       map[string]string{"overtaken": "0 to 1", "overtaken-once-known": "0 to 1", "messages": "18 to 21"},
			States:      1198, Confirmed: "self",
		},
		{
			Name: "timeout-livelock", Doc: "Messages take one tick, participants wait for four: they split four coordinators, give up and split them again for ever",
			Variant:     timeoutVariant,
			Params:      map[string]int{"n": 4, "m": 3, "wait": 4},
			Environment: oneTick(),
			Violated:    []string{"no-starvation", "messages"},
			Costs:       map[string]string{"overtaken": "0 to 1", "overtaken-once-known": "0 to 1", "messages": "24 to 27, unbounded without an end"},
			States:      4710, Confirmed: "self",
		},
	}
}
