package graph

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/anel-mc/mc/explore"
)

// costs is a CostQuery about a table in which the tag of an edge says what the edge costs and whether it is owed.
type costs struct {
	start, region uint32 // sets of states
	anywhere      bool
	toRest        bool
	initial       []uint32 // by state: the cost of beginning there
}

func tableWeight(_ []uint32, event uint64, _ []uint32) (uint8, error) {
	return uint8(price(event >> 8)), nil
}

// price returns the cost of an edge.
func price(tag uint64) int { return int(tag & 3) }

const optional = 4 // in a tag

func owedEdge(event uint64) bool { return event>>8&optional == 0 }

func (q costs) ask(t *testing.T, sys *table) *Cost {
	t.Helper()
	r, err := explore.Search(context.Background(), sys, nil, explore.Options{Workers: 1, Owed: owedEdge})
	if err != nil {
		t.Fatal(err)
	}
	g, err := New(context.Background(), r, Options{Rest: true,
		Predicates: []func([]uint32) (bool, error){in(q.start), in(q.region)},
		Weights:    []func([]uint32, uint64, []uint32) (uint8, error){tableWeight}})
	if err != nil {
		t.Fatal(err)
	}
	c, err := g.Cost(context.Background(), CostQuery{Anywhere: q.anywhere, ToRest: q.toRest, Start: Where{{Predicate: 0}},
		Region:  Where{{Predicate: 1}},
		Initial: func(v []uint32) (uint32, error) { return q.initial[v[0]], nil }})
	if err != nil {
		t.Fatalf("%v, %+v: %v", sys, q, err)
	}
	return c
}

func is(set, s uint32) bool { return set>>s&1 != 0 }

// runner is the position of an execution and its cost so far.
type runner struct {
	at       uint32
	counting bool
	out      bool // it has left the region
	cost     int
}

// begin returns the runners before the first step.
func (q costs) begin(sys *table) (all []runner) {
	for _, s := range sys.initial {
		switch {
		case q.anywhere:
			all = append(all, q.here(s)...)
		case is(q.start, s):
			all = append(all, runner{at: s, counting: true, out: !is(q.region, s), cost: int(q.initial[s])})
		}
	}
	return all
}

// here returns a runner at s that does not count yet and, if counting may begin there, one that does.
func (q costs) here(s uint32) []runner {
	all := []runner{{at: s}}
	if is(q.start, s) && is(q.region, s) {
		all = append(all, runner{at: s, counting: true})
	}
	return all
}

// step returns the runners after one more step.
func (q costs) step(sys *table, r runner) (all []runner) {
	if r.out {
		return nil
	}
	for _, e := range sys.out[r.at] {
		if r.counting {
			all = append(all, runner{e.to, true, !is(q.region, e.to), r.cost + price(e.tag)})
		} else {
			all = append(all, q.here(e.to)...)
		}
	}
	return all
}

// walks calls visit with all runners after 0, 1, 2, … steps.
func (q costs) walks(sys *table, steps int, visit func(steps int, r runner)) {
	now := map[runner]bool{}
	for _, r := range q.begin(sys) {
		now[r] = true
	}
	for k := 0; k <= steps; k++ {
		next := map[runner]bool{}
		for r := range now {
			visit(k, r)
			for _, to := range q.step(sys, r) {
				next[to] = true
			}
		}
		now = next
	}
}

// dearest returns the largest cost of executions of up to steps steps, and of those among them that are complete.
func (q costs) dearest(sys *table, steps int) (all, ended int) {
	all, ended = -1, -1
	now := map[runner]int{} // the largest cost by runner without its cost
	add := func(to map[runner]int, r runner) {
		cost := r.cost
		r.cost = 0
		to[r] = max(to[r], cost)
	}
	for _, r := range q.begin(sys) {
		add(now, r)
	}
	for range steps + 1 {
		next := map[runner]int{}
		for r, cost := range now {
			r.cost = cost
			if r.counting {
				all = max(all, cost)
				if q.ended(sys, r) {
					ended = max(ended, cost)
				}
			}
			for _, to := range q.step(sys, r) {
				add(next, to)
			}
		}
		now = next
	}
	return all, ended
}

