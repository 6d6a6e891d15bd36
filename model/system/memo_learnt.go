package system

import (
	"iter"

	"github.com/anel-mc/mc/model"
)

// Iterators over what was learnt of the handlers, one leaf of a decision tree after another.

// trees iterates over the decision trees of the handlers: the outer sequence by function in a fixed order, the inner
// ones in no particular order.
func (s *processes) trees() iter.Seq[iter.Seq2[call, *node[effect]]] {
	return func(yield func(iter.Seq2[call, *node[effect]]) bool) {
		of := func(trees *memo[*node[effect]], callOf func(key uint64) call) bool {
			return yield(func(yield func(call, *node[effect]) bool) {
				for key, tree := range trees.all() {
					if !yield(callOf(key), tree) {
						return
					}
				}
			})
		}
		for i := range model.ID(s.n) {
			if !s.treesOf(i, of) {
				return
			}
		}
	}
}

// treesOf calls of for each table of trees of process i, with a func that decodes its keys, until of returns false.
func (s *processes) treesOf(i model.ID, of func(trees *memo[*node[effect]], callOf func(key uint64) call) bool) bool {
	ok := of(&s.inits[i], func(uint64) call { return call{kind: callInit, p: i} }) &&
		of(&s.acts[i], func(k uint64) call {
			return call{kind: callAct, p: i, local: uint32(k >> 32), index: uint32(k)}
		})
	for c := range s.channels {
		if ch := &s.channels[c]; ok && ch.to == i {
			ok = of(&ch.receive, func(k uint64) call {
				return call{kind: callReceive, p: i, local: uint32(k >> 32), index: uint32(c), message: uint32(k)}
			})
		}
	}
	return ok && of(&s.timeouts[i], func(k uint64) call {
		return call{kind: callTimeout, p: i, local: uint32(k >> 32), index: uint32(k)}
	}) && of(&s.detections[i], func(k uint64) call {
		return call{kind: callDetect, p: i, local: uint32(k >> 32), index: uint32(k) >> 1, message: uint32(k) & 1}
	}) && of(&s.recoveries[i], func(k uint64) call { return call{kind: callRecover, p: i, local: uint32(k)} })
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
