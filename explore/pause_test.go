package explore

import (
	"context"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"
)

// TestContinue pauses searches of random systems after some of their levels, and compares the result with that of a
// search without a pause.
func TestContinue(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sys := drawRules(t)
		checks := drawChecks(t, sys)
		cfg, opt := drawConfig(t), drawOptions(t)
		opt.Workers = rapid.IntRange(1, 3).Draw(t, "workers")
		want, err := search(context.Background(), sys, checks, opt, cfg)
		if err != nil {
			t.Fatal(err)
		}
		at := rapid.SliceOfN(rapid.IntRange(0, 6), 1, 3).Draw(t, "at")
		first := opt
		pauseAt := func(level int) func(Progress) bool {
			return func(p Progress) bool { return p.Depth == level }
		}
		first.Pause = pauseAt(at[0])
		first.KeepGoing = first.KeepGoing || rapid.Bool().Draw(t, "keep going at first")
		got, err := search(context.Background(), sys, checks, first, cfg)
		for _, level := range at[1:] {
			if err == nil && got.Bound == BoundPause && level > at[0] {
				first.Pause = pauseAt(level)
				got, err = got.Continue(context.Background(), first)
			}
		}
		if err != nil {
			t.Fatal(err)
		}
		if got.Bound != BoundPause {
			return
		}
		if n := uint64(0); got.Complete || got.Unexpanded == 0 {
			t.Fatalf("it was paused with %d states to expand, complete: %v", n, got.Complete)
		}
		if got, err = got.Continue(context.Background(), opt); err != nil {
			t.Fatal(err)
		}
		if first.KeepGoing == opt.KeepGoing || want.Complete {
			sameResult(t, sys, want, got)
		}
	})
}

// TestContinueRefuses: a search that was not paused, was continued before or is reduced by PartialOrder cannot be
// continued.
func TestContinueRefuses(t *testing.T) {
	sys := newRing(4)
	pause := Options{Pause: func(p Progress) bool { return p.Depth == 2 }}
	paused, err := Search(context.Background(), sys, nil, pause)
	if err != nil || paused.Bound != BoundPause {
		t.Fatal(paused, err)
	}
	ended, err := paused.Continue(context.Background(), Options{})
	if err != nil || !ended.Complete {
		t.Fatal(ended, err)
	}
	for _, r := range []*Result{paused, ended} {
		if _, err := r.Continue(context.Background(), Options{}); err == nil {
			t.Errorf("a search that ended with %q was continued", r.Bound)
		}
	}
}

// sameResult compares everything except measurements.
func sameResult(t *rapid.T, sys System, want, got *Result) {
	t.Helper()
	if d := cmp.Diff(want, got, cmpopts.IgnoreUnexported(Result{}, Found{}),
		cmpopts.IgnoreFields(Result{}, "Elapsed", "Bytes")); d != "" {
		t.Fatalf("(-whole +continued):\n%s", d)
	}
	a, b := make([]uint32, sys.Width()), make([]uint32, sys.Width())
	for id := range want.States {
		want.State(id, a)
		got.State(id, b)
		if at, ok, _ := got.ID(a); !slices.Equal(a, b) || !ok || at != id ||
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
			t.Fatalf("%v, %v (-whole +continued):\n%s", err1, err2, d)
		}
	}
}
