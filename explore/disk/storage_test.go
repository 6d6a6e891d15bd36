package disk

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/explore/internal/exploretest"
)

// TestRing: the levels of Chang and Roberts' election are the same in memory, at once on disk, and in tasks.
func TestRing(t *testing.T) {
	most, long := 8, os.Getenv("LONG") != ""
	if long {
		most = 10
	}
	for n := 5; n <= most; n++ {
		shards := []int{1, 4, 16}
		if n > 5 && !long {
			shards = []int{4}
		}
		want, err := explore.Search(context.Background(), ring{exploretest.NewRing(n)}, nil, explore.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, shards := range shards {
			for _, tasks := range []bool{false, true} {
				in := Folder(t.TempDir())
				if err := Create(in, Params{Shards: shards, Memory: 1 << 20, Checks: []string{}}); err != nil {
					t.Fatal(err)
				}
				r, _ := opened(t, in.Path(""), ring{exploretest.NewRing(n)}, nil, 0, maxMerged)
				if tasks {
					inTasks(t, r)
				}
				got, err := r.Search(context.Background(), explore.Options{})
				if err != nil {
					t.Fatal(err)
				}
				if !slices.Equal(got.Levels, want.Levels) || got.Transitions != want.Transitions {
					t.Errorf("%d processes, %d shards, tasks %t: %d, want %d", n, shards, tasks, got.Levels, want.Levels)
				}
			}
		}
	}
}

// inTasks does all tasks of a run.
func inTasks(t *testing.T, r *Run) {
	for level := -1; r.level == nil || !r.level.Complete; level++ {
		for _, stage := range []func(context.Context, int, int) error{r.Map, r.Reduce} {
			for shard := range r.Shards {
				if err := stage(context.Background(), level, shard); err != nil {
					t.Fatal(err)
				}
			}
		}
		if err := r.Commit(level); err != nil {
			t.Fatal(err)
		}
	}
}

// full is storage with so much room.
type full struct {
	explore.Storage
	room int
}

func (f *full) Create(name string) (explore.Draft, error) {
	d, err := f.Storage.Create(name)
	return &fullDraft{d, f, name}, err
}

type fullDraft struct {
	explore.Draft
	in   *full
	name string
}

func (d *fullDraft) Write(p []byte) (int, error) {
	if d.in.room -= len(p); d.in.room < 0 {
		return 0, &fs.PathError{Op: "write", Path: d.in.Path(d.name), Err: syscall.ENOSPC}
	}
	return d.Draft.Write(p)
}

// TestFull: a search that runs out of room says in which file, leaves nothing unfinished, and goes on where there is
// room again.
func TestFull(t *testing.T) {
	sys := ring{exploretest.NewRing(4)}
	want, err := explore.Search(context.Background(), sys, nil, explore.Options{})
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := Create(Folder(dir), Params{Shards: 2, Checks: []string{}}); err != nil {
		t.Fatal(err)
	}
	var got *explore.Result
	cut := 0
	for room := 100; got == nil || !got.Complete; room += 100 {
		r, _ := opened(t, dir, sys, nil, cut, 100)
		r.in = &full{r.in, room}
		if got, err = r.Search(context.Background(), explore.Options{Workers: 1}); err != nil {
			cut++
			if !errors.Is(err, syscall.ENOSPC) || !strings.Contains(err.Error(), dir) {
				t.Fatal(err)
			}
		}
		for name := range r.in.List("") {
			if strings.HasSuffix(name, unfinished) {
				t.Error(name)
			}
		}
	}
	if cut < 5 || fmt.Sprint(got.Levels) != fmt.Sprint(want.Levels) {
		t.Errorf("after %d ends: %d, want %d", cut, got.Levels, want.Levels)
	}
}
