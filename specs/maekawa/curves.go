package maekawa

import (
	"github.com/anel-mc/mc/specs/spec"
)

// curves are the paper's numbers, 3√n to 5√n an entry, with the size of the voting sets in place of √n, and
// without what a node sends to itself, for all entries together.
func curves() []spec.Curve {
	of := func(each int) func(a spec.Args) float64 {
		return func(a spec.Args) float64 {
			askers := a.Int("requesters")
			if askers == 0 {
				askers = a.Int("n")
			}
			return float64(each * (a.Int("k") - 1) * askers * a.Int("requests"))
		}
	}
	const source = "Maekawa, ACM TOCS 3(2), 1985"
	return []spec.Curve{
		{Property: "messages", Name: "3(k−1) an entry", Doc: "request, vote and release, for all entries together",
			Source: source, Of: of(3)},
		{Property: "messages", Name: "5(k−1) an entry", Doc: "with votes that are asked back, for all entries together",
			Source:   source,
			Variants: []string{inquireVariant, sandersVariant, spec.Corrected}, Of: of(5)},
	}
}
