package pbft

import (
	"fmt"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/naming"
	"github.com/anel-mc/mc/specs/spec"
)

// The variants besides as-written; see the package documentation.
const (
	small    = "quorum-one-smaller"
	noCommit = "no-commit-phase"
	dropping = "nothing-carried-over"
	unproven = "proofs-unchecked"
	unsigned = "requests-unchecked"
)

// Spec is the entry of the catalogue.
func Spec() spec.Spec {
	return spec.Spec{
		Name:    "pbft",
		Family:  "consensus",
		Summary: "A replicated service of which a third may lie: three phases to order a request, and changes of the view",
		Source:  "Castro and Liskov, Practical Byzantine Fault Tolerance, OSDI 1999, sections 4.2 and 4.4",
		Peers:   []string{"n"},
		Params: []spec.Param{
			{Name: "n", Doc: "replicas", Min: 3, Max: 5, Default: 4},
			{Name: "traitor", Doc: "the replica that may say anything, from 0 on; -1 is none", Min: -1, Max: 4, Default: 0},
			{Name: "silent", Doc: "1: the traitor says nothing", Min: 0, Max: 1, Default: 0},
			{Name: "views", Doc: "how many views there may be", Min: 1, Max: 3, Default: 2},
		},
		Variants: []spec.Variant{
			{Name: spec.AsWritten, Doc: "as the source says"},
			{Name: small, Doc: "quorums of 2f, and not 2f+1"},
			{Name: noCommit, Doc: "replicas execute what has prepared"},
			{Name: dropping, Doc: "a new view begins without what has prepared in the old one"},
			{Name: unproven, Doc: "nobody looks at the proofs in a view-change"},
			{Name: unsigned, Doc: "replicas take requests that no client has signed"},
		},
		Build: build,
		Cases: cases(),
	}
}

func build(a spec.Args) (spec.Setup, error) {
	r := rules{
		n: a.Int("n"), views: a.Int("views"), traitor: model.ID(a.Int("traitor")), silent: a.Int("silent") == 1,
		small: a.Variant == small, noCommit: a.Variant == noCommit, drops: a.Variant == dropping,
		unproven: a.Variant == unproven, unsigned: a.Variant == unsigned,
		sent: model.NewVariable("sent", map[Message]naming.IDSet(nil)),
	}
	if int(r.traitor) >= r.n {
		return spec.Setup{}, fmt.Errorf("of %d replicas none is number %d", r.n, r.traitor)
	}
	i := model.Instance{Variables: []model.Shared{r.sent}}
	for p := range model.ID(r.n) {
		i.Names = append(i.Names, fmt.Sprint("r", p))
		if p == r.traitor {
			i.Processes = append(i.Processes, model.Process[Traitor]{Init: func(*model.Context) Traitor { return Traitor{} }})
		} else {
			i.Processes = append(i.Processes, replica(r))
		}
	}
	return spec.Setup{Model: i, Properties: properties(r)}, nil
}

// Traitor is the local state of the traitor. It is empty, since whatever the traitor can sign counts as sent.
type Traitor struct{}

func properties(r rules) []checkers.Property {
	// eachCommitted calls yield for each request that a correct replica has committed, until yield returns an error.
	eachCommitted := func(s model.State, yield func(model.ID, Certificate) error) error {
		for p, l := range model.Locals[Replica](s) {
			for _, c := range l.Committed {
				if err := yield(p, c); err != nil {
					return err
				}
			}
		}
		return nil
	}
	// preparedAt returns the number of correct replicas at which a request has prepared: those that have sent a commit.
	preparedAt := func(s model.State, c Certificate) int {
		return model.At(r.sent, Message{Kind: Commit, View: c.View, Request: c.Request}).In(s).Len()
	}
	all := []checkers.Property{
		checkers.Invariant("agreement", func(s model.State) error {
			first, by := None, model.None
			return eachCommitted(s, func(p model.ID, c Certificate) error {
				if first != None && c.Request != first {
					return fmt.Errorf("%s has committed %s, and %s has committed %s", s.Name(by), first, s.Name(p), c.Request)
				}
				first, by = c.Request, p
				return nil
			})
		}),
		checkers.Invariant("validity", func(s model.State) error {
			return eachCommitted(s, func(p model.ID, c Certificate) error {
				if c.Request == Forged {
					return fmt.Errorf("%s has committed what no client has requested", s.Name(p))
				}
				return nil
			})
		}),
		checkers.Invariant("one-prepared", func(s model.State) error {
			for v := range r.views {
				if preparedAt(s, Certificate{v, A}) > 0 && preparedAt(s, Certificate{v, B}) > 0 {
					return fmt.Errorf("a and b have prepared in view %d", v)
				}
			}
			return nil
		}),
		checkers.Invariant("committed-is-prepared", func(s model.State) error {
			return eachCommitted(s, func(p model.ID, c Certificate) error {
				if n := preparedAt(s, c); n <= f {
					return fmt.Errorf("%s has committed %s, which has prepared at %d correct replica", s.Name(p), c, n)
				}
				return nil
			})
		}),
		checkers.Reachable("all-commit", func(s model.State) bool {
			for _, l := range model.Locals[Replica](s) {
				if len(l.Committed) == 0 {
					return false
				}
			}
			return true
		}),
	}
	if r.views == 1 {
		return all
	}
	return append(all, checkers.Reachable("both-views", func(s model.State) bool {
		var in [3]bool
		_ = eachCommitted(s, func(_ model.ID, c Certificate) error { in[c.View] = true; return nil })
		return in[0] && in[1]
	}))
}
