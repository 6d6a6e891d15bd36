package outside

import (
	"testing"

	"github.com/anel-mc/mc/checkers"
)

// BenchmarkEWD840 compares the search with what two liveness properties add to it.
func BenchmarkEWD840(b *testing.B) {
	m, properties := EWD840(7)
	for _, asked := range []struct {
		name       string
		properties []checkers.Property
	}{{"search", nil}, {"Liveness", properties[:1]}, {"FalseLiveness", properties[1:]}, {"both", properties}} {
		b.Run(asked.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				r, err := checkers.Check(b.Context(), m, asked.properties, checkers.Options{KeepGoing: true})
				if err != nil {
					b.Fatal(err)
				}
				b.ReportMetric(float64(r.Bytes)/float64(r.States), "B/state")
				b.ReportMetric(r.Elapsed.Seconds(), "search-s")
				b.ReportMetric(r.Liveness.Seconds(), "graph-s")
			}
		})
	}
}

// TestEWD840: what the liveness of five nodes takes, and what it comes to.
func TestEWD840(t *testing.T) {
	m, properties := EWD840(5)
	r, err := checkers.Check(t.Context(), m, properties[:1], checkers.Options{KeepGoing: true})
	if err != nil || r.Verdict != checkers.Holds {
		t.Fatal(r, err)
	}
	bare, err := checkers.Check(t.Context(), m, nil, checkers.Options{KeepGoing: true})
	if err != nil {
		t.Fatal(err)
	}
	if per := float64(r.Bytes-bare.Bytes) / float64(r.States); per > 45 {
		t.Errorf("Liveness takes %.1f bytes a state more than the search", per)
	}
	r, err = checkers.Check(t.Context(), m, properties[1:], checkers.Options{KeepGoing: true})
	if err != nil || r.Verdict != checkers.Violated || !r.Results[0].Minimal {
		t.Fatal(r, err)
	}
	if n := r.Results[0].Execution.Len(); n != 5 {
		t.Errorf("FalseLiveness is violated in %d steps", n)
	}
}
