package graph

import (
	"context"
	"runtime"
	"slices"

	"github.com/anel-mc/mc/explore"
)

// VisitAll returns a shortest execution that visits each of some sets of states, in any order, and ends in a state of
// end; nil if there is none. The first and the last state count as visited. Among the shortest it is always the same,
// and it is Minimal as for Lasso. It takes 8 bytes per state and combination of sets: the error is ErrMemory if they do
// not fit, or that of ctx.
//
// It answers questions about the past, such as "has each of them been suspected at some time?", that would otherwise
// need a history in each state.
func (g *Graph) VisitAll(ctx context.Context, visit []Where, end Where) (*explore.Path, error) {
	defer runtime.KeepAlive(g)
	t := visitAllSearch{g: g, mem: &scratch{g: g, ctx: ctx}, visit: visit, bits: uint(len(visit))}
	defer t.mem.release(0)
	if len(visit) > 31 || g.states<<t.bits >= none {
		return nil, explore.ErrMemory
	}
	nodes := g.states << t.bits
	if err := t.mem.numbers(nodes, &t.pred, &t.queue); err != nil {
		return nil, err
	}
	t.queue = t.queue[:0]
	last, err := t.search(end)
	if err != nil || last == none {
		return nil, err
	}
	var ids []uint32
	for node := last; ; node = t.pred[node] - 1 {
		ids = append(ids, node>>t.bits)
		if t.pred[node]-1 == node {
			break
		}
	}
	slices.Reverse(ids)
	p, err := g.walk(ids, func(int, uint64, []uint32) bool { return true })
	p.Minimal = g.least(len(p.Steps))
	return &p, err
}

// visitAllSearch is a search in the product of the graph with the sets visited so far: a node is a state and, in its
// low bits, the sets that have been visited.
type visitAllSearch struct {
	g     *Graph
	mem   *scratch
	visit []Where
	bits  uint
	pred  []uint32 // by node, the node before it + 1, or itself + 1 at the start; 0 if not reached
	queue []uint32
}

// search returns the node at which the shortest execution ends, or none.
func (t *visitAllSearch) search(end Where) (uint32, error) {
	all := uint32(1)<<t.bits - 1
	for id := range t.g.initials() {
		node := t.arrive(id, 0)
		t.pred[node] = node + 1
		t.queue = append(t.queue, node)
	}
	for i := 0; i < len(t.queue); i++ {
		node := t.queue[i]
		id := node >> t.bits
		if node&all == all && t.g.is(id, end) {
			return node, nil
		}
		x := t.g.edges(id)
		if err := t.mem.tick(uint64(len(x.row))); err != nil {
			return none, err
		}
		for x.next() {
			if next := t.arrive(x.to, node&all); t.pred[next] == 0 {
				t.pred[next] = node + 1
				t.queue = append(t.queue, next)
			}
		}
	}
	return none, nil
}

// arrive returns the node of a state that is reached after the given sets have been visited.
func (t *visitAllSearch) arrive(id, before uint32) uint32 {
	for i, set := range t.visit {
		if before>>i&1 == 0 && t.g.is(id, set) {
			before |= 1 << i
		}
	}
	return id<<t.bits | before
}
