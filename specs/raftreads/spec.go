package raftreads

import (
	"fmt"
	"slices"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/checkers/objects"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/specs/raft"
	"github.com/anel-mc/mc/specs/spec"
)

// The variants besides as-written; see the package documentation.
const (
	unconfirmed = "no-heartbeats"
	early       = "no-own-entry"
	lateAnswers = "late-answers"
	lease       = "lease"
	disloyal    = "lease-votes"
)

// Spec is the entry of the catalogue.
func Spec() spec.Spec {
	return spec.Spec{
		Name:    "raft-reads",
		Family:  "replication",
		Summary: "Reads that bypass the log of raft: by an index and a round of heartbeats, or by a lease",
		Source:  "Ongaro, Consensus: Bridging Theory and Practice, 2014, sections 6.4 and 6.4.1",
		Peers:   []string{"n"},
		Params: []spec.Param{
			{Name: "n", Doc: "servers", Min: 2, Max: 5, Default: 3},
			{Name: "candidates", Doc: "servers besides S1 that may start an election", Min: 0, Max: 4, Default: 1},
			{Name: "elections", Doc: "how many elections there may be after the first", Min: 0, Max: 3, Default: 1},
			{Name: "writes", Doc: "how many writes there may be", Min: 0, Max: 3, Default: 1},
			{Name: "reads", Doc: "how many reads there may be", Min: 0, Max: 3, Default: 1},
			{Name: "rounds", Doc: "how many rounds of heartbeats there may be for leases", Min: 0, Max: 3, Default: 1},
			{Name: "timeout", Doc: "the shortest election timeout, in ticks", Min: 1, Max: 10, Default: 3},
			{Name: "lease", Doc: "how long a lease is, in ticks", Min: 1, Max: 10, Default: 2},
			{Name: "slow", Doc: "ticks in which the clock of a leader goes on by one", Min: 1, Max: 5, Default: 1},
			{Name: "waits", Doc: "1: a server that comes back waits for an election timeout", Min: 0, Max: 1, Default: 0},
		},
		Variants: []spec.Variant{
			{Name: spec.AsWritten, Doc: "by index, section 6.4"},
			{Name: unconfirmed, Doc: "a leader does not confirm that it still leads"},
			{Name: early, Doc: "a leader does not wait until an entry of its term is committed"},
			{Name: lateAnswers, Doc: "an answer to an earlier round of heartbeats counts for this one"},
			{Name: lease, Doc: "by lease, section 6.4.1"},
			{Name: disloyal, Doc: "by lease, and a server votes though it hears from a leader (without section 4.2.3)"},
		},
		Build: build,
		Cases: cases(),
	}
}

func build(a spec.Args) (spec.Setup, error) {
	n := a.Int("n")
	if a.Int("candidates") >= n {
		return spec.Setup{}, fmt.Errorf("candidates=%d, and there are only n=%d servers with S1", a.Int("candidates"), n)
	}
	c := store{
		Rules: raft.Rules{NoOp: true, Lazy: true}, variant: a.Variant, leases: a.Variant == lease || a.Variant == disloyal,
		lease: a.Int("lease") * a.Int("slow"), timeout: a.Int("timeout"), waits: a.Int("waits") == 1,
		candidates: a.Int("candidates"),
		elections:  model.NewVariable("elections left", a.Int("elections")),
		writes:     model.NewVariable("writes left", a.Int("writes")),
		reads:      model.NewVariable("reads left", a.Int("reads")),
		rounds:     model.NewVariable("rounds left", a.Int("rounds")),
	}
	i := model.Instance{
		Processes: model.Replicate(n, c.server()), History: true,
		Variables: []model.Shared{c.elections, c.writes, c.reads, c.rounds},
	}
	if c.leases {
		i.Timing = model.Timing{Mode: model.Partial, Max: 1}
	}
	for p := range n {
		i.Names = append(i.Names, fmt.Sprint("S", p+1))
	}
	// later reports whether the other server leads in a later term.
	later := func(l, other Server) bool { return other.Role == raft.Leader && other.Term > l.Term }
	properties := []checkers.Property{
		checkers.Linearizable("linearizable", objects.Register(0)),
		checkers.Invariant("commit-index", none("leads, and knows of fewer entries than", func(l, other Server) bool {
			return settled(l) && other.Term <= l.Term && other.Commit > l.Commit
		})),
		checkers.Reachable("written-is-read", func(s model.State) bool {
			return slices.ContainsFunc(s.History(), func(o model.Operation) bool { v, _ := o.Output.(int); return v > 0 })
		}),
		checkers.Reachable("superseded", func(s model.State) bool {
			return none("", func(l, other Server) bool { return l.Role == raft.Leader && later(l, other) })(s) != nil
		}),
	}
	if c.leases {
		properties = append(properties, checkers.Invariant("sole-leader", none("has a lease, and in a later term leads",
			func(l, other Server) bool { return l.Leased && later(l, other) })))
	}
	return spec.Setup{Model: i, Properties: properties}, nil
}

// none returns a condition that returns nil for a state in which wrong holds for no two servers.
func none(what string, wrong func(l, other Server) bool) func(model.State) error {
	return func(s model.State) error {
		for p, l := range model.Locals[Server](s) {
			for q, other := range model.Locals[Server](s) {
				if wrong(l, other) {
					return fmt.Errorf("%s %s %s", s.Name(p), what, s.Name(q))
				}
			}
		}
		return nil
	}
}
