package yoyo

import (
	"fmt"
	"strconv"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/specs/spec"
)

// The variants; see the package documentation.
const (
	inactiveSinks = "inactive-sinks"
	pruning       = "pruning"
	paper         = "paper"
)

const most = 6 // the largest number of processes

// Spec is the entry of the catalogue.
func Spec() spec.Spec {
	return spec.Spec{
		Name:   "yoyo",
		Family: "leader election",
		Summary: "Election on any connected graph: links point from smaller to larger identifiers, identifiers go down " +
			"them and votes up",
		Source: "000, Algoritmo do YoYo; N. Santoro, Design and Analysis of Distributed Algorithms, 3.8.3",
		Params: []spec.Param{
			{Name: "n", Doc: "processes, with the identifiers 1 to n", Min: 2, Max: most, Default: 3},
			{Name: "graph", Doc: "the links: the sum of 2^((j-1)(j-2)/2+i-1) for each link of i and j, i < j; 0 is all links",
				Min: 0, Max: 1<<(most*(most-1)/2) - 1, Default: 0},
			{Name: "initiators", Doc: "who may start of its own accord: the sum of 2^(id-1); 0 is everybody", Min: 0,
				Max: 1<<most - 1, Default: 0},
			{Name: "certain", Doc: "1 if those who may start do so sooner or later", Min: 0, Max: 1, Default: 1},
		},
		Peers: []string{"n"},
		Variants: []spec.Variant{
			{Name: spec.AsWritten, Doc: "as the box has it: rounds without end, and nobody is said to lead"},
			{Name: inactiveSinks, Doc: "the last stage of the example taken literally: the sinks of a round drop out " +
				"after it, and a source without links leads"},
			{Name: pruning, Doc: "the box, with the pruning of the paper: leaves and redundant links are dropped, and a " +
				"source without links leads"},
			{Name: paper, Doc: "the same with the paper's votes: an internal process that has one N sends N to all; and " +
				"whoever is reached by an identifier starts"},
			{Name: spec.Corrected, Doc: "with pruning; whoever is reached by an identifier starts; the leader tells everybody"},
		},
		Build: build,
		Cases: cases(),
	}
}

func build(a spec.Args) (spec.Setup, error) {
	n, graph, initiators := a.Int("n"), a.Int("graph"), a.Int("initiators")
	links, err := edges(n, graph)
	if err != nil {
		return spec.Setup{}, err
	}
	if initiators >= 1<<n {
		return spec.Setup{}, fmt.Errorf("initiators=%d names processes beyond n=%d: it is at most %d", initiators, n, 1<<n-1)
	}
	r := rules{
		certain:   a.Int("certain") == 1,
		unanimous: a.Variant == paper,
		prunes:    a.Variant == pruning || a.Variant == paper || a.Variant == spec.Corrected,
		retires:   a.Variant == inactiveSinks,
		wakes:     a.Variant == paper || a.Variant == spec.Corrected,
		announces: a.Variant == spec.Corrected,
	}
	var names []string
	for i := range n {
		r.may = append(r.may, initiators == 0 || initiators>>i&1 == 1)
		names = append(names, strconv.Itoa(i+1))
	}
	return spec.Setup{
		Model: model.Instance{
			Processes: model.Replicate(n, process(r)),
			Names:     names,
			Network:   model.Network{Topology: model.Graph(links...)},
		},
		Properties: properties(n, r),
	}, nil
}

// edges returns the links of a graph, given as the parameter graph.
func edges(n, graph int) ([]model.Link, error) {
	count := n * (n - 1) / 2
	if graph == 0 {
		graph = 1<<count - 1
	}
	if graph >= 1<<count {
		return nil, fmt.Errorf("graph=%d has links of processes beyond n=%d: it is at most %d", graph, n, 1<<count-1)
	}
	var links []model.Link
	for j := range n {
		for i := range j {
			if graph>>(j*(j-1)/2+i)&1 == 1 {
				links = append(links, model.Link{From: model.ID(i), To: model.ID(j)})
			}
		}
	}
	return links, nil
}

