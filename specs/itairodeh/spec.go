package itairodeh

import (
	"errors"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/specs/spec"
)

// The variants besides as-written; see the package documentation.
const (
	noRounds = "without-rounds"
	noBit    = "without-bit"
)

// Spec is the entry of the catalogue.
func Spec() spec.Spec {
	return spec.Spec{
		Name:    "itai-rodeh",
		Family:  "leader election",
		Summary: "Election in a ring without identifiers: processes draw them at random, and draw again after a tie",
		Source: "Itai and Rodeh, Symmetry Breaking in Distributed Networks, Information and Computation 88(1), 1990; and " +
			"Fokkink and Pang, Variations on Itai-Rodeh Leader Election for Anonymous Rings, JUCS 12(8), 2006",
		Peers: []string{"n"},
		Params: []spec.Param{
			{Name: "n", Doc: "processes", Min: 2, Max: 5, Default: 3},
			{Name: "identities", Doc: "how many identities there are to draw from", Min: 2, Max: 5, Default: 2},
			{Name: "rounds", Doc: "after how many rounds a process gives up; not without-rounds", Min: 1, Max: 5, Default: 2},
		},
		Variants: []spec.Variant{
			{Name: spec.AsWritten, Doc: "as Itai and Rodeh have it: messages carry the number of their round"},
			{Name: noRounds, Doc: "Fokkink and Pang's algorithm A, for FIFO channels: messages carry no round number"},
			{Name: noBit, Doc: "a message does not tell whether a process that it passed has drawn the same identity"},
		},
		Build: build,
		Cases: cases(),
	}
}

func build(a spec.Args) (spec.Setup, error) {
	r := rules{
		n: a.Int("n"), identities: a.Int("identities"), rounds: a.Int("rounds"),
		noRounds: a.Variant == noRounds, noBit: a.Variant == noBit,
	}
	return spec.Setup{
		Model: model.Instance{
			Processes: model.Replicate(r.n, process(r)),
			Network:   model.Network{Topology: model.Unidirectional()},
		},
		Properties: properties(r),
	}, nil
}

func properties(r rules) []checkers.Property {
	some := func(role Role) func(model.State) bool {
		return func(s model.State) bool {
			for _, l := range model.Locals[Process](s) {
				if l.Role == role {
					return true
				}
			}
			return false
		}
	}
	elected := some(Leader)
	all := []checkers.Property{
		checkers.AtMost("uniqueness", 1, func(_ model.ID, l Process) bool { return l.Role == Leader }),
		checkers.NoDeadlock("no-deadlock", func(s model.State) error {
			if !elected(s) && !some(GivenUp)(s) {
				return errors.New("no leader, and nobody goes on")
			}
			return nil
		}),
		checkers.Reachable("elected", elected),
		checkers.Messages("messages"),
	}
	if r.noRounds {
		all = append(all, checkers.Eventually("elected-certainly", elected))
	}
	return all
}
