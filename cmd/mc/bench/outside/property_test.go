package outside

import (
	"testing"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/model"
)

// against measures a search without a property, and with it.
func against(b *testing.B, build func() (model.Model, checkers.Property)) {
	for _, asked := range []bool{false, true} {
		name := map[bool]string{false: "search", true: "property"}[asked]
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				m, p := build()
				var properties []checkers.Property
				if asked {
					properties = append(properties, p)
				}
				r, err := checkers.Check(b.Context(), m, properties, checkers.Options{Workers: 1, KeepGoing: true})
				if err != nil || r.Verdict != checkers.Holds {
					b.Fatal(r, err)
				}
				b.ReportMetric(float64(r.States), "states")
				b.ReportMetric(float64(r.Transitions), "transitions")
			}
		})
	}
}

func BenchmarkSimpleRegular(b *testing.B) {
	against(b, func() (model.Model, checkers.Property) { return SimpleRegular(8) })
}

func BenchmarkTwoPhaseBits(b *testing.B) {
	against(b, func() (model.Model, checkers.Property) { return TwoPhaseBits(7) })
}
