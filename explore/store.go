package explore

import (
	"runtime"

	"github.com/anel-mc/mc/explore/internal/memory"
)

// store holds all states of a search: the shape of their trees, the inner nodes and the set of pairs.
type store struct {
	arena   *memory.Arena
	tree    *tree
	nodes   *nodeTables
	visited *visited
}

// newStore returns a store whose mapped memory is given back when the store becomes unreachable. What is reached
// through the store is valid only as long as the store itself is reachable, so exported functions keep it alive until
// they are done.
func newStore(width int, bytes uint64, cfg config) *store {
	a := memory.New(bytes)
	st := &store{
		arena:   a,
		tree:    newTree(width),
		nodes:   &nodeTables{},
		visited: newVisited(a, cfg),
	}
	for i := range st.nodes {
		st.nodes[i].init(a, cfg.nodeBits, cfg.maxNodes)
	}
	runtime.AddCleanup(st, (*memory.Arena).Release, a)
	return st
}

// decode writes the state with the given pair into v.
func (st *store) decode(pair uint64, v []uint32) {
	top := int32(st.tree.top)
	st.unfold(v, top, uint32(pair))
	st.unfold(v, top+1, uint32(pair>>32))
}

// unfold writes the slots below unit u into v.
func (st *store) unfold(v []uint32, u int32, value uint32) {
	n := &st.tree.units[u]
	switch {
	case n.arity == 1:
		st.unfold(v, n.first, value)
	case n.arity > 1:
		k := st.nodes[n.table].key(value)
		child := [4]uint32{uint32(k.a), uint32(k.a >> 32), uint32(k.b), uint32(k.b >> 32)}
		for i := range n.arity {
			st.unfold(v, n.first+i, child[i])
		}
	case int(u) < st.tree.width: // false for the second slot of a vector of width 1
		v[u] = value
	}
}

// lookup returns the id of the state v and whether it is stored.
func (st *store) lookup(v []uint32) (uint64, bool) {
	if len(v) != st.tree.width {
		return 0, false
	}
	pair, ok := newCursor(st.tree, st.nodes, false).encode(v)
	if !ok {
		return 0, false
	}
	id := st.visited.lookup(pair)
	return id, id != none
}
