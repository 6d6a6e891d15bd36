package graph

import "math/bits"

// Where is the set of states in which all of its literals are true.
type Where []Literal

// Literal is a predicate of the Graph or its negation.
type Literal struct {
	Predicate int
	Not       bool
}

// wordOf returns word i of the set of states in which all literals are true.
func (g *Graph) wordOf(literals Where, i int) uint64 {
	all := ^uint64(0)
	if rest := g.states - uint64(i)<<6; rest < 64 {
		all = 1<<rest - 1
	}
	for _, l := range literals {
		w := g.holds[l.Predicate][i]
		if l.Not {
			w = ^w
		}
		all &= w
	}
	return all
}

// is reports whether all literals are true in a state.
func (g *Graph) is(id uint32, literals Where) bool {
	for _, l := range literals {
		if has(g.holds[l.Predicate], id) == l.Not {
			return false
		}
	}
	return true
}

// Count returns the number of states in w, or with initial, of initial states in w.
func (g *Graph) Count(w Where, initial bool) uint64 {
	states := g.states
	if initial {
		states = uint64(g.initials())
	}
	count := 0
	for i := range (states + 63) / 64 {
		word := g.wordOf(w, int(i))
		if left := states - 64*i; left < 64 {
			word &= 1<<left - 1
		}
		count += bits.OnesCount64(word)
	}
	return uint64(count)
}
