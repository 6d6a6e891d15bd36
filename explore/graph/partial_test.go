package graph

import (
	"context"
	"testing"

	"pgregory.net/rapid"

	"github.com/anel-mc/mc/explore"
)

// cutTable is a table that leaves out the edges of some states.
type cutTable struct {
	*table
	cut uint32
}

func (c cutTable) Stepper() explore.Stepper { return c }

func (c cutTable) Step(v []uint32, emit func(event uint64, slots []int32, values []uint32)) error {
	if c.cut>>v[0]&1 != 0 {
		return nil
	}
	return c.table.Step(v, emit)
}

// nearest returns the number of steps to the nearest state that was not expanded, or is cut.
func (c cutTable) nearest(r *explore.Result) int {
	near := far
	all := func(uint32) bool { return true }
	start := func(_ uint32, depth int) bool { return depth == 0 }
	for s, d := range (task{}).distances(c.table, start, all) {
		if id, found, _ := r.ID([]uint32{s}); found && (id >= r.States-r.Unexpanded || c.cut>>s&1 != 0) {
			near = min(near, d)
		}
	}
	return near
}

// TestPart compares lassos and visits in a part of a system with those in all of it: they are executions of the whole
// system, none is overlooked that is too short to leave the part, and what is called Minimal is.
func TestPart(t *testing.T) {
	ctx := context.Background()
	found, minimal := 0, 0
	one := func(t *rapid.T) {
		sys, k := drawTable(t)
		part := cutTable{table: sys}
		if rapid.Bool().Draw(t, "is cut") {
			part.cut = rapid.Uint32Range(0, 1<<sys.n-1).Draw(t, "cut")
		}
		r, err := explore.Search(ctx, part, nil, explore.Options{Workers: 1 + sys.n%2,
			MaxStates: rapid.Uint64Range(1, uint64(sys.n)+1).Draw(t, "states")})
		if err != nil {
			t.Fatal(err)
		}
		g, err := New(ctx, r, Options{Label: tableLabel, Partial: true, Cut: in(part.cut),
			Predicates: []func([]uint32) (bool, error){in(k.p), in(k.q), in(k.also), in(k.stay)}})
		if err != nil {
			t.Fatal(err)
		}
		near := part.nearest(r)
		compare := func(what string, steps int, least bool, want int) {
			switch {
			case steps < 0 && want >= 0 && want < near:
				t.Fatalf("%v: %+v: no %s, want %d steps, nothing is open in less than %d", sys, k, what, want, near)
			case steps >= 0 && (want < 0 || steps < want || least != (steps <= near) || least && steps != want):
				t.Fatalf("%v: %+v: %s of %d steps, %t, want %d; the nearest open state is at %d", sys, k, what, steps, least,
					want, near)
			case steps >= 0 && near < far:
				found++
			}
		}
		if l := k.lassoOf(t, sys, g); l != nil {
			compare("lasso", len(l.Steps), l.Minimal, k.twin(sys))
			if l.Minimal {
				minimal++
			}
		} else {
			compare("lasso", -1, false, k.twin(sys))
		}
		visit, end := []Where{{{0, false}}, {{1, false}}}, Where{{2, false}}
		want := -1
		if p, err := k.graph(t, searched(t, sys, 1)).VisitAll(ctx, visit, end); err != nil {
			t.Fatal(err)
		} else if p != nil {
			want = len(p.Steps)
		}
		p, err := g.VisitAll(ctx, visit, end)
		switch {
		case err != nil:
			t.Fatal(err)
		case p == nil:
			compare("path", -1, false, want)
		default:
			compare("path", len(p.Steps), p.Minimal, want)
		}
		if near == far {
			return
		}
		if _, err := g.Cost(ctx, CostQuery{}); err != explore.ErrIncomplete {
			t.Fatalf("%v: a cost: %v, and the nearest open state is at %d", sys, err, near)
		}
	}
	for tries := 0; tries == 0 || tries < 50 && (found == 0 || minimal == 0); tries++ {
		rapid.Check(t, one)
	}
	if found == 0 || minimal == 0 {
		t.Errorf("%d executions were found in parts, and %d minimal lassos", found, minimal)
	}
}
