package system

import (
	"iter"

	"github.com/anel-mc/mc/model"
)

// Iterators over what was learnt of the handlers, one leaf of a decision tree after another.

// trees returns iterators over the decision trees of the handlers, one for each function, in a fixed order. Each
// iterates in no particular order.
func (s *processes) trees() (all []iter.Seq2[call, *node[effect]]) {
	for p := range model.ID(s.n) {
		all = append(all, s.treesOf(p)...)
	}
	return all
}

// treesOf is trees for the handlers of process p. Its calls have the keys that root gives them.
func (s *processes) treesOf(p model.ID) (all []iter.Seq2[call, *node[effect]]) {
	of := func(trees *memo[*node[effect]], callOf func(key uint64) call) {
		all = append(all, func(yield func(call, *node[effect]) bool) {
			for key, tree := range trees.all() {
				if !yield(callOf(key), tree) {
					return
				}
			}
		})
	}
	for kind := range callKinds {
		if kind != callReceive {
			of(&s.own[p].trees[kind], func(k uint64) call {
				return call{kind: kind, p: p, local: uint32(k >> 32), index: uint32(k) >> 1, message: uint32(k) & 1}
			})
			continue
		}
		for _, c := range s.into[p] {
			of(&s.channels[c].receive, func(k uint64) call {
				return call{kind: kind, p: p, local: uint32(k >> 32), index: uint32(c), message: uint32(k)}
			})
		}
	}
	return all
}

// leaves iterates over the leaves of a tree, each with the path to it, which is valid only until the next one.
func (n *node[L]) leaves() iter.Seq2[[]decision, *L] {
	return func(yield func([]decision, *L) bool) { n.each(nil, yield) }
}

func (n *node[L]) each(path []decision, yield func([]decision, *L) bool) bool {
	switch {
	case n == nil:
	case n.leaf != nil:
		return yield(path, n.leaf)
	case n.outcomes != nil:
		for i := range n.outcomes {
			child := n.outcomes[i].Load()
			chose := decision{choice: true, value: uint32(i), of: uint32(len(n.outcomes))}
			if !child.each(append(path, chose), yield) {
				return false
			}
		}
	default:
		for value, child := range n.children.all() {
			if !child.each(append(path, decision{location: n.location, value: uint32(value)}), yield) {
				return false
			}
		}
	}
	return true
}
