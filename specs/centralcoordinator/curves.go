package centralcoordinator

import (
	"math"

	"github.com/anel-mc/mc/specs/spec"
)

// curves returns the number of messages of all entries together.
func curves() []spec.Curve {
	return []spec.Curve{{Property: "messages", Name: "3 an entry",
		Doc: "request, grant and release, for all entries together", Source: "000, Exclusão Mútua, Coordenador",
		Variants: []string{protocolVariant, managerVariant},
		Of: func(a spec.Args) float64 {
			if a.Int("requests") == 0 || a.Int("holder") != 0 {
				return math.NaN()
			}
			return float64(3 * a.Int("n") * a.Int("requests"))
		}}}
}
