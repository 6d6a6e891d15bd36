package anel1

import "github.com/anel-mc/mc/specs/spec"

func cases() []spec.Case {
	two := []string{"uniqueness", "one-elected", "no-deadlock", "no-deadlock-all-up", "uniqueness-in-the-end"}
	split := append([]string{"somebody-leads"}, two...)
	dies := []string{"termination", "no-deadlock", "somebody-leads"}
	lost := append([]string{"no-deadlock-all-up"}, dies...)
	return []spec.Case{
		{
			Name: "single-2", Doc: "The source's first table: one of two processes suspects the leader",
			Params: map[string]int{"n": 2, "candidates": 1},
			Costs:  map[string]string{"messages": "4"},
			States: 6, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "single-3", Doc: "One of three suspects the leader",
			Params: map[string]int{"n": 3, "candidates": 1},
			Costs:  map[string]string{"messages": "6"},
			States: 8, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "single-4", Doc: "One of four suspects the leader",
			Params: map[string]int{"n": 4, "candidates": 1},
			Costs:  map[string]string{"messages": "8"},
			States: 10, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "split-2", Doc: "The source's second table: both of two processes may suspect the leader",
			Params:   map[string]int{"n": 2},
			Violated: split,
			Costs:    map[string]string{"messages": "4 to 5"},
			States:   34, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "split-3", Doc: "All of three may suspect the leader, which covers every set of candidates",
			Params:   map[string]int{"n": 3},
			Violated: split,
			Costs:    map[string]string{"messages": "6 to 9"},
			States:   292, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "split-4", Doc: "All of four may suspect the leader",
			Params:   map[string]int{"n": 4},
			Violated: split,
			Costs:    map[string]string{"messages": "8 to 14"},
			States:   2554, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "split-5", Doc: "All of five may suspect the leader",
			Params:   map[string]int{"n": 5},
			Violated: split,
			Costs:    map[string]string{"messages": "10 to 20"},
			States:   22759, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "neighbours", Doc: "Two neighbours on a ring of four may suspect the leader",
			Params:   map[string]int{"n": 4, "candidates": 2},
			Violated: split,
			Costs:    map[string]string{"messages": "8 to 11"},
			States:   73, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "again-single", Doc: "One process suspects the leader up to three times, in any role: alone it does no harm",
			Params: map[string]int{"n": 3, "candidates": 1, "again": 2},
			Costs:  map[string]string{"messages": "6 to 18"},
			States: 117, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "unordered", Doc: "The order of channels makes no difference to the verdicts",
			Params:      map[string]int{"n": 3},
			Environment: spec.Environment{Order: "unordered"},
			Violated:    split,
			Costs:       map[string]string{"messages": "6 to 9"},
			States:      478, Confirmed: spec.Self,
		},
		{
			Name: "crash", Doc: "One candidate, and any process may crash: the ring is broken",
			Params:      map[string]int{"n": 3, "candidates": 1},
			Environment: spec.Environment{Crash: spec.Budget(1)},
			Violated:    dies,
			Costs:       map[string]string{"messages": "6"},
			States:      29, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "crash-of-candidate",
			Doc: "The process that suspects the leader may crash at any point, even as the leader: nobody is left " +
				"who knows of the election",
			Params:      map[string]int{"n": 3, "candidates": 1},
			Environment: spec.Environment{Crash: spec.Budget(1), CrashOnly: []string{"1"}},
			Violated:    []string{"somebody-leads"},
			Costs:       map[string]string{"messages": "6"},
			States:      13, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "crash-of-follower", Doc: "A process that passes messages on may crash: the candidate waits for ever",
			Params:      map[string]int{"n": 3, "candidates": 1},
			Environment: spec.Environment{Crash: spec.Budget(1), CrashOnly: []string{"2"}},
			Violated:    dies,
			Costs:       map[string]string{"messages": "6"},
			States:      16, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "comes-back", Doc: "Any process may crash and come back as a Follower",
			Params:      map[string]int{"n": 3, "candidates": 1},
			Environment: spec.Environment{Crash: spec.Budget(1), Recover: spec.Budget(1)},
			Violated:    append([]string{"messages"}, lost...),
			Costs:       map[string]string{"messages": "6 or more, unbounded"},
			States:      69, Confirmed: spec.Self,
		},
		{
			Name: "lost-message", Doc: "One candidate, and a message may be lost",
			Params:      map[string]int{"n": 3, "candidates": 1},
			Environment: spec.Environment{Lose: spec.Budget(1)},
			Violated:    lost,
			Costs:       map[string]string{"messages": "6"},
			States:      10, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "duplicated-message", Doc: "One candidate, and a message may be delivered twice: it does no harm",
			Params:      map[string]int{"n": 3, "candidates": 1},
			Environment: spec.Environment{Duplicate: spec.Budget(1)},
			Costs:       map[string]string{"messages": "6 to 8"},
			States:      31, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "cut-link", Doc: "One candidate, and a link may fail and be mended: what was lost on it is not sent again",
			Params:      map[string]int{"n": 3, "candidates": 1},
			Environment: spec.Environment{Cut: spec.Budget(1), Heal: spec.Budget(1)},
			Violated:    lost,
			Costs:       map[string]string{"messages": "6"},
			States:      42, Confirmed: spec.Self,
		},
		{
			Name: "corrected-3",
			Doc: "A candidate that hears of a leader gives way: in the end somebody is in office, perhaps two " +
				"processes, and a candidate that suspects them waits",
			Variant: spec.Corrected, Params: map[string]int{"n": 3},
			Violated: two,
			Costs:    map[string]string{"messages": "6 to 9"},
			States:   361, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "corrected-4", Doc: "The same with four",
			Variant: spec.Corrected, Params: map[string]int{"n": 4},
			Violated: two,
			Costs:    map[string]string{"messages": "8 to 14"},
			States:   3756, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "corrected-again",
			Doc: "A process that is elected suspects the leader before its own announcement is back, gives way to it, " +
				"and the announcement goes round for ever",
			Variant: spec.Corrected, Params: map[string]int{"n": 3, "again": 1},
			Violated: append([]string{"messages"}, split...),
			Costs:    map[string]string{"messages": "6 or more, unbounded"},
			States:   2941, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "split-crash", Doc: "Both of two processes may suspect the leader, and one may crash",
			Params:      map[string]int{"n": 2},
			Environment: spec.Environment{Crash: spec.Budget(1)},
			Violated:    append([]string{"termination"}, split...),
			Costs:       map[string]string{"messages": "3 to 5"},
			States:      62, Confirmed: spec.WrittenTwice,
		},
	}
}
