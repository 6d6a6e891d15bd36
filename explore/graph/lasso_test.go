package graph

import (
	"context"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/anel-mc/mc/explore"
)

// lassoOf asks a Graph for a lasso and checks that it is an execution that violates the property.
func (k task) lassoOf(t rapid.TB, sys *table, g *Graph) *Lasso {
	t.Helper()
	l, err := g.Lasso(context.Background(), k.query())
	if err != nil {
		t.Fatalf("%v: %+v: %v", sys, k, err)
	}
	if l == nil {
		return nil
	}
	if !slices.Contains(sys.initial, l.Initial[0]) {
		t.Fatalf("%v: %+v: the lasso starts in %v", sys, k, l.Initial)
	}
	states, tags := []uint32{l.Initial[0]}, []uint64{}
	for _, s := range l.Steps {
		from := states[len(states)-1]
		i := int(s.Event & 0xff)
		if i >= len(sys.out[from]) || sys.out[from][i] != (tableEdge{s.State[0], s.Event >> 8}) {
			t.Fatalf("%v: %+v: the lasso has a step that is none: %v", sys, k, l)
		}
		states, tags = append(states, s.State[0]), append(tags, s.Event>>8)
	}
	if !k.violates(sys, states, tags, l.Loop) {
		t.Fatalf("%v: %+v: this is no counterexample: %v, loop from %d", sys, k, states, l.Loop)
	}
	return l
}

func searched(t rapid.TB, sys explore.System, workers int) *explore.Result {
	t.Helper()
	r, err := explore.Search(context.Background(), sys, nil, explore.Options{Workers: workers})
	if err != nil || !r.Complete {
		t.Fatal(err)
	}
	return r
}

// compare checks the verdict and the length of the lasso, and checks the length by brute force too if it is at most
// most.
func (k task) compare(t rapid.TB, sys *table, r *explore.Result, most int) (violated bool) {
	t.Helper()
	g := k.graph(t, r)
	got := k.lassoOf(t, sys, g)
	if possible, err := g.Possible(context.Background(), k.query()); err != nil || possible != (got != nil) {
		t.Fatalf("%v: %+v: possible is %t, %v, and the lasso is %v", sys, k, possible, err, got)
	}
	want := k.twin(sys)
	if (got == nil) != (want < 0) || got != nil && (len(got.Steps) != want || !got.Minimal) {
		t.Fatalf("%v: %+v: %v, want %d steps", sys, k, got, want)
	}
	if got == nil {
		return false
	}
	if steps := k.enumerate(sys, min(want, most)); steps != want && (steps >= 0 || want <= most) {
		t.Fatalf("%v: %+v: %d steps, by brute force %d", sys, k, want, steps)
	}
	g.words = 0
	if some := k.lassoOf(t, sys, g); some == nil || len(some.Steps) < want {
		t.Fatalf("%v: %+v: without room %v, want at least %d steps", sys, k, some, want)
	}
	return true
}

func randomTask(r *rand.Rand, n int) task {
	k := task{kind: kinds[r.IntN(len(kinds))], p: r.Uint32N(1 << n), q: r.Uint32N(1 << n), fair: map[uint64]Fairness{}}
	if r.IntN(3) == 0 {
		k.also = r.Uint32N(1 << n)
	}
	if r.IntN(3) == 0 {
		k.stay = r.Uint32N(1<<n) | r.Uint32N(1<<n)
	}
	for tag := range uint64(3) {
		k.fair[tag+1] = Fairness(r.IntN(3))
	}
	return k
}

// TestEverySmallShape tries every directed graph of up to three states, or some of them, with every predicate, kind
// of query and strength of fairness.
func TestEverySmallShape(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	every := 1
	if testing.Short() {
		every = 5
	}
	count, violated := 0, 0
	for n := 1; n <= 3; n++ {
		for shape := 0; shape < 1<<(n*n); shape += every {
			sys := &table{n: n, initial: []uint32{0}, out: make([][]tableEdge, n)}
			for e := range n * n {
				if shape>>e&1 != 0 {
					sys.out[e/n] = append(sys.out[e/n], tableEdge{uint32(e % n), r.Uint64N(3)})
				}
			}
			result := searched(t, sys, 1)
			for p := range uint32(1 << n) {
				for _, kind := range kinds {
					for f := range Strong + 1 {
						k := task{kind: kind, p: p, q: r.Uint32N(1 << n), fair: map[uint64]Fairness{1: f, 2: Fairness(r.IntN(3))}}
						count++
						if k.compare(t, sys, result, 9) {
							violated++
						}
					}
				}
			}
		}
	}
	t.Logf("%d questions, %d violated", count, violated)
}

// TestShapesOfFour tries graphs of four states: one in 17 of the 65,536, or all with LONG=1. (One in 16 would be those
// in which nothing leaves the first state.)
func TestShapesOfFour(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	every := 17
	if os.Getenv("LONG") != "" {
		every = 1
	}
	violated := 0
	for shape := 0; shape < 1<<16; shape += every {
		sys := &table{n: 4, initial: []uint32{0}, out: make([][]tableEdge, 4)}
		for e := range 16 {
			if shape>>e&1 != 0 {
				sys.out[e/4] = append(sys.out[e/4], tableEdge{uint32(e % 4), r.Uint64N(4)})
			}
		}
		k := randomTask(r, 4)
		if k.compare(t, sys, searched(t, sys, 1), 6) { // the most that brute force can afford
			violated++
		} else if steps := k.enumerate(sys, 7); steps >= 0 {
			t.Fatalf("%v: %+v: none found, want %d steps", sys, k, steps)
		}
	}
	t.Logf("%d violated", violated)
}

// TestManySmallGraphs tries sparse random graphs.
func TestManySmallGraphs(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	rounds := 8000
	if testing.Short() {
		rounds = 2000
	}
	violated := 0
	for range rounds {
		n := 2 + r.IntN(5)
		sys := &table{n: n, initial: []uint32{0}, out: make([][]tableEdge, n)}
		if r.IntN(4) == 0 {
			sys.initial = append(sys.initial, uint32(n-1))
		}
		for range r.IntN(11) {
			s := r.IntN(n)
			sys.out[s] = append(sys.out[s], tableEdge{r.Uint32N(uint32(n)), r.Uint64N(4)})
		}
		result := searched(t, sys, 1)
		if randomTask(r, n).compare(t, sys, result, 10) {
			violated++
		}
	}
	t.Logf("%d violated", violated)
}
