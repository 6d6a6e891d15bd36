package raft

import (
	"fmt"
	"slices"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/specs/internal/rafts"
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
	n, candidates, commands := a.Int("n"), a.Int("candidates"), a.Int("requests")
	if candidates == 0 {
		candidates = n
	}
	if candidates > n {
		return spec.Setup{}, fmt.Errorf("candidates=%d, and there are only n=%d servers", candidates, n)
	}
	start := slices.Repeat([]Persistent{{VotedFor: model.None}}, n)
	var before rafts.Past
	if a.Int("figure8") == 1 {
		if n != 3 {
			return spec.Setup{}, fmt.Errorf("figure8=1 is a situation of three servers, and there are n=%d", n)
		}
		start = figure8()
		before = before.Elected(1, 0).Elected(2, 2)
	}
	done := 0
	for _, s := range start {
		done += len(s.Log)
	}
	past := model.NewVariable("past", before).Hidden()
	elections := model.NewVariable("elections left", a.Int("elections"))
	requests := model.NewVariable("requests", done)
	r := Rules{Mistake: a.Variant, Past: &past}
	i := model.Instance{
		Processes: model.Replicate(n, model.Process[Server]{
			Init: func(p *model.Context) Server {
				s := Server{Persistent: start[p.Self()]}
				r.store(p, s)
				return s
			},
			Acts: []model.Act[Server]{{
				Name:     "election timeout",
				Optional: true,
				Enabled: func(p *model.Context, s Server) bool {
					return s.Role != Leader && int(p.Self()) < candidates && elections.Get(p) > 0
				},
				Do: func(p *model.Context, s Server) Server {
					elections.Set(p, elections.Get(p)-1)
					return r.Stand(p, s)
				},
			}, {
				Name:     "client request",
				Optional: true,
				Enabled: func(p *model.Context, s Server) bool {
					return s.Role == Leader && requests.Get(p) < done+commands
				},
				Do: func(p *model.Context, s Server) Server {
					command := requests.Get(p) + 1
					requests.Set(p, command)
					return r.Request(p, s, rafts.Entry{Term: s.Term, Command: command})
				},
			}},
			Receive: r.Receive,
			Recover: r.Recover,
		}),
		Variables: []model.Shared{elections, requests, past},
		Views:     []model.Viewed{View},
	}
	for p := range n {
		i.Names = append(i.Names, fmt.Sprint("S", p+1))
	}
	properties := append(rafts.Figure3(past, View), rafts.Commitment(past, View), checkers.Messages("messages"))
	if done+commands > 0 {
		properties = append(properties, checkers.Reachable("applied-by-all", func(s model.State) bool {
			for p := range model.ID(n) {
				if l, up := model.Local[Server](s, p); !up || l.Commit == 0 {
					return false
				}
			}
			return true
		}))
	}
	return spec.Setup{Model: i, Properties: properties}, nil
}

// figure8 returns the persistent states of three servers in the situation of Figure 8 (b): S1 has led term 1 and S3
// term 2, each has appended an entry that no other server has, and their messages are lost.
func figure8() []Persistent {
	return []Persistent{
		{Term: 2, VotedFor: model.None, Log: rafts.Log{{Term: 1, Command: 1}}},
		{Term: 2, VotedFor: 2},
		{Term: 2, VotedFor: 2, Log: rafts.Log{{Term: 2, Command: 2}}},
	}
}