// ended reports whether the execution of a runner may be complete.
func (q costs) ended(sys *table, r runner) bool {
	return r.counting && (r.out || q.toRest && sys.rests(r.at))
}

// rests reports whether an execution may end in a state.
func (t *table) rests(s uint32) bool {
	for _, e := range t.out[s] {
		if e.tag&optional == 0 {
			return false
		}
	}
	return true
}

// replay returns the cost of a path from each place where counting can begin, and whether the path may be complete.
func (q costs) replay(t *testing.T, sys *table, p explore.Path) (sums []int, ended bool) {
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
		states, tags = append(states, s.State[0]), append(tags, price(s.Event>>8))
	}
	for i := range states { // counting begins at i
		if !is(q.start, states[i]) || !q.anywhere && i > 0 || q.anywhere && !is(q.region, states[i]) {
			continue
		}
		sum, good := 0, true
		if !q.anywhere {
			sum = int(q.initial[states[0]])
		}
		for k := i; k < len(tags); k++ {
			good = good && is(q.region, states[k])
			sum += tags[k]
		}
		if good {
			sums = append(sums, sum)
		}
	}
	last := states[len(states)-1]
	return sums, q.ended(sys, runner{at: last, counting: true, out: !is(q.region, last)})
}

// costTally counts the kinds of answers that a test has seen.
type costTally struct{ answers, bounded, unbounded, ends, endless, endlessUnbounded, over, partly, inclined int }

// TestCostAgainstBruteForce follows all executions of random systems for many steps.
func TestCostAgainstBruteForce(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	rounds := 4000
	if testing.Short() {
		rounds = 800
	}
	var n costTally
	// The shortest lasso cannot be left towards an end; a longer one can.
	costs{start: 1, region: 15, initial: []uint32{0}}.compare(t,
		&table{n: 5, initial: []uint32{0}, out: [][]tableEdge{{{1, 1}, {2, 0}}, {{1, 1}}, {{3, 0}}, {{3, 2}, {4, 1}}, nil}},
		&n)
	for range rounds {
		sys := randomTable(r)
		if sys.n > 2 && r.IntN(3) == 0 {
			sys.initial = append(sys.initial, 1)
		}
		q := costs{start: r.Uint32() | r.Uint32(), region: r.Uint32() | r.Uint32(), anywhere: r.IntN(3) == 0,
			toRest: r.IntN(2) == 0}
		for s := range sys.n {
			for i := range sys.out[s] {
				sys.out[s][i].tag |= optional * r.Uint64N(2)
			}
			q.initial = append(q.initial, r.Uint32N(6))
		}
		q.compare(t, sys, &n)
	}
	t.Logf("%+v", n)
	if n.bounded < rounds/10 || min(n.unbounded, n.ends, n.endless, n.endlessUnbounded, n.over, n.partly,
		n.inclined) < rounds/200 {
		t.Error("this tests little")
	}
}

