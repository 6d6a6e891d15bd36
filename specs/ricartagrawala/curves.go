package ricartagrawala

import (
	"math"

	"github.com/anel-mc/mc/specs/spec"
)

// curves returns the expected cost of all entries together, as a function of the parameters.
func curves() []spec.Curve {
	return []spec.Curve{{Property: "messages", Name: "2(n−1) an entry", Doc: "request and reply, for all entries together",
		Source: "Ricart and Agrawala, CACM 24(1), 1981", Variants: []string{spec.AsWritten, spec.Corrected, entriesVariant,
			raymondVariant},
		Of: func(a spec.Args) float64 {
			if a.Int("requests") == 0 {
				return math.NaN() // without end
			}
			return float64(2 * (a.Int("n") - 1) * a.Int("n") * a.Int("requests"))
		}}}
}
