package ewd998

import "github.com/anel-mc/mc/specs/spec"

func cases() []spec.Case {
	of := func(n, messages int) map[string]int { return map[string]int{"n": n, "messages": messages} }
	return []spec.Case{
		{
			Name: "two", Doc: "Two machines that send three messages",
			Params: of(2, 3),
			States: 1152, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "three", Doc: "Three machines that send two messages",
			States: 9798, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "four", Doc: "Four machines that send one message",
			Params: of(4, 1),
			States: 10546, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "no-counters", Doc: "A message is on its way to a machine that the token has passed",
			Variant: noCounters, Violated: []string{"detection-is-right"},
			States: 9798, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "never-black", Doc: "A message is received behind the token, and another is counted before it",
			Variant: neverBlack, Violated: []string{"detection-is-right", "derivation"},
			States: 10976, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "machine-stays-black", Doc: "Every probe fails, because somebody once was black",
			Variant: keepsBlack, Violated: []string{"termination-is-detected"},
			States: 9730, Confirmed: spec.WrittenTwice,
		},
	}
}
