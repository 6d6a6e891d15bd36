package raft

import (
	"fmt"

	"github.com/anel-mc/mc/specs/spec"
)

func cases() []spec.Case {
	// two are two elections among two candidates, with some requests.
	two := func(requests int) map[string]int {
		return map[string]int{"elections": 2, "candidates": 2, "requests": requests}
	}
	figure8 := func(requests int) map[string]int {
		return map[string]int{"elections": 2, "figure8": 1, "requests": requests}
	}
	upTo := func(messages int) map[string]string {
		return map[string]string{"messages": fmt.Sprint("0 to ", messages)}
	}
	again := spec.Environment{Crash: spec.Budget(1), Recover: spec.Budget(1)}
	stale := spec.Environment{Duplicate: spec.Budget(1), Order: "unordered"}
	all := []spec.Case{
		{Name: "one-election", Doc: "One election, and one request", Costs: upTo(16), States: 403},
		{Name: "two-requests", Doc: "One election, and two requests",
			Params: map[string]int{"requests": 2}, Costs: upTo(24), States: 1588},
		{Name: "stale", Doc: "Messages overtake each other, and one is delivered twice",
			Environment: stale, Costs: upTo(19), States: 19627},
		{Name: "two-elections", Doc: "Two elections, in the same term or in two, and one request",
			Params: two(1), Costs: upTo(24), States: 16486},
		{Name: "three-candidates", Doc: "Two elections, which any two of the three may start, and one request",
			Params: map[string]int{"elections": 2}, Costs: upTo(24), States: 48349},
		{Name: "unordered", Doc: "Two elections and one request, and messages overtake each other",
			Params: two(1), Environment: spec.Environment{Order: "unordered"}, Costs: upTo(24), States: 218982, Long: true},
		{Name: "crash", Doc: "One election, and any server may crash and come back",
			Environment: again, Costs: upTo(16), States: 3953},
		{Name: "crash-twice", Doc: "Two elections without a request, and any server may crash and come back",
			Params: two(0), Environment: again, Costs: upTo(16), States: 24474},
		{Name: "crash-request", Doc: "Two elections and a request, and any server may crash and come back",
			Params: two(1), Environment: again, Costs: upTo(24), States: 175034, Long: true},
		{Name: "figure-8", Doc: "From Figure 8 (b): an entry of an older term is committed with one of the current term only",
			Params: figure8(1), Costs: upTo(32), States: 57366},
		{Name: "figure-8-no-request", Doc: "The same without a request: nothing is ever committed",
			Params: figure8(0), Violated: []string{"applied-by-all"}, Costs: upTo(24), States: 8096},
		{Name: "vote-not-persisted", Doc: "A server votes, crashes, comes back and votes again in the same term",
			Variant: forgetful, Params: two(0), Environment: again,
			Violated: []string{"election-safety"}, Costs: upTo(16), States: 29850},
		{Name: "quorum-off-by-one", Doc: "One of three servers is a quorum: each candidate elects itself",
			Variant: offByOne, Params: two(1),
			Violated: []string{"election-safety", "leader-completeness", "commitment"}, Costs: upTo(22), States: 16238},
		{Name: "unrestricted-vote", Doc: "Who has an entry that is committed votes for one that lacks it",
			Variant: unrestricted, Params: two(1), Violated: []string{"leader-completeness"}, Costs: upTo(24), States: 17692},
		{Name: "commits-older-terms",
			Doc:     "Figure 8 (c) and (d): an entry of an older term, on a majority, is committed and then overwritten",
			Variant: olderTerms, Params: figure8(0),
			Violated: []string{"leader-completeness", "state-machine-safety", "commitment"}, Costs: upTo(30), States: 23504},
		{Name: "no-consistency-check", Doc: "From Figure 8 (b): a new entry is put behind an entry that conflicts",
			Variant: unchecked, Params: map[string]int{"figure8": 1},
			Violated: []string{"log-matching", "state-machine-safety", "commitment"}, Costs: upTo(16), States: 266},
		{Name: "truncates-always", Doc: "A heartbeat that comes late deletes an entry that is committed",
			Variant: truncating, Environment: stale, Violated: []string{"commitment"}, Costs: upTo(21), States: 30433},
	}
	for i := range all {
		all[i].Confirmed = spec.WrittenTwice
	}
	return all
}
