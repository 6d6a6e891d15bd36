package graph

import "slices"

// product is the part of the product of a graph with what is owed that a breadth-first search has reached: node i is
// state[i] with a set of what is owed there, reached over an edge with tag[i] from node parent[i].
//
// A node is left out if a node of the same state that owes no more was reached before: every continuation of the one
// is a continuation of the other and is found from there first.
type product struct {
	head []uint32 // by state: its latest node + 1, 0 for none

	state, parent []uint32
	tag           []uint16
	next          []uint32 // by node: the node of the same state before it + 1, 0 for none
	sets          []uint64
	words         int // of a set
}

// root makes the product a single node.
func (p *product) root(s uint32, owed []uint64) {
	for _, v := range p.state {
		p.head[v] = 0
	}
	p.state, p.parent, p.tag, p.next, p.sets = p.state[:0], p.parent[:0], p.tag[:0], p.next[:0], p.sets[:0]
	p.words = len(owed)
	p.add(s, owed, none, 0)
}

// owes returns what is owed at a node.
func (p *product) owes(i int) []uint64 { return p.sets[i*p.words:][:p.words] }

// add adds a node unless there is one of the same state that owes no more. It returns how many words it compared.
func (p *product) add(s uint32, owed []uint64, parent uint32, tag uint16) (compared uint64) {
	for i := p.head[s]; i != 0; i = p.next[i-1] {
		more := false
		for k, w := range p.owes(int(i - 1)) {
			compared++
			if more = w&^owed[k] != 0; more {
				break
			}
		}
		if !more {
			return compared
		}
	}
	p.state, p.parent, p.tag = append(p.state, s), append(p.parent, parent), append(p.tag, tag)
	p.next, p.sets = append(p.next, p.head[s]), append(p.sets, owed...)
	p.head[s] = uint32(len(p.state))
	return compared
}

// way returns the edges from the first node to node i and on to a state.
func (p *product) way(i, to uint32, tag uint16) []edge {
	hops := []edge{{to, tag}}
	for ; p.parent[i] != none; i = p.parent[i] {
		hops = append(hops, edge{p.state[i], p.tag[i]})
	}
	slices.Reverse(hops)
	return hops
}
