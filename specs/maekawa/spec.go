package maekawa

import (
	"fmt"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/specs/spec"
)

// The variants; see the package documentation.
const (
	basicVariant   = "basic"
	inquireVariant = "inquire"
	sandersVariant = "sanders"
)

// Spec is the entry of the catalogue.
func Spec() spec.Spec {
	return spec.Spec{
		Name:    "maekawa",
		Family:  "mutual exclusion",
		Summary: "Mutual exclusion by the votes of small sets of nodes, any two of which have a node in common",
		Source:  "000, Exclusão Mútua, the to-do list at its end; Maekawa, A √N Algorithm for Mutual Exclusion in Decentralized Systems, ACM TOCS 3(2), 1985",
		Params: []spec.Param{
			{Name: "n", Doc: "nodes", Min: 2, Max: 4, Default: 3},
			{Name: "requests", Doc: "how often each node enters the critical section", Min: 1, Max: 3, Default: 1},
			{Name: "k", Doc: "size of a voting set: node i asks i, i+1, …, i+k-1; more than n/2", Min: 2, Max: 4, Default: 2},
			{Name: "requesters", Doc: "how many nodes, from p0 on, ever ask; 0 is all", Min: 0, Max: 4, Default: 0},
		},
		Variants: []spec.Variant{
			{Name: basicVariant, Doc: "votes only: a member votes for one request at a time and queues the others"},
			{Name: inquireVariant, Doc: "the paper's algorithm, as written: Failed, Inquire and Relinquish"},
			{Name: sandersVariant, Doc: "inquire, and a member sends Failed also to a queued request that another comes before (Sanders 1987)"},
			{Name: spec.Corrected, Doc: "sanders, and a node answers an Inquire only once it has the vote that is asked back"},
		},
		Build:  build,
		Curves: curves(),
		Cases:  cases(),
	}
}

func build(a spec.Args) (spec.Setup, error) {
	n, k, requesters := a.Int("n"), a.Int("k"), a.Int("requesters")
	if k > n || 2*k <= n || requesters > n {
		return spec.Setup{}, fmt.Errorf("n=%d, k=%d and requesters=%d: it needs n/2 < k ≤ n, or sets do not intersect, and requesters ≤ n", n, k, requesters)
	}
	if requesters == 0 {
		requesters = n
	}
	r := rules{
		sets:       votingSets(n, k),
		requests:   a.Int("requests"),
		requesters: model.ID(requesters),
		inquire:    a.Variant != basicVariant,
		tellHead:   a.Variant == sandersVariant || a.Variant == spec.Corrected,
		ownVotes:   a.Variant == spec.Corrected,
	}
	return spec.Setup{
		Model:      model.Instance{Processes: model.Replicate(n, node(r)), Views: []model.Viewed{seen}},
		Properties: properties(r.requesters, r.requests),
	}, nil
}

// votingSets returns the set of each node: itself and the k-1 after it.
func votingSets(n, k int) [][]model.ID {
	sets := make([][]model.ID, n)
	for i := range sets {
		for j := range k {
			sets[i] = append(sets[i], model.ID((i+j)%n))
		}
	}
	return sets
}

// stage is how far a node is. That of one that is down is the zero value.
type stage struct {
	up    bool
	phase Phase
	uses  int
}

// seen is what properties look at: a node that waits has as many local states as there are ways for votes to arrive.
var seen = model.NewView("stage", func(s model.State, p model.ID) stage {
	l, up := model.Local[Node](s, p)
	return stage{up, l.Phase, l.Uses}
})

func properties(n model.ID, requests int) []checkers.Property {
	served := func(s model.State) bool {
		for p := range n {
			if l := seen.In(s, p); !l.up || l.uses < requests {
				return false
			}
		}
		return true
	}
	all := []checkers.Property{
		checkers.AtMost("mutual-exclusion", 1, func(_ model.ID, s Node) bool { return s.Phase == Inside }),
		checkers.NoDeadlock("no-deadlock", func(s model.State) error {
			for p := range model.ID(s.N()) {
				if seen.In(s, p).phase == Waiting {
					l, _ := model.Local[Node](s, p)
					return fmt.Errorf("%s waits with the votes of %d, and no message is on its way", s.Name(p), len(l.Votes))
				}
			}
			return nil
		}),
		checkers.Reachable("all-served", served),
		checkers.MessagesUntil("messages", served),
	}
	var overtaken, known []checkers.Property
	for p := range n {
		waits := func(s model.State) bool { return seen.In(s, p).phase == Waiting }
		// The order of requests prefers nodes with low numbers, so that each is asked about.
		all = append(all, checkers.LeadsTo(fmt.Sprintf("no-starvation-%d", p), waits, func(s model.State) bool {
			l := seen.In(s, p)
			return !l.up || l.phase == Inside
		}))
		inside := func(s Node) bool { return s.Phase == Inside }
		overtaken = append(overtaken, checkers.Overtaken(fmt.Sprintf("overtaken-%d", p), p, waits, inside))
		known = append(known, checkers.Overtaken(fmt.Sprintf("overtaken-once-known-%d", p), p, func(s model.State) bool {
			return waits(s) && !model.OnItsWay[Request](s, p)
		}, inside))
	}
	return append(all, checkers.All("overtaken", overtaken...), checkers.All("overtaken-once-known", known...))
}

