package mdp

import (
	"context"
	"fmt"
	"math/big"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// A smallProcess is the decisions of each node. Each decision has an obligation, or 0, and branches.
type (
	smallProcess  [][]smallDecision
	smallDecision struct {
		obligation uint32
		branches   []smallBranch
	}
	smallBranch struct {
		to  uint32
		num int64 // numerator of the probability; the decision has the common denominator
	}
)

func (d smallDecision) whole() int64 {
	sum := int64(0)
	for _, b := range d.branches {
		sum += b.num
	}
	return sum
}

// process returns the Process for the solver.
func (s smallProcess) process(obligations int) *Process {
	m := &Process{chances: []chance{{big.NewRat(1, 1), 1, 1}}, obligations: obligations}
	for v := range s {
		m.state, m.memory = append(m.state, uint64(v)), append(m.memory, 0)
		m.first = append(m.first, uint32(len(m.obligation)))
		for _, d := range s[v] {
			m.branch, m.obligation = append(m.branch, uint32(len(m.to))), append(m.obligation, d.obligation)
			for _, b := range d.branches {
				p := big.NewRat(b.num, d.whole())
				at := slices.IndexFunc(m.chances, func(c chance) bool { return c.exact.Cmp(p) == 0 })
				if at < 0 {
					low, high := bounds(p)
					at = len(m.chances)
					m.chances = append(m.chances, chance{p, low, high})
				}
				m.to, m.odds = append(m.to, b.to), append(m.odds, uint32(at))
			}
		}
	}
	m.first, m.branch = append(m.first, uint32(len(m.obligation))), append(m.branch, uint32(len(m.to)))
	return m
}

func drawProcess(t *rapid.T, nodes, decisions int) (s smallProcess, obligations int, goal []bool) {
	n := rapid.IntRange(1, nodes).Draw(t, "nodes")
	obligations = rapid.IntRange(0, 2).Draw(t, "obligations")
	s = make(smallProcess, n)
	for range rapid.IntRange(0, decisions).Draw(t, "decisions") {
		v := rapid.IntRange(0, n-1).Draw(t, "of")
		d := smallDecision{obligation: uint32(rapid.IntRange(0, obligations).Draw(t, "obligation"))}
		for range rapid.IntRange(1, 3).Draw(t, "branches") {
			d.branches = append(d.branches, smallBranch{uint32(rapid.IntRange(0, n-1).Draw(t, "to")),
				int64(rapid.IntRange(1, 4).Draw(t, "odds"))})
		}
		s[v] = append(s[v], d)
	}
	goal = make([]bool, n)
	for v := range goal {
		goal[v] = v > 0 && rapid.IntRange(0, 3).Draw(t, "goal") == 0
	}
	return s, obligations, goal
}

// mostLikely returns the largest probability of getting from node 0 to a node of goal without passing a node of stop.
// It solves the equations of every scheduler that always takes the same decision in a node; such schedulers suffice.
func (s smallProcess) mostLikely(goal, stop []bool) *big.Rat {
	best := new(big.Rat)
	policy := make([]int, len(s))
	var choose func(v int)
	choose = func(v int) {
		if v == len(s) {
			if x := s.under(policy, goal, stop); x.Cmp(best) > 0 {
				best = x
			}
			return
		}
		if goal[v] || stop[v] || len(s[v]) == 0 {
			choose(v + 1)
			return
		}
		for d := range s[v] {
			policy[v] = d
			choose(v + 1)
		}
	}
	choose(0)
	return best
}

// under returns the probability under one policy.
func (s smallProcess) under(policy []int, goal, stop []bool) *big.Rat {
	n := len(s)
	// Find the nodes that lead to goal at all. The equations of the others are x = 0, which makes the solution unique.
	can := slices.Clone(goal)
	for range n {
		for v := range s {
			if !can[v] && !stop[v] && len(s[v]) > 0 {
				can[v] = slices.ContainsFunc(s[v][policy[v]].branches, func(b smallBranch) bool { return can[b.to] })
			}
		}
	}
	a := make([][]*big.Rat, n)
	for v := range a {
		a[v] = make([]*big.Rat, n+1)
		for j := range a[v] {
			a[v][j] = new(big.Rat)
		}
		a[v][v].SetInt64(1)
		switch {
		case goal[v]:
			a[v][n].SetInt64(1)
		case can[v]:
			d := s[v][policy[v]]
			for _, b := range d.branches {
				a[v][b.to].Sub(a[v][b.to], big.NewRat(b.num, d.whole()))
			}
		}
	}
	for i := range n {
		p := i
		for a[p][i].Sign() == 0 {
			p++
		}
		a[i], a[p] = a[p], a[i]
		for k := range n {
			if k != i {
				f := new(big.Rat).Quo(a[k][i], a[i][i])
				for j := range n + 1 {
					a[k][j].Sub(a[k][j], new(big.Rat).Mul(f, a[i][j]))
				}
			}
		}
	}
	return new(big.Rat).Quo(a[0][n], a[0][0])
}

// places returns the nodes in which a fair scheduler can stay for ever outside goal. It tries every set of nodes and
// of decisions that stay in the set, lead from any node to any other and refuse no obligation. Each node has one more
// decision, to do nothing, which meets no obligation.
func (s smallProcess) places(goal []bool) []bool {
	type owned struct{ node, decision int }
	var all []owned
	for v := range s {
		for d := range s[v] {
			all = append(all, owned{v, d})
		}
	}
	stay := make([]bool, len(s))
	for set := range 1 << len(s) {
		for taken := range 1 << len(all) {
			if s.isPlace(goal, set, func(visit func(v, d int)) {
				for i, o := range all {
					if taken>>i&1 != 0 {
						visit(o.node, o.decision)
					}
				}
			}) {
				for v := range s {
					stay[v] = stay[v] || set>>v&1 != 0
				}
			}
		}
	}
	return stay
}

func (s smallProcess) isPlace(goal []bool, set int, taken func(visit func(v, d int))) bool {
	if set == 0 {
		return false
	}
	reach := make([]int, len(s)) // by node, the nodes that it leads to
	met := map[uint32]bool{}
	ok := true
	for v := range s {
		if set>>v&1 != 0 {
			reach[v] = 1 << v
			ok = ok && !goal[v]
		}
	}
	taken(func(v, d int) {
		ok = ok && set>>v&1 != 0
		for _, b := range s[v][d].branches {
			ok = ok && set>>b.to&1 != 0
			reach[v] |= 1 << b.to
		}
		met[s[v][d].obligation] = true
	})
	if !ok {
		return false
	}
	for range s {
		for v := range s {
			for w := range s {
				if reach[v]>>w&1 != 0 {
					reach[v] |= reach[w]
				}
			}
		}
	}
	enabled := map[uint32]int{}
	size := 0
	for v := range s {
		if set>>v&1 == 0 {
			continue
		}
		size++
		if reach[v] != set {
			return false
		}
		here := map[uint32]bool{}
		for _, d := range s[v] {
			here[d.obligation] = true
		}
		for obligation := range here {
			enabled[obligation]++
		}
	}
	for obligation, n := range enabled {
		if obligation != 0 && n == size && !met[obligation] {
			return false
		}
	}
	return true
}

func within(t *rapid.T, what string, p Probability, want *big.Rat) {
	low, high := new(big.Rat).SetFloat64(p.Low), new(big.Rat).SetFloat64(p.High)
	if low.Cmp(want) > 0 || high.Cmp(want) < 0 {
		t.Fatalf("%s: %v to %v, want %v", what, p.Low, p.High, want)
	}
	if p.Exact != nil && p.Exact.Cmp(want) != 0 {
		t.Fatalf("%s is %v, want %v", what, p.Exact, want)
	}
	if p.High-p.Low > 1e-9 {
		t.Fatalf("%s: %v to %v is no answer", what, p.Low, p.High)
	}
}

// TestReachAgainstBruteForce compares the solver with an enumeration of all schedulers and of all places to stay.
func TestReachAgainstBruteForce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s, obligations, goal := drawProcess(t, 4, 7)
		got, err := s.process(obligations).chanceOf(context.Background(), goal)
		if err != nil {
			t.Fatal(err)
		}
		if got.Max.Exact == nil || got.Min.Exact == nil {
			t.Fatal("so small a Process was not solved exactly")
		}
		within(t, "the maximum", got.Max, s.mostLikely(goal, make([]bool, len(s))))
		places := s.places(goal)
		within(t, "the minimum", got.Min, new(big.Rat).Sub(big.NewRat(1, 1), s.mostLikely(places, goal)))
	})
}

