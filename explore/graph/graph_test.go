package graph

import (
	"context"
	"errors"
	"math"
	"testing"

	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/explore/internal/exploretest"
)

// star returns a table of one state with loops, each with a tag of its own.
func star(loops int) *table {
	sys := &table{n: 1, initial: []uint32{0}, out: make([][]tableEdge, 1)}
	for i := range loops {
		sys.out[0] = append(sys.out[0], tableEdge{0, uint64(i + 1)})
	}
	return sys
}

// flower returns a table of one state with loops of two steps: the first of each has a tag of its own, the second that
// which comes after these.
func flower(loops int) *table {
	sys := &table{n: loops + 1, initial: []uint32{0}, out: make([][]tableEdge, loops+1)}
	for i := range uint32(loops) {
		sys.out[0] = append(sys.out[0], tableEdge{i + 1, uint64(i + 1)})
		sys.out[i+1] = []tableEdge{{0, uint64(loops + 1)}}
	}
	return sys
}

// everything returns a task for which every fair loop is a violation.
func everything(f Fairness, tags int) task {
	k := task{kind: "always-eventually", fair: map[uint64]Fairness{}}
	for i := range tags {
		k.fair[uint64(i+1)] = f
	}
	return k
}

// TestManyObligations has more obligations than a word has bits.
func TestManyObligations(t *testing.T) {
	// A shortest lasso takes each loop once. That it is shortest is plain if each step takes one. Otherwise there are too
	// many orders of the loops to prove it.
	for _, test := range []struct {
		sys     *table
		f       Fairness
		steps   int
		minimal bool
	}{{star(70), Weak, 70, true}, {star(70), Strong, 70, true}, {flower(70), Strong, 140, false}} {
		k := everything(test.f, 71)
		g := k.graph(t, searched(t, test.sys, 1))
		g.effort = 1 << 16
		if l := k.lassoOf(t, test.sys, g); l == nil || len(l.Steps) != test.steps || l.Minimal != test.minimal {
			t.Errorf("fairness %d, want %d steps: %v", test.f, test.steps, l)
		}
	}
	// Each state of a ring has an edge that is owed; some have a chord.
	const n = 90
	ring := &table{n: n, initial: []uint32{0}}
	for i := range uint32(n) {
		ring.out = append(ring.out, []tableEdge{{(i + 1) % n, uint64(i + 1)}})
		if i%30 == 0 {
			ring.out[i] = append(ring.out[i], tableEdge{(i + 2) % n, 0})
		}
	}
	for f, want := range map[Fairness]int{Unfair: 0, Weak: n - 3, Strong: n} {
		k := everything(f, n)
		if l := k.lassoOf(t, ring, k.graph(t, searched(t, ring, 2))); l == nil || len(l.Steps) != want || !l.Minimal {
			t.Errorf("a ring, fairness %d: %v, want %d steps", f, l, want)
		}
	}
}

// TestRoom: with many obligations, what is owed is not kept for more states than there is room for.
func TestRoom(t *testing.T) {
	const n = 500
	ring := &table{n: n, initial: []uint32{0}}
	for i := range uint32(n) {
		ring.out = append(ring.out, []tableEdge{{(i + 1) % n, uint64(i + 1)}})
	}
	k := everything(Strong, n)
	g := k.graph(t, searched(t, ring, 1))
	g.words = 2000
	h, err := g.components(&scratch{g: g, ctx: t.Context()}, k.query())
	if err != nil {
		t.Fatal(err)
	}
	h.limit = math.MaxInt
	if err := h.shorten(); err != nil || len(h.loop) != n || !h.gaveUp {
		t.Errorf("%v: a loop of %d steps, gave up: %t", err, len(h.loop), h.gaveUp)
	}
	if masks, sets := len(h.loops.owed.masks), cap(h.loops.sets); masks > g.words || sets > 2*g.words {
		t.Errorf("masks of %d words and sets of %d", masks, sets)
	}
}

// TestWork: each word that is compared is work.
func TestWork(t *testing.T) {
	p := product{head: make([]uint32, 1)}
	p.root(0, []uint64{1, 2, 4})
	for want, owed := range map[uint64][]uint64{2: {1, 0, 4}, 3: {1, 3, 4}} {
		if got := p.add(0, owed, 0, 0); got != want {
			t.Errorf("%d: %d words, want %d", owed, got, want)
		}
		p.root(0, []uint64{1, 2, 4})
	}
}

// TestDecomposedAgainAndAgain: the last state of a line has a way out, which an execution can pass by for ever unless
// fairness is strong. Then the states of the line are removed one after another, until none is left.
func TestDecomposedAgainAndAgain(t *testing.T) {
	const n = 31
	sys := &table{n: n, initial: []uint32{0}, out: make([][]tableEdge, n)}
	for i := range uint32(n - 1) {
		sys.out[i] = append(sys.out[i], tableEdge{i + 1, uint64(i + 1)})
		if i > 0 {
			sys.out[i] = append(sys.out[i], tableEdge{i - 1, 0})
		}
	}
	for f, want := range map[Fairness]int{Unfair: 0, Weak: 2, Strong: -1} {
		k := everything(f, n-1)
		k.kind, k.p = "eventually", 1<<(n-1)
		l := k.lassoOf(t, sys, k.graph(t, searched(t, sys, 1)))
		if (l == nil) != (want < 0) || l != nil && len(l.Steps) != want {
			t.Errorf("fairness %d: %v, want %d steps", f, l, want)
		}
	}
}

