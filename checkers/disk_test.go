package checkers_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/counterexamples"
	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/explore/disk"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system/systemtest"
)

// TestDisk checks random systems on disk, a few levels at a time, with a new binding each time, as another process
// would. In the end the report, pictures included, is that of a check in memory.
func TestDisk(t *testing.T) {
	same, refused, resumed, most := 0, 0, 0, 30
	if testing.Short() {
		most = 8
	}
	systemtest.UntilEnough(t, func() bool { return same >= most && refused > 0 && resumed > 5 }, func(rt *rapid.T) {
		d := drawSystem(rt)
		properties := slices.DeleteFunc(d.curious(), func(p checkers.Property) bool {
			return len(checkers.OfTransitions([]checkers.Property{p})) > 0
		})
		// Where all soon send something, this says something of the first levels alone.
		properties = append(properties, checkers.AtMost("full", d.N, func(p model.ID, l local) bool {
			return l.Fuel == 1+int(d.Hash("fuel", p)%2)+d.Fuel // as in d.Start
		}))
		opt := checkers.Options{Workers: rapid.IntRange(1, 3).Draw(rt, "workers"),
			KeepGoing: rapid.Bool().Draw(rt, "keep going"), MaxDepth: rapid.IntRange(1, 5).Draw(rt, "depth"), MaxStates: 5000}
		want := check(rt, d.Instance(), opt, properties...)
		if want.Bound == explore.BoundStates {
			return
		}
		dir := t.TempDir()
		defer os.RemoveAll(dir)
		opt.Disk = explore.Disk{Storage: disk.Folder(dir), Only: true, Program: "this one", Header: []byte(` "random" `)}
		var got *checkers.Report
		var err error
		for depth := rapid.IntRange(1, 5).Draw(rt, "first"); ; depth++ {
			part := opt
			part.MaxDepth = min(depth, opt.MaxDepth)
			if got, err = checkers.Check(rt.Context(), d.Instance(), properties, part); err != nil {
				if !errors.Is(err, checkers.ErrDisk) || d.Clocks.Max == 0 && d.Instance().Constraint == nil {
					rt.Fatal(err)
				}
				part.Disk.Only = false
				if r, err := checkers.Check(rt.Context(), d.Instance(), properties, part); !errors.Is(err, checkers.ErrDisk) {
					rt.Fatalf("not refused before memory is full: %v, %v", r.Verdict, err)
				}
				refused++
				return
			}
			if part.MaxDepth == opt.MaxDepth {
				break
			}
			resumed++
		}
		for _, of := range []explore.Disk{{Program: "another", Header: opt.Disk.Header},
			{Program: opt.Disk.Program, Header: []byte(`"another"`)}} {
			changed := opt
			changed.Disk.Program, changed.Disk.Header = of.Program, of.Header
			if _, err := checkers.Check(rt.Context(), d.Instance(), properties, changed); !errors.Is(err, checkers.ErrDisk) {
				rt.Fatalf("the search for %s of program %s goes on: %v", of.Header, of.Program, err)
			}
		}
		want.MemoHits, got.MemoHits = 0, 0 // each process learns by itself
		if diff := cmp.Diff(summary(rt, want), summary(rt, got)); diff != "" {
			rt.Fatalf("(-in memory +on disk):\n%s", diff)
		}
		same++
	})
	t.Logf("%d were the same, with %d parts before the last; %d were refused", same, resumed, refused)
}

// TestDiskViolated: what a search on disk has found is told although it had to end, and so is what is missing if its
// files are damaged before it is shown.
func TestDiskViolated(t *testing.T) {
	in := t.TempDir()
	opt := checkers.Options{KeepGoing: true, MaxDepth: 3,
		Disk: explore.Disk{Storage: disk.Folder(in), Only: true, Program: "this one"}}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	m := model.Instance{Processes: model.Replicate(2, model.Process[int]{
		Init: func(*model.Context) int { return 0 },
		Acts: []model.Act[int]{{Name: "count", Enabled: func(_ *model.Context, s int) bool { return s < 30 },
			Do: func(_ *model.Context, s int) int {
				if s == 20 {
					cancel()
				}
				return s + 1
			}}},
	})}
	below := checkers.AtMost("below-2", 0, func(_ model.ID, s int) bool { return s >= 2 })
	for _, of := range []struct {
		ctx   context.Context
		depth int
		bound explore.Bound
	}{{t.Context(), 3, explore.BoundDepth}, {ctx, 0, explore.BoundInterrupt}, {t.Context(), 0, explore.BoundNone}} {
		opt.MaxDepth = of.depth
		r, err := checkers.Check(of.ctx, m, []checkers.Property{below}, opt)
		if err != nil || r.Bound != of.bound || r.Results[0].Verdict != checkers.Violated || r.Results[0].Execution == nil ||
			r.Results[0].Execution.Len() != 2 {
			t.Fatalf("bound %q: %v, %+v", of.bound, err, r)
		}
	}
	if err := os.RemoveAll(filepath.Join(in, "values")); err != nil {
		t.Fatal(err)
	}
	r, err := checkers.Check(t.Context(), m, []checkers.Property{below}, opt)
	if !errors.Is(err, checkers.ErrDisk) || !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("with a file missing: %v, %+v", err, r)
	}
}

