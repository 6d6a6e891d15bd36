package changroberts

import (
	"math"

	"github.com/anel-mc/mc/specs/spec"
)

// curves returns the numbers of the paper, if everybody starts; an announcement takes n more.
func curves() []spec.Curve {
	const source = "Chang and Roberts, CACM 22(5), 1979"
	of := func(name, announced, doc string, f func(n float64) float64) []spec.Curve {
		everybody := func(more float64) func(a spec.Args) float64 {
			return func(a spec.Args) float64 {
				if a.Int("initiators") != 0 {
					return math.NaN()
				}
				n := float64(a.Int("n"))
				return f(n) + more*n
			}
		}
		return []spec.Curve{
			{Property: "messages", Name: name, Doc: doc, Source: source, Variants: []string{spec.AsWritten, passive},
				Of: everybody(0)},
			{Property: "messages", Name: announced, Doc: doc + ", and the announcement", Source: source,
				Variants: []string{announcement, spec.Corrected}, Of: everybody(1)},
		}
	}
	var all []spec.Curve
	all = append(all, of("2n−1", "3n−1", "most if the identifiers ascend (arrangement=0)",
		func(n float64) float64 { return 2*n - 1 })...)
	all = append(all, of("n(n+1)/2", "n(n+1)/2+n", "most of all arrangements: they descend (arrangement=-1)",
		func(n float64) float64 { return n * (n + 1) / 2 })...)
	return append(all, of("n·H(n)", "n·H(n)+n", "mean over all arrangements if everybody starts", func(n float64) float64 {
		sum := 0.0
		for k := 1.0; k <= n; k++ {
			sum += n / k
		}
		return sum
	})...)
}