func TestGraphRefuses(t *testing.T) {
	ctx := context.Background()
	sys := newRing(6)
	bounded, err := explore.Search(ctx, sys, nil, explore.Options{MaxDepth: 3})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := New(ctx, bounded, Options{}); err != explore.ErrIncomplete {
		t.Errorf("of a search that was cut short: %v", err)
	}
	r := searched(t, sys, 2)
	cancelled, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := New(cancelled, r, Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("with a cancelled context: %v", err)
	}
	g, err := New(ctx, r, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := g.Lasso(cancelled, Query{}); !errors.Is(err, context.Canceled) {
		t.Errorf("a lasso with a cancelled context: %v", err)
	}
	many := func(_ []uint32, event uint64) (Label, error) { return Label{Obligation: event + 1}, nil }
	wide := &table{n: 1 << 8, initial: []uint32{0}, out: make([][]tableEdge, 1<<8)}
	for i := range MaxLabels + 1 {
		wide.out[i>>8] = append(wide.out[i>>8], tableEdge{uint32(i & 0xff), uint64(i)})
	}
	if _, err := New(ctx, searched(t, wide, 1), Options{Label: many}); err != ErrLabels {
		t.Errorf("with too many labels: %v", err)
	}
	wide.out[0] = wide.out[0][1:]
	if _, err := New(ctx, searched(t, wide, 1), Options{Label: many}); err != nil {
		t.Errorf("with as many labels as there may be: %v", err)
	}
}

// TestGraphMemory finds the bounds below which there is no graph and no lasso, and checks that a bound has no other
// effect.
func TestGraphMemory(t *testing.T) {
	ctx := context.Background()
	n, steps := 7, uint64(50)
	if testing.Short() {
		n, steps = 6, 12
	}
	r := searched(t, newRing(n), 2)
	enough, err := New(ctx, r, Options{})
	if err != nil {
		t.Fatal(err)
	}
	var graphs, lassos int
	for memory := uint64(1000); memory < 4*enough.Bytes(); memory += enough.Bytes() / steps {
		g, err := New(ctx, r, Options{Memory: memory})
		switch {
		case memory < enough.Bytes() && err != explore.ErrMemory, memory >= enough.Bytes() && err != nil:
			t.Fatalf("with %d of %d bytes: %v", memory, enough.Bytes(), err)
		case err != nil:
			continue
		}
		graphs++
		if l, err := g.Lasso(ctx, Query{}); err == nil && l != nil {
			lassos++
		} else if err != explore.ErrMemory {
			t.Fatalf("with %d bytes: %v, %v", memory, l, err)
		}
		if g.arena.Used() != enough.arena.Used() {
			t.Fatalf("a search for a lasso keeps %d bytes", g.arena.Used()-enough.arena.Used())
		}
		if g.Bytes() > memory {
			t.Fatalf("%d bytes of %d", g.Bytes(), memory)
		}
	}
	if lassos == 0 || lassos == graphs {
		t.Errorf("%d graphs and %d lassos", graphs, lassos)
	}
}

// TestGraphFailures: failures of the caller's code are reported with the path to them.
func TestGraphFailures(t *testing.T) {
	sys := newRing(4)
	r := searched(t, sys, 2)
	fault := errors.New("fault")
	at := func(v []uint32) bool { return v[6] == exploretest.Running }
	for name, opt := range map[string]Options{
		"predicate": {Predicates: []func([]uint32) (bool, error){func(v []uint32) (bool, error) {
			if at(v) {
				return false, fault
			}
			return true, nil
		}}},
		"label": {Label: func(v []uint32, _ uint64) (Label, error) {
			if at(v) {
				panic(fault)
			}
			return Label{}, nil
		}},
	} {
		_, err := New(context.Background(), r, opt)
		var f *explore.Failure
		if !errors.As(err, &f) || !at(f.Path.Steps[len(f.Path.Steps)-1].State) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// countdown is a context that ends after left calls of Err.
type countdown struct {
	context.Context
	left int
}

func (c *countdown) Err() error {
	if c.left--; c.left < 0 {
		return context.Canceled
	}
	return nil
}

// TestInterruptedLasso: if the context ends before a lasso is known, there is an error, and otherwise that lasso is
// returned.
func TestInterruptedLasso(t *testing.T) {
	sys, k := flower(10), everything(Strong, 11)
	g := k.graph(t, searched(t, sys, 1))
	var errs, some, minimal int
	for left := 0; minimal == 0; left++ {
		l, err := g.Lasso(&countdown{context.Background(), left}, k.query())
		switch {
		case err != nil && errors.Is(err, context.Canceled) && some == 0:
			errs++
		case err != nil || len(l.Steps) != 20:
			t.Fatalf("after %d calls: %v, %v", left, l, err)
		case l.Minimal:
			minimal++
		default:
			some++
		}
	}
	if errs == 0 || some == 0 {
		t.Errorf("%d errors, %d lassos that are not minimal", errs, some)
	}
}
