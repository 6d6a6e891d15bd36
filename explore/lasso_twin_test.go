package explore

import (
	"context"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// twin finds the length of a shortest lasso, -1 if there is none, from each state by itself, with maps: no
// components, no bounds. It is for tables that are too large for the brute force.
func (k task) twin(sys *table) int {
	best := -1
	bit := func(set uint64, s uint32) bool { return set>>s&1 != 0 }
	p, q, also := uint64(k.p), uint64(k.q), uint64(k.also)
	try := func(sources func(s uint32, depth int) bool, region uint64, visit []uint64) {
		for s, d := range k.distances(sys, sources, func(s uint32) bool { return bit(region, s) }) {
			if l := k.shortestLoop(sys, s, region, visit); l >= 0 && (best < 0 || d+l < best) {
				best = d + l
			}
		}
	}
	var visit []uint64
	if also != 0 {
		visit = append(visit, also)
	}
	anywhere := func(uint32, int) bool { return true }
	switch k.kind {
	case "eventually":
		try(func(_ uint32, depth int) bool { return depth == 0 }, ^p, visit)
	case "always-eventually":
		try(anywhere, ^p, visit)
	case "eventually-always":
		try(anywhere, ^uint64(0), append(visit, ^p))
	case "leads-to":
		try(func(s uint32, _ int) bool { return bit(p, s) }, ^q, visit)
		try(anywhere, ^q, append(visit, p))
	}
	return best
}

// distances are those from the initial states on a way that stays within a region from a source on.
func (k task) distances(sys *table, source func(s uint32, depth int) bool, region func(uint32) bool) map[uint32]int {
	type node struct {
		s      uint32
		inside bool
	}
	depth := map[node]int{}
	var queue []node
	add := func(n node, d int) {
		if _, ok := depth[n]; !ok {
			depth[n] = d
			queue = append(queue, n)
		}
	}
	at := func(s uint32, d int) {
		if region(s) && source(s, d) {
			add(node{s, true}, d)
		}
	}
	for _, s := range sys.initial {
		add(node{s, false}, 0)
		at(s, 0)
	}
	for ; len(queue) > 0; queue = queue[1:] {
		n := queue[0]
		d := depth[n] + 1
		for _, e := range sys.out[n.s] {
			switch {
			case !n.inside:
				add(node{e.to, false}, d)
				at(e.to, d)
			case region(e.to):
				add(node{e.to, true}, d)
			}
		}
	}
	inside := map[uint32]int{}
	for n, d := range depth {
		if n.inside {
			inside[n.s] = d
		}
	}
	return inside
}

// shortestLoop goes breadth-first through states and the sets of what was seen on the way: obligations that
// were enabled always, ever, and taken, and the sets that were visited.
func (k task) shortestLoop(sys *table, home uint32, region uint64, visit []uint64) int {
	type node struct {
		s                           uint32
		always, ever, taken, visits uint64
	}
	look := func(n node) node {
		enabled := uint64(0)
		for _, e := range sys.out[n.s] {
			enabled |= 1 << e.tag
		}
		n.always, n.ever = n.always&enabled, n.ever|enabled
		for i, set := range visit {
			if set>>n.s&1 != 0 {
				n.visits |= 1 << i
			}
		}
		return n
	}
	fine := func(n node) bool {
		if n.s != home || n.visits != 1<<len(visit)-1 {
			return false
		}
		for tag, f := range k.fair {
			if (f == Weak && n.always>>tag&1 != 0 || f == Strong && n.ever>>tag&1 != 0) && n.taken>>tag&1 == 0 {
				return false
			}
		}
		return true
	}
	first := look(node{s: home, always: ^uint64(0)})
	if fine(first) {
		return 0
	}
	seen := map[node]bool{}
	level := []node{first}
	for steps := 1; len(level) > 0; steps++ {
		var next []node
		for _, n := range level {
			for _, e := range sys.out[n.s] {
				if region>>e.to&1 == 0 {
					continue
				}
				m := n
				m.s, m.taken = e.to, m.taken|1<<e.tag
				m = look(m)
				if fine(m) {
					return steps
				}
				if !seen[m] {
					seen[m] = true
					next = append(next, m)
				}
			}
		}
		level = next
	}
	return -1
}

func drawTable(t *rapid.T) (*table, task) {
	n := rapid.IntRange(1, 24).Draw(t, "states")
	tags := rapid.Uint64Range(0, 5).Draw(t, "tags")
	sys := &table{n: n, out: make([][]tableEdge, n)}
	sys.initial = rapid.SliceOfN(rapid.Uint32Range(0, uint32(n-1)), 1, 2).Draw(t, "initial")
	for range rapid.IntRange(0, 3*n).Draw(t, "edges") {
		s := rapid.IntRange(0, n-1).Draw(t, "from")
		sys.out[s] = append(sys.out[s], tableEdge{rapid.Uint32Range(0, uint32(n-1)).Draw(t, "to"), rapid.Uint64Range(0, tags).Draw(t, "tag")})
	}
	set := rapid.Uint32Range(0, 1<<n-1)
	k := task{kind: rapid.SampledFrom(kinds).Draw(t, "kind"), p: set.Draw(t, "p"), q: set.Draw(t, "q"), fair: map[uint64]Fairness{}}
	// Regions are of interest when they are large.
	switch k.kind {
	case "leads-to":
		k.q &= set.Draw(t, "q again")
	case "eventually", "always-eventually":
		k.p &= set.Draw(t, "p again")
	}
	if rapid.Bool().Draw(t, "with also") {
		k.also = set.Draw(t, "also")
	}
	for tag := range tags {
		k.fair[tag+1] = Fairness(rapid.IntRange(0, 2).Draw(t, "fair"))
	}
	return sys, k
}

func TestLassoAgainstTwin(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sys, k := drawTable(t)
		cfg := drawConfig(t)
		want := k.twin(sys)
		var last *Lasso
		for workers := 1; workers <= 3; workers++ {
			g := k.graph(t, sys, searched(t, sys, workers, cfg))
			got := k.lassoOf(t, sys, g)
			if (got == nil) != (want < 0) || got != nil && (len(got.Steps) != want || !got.Minimal) {
				t.Fatalf("%v: %+v: %v, want %d steps", sys, k, got, want)
			}
			if d := cmp.Diff(last, got); workers > 1 && d != "" {
				t.Fatalf("with %d workers:\n%s", workers, d)
			}
			last = got
			if got == nil {
				continue
			}
			g.effort = rapid.Uint64Range(0, 200).Draw(t, "effort")
			if some := k.lassoOf(t, sys, g); some == nil || len(some.Steps) < want || some.Minimal && len(some.Steps) != want {
				t.Fatalf("%v: %+v: with little effort %v, want at least %d steps", sys, k, some, want)
			}
		}
	})
}

