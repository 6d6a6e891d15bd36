package anel2

import (
	"math"

	"github.com/anel-mc/mc/specs/spec"
)

// curves returns the notes' bound on the number of messages.
func curves() []spec.Curve {
	return []spec.Curve{{Property: "messages", Name: "n²", Doc: "if everybody starts", Source: "000, Algoritmos em Anéis",
		Variants: []string{spec.AsWritten},
		Of: func(a spec.Args) float64 {
			if a.Int("initiators") != 0 || a.Int("again") != 0 {
				return math.NaN()
			}
			return float64(a.Int("n") * a.Int("n"))
		}}}
}
