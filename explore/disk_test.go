package explore

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/anel-mc/mc/explore/internal/memory"
)

func needDisk(t *testing.T) {
	t.Helper()
	if !memory.CanMapFiles {
		t.Skip("files cannot be mapped here")
	}
}

// TestRunsAgainstMap adds runs of all sizes and asks for what is and what is not in them.
func TestRunsAgainstMap(t *testing.T) {
	needDisk(t)
	dir := t.TempDir()
	rapid.Check(t, func(t *rapid.T) {
		a := memory.New(0)
		defer a.Release()
		r := &runs{disk: &disk{dir: dir, arena: a, limit: rapid.SampledFrom([]uint64{0, 3000, 10000}).Draw(t, "limit")}}
		random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		spread := rapid.SampledFrom([]uint64{1 << 63, 1000}).Draw(t, "spread") // hashes may be uneven
		twin := map[uint64]uint64{}
		for range rapid.IntRange(0, 12).Draw(t, "runs") {
			fresh := map[uint64]uint64{}
			var parts [][]entry
			var all []entry
			for range rapid.IntRange(0, 200).Draw(t, "entries") {
				if h := random.Uint64N(spread); fresh[h] == 0 && twin[h] == 0 {
					fresh[h] = random.Uint64N(maxID) + 1
					all = append(all, entry{h, fresh[h]})
				}
			}
			sortEntries(all)
			cut := random.IntN(len(all) + 1)
			parts = append(parts, all[:cut], nil, all[cut:])
			if err := r.add(parts); err != nil {
				if !errors.Is(err, errDisk) {
					t.Fatal(err)
				}
				continue
			}
			for h, id := range fresh {
				twin[h] = id
			}
		}
		var asked []uint64
		for h := range twin {
			asked = append(asked, h)
		}
		for range 300 {
			asked = append(asked, random.Uint64N(spread), random.Uint64())
		}
		slices.Sort(asked)
		f := r.finder()
		for _, h := range asked {
			want := twin[h]
			if want == 0 {
				want = none
			}
			if got := r.find(h); got != want {
				t.Fatalf("find(%x) = %d, want %d", h, got, want)
			}
			if got := f.has(h); got != (want != none) {
				t.Fatalf("has(%x) = %v", h, got)
			}
		}
		bytes := uint64(0)
		for _, x := range r.list {
			bytes += uint64(len(x.data))
		}
		if bytes != r.disk.bytes() || bytes != uint64(len(twin)*entryBytes) {
			t.Fatalf("%d bytes in runs, %d counted, %d entries", bytes, r.disk.bytes(), len(twin))
		}
	})
}

// TestSpillOfPreparedPage moves states to disk while a page is packed that has not taken its place.
func TestSpillOfPreparedPage(t *testing.T) {
	needDisk(t)
	cfg := defaultConfig()
	cfg.pageBits = 9
	st := newStore(4, 0, cfg)
	v := st.visited
	var pairs []uint64
	for p := range uint64(1<<cfg.pageBits + 1) {
		pairs = append(pairs, p<<32|p)
	}
	v.update(pairs)
	if !v.prepare() {
		t.Fatal("there is memory")
	}
	d := &disk{dir: t.TempDir(), arena: st.arena}
	if err := st.spill(d); err != nil {
		t.Fatal(err)
	}
	if used := v.arena.Used(); !v.pack() || v.packed != 1 || v.arena.Used() > used {
		t.Errorf("%d pages are packed, %d bytes more", v.packed, v.arena.Used()-used)
	}
	for id, p := range pairs {
		if got := v.pair(uint64(id)); got != p {
			t.Fatalf("pair(%d) = %d, want %d", id, got, p)
		}
	}
	if d.bytes() <= uint64(len(pairs)*entryBytes) {
		t.Error("the page is not on disk")
	}
}

