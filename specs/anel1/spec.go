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
		Summary: "Election on a ring of processes without identifiers: two candidates can both end in office, or neither",
		About: "A Follower that thinks that the leader is dead becomes a Candidate and sends VoteForMe to the right. " +
			"Followers pass it on; a Candidate that receives it takes it for its own, is Elected and sends HaveLeader. " +
			"Followers pass that on, too; an Elected process that receives it is Installed: it is the leader.\n" +
			"uniqueness: at most one process is Installed. one-elected: at most one is Elected or Installed. " +
			"termination: if somebody is a Candidate when nothing more can happen, somebody is Elected or Installed. " +
			"no-deadlock: when nothing more can happen, nobody is a Candidate or Elected; no-deadlock-all-up: the same, " +
			"if all processes are up. somebody-installed: some execution leads to a leader. uniqueness-in-the-end: from " +
			"some time on, at most one is Installed. somebody-leads: when somebody is a Candidate or Elected, somebody " +
			"is Installed then or later. messages: how many are sent until somebody is Installed and none is on its way.",
		Source: "000, Algoritmos em Anéis, Algoritmo do Anel 1",
		Params: []spec.Param{
			{Name: "n", Doc: "processes on the ring", Min: 2, Max: 8, Default: 2},
			{Name: "candidates", Doc: "processes that may suspect the leader; 0 is all", Min: 0, Max: 8, Default: 0},
			{Name: "again", Doc: "suspicions, in all, by processes that have suspected before", Min: 0, Max: 4, Default: 0},
		},
		Peers: []string{"n"},
		Variants: []spec.Variant{
			{Name: spec.AsWritten, Doc: "as the source prints it"},
			{Name: spec.Corrected, Doc: "a candidate that hears of a leader gives way: it passes the message on and " +
				"becomes a follower again"},
		},
		Build: build,
		Cases: cases(),
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
	r := rules{candidates: candidates, repeated: repeated, yields: a.Variant == spec.Corrected}
	ring := model.Instance{
		Processes: model.Replicate(n, process(r)),
		Names:     names(n),
		Network:   model.Network{Topology: model.Unidirectional()},
	}
	if repeated > 0 {
		ring.Variables = []model.Shared{suspicionsLeft(repeated)}
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
	waiting := func(s model.State) error {
		for p, l := range model.Locals[State](s) {
			switch l.C {
			case Candidate:
				return fmt.Errorf("process %s is a candidate and waits for VoteForMe, which will not come", s.Name(p))
			case Elected:
				return fmt.Errorf("process %s is elected and waits for HaveLeader, which will not come", s.Name(p))
			}
		}
		return nil
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
		// The stricter question: does every candidate reach office?
		checkers.NoDeadlock("no-deadlock", waiting),
		checkers.NoDeadlock("no-deadlock-all-up", checkers.AllUp(waiting)),
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
