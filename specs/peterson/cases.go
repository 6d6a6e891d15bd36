package peterson

import "github.com/anel-mc/mc/specs/spec"

func cases() []spec.Case {
	once := map[string]string{"overtaken-1": "0 to 1", "overtaken-2": "0 to 1"}
	return []spec.Case{
		{
			Name: "as-written", Doc: "As the source prints it",
			Costs:  once,
			States: 58, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "assignments-swapped", Doc: "Whoever gives way first and raises its flag later may be overlooked",
			Variant: swapped, Costs: once,
			Violated: []string{"mutual-exclusion"},
			States:   96, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "no-turn", Doc: "Both flags are up, and both wait for ever",
			Variant: noTurn, Costs: map[string]string{"overtaken-1": "0", "overtaken-2": "0"},
			Violated: []string{"somebody-enters", "no-starvation-1", "no-starvation-2"},
			States:   32, Confirmed: spec.WrittenTwice,
		},
	}
}
