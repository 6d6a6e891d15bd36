package anel2

import "github.com/anel-mc/mc/specs/spec"

const (
	product = "formula: (n+2)^k for k initiators" // on unordered channels, lists do not interact
)

// The properties that are violated together: a process that has not started a list never learns of the leader,
// or a list is lost and with it all that depends on it.
var (
	unaware = []string{"somebody-leads", "everybody-knows"}
	broken  = []string{"somebody-leads", "everybody-knows", "initiators-know", "no-deadlock"}
	stuck   = append([]string{"no-deadlock-all-up"}, broken...)
	dead    = []string{"chosen-is-up", "somebody-leads", "everybody-knows", "initiators-know", "no-deadlock"}
)

func cases() []spec.Case {
	var all []spec.Case
	all = append(all, asWritten()...)
	all = append(all, asWrittenFaults()...)
	return append(all, corrected()...)
}

func asWritten() []spec.Case {
	return []spec.Case{
		{
			Name: "one", Doc: "Only the smallest process suspects the leader: it is elected, and nobody else learns of it",
			Params:   map[string]int{"n": 3, "initiators": 1},
			Violated: []string{"everybody-knows"},
			Costs:    map[string]string{"messages": "3"},
			States:   5, Confirmed: spec.WrittenTwice,
		},
		{
			Name:     "one-not-smallest",
			Doc:      "Only process 2 suspects the leader: it chooses 1, which does not learn that it leads",
			Params:   map[string]int{"n": 3, "initiators": 2},
			Violated: []string{"somebody-leads", "everybody-knows", "leader"},
			Costs:    map[string]string{"messages": "at most 3"},
			States:   5, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "all-but-smallest", Doc: "All but the smallest process may suspect the leader: none of them is the leader",
			Params:   map[string]int{"n": 3, "initiators": 6},
			Violated: []string{"somebody-leads", "everybody-knows", "leader"},
			Costs:    map[string]string{"messages": "at most 6"},
			States:   28, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "all-2", Doc: "Both of two processes may suspect the leader",
			Params:   map[string]int{"n": 2},
			Violated: unaware,
			Costs:    map[string]string{"messages": "2 to 4"},
			States:   18, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "all-3", Doc: "All of three may suspect the leader, which covers every set of initiators",
			Params:   map[string]int{"n": 3},
			Violated: unaware,
			Costs:    map[string]string{"messages": "3 to 9"},
			States:   176, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "all-4", Doc: "All of four may suspect the leader",
			Params:   map[string]int{"n": 4},
			Violated: unaware,
			Costs:    map[string]string{"messages": "4 to 16"},
			States:   2424, Confirmed: spec.WrittenTwice,
		},
		{
			Name:     "descending-4",
			Doc:      "All of four may suspect the leader, and identifiers descend: the arrangement makes no difference",
			Params:   map[string]int{"n": 4, "arrangement": -1},
			Violated: unaware,
			Costs:    map[string]string{"messages": "4 to 16"},
			States:   2424, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "all-5", Doc: "All of five may suspect the leader",
			Params:   map[string]int{"n": 5},
			Violated: unaware,
			Costs:    map[string]string{"messages": "5 to 25"},
			States:   43152, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "all-suspect-2", Doc: "Both of two processes suspect the leader sooner or later: everything holds",
			Params: map[string]int{"n": 2, "certain": 1},
			Costs:  map[string]string{"messages": "2 to 4"},
			States: 18, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "all-suspect-3", Doc: "All of three suspect the leader sooner or later: everything holds, for n² messages",
			Params: map[string]int{"n": 3, "certain": 1},
			Costs:  map[string]string{"messages": "3 to 9"},
			States: 176, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "all-suspect-5", Doc: "All of five suspect the leader sooner or later: everything holds",
			Params: map[string]int{"n": 5, "certain": 1},
			Costs:  map[string]string{"messages": "5 to 25"},
			States: 43152, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "all-suspect-again", Doc: "All of three suspect the leader sooner or later, and two more times in any phase",
			Params: map[string]int{"n": 3, "certain": 1, "again": 2},
			Costs:  map[string]string{"messages": "3 to 15"},
			States: 13324, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "unordered", Doc: "The order of channels makes no difference to the verdicts",
			Params:      map[string]int{"n": 3},
			Environment: spec.Environment{Order: "unordered"},
			Violated:    unaware,
			Costs:       map[string]string{"messages": "3 to 9"},
			States:      125, Confirmed: product,
		},
	}
}

