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
				b.ReportMetric(float64(r.States), "states")
				b.ReportMetric(r.Elapsed.Seconds(), "search-s")
				b.ReportMetric(r.Liveness.Seconds(), "graph-s")
				for _, x := range r.Results {
					l := 0
					if x.Execution != nil { l = x.Execution.Len() }
					b.Log(x.Property.Name(), x.Verdict, l, x.Minimal)
				}
			}
		})
	}
}