// TestDisk searches with little memory and a disk: everything is as with enough memory.
func TestDisk(t *testing.T) {
	needDisk(t)
	n := 8
	if testing.Short() {
		n = 7
	}
	dir := t.TempDir()
	rest := Check{Name: "rest", Quiescent: func([]uint32) (bool, error) { return true, nil }}
	sys := newRing(n) // one for all, since it gives numbers to what it meets
	cfg := defaultConfig()
	cfg.pageBits = 9
	want, err := search(context.Background(), sys, []Check{rest}, Options{KeepGoing: true}, cfg)
	if err != nil {
		t.Fatal(err)
	}
	path, err := want.Path(context.Background(), 0, Ranking{})
	if err != nil {
		t.Fatal(err)
	}
	memory := want.Bytes * 2 / 3
	for _, workers := range []int{1, 2, 5} {
		opt := Options{KeepGoing: true, Workers: workers, Memory: memory}
		if r, _ := search(context.Background(), sys, nil, opt, cfg); r.Bound != BoundMemory {
			t.Fatalf("%d bytes are enough", memory)
		}
		opt.Disk = dir
		r, err := search(context.Background(), sys, []Check{rest}, opt, cfg)
		if err != nil || !r.Complete || r.DiskBytes < r.States*entryBytes || r.Bytes > memory {
			t.Fatalf("%+v, %v", r, err)
		}
		if d := cmp.Diff([]any{want.States, want.Transitions, want.Levels, want.PerClass, want.Found[0].Depth},
			[]any{r.States, r.Transitions, r.Levels, r.PerClass, r.Found[0].Depth}); d != "" {
			t.Errorf("%d workers (-memory +disk):\n%s", workers, d)
		}
		a, b := make([]uint32, sys.Width()), make([]uint32, sys.Width())
		for id := range r.States {
			want.State(id, a)
			r.State(id, b)
			if got, ok := r.ID(a); !slices.Equal(a, b) || !ok || got != id {
				t.Fatalf("state %d is %v with the id %d, want %v", id, b, got, a)
			}
			if got, want := r.store.visited.pred(id), want.store.visited.pred(id); got != want {
				t.Fatalf("state %d was found from %d, want %d", id, got, want)
			}
		}
		got, err := r.Path(context.Background(), 0, Ranking{})
		if err != nil || !cmp.Equal(got, path) {
			t.Errorf("path %v, %v, want %v", got, err, path)
		}
	}
	left, err := os.ReadDir(dir)
	if err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

// TestDiskFull gives a search too little of a disk: it ends with that bound, and what it has found is right.
func TestDiskFull(t *testing.T) {
	needDisk(t)
	limits := []uint64{100, 60_000, 300_000, 1_000_000}
	if testing.Short() {
		limits = limits[:3]
	}
	for _, limit := range limits {
		for _, workers := range []int{1, 3} {
			cfg := defaultConfig()
			cfg.diskBytes, cfg.pageBits = limit, 9
			r, err := search(context.Background(), &counter{}, nil,
				Options{Memory: 1 << 20, Workers: workers, Disk: t.TempDir()}, cfg)
			if err != nil || r.Bound != BoundDisk || r.Complete || r.DiskBytes > limit || r.Bytes > 1<<20 {
				t.Fatalf("limit %d: %+v, %v", limit, r, err)
			}
			checkPrefix(t, r)
			v := make([]uint32, 2)
			for id := uint64(0); id < r.States; id += 1 + id/100 {
				r.State(id, v)
				if got, ok := r.ID(v); !ok || got != id {
					t.Fatalf("limit %d: state %d %v has the id %d, %v", limit, id, v, got, ok)
				}
			}
		}
	}
}

// TestDiskAfterNodes lets the nodes run out of memory first: the search goes to disk between
// two rounds.
func TestDiskAfterNodes(t *testing.T) {
	needDisk(t)
	cfg := small()
	cfg.nodeBits = 4
	want, err := search(context.Background(), newRing(6), nil, Options{}, cfg)
	if err != nil {
		t.Fatal(err)
	}
	spilled := false
	for memory := want.Bytes / 8; memory < want.Bytes; memory += want.Bytes / 16 {
		r, err := search(context.Background(), newRing(6), nil, Options{Memory: memory, Disk: t.TempDir()}, cfg)
		switch {
		case err != nil || r.Bytes > memory:
			t.Fatalf("memory %d: %+v, %v", memory, r, err)
		case !r.Complete && r.Bound != BoundMemory:
			t.Fatalf("memory %d: bound %q", memory, r.Bound)
		case r.Complete:
			spilled = spilled || r.DiskBytes > 0
			if r.States != want.States || r.Transitions != want.Transitions {
				t.Fatalf("memory %d: %d states, %d transitions, want %d, %d", memory, r.States, r.Transitions, want.States,
					want.Transitions)
			}
		}
	}
	if !spilled {
		t.Error("no search went to disk and was complete")
	}
}

func TestDiskErrors(t *testing.T) {
	needDisk(t)
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]error{filepath.Join(dir, "none"): os.ErrNotExist, file: syscall.ENOTDIR} {
		r, err := Search(context.Background(), &counter{end: 1}, nil, Options{Disk: path})
		if r != nil || !errors.Is(err, want) {
			t.Errorf("%s: %v, %v", path, r, err)
		}
	}
}
