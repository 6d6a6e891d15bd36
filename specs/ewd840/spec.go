package ewd840

import (
	"errors"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/specs/spec"
)

// The variants besides as-written; see the package documentation.
const (
	tla        = "tla-examples"
	neverBlack = "never-black"
	whiteToken = "token-stays-white"
	keepsBlack = "machine-stays-black"
)

// Spec is the entry of the catalogue.
func Spec() spec.Spec {
	return spec.Spec{
		Name:    "ewd840",
		Family:  "termination detection",
		Summary: "A token that goes round a ring finds out whether all machines are passive and will stay so",
		Source: "Dijkstra, Feijen and van Gasteren, Derivation of a Termination Detection Algorithm for Distributed " +
			"Computations, EWD840, 1983, Rules 0 to 5",
		Peers:  []string{"n"},
		Params: []spec.Param{{Name: "n", Doc: "machines", Min: 2, Max: most, Default: 3}},
		Variants: []spec.Variant{
			{Name: spec.AsWritten, Doc: "as the source prints it"},
			{Name: tla, Doc: "as in the module of TLA+ Examples: a machine makes itself black only if it sends to a higher " +
				"number, and passes the token on while active if it or the token is black"},
			{Name: neverBlack, Doc: "without Rule 1: a machine that sends a message does not make itself black"},
			{Name: whiteToken, Doc: "without Rule 2: a black machine leaves the colour of the token unchanged"},
			{Name: keepsBlack, Doc: "without Rule 5: a machine stays black when it has passed the token on"},
		},
		Build: build,
		Cases: cases(),
	}
}

func build(a spec.Args) (spec.Setup, error) {
	r := rules{
		n: a.Int("n"), higherOnly: a.Variant == tla, hurries: a.Variant == tla, neverBlack: a.Variant == neverBlack,
		white: a.Variant == whiteToken, keeps: a.Variant == keepsBlack,
	}
	return spec.Setup{Model: machine(r), Properties: properties(r)}, nil
}

func properties(r rules) []checkers.Property {
	detected := func(s model.State) bool { return model.Whole[State](s).detected() }
	terminated := func(s model.State) bool { return model.Whole[State](s).terminated() }
	return []checkers.Property{
		checkers.Invariant("detection-is-right", func(s model.State) error {
			if detected(s) && !terminated(s) {
				return errors.New("machine 0 concludes that all are passive, and one is active")
			}
			return nil
		}),
		// P0, P1 and P2 of the source, of which one always holds.
		checkers.Invariant("derivation", func(s model.State) error {
			w := model.Whole[State](s)
			passive, black := true, w.TokenBlack
			for i := range r.n {
				passive = passive && (i <= w.Token || !w.Active[i])
				black = black || i <= w.Token && w.Black[i]
			}
			if !passive && !black {
				return errors.New("a machine that the token has visited is active, and neither the token nor a machine that it " +
					"has still to visit is black")
			}
			return nil
		}),
		checkers.LeadsTo("termination-is-detected", terminated, detected),
		checkers.Reachable("detected", detected),
	}
}
