package graph

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// twin returns the length of a shortest lasso, -1 if there is none. It tries each state separately and uses maps,
// without components and bounds, so that it can also handle tables that are too large for brute force.
func (k task) twin(sys *table) int {
	best := -1
	bit := func(set uint64, s uint32) bool { return set>>s&1 != 0 }
	p, q, also := uint64(k.p), uint64(k.q), uint64(k.also)
	stay := ^uint64(0)
	if k.stay != 0 {
		stay = uint64(k.stay)
	}
	try := func(sources func(s uint32, depth int) bool, region uint64, visit []uint64) {
		for s, d := range k.distances(sys, sources, func(s uint32) bool { return bit(region, s) }) {
			if !bit(stay, s) {
				continue
			}
			if l := k.shortestLoop(sys, s, region&stay, visit); l >= 0 && (best < 0 || d+l < best) {
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

// distances returns, for each state, the length of a shortest path from an initial state that stays within a region
// from a source on.
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

// shortestLoop searches breadth-first the states combined with what was seen on the way: the obligations that were
// always enabled, ever enabled, and taken, and the sets that were visited.
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
		sys.out[s] = append(sys.out[s], tableEdge{rapid.Uint32Range(0, uint32(n-1)).Draw(t, "to"),
			rapid.Uint64Range(0, tags).Draw(t, "tag")})
	}
	set := rapid.Uint32Range(0, 1<<n-1)
	k := task{kind: rapid.SampledFrom(kinds).Draw(t, "kind"), p: set.Draw(t, "p"), q: set.Draw(t, "q"),
		fair: map[uint64]Fairness{}}
	// Only large regions are interesting.
	switch k.kind {
	case "leads-to":
		k.q &= set.Draw(t, "q again")
	case "eventually", "always-eventually":
		k.p &= set.Draw(t, "p again")
	}
	if rapid.Bool().Draw(t, "with also") {
		k.also = set.Draw(t, "also")
	}
	if rapid.Bool().Draw(t, "with stay") {
		k.stay = set.Draw(t, "stay") | set.Draw(t, "stay again")
	}
	for tag := range tags {
		k.fair[tag+1] = Fairness(rapid.IntRange(0, 2).Draw(t, "fair"))
	}
	return sys, k
}

func TestLassoAgainstTwin(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sys, k := drawTable(t)
		batch := rapid.IntRange(1, 9).Draw(t, "batch")
		want := k.twin(sys)
		var last *Lasso
		for workers := 1; workers <= 3; workers++ {
			g := k.batched(t, searched(t, sys, workers), batch)
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
			g.effort, g.words = rapid.Uint64Range(0, 200).Draw(t, "effort"), rapid.IntRange(0, 20).Draw(t, "words")
			if some := k.lassoOf(t, sys, g); some == nil || len(some.Steps) < want || some.Minimal && len(some.Steps) != want {
				t.Fatalf("%v: %+v: with little effort and room %v, want at least %d steps", sys, k, some, want)
			}
		}
	})
}
