package checkers_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/model"
)

// oneWay checks processes each of which goes its way by itself: what is seen of it, one step after the other. Some combinations are
// bad; early says that the property looks no further than it must.
func oneWay(ctx context.Context, t rapid.TB, ways, bad [][]int, early bool) (full, reduced *checkers.Report) {
	n := len(ways)
	seen := model.NewView("seen", func(s model.State, p model.ID) int {
		step, _ := model.Local[int](s, p)
		return ways[p][step]
	})
	m := model.Instance{Views: []model.Viewed{seen}, Processes: model.Replicate(n, model.Process[int]{
		Init: func(*model.Context) int { return 0 },
		Acts: []model.Act[int]{{
			Name:    "step",
			Enabled: func(p *model.Context, s int) bool { return s+1 < len(ways[p.Self()]) },
			Do:      func(_ *model.Context, s int) int { return s + 1 },
		}},
	})}
	property := checkers.Invariant("good", func(s model.State) error {
		for _, b := range bad {
			same := true
			for p := range model.ID(n) {
				is := seen.In(s, p) == b[p]
				if same = same && is; !same && early {
					break
				}
			}
			if same {
				return errors.New("bad")
			}
		}
		return nil
	})
	check := func(reduce explore.Reduction, workers int) *checkers.Report {
		r, err := checkers.Check(ctx, m, []checkers.Property{property}, checkers.Options{Reduce: reduce, Workers: workers})
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	full, reduced = check(0, 1), check(explore.PartialOrder, 1)
	if full.Verdict != reduced.Verdict || !slices.Equal(reduced.Levels, check(explore.PartialOrder, 3).Levels) {
		t.Fatalf("%s in %d states, and with reduction %s in %v", full.Verdict, full.States, reduced.Verdict, reduced.Levels)
	}
	return full, reduced
}

// TestOneWay: a reduced search may take most steps for invisible, though a property sees what they change, and finds a bad combination
// exactly if there is one.
func TestOneWay(t *testing.T) {
	steps := [][]int{{0, 1}, {0, 1}, {0, 1}}
	if _, reduced := oneWay(t.Context(), t, steps, [][]int{{2, 2, 2}}, false); reduced.States != 4 {
		t.Errorf("one step after the other: %d states, want 4", reduced.States)
	}
	// What a search leaves out shows when steps are undone, two of them in the end.
	for _, bad := range [][]int{{0, 1, 0}, {0, 1, 1}, {0, 0, 1}} {
		if full, _ := oneWay(t.Context(), t, steps, [][]int{bad}, false); full.Verdict != checkers.Violated {
			t.Fatalf("%v is not found", bad)
		}
	}
	holds, violated, fewer, all := 0, 0, 0, 0
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 3).Draw(t, "n")
		ways := make([][]int, n)
		for p := range ways {
			ways[p] = rapid.SliceOfN(rapid.IntRange(0, 2), 1, 4).Draw(t, "way")
		}
		bad := rapid.SliceOfN(rapid.SliceOfN(rapid.IntRange(0, 2), n, n), 0, 3).Draw(t, "bad")
		full, reduced := oneWay(t.Context(), t, ways, bad, rapid.Bool().Draw(t, "early"))
		switch {
		case full.Verdict == checkers.Violated:
			violated++
			return
		case reduced.States < full.States:
			fewer++
		case full.States > 1:
			all++
		}
		holds++
	})
	t.Logf("%d hold, %d of them with fewer states and %d with as many; %d are violated", holds, fewer, all, violated)
	if !testing.Short() && (fewer < 5 || all < 5 || violated < 5) {
		t.Error("that is too few of a sort")
	}
}
