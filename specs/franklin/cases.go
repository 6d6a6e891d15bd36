package franklin

import "github.com/anel-mc/mc/specs/spec"

// The properties violated by every variant without an announcement, and where an election comes to a standstill, with
// everybody up or not.
var (
	unheard = []string{"everybody-knows"}
	dies    = []string{"somebody-leads", "everybody-knows", "no-deadlock"}
	stuck   = append([]string{"no-deadlock-all-up"}, dies...)
	broken  = append([]string{"new-election-possible"}, dies...)
)

func cases() []spec.Case {
	var all []spec.Case
	for _, group := range [][]spec.Case{literally(), readings(), corrected(), faults()} {
		all = append(all, group...)
	}
	return all
}

// literally returns the cases of the box as it stands.
func literally() []spec.Case {
	return []spec.Case{
		{
			Name: "as-written-2",
			Doc: "Two processes: both neighbours of each are the other, and whichever starts, 2 is elected; 1 does not " +
				"learn of it",
			Params:   map[string]int{"n": 2},
			Violated: unheard,
			Costs:    map[string]string{"messages": "8 to 14"},
			States:   48, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "as-written-3", Doc: "One of three starts: the others wait for a message from the other side, and so does it",
			Params:   map[string]int{"n": 3},
			Violated: stuck,
			Costs:    map[string]string{"messages": "20 to 28"},
			States:   885, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "as-written-4", Doc: "Four processes, identifiers ascending to the right",
			Params:   map[string]int{"n": 4},
			Violated: stuck,
			Costs:    map[string]string{"messages": "30 to 48"},
			States:   9262, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "as-written-two-peaks", Doc: "Four processes in the order 1, 3, 2, 4: two are larger than their neighbours",
			Params:   map[string]int{"n": 4, "arrangement": 2},
			Violated: stuck,
			Costs:    map[string]string{"messages": "34 to 56"},
			States:   10833, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "as-written-together-5", Doc: "Five processes that have all started when the first message arrives",
			Params:   map[string]int{"n": 5, "together": 1},
			Violated: unheard,
			Costs:    map[string]string{"messages": "72"},
			States:   41879, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "all-suspect-3", Doc: "Every active process suspects the leader sooner or later: the largest is elected",
			Params:   map[string]int{"n": 3, "certain": 1},
			Violated: unheard,
			Costs:    map[string]string{"messages": "20 to 28"},
			States:   885, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "all-suspect-4", Doc: "The same with four processes",
			Params:   map[string]int{"n": 4, "certain": 1},
			Violated: unheard,
			Costs:    map[string]string{"messages": "30 to 48"},
			States:   9262, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "only-largest", Doc: "Only the largest of three suspects the leader: it is not elected",
			Params:   map[string]int{"n": 3, "initiators": 4, "certain": 1},
			Violated: append([]string{"elected"}, stuck...),
			Costs:    map[string]string{"messages": "at most 2"},
			States:   5, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "opposite",
			Doc: "Two of four that are not neighbours suspect the leader: each of the others hears from both sides, " +
				"and 4 is elected, which did not start",
			Params:   map[string]int{"n": 4, "initiators": 5, "certain": 1},
			Violated: unheard,
			Costs:    map[string]string{"messages": "30"},
			States:   235, Confirmed: spec.WrittenTwice,
		},
		{
			Name:     "neighbours",
			Doc:      "Two neighbours of four suspect the leader, 3 and 4: the two others do not hear from each other",
			Params:   map[string]int{"n": 4, "initiators": 12, "certain": 1},
			Violated: append([]string{"elected"}, stuck...),
			Costs:    map[string]string{"messages": "at most 4"},
			States:   25, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "all-suspect-again",
			Doc: "A process that has started suspects the leader once more, at any time: rounds get out of step, and " +
				"nothing else happens",
			Params:   map[string]int{"n": 3, "certain": 1, "again": 1},
			Violated: unheard,
			Costs:    map[string]string{"messages": "20 to 36"},
			States:   8131, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "unordered-2", Doc: "Messages between two processes overtake each other, those of the two links included",
			Params: map[string]int{"n": 2}, Environment: spec.Environment{Order: "unordered"},
			Violated: unheard,
			Costs:    map[string]string{"messages": "8 to 14"},
			States:   175, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "unordered-3",
			Doc: "Every process suspects the leader sooner or later, and messages of different rounds overtake each " +
				"other: no verdict changes",
			Params: map[string]int{"n": 3, "certain": 1}, Environment: spec.Environment{Order: "unordered"},
			Violated: unheard,
			Costs:    map[string]string{"messages": "14 to 28"},
			States:   8210, Confirmed: spec.WrittenTwice,
		},
	}
}

// corrected returns the cases of the variant that keeps all that the source promises.
func corrected() []spec.Case {
	all := []spec.Case{
		{
			Name: "corrected-2", Doc: "Two processes",
			Params: map[string]int{"n": 2},
			Costs:  map[string]string{"messages": "10"},
			States: 19,
		},
		{
			Name: "corrected-3", Doc: "Three processes",
			Params: map[string]int{"n": 3},
			Costs:  map[string]string{"messages": "15"},
			States: 117,
		},
		{
			Name: "corrected-4", Doc: "Four processes",
			Params: map[string]int{"n": 4},
			Costs:  map[string]string{"messages": "20"},
			States: 475,
		},
		{
			Name: "corrected-5", Doc: "Five processes",
			Params: map[string]int{"n": 5},
			Costs:  map[string]string{"messages": "25"},
			States: 2000,
		},
		{
			Name: "corrected-6", Doc: "Six processes",
			Params: map[string]int{"n": 6},
			Costs:  map[string]string{"messages": "30"},
			States: 8543,
		},
		{
			Name:   "corrected-three-peaks",
			Doc:    "Six processes in the order 1, 4, 2, 5, 3, 6: three stay active in the first round, one in the second",
			Params: map[string]int{"n": 6, "arrangement": 50},
			Costs:  map[string]string{"messages": "42"},
			States: 17751,
		},
		{
			Name: "corrected-only-smallest", Doc: "Only the smallest suspects the leader, and the largest is elected",
			Params: map[string]int{"n": 3, "initiators": 1},
			Costs:  map[string]string{"messages": "15"},
			States: 73,
		},
		{
			Name:   "corrected-again",
			Doc:    "Processes that have started suspect the leader twice more, in all, the leader included",
			Params: map[string]int{"n": 3, "again": 2},
			Costs:  map[string]string{"messages": "15 to 39"},
			States: 5834,
		},
		{
			Name: "corrected-unordered-2", Doc: "Messages between two processes overtake each other",
			Params: map[string]int{"n": 2}, Environment: spec.Environment{Order: "unordered"},
			Costs:  map[string]string{"messages": "10"},
			States: 31,
		},
		{
			Name: "corrected-unordered-5", Doc: "Messages of different rounds overtake each other",
			Params: map[string]int{"n": 5}, Environment: spec.Environment{Order: "unordered"},
			Costs:  map[string]string{"messages": "25 to 35"},
			States: 2520,
		},
		{
			Name: "duplicated-message", Doc: "Two messages may be delivered twice: no verdict changes",
			Params: map[string]int{"n": 3}, Environment: spec.Environment{Duplicate: spec.Budget(2)},
			Costs:  map[string]string{"messages": "15 to 26"},
			States: 4507,
		},
	}
	for i := range all {
		all[i].Variant, all[i].Confirmed = spec.Corrected, spec.WrittenTwice
	}
	return all
}
