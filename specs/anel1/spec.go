package anel1

import (
	"fmt"
	"strconv"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/specs/spec"
)

// Spec is the entry of the catalogue.
func Spec() spec.Spec {
	return spec.Spec{
		Name:    "anel1",
		Family:  "leader election",
		Summary: "Election on a ring of processes without identifiers, which elects as many leaders as there are candidates",
		Source:  "000, Algoritmos em Anéis, Algoritmo do Anel 1",
		Params: []spec.Param{
			{Name: "n", Doc: "processes on the ring", Min: 2, Max: 8, Default: 2},
			{Name: "candidates", Doc: "processes that may suspect the leader; 0 is all", Min: 0, Max: 8, Default: 0},
			{Name: "again", Doc: "suspicions, in all, by processes that have suspected before", Min: 0, Max: 4, Default: 0},
		},
		Peers:    []string{"n"},
		Variants: []spec.Variant{{Name: spec.AsWritten, Doc: "as the source prints it"}},
		Build:    build,
		Cases:    cases(),
	}
}

func build(a spec.Args) (spec.Setup, error) {
	n, candidates, repeated := a.Int("n"), a.Int("candidates"), a.Int("again")
	if candidates > n {
		return spec.Setup{}, fmt.Errorf("candidates=%d, and there are only n=%d processes", candidates, n)
	}
	if candidates == 0 {
		candidates = n
	}
	ring := model.Instance{
		Processes: model.Replicate(n, process(candidates, repeated)),
		Names:     names(n),
		Network:   model.Network{Topology: model.Unidirectional()},
	}
	if repeated > 0 {
		ring.Variables = []model.Shared{again(repeated)}
	}
	return spec.Setup{Model: ring, Properties: properties()}, nil
}

func names(n int) []string {
	var all []string
	for i := range n {
		all = append(all, strconv.Itoa(i+1))
	}
	return all
}

func properties() []checkers.Property {
	// installed counts the leaders among the processes that are up.
	installed := func(s model.State) int {
		count := 0
		for _, l := range model.Locals[State](s) {
			if l.C == Installed {
				count++
			}
		}
		return count
	}
	return []checkers.Property{
		// Unicidade: "only one process considers itself the leader".
		checkers.AtMost("uniqueness", 1, func(_ model.ID, s State) bool { return s.C == Installed }),
		checkers.AtMost("one-elected", 1, func(_ model.ID, s State) bool { return s.C == Elected || s.C == Installed }),
		// Terminação: "some process considers itself the leader at some moment". A
		// run of the bounded model ends, so this is a question about its end.
		checkers.NoDeadlock("termination", func(s model.State) error {
			suspected := false
			for _, l := range model.Locals[State](s) {
				if l.C == Elected || l.C == Installed {
					return nil
				}
				suspected = suspected || l.C == Candidate
			}
			if suspected {
				return fmt.Errorf("somebody is a candidate, no message is on its way and nobody is elected")
			}
			return nil
		}),
		// The stricter question: does everybody that set out arrive?
		checkers.NoDeadlock("no-deadlock", func(s model.State) error {
			for p, l := range model.Locals[State](s) {
				switch l.C {
				case Candidate:
					return fmt.Errorf("process %s is a candidate and waits for VoteForMe, which will not come", s.Name(p))
				case Elected:
					return fmt.Errorf("process %s is elected and waits for HaveLeader, which will not come", s.Name(p))
				}
			}
			return nil
		}),
		checkers.Reachable("somebody-installed", func(s model.State) bool { return installed(s) > 0 }),
		// Unicidade and Terminação as liveness, with Installed for the leader, as in uniqueness.
		checkers.EventuallyAlways("uniqueness-in-the-end", func(s model.State) bool { return installed(s) <= 1 }),
		checkers.LeadsTo("somebody-leads", func(s model.State) bool {
			for _, l := range model.Locals[State](s) {
				if l.C == Candidate || l.C == Elected {
					return true
				}
			}
			return false
		}, func(s model.State) bool { return installed(s) > 0 }),
		checkers.MessagesUntil("messages", func(s model.State) bool { return installed(s) > 0 }),
	}
}

const brute = "brute force in the test"

