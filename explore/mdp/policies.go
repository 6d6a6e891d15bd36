package mdp

import "math/big"

// policies finds the exact values of the free nodes of a component by policy iteration: the values under one policy
// are the solution of linear equations, and a policy that no decision of any node improves is optimal. It returns
// false if there are too many equations or their numbers grow too long.
func (s *solver) policies(free []uint32) bool {
	if len(free) == 0 {
		return true
	}
	if len(free) > exactCycle {
		return false
	}
	place := map[uint32]int{}
	policy := make([]uint32, len(free))
	for i, c := range free {
		place[c] = i
		policy[i] = s.bestByBounds(c)
	}
	for {
		if s.err = s.ctx.Err(); s.err != nil {
			return false
		}
		values, ok := s.values(policy, place)
		if !ok {
			return false
		}
		for i, c := range free {
			s.exact[c] = values[i]
		}
		changed := false
		for i, c := range free {
			for d := s.first[c]; d < s.first[c+1]; d++ {
				if x := s.expectation(d); s.better(x, values[i]) {
					values[i], policy[i] = x, d
					changed = true
				}
			}
		}
		if !changed {
			break
		}
	}
	for _, c := range free {
		s.low[c], s.high[c] = bounds(s.exact[c])
	}
	return true
}

// bestByBounds returns the decision of a node that is best according to the bounds.
func (s *solver) bestByBounds(c uint32) uint32 {
	best := s.first[c]
	low, high := s.worth(c, best)
	for d := best + 1; d < s.first[c+1]; d++ {
		if l, h := s.worth(c, d); l+h > low+high == s.most && l+h != low+high {
			best, low, high = d, l, h
		}
	}
	return best
}

// expectation returns the expected value after a decision.
func (s *solver) expectation(d uint32) *big.Rat {
	sum, term := new(big.Rat), new(big.Rat)
	for i := s.branch[d]; i < s.branch[d+1]; i++ {
		sum.Add(sum, term.Mul(s.chances[s.odds[i]].exact, s.exact[s.to[i]]))
	}
	return sum
}

// values solves the equations of a policy by elimination. They have a unique solution, since no policy stays in a
// component for ever. It returns false if the numbers grew too long.
func (s *solver) values(policy []uint32, place map[uint32]int) ([]*big.Rat, bool) {
	n := len(policy)
	rows := make([][]*big.Rat, n) // coefficients, and the constant
	for i, d := range policy {
		row := make([]*big.Rat, n+1)
		for j := range row {
			row[j] = new(big.Rat)
		}
		row[i].SetInt64(1)
		for k := s.branch[d]; k < s.branch[d+1]; k++ {
			p, term := s.chances[s.odds[k]].exact, new(big.Rat)
			if j, ok := place[s.to[k]]; ok {
				row[j].Sub(row[j], p)
			} else {
				row[n].Add(row[n], term.Mul(p, s.exact[s.to[k]]))
			}
		}
		rows[i] = row
	}
	term := new(big.Rat)
	for i := range n {
		pivot := i
		for rows[pivot][i].Sign() == 0 {
			if pivot++; pivot == n {
				return nil, false
			}
		}
		rows[i], rows[pivot] = rows[pivot], rows[i]
		for j := n; j >= i; j-- {
			rows[i][j].Quo(rows[i][j], rows[i][i])
		}
		for k := range n {
			if k == i || rows[k][i].Sign() == 0 {
				continue
			}
			factor := new(big.Rat).Set(rows[k][i])
			for j := i; j <= n; j++ {
				rows[k][j].Sub(rows[k][j], term.Mul(factor, rows[i][j]))
			}
		}
	}
	values := make([]*big.Rat, n)
	for i := range values {
		values[i] = rows[i][n]
		if values[i].Denom().BitLen() > exactBits {
			return nil, false
		}
	}
	return values, true
}
