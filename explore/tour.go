package explore

import (
	"context"
	"runtime"
	"slices"
)

// Tour returns a shortest execution that visits each of some sets of states, in any order, its first
// and its last state included, and ends in a state of end; nil if there is none. Among the
// shortest it is always the same. It takes 8 bytes per state and combination of
// sets: the error is ErrMemory where they do not fit, or that of ctx.
//
// It answers questions of the past, such as "has each of them been suspected
// at some time?", that would need a history in each state otherwise.
func (g *Graph) Tour(ctx context.Context, visit []Where, end Where) (*Path, error) {
	defer runtime.KeepAlive(g)
	t := tour{hunt: &hunt{Graph: g, ctx: ctx}, visit: visit, bits: uint(len(visit))}
	defer t.release()
	if len(visit) > 31 || g.r.States<<t.bits >= none {
		return nil, ErrMemory
	}
	nodes := g.r.States << t.bits
	t.pred, t.queue = asUint32s(t.alloc(4*nodes)), asUint32s(t.alloc(4 * nodes))[:0]
	if uint64(len(t.pred)) < nodes || uint64(cap(t.queue)) < nodes {
		return nil, ErrMemory
	}
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
	p := &Path{Initial: g.r.vector(ids[0]), Minimal: true}
	stepper, err := g.stepper()
	if err != nil {
		return nil, err
	}
	for i, id := range ids[1:] {
		if !g.follow(p, stepper, ids[i], hop{to: id}, false) {
			return nil, errChanged
		}
	}
	return p, nil
}

// tour is a search in the product of the graph with the sets that were visited: a node
// is a state and, in its low bits, which of them.
type tour struct {
	*hunt
	visit []Where
	bits  uint
	pred  []uint32 // 1 more than the node before, or than itself at the start; 0 for none
	queue []uint32
}

// search returns the node at which a shortest tour ends, or none.
func (t *tour) search(end Where) (uint32, error) {
	all := uint32(1)<<t.bits - 1
	for id := range t.r.starts[min(1, len(t.r.starts)-1)] {
		node := t.arrive(id, 0)
		t.pred[node] = node + 1
		t.queue = append(t.queue, node)
	}
	for i := 0; i < len(t.queue); i++ {
		node := t.queue[i]
		id := node >> t.bits
		if node&all == all && t.is(id, end) {
			return node, nil
		}
		e, last := t.edges(id)
		if err := t.tick(last - e); err != nil {
			return none, err
		}
		for ; e < last; e++ {
			if next := t.arrive(t.to[e], node&all); t.pred[next] == 0 {
				t.pred[next] = node + 1
				t.queue = append(t.queue, next)
			}
		}
	}
	return none, nil
}

// arrive returns the node of a state that is come to when some sets were visited before.
func (t *tour) arrive(id, before uint32) uint32 {
	for i, set := range t.visit {
		if before>>i&1 == 0 && t.is(id, set) {
			before |= 1 << i
		}
	}
	return id<<t.bits | before
}
