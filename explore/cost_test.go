package explore

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// costs is a question about a table, where the tag of an edge is what it costs.
type costs struct {
	start, region uint32 // sets of states
	anywhere      bool
	toRest        bool
}

func tableWeight(_ []uint32, event uint64, _ []uint32) (uint8, error) { return uint8(event >> 8), nil }

// owedEdge: every other edge of a state is owed.
func owedEdge(event uint64) bool { return event&1 == 0 }

func (q costs) ask(t *testing.T, sys *table) *Cost {
	t.Helper()
	r, err := Search(context.Background(), sys, nil, Options{Workers: 1, Owed: owedEdge})
	if err != nil {
		t.Fatal(err)
	}
	g, err := r.Graph(context.Background(), GraphOptions{Rest: true, Predicates: []func([]uint32) (bool, error){in(q.start), in(q.region)},
		Weights: []func([]uint32, uint64, []uint32) (uint8, error){tableWeight}})
	if err != nil {
		t.Fatal(err)
	}
	c, err := g.Cost(context.Background(), CostQuery{Anywhere: q.anywhere, ToRest: q.toRest, Start: Where{{Predicate: 0}}, Region: Where{{Predicate: 1}}})
	if err != nil {
		t.Fatalf("%v, %+v: %v", sys, q, err)
	}
	return c
}

func is(set, s uint32) bool { return set>>s&1 != 0 }

// runner is where an execution is, and what it has cost.
type runner struct {
	at       uint32
	counting bool
	out      bool // it has left the region
	cost     int
}

// walks calls visit with all runners that there are after 0, 1, 2, … steps.
func (q costs) walks(sys *table, steps int, visit func(steps int, r runner)) {
	now := map[runner]bool{}
	add := func(to map[runner]bool, r runner) {
		to[r] = true
		if !r.counting && is(q.start, r.at) && is(q.region, r.at) {
			to[runner{at: r.at, counting: true}] = true
		}
	}
	for _, s := range sys.initial {
		add(now, runner{at: s})
	}
	for k := 0; k <= steps; k++ {
		next := map[runner]bool{}
		for r := range now {
			if !q.anywhere && k > 0 && !r.counting {
				continue
			}
			visit(k, r)
			if r.out {
				continue
			}
			for _, e := range sys.out[r.at] {
				to := runner{at: e.to, counting: r.counting}
				if r.counting {
					to.cost = r.cost + int(e.tag)
					to.out = !is(q.region, e.to)
					next[to] = true
				} else if q.anywhere {
					add(next, to)
				}
			}
		}
		now = next
	}
}

// rests reports whether an execution may end in a state.
func (t *table) rests(s uint32) bool {
	for i := range t.out[s] {
		if owedEdge(uint64(i)) {
			return false
		}
	}
	return true
}

// replay adds up what a path costs from where counting begins best, for the most or the least.
func (q costs) replay(t *testing.T, sys *table, p Path) []int {
	t.Helper()
	if !slices.Contains(sys.initial, p.Initial[0]) {
		t.Fatalf("%v: the path begins in %v", sys, p.Initial)
	}
	states, tags := []uint32{p.Initial[0]}, []int{}
	for _, s := range p.Steps {
		from := states[len(states)-1]
		if i := int(s.Event & 0xff); i >= len(sys.out[from]) || sys.out[from][i] != (tableEdge{s.State[0], s.Event >> 8}) {
			t.Fatalf("%v: the path has a step that is none: %v", sys, p)
		}
		states, tags = append(states, s.State[0]), append(tags, int(s.Event>>8))
	}
	var sums []int // by where it begins
	for i := range states {
		if i > 0 && !q.anywhere || !is(q.start, states[i]) {
			continue
		}
		sum, good := 0, true
		for k := i; k < len(tags); k++ {
			good = good && is(q.region, states[k])
			sum += tags[k]
		}
		if good && is(q.region, states[i]) {
			sums = append(sums, sum)
		}
	}
	return sums
}

