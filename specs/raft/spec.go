package raft

import (
	"fmt"

	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/specs/spec"
)

// The variants besides as-written; see the package documentation.
const (
	forgetful    = "vote-not-persisted"
	offByOne     = "quorum-off-by-one"
	unrestricted = "unrestricted-vote"
	olderTerms   = "commits-older-terms"
	unchecked    = "no-consistency-check"
	truncating   = "truncates-always"
)

// Spec is the entry of the catalogue.
func Spec() spec.Spec {
	return spec.Spec{
		Name:    "raft",
		Family:  "replication",
		Summary: "A replicated log: a leader elected by a majority in each term appends, and commits what a majority has",
		Source: "Ongaro and Ousterhout, In Search of an Understandable Consensus Algorithm (extended version), 2014, " +
			"Figures 2 and 3",
		Peers: []string{"n"},
		Params: []spec.Param{
			{Name: "n", Doc: "servers", Min: 2, Max: 5, Default: 3},
			{Name: "candidates", Doc: "servers that may start an election; 0 is all", Min: 0, Max: 5, Default: 0},
			{Name: "elections", Doc: "how many elections there may be in all", Min: 1, Max: 5, Default: 1},
			{Name: "requests", Doc: "how many requests clients make in all", Min: 0, Max: 3, Default: 1},
			{Name: "figure8", Doc: "1: three servers begin as in Figure 8 (b); 0: with empty logs", Min: 0, Max: 1, Default: 0},
		},
		Variants: []spec.Variant{
			{Name: spec.AsWritten, Doc: "as the source prints it"},
			{Name: forgetful, Doc: "votedFor is not in stable storage"},
			{Name: offByOne, Doc: "n/2 servers are a majority, and not n/2+1"},
			{Name: unrestricted, Doc: "a server votes for a candidate whose log is less up-to-date than its own"},
			{Name: olderTerms, Doc: "a leader commits entries of older terms by counting replicas, as in Figure 8"},
			{Name: unchecked, Doc: "AppendEntries does not look at the entry before the new ones (its step 2)"},
			{Name: truncating, Doc: "AppendEntries deletes all that follows that entry, even if nothing conflicts (its step 3)"},
		},
		Build: build,
		Cases: cases(),
	}
}

func build(a spec.Args) (spec.Setup, error) {
	r := rules{
		n: a.Int("n"), candidates: a.Int("candidates"), commands: a.Int("requests"),
		forgets: a.Variant == forgetful, offByOne: a.Variant == offByOne, anyLog: a.Variant == unrestricted,
		olderTerms: a.Variant == olderTerms, unchecked: a.Variant == unchecked, truncates: a.Variant == truncating,
		elections: model.NewVariable("elections left", a.Int("elections")),
		figure8:   a.Int("figure8") == 1,
	}
	if r.figure8 && r.n != 3 {
		return spec.Setup{}, fmt.Errorf("figure8=1 is a situation of three servers, and there are n=%d", r.n)
	}
	past := Past{}
	if r.figure8 {
		past = past.elected(1, 0).elected(2, 2)
		r.commands += 2
	}
	r.past = model.NewVariable("past", past).Hidden()
	r.requests = model.NewVariable("requests", r.commands-a.Int("requests"))
	if r.candidates == 0 {
		r.candidates = r.n
	}
	if r.candidates > r.n {
		return spec.Setup{}, fmt.Errorf("candidates=%d, and there are only n=%d servers", r.candidates, r.n)
	}
	i := model.Instance{
		Processes: model.Replicate(r.n, server(r)),
		Variables: []model.Shared{r.elections, r.requests, r.past},
		Views:     []model.Viewed{logOf, leading},
	}
	for p := range r.n {
		i.Names = append(i.Names, fmt.Sprint("S", p+1))
	}
	return spec.Setup{Model: i, Properties: properties(r)}, nil
}
