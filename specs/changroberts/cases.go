package changroberts

import "github.com/anel-mc/mc/specs/spec"

// The properties violated where nobody learns of the leader; where an election with an announcement can be lost; where
// one without an announcement can; and where nobody is ever elected.
var (
	unheard    = []string{"everybody-knows", "everybody-knows-in-the-end"}
	dies       = []string{"termination", "somebody-leads-in-the-end", "everybody-knows-in-the-end"}
	leaderless = append([]string{"termination-all-up"}, dies...)
	lost       = append([]string{"everybody-knows"}, leaderless...)
	never      = append([]string{"somebody-leads"}, leaderless...)
)

func cases() []spec.Case {
	return append(healthy(), faults()...)
}

// healthy returns the cases without failures.
func healthy() []spec.Case {
	return []spec.Case{
		{
			Name: "ascending-2", Doc: "Two processes",
			Params:   map[string]int{"n": 2},
			Violated: lost,
			Costs:    map[string]string{"messages": "2 to 3"},
			States:   13, Confirmed: spec.WrittenTwice,
		},
		{
			Name:     "ascending-3",
			Doc:      "Identifiers ascend in the direction of the messages: each is dropped by the next process, the best case",
			Params:   map[string]int{"n": 3},
			Violated: lost,
			Costs:    map[string]string{"messages": "3 to 5"},
			States:   51, Confirmed: spec.WrittenTwice,
		},
		{
			Name:     "ascending-4",
			Doc:      "Identifiers ascend in the direction of the messages: each is dropped by the next process, the best case",
			Params:   map[string]int{"n": 4},
			Violated: lost,
			Costs:    map[string]string{"messages": "4 to 7"},
			States:   189, Confirmed: spec.WrittenTwice,
		},
		{
			Name:     "ascending-5",
			Doc:      "Identifiers ascend in the direction of the messages: each is dropped by the next process, the best case",
			Params:   map[string]int{"n": 5},
			Violated: lost,
			Costs:    map[string]string{"messages": "5 to 9"},
			States:   675, Confirmed: spec.WrittenTwice,
		},
		{
			Name:     "ascending-6",
			Doc:      "Identifiers ascend in the direction of the messages: each is dropped by the next process, the best case",
			Params:   map[string]int{"n": 6},
			Violated: lost,
			Costs:    map[string]string{"messages": "6 to 11"},
			States:   2349, Confirmed: spec.WrittenTwice,
		},
		{
			Name:     "descending-3",
			Doc:      "Identifiers descend in the direction of the messages: each travels as far as it can, the worst case",
			Params:   map[string]int{"n": 3, "arrangement": -1},
			Violated: lost,
			Costs:    map[string]string{"messages": "3 to 6"},
			States:   77, Confirmed: spec.WrittenTwice,
		},
		{
			Name:     "descending-4",
			Doc:      "Identifiers descend in the direction of the messages: each travels as far as it can, the worst case",
			Params:   map[string]int{"n": 4, "arrangement": -1},
			Violated: lost,
			Costs:    map[string]string{"messages": "4 to 10"},
			States:   591, Confirmed: spec.WrittenTwice,
		},
		{
			Name:     "descending-5",
			Doc:      "Identifiers descend in the direction of the messages: each travels as far as it can, the worst case",
			Params:   map[string]int{"n": 5, "arrangement": -1},
			Violated: lost,
			Costs:    map[string]string{"messages": "5 to 15"},
			States:   5627, Confirmed: spec.WrittenTwice,
		},
		{
			Name:     "descending-6",
			Doc:      "Identifiers descend in the direction of the messages: each travels as far as it can, the worst case",
			Params:   map[string]int{"n": 6, "arrangement": -1},
			Violated: lost,
			Costs:    map[string]string{"messages": "6 to 21"},
			States:   64261, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "only-smallest",
			Doc: "Only the process with the smallest identifier suspects the leader: its message is dropped and " +
				"nobody else sends one",
			Params:   map[string]int{"n": 3, "initiators": 1},
			Violated: never,
			Costs:    map[string]string{"messages": "at most 1"},
			States:   3, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "only-largest", Doc: "Only the process with the largest identifier suspects the leader",
			Params:   map[string]int{"n": 3, "initiators": 4},
			Violated: unheard,
			Costs:    map[string]string{"messages": "3"},
			States:   5, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "all-suspect", Doc: "Every process suspects the leader sooner or later: then somebody is elected",
			Params:   map[string]int{"n": 3, "certain": 1},
			Violated: unheard,
			Costs: map[string]string{"messages": "3 to 5", "messages-in-all": "5", "steps": "8", "steps-of-one": "2 to 3",
				"rounds": "3 to 5", "rounds-until-a-leader": "3 to 5"},
			States: 51, Confirmed: spec.WrittenTwice,
		},
		{
			Name:     "all-suspect-descending-4",
			Doc:      "The same with the worst arrangement of four: n(n+1)/2 messages, and n to 2n-1 rounds",
			Params:   map[string]int{"n": 4, "arrangement": -1, "certain": 1},
			Violated: unheard,
			Costs: map[string]string{"messages": "4 to 10", "messages-in-all": "10", "steps": "14", "steps-of-one": "2 to 5",
				"rounds": "4 to 7", "rounds-until-a-leader": "4 to 7"},
			States: 591, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "all-but-largest",
			Doc: "Every process but the one with the largest identifier suspects the leader sooner or later: nobody " +
				"is elected",
			Params:   map[string]int{"n": 3, "initiators": 3, "certain": 1},
			Violated: never,
			Costs: map[string]string{"messages": "at most 2", "messages-in-all": "2", "steps": "4", "steps-of-one": "1 to 2",
				"rounds": "1 to 2", "rounds-until-a-leader": "at most 2"},
			States: 9, Confirmed: spec.WrittenTwice,
		},
		{
			Name:     "passive-3",
			Doc:      "A process that has passed on a larger identifier cannot start: 3^n states if the identifiers ascend",
			Variant:  passive,
			Params:   map[string]int{"n": 3},
			Violated: lost,
			Costs:    map[string]string{"messages": "3 to 5"},
			States:   27, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "passive-6", Doc: "The same with six processes",
			Variant:  passive,
			Params:   map[string]int{"n": 6},
			Violated: lost,
			Costs:    map[string]string{"messages": "6 to 11"},
			States:   729, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "passive-descending-6", Doc: "The same with the worst arrangement",
			Variant:  passive,
			Params:   map[string]int{"n": 6, "arrangement": -1},
			Violated: lost,
			Costs:    map[string]string{"messages": "6 to 21"},
			States:   2457, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "announcement-3", Doc: "The leader announces itself, but an election can still be lost",
			Variant:  announcement,
			Params:   map[string]int{"n": 3},
			Violated: leaderless,
			Costs:    map[string]string{"messages": "6 to 8"},
			States:   84, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "announcement-descending-4", Doc: "The same with the worst arrangement of four",
			Variant:  announcement,
			Params:   map[string]int{"n": 4, "arrangement": -1},
			Violated: leaderless,
			Costs:    map[string]string{"messages": "8 to 14"},
			States:   1028, Confirmed: spec.WrittenTwice,
		},
		{
			Name:    "announcement-all-suspect",
			Doc:     "With the announcement, and every process suspecting sooner or later, everything holds",
			Variant: announcement,
			Params:  map[string]int{"n": 3, "certain": 1},
			Costs: map[string]string{"messages": "6 to 8", "messages-in-all": "8", "steps": "11", "steps-of-one": "3 to 4",
				"rounds": "6 to 8", "rounds-until-a-leader": "3 to 5"},
			States: 84, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "corrected-2", Doc: "A process that drops a smaller identifier starts, and the leader announces itself",
			Variant: spec.Corrected,
			Params:  map[string]int{"n": 2},
			Costs:   map[string]string{"messages": "4 to 5"},
			States:  19, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "corrected-3", Doc: "A process that drops a smaller identifier starts, and the leader announces itself",
			Variant: spec.Corrected,
			Params:  map[string]int{"n": 3},
			Costs:   map[string]string{"messages": "6 to 8"},
			States:  73, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "corrected-4", Doc: "A process that drops a smaller identifier starts, and the leader announces itself",
			Variant: spec.Corrected,
			Params:  map[string]int{"n": 4},
			Costs:   map[string]string{"messages": "8 to 11"},
			States:  252, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "corrected-5", Doc: "A process that drops a smaller identifier starts, and the leader announces itself",
			Variant: spec.Corrected,
			Params:  map[string]int{"n": 5},
			Costs:   map[string]string{"messages": "10 to 14"},
			States:  819, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "corrected-descending-4", Doc: "The same with the worst arrangement",
			Variant: spec.Corrected,
			Params:  map[string]int{"n": 4, "arrangement": -1},
			Costs:   map[string]string{"messages": "8 to 14"},
			States:  988, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "corrected-descending-5", Doc: "The same with the worst arrangement",
			Variant: spec.Corrected,
			Params:  map[string]int{"n": 5, "arrangement": -1},
			Costs:   map[string]string{"messages": "10 to 20"},
			States:  9747, Confirmed: spec.WrittenTwice,
		},
		{
			Name:    "corrected-only-smallest",
			Doc:     "Only the process with the smallest identifier suspects the leader, and the largest is elected",
			Variant: spec.Corrected,
			Params:  map[string]int{"n": 3, "initiators": 1},
			Costs:   map[string]string{"messages": "8"},
			States:  10, Confirmed: spec.WrittenTwice,
		},
	}
}

