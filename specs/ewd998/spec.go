package ewd998

import (
	"errors"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/specs/spec"
)

// The variants besides as-written; see the package documentation.
const (
	noCounters = "no-counters"
	neverBlack = "never-black"
	keepsBlack = "machine-stays-black"
)

// Spec is the entry of the catalogue.
func Spec() spec.Spec {
	return spec.Spec{
		Name:    "ewd998",
		Family:  "termination detection",
		Summary: "A token adds up how many messages are in transit in a ring, and finds out whether all has ended",
		Source: "Dijkstra, Shmuel Safra's Version of Termination Detection, EWD998, 1987, rules 0 to 7 as the module " +
			"EWD998 of TLA+ Examples has them",
		Peers: []string{"n"},
		Params: []spec.Param{
			{Name: "n", Doc: "machines", Min: 2, Max: most, Default: 3},
			{Name: "messages", Doc: "how many messages are sent in all", Min: 1, Max: 6, Default: 2},
		},
		Variants: []spec.Variant{
			{Name: spec.AsWritten, Doc: "as the module EWD998 of TLA+ Examples has it"},
			{Name: noCounters, Doc: "by colours alone, without counting messages"},
			{Name: neverBlack, Doc: "without Rule 3: a machine that receives a message does not make itself black"},
			{Name: keepsBlack, Doc: "without Rule 7: a machine stays black when it has passed the token on"},
		},
		Build: build,
		Cases: cases(),
	}
}

func build(a spec.Args) (spec.Setup, error) {
	r := rules{
		n: a.Int("n"), messages: a.Int("messages"), noCounters: a.Variant == noCounters,
		neverBlack: a.Variant == neverBlack, keeps: a.Variant == keepsBlack,
	}
	return spec.Setup{Model: machine(r), Properties: properties(r)}, nil
}

func properties(r rules) []checkers.Property {
	detected := func(s model.State) bool { return r.detected(model.Whole[State](s)) }
	terminated := func(s model.State) bool { return model.Whole[State](s).terminated() }
	return []checkers.Property{
		checkers.Invariant("detection-is-right", func(s model.State) error {
			if detected(s) && !terminated(s) {
				return errors.New("machine 0 concludes that all has ended, and it has not")
			}
			return nil
		}),
		checkers.Invariant("counted", func(s model.State) error {
			w := model.Whole[State](s)
			sum := 0
			for i := range r.n {
				sum += w.Counter[i] - w.Pending[i]
			}
			if sum != 0 {
				return errors.New("the counters do not add up to the messages on their way")
			}
			return nil
		}),
		// P1 to P4 of the source, of which one always holds.
		checkers.Invariant("derivation", func(s model.State) error {
			w := model.Whole[State](s)
			passive, black, above, below := true, w.TokenBlack, 0, w.Q
			for i := range r.n {
				if i > w.Token {
					passive, above = passive && !w.Active[i], above+w.Counter[i]
				} else {
					black, below = black || w.Black[i], below+w.Counter[i]
				}
			}
			if !(passive && w.Q == above) && below <= 0 && !black {
				return errors.New("none of P1 to P4 holds")
			}
			return nil
		}),
		checkers.LeadsTo("termination-is-detected", terminated, detected),
		checkers.Reachable("detected", detected),
	}
}
