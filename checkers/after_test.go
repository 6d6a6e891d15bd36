package checkers_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/checkers/internal/checkertest"
	"github.com/anel-mc/mc/counterexamples"
	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/model"
)

// drawMachine draws a machine with a few numbers as states that starts in 0, and two sets of states.
func drawMachine(t *rapid.T) (m model.Machine[int], p, q func(int) bool) {
	r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
	n := 2 + r.IntN(12)
	m.Init = func() []int { return []int{0} }
	for a := range 1 + r.IntN(5) {
		to := make([]int, n)
		for i := range to {
			to[i] = r.IntN(2*n) - n/2
		}
		m.Actions = append(m.Actions, model.Action[int]{Name: fmt.Sprint("a", a), Optional: r.IntN(4) == 0,
			Enabled: func(s, _ int) bool { return to[s] >= 0 && to[s] < n },
			Do:      func(s, _ int) int { return to[s] }})
	}
	pbits, qbits := r.Uint64()&r.Uint64(), r.Uint64()
	return m, func(s int) bool { return pbits>>s&1 != 0 }, func(s int) bool { return qbits>>s&1 != 0 }
}

// begun is a system that begins in another state.
type begun struct {
	explore.System
	at []uint32
}

func (b begun) Initial(emit func(v []uint32)) error { emit(b.at); return nil }

// after walks n random steps, and asks what comes after them.
func after(t *rapid.T, m model.Model, properties []checkers.Property) (past *counterexamples.Execution,
	results []checkers.Result) {
	b, err := checkers.Bind(m, properties)
	if err != nil {
		t.Fatal(err)
	}
	past = checkertest.Walk(t, b.System(), 0, 6)
	found, err := explore.Search(t.Context(), begun{b.Explored(), past.Vector(past.Len())}, nil,
		checkers.Options{Owed: b.System().Owed})
	if err == nil {
		results, err = b.After(t.Context(), past, found, checkers.Options{})
	}
	if err != nil {
		t.Fatal(err)
	}
	return past, results
}

// TestAfter compares the results for executions with a given prefix with brute force on a machine that starts where
// the prefix ends.
func TestAfter(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		m, p, q := drawMachine(rt)
		weak := func(a string) bool {
			return slices.ContainsFunc(m.Actions, func(x model.Action[int]) bool { return x.Name == a && !x.Optional })
		}
		first := func(a string) bool { return a == "a0" }
		strong := checkers.Fairness{Strong: named("a0")}
		properties := []checkers.Property{
			checkers.Eventually("e", whole(p)),
			checkers.AlwaysEventually("ae", whole(p)).Under(strong),
			checkers.EventuallyAlways("ea", whole(p)).Under(strong).Assuming(whole(q)),
			checkers.LeadsTo("l", whole(q), whole(p)).Under(strong),
			checkers.AlwaysEventually("aes", whole(p)).Under(strong).AssumingEventuallyAlways(whole(q)),
		}
		past, results := after(rt, m, properties)
		rest := m
		at := model.Whole[int](past.State(past.Len()))
		rest.Init = func() []int { return []int{at} }
		come, due := false, false
		for k := range past.Len() + 1 {
			s := model.Whole[int](past.State(k))
			come, due = come || p(s), (due || q(s)) && !p(s)
		}
		for i, r := range results {
			b := bruteForce[int]{kind: r.Property.Kind(), good: p, cause: q, weak: weak}
			if i > 0 {
				b.strong = first
			}
			if i == 2 {
				b.assuming = []func(int) bool{q}
			}
			if i == 4 {
				b.staying = []func(int) bool{q}
			}
			want := b.shortest(rest)
			if i == 0 && come {
				want = -1
			}
			if i == 3 && due {
				b.kind = checkers.KindEventually
				if owing := b.shortest(rest); owing >= 0 && (want < 0 || owing < want) {
					want = owing
				}
			}
			if r.Execution == nil != (want < 0) || want >= 0 && r.Execution.Len() != past.Len()+want {
				rt.Fatalf("%s after %d steps: %s, want %d more", r.Property.Name(), past.Len(), r.Verdict, want)
			}
			if r.Execution == nil {
				continue
			}
			if _, shown, err := checkers.Shows(r.Execution, r.Property); !shown || err != nil {
				rt.Fatalf("%s: what comes does not show it: %v", r.Property.Name(), err)
			}
			if r.Inevitable {
				inevitable(rt, rest, p)
			}
		}
	})
}

// inevitable fails the test if some state that can come is good.
func inevitable(t *rapid.T, m model.Machine[int], good func(int) bool) {
	for _, s := range (bruteForce[int]{}).graph(m).states {
		if good(s) {
			t.Fatalf("%d can come, which is good", s)
		}
	}
}

// TestCostAfter compares the costs of executions with a given prefix with the cost of the prefix plus that of a
// machine that starts where it ends.
func TestCostAfter(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		m, p, q := drawMachine(rt)
		price := func(_ model.State, _ model.Event, after model.State) int {
			s := model.Whole[int](after)
			return s % 3
		}
		properties := []checkers.Property{
			checkers.Cost("all", checkers.Counting{Step: price}),
			checkers.Cost("until", checkers.Counting{Step: price, While: func(s model.State) bool { return !whole(p)(s) }}),
			checkers.Cost("from", checkers.Counting{Step: price, From: whole(q)}),
		}
		past, results := after(rt, m, properties)
		rest := m
		at := model.Whole[int](past.State(past.Len()))
		rest.Init = func() []int { return []int{at} }
		for i, r := range check(rt, rest, checkers.Options{}, properties[:2]...).Results {
			bill, err := checkers.Paid(past, properties[i])
			if err != nil {
				rt.Fatal(err)
			}
			paid, going := bill.Cost, true
			want := checkers.CostRange{Ends: true}
			for k := range past.Len() + 1 {
				going = going && !(i == 1 && whole(p)(past.State(k)))
			}
			if bill.Over == going {
				rt.Fatalf("%s: %+v, and counting goes on: %t", r.Property.Name(), bill, going)
			}
			if going {
				want = *r.Cost
			}
			got := *results[i].Cost
			if got.Ends != want.Ends || got.Unbounded != want.Unbounded || got.EndlessUnbounded != want.EndlessUnbounded ||
				got.Ends && got.Min != want.Min+paid || !got.Unbounded && got.Max != want.Max+paid ||
				got.Endless != 0 && got.Endless != want.Endless+paid {
				rt.Fatalf("%s after %d steps, which cost %d: %s, want %s more", r.Property.Name(), past.Len(), paid, got, want)
			}
		}
		if results[2].Verdict != checkers.Unknown {
			rt.Errorf("counted from anywhere: %s", results[2].Verdict)
		}
	})
}