// TestCostAgainstBruteForce follows all executions of random systems for many steps.
func TestCostAgainstBruteForce(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	bounded, unboundeds, ends, answers := 0, 0, 0, 0
	rounds := 3000
	if testing.Short() {
		rounds = 500
	}
	for range rounds {
		sys := randomTable(r)
		q := costs{start: r.Uint32(), region: r.Uint32() | r.Uint32(), anywhere: r.IntN(2) == 0, toRest: r.IntN(2) == 0}
		got := q.ask(t, sys)
		// An execution of the largest cost need not have a cycle, nor one of the least, if there
		// is one at all; with a cycle that costs, more and more is paid.
		n := sys.n
		most, least, counted := -1, far, false
		mostSteps, leastSteps := far, far
		late := -1
		q.walks(sys, 4*n, func(steps int, r runner) {
			if !r.counting {
				return
			}
			counted = true
			if steps > 2*n {
				late = max(late, r.cost)
				return
			}
			if r.cost > most {
				most, mostSteps = r.cost, steps
			}
			if (r.out || q.toRest && sys.rests(r.at)) && r.cost < least {
				least, leastSteps = r.cost, steps
			}
		})
		if got == nil {
			if counted {
				t.Fatalf("%v, %+v: no answer", sys, q)
			}
			continue
		}
		answers++
		if got.Unbounded != (late > most) {
			t.Fatalf("%v, %+v: unbounded is %t; up to %d in %d steps, and then %d", sys, q, got.Unbounded, most, 2*n, late)
		}
		sums := q.replay(t, sys, got.Most)
		if got.Unbounded {
			unboundeds++
			q.checkLasso(t, sys, got)
		} else {
			bounded++
			if int(got.Max) != most || len(got.Most.Steps) != mostSteps || !slices.Contains(sums, most) {
				t.Fatalf("%v, %+v: at most %d by %v, want %d in %d steps", sys, q, got.Max, got.Most, most, mostSteps)
			}
		}
		if got.Ends != (least < far) {
			t.Fatalf("%v, %+v: ends is %t, and the least cost is %d", sys, q, got.Ends, least)
		}
		if got.Ends {
			ends++
			if int(got.Min) != least || len(got.Least.Steps) != leastSteps || !slices.Contains(q.replay(t, sys, got.Least), least) {
				t.Fatalf("%v, %+v: at least %d by %v, want %d in %d steps", sys, q, got.Min, got.Least, least, leastSteps)
			}
		}
		q.checkMean(t, sys, got.Mean)
	}
	t.Logf("%d answers: %d bounded, %d unbounded, %d with an end", answers, bounded, unboundeds, ends)
	if bounded < rounds/10 || unboundeds < rounds/20 || ends < rounds/10 {
		t.Error("this tests little")
	}
}

// checkLasso: what is repeated costs something, stays in the region, and comes back.
func (q costs) checkLasso(t *testing.T, sys *table, got *Cost) {
	t.Helper()
	at := func(i int) uint32 {
		if i == 0 {
			return got.Most.Initial[0]
		}
		return got.Most.Steps[i-1].State[0]
	}
	end, paid := len(got.Most.Steps), 0
	for i := got.Loop; i < end; i++ {
		paid += int(got.Most.Steps[i].Event >> 8)
		if !is(q.region, at(i)) {
			t.Fatalf("%v, %+v: the loop leaves the region: %v", sys, q, got.Most)
		}
	}
	if paid == 0 || at(end) != at(got.Loop) || len(q.replay(t, sys, got.Most)) == 0 || !got.Most.Minimal {
		t.Fatalf("%v, %+v: this is no lasso that costs: %v, loop %d", sys, q, got.Most, got.Loop)
	}
	// No shorter one: every state that is come to while counting, and back to it at a cost.
	best := far
	q.walks(sys, end-1, func(steps int, r runner) {
		if !r.counting || r.out || steps >= best {
			return
		}
		again := costs{start: 1 << r.at, region: q.region}
		local := &table{n: sys.n, initial: []uint32{r.at}, out: sys.out}
		again.walks(local, min(sys.n*2, best-steps-1), func(more int, s runner) {
			if s.counting && !s.out && s.cost > 0 && s.at == r.at && more > 0 {
				best = min(best, steps+more)
			}
		})
	})
	if best < end {
		t.Fatalf("%v, %+v: a lasso of %d steps, and there is one of %d", sys, q, end, best)
	}
}

// checkMean iterates the definition.
func (q costs) checkMean(t *testing.T, sys *table, got float64) {
	t.Helper()
	if q.anywhere {
		if !math.IsNaN(got) {
			t.Fatalf("a mean from anywhere: %g", got)
		}
		return
	}
	mean := make([]float64, sys.n)
	half := 0.0
	total := func() float64 {
		sum := 0.0
		for _, s := range sys.initial {
			if is(q.start, s) && is(q.region, s) {
				sum += mean[s]
			}
		}
		return sum / float64(len(sys.initial))
	}
	const sweeps = 4000
	for k := range sweeps {
		if k == sweeps/2 {
			half = total()
		}
		next := make([]float64, sys.n)
		for s := range sys.out {
			for _, e := range sys.out[s] {
				next[s] += float64(e.tag)
				if is(q.region, e.to) {
					next[s] += mean[e.to]
				}
			}
			next[s] /= math.Max(1, float64(len(sys.out[s])))
		}
		mean = next
	}
	want := total()
	if want > half+1 {
		want = math.Inf(1)
	}
	if math.IsInf(want, 1) != math.IsInf(got, 1) || !math.IsInf(want, 1) && math.Abs(got-want) > 1e-6*(1+want) {
		t.Fatalf("%v, %+v: mean %g, want %g (%g after half as many sweeps)", sys, q, got, want, half)
	}
}
