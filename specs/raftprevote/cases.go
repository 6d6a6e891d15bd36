package raftprevote

import "github.com/anel-mc/mc/specs/spec"

func cases() []spec.Case {
	cut := spec.Environment{Cut: spec.Budget(1)}
	mended := spec.Environment{Cut: spec.Budget(1), Heal: spec.Budget(1)}
	instant := spec.Environment{Timing: "sync", Delay: "0..0"}
	four := map[string]int{"n": 4, "removed": 1}
	deposed := []string{"undisturbed", "term-kept"}
	return []spec.Case{
		{
			Name: "cut", Doc: "A link is cut and mended: who does not hear the leader asks in vain",
			Environment: mended,
			States:      4881, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "removed", Doc: "S4 has been removed from four servers, and asks in vain",
			Params: four,
			States: 13559, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "crash", Doc: "S1 may crash: then another can be elected",
			Params: map[string]int{"crash": 1},
			States: 878, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "too-short", Doc: "The election timeout is as short as the time between heartbeats, which take no time",
			Params: map[string]int{"timeout": 1}, Environment: instant, Violated: deposed,
			States: 4025, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "no-prevote-cut", Doc: "S3 does not hear S1, and S2 tells S1 of the term of S3",
			Variant: unasked, Environment: cut, Violated: deposed,
			States: 2380, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "no-prevote-removed", Doc: "S4 has been removed, and deposes S1",
			Variant: unasked, Params: four, Environment: instant, Violated: deposed,
			States: 2445, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "log-only-cut", Doc: "S3 does not hear S1, and S2 would vote for it: its log is as good",
			Variant: logOnly, Environment: cut, Violated: deposed,
			States: 12272, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "log-only-removed", Doc: "Figure 4.7: S4 has been removed, and S2 and S3 would vote for it",
			Variant: logOnly, Params: four, Environment: instant, Violated: deposed,
			States: 6161, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "heartbeat-check-removed", Doc: "S4 has been removed, and goes from term to term by itself",
			Variant: loyal, Params: four, Violated: []string{"term-kept"},
			States: 2437, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "heartbeat-check-cut", Doc: "S3 does not hear S1, and goes on to the next term by itself",
			Variant: loyal, Environment: cut, Violated: []string{"term-kept"},
			States: 562, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "heartbeat-check-mended", Doc: "When it hears S1 again, its answer deposes S1",
			Variant: loyal, Environment: mended, Violated: deposed,
			States: 2629, Confirmed: spec.WrittenTwice,
		},
	}
}