const brute = "brute force in the test"

func cases() []spec.Case {
	return []spec.Case{
		{
			Name: "basic-2", Doc: "Two nodes vote for themselves and wait for each other",
			Params:   map[string]int{"n": 2},
			Violated: []string{"no-deadlock", "no-starvation-0", "no-starvation-1"},
			Costs:    map[string]string{"messages": "6", "overtaken": "0 to 1", "overtaken-once-known": "0"},
			States:   38, Confirmed: brute,
		},
		{
			Name: "basic-3", Doc: "Three nodes, a vote each: a circle of waiting",
			Violated: []string{"no-deadlock", "no-starvation-0", "no-starvation-1", "no-starvation-2"},
			Costs:    map[string]string{"messages": "9", "overtaken": "0 to 2", "overtaken-once-known": "0 to 2"},
			States:   271, Confirmed: brute,
		},
		{
			Name: "basic-3-twice", Doc: "Two requests each",
			Params:   map[string]int{"requests": 2},
			Violated: []string{"no-deadlock", "no-starvation-0", "no-starvation-1", "no-starvation-2"},
			Costs:    map[string]string{"messages": "18", "overtaken": "0 to 3", "overtaken-once-known": "0 to 2"},
			States:   2233, Confirmed: brute,
		},
		{
			Name: "basic-two-of-three", Doc: "Only two of three nodes ask, and their sets share one node: one vote decides, and there is no circle",
			Params: map[string]int{"requesters": 2},
			Costs:  map[string]string{"messages": "6", "overtaken": "0 to 1", "overtaken-once-known": "0 to 1"},
			States: 39, Confirmed: brute,
		},
		{
			Name: "basic-crash-of-member", Doc: "A member that asks for nothing may crash: its vote is missed, and so are the votes of who waits for it",
			Params:      map[string]int{"requesters": 2},
			Environment: spec.Environment{Crash: spec.Budget(1), CrashOnly: []string{"p2"}},
			Violated:    []string{"no-deadlock", "no-starvation-0", "no-starvation-1"},
			Costs:       map[string]string{"messages": "5 to 6", "overtaken": "0 to 1", "overtaken-once-known": "0 to 1"},
			States:      72, Confirmed: brute,
		},
		{
			Name: "inquire-2", Doc: "Two nodes",
			Variant: inquireVariant,
			Params:  map[string]int{"n": 2},
			Costs:   map[string]string{"messages": "6 to 7", "overtaken": "0 to 1", "overtaken-once-known": "0 to 1"},
			States:  55, Confirmed: brute,
		},
		{
			Name: "inquire-2-twice", Doc: "Two nodes ask twice each",
			Variant: inquireVariant,
			Params:  map[string]int{"n": 2, "requests": 2},
			Costs:   map[string]string{"messages": "12 to 15", "overtaken": "0 to 2", "overtaken-once-known": "0 to 1"},
			States:  351, Confirmed: brute,
		},
		{
			Name: "inquire-3", Doc: "Three nodes",
			Variant: inquireVariant,
			Costs:   map[string]string{"messages": "9 to 11", "overtaken": "0 to 2", "overtaken-once-known": "0 to 2"},
			States:  519, Confirmed: brute,
		},
		{
			Name: "inquire-3-twice", Doc: "Three nodes ask twice each",
			Variant: inquireVariant,
			Params:  map[string]int{"requests": 2},
			Costs:   map[string]string{"messages": "18 to 22", "overtaken": "0 to 4", "overtaken-once-known": "0 to 3"},
			States:  13541, Confirmed: brute,
		},
		{
			Name: "inquire-3-thrice", Doc: "Three nodes ask three times each",
			Variant: inquireVariant,
			Params:  map[string]int{"requests": 3},
			Costs:   map[string]string{"messages": "27 to 34", "overtaken": "0 to 6", "overtaken-once-known": "0 to 4"},
			States:  119601, Confirmed: "self",
		},
		{
			Name: "inquire-3-unordered", Doc: "Messages may overtake each other",
			Variant:     inquireVariant,
			Environment: spec.Environment{Order: "unordered"},
			Costs:       map[string]string{"messages": "9 to 11", "overtaken": "0 to 2", "overtaken-once-known": "0 to 2"},
			States:      625, Confirmed: brute,
		},
		{
			Name: "inquire-3-unordered-twice", Doc: "Messages may overtake each other and requests of the same node",
			Variant:     inquireVariant,
			Params:      map[string]int{"requests": 2},
			Environment: spec.Environment{Order: "unordered"},
			Costs:       map[string]string{"messages": "18 to 23", "overtaken": "0 to 4", "overtaken-once-known": "0 to 3"},
			States:      65688, Confirmed: "self",
		},
		{
			Name: "inquire-3-all", Doc: "Every node asks all three: the number of a request is higher than those that its node has seen, which hides the flaw of inquire-4",
			Variant: inquireVariant,
			Params:  map[string]int{"k": 3},
			Costs:   map[string]string{"messages": "18 to 26", "overtaken": "0 to 2", "overtaken-once-known": "0 to 2"},
			States:  12040, Confirmed: brute,
		},
		{
			Name: "inquire-4", Doc: "Three nodes at one member: p1 is first in the queue of p2 until p0 comes before it, is never told, and keeps the vote that p0 waits for",
			Variant:  inquireVariant,
			Params:   map[string]int{"n": 4, "k": 3, "requesters": 3},
			Violated: []string{"no-deadlock", "no-starvation-0", "no-starvation-1", "no-starvation-2"},
			Costs:    map[string]string{"messages": "18 to 25", "overtaken": "0 to 2", "overtaken-once-known": "0 to 2"},
			States:   10819, Confirmed: brute,
		},
		{
			Name: "inquire-lost-message", Doc: "One message may be lost",
			Variant:     inquireVariant,
			Params:      map[string]int{"n": 2},
			Environment: spec.Environment{Lose: spec.Budget(1)},
			Violated:    []string{"no-deadlock", "no-starvation-0", "no-starvation-1"},
			Costs:       map[string]string{"messages": "6 to 7", "overtaken": "0 to 1", "overtaken-once-known": "0 to 1"},
			States:      111, Confirmed: "self",
		},
		{
			Name: "inquire-duplicated-message", Doc: "One message may be delivered twice",
			Variant:     inquireVariant,
			Environment: spec.Environment{Duplicate: spec.Budget(1)},
			Violated:    []string{"no-deadlock", "no-starvation-0", "no-starvation-1", "no-starvation-2"},
			Costs:       map[string]string{"messages": "9 to 15", "overtaken": "0 to 2", "overtaken-once-known": "0 to 2"},
			States:      6165, Confirmed: "self",
		},
		{
			Name: "sanders-4", Doc: "The case inquire-4 with the Failed that was missing",
			Variant: sandersVariant,
			Params:  map[string]int{"n": 4, "k": 3, "requesters": 3},
			Costs:   map[string]string{"messages": "18 to 25", "overtaken": "0 to 2", "overtaken-once-known": "0 to 2"},
			States:  11069, Confirmed: brute,
		},
		{
			Name: "sanders-4-twice", Doc: "Two nodes ask twice each: p1 answers an Inquire about its first request while its second waits, and p2 votes for p0 twice",
			Variant:  sandersVariant,
			Params:   map[string]int{"n": 4, "k": 3, "requesters": 2, "requests": 2},
			Violated: []string{"no-deadlock", "no-starvation-1"},
			Costs:    map[string]string{"messages": "24 to 31", "overtaken": "0 to 2", "overtaken-once-known": "0 to 2"},
			States:   6777, Confirmed: brute,
		},
		{
			Name: "corrected-3-twice", Doc: "Three nodes ask twice each",
			Variant: spec.Corrected,
			Params:  map[string]int{"requests": 2},
			Costs:   map[string]string{"messages": "18 to 22", "overtaken": "0 to 4", "overtaken-once-known": "0 to 3"},
			States:  13541, Confirmed: brute,
		},
		{
			Name: "corrected-3-unordered-twice", Doc: "Messages may overtake each other and requests of the same node",
			Variant:     spec.Corrected,
			Params:      map[string]int{"requests": 2},
			Environment: spec.Environment{Order: "unordered"},
			Costs:       map[string]string{"messages": "18 to 23", "overtaken": "0 to 4", "overtaken-once-known": "0 to 3"},
			States:      65688, Confirmed: "self",
		},
		{
			Name: "corrected-3-all", Doc: "Every node asks all three",
			Variant: spec.Corrected,
			Params:  map[string]int{"k": 3},
			Costs:   map[string]string{"messages": "18 to 26", "overtaken": "0 to 2", "overtaken-once-known": "0 to 2"},
			States:  12677, Confirmed: brute,
		},
		{
			Name: "corrected-4", Doc: "The case inquire-4",
			Variant: spec.Corrected,
			Params:  map[string]int{"n": 4, "k": 3, "requesters": 3},
			Costs:   map[string]string{"messages": "18 to 25", "overtaken": "0 to 2", "overtaken-once-known": "0 to 2"},
			States:  11069, Confirmed: brute,
		},
		{
			Name: "corrected-4-twice", Doc: "The case sanders-4-twice",
			Variant: spec.Corrected,
			Params:  map[string]int{"n": 4, "k": 3, "requesters": 2, "requests": 2},
			Costs:   map[string]string{"messages": "24 to 31", "overtaken": "0 to 2", "overtaken-once-known": "0 to 2"},
			States:  4697, Confirmed: brute,
		},
		{
			Name: "corrected-4-unordered", Doc: "The case inquire-4 when messages may overtake each other",
			Variant:     spec.Corrected,
			Params:      map[string]int{"n": 4, "k": 3, "requesters": 3},
			Environment: spec.Environment{Order: "unordered"},
			Costs:       map[string]string{"messages": "18 to 25", "overtaken": "0 to 2", "overtaken-once-known": "0 to 2"},
			States:      17379, Confirmed: brute,
		},
		{
			Name: "corrected-4-unordered-twice", Doc: "The case sanders-4-twice when messages may overtake each other",
			Variant:     spec.Corrected,
			Params:      map[string]int{"n": 4, "k": 3, "requesters": 2, "requests": 2},
			Environment: spec.Environment{Order: "unordered"},
			Costs:       map[string]string{"messages": "24 to 34", "overtaken": "0 to 2", "overtaken-once-known": "0 to 2"},
			States:      37039, Confirmed: "self",
		},
		{
			Name: "corrected-4-everyone", Doc: "All four nodes ask",
			Variant: spec.Corrected,
			Params:  map[string]int{"n": 4, "k": 3},
			Costs:   map[string]string{"messages": "24 to 35", "overtaken": "0 to 3", "overtaken-once-known": "0 to 3"},
			States:  423166, Confirmed: "self", Long: true,
		},
		{
			Name: "corrected-4-three-twice", Doc: "Three of four nodes ask twice each",
			Variant: spec.Corrected,
			Params:  map[string]int{"n": 4, "k": 3, "requesters": 3, "requests": 2},
			Costs:   map[string]string{"messages": "36 to 53", "overtaken": "0 to 4", "overtaken-once-known": "0 to 3"},
			States:  995291, Confirmed: "self", Long: true,
		},
		{
			Name: "corrected-forgets", Doc: "p1 may crash and come back, having forgotten that it voted for p0",
			Variant:     spec.Corrected,
			Params:      map[string]int{"requesters": 2},
			Environment: spec.Environment{Crash: spec.Budget(1), Recover: spec.Budget(1), CrashOnly: []string{"p1"}},
			Violated:    []string{"mutual-exclusion", "no-deadlock", "no-starvation-0", "no-starvation-1"},
			Costs:       map[string]string{"messages": "6 to 9", "overtaken": "0 to 2", "overtaken-once-known": "0 to 2"},
			States:      462, Confirmed: "self",
		},
		{
			Name: "corrected-duplicated-message", Doc: "One message may be delivered twice: two nodes ask twice each",
			Variant:     spec.Corrected,
			Params:      map[string]int{"requesters": 2, "requests": 2},
			Environment: spec.Environment{Duplicate: spec.Budget(1)},
			Violated:    []string{"mutual-exclusion", "no-deadlock", "no-starvation-1"},
			Costs:       map[string]string{"messages": "12 to 17", "overtaken": "0 to 2", "overtaken-once-known": "0 to 2"},
			States:      3590, Confirmed: "self",
		},
		{
			Name: "corrected-crash-of-member", Doc: "A member that asks for nothing may crash: p1 waits for its vote, and p0 for the vote that p1 keeps",
			Variant:     spec.Corrected,
			Params:      map[string]int{"requesters": 2},
			Environment: spec.Environment{Crash: spec.Budget(1), CrashOnly: []string{"p2"}},
			Violated:    []string{"no-deadlock", "no-starvation-0", "no-starvation-1"},
			Costs:       map[string]string{"messages": "5 to 6", "overtaken": "0 to 1", "overtaken-once-known": "0 to 1"},
			States:      81, Confirmed: brute,
		},
		{
			Name: "corrected-crash-of-requester", Doc: "p0 may crash: p1, whose set does not have p0, waits for the vote that p0 had",
			Variant:     spec.Corrected,
			Environment: spec.Environment{Crash: spec.Budget(1), CrashOnly: []string{"p0"}},
			Violated:    []string{"no-deadlock", "no-starvation-1", "no-starvation-2"},
			Costs:       map[string]string{"messages": "9 to 11", "overtaken": "0 to 2", "overtaken-once-known": "0 to 2"},
			States:      855, Confirmed: brute,
		},
	}
}
