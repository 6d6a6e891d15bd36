package symbolic

import "math/big"

// union returns the union of a and b, which have the same level. Both must be in use.
func (s *store) union(a, b node) node {
	switch {
	case a == b || b == empty:
		return a
	case a == empty:
		return b
	case a > b:
		a, b = b, a
	}
	if r, ok := s.cache.get(opUnion, a, b); ok {
		return r
	}
	base := len(s.stack)
	ea, eb := s.edges(a), s.edges(b)
	level := s.level(a)
	for len(ea) > 0 && len(eb) > 0 {
		switch {
		case ea[0] < eb[0]:
			s.stack = append(s.stack, pair{ea[0], ea[1]})
			ea = ea[2:]
		case eb[0] < ea[0]:
			s.stack = append(s.stack, pair{eb[0], eb[1]})
			eb = eb[2:]
		default:
			c := s.union(ea[1], eb[1])
			s.stack = append(s.stack, pair{ea[0], c})
			ea, eb = ea[2:], eb[2:]
		}
	}
	for _, e := range [...][]uint32{ea, eb} { // one of them is empty
		for ; len(e) > 0; e = e[2:] {
			s.stack = append(s.stack, pair{e[0], e[1]})
		}
	}
	r := s.node(level, base)
	s.remember(opUnion, a, b, r)
	return r
}

// minus returns what is in a but not in b. Both must be in use.
func (s *store) minus(a, b node) node {
	switch {
	case a == b || a == empty:
		return empty
	case b == empty:
		return a
	}
	if r, ok := s.cache.get(opMinus, a, b); ok {
		return r
	}
	base := len(s.stack)
	eb := s.edges(b)
	for ea := s.edges(a); len(ea) > 0; ea = ea[2:] {
		for len(eb) > 0 && eb[0] < ea[0] {
			eb = eb[2:]
		}
		c := ea[1]
		if len(eb) > 0 && eb[0] == ea[0] {
			c = s.minus(c, eb[1])
		}
		if c != empty {
			s.stack = append(s.stack, pair{ea[0], c})
		}
	}
	r := s.node(s.level(a), base)
	s.remember(opMinus, a, b, r)
	return r
}

// count returns the number of vectors in a set.
func (s *store) count(n node) *big.Int {
	known := map[node]*big.Int{empty: new(big.Int), terminal: big.NewInt(1)}
	var count func(n node) *big.Int
	count = func(n node) *big.Int {
		if c, ok := known[n]; ok {
			return c
		}
		sum := new(big.Int)
		for e := s.edges(n); len(e) > 0; e = e[2:] {
			sum.Add(sum, count(e[1]))
		}
		known[n] = sum
		return sum
	}
	return count(n)
}

// size returns the number of nodes of a set.
func (s *store) size(n node) int {
	seen := map[node]bool{empty: true, terminal: true}
	var walk func(n node)
	walk = func(n node) {
		if seen[n] {
			return
		}
		seen[n] = true
		for e := s.edges(n); len(e) > 0; e = e[2:] {
			walk(e[1])
		}
	}
	walk(n)
	return len(seen) - 2
}

// single returns the set of one vector.
func (s *store) single(v []uint32) node {
	n := terminal
	for level := len(v) - 1; level >= 0; level-- {
		s.stack = append(s.stack, pair{v[level], n})
		n = s.node(int32(level), len(s.stack)-1)
	}
	return n
}

// has reports whether a vector is in a set.
func (s *store) has(n node, v []uint32) bool {
	for _, x := range v {
		if n == empty {
			return false
		}
		n = s.child(n, x)
	}
	return n != empty
}