func asWrittenFaults() []spec.Case {
	return []spec.Case{
		{
			Name: "crash-of-leader",
			Doc: "The leader, 1, may crash, and 2 suspects it sooner or later: its list gets no further than the " +
				"crashed process",
			Params:      map[string]int{"n": 3, "initiators": 2, "certain": 1},
			Environment: spec.Environment{Crash: spec.Budget(1), CrashOnly: []string{"1"}},
			Violated:    append([]string{"leader"}, dead...),
			Costs:       map[string]string{"messages": "at most 3"},
			States:      10, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "crash", Doc: "All suspect the leader sooner or later, and any process may crash: the ring is broken",
			Params:      map[string]int{"n": 3, "certain": 1},
			Environment: spec.Environment{Crash: spec.Budget(1)},
			Violated:    dead,
			Costs:       map[string]string{"messages": "3 to 9"},
			States:      491, Confirmed: spec.WrittenTwice,
		},
		{
			Name:        "crash-and-recovery",
			Doc:         "Any process may crash and come back: the list that it was to pass on may be lost all the same",
			Params:      map[string]int{"n": 3, "certain": 1},
			Environment: spec.Environment{Crash: spec.Budget(1), Recover: spec.Budget(1)},
			Violated:    append([]string{"no-deadlock-all-up"}, dead...),
			Costs:       map[string]string{"messages": "3 to 12"},
			States:      3835, Confirmed: spec.Self,
		},
		{
			Name: "lost-message", Doc: "One list may be lost",
			Params:      map[string]int{"n": 3, "certain": 1},
			Environment: spec.Environment{Lose: spec.Budget(1)},
			Violated:    stuck,
			Costs:       map[string]string{"messages": "3 to 9"},
			States:      260, Confirmed: spec.Self,
		},
		{
			Name: "duplicated-message", Doc: "One list may be delivered twice: it does no harm",
			Params:      map[string]int{"n": 3, "certain": 1},
			Environment: spec.Environment{Duplicate: spec.Budget(1)},
			Costs:       map[string]string{"messages": "3 to 11"},
			States:      1167, Confirmed: spec.Self,
		},
		{
			Name: "cut", Doc: "A link may be cut, before the election or during it, and be mended",
			Params:      map[string]int{"n": 3, "certain": 1},
			Environment: spec.Environment{Cut: spec.Budget(1), Heal: spec.Budget(1)},
			Violated:    stuck,
			Costs:       map[string]string{"messages": "3 to 9"},
			States:      929, Confirmed: spec.Self,
		},
		{
			Name: "partition", Doc: "The ring may be partitioned, before the election or during it, and be mended",
			Params:      map[string]int{"n": 3, "certain": 1},
			Environment: spec.Environment{Partition: spec.Budget(1), Heal: spec.Budget(1)},
			Violated:    stuck,
			Costs:       map[string]string{"messages": "3 to 9"},
			States:      686, Confirmed: spec.Self,
		},
	}
}

func corrected() []spec.Case {
	return []spec.Case{
		{
			Name: "corrected-one", Doc: "Only process 2 suspects the leader: everybody chooses 1 when the list goes round again",
			Variant: spec.Corrected, Params: map[string]int{"n": 3, "initiators": 2},
			Costs:  map[string]string{"messages": "6"},
			States: 8, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "corrected-2", Doc: "Both of two processes may suspect the leader",
			Variant: spec.Corrected, Params: map[string]int{"n": 2},
			Costs:  map[string]string{"messages": "4 to 6"},
			States: 38, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "corrected-3", Doc: "All of three may suspect the leader, which covers every set of initiators",
			Variant: spec.Corrected, Params: map[string]int{"n": 3},
			Costs:  map[string]string{"messages": "6 to 12"},
			States: 595, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "corrected-4", Doc: "All of four may suspect the leader",
			Variant: spec.Corrected, Params: map[string]int{"n": 4},
			Costs:  map[string]string{"messages": "8 to 20"},
			States: 12074, Confirmed: spec.WrittenTwice,
		},
		{
			Name:    "corrected-descending-4",
			Doc:     "All of four may suspect the leader, and identifiers descend: the arrangement makes no difference",
			Variant: spec.Corrected, Params: map[string]int{"n": 4, "arrangement": -1},
			Costs:  map[string]string{"messages": "8 to 20"},
			States: 12074, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "corrected-5", Doc: "All of five may suspect the leader",
			Variant: spec.Corrected, Params: map[string]int{"n": 5},
			Costs:  map[string]string{"messages": "10 to 30"},
			States: 296589, Confirmed: spec.WrittenTwice, Long: true,
		},
		{
			Name: "corrected-again", Doc: "All of three may suspect the leader, and two more times in any phase",
			Variant: spec.Corrected, Params: map[string]int{"n": 3, "again": 2},
			Costs:  map[string]string{"messages": "6 to 18"},
			States: 51644, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "corrected-unordered", Doc: "The order of channels makes no difference to the verdicts",
			Variant: spec.Corrected, Params: map[string]int{"n": 3},
			Environment: spec.Environment{Order: "unordered"},
			Costs:       map[string]string{"messages": "6 to 12"},
			States:      604, Confirmed: spec.Self,
		},
		{
			Name: "corrected-duplicated-message", Doc: "One list may be delivered twice: it does no harm",
			Variant: spec.Corrected, Params: map[string]int{"n": 3},
			Environment: spec.Environment{Duplicate: spec.Budget(1)},
			Costs:       map[string]string{"messages": "6 to 14"},
			States:      3970, Confirmed: spec.Self,
		},
		{
			Name: "corrected-crash-of-leader",
			Doc: "The leader, 1, may crash, and 2 suspects it sooner or later: the ring is broken, and the second " +
				"round does not help",
			Variant: spec.Corrected, Params: map[string]int{"n": 3, "initiators": 2, "certain": 1},
			Environment: spec.Environment{Crash: spec.Budget(1), CrashOnly: []string{"1"}},
			Violated:    dead,
			Costs:       map[string]string{"messages": "6"},
			States:      15, Confirmed: spec.WrittenTwice,
		},
	}
}
