package refine_test

import (
	"iter"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/checkers/refine"
	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/model/system/systemtest"
)

// apart returns in how many steps somebody who takes part can tell states of two systems apart, by the definition: if
// one of them has a step such that after each that looks like it in the other they can be told apart in fewer steps; 0
// for never.
func apart(a, b labelled) (steps map[[2]int]int) {
	steps = map[[2]int]int{}
	for round := 1; ; round++ {
		var now [][2]int
		for pair := range pairs() {
			wins := func(from, other labelled, s, t int, after func(s, t int) [2]int) bool {
				return slices.ContainsFunc(from.edges, func(e edge) bool {
					return e.from == s && !slices.ContainsFunc(other.edges, func(r edge) bool {
						return r.from == t && r.letter == e.letter && steps[after(e.to, r.to)] == 0
					})
				})
			}
			if steps[pair] == 0 && (wins(a, b, pair[0], pair[1], func(s, t int) [2]int { return [2]int{s, t} }) ||
				wins(b, a, pair[1], pair[0], func(t, s int) [2]int { return [2]int{s, t} })) {
				now = append(now, pair)
			}
		}
		if len(now) == 0 {
			return steps
		}
		for _, pair := range now {
			steps[pair] = round
		}
	}
}

// pairs are those of a state of each of two systems.
func pairs() iter.Seq[[2]int] {
	return func(yield func([2]int) bool) {
		for i := range 36 {
			if !yield([2]int{i / 6, i % 6}) {
				return
			}
		}
	}
}

// TestBisimilarAgainstBruteForce compares with the definition.
func TestBisimilarAgainstBruteForce(t *testing.T) {
	seen := map[int]int{}
	enough := func() bool { return len(seen) > 3 }
	systemtest.UntilEnough(t, enough, func(t *rapid.T) {
		a, b := drawLabelled(t, "first"), drawLabelled(t, "second")
		if rapid.Bool().Draw(t, "alike") { // the same, but for the order of the edges, and where one leads
			b.starts, b.edges = a.starts, slices.Clone(a.edges)
			slices.Reverse(b.edges)
			b.edges[0].to = rapid.IntRange(0, 3).Draw(t, "to")
		}
		got, err := refine.Bisimilar(t.Context(), a.machine(), b.machine(), checkers.Options{})
		if err != nil {
			t.Fatal(err)
		}
		// Who leads chooses an initial state, too.
		steps, want := apart(a, b), 0
		lead := func(mine, others []int, pair func(s, t int) [2]int) {
			for _, s := range mine {
				longest := 0
				for _, t := range others {
					if n := steps[pair(s, t)]; n == 0 || longest < 0 {
						longest = -1
					} else {
						longest = max(longest, n)
					}
				}
				if longest > 0 && (want == 0 || longest < want) {
					want = longest
				}
			}
		}
		lead(a.starts, b.starts, func(s, t int) [2]int { return [2]int{s, t} })
		lead(b.starts, a.starts, func(t, s int) [2]int { return [2]int{s, t} })
		seen[want]++
		if want == 0 || got.Verdict == checkers.Holds {
			if want != 0 || got.Verdict != checkers.Holds {
				t.Fatalf("%s, and they can be told apart in %d steps", got.Verdict, want)
			}
			return
		}
		first, second := lettersOf(got.First), lettersOf(got.Second)
		n := min(len(first), len(second))
		if first[:n] != second[:n] || len(first)+len(second) != 2*n+1 || len(got.Leads) != n+1 ||
			got.Leads[n] != (len(first) > n) || n+1 != want {
			t.Fatalf("%q, %q, led %v, want %d steps", first, second, got.Leads, want)
		}
	})
	t.Log(seen)
}

// TestBisimilar is the vending machine: it takes a coin, and then either offers a choice or has made it already.
func TestBisimilar(t *testing.T) {
	choice := labelled{starts: []int{0}, edges: []edge{{0, 1, "coin"}, {1, 2, "tea"}, {1, 3, "coffee"}}}
	made := labelled{starts: []int{0}, edges: []edge{{0, 1, "coin"}, {0, 4, "coin"}, {1, 2, "tea"}, {4, 3, "coffee"}}}
	for _, pair := range [][2]labelled{{choice, made}, {made, choice}} {
		if same, err := refine.Traces(t.Context(), pair[0].machine(), pair[1].machine(), checkers.Options{}); err != nil ||
			same.Verdict != checkers.Holds {
			t.Errorf("traces: %+v, %v", same, err)
		}
	}
	got, err := refine.Bisimilar(t.Context(), choice.machine(), made.machine(), checkers.Options{})
	if err != nil || got.Verdict != checkers.Violated || lettersOf(got.First)[:4] != "coin" ||
		got.First.Len()+got.Second.Len() != 3 || got.States != [2]int{4, 5} || got.Classes != 6 {
		t.Errorf("%+v, %v", got, err)
	}
	for bound, opt := range map[explore.Bound]checkers.Options{
		explore.BoundStates: {MaxStates: 3}, explore.BoundMemory: {Memory: 1}, explore.BoundTime: {Timeout: 1}} {
		got, err := refine.Bisimilar(t.Context(), choice.machine(), choice.machine(), opt)
		if err != nil || got.Verdict != checkers.Unknown || got.Bound != bound || got.Reason == "" {
			t.Errorf("%s: %+v, %v", bound, got, err)
		}
	}
}
