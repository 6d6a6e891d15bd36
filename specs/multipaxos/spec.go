package multipaxos

import (
	"fmt"
	"slices"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/naming"
	"github.com/anel-mc/mc/specs/spec"
)

// The variants besides as-written; see the package documentation.
const (
	highest   = "highest-only"
	own       = "own-command"
	gaps      = "gaps-left"
	around    = "executes-around"
	forgetful = "promise-forgotten"
	reusing   = "number-reused"
)

// Spec is the entry of the catalogue.
func Spec() spec.Spec {
	return spec.Spec{
		Name:    "multi-paxos",
		Family:  "consensus",
		Summary: "Agreement on a sequence of commands: an instance of Paxos for each, all prepared by a leader at once",
		Source:  "Lamport, Paxos Made Simple, ACM SIGACT News 32(4), 2001, section 3",
		Peers:   []string{"n"},
		Params: []spec.Param{
			{Name: "n", Doc: "servers", Min: 1, Max: 5, Default: 3},
			{Name: "candidates", Doc: "how many of them may lead", Min: 1, Max: 3, Default: 2},
			{Name: "tries", Doc: "how often each may become the leader", Min: 1, Max: 2, Default: 1},
			{Name: "learners", Doc: "how many servers a leader tells what is chosen", Min: 0, Max: 5, Default: 2},
			{Name: "instances", Doc: "instances of Paxos", Min: 1, Max: most, Default: 2},
			{Name: "alpha", Doc: "how many commands a leader can get ahead", Min: 1, Max: most, Default: 2},
		},
		Variants: []spec.Variant{
			{Name: spec.AsWritten, Doc: "as the source says"},
			{Name: highest, Doc: "a promise contains what was accepted in the highest instance, and nothing of those below"},
			{Name: own, Doc: "a new leader proposes its own command where another may have been chosen"},
			{Name: gaps, Doc: "a new leader does not fill gaps"},
			{Name: around, Doc: "servers execute the commands that they know, although an earlier one is missing"},
			{Name: forgetful, Doc: "stable storage has what a server has accepted, but not what it has promised"},
			{Name: reusing, Doc: "a server uses the same number whenever it becomes the leader"},
		},
		Build: build,
		Cases: cases(),
	}
}

func build(a spec.Args) (spec.Setup, error) {
	r := rules{
		n: a.Int("n"), candidates: a.Int("candidates"), tries: a.Int("tries"), learners: a.Int("learners"),
		instances: a.Int("instances"), alpha: a.Int("alpha"),
		highestOnly: a.Variant == highest, ownCommand: a.Variant == own, leavesGaps: a.Variant == gaps,
		executesAround: a.Variant == around, forgets: a.Variant == forgetful, reuses: a.Variant == reusing,
		votes: model.NewVariable("votes", map[Accept]naming.IDSet(nil)).Hidden(),
	}
	i := model.Instance{Processes: model.Replicate(r.n, server(r)), Variables: []model.Shared{r.votes}}
	for p := range r.n {
		i.Names = append(i.Names, fmt.Sprint("s", p+1))
	}
	return spec.Setup{Model: i, Properties: properties(r)}, nil
}

// chosen are the commands that are chosen in each instance, in order.
func (r rules) chosen(s model.State) (all [most][]Command) {
	for x, by := range r.votes.In(s) {
		if v := x.Proposal.V; r.majority(by) && !slices.Contains(all[x.Instance], v) {
			all[x.Instance] = append(all[x.Instance], v)
		}
	}
	for _, vs := range all {
		slices.Sort(vs)
	}
	return all
}

func properties(r rules) []checkers.Property {
	all := []checkers.Property{
		checkers.Invariant("one-chosen", func(s model.State) error {
			for i, vs := range r.chosen(s) {
				if len(vs) > 1 {
					return fmt.Errorf("in instance %d both %s and %s are chosen", i, vs[0], vs[1])
				}
			}
			return nil
		}),
		checkers.Invariant("same-sequence", func(s model.State) error {
			for p, l := range model.Locals[Server](s) {
				for q, m := range model.Locals[Server](s) {
					if k := min(len(l.Executed), len(m.Executed)); !slices.Equal(l.Executed[:k], m.Executed[:k]) {
						return fmt.Errorf("%s has executed %v, and %s %v", s.Name(p), l.Executed, s.Name(q), m.Executed)
					}
				}
			}
			return nil
		}),
		checkers.NoDeadlock("executed-in-the-end", func(s model.State) error {
			leader, latest := model.None, 0
			for p, l := range model.Locals[Server](s) {
				if n := r.number(p, l); l.Phase == 2 && n > latest {
					leader, latest = p, n
				}
			}
			for i, vs := range r.chosen(s) {
				for p, l := range model.Locals[Server](s) {
					if hears := int(p) < r.learners || p == leader; hears && len(vs) > 0 && len(l.Executed) <= i {
						return fmt.Errorf("%s is chosen in instance %d, and %s has not executed it", vs[0], i, s.Name(p))
					}
				}
			}
			return nil
		}),
		checkers.Reachable("executed", func(s model.State) bool {
			for _, l := range model.Locals[Server](s) {
				if len(l.Executed) == r.instances {
					return true
				}
			}
			return false
		}),
		checkers.Messages("messages"),
	}
	if r.instances > r.alpha { // otherwise there is no room for a larger gap
		all = append(all, checkers.Invariant("gap-below-alpha", func(s model.State) error {
			missing := 0
			for i, vs := range r.chosen(s) {
				if len(vs) == 0 {
					missing++
				} else if missing >= r.alpha {
					return fmt.Errorf("a command is chosen in instance %d, and %d before it are missing", i, missing)
				}
			}
			return nil
		}))
	}
	if r.candidates*r.tries == 1 || r.instances == 1 {
		return all
	}
	// follows says whether only a is chosen first, and then only a command that is above b.
	follows := func(s model.State, a, b Command) bool {
		chosen := r.chosen(s)
		return slices.Equal(chosen[0], []Command{a}) && len(chosen[1]) == 1 && chosen[1][0] > b
	}
	first := Server{Stable: Stable{Tries: 1}}
	all = append(all, checkers.Reachable("second-leader", func(s model.State) bool {
		a := r.command(0, first)
		return follows(s, a, a+most-1)
	}))
	if r.alpha > 1 {
		all = append(all, checkers.Reachable("gap-filled", func(s model.State) bool { return follows(s, NoOp, NoOp) }))
	}
	return all
}
