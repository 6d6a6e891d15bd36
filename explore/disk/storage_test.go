package disk

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"iter"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/explore/internal/exploretest"
	"github.com/anel-mc/mc/explore/internal/guard"
)

// TestRing: the levels of Chang and Roberts' election are the same in memory, on disk in one process, and on disk in
// several processes that share the shards.
func TestRing(t *testing.T) {
	most, long := 7, os.Getenv("LONG") != ""
	if long {
		most = 10
	} else if testing.Short() {
		most = 6
	}
	for n := 5; n <= most; n++ {
		shards := []int{1, 4, 16}
		if n > 5 && !long {
			shards = []int{4}
		}
		sys := ring{exploretest.NewRing(n)}
		want, err := explore.Search(context.Background(), sys, nil, explore.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, shards := range shards {
			for _, parts := range []bool{false, true} {
				in := Folder(t.TempDir())
				if err := Create(in, Params{Shards: shards, Memory: 1 << 20, Checks: []string{}}); err != nil {
					t.Fatal(err)
				}
				r, _ := opened(t, in, sys, nil, 0, maxMerged)
				if parts {
					inParts(t, in, sys)
				}
				got, err := r.Search(context.Background(), explore.Options{})
				if err != nil {
					t.Fatal(err)
				}
				if !slices.Equal(got.Levels, want.Levels) || got.Transitions != want.Transitions {
					t.Errorf("%d processes, %d shards, parts %t: %d, want %d", n, shards, parts, got.Levels, want.Levels)
				}
			}
		}
	}
}

// inParts shares the tasks of a run among three processes.
func inParts(t *testing.T, in explore.Storage, sys explore.System) {
	const parts = 3
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	err := guard.Share(ctx, parts, parts, func(_, part int) error {
		r, _ := opened(t, in, sys, nil, part, maxMerged)
		var own []int
		for shard := part; shard < r.Shards; shard += parts {
			own = append(own, shard)
		}
		for level := -1; r.level == nil || !r.level.Complete; level++ {
			if err := r.Share(ctx, level, own); err != nil {
				cancel() // the others wait for this part
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// full is storage with a limited amount of room.
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

// scarce is storage that opens only so many files.
type scarce struct {
	explore.Storage
	left int
}

func (s *scarce) Open(name string, at, size int64) (io.ReadCloser, error) {
	if s.left--; s.left < 0 {
		return nil, &fs.PathError{Op: "open", Path: s.Path(name), Err: syscall.EMFILE}
	}
	return s.Storage.Open(name, at, size)
}

// TestShort: a search that is short of room, or of files to open, says why, leaves no draft behind, calls no file
// damaged, and can be resumed when there is more.
func TestShort(t *testing.T) {
	sys := ring{exploretest.NewRing(4)}
	want, err := explore.Search(t.Context(), sys, nil, explore.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for of, in := range map[error]func(s explore.Storage, times int) explore.Storage{
		syscall.ENOSPC: func(s explore.Storage, times int) explore.Storage { return &full{s, 100 * (times + 1)} },
		syscall.EMFILE: func(s explore.Storage, times int) explore.Storage { return &scarce{s, times} },
	} {
		dir := Folder(t.TempDir())
		if err := Create(dir, Params{Shards: 2, Checks: []string{}}); err != nil {
			t.Fatal(err)
		}
		var got *explore.Result
		cut := 0
		for times := 0; got == nil || !got.Complete; times++ {
			r, _ := opened(t, dir, sys, nil, cut, 100)
			r.in.Storage = in(r.in.Storage, times)
			got, err = r.Search(t.Context(), explore.Options{Workers: 1})
			if is := got != nil && got.Bound == explore.BoundDisk; got != nil && is != (err != nil) {
				t.Fatalf("bound %q: %v", got.Bound, err)
			}
			if err != nil {
				cut++
				if !errors.Is(err, of) || errors.Is(err, ErrDamaged) || !strings.Contains(err.Error(), dir.Path("")) {
					t.Fatal(err)
				}
			}
			for name := range r.in.List("") {
				if strings.HasSuffix(name, unfinished) {
					t.Error(name)
				}
			}
		}
		if cut < 5 || !slices.Equal(got.Levels, want.Levels) {
			t.Errorf("%v: after %d ends: %d, want %d", of, cut, got.Levels, want.Levels)
		}
	}
}

// TestOwn: storage has one owner at a time, and needs none.
func TestOwn(t *testing.T) {
	dir := Folder(filepath.Join(t.TempDir(), "run"))
	for range 2 {
		release, err := Own(dir)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Own(dir); !errors.Is(err, errOwned) || !strings.Contains(err.Error(), dir.Path("")) {
			t.Errorf("a second owner: %v", err)
		}
		task := &Run{in: files{Storage: dir}}
		if _, err := task.Join(); !errors.Is(err, errOwned) {
			t.Errorf("a task while there is an owner: %v", err)
		}
		if vacant, err := Vacant(dir); !vacant {
			t.Errorf("the lock is a file, %v", err)
		}
		release()
		done, err := task.Join()
		if err != nil {
			t.Fatal(err)
		}
		other, err := task.Join()
		if err != nil {
			t.Fatal(err)
		}
		done()
		if _, err := Own(dir); !errors.Is(err, errOwned) {
			t.Errorf("an owner while there is a task: %v", err)
		}
		other()
	}
	shelf := newShelf()
	for range 2 {
		if _, err := Own(shelf); err != nil {
			t.Error(err)
		}
	}
}

// kept is storage from which nothing is removed.
type kept struct{ explore.Storage }

func (kept) Remove(string) error { return nil }

// TestLeftovers: a search removes the files that killed processes did not get round to removing, including those of
// the last level.
func TestLeftovers(t *testing.T) {
	files := func(killed bool) (names []string) {
		dir := t.TempDir()
		if err := Create(Folder(dir), Params{Shards: 2, Memory: 3000, Checks: []string{}}); err != nil {
			t.Fatal(err)
		}
		for _, killed := range []bool{killed, false} {
			r, _ := opened(t, Folder(dir), ring{exploretest.NewRing(4)}, nil, 0, 100)
			if killed {
				r.in.Storage = kept{r.in.Storage}
			}
			if _, err := r.Search(t.Context(), explore.Options{Workers: 1}); err != nil {
				t.Fatal(err)
			}
		}
		err := fs.WalkDir(os.DirFS(dir), ".", func(path string, _ fs.DirEntry, err error) error {
			names = append(names, path)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		return names
	}
	if d := cmp.Diff(files(false), files(true)); d != "" {
		t.Errorf("(-left alone +killed):\n%s", d)
	}
}

// TestEmptyFolder: a search also removes a work folder whose process was killed after removing its last file.
func TestEmptyFolder(t *testing.T) {
	dir := t.TempDir()
	if err := Create(Folder(dir), Params{Shards: 2, Checks: []string{}}); err != nil {
		t.Fatal(err)
	}
	r, _ := opened(t, Folder(dir), ring{exploretest.NewRing(3)}, nil, 0, 100)
	search := func() {
		if _, err := r.Search(t.Context(), explore.Options{}); err != nil {
			t.Fatal(err)
		}
	}
	search()
	last := Folder(dir).Path(r.work(r.level.Level - 1))
	if err := os.MkdirAll(last, 0o777); err != nil {
		t.Fatal(err)
	}
	search()
	if _, err := os.Stat(last); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%s is there: %v", last, err)
	}
}

// dated is storage that knows in which second each file was written.
type dated struct {
	explore.Storage
	made map[string]int64
}

func (d dated) Modified(name string) (time.Time, error) {
	if at, ok := d.made[name]; ok {
		return time.Unix(at, 0), nil
	}
	return time.Time{}, fs.ErrNotExist
}

func TestRate(t *testing.T) {
	in := dated{newShelf(), map[string]int64{manifest(5): 500, "at 4": 420, "at 3": 340, "at 5": 490}}
	r := &Run{in: files{Storage: in}}
	list := func(first, last int, name string) seen { return seen{first, last, file{Name: name}} }
	for want, lists := range map[float64][]seen{
		32. / 80:         {list(0, 3, "at 4"), list(4, 4, "at 4"), list(5, 5, "at 5")},
		(16. + 32) / 160: {list(0, 2, "at 3"), list(3, 4, "at 5"), list(5, 5, "at 5")},
		0:                {list(0, 4, "at 5"), list(5, 5, "at 5")},
	} {
		l := &level{Level: 5, Levels: []uint64{1, 2, 4, 8, 16, 32}, Shards: []shard{{Seen: lists}}}
		if got, err := r.rate(l); got != want || err != nil {
			t.Errorf("%v: %v, %v, want %v", lists, got, err, want)
		}
	}
	gone := &level{Level: 6, Shards: []shard{{Seen: []seen{list(0, 2, "gone")}}}}
	if got, err := r.rate(gone); got != 0 || err != nil {
		t.Errorf("of a file that is gone: %v, %v", got, err)
	}
}

// shelf is storage in memory.
type shelf struct {
	mu    sync.Mutex
	files map[string][]byte
}

func newShelf() *shelf { return &shelf{files: map[string][]byte{}} }

func (s *shelf) Path(name string) string { return name }

func (s *shelf) Create(name string) (explore.Draft, error) { return &onShelf{s: s, name: name}, nil }

type onShelf struct {
	bytes.Buffer
	s    *shelf
	name string
}

func (d *onShelf) Close() error {
	d.s.mu.Lock()
	defer d.s.mu.Unlock()
	d.s.files[d.name] = d.Bytes()
	return nil
}

func (d *onShelf) Abort() {}

func (s *shelf) Open(name string, at, size int64) (io.ReadCloser, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	b, ok := s.files[name]
	if !ok {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	if b = b[at:]; size >= 0 {
		b = b[:size]
	}
	return io.NopCloser(bytes.NewReader(b)), nil
}

func (s *shelf) List(below string) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		s.mu.Lock()
		names := slices.Sorted(maps.Keys(s.files))
		s.mu.Unlock()
		for _, name := range names {
			if strings.HasPrefix(name, below) && !yield(name, nil) {
				return
			}
		}
	}
}

func (s *shelf) Remove(name string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.files, name)
	return nil
}
