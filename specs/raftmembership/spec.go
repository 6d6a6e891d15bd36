package raftmembership

import (
	"fmt"
	"slices"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/naming"
	"github.com/anel-mc/mc/specs/internal/rafts"
	"github.com/anel-mc/mc/specs/raft"
	"github.com/anel-mc/mc/specs/spec"
)

// The variants besides as-written; see the package documentation.
const (
	corrected   = spec.Corrected
	twoAtOnce   = "two-at-once"
	overlapping = "overlapping"
)

// Spec is the entry of the catalogue.
func Spec() spec.Spec {
	return spec.Spec{
		Name:    "raft-membership",
		Family:  "replication",
		Summary: "Raft whose servers change, one at a time, by entries of the log",
		Source: "Ongaro, Consensus: Bridging Theory and Practice, 2014, sections 4.1 and 4.2.2; and his message \"bug in " +
			"single-server membership changes\" to raft-dev, July 2015",
		Peers: []string{"n"},
		Params: []spec.Param{
			{Name: "n", Doc: "servers", Min: 2, Max: 6, Default: 3},
			{Name: "members", Doc: "servers in the first configuration; 0 is all", Min: 0, Max: 6, Default: 0},
			{Name: "elections", Doc: "elections after that of S1: S2 and S1 stand by turns", Min: 0, Max: 3, Default: 1},
			{Name: "changes", Doc: "how many changes there may be", Min: 0, Max: 3, Default: 1},
			{Name: "rivals", Doc: "1: S1 removes nobody but S2, and S2 nobody but S1", Min: 0, Max: 1, Default: 0},
			{Name: "begun", Doc: "1: S1 has removed S2, crashed and come back, and nobody knows", Min: 0, Max: 1, Default: 0},
		},
		Variants: []spec.Variant{
			{Name: spec.AsWritten, Doc: "the dissertation: one server, as soon as the configuration is committed"},
			{Name: corrected, Doc: "the message: and as soon as an entry of the leader's term is"},
			{Name: twoAtOnce, Doc: "a change is of two servers"},
			{Name: overlapping, Doc: "a leader does not wait until its configuration is committed"},
		},
		Build: build,
		Cases: cases(),
	}
}

func build(a spec.Args) (spec.Setup, error) {
	n, members := a.Int("n"), a.Int("members")
	if members == 0 {
		members = n
	}
	if members > n {
		return spec.Setup{}, fmt.Errorf("members=%d, and there are only n=%d servers", members, n)
	}
	c := cluster{
		variant: a.Variant, first: 1<<members - 1, begun: a.Int("begun") == 1, rivals: a.Int("rivals") == 1,
		turns:     a.Int("elections"),
		elections: model.NewVariable("elections", 0),
		changes:   model.NewVariable("changes left", a.Int("changes")),
	}
	past := model.NewVariable("past", rafts.Past{}.Elected(1, 0).Apply(rafts.Applied{Index: 1,
		Entry: rafts.Entry{Term: 1, Members: c.first}, Term: 1})).Hidden()
	c.Rules = raft.Rules{NoOp: true, Lazy: true, Past: &past, Members: func(_ *model.Context, s raft.Server) naming.IDSet {
		members, _ := latest(s.Log)
		return members
	}}
	i := model.Instance{
		Processes: model.Replicate(n, c.server()),
		Variables: []model.Shared{c.elections, c.changes, past},
		Views:     []model.Viewed{raft.View},
	}
	for p := range n {
		i.Names = append(i.Names, fmt.Sprint("S", p+1))
	}
	return spec.Setup{Model: i, Properties: append(rafts.Figure3(past, raft.View),
		checkers.Reachable("changed", func(s model.State) bool {
			return slices.ContainsFunc(past.In(s).Applied, func(a rafts.Applied) bool {
				return a.Entry.Members != 0 && a.Entry.Term > 1
			})
		}))}, nil
}
