package checkers_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/counterexamples"
	"github.com/anel-mc/mc/model"
)

// pick is a value: two numbers.
type pick struct{ A, B int }

const picks = 4

func pickOf(i int) pick { return pick{i / 2, i % 2} }

// drawQuantified draws a machine twice: with actions with one of the values that there are in a state, listed in an
// order that is different in each, and with actions of which there is an instance for every value that there may be.
func drawQuantified(r *rand.Rand, states int) (counts, lists model.Machine[int]) {
	counts.Init = func() []int { return []int{0} }
	lists.Init = counts.Init
	for a := range 1 + r.IntN(3) {
		name := fmt.Sprint("a", a)
		to := make([]int, states*picks)
		for i := range to {
			to[i] = r.IntN(2*states) - states/2
		}
		leads := func(s, i int) bool { return to[picks*s+i] >= 0 && to[picks*s+i] < states }
		count := model.Action[int]{Name: name, Count: picks, Optional: r.IntN(4) == 0, Enabled: leads,
			Label: func(i int) string { return fmt.Sprintf("%s(pick%+v)", name, pickOf(i)) },
			Do:    func(s, i int) int { return to[picks*s+i] }}
		list := model.ForEach(name, func(s int) (all []pick) {
			for k := range picks {
				if i := (k + s) % picks; leads(s, i) {
					all = append(all, pickOf(i))
				}
			}
			return all
		}, func(s int, v pick) int { return to[picks*s+2*v.A+v.B] })
		list.Optional = count.Optional
		counts.Actions, lists.Actions = append(counts.Actions, count), append(lists.Actions, list)
	}
	return counts, lists
}

// TestForEachAgainstCount: both forms of a machine have the same graph, and so the same results under any fairness.
func TestForEachAgainstCount(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		counts, lists := drawQuantified(r, 2+r.IntN(8))
		good, cause, chosen := r.Uint64()&r.Uint64(), r.Uint64(), r.IntN(picks)
		in := func(bits uint64) func(model.State) bool {
			return whole(func(s int) bool { return bits>>s&1 != 0 })
		}
		workers := 1
		ask := func(m model.Machine[int], argument any) *checkers.Report {
			is := func(e model.Event) bool { return e.Action == "a0" && e.Argument == argument }
			var all []checkers.Property
			for i, f := range []checkers.Fairness{{}, {Strong: is}, {Weak: is}, {PerProcess: true},
				{Strong: is, Together: func(e model.Event) string { return e.Action }}} {
				all = append(all, checkers.AlwaysEventually(fmt.Sprint("ae", i), in(good)).Under(f),
					checkers.LeadsTo(fmt.Sprint("l", i), in(cause), in(good)).Under(f))
			}
			return check(t, m, checkers.Options{Workers: workers}, all...)
		}
		want, once := ask(counts, chosen), ask(lists, pickOf(chosen))
		workers = 3
		got := ask(lists, pickOf(chosen))
		if d := cmp.Diff(want.Levels, got.Levels); d != "" || want.Transitions != got.Transitions {
			t.Fatalf("states by depth (-count +list):\n%s%d transitions, want %d", d, got.Transitions, want.Transitions)
		}
		for i, w := range want.Results {
			g := got.Results[i]
			if w.Verdict != g.Verdict || w.Execution != nil && w.Execution.Len() != g.Execution.Len() {
				t.Fatalf("%s: %s, want %s", w.Property.Name(), g.Verdict, w.Verdict)
			}
			if g.Execution == nil {
				continue
			}
			if d := cmp.Diff(once.Results[i].Execution.Trace, g.Execution.Trace); d != "" {
				t.Fatalf("%s with three workers:\n%s", g.Property.Name(), d)
			}
			again, err := counterexamples.Replay(counterexamples.SystemOf(g.Execution), g.Execution.Trace)
			if err != nil {
				t.Fatal(err)
			}
			if _, shown, err := checkers.Shows(again, g.Property); !shown || err != nil {
				t.Fatalf("%s: Shows: %t, %v", g.Property.Name(), shown, err)
			}
			// Events have the same names in both.
			if _, err := counterexamples.Replay(counterexamples.SystemOf(w.Execution), g.Execution.Trace); err != nil {
				t.Fatal(err)
			}
		}
	})
}

// TestForEachLists: the values of a state are listed a few times, and not for each of them.
func TestForEachLists(t *testing.T) {
	listed := 0
	m := model.Machine[int]{Init: func() []int { return []int{0} }, Actions: []model.Action[int]{
		model.ForEach("add", func(int) []int { listed++; return rand.New(rand.NewPCG(1, 2)).Perm(2000) },
			func(s, v int) int { return (s + v) % 5 })}}
	anything := checkers.Invariant("anything", func(model.State) error { return nil })
	r, err := checkers.Check(t.Context(), m, []checkers.Property{anything}, checkers.Options{})
	if err != nil || r.States != 5 || listed > 1000 { // most of them when calls are repeated in the end
		t.Errorf("%v; the values of %d states were listed %d times", err, r.States, listed)
	}
}

// TestForEachArgument: what a property writes to the value of an action does not show in what others are given.
func TestForEachArgument(t *testing.T) {
	m := model.Machine[int]{Init: func() []int { return []int{0} }, Actions: []model.Action[int]{
		model.ForEach("take", func(int) [][]int { return [][]int{{3, 1, 2}} }, func(_ int, all []int) int { return all[0] })}}
	sorted := checkers.Step("sorted", func(_ model.State, e model.Event, _ model.State) error {
		slices.Sort(e.Argument.([]int))
		return nil
	})
	three := checkers.Step("three first", func(_ model.State, e model.Event, _ model.State) error {
		if first := e.Argument.([]int)[0]; first != 3 {
			return fmt.Errorf("%d is first", first)
		}
		return nil
	})
	checkers.Verify(t, m, sorted, three)
}

// TestForEachFaults: invalid lists and values are reported.
func TestForEachFaults(t *testing.T) {
	m := func(a model.Action[int]) model.Machine[int] {
		return model.Machine[int]{Init: func() []int { return []int{0} }, Actions: []model.Action[int]{a}}
	}
	same := func(s, _ int) int { return s }
	labelled := model.ForEach("a", func(int) []int { return []int{1} }, same)
	labelled.Count = 2
	keys := map[int]bool{1: true, 2: true, 3: true, 4: true, 5: true, 6: true}
	unsorted := func(int) (all []int) {
		for k := range keys {
			all = append(all, k)
		}
		return all
	}
	calls := 0
	none := model.ForEach("a", func(int) []func() { return []func(){nil} }, func(s int, _ func()) int { return s })
	for want, m := range map[string]model.Machine[int]{
		`action "a" was made by ForEach: it may have no Count, Label, Enabled or Do`: m(labelled),
		`action "a" has no Do`: m(model.ForEach[int, int]("a", nil, nil)),
		"two runs on the same state had different values at place": m(model.ForEach("a", unsorted, same)),
		"its guard said no in one run and yes in another": m(model.ForEach("a", func(int) []int {
			calls++
			return make([]int, calls/2)
		}, same)),
		`action "a": no`: m(model.ForEach("a", func(int) []int { panic(errors.New("no")) }, same)),
		"func":           m(none),
	} {
		refused(t, m, want)
	}
}