// star is a state with loops, each with a tag of its own.
func star(loops int) *table {
	sys := &table{n: 1, initial: []uint32{0}, out: make([][]tableEdge, 1)}
	for i := range loops {
		sys.out[0] = append(sys.out[0], tableEdge{0, uint64(i + 1)})
	}
	return sys
}

// everything is a task that nothing but fairness stands in the way of.
func everything(f Fairness, tags int) task {
	k := task{kind: "always-eventually", fair: map[uint64]Fairness{}}
	for i := range tags {
		k.fair[uint64(i+1)] = f
	}
	return k
}

// TestManyObligations has more of them than a word has bits.
func TestManyObligations(t *testing.T) {
	for _, f := range []Fairness{Weak, Strong} {
		// A shortest loop takes each of the loops once. There are too many orders to be sure of it.
		sys, k := star(70), everything(f, 70)
		g := k.graph(t, sys, searched(t, sys, 1, defaultConfig()))
		g.effort = 1 << 16
		if l := k.lassoOf(t, sys, g); l == nil || len(l.Steps) != 70 || l.Minimal {
			t.Errorf("a star, fairness %d: %v", f, l)
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
		if l := k.lassoOf(t, ring, k.graph(t, ring, searched(t, ring, 2, defaultConfig()))); l == nil || len(l.Steps) != want || !l.Minimal {
			t.Errorf("a ring, fairness %d: %v, want %d steps", f, l, want)
		}
	}
}

// TestDecomposedAgainAndAgain: from the last of the states in a line there is a way out, which they go past
// for ever, unless fairness is strong: then none of them is left, one after the other.
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
		l := k.lassoOf(t, sys, k.graph(t, sys, searched(t, sys, 1, defaultConfig())))
		if (l == nil) != (want < 0) || l != nil && len(l.Steps) != want {
			t.Errorf("fairness %d: %v, want %d steps", f, l, want)
		}
	}
}

