package disk

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/explore/internal/exploretest"
)

func owed(event uint64) bool { return event%5 != 0 }

var ranking = explore.Ranking{Fault: func(e uint64) bool { return e>>8%2 == 0 },
	Owner: func(e uint64) int { return int(e%4) - 1 }}

// opened returns a run as a new process sees it.
func opened(t rapid.TB, in explore.Storage, sys explore.System, checks []explore.Check, seed int,
	most uint64) (*Run, *process) {
	t.Helper()
	r, err := Open(in)
	if err != nil {
		t.Fatal(err)
	}
	r.mergeLimit = most
	p := newProcess(sys, seed)
	if err := r.Bind(p, p.asks(checks), owed, nil); err != nil {
		t.Fatal(err)
	}
	return r, p
}

// TestAgainstSearch searches random systems in processes that each do a few levels, and compares the result with that
// of explore.Search.
func TestAgainstSearch(t *testing.T) {
	found := 0
	rapid.Check(t, func(rt *rapid.T) {
		sys, checks := drawSystem(rt), drawChecks(rt)
		opt := explore.Options{Owed: owed, Workers: rapid.IntRange(1, 3).Draw(rt, "workers"),
			KeepGoing: rapid.Bool().Draw(rt, "keep going"), MaxDepth: rapid.IntRange(0, 9).Draw(rt, "depth")}
		want, err := explore.Search(context.Background(), sys, checks, opt)
		if err != nil {
			rt.Fatal(err)
		}
		in := newShelf()
		if err := Create(in, drawParams(rt, checks)); err != nil {
			rt.Fatal(err)
		}
		most := rapid.SampledFrom([]uint64{0, 5, maxMerged}).Draw(rt, "merged")
		for depth := range rapid.IntRange(1, 4).Draw(rt, "before") {
			r, _ := opened(rt, in, sys, checks, depth, most)
			limited := opt
			if limited.MaxDepth = depth + 1; opt.MaxDepth != 0 {
				limited.MaxDepth = min(limited.MaxDepth, opt.MaxDepth)
			}
			if _, err := r.Search(context.Background(), limited); err != nil {
				rt.Fatal(err)
			}
		}
		r, p := opened(rt, in, sys, checks, 7, most)
		got, err := r.Search(context.Background(), opt)
		if err != nil {
			rt.Fatal(err)
		}
		if d := cmp.Diff(want, got, cmpopts.IgnoreUnexported(explore.Result{}, explore.Found{}), cmpopts.EquateEmpty(),
			cmpopts.IgnoreFields(explore.Result{}, "Elapsed", "Bytes", "DiskBytes", "Reduced")); d != "" {
			rt.Fatalf("(-in memory +on disk):\n%s", d)
		}
		for i, f := range want.Found {
			if !f.Found {
				continue
			}
			found++
			a, err1 := want.Path(context.Background(), i, ranking)
			b, err2 := r.Path(context.Background(), i, ranking)
			if err1 != nil || err2 != nil {
				rt.Fatal(err1, err2)
			}
			if d := cmp.Diff(a, p.path(b), cmpopts.EquateEmpty()); d != "" {
				rt.Fatalf("check %d (-in memory +on disk):\n%s", i, d)
			}
		}
	})
	if found == 0 {
		t.Error("no check was found")
	}
}

// TestFacts: what was learnt about each state is known in the end, wherever in a level processes ended.
func TestFacts(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		sys, in := drawSystem(rt), newShelf()
		all := map[string]bool{}
		for left := int64(1); ; left += rapid.Int64Range(0, 9).Draw(rt, "more") {
			ctx, cancel := context.WithCancel(context.Background())
			p, of := newProcess(sys, 0), atomic.Int64{}
			var mu sync.Mutex
			learnt := map[string]bool{}
			checks := []explore.Check{{Name: "asked", State: func(v []uint32) (bool, error) {
				mu.Lock()
				defer mu.Unlock()
				learnt[fmt.Sprint(p.vector(v))] = true
				if of.Add(1) == left {
					cancel()
				}
				return false, nil
			}}}
			if err := Create(in, Params{Shards: 3, Checks: Names(checks)}); err != nil {
				rt.Fatal(err)
			}
			r, err := Open(in)
			if err == nil {
				err = r.Bind(p, checks, owed, func() []string {
					mu.Lock()
					defer mu.Unlock()
					return slices.Collect(maps.Keys(learnt))
				})
			}
			if err != nil {
				rt.Fatal(err)
			}
			found, err := r.Search(ctx, explore.Options{KeepGoing: true, Workers: 2})
			cancel()
			if err != nil {
				rt.Fatal(err)
			}
			maps.Copy(all, learnt)
			if found.Bound != explore.BoundInterrupt {
				if got := r.Facts(); len(got) != len(all) || uint64(len(all)) != found.States {
					rt.Fatalf("%d of %d states were learnt of, of which %d are known", len(all), found.States, len(got))
				}
				return
			}
		}
	})
}

