package multipaxos

import "github.com/anel-mc/mc/specs/spec"

func cases() []spec.Case {
	messages := func(r string) map[string]string { return map[string]string{"messages": r} }
	alone := func(learners, instances int) map[string]int {
		return map[string]int{"candidates": 1, "learners": learners, "instances": instances}
	}
	again := map[string]int{"candidates": 1, "tries": 2, "learners": 0}
	leaders, one, once := map[string]int{"learners": 0}, map[string]int{"instances": 1}, spec.Budget(1)
	acceptor := spec.Environment{Crash: once, Recover: once, CrashOnly: []string{"s3"}}
	noGap := []string{"gap-filled"}
	return []spec.Case{
		{
			Name: "alone-three", Doc: "Three instances: the third must wait for the first",
			Params: alone(0, 3), Costs: messages("0 to 16"), States: 265, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "alone-three-unordered", Doc: "Three instances, and messages that overtake each other: no gap of two arises",
			Params: alone(0, 3), Environment: spec.Environment{Order: "unordered"},
			Costs: messages("0 to 16"), States: 5665, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "alone", Doc: "A leader whose messages overtake each other, and who tells everybody what is chosen",
			Params: alone(3, 2), Environment: spec.Environment{Order: "unordered"},
			Costs: messages("0 to 16"), States: 5422, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "two", Doc: "Two leaders, one after the other or both at once: gaps need a loss, if channels are FIFO",
			Violated: noGap, Costs: messages("0 to 28"), States: 30871, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "unordered", Doc: "Two leaders, whose messages overtake each other",
			Params: one, Environment: spec.Environment{Order: "unordered"},
			Costs: messages("0 to 18"), States: 20206, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "leader-crashes", Doc: "The first leader may crash, and the second carries on",
			Params: leaders, Environment: spec.Environment{Crash: once, CrashOnly: []string{"s1"}}, Violated: noGap,
			Costs: messages("0 to 24"), States: 20093, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "lost", Doc: "A message may be lost: the second leader fills the gap that the first has left",
			Params: leaders, Environment: spec.Environment{Lose: once},
			Costs: messages("0 to 24"), States: 79317, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "acceptor-comes-back", Doc: "A server may crash and come back with its promise and what it has accepted",
			Params: one, Environment: acceptor, Costs: messages("0 to 18"), States: 7301, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "leads-again", Doc: "A server leads twice, and a message is delivered twice",
			Params: again, Environment: spec.Environment{Duplicate: once}, Violated: noGap,
			Costs: messages("0 to 25"), States: 9808, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "highest-only", Doc: "A leader fills an apparent gap in which a command had been chosen",
			Variant: highest, Params: leaders, Violated: []string{"one-chosen", "same-sequence"},
			Costs: messages("0 to 24"), States: 14789, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "own-command", Doc: "A leader does not ask what may have been chosen",
			Variant: own, Params: one, Violated: []string{"one-chosen", "same-sequence"},
			Costs: messages("0 to 18"), States: 1666, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "gaps-left", Doc: "A command is chosen after a gap, and never executed",
			Variant: gaps, Params: leaders, Environment: spec.Environment{Lose: once},
			Violated: []string{"executed-in-the-end", "gap-filled"},
			Costs:    messages("0 to 24"), States: 78654, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "executes-around", Doc: "Servers execute two commands in different orders",
			Variant: around, Params: alone(2, 2), Environment: spec.Environment{Lose: once},
			Violated: []string{"same-sequence", "executed-in-the-end"},
			Costs:    messages("0 to 14"), States: 966, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "promise-forgotten", Doc: "A server crashes, comes back and accepts what it has promised not to",
			Variant: forgetful, Params: one, Environment: acceptor,
			Violated: []string{"one-chosen", "same-sequence", "executed-in-the-end"},
			Costs:    messages("0 to 18"), States: 10066, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "number-reused", Doc: "Nobody promises the same number twice: the second time there is no majority",
			Variant: reusing, Params: again, Violated: []string{"second-leader", "gap-filled"},
			Costs: messages("0 to 14"), States: 1028, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "number-reused-duplicated", Doc: "A promise that is delivered twice counts for both times",
			Variant: reusing, Params: again, Environment: spec.Environment{Duplicate: once},
			Violated: []string{"one-chosen", "executed-in-the-end", "second-leader", "gap-filled"},
			Costs:    messages("0 to 22"), States: 7983, Confirmed: spec.WrittenTwice,
		},
	}
}