func TestGraphRefuses(t *testing.T) {
	ctx := context.Background()
	sys := newRing(6)
	bounded, err := Search(ctx, sys, nil, Options{MaxDepth: 3})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := bounded.Graph(ctx, GraphOptions{}); err != ErrIncomplete {
		t.Errorf("of a search that was cut short: %v", err)
	}
	r := searched(t, sys, 2, defaultConfig())
	cancelled, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := r.Graph(cancelled, GraphOptions{}); !errors.Is(err, context.Canceled) {
		t.Errorf("with a cancelled context: %v", err)
	}
	g, err := r.Graph(ctx, GraphOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := g.Lasso(cancelled, Query{}); !errors.Is(err, context.Canceled) {
		t.Errorf("a lasso with a cancelled context: %v", err)
	}
	many := func(_ []uint32, event uint64) (Label, error) { return Label{Obligation: event + 1}, nil }
	wide := star(MaxLabels + 1)
	if _, err := searched(t, wide, 1, defaultConfig()).Graph(ctx, GraphOptions{Label: many}); err != ErrLabels {
		t.Errorf("with too many labels: %v", err)
	}
	wide.out[0] = wide.out[0][:MaxLabels]
	if _, err := searched(t, wide, 1, defaultConfig()).Graph(ctx, GraphOptions{Label: many}); err != nil {
		t.Errorf("with as many labels as there may be: %v", err)
	}
}

// TestGraphMemory finds the bounds below which there is no graph, and no lasso, and that no
// bound makes anything worse of it.
func TestGraphMemory(t *testing.T) {
	ctx := context.Background()
	r := searched(t, newRing(7), 2, defaultConfig())
	enough, err := r.Graph(ctx, GraphOptions{})
	if err != nil {
		t.Fatal(err)
	}
	var graphs, lassos int
	for memory := uint64(1000); memory < 4*enough.Bytes(); memory += enough.Bytes() / 50 {
		g, err := r.Graph(ctx, GraphOptions{Memory: memory})
		switch {
		case memory < enough.Bytes() && err != ErrMemory, memory >= enough.Bytes() && err != nil:
			t.Fatalf("with %d of %d bytes: %v", memory, enough.Bytes(), err)
		case err != nil:
			continue
		}
		graphs++
		if l, err := g.Lasso(ctx, Query{}); err == nil && l != nil {
			lassos++
		} else if err != ErrMemory {
			t.Fatalf("with %d bytes: %v, %v", memory, l, err)
		}
		if g.Bytes() != enough.Bytes() {
			t.Fatalf("a search for a lasso keeps %d bytes", g.Bytes()-enough.Bytes())
		}
	}
	if lassos == 0 || lassos == graphs {
		t.Errorf("%d graphs and %d lassos", graphs, lassos)
	}
}

// TestGraphFailures: what the caller's code does wrong is reported with the way there.
func TestGraphFailures(t *testing.T) {
	sys := newRing(4)
	r := searched(t, sys, 2, defaultConfig())
	fault := errors.New("fault")
	at := func(v []uint32) bool { return v[6] == running }
	for name, opt := range map[string]GraphOptions{
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
		_, err := r.Graph(context.Background(), opt)
		var f *Failure
		if !errors.As(err, &f) || !at(f.Path.Steps[len(f.Path.Steps)-1].State) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
