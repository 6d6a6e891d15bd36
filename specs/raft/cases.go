package raft

import "github.com/anel-mc/mc/specs/spec"

func cases() []spec.Case {
	// two are two elections among two candidates, with some requests.
	two := func(requests int) map[string]int {
		return map[string]int{"elections": 2, "candidates": 2, "requests": requests}
	}
	figure8 := func(requests int) map[string]int {
		return map[string]int{"elections": 2, "figure8": 1, "requests": requests}
	}
	again := spec.Environment{Crash: spec.Budget(1), Recover: spec.Budget(1)}
	stale := spec.Environment{Duplicate: spec.Budget(1), Order: "unordered"}
	return []spec.Case{
		{
			Name: "one-election", Doc: "One election, and one request",
			Costs:  map[string]string{"messages": "0 to 16"},
			States: 403, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "two-requests", Doc: "One election, and two requests",
			Params: map[string]int{"requests": 2},
			Costs:  map[string]string{"messages": "0 to 24"},
			States: 1588, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "stale", Doc: "Messages overtake each other, and one is delivered twice",
			Environment: stale,
			Costs:       map[string]string{"messages": "0 to 19"},
			States:      19627, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "two-elections", Doc: "Two elections, in the same term or in two, and one request",
			Params: two(1),
			Costs:  map[string]string{"messages": "0 to 24"},
			States: 16486, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "three-candidates", Doc: "Two elections, which any two of the three may start, and one request",
			Params: map[string]int{"elections": 2},
			Costs:  map[string]string{"messages": "0 to 24"},
			States: 48349, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "unordered", Doc: "Two elections and one request, and messages overtake each other",
			Params:      two(1),
			Environment: spec.Environment{Order: "unordered"},
			Costs:       map[string]string{"messages": "0 to 24"},
			States:      218982, Confirmed: spec.WrittenTwice, Long: true,
		},
		{
			Name: "crash", Doc: "One election, and any server may crash and come back",
			Environment: again,
			Costs:       map[string]string{"messages": "0 to 16"},
			States:      3953, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "crash-twice", Doc: "Two elections without a request, and any server may crash and come back",
			Params:      two(0),
			Environment: again,
			Costs:       map[string]string{"messages": "0 to 16"},
			States:      24474, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "crash-request", Doc: "Two elections and a request, and any server may crash and come back",
			Params:      two(1),
			Environment: again,
			Costs:       map[string]string{"messages": "0 to 24"},
			States:      175034, Confirmed: spec.WrittenTwice, Long: true,
		},
		{
			Name: "figure-8", Doc: "From Figure 8 (b): an entry of an older term is committed with one of the current term only",
			Params: figure8(1),
			Costs:  map[string]string{"messages": "0 to 32"},
			States: 57366, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "figure-8-no-request", Doc: "The same without a request: nothing is ever committed",
			Params:   figure8(0),
			Violated: []string{"applied-by-all"},
			Costs:    map[string]string{"messages": "0 to 24"},
			States:   8096, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "vote-not-persisted", Doc: "A server votes, crashes, comes back and votes again in the same term",
			Variant: forgetful, Params: two(0),
			Environment: again,
			Violated:    []string{"election-safety"},
			Costs:       map[string]string{"messages": "0 to 16"},
			States:      29850, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "quorum-off-by-one", Doc: "One of three servers is a quorum: each candidate elects itself",
			Variant: offByOne, Params: two(1),
			Violated: []string{"election-safety", "leader-completeness", "commitment"},
			Costs:    map[string]string{"messages": "0 to 22"},
			States:   16238, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "unrestricted-vote", Doc: "Who has an entry that is committed votes for one that lacks it",
			Variant: unrestricted, Params: two(1),
			Violated: []string{"leader-completeness"},
			Costs:    map[string]string{"messages": "0 to 24"},
			States:   17692, Confirmed: spec.WrittenTwice,
		},
		{
			Name:    "commits-older-terms",
			Doc:     "Figure 8 (c) and (d): an entry of an older term, on a majority, is committed and then overwritten",
			Variant: olderTerms, Params: figure8(0),
			Violated: []string{"leader-completeness", "state-machine-safety", "commitment"},
			Costs:    map[string]string{"messages": "0 to 30"},
			States:   23504, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "no-consistency-check", Doc: "From Figure 8 (b): a new entry is put behind an entry that conflicts",
			Variant: unchecked, Params: map[string]int{"figure8": 1},
			Violated: []string{"log-matching", "state-machine-safety", "commitment"},
			Costs:    map[string]string{"messages": "0 to 16"},
			States:   266, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "truncates-always", Doc: "A heartbeat that comes late deletes an entry that is committed",
			Variant:     truncating,
			Environment: stale,
			Violated:    []string{"commitment"},
			Costs:       map[string]string{"messages": "0 to 21"},
			States:      30433, Confirmed: spec.WrittenTwice,
		},
	}
}
