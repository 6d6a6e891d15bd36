package outside

import (
	"testing"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/model"
)

func work(tb testing.TB, m model.Model, p checkers.Property) *checkers.Report {
	r, err := checkers.Check(tb.Context(), m, []checkers.Property{p}, checkers.Options{Workers: 1, KeepGoing: true})
	if err != nil || r.Verdict != checkers.Holds {
		tb.Fatal(r, err)
	}
	return r
}

func run(b *testing.B, m model.Model, p checkers.Property) {
	for b.Loop() {
		r := work(b, m, p)
		b.ReportMetric(float64(r.States), "states")
		b.ReportMetric(float64(r.Transitions), "transitions")
		b.ReportMetric(float64(r.Calls), "calls")
		b.ReportMetric(float64(r.Bytes)/float64(r.States), "bytes/state")
	}
}

func BenchmarkPaxos(b *testing.B) {
	size := PaxosSize{3, 2, 2}
	b.Run("machine", func(b *testing.B) { m, p := PaxosMachine(size); run(b, m, p) })
	b.Run("elements", func(b *testing.B) { m, p := PaxosElements(size); run(b, m, p) })
	b.Run("whole", func(b *testing.B) { m, p := PaxosWhole(size); run(b, m, p) })
}

// TestPaxos has the same states in each way of writing it; the messages as elements of a shared map take few calls.
func TestPaxos(t *testing.T) {
	size := PaxosSize{2, 2, 2}
	machine, p := PaxosMachine(size)
	whole, q := PaxosWhole(size)
	elements, r := PaxosElements(size)
	a, b, c := work(t, machine, p), work(t, whole, q), work(t, elements, r)
	if a.States != b.States || b.States != c.States || a.Transitions != b.Transitions || b.Transitions != c.Transitions {
		t.Errorf("%d, %d and %d states", a.States, b.States, c.States)
	}
	elements, r = PaxosElements(PaxosSize{3, 2, 2})
	if c := work(t, elements, r); c.States != 3921 || c.Transitions != 9442 || c.Calls > 1802 {
		t.Errorf("%d states, %d transitions, %d calls", c.States, c.Transitions, c.Calls)
	}
}
