//go:build unix

package explore

import (
	"context"
	"fmt"
	"runtime"
	"syscall"
	"testing"
	"time"
)

// BenchmarkRing measures the search alone, with a System written by hand. On a shared machine, compare the rates per
// second of processor time.
func BenchmarkRing(b *testing.B) {
	for _, n := range []int{9, 10, 11} {
		for _, workers := range []int{1, 2} {
			b.Run(fmt.Sprintf("n=%d/workers=%d", n, workers), func(b *testing.B) {
				var transitions, bytes, states, nodes uint64
				var elapsed time.Duration
				var before, after runtime.MemStats
				runtime.ReadMemStats(&before)
				cpu := cpuTime()
				for b.Loop() {
					r, err := Search(context.Background(), newRing(n), nil, Options{Workers: workers})
					if err != nil || !r.Complete {
						b.Fatal(err)
					}
					transitions += r.Transitions
					elapsed += r.Elapsed
					states, bytes, nodes = r.States, r.Bytes, 0
					for i := range r.store.nodes {
						nodes += r.store.nodes[i].count
					}
				}
				cpu = cpuTime() - cpu
				runtime.ReadMemStats(&after)
				b.ReportMetric(float64(transitions)/elapsed.Seconds()/1e6, "Mtransitions/s")
				b.ReportMetric(float64(transitions)/cpu.Seconds()/1e6, "Mtransitions/cpu-s")
				b.ReportMetric(float64(bytes)/float64(states), "B/state")
				b.ReportMetric(float64(after.Mallocs-before.Mallocs)/float64(transitions), "allocs/transition")
				b.ReportMetric(float64(nodes), "nodes")
				b.ReportMetric(float64(states), "states")
				b.ReportMetric(0, "ns/op")
			})
		}
	}
}

// cpuTime returns the processor time that this process has used.
func cpuTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