// TestDiskFull: what was found until there was no more room is told, with why the search cannot go on: by a search on
// disk, by one that moves there because the memory is full, and had got further, and by one that is over, but cannot
// open the files that show what it found. An interrupt also takes nothing from a search that has moved.
func TestDiskFull(t *testing.T) {
	m := model.Instance{Processes: model.Replicate(3, model.Process[int]{
		Init: func(*model.Context) int { return 0 },
		Acts: []model.Act[int]{{Name: "count", Enabled: func(_ *model.Context, s int) bool { return s < 20 },
			Do: func(_ *model.Context, s int) int { return s + 1 }}},
	})}
	below := []checkers.Property{checkers.AtMost("below-2", 0, func(_ model.ID, s int) bool { return s >= 2 })}
	inMemory := checkers.Options{KeepGoing: true, Memory: 64 << 10, Workers: 1}
	full := check(t, m, inMemory, below...)
	if full.Bound != explore.BoundMemory {
		t.Fatalf("bound %q in memory", full.Bound)
	}
	onDisk := checkers.Options{KeepGoing: true, Workers: 1}
	onDisk.Disk.Only = true
	for _, of := range []struct {
		opt   checkers.Options
		least uint64 // number of states of a report
	}{{onDisk, 1}, {inMemory, full.States}} {
		told := 0
		for room := 0; room < 150; room += 1 + room/4 {
			of.opt.Disk.Storage = &cramped{disk.Folder(t.TempDir()), room, math.MaxInt}
			r, err := checkers.Check(t.Context(), m, below, of.opt)
			if !errors.Is(err, checkers.ErrDisk) || !errors.Is(err, syscall.ENOSPC) {
				t.Fatalf("room for %d files: %v", room, err)
			}
			if r == nil && of.opt.Disk.Only {
				continue // not even the first level is there
			}
			if r == nil || r.Bound != explore.BoundDisk || r.States < of.least {
				t.Fatalf("room for %d files: %+v", room, r)
			}
			if r.Depth < 2 {
				continue
			}
			told++
			x := r.Results[0]
			if x.Verdict != checkers.Violated || x.Execution == nil || x.Execution.Len() != 2 || !x.Minimal {
				t.Errorf("room for %d files, %d states: %+v", room, r.States, x)
			}
		}
		if told == 0 {
			t.Error("nothing was told")
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	inMemory.Disk.Storage = ending{disk.Folder(t.TempDir()), cancel}
	r, err := checkers.Check(ctx, m, below, inMemory)
	if err != nil || r.Bound != explore.BoundInterrupt || r.States < full.States || r.Results[0].Execution == nil {
		t.Errorf("interrupted when it had moved: %v, %+v", err, r)
	}
	onDisk.Disk.Storage = disk.Folder(t.TempDir())
	check(t, m, onDisk, below...)
	told := 0
	for opens := 0; ; opens++ {
		of := onDisk
		of.Disk.Storage = &cramped{onDisk.Disk.Storage, 0, opens}
		r, err := checkers.Check(t.Context(), m, below, of)
		if err == nil {
			break
		}
		if !errors.Is(err, checkers.ErrDisk) || !errors.Is(err, syscall.EMFILE) {
			t.Fatalf("%d files can be opened: %v", opens, err)
		}
		if r == nil {
			continue
		}
		told++
		if x := r.Results[0]; x.Verdict != checkers.Violated || !strings.Contains(x.Explanation, "2 steps") {
			t.Errorf("%d files can be opened: %+v", opens, x)
		}
	}
	if told == 0 {
		t.Error("nothing was told when files could not be opened")
	}
}

// cramped is storage with room for so many files, of which so many can be opened.
type cramped struct {
	explore.Storage
	room, opens int
}

func (c *cramped) Open(name string, at, size int64) (io.ReadCloser, error) {
	if c.opens--; c.opens < 0 {
		return nil, &fs.PathError{Op: "open", Path: c.Path(name), Err: syscall.EMFILE}
	}
	return c.Storage.Open(name, at, size)
}

func (c *cramped) Create(name string) (explore.Draft, error) {
	if c.room--; c.room < 0 {
		return nil, &fs.PathError{Op: "create", Path: c.Path(name), Err: syscall.ENOSPC}
	}
	return c.Storage.Create(name)
}

// ending is storage in which no file is written before the end.
type ending struct {
	explore.Storage
	end func()
}

func (e ending) Create(name string) (explore.Draft, error) {
	e.end()
	return e.Storage.Create(name)
}

// TestManyWorkers: the files of a search are not divided among more workers than can work at once.
func TestManyWorkers(t *testing.T) {
	in := disk.Folder(t.TempDir())
	opt := checkers.Options{Workers: 200, Disk: explore.Disk{Storage: in, Only: true, Program: "this one"}}
	m := model.Instance{Processes: model.Replicate(2, model.Process[int]{Init: func(*model.Context) int { return 0 }})}
	check(t, m, opt)
	run, err := disk.Open(in)
	if most := max(disk.DefaultShards, runtime.GOMAXPROCS(0)); err != nil || run.Shards > most {
		t.Errorf("%d shards, %v, want %d at most", run.Shards, err, most)
	}
}

// look reads parts of a state that bits choose, as a property of one's own would.
func (d draw) look(s model.State, bits uint64) string {
	var b strings.Builder
	for p := range model.ID(d.N) {
		l := local{X: -1}
		if bits&128 == 0 {
			var up bool
			l, up = model.Local[local](s, p)
			fmt.Fprint(&b, l.X, up)
		}
		if bits&1 != 0 {
			fmt.Fprint(&b, s.Timers(p), s.Stored(p))
		}
		if bits&2 != 0 && l.X == 1 {
			for q := range model.ID(d.N) {
				fmt.Fprint(&b, s.Channel(p, q), s.Severed(p, q))
			}
		}
		if bits&4 != 0 && d.Detector != model.NoDetector {
			fmt.Fprint(&b, s.Suspects(p, 0))
		}
		if bits&64 != 0 {
			fmt.Fprint(&b, d.Sight.In(s, p))
		}
		if bits&8 != 0 && d.HasClock(p) {
			fmt.Fprint(&b, s.Clock(p))
		}
	}
	if bits&16 != 0 && d.History {
		fmt.Fprint(&b, d.operations(s.History()))
	}
	return fmt.Sprint(b.String(), bits&32 != 0 && s.Stable())
}

// curious are properties of every kind of question that look at parts of a state drawn by the seed.
func (d draw) curious() []checkers.Property {
	is := func(what string, s model.State, of uint64) bool {
		return d.Hash(what, d.look(s, d.Seed>>8))%of == 0
	}
	sometimes := func(what string, of uint64) func(model.State) bool {
		return func(s model.State) bool { return is(what, s, of) }
	}
	return []checkers.Property{
		checkers.Invariant("looks", func(s model.State) error {
			if is("looks", s, 31) {
				return fmt.Errorf("it looks like %d", d.Hash("looks", d.look(s, 1))%3)
			}
			return nil
		}),
		checkers.AtMost("few", 1, func(p model.ID, l local) bool { return d.Hash("few", p, l.X, l.Heard)%5 == 0 }),
		checkers.NoDeadlock("waits", func(s model.State) error {
			if is("waits", s, 5) {
				return errors.New("somebody waits")
			}
			return nil
		}),
		checkers.Reachable("wanted", sometimes("wanted", 9)),
		checkers.Step("moves", func(before model.State, e model.Event, after model.State) error {
			if d.Hash("moves", e.Kind, e.Process, e.Name, e.Message, d.look(before, 0), d.look(after, 0))%29 == 0 {
				return errors.New("it moves")
			}
			return nil
		}),
		checkers.LeadsTo("leads", sometimes("from", 7), sometimes("to", 2)).Under(checkers.Fairness{
			Weak: func(e model.Event) bool { return d.Hash("weak", e.Kind, e.Process, e.Message)%2 == 0 }}),
		checkers.Cost("costs", checkers.Counting{While: sometimes("while", 2),
			Step: func(_ model.State, e model.Event, after model.State) int {
				return int(d.Hash("cost", e.Kind, d.look(after, 0)) % 2)
			}}),
		checkers.NeverAll("never", "both have been", []func(model.State) bool{sometimes("a", 5), sometimes("b", 5)},
			sometimes("end", 3)),
		checkers.All("all", checkers.Invariant("one", func(s model.State) error { return nil }),
			checkers.AtMost("two", 2, func(_ model.ID, l local) bool { return l.X > 0 })),
	}
}

// summary writes everything in a report that does not depend on how long it took.
func summary(t rapid.TB, r *checkers.Report) string {
	var b strings.Builder
	line := func(x any) {
		text, err := json.Marshal(x)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&b, "%s\n", text)
	}
	line([]any{r.Verdict, r.Exhaustive, r.Clipped, r.Bound, r.States, r.Transitions, r.Depth, r.Levels, r.Classes,
		r.Unexpanded, r.MemoHits, r.Events})
	for _, p := range r.Results {
		line([]any{p.Property.Name(), p.Property.Kind(), p.Verdict, p.Explanation, p.Minimal, p.Fairness, p.Manner,
			p.Vacuous})
		if p.Execution != nil {
			line(p.Execution.Trace)
			if err := p.Execution.Text(&b, counterexamples.TextOptions{}); err != nil {
				t.Fatal(err)
			}
		}
		if c := p.Cost; c != nil {
			fmt.Fprintln(&b, c, c.Mean)
			if c.Least != nil {
				line(c.Least.Trace)
			}
		}
	}
	return b.String()
}
