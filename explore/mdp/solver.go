package mdp

import (
	"context"
	"math"
	"math/big"
)

// solver finds the value of each node of a collapsed Process: the largest or smallest probability of reaching
// classYes. A component is settled after all components that it leads to.
type solver struct {
	*Process
	ctx  context.Context
	most bool
	err  error

	low, high []float64
	exact     []*big.Rat // nil once exact values have been given up
	one, zero *big.Rat
}

// The limits of solving in rational numbers: branches with a probability below 1, nodes of a cycle, and bits of a
// denominator.
const (
	exactBranches = 1 << 20
	exactCycle    = 48
	exactBits     = 1 << 13
)

// Iteration over a cycle ends when the relative distance of the bounds is at most closeEnough, when they no longer
// change, or after mostSweeps sweeps.
const (
	closeEnough = 1e-14
	mostSweeps  = 1 << 17
)

func newSolver(ctx context.Context, m *Process, most bool) *solver {
	n := len(m.first) - 1
	s := &solver{
		Process: m, ctx: ctx, most: most, low: make([]float64, n), high: make([]float64, n),
		one: big.NewRat(1, 1), zero: new(big.Rat),
	}
	s.low[classYes], s.high[classYes] = 1, 1
	drawn := 0
	for _, p := range m.odds {
		if p != 0 {
			drawn++
		}
	}
	if drawn <= exactBranches {
		s.exact = make([]*big.Rat, n)
		s.exact[classNo], s.exact[classYes] = s.zero, s.one
	}
	return s
}

// settle finds the values of a component.
func (s *solver) settle(component []uint32) {
	if s.err != nil {
		return
	}
	if len(component) > 1 {
		s.cycle(component)
		return
	}
	c := component[0]
	s.low[c], s.high[c] = s.best(c)
	if s.exact == nil {
		return
	}
	x := s.exactly(c)
	if x.Denom().BitLen() > exactBits {
		s.exact = nil
		return
	}
	s.exact[c] = x
	s.low[c], s.high[c] = bounds(x)
}

// best returns bounds on the best value of a node, given those of its successors. The node may be its own successor
// if it is a component by itself.
func (s *solver) best(c uint32) (low, high float64) {
	low, high = 1, 1
	if s.most {
		low, high = 0, 0
	}
	for d := s.first[c]; d < s.first[c+1]; d++ {
		l, h := s.worth(c, d)
		if s.most {
			low, high = max(low, l), max(high, h)
		} else {
			low, high = min(low, l), min(high, h)
		}
	}
	return low, high
}

// worth returns bounds on the value of a decision of node c. If some branches lead back to c, the decision is
// repeated until another branch is taken.
func (s *solver) worth(c, d uint32) (low, high float64) {
	sure := true // classYes is reached for certain
	var back *big.Rat
	for i := s.branch[d]; i < s.branch[d+1]; i++ {
		to, p := s.to[i], &s.chances[s.odds[i]]
		if to == c {
			if back == nil {
				back = new(big.Rat)
			}
			back.Add(back, p.exact)
			continue
		}
		sure = sure && s.low[to] == 1
		low, high = addDown(low, timesDown(p.low, s.low[to])), addUp(high, timesUp(p.high, s.high[to]))
	}
	if sure {
		return 1, 1
	}
	if back != nil {
		leaves, leave := bounds(back.Sub(s.one, back))
		low, high = overDown(low, leave), overUp(high, leaves)
	}
	return min(low, 1), min(high, 1)
}

// exactly is best in rational numbers.
func (s *solver) exactly(c uint32) *big.Rat {
	var best *big.Rat
	for d := s.first[c]; d < s.first[c+1]; d++ {
		x := s.exactWorth(c, d)
		if best == nil || x != best && s.better(x, best) {
			best = x
		}
	}
	return best
}

func (s *solver) better(a, b *big.Rat) bool { return a.Cmp(b) > 0 == s.most && a.Cmp(b) != 0 }

