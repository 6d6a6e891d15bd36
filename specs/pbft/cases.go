package pbft

import "github.com/anel-mc/mc/specs/spec"

func cases() []spec.Case {
	of := func(traitor, silent, views int) map[string]int {
		return map[string]int{"traitor": traitor, "silent": silent, "views": views}
	}
	return []spec.Case{
		{
			Name: "loyal", Doc: "Nobody lies, and there is one view",
			Params: of(-1, 0, 1), States: 217, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "primary", Doc: "The primary of the first view is a traitor",
			States: 27892, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "next-primary", Doc: "The primary of the second view is one",
			Params: of(1, 0, 2), States: 23888, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "backup", Doc: "A backup is one",
			Params: of(3, 0, 2), States: 13170, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "silent-primary", Doc: "The primary says nothing: the others commit in the second view",
			Params: of(0, 1, 2), Violated: []string{"both-views"}, States: 58, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "silent-backup", Doc: "A backup says nothing: the others commit without it, and carry that over",
			Params: of(3, 1, 2), States: 1176, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "three-views", Doc: "The same with a third view",
			Params: of(3, 1, 3), States: 22569, Confirmed: spec.WrittenTwice, Long: true,
		},
		{
			Name: "three-replicas", Doc: "Of 3f replicas one says nothing, and the others can do nothing without it",
			Params: map[string]int{"n": 3, "traitor": 2, "silent": 1}, Violated: []string{"all-commit", "both-views"},
			States: 20, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "three-replicas-two", Doc: "If two of 3f are enough, a primary tells each of the others something else",
			Variant: small, Params: map[string]int{"n": 3, "views": 1},
			Violated: []string{"agreement", "one-prepared", "committed-is-prepared"},
			States:   49, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "five-replicas", Doc: "Of 3f+2 replicas two quorums of 2f+1 have but the traitor in common",
			Params: map[string]int{"n": 5, "views": 1}, Violated: []string{"agreement", "one-prepared"},
			States: 1105, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "quorum-one-smaller", Doc: "Two quorums of 2f have but the traitor in common",
			Variant: small, Params: of(0, 0, 1), Violated: []string{"agreement", "one-prepared", "committed-is-prepared"},
			States: 343, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "no-commit-phase-one-view", Doc: "Within a view, what has prepared could be executed",
			Variant: noCommit, Params: of(0, 0, 1), Violated: []string{"committed-is-prepared"},
			States: 175, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "no-commit-phase", Doc: "What has prepared at one replica only is forgotten in the next view",
			Variant: noCommit, Params: of(3, 0, 2), Violated: []string{"agreement", "committed-is-prepared"},
			States: 19320, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "nothing-carried-over", Doc: "The next view commits another request, and no traitor is needed",
			Variant: dropping, Params: of(3, 1, 2), Violated: []string{"agreement"},
			States: 2072, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "proofs-unchecked", Doc: "A traitor claims that another request has prepared",
			Variant: unproven, Params: of(3, 0, 2), Violated: []string{"agreement"},
			States: 23712, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "requests-unchecked", Doc: "A traitor makes up a request",
			Variant: unsigned, Params: of(0, 0, 1), Violated: []string{"validity"},
			States: 295, Confirmed: spec.WrittenTwice,
		},
	}
}
