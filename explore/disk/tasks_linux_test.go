package disk

import (
	"context"
	"fmt"
	"syscall"
	"testing"
	"time"

	"github.com/anel-mc/mc/explore/internal/exploretest"
)

// BenchmarkTasks does the tasks of a ring of 10 processes, 1,373,097 states, one by one. From the processor time of
// each it tells how long they would take with a processor for each shard: a stage takes as long as its longest task.
func BenchmarkTasks(b *testing.B) {
	for _, shards := range []int{1, 2, 8, 32} {
		b.Run(fmt.Sprint("shards=", shards), func(b *testing.B) {
			var all, longest time.Duration
			for b.Loop() {
				in := Folder(b.TempDir())
				if err := Create(in, Params{Shards: shards, Memory: 64 << 20, Checks: []string{}}); err != nil {
					b.Fatal(err)
				}
				r, err := Open(in)
				if err != nil {
					b.Fatal(err)
				}
				if err := r.Bind(numbered{ring{exploretest.NewRing(10)}}, nil, nil, nil); err != nil {
					b.Fatal(err)
				}
				spent := func(tasks int, task func(shard int) error) {
					most := time.Duration(0)
					for shard := range tasks {
						began := used()
						if err := task(shard); err != nil {
							b.Fatal(err)
						}
						took := used() - began
						all, most = all+took, max(most, took)
					}
					longest += most
				}
				for level := -1; r.level == nil || !r.level.Complete; level++ {
					spent(shards, func(shard int) error { return r.Map(context.Background(), level, shard) })
					spent(shards, func(shard int) error { return r.Reduce(context.Background(), level, shard) })
					spent(1, func(int) error { return r.Commit(level) })
				}
			}
			b.ReportMetric(all.Seconds()/float64(b.N), "cpu-s")
			b.ReportMetric(longest.Seconds()/float64(b.N), "longest-s")
		})
	}
}

// used is the processor time of this process.
func used() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