// leads reports whether p is the leader.
func leads(p model.ID, s State) bool { return s.Leader == identifier(p) }

// source reports whether p is in phase 2 and has only outgoing links, or leads.
func source(p model.ID, s State) bool {
	if s.Phase != Down && s.Phase != Up {
		return leads(p, s)
	}
	for _, l := range s.Links {
		if l.Direction == In {
			return false
		}
	}
	return true
}

// every reports whether all processes that are up satisfy a condition; count returns how many do.
func every(s model.State, condition func(p model.ID, l State) bool) bool {
	for p, l := range model.Locals[State](s) {
		if !condition(p, l) {
			return false
		}
	}
	return true
}

func count(s model.State, condition func(p model.ID, l State) bool) int {
	number := 0
	for p, l := range model.Locals[State](s) {
		if condition(p, l) {
			number++
		}
	}
	return number
}

func properties(n int, r rules) []checkers.Property {
	idle := func(_ model.ID, l State) bool { return l.Phase == Idle }
	started := func(s model.State) bool { return !every(s, idle) }
	aLeader := func(s model.State) bool { return count(s, leads) > 0 }
	return []checkers.Property{
		checkers.AtMost("uniqueness", 1, leads),
		checkers.EventuallyAlways("uniqueness-in-the-end", func(s model.State) bool { return count(s, leads) <= 1 }),
		checkers.Agree("agreement", func(_ model.ID, l State) (int, bool) { return l.Leader, l.Leader != 0 }),
		checkers.Invariant("validity", func(s model.State) error {
			for p, l := range model.Locals[State](s) {
				if p != 0 && leads(p, l) {
					return fmt.Errorf("process %s is the leader, and 1 has a smaller identifier", s.Name(p))
				}
			}
			return nil
		}),
		// Terminação: some process eventually considers itself the leader.
		checkers.LeadsTo("somebody-leads", started, aLeader),
		checkers.MessagesUntil("messages", aLeader),
		// Acordo: all the others learn who was elected.
		checkers.LeadsTo("everybody-knows", started, func(s model.State) bool {
			return every(s, func(_ model.ID, l State) bool { return l.Leader != 0 })
		}),
		checkers.EventuallyAlways("one-source-in-the-end", func(s model.State) bool {
			l, up := model.Local[State](s, 0)
			return !started(s) || count(s, source) == 1 && up && source(0, l)
		}),
		checkers.Step("no-new-source", func(before model.State, e model.Event, after model.State) error {
			if e.Process == model.None {
				return nil
			}
			was, up := model.Local[State](before, e.Process)
			is, _ := model.Local[State](after, e.Process)
			if up && (was.Phase == Down || was.Phase == Up) && !source(e.Process, was) && source(e.Process, is) {
				return fmt.Errorf("process %s was no source and is one now", after.Name(e.Process))
			}
			return nil
		}),
		checkers.NoDeadlock("no-deadlock", func(s model.State) error {
			for p, l := range model.Locals[State](s) {
				if why := waits(s, l, r); why != "" {
					return fmt.Errorf("process %s waits for %s, and nothing is on its way", s.Name(p), why)
				}
			}
			return nil
		}),
		checkers.Reachable("leader-possible", aLeader),
	}
}

// waits describes what a process waits for when nothing is in transit; the result is empty if it waits for nothing.
func waits(s model.State, l State, r rules) string {
	missing := func(what string, good func(l Link) bool) string {
		for q := range model.ID(s.N()) {
			if link, ok := l.Links[q]; ok && !good(link) {
				return what + " of " + s.Name(q)
			}
		}
		return ""
	}
	switch {
	case l.Phase == Marking:
		return missing("the identifier", func(l Link) bool { return l.Direction != Unmarked })
	case l.Phase == Down:
		return missing("an identifier", func(l Link) bool { return l.Direction != In || l.Value != 0 })
	case l.Phase == Up:
		return missing("the vote", func(l Link) bool { return l.Direction != Out || l.Vote != None })
	case l.Phase == Done && r.announces && l.Leader == 0:
		return "an announcement"
	}
	return ""
}