// faults returns cases with failures that the source excludes, mostly of the variant in which everything
// holds without them.
func faults() []spec.Case {
	crash := func(only ...string) spec.Environment {
		return spec.Environment{Crash: spec.Budget(1), CrashOnly: only}
	}
	return []spec.Case{
		{
			Name: "crash", Doc: "Any process may crash: the ring is broken",
			Variant:     spec.Corrected,
			Params:      map[string]int{"n": 3},
			Environment: spec.Environment{Crash: spec.Budget(1)},
			Violated:    append([]string{"everybody-knows"}, dies...),
			Costs:       map[string]string{"messages": "3 to 8"},
			States:      195, Confirmed: spec.WrittenTwice,
		},
		{
			Name:    "crash-of-leader",
			Doc:     "The process with the largest identifier may crash at any point, even as the leader: nobody follows it",
			Variant: spec.Corrected, Params: map[string]int{"n": 3}, Environment: crash("3"),
			Violated: dies,
			Costs:    map[string]string{"messages": "6 to 8"},
			States:   107, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "crash-of-candidate",
			Doc: "Only 2 suspects the leader, and 2 may crash, even as a candidate: it has woken 3, whose message it " +
				"does not pass on",
			Variant: spec.Corrected, Params: map[string]int{"n": 3, "initiators": 2}, Environment: crash("2"),
			Violated: dies,
			Costs:    map[string]string{"messages": "5 to 7"},
			States:   17, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "crash-of-smallest",
			Doc: "The process with the smallest identifier may crash: it can never lead, and the ring is broken all " +
				"the same",
			Variant: spec.Corrected, Params: map[string]int{"n": 3}, Environment: crash("1"),
			Violated: append([]string{"everybody-knows"}, dies...),
			Costs:    map[string]string{"messages": "3 to 8"},
			States:   129, Confirmed: spec.WrittenTwice,
		},
		{
			Name:   "crash-all-suspect",
			Doc:    "As written, every process suspects the leader sooner or later, and any one may crash",
			Params: map[string]int{"n": 3, "certain": 1}, Environment: crash(),
			Violated: append([]string{"everybody-knows"}, dies...),
			Costs: map[string]string{"messages": "3 to 5", "messages-in-all": "1 to 5", "steps": "4 to 9",
				"steps-of-one": "0 to 3", "rounds": "1 to 5", "rounds-until-a-leader": "3 to 5"},
			States: 128, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "comes-back", Doc: "Any process may crash and come back, having forgotten everything",
			Variant: spec.Corrected, Params: map[string]int{"n": 3},
			Environment: spec.Environment{Crash: spec.Budget(1), Recover: spec.Budget(1)},
			Violated:    lost,
			Costs:       map[string]string{"messages": "4 to 14"},
			States:      1140, Confirmed: spec.Self,
		},
		{
			Name: "leader-comes-back",
			Doc: "The process with the largest identifier may crash and come back: it may have been the leader, and " +
				"no longer knows it",
			Variant: spec.Corrected, Params: map[string]int{"n": 3},
			Environment: spec.Environment{Crash: spec.Budget(1), Recover: spec.Budget(1), CrashOnly: []string{"3"}},
			Violated:    leaderless,
			Costs:       map[string]string{"messages": "6 to 14"},
			States:      775, Confirmed: spec.Self,
		},
		{
			Name: "lost-message", Doc: "One message may be lost: the one that matters, or the announcement",
			Variant: spec.Corrected, Params: map[string]int{"n": 3}, Environment: spec.Environment{Lose: spec.Budget(1)},
			Violated: lost,
			Costs:    map[string]string{"messages": "4 to 8"},
			States:   145, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "duplicated-message", Doc: "Two messages may be delivered twice: it does no harm",
			Variant: spec.Corrected, Params: map[string]int{"n": 3}, Environment: spec.Environment{Duplicate: spec.Budget(2)},
			Costs:  map[string]string{"messages": "6 to 18"},
			States: 1173, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "cut-link", Doc: "A link may fail and be mended: what was lost on it is not sent again",
			Variant: spec.Corrected, Params: map[string]int{"n": 3},
			Environment: spec.Environment{Cut: spec.Budget(1), Heal: spec.Budget(1)},
			Violated:    lost,
			Costs:       map[string]string{"messages": "3 to 8"},
			States:      345, Confirmed: spec.Self,
		},
		{
			Name: "unordered", Doc: "Messages overtake each other: no verdict changes",
			Variant: spec.Corrected, Params: map[string]int{"n": 4, "arrangement": -1},
			Environment: spec.Environment{Order: "unordered"},
			Costs:       map[string]string{"messages": "8 to 14"},
			States:      564, Confirmed: spec.Self,
		},
	}
}
