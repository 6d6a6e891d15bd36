package paxos

import "github.com/anel-mc/mc/specs/spec"

func cases() []spec.Case {
	acceptor := func(recover int) spec.Environment {
		return spec.Environment{Crash: spec.Budget(1), Recover: spec.Budget(recover), CrashOnly: []string{"a1"}}
	}
	two := []string{"one-chosen", "p2a"}
	return []spec.Case{
		{
			Name: "alone", Doc: "One proposer and one learner",
			Params: map[string]int{"proposers": 1, "learners": 1},
			Costs:  map[string]string{"messages": "0 to 12"},
			States: 264, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "alone-two-learners", Doc: "One proposer and two learners",
			Params: map[string]int{"proposers": 1, "learners": 2},
			Costs:  map[string]string{"messages": "0 to 15"},
			States: 1196, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "alone-twice", Doc: "One proposer gives up its number at any time and tries a second one",
			Params: map[string]int{"proposers": 1, "tries": 2},
			Costs:  map[string]string{"messages": "0 to 18"},
			States: 19180, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "two-acceptors", Doc: "Two proposers and two acceptors",
			Params: map[string]int{"acceptors": 2},
			Costs:  map[string]string{"messages": "0 to 12"},
			States: 273, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "two-acceptors-learn", Doc: "Two proposers, two acceptors and two learners",
			Params: map[string]int{"acceptors": 2, "learners": 2},
			Costs:  map[string]string{"messages": "0 to 20"},
			States: 1692, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "two", Doc: "Two proposers",
			Costs:  map[string]string{"messages": "0 to 18"},
			States: 24308, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "two-twice", Doc: "Two proposers that may use two numbers each, and two acceptors",
			Params: map[string]int{"acceptors": 2, "tries": 2},
			Costs:  map[string]string{"messages": "0 to 24"},
			States: 80105, Confirmed: spec.WrittenTwice, Long: true,
		},
		{
			Name: "two-learn", Doc: "Two proposers, and a learner",
			Params: map[string]int{"learners": 1},
			Costs:  map[string]string{"messages": "0 to 24"},
			States: 172300, Confirmed: spec.WrittenTwice, Long: true,
		},
		{
			Name: "four-acceptors", Doc: "Two proposers and four acceptors, of which three are a majority",
			Params: map[string]int{"acceptors": 4},
			Costs:  map[string]string{"messages": "0 to 24"},
			States: 253062, Confirmed: spec.WrittenTwice, Long: true,
		},
		{
			Name: "crash-of-acceptor", Doc: "A minority of the acceptors may crash: a value is chosen all the same",
			Environment: acceptor(0),
			Costs:       map[string]string{"messages": "0 to 18"},
			States:      40474, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "acceptor-comes-back", Doc: "An acceptor may crash and come back with its promise and what it has accepted",
			Environment: acceptor(1),
			Costs:       map[string]string{"messages": "0 to 18"},
			States:      107378, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "crash", Doc: "Anybody may crash: a proposer that does leaves the others to begin anew",
			Environment: spec.Environment{Crash: spec.Budget(1)},
			Violated:    []string{"chosen-in-the-end"},
			Costs:       map[string]string{"messages": "0 to 18"},
			States:      93672, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "lost-messages", Doc: "Two messages of the only proposer may be lost: it must try again",
			Params:      map[string]int{"proposers": 1, "learners": 1},
			Environment: spec.Environment{Lose: spec.Budget(2)},
			Violated:    []string{"chosen-in-the-end", "learned-in-the-end"},
			Costs:       map[string]string{"messages": "0 to 12"},
			States:      1432, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "alone-duplicated", Doc: "A message of the only proposer may be delivered twice",
			Params:      map[string]int{"proposers": 1, "learners": 1},
			Environment: spec.Environment{Duplicate: spec.Budget(1)},
			Costs:       map[string]string{"messages": "0 to 13"},
			States:      2521, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "duplicated-message", Doc: "A message may be delivered twice",
			Environment: spec.Environment{Duplicate: spec.Budget(1)},
			Costs:       map[string]string{"messages": "0 to 18"},
			States:      267975, Confirmed: spec.WrittenTwice, Long: true,
		},
		{
			Name: "promise-forgotten", Doc: "An acceptor may crash and come back without its promise: two values are chosen",
			Variant:     forgetful,
			Environment: acceptor(1),
			Violated:    two,
			Costs:       map[string]string{"messages": "0 to 18"},
			States:      154940, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "accepts-below-promise", Doc: "Acceptors do not keep their promises: two values are chosen",
			Variant:  below,
			Violated: two,
			Costs:    map[string]string{"messages": "0 to 18"},
			States:   18855, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "ignores-accepted", Doc: "Proposers propose their own values: two are chosen, and a learner learns either",
			Variant:  ignoring,
			Params:   map[string]int{"learners": 1},
			Violated: two,
			Costs:    map[string]string{"messages": "0 to 24"},
			States:   163107, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "ignores-accepted-learn", Doc: "Proposers propose their own values: two learners learn different ones",
			Variant:  ignoring,
			Params:   map[string]int{"acceptors": 2, "learners": 2},
			Violated: append(two, "learners-agree"),
			Costs:    map[string]string{"messages": "0 to 20"},
			States:   1725, Confirmed: spec.WrittenTwice,
		},
		{
			Name:    "shared-numbers",
			Doc:     "Two proposers use the same number: an acceptor answers the first only, and one of them has a majority",
			Variant: sharing,
			Costs:   map[string]string{"messages": "0 to 12"},
			States:  2770, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "shared-numbers-twice", Doc: "Two numbers and two acceptors, each of which may promise to another",
			Variant:  sharing,
			Params:   map[string]int{"acceptors": 2, "tries": 2},
			Violated: []string{"chosen-in-the-end"},
			Costs:    map[string]string{"messages": "0 to 16"},
			States:   17252, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "shared-numbers-split", Doc: "With four acceptors each may have two promises, and nothing is chosen",
			Variant:  sharing,
			Params:   map[string]int{"acceptors": 4},
			Violated: []string{"chosen-in-the-end"},
			Costs:    map[string]string{"messages": "0 to 16"},
			States:   17330, Confirmed: spec.WrittenTwice,
		},
	}
}