// TestNames: a process in which a name stands for something else does not go on.
func TestNames(t *testing.T) {
	in := newShelf()
	if err := Create(in, Params{Shards: 1, Checks: Names(nil)}); err != nil {
		t.Fatal(err)
	}
	a, p := opened(t, in, ring{exploretest.NewRing(3)}, nil, 0, maxMerged)
	b, q := opened(t, in, ring{exploretest.NewRing(3)}, nil, 0, maxMerged)
	p.names, q.names = map[string]string{"x": "this"}, map[string]string{"x": "that"}
	_, err := a.Search(t.Context(), explore.Options{MaxDepth: 1})
	if err = errors.Join(err, a.Map(t.Context(), 1, 0)); err != nil {
		t.Fatal(err)
	}
	if err = b.Reduce(t.Context(), 1, 0); err == nil || !strings.Contains(err.Error(), "x is one type") {
		t.Error(err)
	}
}

// notOfWork leaves out the files of work in progress.
var notOfWork = cmpopts.IgnoreMapEntries(func(name string, _ []byte) bool { return strings.HasPrefix(name, workDir) })

// TestTasks does each task on a random system in a process of its own, twice at once, in any order and killed at any
// state. The blocks of some levels are carried, and some of these are lost. The files must be those of an undisturbed
// run.
func TestTasks(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		sys, checks := drawSystem(rt), drawChecks(rt)
		params := drawParams(rt, checks)
		alone, in := newShelf(), newShelf()
		for _, s := range []*shelf{alone, in} {
			if err := Create(s, params); err != nil {
				rt.Fatal(err)
			}
		}
		r, _ := opened(rt, alone, sys, checks, 0, 5)
		if _, err := r.Search(context.Background(), explore.Options{KeepGoing: true}); err != nil {
			rt.Fatal(err)
		}
		random := rand.New(rand.NewPCG(rapid.Uint64().Draw(rt, "seed"), 0))
		var all Blocks // nil if blocks are not carried
		var mu sync.Mutex
		carry := func(r *Run, shard int) Blocks {
			if all == nil {
				return nil
			}
			mu.Lock()
			defer mu.Unlock()
			own := maps.Clone(all)
			maps.DeleteFunc(own, func(_ string, b Block) bool { return b.Shard != shard })
			r.Carry(own)
			return own
		}
		task := func(shard int, do func(r *Run, ctx context.Context) error) {
			var wg sync.WaitGroup
			for i := range 2 {
				wg.Go(func() {
					r, _ := opened(rt, in, sys, checks, i, 5)
					own := carry(r, shard)
					if err := do(r, context.Background()); err != nil {
						rt.Fatal(err)
					}
					mu.Lock()
					defer mu.Unlock()
					maps.Copy(all, own)
				})
			}
			wg.Wait()
		}
		for level := -1; level < r.last(); level++ {
			carried, lost := rapid.Bool().Draw(rt, "carried"), rapid.Bool().Draw(rt, "lost")
			if all = (Blocks{}); lost {
				task(0, func(r *Run, ctx context.Context) error { return r.Map(ctx, level, 0) })
			}
			if all = nil; carried {
				all = Blocks{}
			}
			for _, stage := range []func(r *Run, ctx context.Context, shard int) error{
				func(r *Run, ctx context.Context, shard int) error { return r.Map(ctx, level, shard) },
				func(r *Run, ctx context.Context, shard int) error { return r.Reduce(ctx, level, shard) },
			} {
				for _, shard := range random.Perm(params.Shards) {
					killed := &dying{process: newProcess(sys, 3)}
					killed.left.Store(random.Int64N(20))
					x, err := Open(in)
					if err == nil {
						carry(x, shard)
						x.mergeLimit = 5
						err = x.Bind(killed, killed.asks(checks), owed, nil)
					}
					if err != nil {
						rt.Fatal(err)
					}
					_ = stage(x, context.Background(), shard)
					task(shard, func(r *Run, ctx context.Context) error { return stage(r, ctx, shard) })
				}
			}
			task(0, func(r *Run, _ context.Context) error { return r.Commit(level) })
		}
		if d := cmp.Diff(alone.files, in.files, notOfWork); d != "" {
			rt.Fatalf("(-at once +in tasks):\n%s", d)
		}
	})
}

// TestLostBlock: a Reduce without all blocks, or with a block that was changed, says which one.
func TestLostBlock(t *testing.T) {
	in := newShelf()
	if err := Create(in, Params{Shards: 1, Checks: []string{}}); err != nil {
		t.Fatal(err)
	}
	r, _ := opened(t, in, ring{exploretest.NewRing(3)}, nil, 0, 5)
	blocks := Blocks{}
	r.Carry(blocks)
	if err := r.Map(context.Background(), -1, 0); err != nil || len(blocks) != 1 {
		t.Fatalf("%d blocks, %v", len(blocks), err)
	}
	for name, whole := range blocks {
		for at := range whole.Bytes {
			changed := bytes.Clone(whole.Bytes)
			changed[at] ^= 1 << (at % 8)
			for _, b := range []Blocks{{}, {name: {0, changed}}, {name: {0, whole.Bytes[:at]}}} {
				r.Carry(b)
				err := r.Reduce(context.Background(), -1, 0)
				if !errors.Is(err, ErrDamaged) || !strings.Contains(err.Error(), name) {
					t.Fatalf("byte %d: %v", at, err)
				}
			}
		}
	}
}

