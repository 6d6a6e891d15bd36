package outside

import (
	"testing"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/model"
)

func run(b *testing.B, m model.Model, p ...checkers.Property) {
	for b.Loop() {
		r, err := checkers.Check(b.Context(), m, p, checkers.Options{Workers: 1, KeepGoing: true})
		if err != nil || r.Verdict == checkers.Violated {
			b.Fatal(r, err)
		}
		b.ReportMetric(float64(r.States), "states")
		b.ReportMetric(float64(r.Transitions), "transitions")
		b.ReportMetric(float64(r.Calls), "calls")
		b.ReportMetric(float64(r.Bytes)/float64(r.States), "bytes/state")
	}
}

func BenchmarkTwoPhase(b *testing.B) {
	m, p := TwoPhaseMaps(7)
	b.Run("maps", func(b *testing.B) { run(b, m, p) })
	b.Run("mapsno", func(b *testing.B) { run(b, m) })
}

func BenchmarkPaxos(b *testing.B) {
	size := PaxosSize{3, 2, 2}
	m, p := PaxosMachine(size)
	whole, q := PaxosWhole(size)
	b.Run("machine", func(b *testing.B) { run(b, m, p) })
	elements, r := PaxosElements(size)
	b.Run("elements", func(b *testing.B) { run(b, elements, r) })
	b.Run("elementsNoProperty", func(b *testing.B) { run(b, elements) })
	b.Run("whole", func(b *testing.B) { run(b, whole, q) })
}
