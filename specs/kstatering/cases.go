package kstatering

import "github.com/anel-mc/mc/specs/spec"

func cases() []spec.Case {
	const formula = "formula: k^n, as every state is an initial one"
	size := func(n, k int) map[string]int { return map[string]int{"n": n, "k": k} }
	moves := func(moves string) map[string]string { return map[string]string{"moves": moves} }
	long := []string{"convergence", "moves"}
	return []spec.Case{
		{
			Name: "three", Doc: "Three machines with three states",
			Params: size(3, 3), Costs: moves("0 to 2"),
			States: 27, Confirmed: formula,
		},
		{
			Name: "four", Doc: "Four machines with four states",
			Costs:  moves("0 to 13"),
			States: 256, Confirmed: formula,
		},
		{
			Name: "five", Doc: "Five machines with five states",
			Params: size(5, 5), Costs: moves("0 to 24"),
			States: 3125, Confirmed: formula,
		},
		{
			Name: "six", Doc: "Six machines with six states",
			Params: size(6, 6), Costs: moves("0 to 38"),
			States: 46656, Confirmed: "TLA+ Examples, ewd426, with as many transitions",
		},
		{
			Name: "four-with-three", Doc: "With three states, K = N, which is enough for a central daemon (note 1)",
			Params: size(4, 3), Costs: moves("0 to 13"),
			States: 81, Confirmed: formula,
		},
		{
			Name: "five-with-four", Doc: "Five machines with four states",
			Params: size(5, 4), Costs: moves("0 to 24"),
			States: 1024, Confirmed: formula,
		},
		{
			Name: "four-with-two", Doc: "Four machines with two states: three privileges go round for ever",
			Params: size(4, 2), Costs: moves("0 or more, unbounded"),
			Violated: long,
			States:   16, Confirmed: formula,
		},
		{
			Name: "five-with-three", Doc: "Five machines with three states",
			Params: size(5, 3), Costs: moves("0 or more, unbounded"),
			Violated: long,
			States:   243, Confirmed: formula,
		},
		{
			Name: "distributed-four", Doc: "Any set of machines may move at once",
			Variant: distributed, Costs: moves("0 to 13"),
			States: 256, Confirmed: formula,
		},
		{
			Name: "distributed-five", Doc: "The same with five",
			Variant: distributed, Params: size(5, 5), Costs: moves("0 to 24"),
			States: 3125, Confirmed: formula,
		},
		{
			Name: "distributed-four-with-three", Doc: "With one state less, machines that move at once can stay apart for ever",
			Variant: distributed, Params: size(4, 3), Costs: moves("0 or more, unbounded"),
			Violated: long,
			States:   81, Confirmed: formula,
		},
		{
			Name: "distributed-five-with-four", Doc: "The same with five",
			Variant: distributed, Params: size(5, 4), Costs: moves("0 or more, unbounded"),
			Violated: long,
			States:   1024, Confirmed: formula,
		},
		{
			Name: "all-alike", Doc: "Without the bottom machine all states may be the same, and nobody is privileged",
			Variant: alike, Costs: moves("unbounded"),
			Violated: []string{"privilege-present", "convergence", "moves", "machine-0-privileged", "machine-1-privileged",
				"machine-2-privileged", "machine-3-privileged"},
			States: 256, Confirmed: formula,
		},
	}
}