// compare compares the answer with that of following all executions.
func (q costs) compare(t *testing.T, sys *table, n *costTally) {
	t.Helper()
	got := q.ask(t, sys)
	// If there is a largest or a least cost, some execution with that cost has no cycle. If a cycle has a cost, longer
	// executions eventually cost more than any of these many steps.
	short := 2 * sys.n
	most, mostEnded, least := -1, -1, far
	steps, endedSteps, leastSteps := far, far, far
	over := true
	q.walks(sys, short, func(k int, r runner) {
		if !r.counting {
			return
		}
		over = over && r.out && k == 0
		if r.cost > most || r.cost == most && k < steps {
			most, steps = r.cost, k
		}
		if !q.ended(sys, r) {
			return
		}
		if r.cost > mostEnded || r.cost == mostEnded && k < endedSteps {
			mostEnded, endedSteps = r.cost, k
		}
		if r.cost < least || r.cost == least && k < leastSteps {
			least, leastSteps = r.cost, k
		}
	})
	if got == nil || most < 0 {
		if got != nil || most >= 0 {
			t.Fatalf("%v, %+v: counting begins: %t, and the answer is %+v", sys, q, most >= 0, got)
		}
		return
	}
	n.answers++
	all, ended := q.dearest(sys, short+sys.n*(3*short+7))
	want := Cost{Ends: least < far, Unbounded: all > most, Max: uint64(most), Over: over}
	if want.Ends {
		want.Unbounded, want.Max, want.Min, steps = ended > mostEnded, uint64(mostEnded), uint64(least), endedSteps
		want.EndlessUnbounded = !want.Unbounded && all > most
		if !want.Unbounded && !want.EndlessUnbounded && most > mostEnded {
			want.Endless = uint64(most)
		}
	}
	if want.Unbounded {
		want.Max = 0
	}
	want.Most, want.Least, want.Loop = got.Most, got.Least, got.Loop
	want.Chance, want.Mean = q.chances(sys)
	if !alikeCost(*got, want) {
		t.Fatalf("%v, %+v:\n%+v, want\n%+v", sys, q, *got, want)
	}
	if got.Unbounded || got.EndlessUnbounded {
		q.checkLasso(t, sys, got)
	} else if sums, ends := q.replay(t, sys, got.Most); len(got.Most.Steps) != steps ||
		!slices.Contains(sums, int(got.Max)) || got.Ends && !ends {
		t.Fatalf("%v, %+v: at most %d by %v, want %d steps", sys, q, got.Max, got.Most, steps)
	}
	if got.Ends {
		if sums, ends := q.replay(t, sys, got.Least); len(got.Least.Steps) != leastSteps || !slices.Contains(sums, least) ||
			!ends {
			t.Fatalf("%v, %+v: at least %d by %v, want %d steps", sys, q, got.Min, got.Least, leastSteps)
		}
	}
	n.add(got)
}

func (n *costTally) add(got *Cost) {
	for to, is := range map[*int]bool{&n.bounded: !got.Unbounded && !got.EndlessUnbounded, &n.unbounded: got.Unbounded &&
		got.Ends, &n.ends: got.Ends, &n.endless: got.Endless > 0,
		&n.endlessUnbounded: got.EndlessUnbounded, &n.over: got.Over, &n.partly: got.Chance > 0 && got.Chance < 1,
		&n.inclined: math.IsInf(got.Mean, 1)} {
		if is {
			*to++
		}
	}
}

// alikeCost compares all numbers, floating-point ones with a tolerance.
func alikeCost(a, b Cost) bool {
	near := func(x, y float64) bool {
		return x == y || math.IsNaN(x) && math.IsNaN(y) || math.Abs(x-y) <= 1e-6*(1+math.Abs(y))
	}
	return near(a.Mean, b.Mean) && near(a.Chance, b.Chance) && a.Max == b.Max && a.Unbounded == b.Unbounded &&
		a.Endless == b.Endless &&
		a.EndlessUnbounded == b.EndlessUnbounded && a.Ends == b.Ends && a.Min == b.Min && a.Over == b.Over
}

// checkLasso checks that the loop has a cost, stays in the region and returns to its first state, and that no lasso
// is shorter.
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
		paid += price(got.Most.Steps[i].Event >> 8)
		if !is(q.region, at(i)) {
			t.Fatalf("%v, %+v: the loop leaves the region: %v", sys, q, got.Most)
		}
	}
	if sums, _ := q.replay(t, sys, got.Most); paid == 0 || at(end) != at(got.Loop) || len(sums) == 0 || !got.Most.Minimal {
		t.Fatalf("%v, %+v: this is no lasso that costs: %v, loop %d", sys, q, got.Most, got.Loop)
	}
	from := func(s uint32) costs {
		return costs{start: 1 << s, region: q.region, toRest: q.toRest, initial: make([]uint32, sys.n)}
	}
	ends := func(s uint32) bool {
		_, ended := from(s).dearest(&table{n: sys.n, initial: []uint32{s}, out: sys.out}, sys.n)
		return ended >= 0
	}
	if got.Ends && got.Unbounded != ends(at(end)) {
		t.Fatalf("%v, %+v: unbounded is %t, and the end is in reach of the loop: %v, loop %d", sys, q, got.Unbounded,
			got.Most, got.Loop)
	}
	// Look for a shorter one: a path to any state while counting, and back to that state at a cost.
	best := far
	q.walks(sys, end-1, func(steps int, r runner) {
		if !r.counting || r.out || steps >= best || got.Ends && got.Unbounded && !ends(r.at) {
			return
		}
		again := from(r.at)
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