// TestBoundsAgainstBruteForce does the same for the floating-point bounds alone.
func TestBoundsAgainstBruteForce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s, _, goal := drawProcess(t, 6, 10)
		m := s.process(2)
		can, err := m.canReach(context.Background(), func(v uint32) bool { return goal[v] },
			func(v uint32) bool { return goal[v] })
		if err != nil {
			t.Fatal(err)
		}
		if goal[0] || !can[0] {
			return
		}
		q, begin, err := m.collapsed(context.Background(), goal, func(v uint32) bool { return !goal[v] && can[v] })
		if err != nil {
			t.Fatal(err)
		}
		solver := newSolver(context.Background(), q, true)
		solver.exact = nil
		if err := q.components(context.Background(), func(v uint32) bool { return v > classYes },
			func(uint32) bool { return true }, solver.settle); err != nil {
			t.Fatal(err)
		}
		within(t, "the maximum", Probability{Low: solver.low[begin], High: solver.high[begin]},
			s.mostLikely(goal, make([]bool, len(s))))
	})
}

// TestRuin is the gambler's ruin: a chain whose cycle is too long for rational numbers, with a known answer.
func TestRuin(t *testing.T) {
	n := 201
	if testing.Short() {
		n = 101
	}
	s := make(smallProcess, n+1)
	for v := 1; v < n; v++ {
		s[v] = []smallDecision{{branches: []smallBranch{{uint32(v - 1), 1}, {uint32(v + 1), 1}}}}
	}
	s[0] = []smallDecision{{branches: []smallBranch{{1, 1}}}}
	s[n] = nil
	goal := make([]bool, n+1)
	goal[n] = true
	// 0 always leads back to 1, so the goal is reached with certainty.
	c, err := s.process(0).chanceOf(context.Background(), goal)
	if err != nil {
		t.Fatal(err)
	}
	if c.Max.Low != 1 || c.Max.High != 1 {
		t.Errorf("with a wall at 0 the goal is reached with %v, want 1", c.Max)
	}
	// If the chain begins at 2 and ends at 1, the goal is reached with probability 1/(n-1).
	s[0] = []smallDecision{{branches: []smallBranch{{2, 1}}}}
	s[1] = nil
	if c, err = s.process(0).chanceOf(context.Background(), goal); err != nil {
		t.Fatal(err)
	}
	want := 1 / float64(n-1)
	if c.Max.Low > want || c.Max.High < want || c.Max.High-c.Max.Low > 1e-12 {
		t.Errorf("ruin: %v, want %v", c.Max, want)
	}
}

// TestTiny: tiny probabilities neither vanish nor lose precision.
func TestTiny(t *testing.T) {
	const depth = 120
	s := make(smallProcess, depth+2)
	for v := range depth {
		s[v] = []smallDecision{{branches: []smallBranch{{uint32(v + 1), 1}, {depth + 1, 999}}}}
	}
	goal := make([]bool, depth+2)
	goal[depth] = true
	c, err := s.process(0).chanceOf(context.Background(), goal)
	if err != nil {
		t.Fatal(err)
	}
	want := new(big.Rat).SetFrac(big.NewInt(1), new(big.Int).Exp(big.NewInt(1000), big.NewInt(depth), nil))
	if c.Max.Exact == nil || c.Max.Exact.Cmp(want) != 0 {
		t.Errorf("exactly %v, want %v", c.Max.Exact, want)
	}
	if c.Max.High == 0 || c.Max.Low > 1e-320 {
		t.Errorf("bounds %v to %v of 1e-360", c.Max.Low, c.Max.High)
	}
	if fmt.Sprint(timesUp(1e-200, 1e-200)) != "5e-324" || timesDown(1e-200, 1e-200) != 0 {
		t.Error("a product that is too small is not rounded outward")
	}
}
