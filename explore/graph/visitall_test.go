package graph

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/anel-mc/mc/explore"
)

// randomTable returns a table with up to seven states and few edges.
func randomTable(r *rand.Rand) *table {
	n := 1 + r.IntN(7)
	sys := &table{n: n, initial: []uint32{0}, out: make([][]tableEdge, n)}
	if n > 1 && r.IntN(4) == 0 {
		sys.initial = append(sys.initial, uint32(n-1))
	}
	for range r.IntN(2*n + 1) {
		s := r.IntN(n)
		sys.out[s] = append(sys.out[s], tableEdge{r.Uint32N(uint32(n)), r.Uint64N(4)})
	}
	return sys
}

const far = 1 << 20

// distances returns the number of steps between any two states.
func (t *table) distances() [][]int {
	d := make([][]int, t.n)
	for i := range d {
		d[i] = slices.Repeat([]int{far}, t.n)
		d[i][i] = 0
		for _, e := range t.out[i] {
			d[i][e.to] = min(d[i][e.to], 1)
		}
	}
	for k := range t.n {
		for i := range t.n {
			for j := range t.n {
				d[i][j] = min(d[i][j], d[i][k]+d[k][j])
			}
		}
	}
	return d
}

// shortestTour tries every order of the sets and every state of each set.
func (t *table) shortestTour(d [][]int, at uint32, sets []uint32, end uint32) int {
	best := far
	if len(sets) == 0 {
		for s := range t.n {
			if end>>s&1 != 0 {
				best = min(best, d[at][s])
			}
		}
		return best
	}
	for i := range sets {
		rest := slices.Delete(slices.Clone(sets), i, i+1)
		for s := range t.n {
			if sets[i]>>s&1 != 0 && d[at][s] < far {
				best = min(best, d[at][s]+t.shortestTour(d, uint32(s), rest, end))
			}
		}
	}
	return best
}

func TestTour(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	found := 0
	for range 3000 {
		sys := randomTable(r)
		sets := make([]uint32, 3)
		opt := Options{}
		var visit []Where
		for i := range sets {
			sets[i] = r.Uint32N(1 << sys.n)
			opt.Predicates = append(opt.Predicates, in(sets[i]))
			visit = append(visit, Where{{Predicate: i}})
		}
		end := Where{{Predicate: 2, Not: true}}
		g, err := New(context.Background(), searched(t, sys, 1), opt)
		if err != nil {
			t.Fatal(err)
		}
		got, err := g.VisitAll(context.Background(), visit[:2], end)
		if err != nil {
			t.Fatal(err)
		}
		want := far
		for _, s := range sys.initial {
			want = min(want, sys.shortestTour(sys.distances(), s, sets[:2], ^sets[2]))
		}
		if got == nil {
			if want < far {
				t.Fatalf("%v, sets %b: none found, want one of %d steps", sys, sets, want)
			}
			continue
		}
		found++
		visited, last := uint32(1)<<got.Initial[0], got.Initial[0]
		for _, s := range got.Steps {
			if !slices.ContainsFunc(sys.out[last], func(e tableEdge) bool { return e.to == s.State[0] }) {
				t.Fatalf("%v: the execution has a step that is none: %v", sys, got)
			}
			last = s.State[0]
			visited |= 1 << last
		}
		if len(got.Steps) != want || visited&sets[0] == 0 || visited&sets[1] == 0 || sets[2]>>last&1 != 0 {
			t.Fatalf("%v, sets %b: %v, want %d steps", sys, sets, got, want)
		}
	}
	if found < 500 {
		t.Errorf("only %d tours were found: this tests little", found)
	}
}

func TestTourTooLarge(t *testing.T) {
	sys := star(1)
	g, err := New(context.Background(), searched(t, sys, 1), Options{Predicates: []func([]uint32) (bool, error){in(1)}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := g.VisitAll(context.Background(), make([]Where, 32), nil); err != explore.ErrMemory {
		t.Errorf("32 sets: %v, want ErrMemory", err)
	}
	if p, err := g.VisitAll(context.Background(), nil, Where{{Predicate: 0}}); err != nil || p == nil ||
		len(p.Steps) != 0 {
		t.Errorf("no sets: %v, %v, want the initial state", p, err)
	}
}
