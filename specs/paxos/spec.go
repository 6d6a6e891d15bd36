package paxos

import (
	"errors"
	"fmt"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/specs/spec"
)

// The variants besides as-written; see the package documentation.
const (
	forgetful = "promise-forgotten"
	below     = "accepts-below-promise"
	ignoring  = "ignores-accepted"
	sharing   = "shared-numbers"
)

// Spec is the entry of the catalogue.
func Spec() spec.Spec {
	return spec.Spec{
		Name:    "paxos",
		Family:  "consensus",
		Summary: "Agreement on a single value by numbered proposals, which a majority of acceptors promises and accepts",
		Source:  "Lamport, Paxos Made Simple, ACM SIGACT News 32(4), 2001, sections 2.1 to 2.3",
		Peers:   []string{"acceptors"},
		Params: []spec.Param{
			{Name: "proposers", Doc: "proposers, each with a value of its own", Min: 1, Max: 3, Default: 2},
			{Name: "acceptors", Doc: "acceptors", Min: 1, Max: 5, Default: 3},
			{Name: "learners", Doc: "learners", Min: 0, Max: 2, Default: 0},
			{Name: "tries", Doc: "how many numbers each proposer may use", Min: 1, Max: 3, Default: 1},
		},
		Variants: []spec.Variant{
			{Name: spec.AsWritten, Doc: "as the source says"},
			{Name: forgetful, Doc: "stable storage has what an acceptor has accepted, and not what it has promised"},
			{Name: below, Doc: "an acceptor accepts a proposal numbered less than its promise"},
			{Name: ignoring, Doc: "a proposer proposes its own value, whatever acceptors say they have accepted"},
			{Name: sharing, Doc: "proposers choose their numbers from the same set"},
		},
		Build: build,
		Cases: cases(),
	}
}

func build(a spec.Args) (spec.Setup, error) {
	r := rules{
		proposers: a.Int("proposers"), acceptors: a.Int("acceptors"), learners: a.Int("learners"), tries: a.Int("tries"),
		forgets: a.Variant == forgetful, accepts: a.Variant == below, ignores: a.Variant == ignoring,
		shared: a.Variant == sharing,
		votes:  model.NewVariable("votes", Votes(nil)).Hidden(),
	}
	i := model.Instance{Network: model.Network{Order: model.Unordered}, Variables: []model.Shared{r.votes}}
	for _, of := range []struct {
		name string
		n    int
		runs model.Algorithm
	}{{"p", r.proposers, proposer(r)}, {"a", r.acceptors, acceptor(r)}, {"l", r.learners, learner(r)}} {
		i.Processes = append(i.Processes, model.Replicate(of.n, of.runs)...)
		for k := range of.n {
			i.Names = append(i.Names, fmt.Sprint(of.name, k+1))
		}
	}
	i.Network.Topology = topology(r)
	return spec.Setup{Model: i, Properties: properties(r)}, nil
}

// topology has the links that are used.
func topology(r rules) model.Topology {
	var links []model.Link
	for a := range r.eachAcceptor {
		for p := range model.ID(r.proposers) {
			links = append(links, model.Link{From: p, To: a}, model.Link{From: a, To: p})
		}
		for l := range r.eachLearner {
			links = append(links, model.Link{From: a, To: l})
		}
	}
	return model.Directed(links...)
}

func properties(r rules) []checkers.Property {
	// chosen yields each proposal that a majority has accepted at some time.
	chosen := func(s model.State, yield func(Proposal) bool) {
		for _, v := range r.votes.In(s) {
			if r.majority(v.By) && !yield(v.Proposal) {
				return
			}
		}
	}
	isChosen := func(s model.State, is func(Proposal) bool) (found bool) {
		chosen(s, func(x Proposal) bool { found = is(x); return !found })
		return found
	}
	some := func(Proposal) bool { return true }
	// tried reports whether a proposer has begun, even if it has crashed since.
	tried := func(s model.State, p model.ID) bool { return s.Stored(p) != nil }
	all := []checkers.Property{
		checkers.Invariant("only-proposed", func(s model.State) (err error) {
			chosen(s, func(x Proposal) bool {
				if p := model.ID(x.V - 1); !tried(s, p) {
					err = fmt.Errorf("%s is chosen, and %s has proposed nothing", x.V, s.Name(p))
				}
				return err == nil
			})
			return err
		}),
		checkers.Invariant("one-chosen", func(s model.State) (err error) {
			var first Proposal
			chosen(s, func(x Proposal) bool {
				if first.N != 0 && x.V != first.V {
					err = fmt.Errorf("%s is chosen as number %d, and %s as number %d", first.V, first.N, x.V, x.N)
				}
				first = x
				return err == nil
			})
			return err
		}),
		checkers.Invariant("p2a", func(s model.State) (err error) {
			chosen(s, func(x Proposal) bool {
				for _, v := range r.votes.In(s) {
					if v.Proposal.N > x.N && v.Proposal.V != x.V {
						err = fmt.Errorf("%s is chosen as number %d, and number %d, which has been accepted, is %s", x.V, x.N,
							v.Proposal.N, v.Proposal.V)
					}
				}
				return err == nil
			})
			return err
		}),
		checkers.NoDeadlock("chosen-in-the-end", func(s model.State) error {
			for p := range model.ID(r.proposers) {
				if tried(s, p) && !isChosen(s, some) {
					return fmt.Errorf("%s has tried, and nothing is chosen", s.Name(p))
				}
			}
			return nil
		}),
		checkers.Reachable("chosen", func(s model.State) bool { return isChosen(s, some) }),
		checkers.Messages("messages"),
	}
	if r.learners == 0 {
		return all
	}
	if r.learners > 1 {
		all = append(all, checkers.Agree("learners-agree", func(_ model.ID, l Learner) (Value, bool) {
			return l.Learned, l.Learned != 0
		}))
	}
	return append(all,
		checkers.Invariant("learned-is-chosen", func(s model.State) error {
			for p, l := range model.Locals[Learner](s) {
				if l.Learned != 0 && !isChosen(s, func(x Proposal) bool { return x.V == l.Learned }) {
					return fmt.Errorf("%s has learned %s, which is not chosen", s.Name(p), l.Learned)
				}
			}
			return nil
		}),
		checkers.NoDeadlock("learned-in-the-end", func(s model.State) error {
			for _, l := range model.Locals[Learner](s) {
				if l.Learned == 0 && isChosen(s, some) {
					return errors.New("a value is chosen, and a learner has not learned it")
				}
			}
			return nil
		}))
}
