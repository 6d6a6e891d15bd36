package lamportmutex

import (
	"math"

	"github.com/anel-mc/mc/specs/spec"
)

// curves returns the number of messages of all entries together.
func curves() []spec.Curve {
	return []spec.Curve{{Property: "messages", Name: "3(n−1) an entry",
		Doc: "request, acknowledgement and release, for all entries together", Source: "Lamport, CACM 21(7), 1978",
		Of: func(a spec.Args) float64 {
			askers := a.Int("asking")
			if askers == 0 {
				askers = a.Int("n")
			}
			if a.Int("holder") != 0 {
				return math.NaN()
			}
			return float64(3 * (a.Int("n") - 1) * askers * a.Int("requests"))
		}}}
}
