package alternatingbit

import (
	"fmt"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/specs/spec"
)

const noBit = "no-bit"

// Spec is the entry of the catalogue.
func Spec() spec.Spec {
	return spec.Spec{
		Name:    "alternating-bit",
		Family:  "data transfer",
		Summary: "Reliable transfer over links that lose and repeat frames, with one bit to tell frames apart",
		Source: "Bartlett, Scantlebury and Wilkinson, A Note on Reliable Full-Duplex Transmission over Half-Duplex Links, " +
			"CACM 12(5), 1969",
		Params: []spec.Param{
			{Name: "items", Doc: "how many items are sent", Min: 1, Max: 6, Default: 3},
			{Name: "capacity", Doc: "how many frames a link holds", Min: 1, Max: 4, Default: 2},
		},
		Variants: []spec.Variant{
			{Name: spec.AsWritten, Doc: "one direction of the source's full-duplex link"},
			{Name: noBit, Doc: "without the bit: every frame counts as new, every acknowledgement as that of the last frame"},
		},
		Build: build,
		Cases: cases(),
	}
}

func build(a spec.Args) (spec.Setup, error) {
	r := rules{items: a.Int("items"), noFrameBit: a.Variant == noBit}
	return spec.Setup{
		Model: model.Instance{
			Processes: []model.Algorithm{sender(r), receiver(r)},
			Names:     []string{"sender", "receiver"},
			Network:   model.Network{Capacity: a.Int("capacity")},
		},
		Properties: properties(r),
	}, nil
}

func properties(r rules) []checkers.Property {
	delivered := func(s model.State) []int {
		l, _ := model.Local[Receiver](s, receiverID)
		return l.Delivered
	}
	acknowledged := func(s model.State) int {
		l, _ := model.Local[Sender](s, senderID)
		return l.Acknowledged
	}
	done := func(s model.State) bool { return acknowledged(s) == r.items }
	// A link that is used infinitely often delivers infinitely often.
	fairLoss := checkers.Fairness{Strong: func(e model.Event) bool { return e.Kind == model.Deliver }}
	return []checkers.Property{
		checkers.Invariant("in-order-once", func(s model.State) error {
			for i, item := range delivered(s) {
				if item != i+1 {
					return fmt.Errorf("item %d is delivered as number %d", item, i+1)
				}
			}
			return nil
		}),
		checkers.Invariant("acknowledged-is-delivered", func(s model.State) error {
			if n := acknowledged(s); s.Up(receiverID) && n > len(delivered(s)) {
				return fmt.Errorf("the sender believes that %d items have arrived, and %d have", n, len(delivered(s)))
			}
			return nil
		}),
		checkers.Eventually("all-acknowledged", done).Under(fairLoss),
		checkers.MessagesUntil("messages", done),
	}
}
