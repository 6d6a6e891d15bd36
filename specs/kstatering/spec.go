package kstatering

import (
	"errors"
	"fmt"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/specs/spec"
)

// The variants besides as-written; see the package documentation.
const (
	distributed = "distributed-daemon"
	alike       = "all-alike"
)

// Spec is the entry of the catalogue.
func Spec() spec.Spec {
	return spec.Spec{
		Name:    "k-state-ring",
		Family:  "self-stabilisation",
		Summary: "A ring that from any initial state reaches a state with exactly one privilege, which then goes round",
		Source: "Dijkstra, Self-stabilizing Systems in Spite of Distributed Control, CACM 17(11), 1974 (EWD426), " +
			"Solution with K-state machines (K > N)",
		Peers: []string{"n"},
		Params: []spec.Param{
			{Name: "n", Doc: "machines, which the source calls 0 to N", Min: 2, Max: most, Default: 4},
			{Name: "k", Doc: "states of each machine", Min: 2, Max: 8, Default: 4},
		},
		Variants: []spec.Variant{
			{Name: spec.AsWritten, Doc: "as the source prints it: the daemon lets one machine move at a time"},
			{Name: distributed, Doc: "the daemon lets any set of privileged machines move at once"},
			{Name: alike, Doc: "the bottom machine follows the rule of the others"},
		},
		Build: build,
		Cases: cases(),
	}
}

func build(a spec.Args) (spec.Setup, error) {
	r := rules{n: a.Int("n"), k: a.Int("k"), atOnce: a.Variant == distributed, alike: a.Variant == alike}
	return spec.Setup{Model: machine(r), Properties: properties(r)}, nil
}

func properties(r rules) []checkers.Property {
	privileges := func(s model.State) int { return r.privileges(model.Whole[Ring](s)) }
	legitimate := func(s model.State) bool { return privileges(s) == 1 }
	// Some privileged machine must move, but none in particular.
	daemon := checkers.Fairness{PerProcess: true}
	all := []checkers.Property{
		checkers.Invariant("privilege-present", func(s model.State) error {
			if privileges(s) == 0 {
				return errors.New("no machine is privileged")
			}
			return nil
		}),
		checkers.Step("closure", func(before model.State, _ model.Event, after model.State) error {
			if legitimate(before) && !legitimate(after) {
				return fmt.Errorf("%d machines are privileged, after one alone was", privileges(after))
			}
			return nil
		}),
		checkers.EventuallyAlways("convergence", legitimate).Under(daemon),
	}
	for i := range r.n {
		all = append(all, checkers.AlwaysEventually(fmt.Sprint("machine-", i, "-privileged"), func(s model.State) bool {
			return r.privileged(model.Whole[Ring](s), i)
		}).Under(daemon))
	}
	return append(all, checkers.StepsUntil("moves", legitimate))
}
