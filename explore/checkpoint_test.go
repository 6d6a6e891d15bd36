package explore

import (
	"bytes"
	"context"
	"errors"
	"io"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"
)

// snapshots keeps every checkpoint of a search.
type snapshots [][]byte

func (all *snapshots) keep(_ Progress, write func(io.Writer) error) {
	var b bytes.Buffer
	if err := write(&b); err != nil {
		panic(err)
	}
	*all = append(*all, b.Bytes())
}

// TestResume goes on from any checkpoint of a search of a random system, and compares with a search that was never cut.
func TestResume(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sys := drawRules(t)
		checks := drawChecks(t, sys)
		cfg, opt := drawConfig(t), drawOptions(t)
		opt.Workers = rapid.IntRange(1, 3).Draw(t, "workers")
		want, err := search(context.Background(), sys, checks, opt, cfg)
		if err != nil {
			t.Fatal(err)
		}
		var all snapshots
		first := opt
		first.Checkpoint = all.keep
		if rapid.Bool().Draw(t, "cut") { // by another bound, anywhere in a round
			first.MaxStates = 1 + rapid.Uint64Range(0, want.States).Draw(t, "most")
			if opt.MaxStates != 0 {
				first.MaxStates = min(first.MaxStates, opt.MaxStates)
			}
		}
		eager := cfg
		eager.always = rapid.Bool().Draw(t, "always")
		if _, err := search(context.Background(), sys, checks, first, eager); err != nil {
			t.Fatal(err)
		}
		if len(all) == 0 {
			return // there is no initial state, or not all of them were stored
		}
		opt.Resume = bytes.NewReader(rapid.SampledFrom(all).Draw(t, "checkpoint"))
		opt.Workers = rapid.IntRange(1, 3).Draw(t, "later workers")
		cfg.round = rapid.IntRange(1, 20).Draw(t, "later round")
		got, err := search(context.Background(), sys, checks, opt, cfg)
		if err != nil {
			t.Fatal(err)
		}
		sameResult(t, sys, want, got)
	})
}

type fatal interface {
	Fatalf(format string, args ...any)
	Helper()
}

// sameResult compares all but what was measured.
func sameResult(t fatal, sys System, want, got *Result) {
	t.Helper()
	if d := cmp.Diff(want, got, cmpopts.IgnoreUnexported(Result{}, Found{}),
		cmpopts.IgnoreFields(Result{}, "Elapsed", "Bytes")); d != "" {
		t.Fatalf("(-whole +resumed):\n%s", d)
	}
	a, b := make([]uint32, sys.Width()), make([]uint32, sys.Width())
	for id := range want.States {
		want.State(id, a)
		got.State(id, b)
		if at, ok := got.ID(a); !slices.Equal(a, b) || !ok || at != id ||
			got.store.visited.pred(id) != want.store.visited.pred(id) {
			t.Fatalf("state %d is %v, found from %d and with the id %d, want %v from %d", id, b, got.store.visited.pred(id), at,
				a, want.store.visited.pred(id))
		}
	}
	rank := Ranking{Fault: func(e uint64) bool { return e%2 == 0 }, Owner: func(e uint64) int { return int(e % 3) }}
	for i, f := range want.Found {
		if !f.Found {
			continue
		}
		p, err1 := want.Path(context.Background(), i, rank)
		q, err2 := got.Path(context.Background(), i, rank)
		if d := cmp.Diff(p, q); d != "" || err1 != nil || err2 != nil {
			t.Fatalf("%v, %v (-whole +resumed):\n%s", err1, err2, d)
		}
	}
}

// TestResumeRing goes on, again and again, with a system that has independent events and pages that are packed.
func TestResumeRing(t *testing.T) {
	n := 7
	if testing.Short() {
		n = 6
	}
	rest := Check{Name: "rest", Quiescent: func([]uint32) (bool, error) { return true, nil }}
	sys := newRing(n) // one for all, since it gives numbers to what it meets
	cfg := defaultConfig()
	cfg.pageBits, cfg.round, cfg.block = 8, 256, 16
	opt := Options{KeepGoing: true}
	want, err := search(context.Background(), sys, []Check{rest}, opt, cfg)
	if err != nil {
		t.Fatal(err)
	}
	searches := 0
	for most := uint64(100); ; most += 1 + want.States/20 {
		var all snapshots
		opt.Checkpoint, opt.MaxStates, opt.Workers = all.keep, most, 1+searches%3
		got, err := search(context.Background(), sys, []Check{rest}, opt, cfg)
		if err != nil {
			t.Fatal(err)
		}
		if searches++; got.Complete {
			sameResult(t, sys, want, got)
			break
		}
		if got.Bound != BoundStates || got.States != most {
			t.Fatalf("%d states and not %d: %q", got.States, most, got.Bound)
		}
		opt.Resume = bytes.NewReader(all[len(all)-1])
	}
	if searches < 10 {
		t.Errorf("only %d searches", searches)
	}
}

// TestResumeRefuses gives a search what it cannot go on from.
func TestResumeRefuses(t *testing.T) {
	sys := newRing(4)
	named := func(name string) []Check {
		return []Check{{Name: name, State: func([]uint32) (bool, error) { return false, nil }}}
	}
	var all snapshots
	if _, err := Search(context.Background(), sys, named("a"), Options{Checkpoint: all.keep, MaxStates: 50}); err != nil {
		t.Fatal(err)
	}
	good := all[len(all)-1]
	for name, try := range map[string]struct {
		sys    System
		checks []Check
		opt    Options
		file   []byte
	}{
		"other system":  {newRing(5), named("a"), Options{}, good},
		"other check":   {sys, named("b"), Options{}, good},
		"no check":      {sys, nil, Options{}, good},
		"keep going":    {sys, named("a"), Options{KeepGoing: true}, good},
		"fewer states":  {sys, named("a"), Options{MaxStates: 49}, good},
		"less depth":    {sys, named("a"), Options{MaxDepth: 1}, good},
		"little memory": {sys, named("a"), Options{Memory: 1000}, good},
		"reduced":       {sys, named("a"), Options{Reduce: PartialOrder}, good},
		"empty":         {sys, named("a"), Options{}, nil},
		"cut short":     {sys, named("a"), Options{}, good[:len(good)-1]},
		"cut to half":   {sys, named("a"), Options{}, good[:len(good)/2]},
		"other bytes":   {sys, named("a"), Options{}, bytes.Repeat([]byte("checkpoint "), 100)},
	} {
		try.opt.Resume = bytes.NewReader(try.file)
		if r, err := Search(context.Background(), try.sys, try.checks, try.opt); r != nil || !errors.Is(err, ErrCheckpoint) {
			t.Errorf("%s: %+v, %v", name, r, err)
		}
	}
}
