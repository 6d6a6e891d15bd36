package franklin

import (
	"math"

	"github.com/anel-mc/mc/specs/spec"
)

// curves returns the bounds on messages if everybody starts at once; see the package documentation.
func curves() []spec.Curve {
	rounds := func(n float64) float64 { return 2 * n * (math.Floor(math.Log2(n)) + 1) }
	of := func(f func(n float64) float64) func(a spec.Args) float64 {
		return func(a spec.Args) float64 {
			if a.Int("initiators") != 0 {
				return math.NaN()
			}
			return f(float64(a.Int("n")))
		}
	}
	const source, doc = "000, Algoritmos em Anéis; Franklin, CACM 25(5), 1982",
		"at most, in any arrangement, if all start at once"
	return []spec.Curve{
		{Property: "messages", Name: "2n(⌊log₂n⌋+1)", Doc: doc, Source: source,
			Variants: []string{spec.AsWritten, fallsThrough, singly, paper, woken}, Of: of(rounds)},
		{Property: "messages", Name: "2n(⌊log₂n⌋+1)+n", Doc: doc + ", and the announcement", Source: source,
			Variants: []string{spec.Corrected},
			Of:       of(func(n float64) float64 { return rounds(n) + n })},
	}
}
