package franklin

import "github.com/anel-mc/mc/specs/spec"

// readings returns the cases of the other readings of the box.
func readings() []spec.Case {
	return []spec.Case{
		{
			Name: "falls-through-2", Doc: "Two processes, and one that becomes inactive passes on what it has received, too",
			Variant: fallsThrough, Params: map[string]int{"n": 2},
			Violated: unheard,
			Costs:    map[string]string{"messages": "10 to 16"},
			States:   70, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "falls-through-3", Doc: "The same with three",
			Variant: fallsThrough, Params: map[string]int{"n": 3},
			Violated: stuck,
			Costs:    map[string]string{"messages": "30 to 38"},
			States:   6051, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "falls-through-all-suspect", Doc: "Every process suspects the leader sooner or later",
			Variant: fallsThrough, Params: map[string]int{"n": 3, "certain": 1},
			Violated: unheard,
			Costs:    map[string]string{"messages": "30 to 38"},
			States:   6051, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "singly-2", Doc: "Two processes; an inactive one passes on each message when it comes",
			Variant: singly, Params: map[string]int{"n": 2},
			Violated: unheard,
			Costs:    map[string]string{"messages": "8 to 14"},
			States:   52, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "singly-3", Doc: "Three processes: one that starts alone is not elected",
			Variant: singly, Params: map[string]int{"n": 3},
			Violated: stuck,
			Costs:    map[string]string{"messages": "21 to 30"},
			States:   1522, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "singly-4", Doc: "Four processes",
			Variant: singly, Params: map[string]int{"n": 4},
			Violated: stuck,
			Costs:    map[string]string{"messages": "32 to 52"},
			States:   25352, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "singly-all-suspect", Doc: "Every process suspects the leader sooner or later",
			Variant: singly, Params: map[string]int{"n": 4, "certain": 1},
			Violated: unheard,
			Costs:    map[string]string{"messages": "32 to 52"},
			States:   25352, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "singly-unordered", Doc: "Every process suspects the leader sooner or later, and messages overtake each other",
			Variant: singly, Params: map[string]int{"n": 3, "certain": 1}, Environment: spec.Environment{Order: "unordered"},
			Violated: unheard,
			Costs:    map[string]string{"messages": "15 to 30"},
			States:   33639, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "paper-2",
			Doc: "Without (-p) not even two processes that suspect the leader sooner or later elect one: whoever becomes " +
				"inactive before it starts never answers",
			Variant: paper, Params: map[string]int{"n": 2, "certain": 1},
			Violated: stuck,
			Costs:    map[string]string{"messages": "8"},
			States:   23, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "paper-3", Doc: "The same with three",
			Variant: paper, Params: map[string]int{"n": 3, "certain": 1},
			Violated: stuck,
			Costs:    map[string]string{"messages": "12"},
			States:   171, Confirmed: spec.WrittenTwice,
		},
		{
			Name:    "paper-together-4",
			Doc:     "All have started when the first message arrives, as the paper assumes: the largest is elected",
			Variant: paper, Params: map[string]int{"n": 4, "together": 1},
			Violated: unheard,
			Costs:    map[string]string{"messages": "16"},
			States:   379, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "paper-together-6", Doc: "The same with six",
			Variant: paper, Params: map[string]int{"n": 6, "together": 1},
			Violated: unheard,
			Costs:    map[string]string{"messages": "24"},
			States:   5936, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "paper-together-unordered", Doc: "The same with four and messages that overtake each other",
			Variant: paper, Params: map[string]int{"n": 4, "together": 1}, Environment: spec.Environment{Order: "unordered"},
			Violated: unheard,
			Costs:    map[string]string{"messages": "16 to 24"},
			States:   510, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "pairs-together-3",
			Doc: "As written, but without (-p): the inactive wait for each other's messages, and the largest for " +
				"them, though all have started",
			Variant: pairs, Params: map[string]int{"n": 3, "together": 1},
			Violated: append([]string{"elected"}, stuck...),
			Costs:    map[string]string{"messages": "at most 8"},
			States:   84, Confirmed: spec.WrittenTwice,
		},
		{
			Name:    "woken-3",
			Doc:     "As written, but that the first message wakes a process: whoever starts, the largest is elected",
			Variant: woken, Params: map[string]int{"n": 3},
			Violated: unheard,
			Costs:    map[string]string{"messages": "28"},
			States:   541, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "woken-4", Doc: "The same with four",
			Variant: woken, Params: map[string]int{"n": 4},
			Violated: unheard,
			Costs:    map[string]string{"messages": "48"},
			States:   4820, Confirmed: spec.WrittenTwice,
		},
	}
}
