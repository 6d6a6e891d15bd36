package graph

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/explore/internal/exploretest"
)

// BenchmarkLiveness compares what it takes to decide that a leader is elected in
// the end, and that it is so for ever, with the search itself.
func BenchmarkLiveness(b *testing.B) {
	ctx := context.Background()
	for _, n := range []int{9, 10, 11} {
		for _, workers := range []int{1, 2} {
			b.Run(fmt.Sprintf("n=%d/workers=%d", n, workers), func(b *testing.B) {
				var search, graph, lasso time.Duration
				var states, bytes uint64
				for b.Loop() {
					r, err := explore.Search(ctx, newRing(n), nil, explore.Options{Workers: workers})
					if err != nil || !r.Complete {
						b.Fatal(err)
					}
					began := time.Now()
					g, err := New(ctx, r, Options{
						Label: func(_ []uint32, event uint64) (Label, error) { return Label{Obligation: event + 1}, nil },
						Predicates: []func([]uint32) (bool, error){func(v []uint32) (bool, error) {
							return v[2*n-2] == exploretest.Leader,
								nil
						}},
					})
					if err != nil {
						b.Fatal(err)
					}
					built := time.Now()
					fair := func(l Label) (uint64, Fairness) { return l.Obligation, Weak }
					for _, q := range []Query{
						{Fair: fair, Region: Where{{0, true}}},
						{Fair: fair, Anywhere: true, Accept: []Where{{{0, true}}}},
					} {
						if l, err := g.Lasso(ctx, q); err != nil || l != nil {
							b.Fatal(l, err)
						}
					}
					search += r.Elapsed
					graph += built.Sub(began)
					lasso += time.Since(built) / 2
					states, bytes = r.States, g.Bytes()
				}
				b.ReportMetric(search.Seconds()/float64(b.N), "search-s")
				b.ReportMetric(graph.Seconds()/float64(b.N), "graph-s")
				b.ReportMetric(lasso.Seconds()/float64(b.N), "query-s")
				b.ReportMetric(float64(graph+lasso)/float64(search), "liveness/search")
				b.ReportMetric(float64(bytes)/float64(states), "B/state")
				b.ReportMetric(0, "ns/op")
			})
		}
	}
}
