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
		Source: "000, Exclusão Mútua, the to-do list at its end; Maekawa, A √N Algorithm for Mutual Exclusion in " +
			"Decentralized Systems, ACM TOCS 3(2), 1985",
		Params: []spec.Param{
			{Name: "n", Doc: "nodes", Min: 2, Max: 4, Default: 3},
			{Name: "requests", Doc: "how often each node enters the critical section", Min: 1, Max: 3, Default: 1},
			{Name: "k", Doc: "size of a voting set: node i asks i, i+1, …, i+k-1; more than n/2", Min: 2, Max: 4, Default: 2},
			{Name: "requesters", Doc: "how many nodes, from p0 on, ever ask; 0 is all", Min: 0, Max: 4, Default: 0},
		},
		Peers: []string{"n"},
		Variants: []spec.Variant{
			{Name: basicVariant, Doc: "votes only: a member votes for one request at a time and queues the others"},
			{Name: inquireVariant, Doc: "the paper's algorithm, as written: Failed, Inquire and Relinquish"},
			{Name: sandersVariant, Doc: "as inquire, and a member also sends Failed for a queued request when another one " +
				"precedes it (Sanders 1987)"},
			{Name: spec.Corrected, Doc: "as sanders, and a node answers an Inquire only once it has the vote in question"},
		},
		Build:  build,
		Curves: curves(),
		Cases:  cases(),
	}
}

func build(a spec.Args) (spec.Setup, error) {
	n, k, requesters := a.Int("n"), a.Int("k"), a.Int("requesters")
	if k > n || 2*k <= n || requesters > n {
		return spec.Setup{},
			fmt.Errorf("n=%d, k=%d and requesters=%d: it needs n/2 < k ≤ n, or sets do not intersect, and requesters ≤ n", n, k,
				requesters)
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

// some reports whether a node that is up is in the phase.
func some(s model.State, phase Phase) bool {
	for p := range model.ID(s.N()) {
		if l := seen.In(s, p); l.up && l.phase == phase {
			return true
		}
	}
	return false
}

func properties(n model.ID, requests int) []checkers.Property {
	served := func(s model.State) bool {
		for p := range n {
			if l := seen.In(s, p); !l.up || l.uses < requests {
				return false
			}
		}
		return true
	}
	waiting := func(s model.State) error {
		for p := range model.ID(s.N()) {
			if seen.In(s, p).phase == Waiting {
				l, _ := model.Local[Node](s, p)
				return fmt.Errorf("%s waits with the votes of %d, and no message is on its way", s.Name(p), len(l.Votes))
			}
		}
		return nil
	}
	all := []checkers.Property{
		checkers.AtMost("mutual-exclusion", 1, func(_ model.ID, s Node) bool { return s.Phase == Inside }),
		checkers.NoDeadlock("no-deadlock", waiting),
		checkers.NoDeadlock("no-deadlock-all-up", checkers.AllUp(waiting)),
		// If nodes that are up wait, some node enters: 000's second property.
		checkers.LeadsTo("progress",
			func(s model.State) bool { return some(s, Waiting) },
			func(s model.State) bool { return some(s, Inside) || !some(s, Waiting) }),
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
