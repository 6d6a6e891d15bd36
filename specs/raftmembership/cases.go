package raftmembership

import "github.com/anel-mc/mc/specs/spec"

func cases() []spec.Case {
	// four has four servers, of which S1 and S2 want to remove each other; begun is 1 if S1 has done so.
	four := func(begun int) map[string]int {
		return map[string]int{"n": 4, "rivals": 1, "elections": 2, "changes": 2 - begun, "begun": begun}
	}
	lost := []string{"leader-completeness", "state-machine-safety"}
	return []spec.Case{
		{
			Name: "removes", Doc: "Two changes of three servers, and an election",
			Variant: spec.Corrected, Params: map[string]int{"changes": 2},
			States: 2182, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "adds", Doc: "Two changes of two servers, to which a third may come, and an election",
			Variant: spec.Corrected, Params: map[string]int{"members": 2, "changes": 2},
			States: 5898, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "crash", Doc: "S1 and S2 may remove each other, and a server may crash and come back",
			Variant: spec.Corrected, Params: map[string]int{"rivals": 1},
			Environment: spec.Environment{Crash: spec.Budget(1), Recover: spec.Budget(1)},
			States:      1756, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "bug", Doc: "S2 leads, removes S1 and commits that with S3; S1 is elected by S4, and lacks it",
			Params: four(1), Violated: lost,
			States: 68788, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "bug-from-start", Doc: "The same, before S1 has begun to remove S2",
			Params: four(0), Violated: lost,
			States: 432500, Confirmed: spec.WrittenTwice, Long: true,
		},
		{
			Name: "bug-of-four", Doc: "The same with three servers: what two removals leave of them has majorities that meet",
			Params: map[string]int{"rivals": 1, "elections": 2, "changes": 2},
			States: 10024, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "fixed", Doc: "S2 must commit its no-op with S3 and S4 before it removes S1, which S4 does not elect then",
			Variant: spec.Corrected, Params: four(1),
			States: 28603, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "fixed-from-start", Doc: "The same, before S1 has begun to remove S2",
			Variant: spec.Corrected, Params: four(0),
			States: 141280, Confirmed: spec.WrittenTwice, Long: true,
		},
		{
			Name: "two-at-once", Doc: "S1 removes S2 and S3, who elect S2",
			Variant: twoAtOnce, Violated: lost,
			States: 332, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "overlapping", Doc: "S1 removes S2 and then S3, before anybody knows",
			Variant: overlapping, Params: map[string]int{"changes": 2}, Violated: lost,
			States: 7902, Confirmed: spec.WrittenTwice,
		},
	}
}