func (s *solver) exactWorth(c, d uint32) *big.Rat {
	if i := s.branch[d]; i+1 == s.branch[d+1] && s.to[i] != c {
		return s.exact[s.to[i]]
	}
	sum, leave, term := new(big.Rat), new(big.Rat), new(big.Rat)
	for i := s.branch[d]; i < s.branch[d+1]; i++ {
		if p := s.chances[s.odds[i]].exact; s.to[i] != c {
			leave.Add(leave, p)
			sum.Add(sum, term.Mul(p, s.exact[s.to[i]]))
		}
	}
	return sum.Quo(sum, leave)
}

// cycle finds the values of a component of several nodes.
func (s *solver) cycle(component []uint32) {
	free := s.certain(component)
	for range mostSweeps {
		if s.err = s.ctx.Err(); s.err != nil {
			return
		}
		changed, apart := false, false
		for _, c := range free {
			low, high := s.best(c)
			// Rounding must not loosen the bounds.
			low, high = max(low, s.low[c]), min(high, s.high[c])
			changed = changed || low != s.low[c] || high != s.high[c]
			apart = apart || high-low > closeEnough*high
			s.low[c], s.high[c] = low, high
		}
		if !changed || !apart {
			break
		}
	}
	if s.exact == nil {
		return
	}
	for _, c := range component {
		switch {
		case s.low[c] == 1:
			s.exact[c] = s.one
		case s.high[c] == 0:
			s.exact[c] = s.zero
		}
	}
	if !s.policies(free) {
		s.exact = nil
	}
}

// certain finds the nodes of a component from which the scheduler succeeds with certainty: the largest set of nodes
// that have a decision all of whose branches lead into the set or to nodes where success is certain. No execution
// stays in the set for ever, since there are no end components. certain sets the bounds from which iteration begins,
// and returns the other nodes.
func (s *solver) certain(component []uint32) (free []uint32) {
	sure := func(c uint32) bool { return s.most && s.low[c] == 1 || !s.most && s.high[c] == 0 }
	for _, c := range component {
		if s.most {
			s.low[c], s.high[c] = 1, 1
		} else {
			s.low[c], s.high[c] = 0, 0
		}
	}
	for changed := true; changed; {
		changed = false
		for _, c := range component {
			if !sure(c) {
				continue
			}
			some := false
			for d := s.first[c]; d < s.first[c+1] && !some; d++ {
				some = s.every(d, sure)
			}
			if !some {
				s.low[c], s.high[c] = 0, 1
				changed = true
			}
		}
	}
	for _, c := range component {
		if !sure(c) {
			free = append(free, c)
		}
	}
	return free
}

// bounds returns the floating-point numbers next to x, which are equal if x is itself a floating-point number.
func bounds(x *big.Rat) (low, high float64) {
	f, exact := x.Float64()
	if exact {
		return f, f
	}
	if new(big.Rat).SetFloat64(f).Cmp(x) < 0 {
		return f, math.Nextafter(f, 2)
	}
	return math.Nextafter(f, -1), f
}

// Sums, products and quotients rounded to the safe side. Operations with 0 and 1 are exact where possible, so that a
// bound of 0 or 1 is reached only if it is proven.

func addDown(a, b float64) float64 {
	if a == 0 || b == 0 {
		return a + b
	}
	return math.Nextafter(a+b, 0)
}

func addUp(a, b float64) float64 {
	if a == 0 || b == 0 {
		return a + b
	}
	return math.Nextafter(a+b, 2)
}

func timesDown(a, b float64) float64 {
	if a == 1 || b == 1 {
		return a * b
	}
	return math.Nextafter(a*b, 0)
}

func timesUp(a, b float64) float64 {
	if a == 0 || b == 0 || a == 1 || b == 1 {
		return a * b
	}
	return math.Nextafter(a*b, 2) // more than 0 even if the product underflows
}

func overDown(a, b float64) float64 { return math.Nextafter(a/b, 0) }

func overUp(a, b float64) float64 {
	if a == 0 {
		return 0
	}
	return math.Nextafter(a/b, math.Inf(1))
}
