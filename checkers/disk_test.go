package checkers_test

import (
	"errors"
	"os"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/checkers/internal/checkertest"
	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/explore/disk"
	"github.com/anel-mc/mc/model"
)

// TestDisk checks random systems on disk, a few levels at a time, with a new binding each time, as another process
// would: in the end the report, pictures included, is that of a check in memory.
func TestDisk(t *testing.T) {
	same, refused, resumed := 0, 0, 0
	checkertest.UntilEnough(t, func() bool { return same >= 30 && refused > 0 && resumed > 5 }, func(rt *rapid.T) {
		d := drawSystem(rt)
		properties := slices.DeleteFunc(d.curious(), func(p checkers.Property) bool {
			return len(checkers.OfTransitions([]checkers.Property{p})) > 0
		})
		// Where all soon send something, this says something of the first levels alone.
		properties = append(properties, checkers.AtMost("full", d.N, func(p model.ID, l local) bool {
			return l.Fuel == 1+int(d.Hash("fuel", p)%2)+d.Fuel // as in d.Start
		}))
		opt := checkers.Options{Workers: rapid.IntRange(1, 3).Draw(rt, "workers"),
			KeepGoing: rapid.Bool().Draw(rt, "keep going"), MaxDepth: rapid.IntRange(1, 5).Draw(rt, "depth")}
		want := check(rt, d.Instance(), opt, properties...)
		if want.States > 5000 {
			return
		}
		dir := t.TempDir()
		defer os.RemoveAll(dir)
		opt.Disk = explore.Disk{Storage: disk.Folder(dir), Only: true, Program: "this one", Header: []byte(`"random"`)}
		var got *checkers.Report
		var err error
		for depth := rapid.IntRange(1, 5).Draw(rt, "first"); ; depth++ {
			part := opt
			part.MaxDepth = min(depth, opt.MaxDepth)
			if got, err = checkers.Check(rt.Context(), d.Instance(), properties, part); err != nil {
				if !errors.Is(err, checkers.ErrDisk) || d.Clocks.Max == 0 && d.Instance().Constraint == nil {
					rt.Fatal(err)
				}
				refused++
				return
			}
			if part.MaxDepth == opt.MaxDepth {
				break
			}
			resumed++
		}
		opt.Disk.Program = "another"
		if _, err := checkers.Check(rt.Context(), d.Instance(), properties, opt); !errors.Is(err, checkers.ErrDisk) {
			rt.Fatalf("another program goes on: %v", err)
		}
		want.MemoHits, got.MemoHits = 0, 0 // each process learns by itself
		if diff := cmp.Diff(summary(rt, want), summary(rt, got)); diff != "" {
			rt.Fatalf("(-in memory +on disk):\n%s", diff)
		}
		same++
	})
	t.Logf("%d were the same, with %d parts before the last; %d were refused", same, resumed, refused)
}
