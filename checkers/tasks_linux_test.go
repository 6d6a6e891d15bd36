package checkers_test

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/explore/disk"
)

// BenchmarkTasks does the tasks of two-phase commit one by one, each by whoever did those of its shard before, as with
// mc task work. From the processor time of each task it tells how long all would take on more processors: a stage is
// over with its last task, and the longest begin first.
func BenchmarkTasks(b *testing.B) {
	n, cut := 8, []int{1, 2, 4, 16, 64}
	if os.Getenv("LONG") != "" {
		n, cut = 9, []int{1, 16, 64}
	}
	for b.Loop() {
		table := &strings.Builder{}
		row := func(shards any, cell func(processors int) string) {
			fmt.Fprintf(table, "\n%6v", shards)
			for _, p := range []int{1, 2, 4, 8, 16, 32, 64, 1000} {
				fmt.Fprintf(table, "%8s", cell(p))
			}
		}
		row("shards", func(p int) string { return fmt.Sprint(p) })
		for _, shards := range cut {
			stages := tasksOf(b, n, shards)
			row(shards, func(p int) string {
				all := time.Duration(0)
				for _, tasks := range stages {
					all += scheduled(tasks, p)
				}
				return fmt.Sprintf("%.2f s", all.Seconds())
			})
		}
		b.Log(table)
	}
}

// tasksOf returns how much processor time the tasks of each stage took.
func tasksOf(b *testing.B, n, shards int) (stages [][]time.Duration) {
	d := explore.Disk{Storage: disk.Folder(b.TempDir()), Only: true}
	var runs []*disk.Run
	for range shards {
		bound, err := checkers.Bind(twoPhaseCommit(n), nil)
		if err != nil {
			b.Fatal(err)
		}
		r, err := bound.Task(checkers.Options{Disk: d}, shards, 64<<20)
		if err != nil {
			b.Fatal(err)
		}
		runs = append(runs, r)
	}
	stage := func(runs []*disk.Run, do func(r *disk.Run, shard int) error) {
		var took []time.Duration
		for shard, r := range runs {
			began := used()
			if err := do(r, shard); err != nil {
				b.Fatal(err)
			}
			took = append(took, used()-began)
		}
		stages = append(stages, took)
	}
	for level, complete := -1, false; !complete; level++ {
		stage(runs, func(r *disk.Run, shard int) error { return r.Map(context.Background(), level, shard) })
		stage(runs, func(r *disk.Run, shard int) error { return r.Reduce(context.Background(), level, shard) })
		stage(runs[:1], func(r *disk.Run, _ int) error { return r.Commit(level) })
		s, err := runs[0].Status()
		if err != nil {
			b.Fatal(err)
		}
		complete = s.Complete
	}
	return stages
}

// scheduled is how long tasks take on so many processors.
func scheduled(tasks []time.Duration, processors int) time.Duration {
	tasks = slices.Clone(tasks)
	slices.SortFunc(tasks, func(a, b time.Duration) int { return cmp.Compare(b, a) })
	busy := make([]time.Duration, min(processors, len(tasks)))
	for _, t := range tasks {
		i := slices.Index(busy, slices.Min(busy))
		busy[i] += t
	}
	return slices.Max(busy)
}

// used is the processor time of this process.
func used() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