// dying is a process that fails after left steps.
type dying struct {
	*process
	left atomic.Int64
}

var errDead = errors.New("dead")

func (d *dying) Stepper() explore.Stepper { return dyingStepper{d, d.process.Stepper()} }

type dyingStepper struct {
	d  *dying
	of explore.Stepper
}

func (s dyingStepper) Step(v []uint32, emit func(event uint64, slots []int32, values []uint32)) error {
	if s.d.left.Add(-1) < 0 {
		return errDead
	}
	return s.of.Step(v, emit)
}

// TestDamage changes, truncates or removes a file of a run in progress, or puts another in its place: a process that
// resumes the run either names the file or does not need it, and then nothing is missing in the end.
func TestDamage(t *testing.T) {
	sys := ring{exploretest.NewRing(5)}
	want, err := explore.Search(context.Background(), sys, nil, explore.Options{})
	whole, other := t.TempDir(), t.TempDir()
	if err != nil || Create(Folder(whole), Params{Shards: 1, Header: []byte("this")}) == nil { // which is no JSON
		t.Fatal(err)
	}
	for dir, header := range map[string]string{whole: `"this"`, other: `"another"`} {
		p := Params{Shards: 2, Memory: 3000, Checks: []string{}, Header: []byte(header)}
		if err := Create(Folder(dir), p); err != nil {
			t.Fatal(err)
		}
		r, _ := opened(t, Folder(dir), sys, nil, 0, 100)
		if _, err := r.Search(context.Background(), explore.Options{MaxDepth: 9}); err != nil {
			t.Fatal(err)
		}
		for shard := range 2 { // and the maps of the next level
			if err := r.Map(context.Background(), 9, shard); err != nil {
				t.Fatal(err)
			}
		}
	}
	var names []string
	err = filepath.WalkDir(whole, func(path string, d fs.DirEntry, err error) error {
		if !d.IsDir() {
			name, _ := filepath.Rel(whole, path)
			names = append(names, name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(1, 2))
	for i, name := range names {
		others := slices.Concat(names[i+1:], names[:i])
		for _, how := range []string{"changed", "cut", "cut by a record", "removed", "that of another run", "its neighbour"} {
			dir := filepath.Join(t.TempDir(), "run")
			if err := os.CopyFS(dir, os.DirFS(whole)); err != nil {
				t.Fatal(err)
			}
			path := filepath.Join(dir, name)
			from := path
			switch how {
			case "that of another run":
				from = filepath.Join(other, name)
			case "its neighbour":
				next := slices.IndexFunc(others, func(x string) bool { return filepath.Ext(x) == filepath.Ext(name) })
				from = filepath.Join(whole, others[next])
			}
			b, err := os.ReadFile(from)
			if err != nil {
				t.Fatal(err)
			}
			switch how {
			case "changed":
				b[random.IntN(len(b))] ^= 1 << random.IntN(8)
			case "cut":
				b = b[:random.IntN(len(b))]
			case "cut by a record": // or by a line of JSON
				b = b[:max(0, len(b)-17)]
			}
			if err = os.WriteFile(path, b, 0o666); how == "removed" {
				err = os.Remove(path)
			}
			if err != nil {
				t.Fatal(err)
			}
			r, err := Open(Folder(dir))
			var got *explore.Result
			if err == nil {
				if err = r.Bind(newProcess(sys, 1), nil, nil, nil); err == nil {
					got, err = r.Search(context.Background(), explore.Options{})
				}
			}
			switch {
			case err != nil && name == paramsName && how == "that of another run": // then that run's files are missing
				if !errors.Is(err, ErrDamaged) {
					t.Errorf("%s %s: %v", name, how, err)
				}
			case err != nil && !strings.Contains(err.Error(), filepath.Base(name)):
				t.Errorf("%s %s: the error does not name it: %v", name, how, err)
			case err == nil && (!got.Complete || !slices.Equal(got.Levels, want.Levels) || got.Transitions != want.Transitions):
				t.Errorf("%s %s: %d states, %d transitions, want %d and %d", name, how, got.States, got.Transitions, want.States,
					want.Transitions)
			case err == nil && (how != "removed" || !strings.HasPrefix(name, workDir) && !strings.HasPrefix(name, levelsDir)):
				t.Errorf("%s %s: nobody noticed", name, how)
			}
		}
	}
}