func cases() []spec.Case {
	split := []string{"uniqueness", "one-elected", "no-deadlock", "uniqueness-in-the-end", "somebody-leads"}
	dies := []string{"termination", "no-deadlock", "somebody-leads"}
	return []spec.Case{
		{
			Name: "single-2", Doc: "The source's first table: one of two processes suspects the leader",
			Params: map[string]int{"n": 2, "candidates": 1},
			Costs:  map[string]string{"messages": "4"},
			States: 6, Confirmed: brute,
		},
		{
			Name: "single-3", Doc: "One of three suspects the leader",
			Params: map[string]int{"n": 3, "candidates": 1},
			Costs:  map[string]string{"messages": "6"},
			States: 8, Confirmed: brute,
		},
		{
			Name: "single-4", Doc: "One of four suspects the leader",
			Params: map[string]int{"n": 4, "candidates": 1},
			Costs:  map[string]string{"messages": "8"},
			States: 10, Confirmed: brute,
		},
		{
			Name: "split-2", Doc: "The source's second table: both of two processes may suspect the leader",
			Params:   map[string]int{"n": 2},
			Violated: split,
			Costs:    map[string]string{"messages": "4 to 5"},
			States:   34, Confirmed: brute,
		},
		{
			Name: "split-3", Doc: "All of three may suspect the leader, which covers every set of candidates",
			Params:   map[string]int{"n": 3},
			Violated: split,
			Costs:    map[string]string{"messages": "6 to 9"},
			States:   292, Confirmed: brute,
		},
		{
			Name: "split-4", Doc: "All of four may suspect the leader",
			Params:   map[string]int{"n": 4},
			Violated: split,
			Costs:    map[string]string{"messages": "8 to 14"},
			States:   2554, Confirmed: brute,
		},
		{
			Name: "split-5", Doc: "All of five may suspect the leader",
			Params:   map[string]int{"n": 5},
			Violated: split,
			Costs:    map[string]string{"messages": "10 to 20"},
			States:   22759, Confirmed: brute,
		},
		{
			Name: "neighbours", Doc: "Two neighbours on a ring of four may suspect the leader",
			Params:   map[string]int{"n": 4, "candidates": 2},
			Violated: split,
			Costs:    map[string]string{"messages": "8 to 11"},
			States:   73, Confirmed: brute,
		},
		{
			Name: "again-single", Doc: "One process suspects the leader up to three times, in any role: alone it does no harm",
			Params: map[string]int{"n": 3, "candidates": 1, "again": 2},
			Costs:  map[string]string{"messages": "6 to 18"},
			States: 117, Confirmed: brute,
		},
		{
			Name: "unordered", Doc: "The order of channels makes no difference to the verdicts",
			Params:      map[string]int{"n": 3},
			Environment: spec.Environment{Order: "unordered"},
			Violated:    split,
			Costs:       map[string]string{"messages": "6 to 9"},
			States:      478, Confirmed: "self",
		},
		{
			Name: "crash", Doc: "One candidate, and any process may crash: the ring is broken",
			Params:      map[string]int{"n": 3, "candidates": 1},
			Environment: spec.Environment{Crash: spec.Budget(1)},
			Violated:    dies,
			Costs:       map[string]string{"messages": "6"},
			States:      29, Confirmed: brute,
		},
		{
			Name: "crash-of-candidate", Doc: "The one that suspects the leader may crash, at any point, also as the leader: nobody is left who knows of the election",
			Params:      map[string]int{"n": 3, "candidates": 1},
			Environment: spec.Environment{Crash: spec.Budget(1), CrashOnly: []string{"1"}},
			Violated:    []string{"somebody-leads"},
			Costs:       map[string]string{"messages": "6"},
			States:      13, Confirmed: brute,
		},
		{
			Name: "crash-of-follower", Doc: "One that passes messages on may crash: the candidate waits for ever",
			Params:      map[string]int{"n": 3, "candidates": 1},
			Environment: spec.Environment{Crash: spec.Budget(1), CrashOnly: []string{"2"}},
			Violated:    dies,
			Costs:       map[string]string{"messages": "6"},
			States:      16, Confirmed: brute,
		},
		{
			Name: "comes-back", Doc: "Any process may crash and come back as a Follower",
			Params:      map[string]int{"n": 3, "candidates": 1},
			Environment: spec.Environment{Crash: spec.Budget(1), Recover: spec.Budget(1)},
			Violated:    append([]string{"messages"}, dies...),
			Costs:       map[string]string{"messages": "6 or more, unbounded"},
			States:      69, Confirmed: "self",
		},
		{
			Name: "lost-message", Doc: "One candidate, and a message may be lost",
			Params:      map[string]int{"n": 3, "candidates": 1},
			Environment: spec.Environment{Lose: spec.Budget(1)},
			Violated:    dies,
			Costs:       map[string]string{"messages": "6"},
			States:      10, Confirmed: brute,
		},
		{
			Name: "duplicated-message", Doc: "One candidate, and a message may be delivered twice: it does no harm",
			Params:      map[string]int{"n": 3, "candidates": 1},
			Environment: spec.Environment{Duplicate: spec.Budget(1)},
			Costs:       map[string]string{"messages": "6 to 8"},
			States:      31, Confirmed: brute,
		},
		{
			Name: "cut-link", Doc: "One candidate, and a link may fail and be mended: what was lost on it is not sent again",
			Params:      map[string]int{"n": 3, "candidates": 1},
			Environment: spec.Environment{Cut: spec.Budget(1), Heal: spec.Budget(1)},
			Violated:    dies,
			Costs:       map[string]string{"messages": "6"},
			States:      42, Confirmed: "self",
		},
		{
			Name: "split-crash", Doc: "Both of two processes may suspect the leader, and one may crash",
			Params:      map[string]int{"n": 2},
			Environment: spec.Environment{Crash: spec.Budget(1)},
			Violated:    append([]string{"termination"}, split...),
			Costs:       map[string]string{"messages": "3 to 5"},
			States:      62, Confirmed: brute,
		},
	}
}
