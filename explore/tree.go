package explore

import "math/bits"

// tree is the shape of the trees into which all vectors of one width are compressed. Its units are numbered level by
// level: first the slots, then the groups of up to four slots, then the groups of up to four of these, and so on up
// to the last two, the pair that stands for the vector. The value of a unit above the slots is the id of the node
// made of its children, or, if it has only one child, the value of that.
type tree struct {
	width int // slots of a vector
	slots int // number of units that are slots: width, but at least 2
	units []unit
	top   int // the pair is units[top] and units[top+1]
}

// unit is the position of a unit in the tree.
type unit struct {
	maskA, maskB uint64 // which of the four units from first are children
	first        int32  // first child, 0 for a slot
	arity        int32  // number of children, 0 for a slot
	up           int32  // parent, -1 for the pair
	table        int32  // which of the tables its nodes are in
}

// pad is the number of extra values after those of the units, so that four can always be read from the first child
// on.
const pad = 4

func newTree(width int) *tree {
	t := &tree{width: width, slots: max(width, 2)}
	t.units = make([]unit, t.slots)
	lo, hi := 0, t.slots
	for hi-lo > 2 {
		n := hi - lo
		groups := max((n+3)/4, 2)
		for g := range groups {
			from, to := lo+g*n/groups, lo+(g+1)*n/groups
			id := len(t.units)
			for c := from; c < to; c++ {
				t.units[c].up = int32(id)
			}
			n := to - from
			t.units = append(t.units, unit{first: int32(from), arity: int32(n), maskA: 1<<(32*min(n, 2)) - 1,
				maskB: 1<<(32*max(n-2, 0)) - 1})
		}
		lo, hi = hi, len(t.units)
	}
	t.top = lo
	t.units[lo].up, t.units[lo+1].up = -1, -1
	t.units[lo].table, t.units[lo+1].table = 1, 2
	return t
}

// children returns the key of the node made of the children of u.
func (u *unit) children(values []uint32) (a, b uint64) {
	c := values[u.first : u.first+4 : u.first+4]
	a = (uint64(c[0]) | uint64(c[1])<<32) & u.maskA
	b = (uint64(c[2]) | uint64(c[3])<<32) & u.maskB
	return a, b
}

// cursor holds a state as the values of all units and computes the pairs of its neighbours, for which it looks up
// only the groups above the changed slots.
type cursor struct {
	tree  *tree
	nodes *nodeTables
	grow  bool // whether unknown nodes are added

	base []uint32 // the values of the current state
	held []uint32 // by group, the node whose children are in base
	next []uint32 // the values of a neighbour: base with the current changes

	changed []int32 // slots in which next differs
	dirty   []int32 // groups in which next may differ, children first
	mark    []bool  // which units are in dirty

	// recent is a direct-mapped cache of nodes. It begins small, so that it costs a small search nothing, and grows when
	// there are many misses.
	recent []recentNode
	shift  uint // 32 - log2(len(recent))
	missed int  // misses since it got this size
}

type recentNode struct {
	key   nodeKey
	id    uint32
	table int32
}

const (
	minRecent = 1 << 6
	maxRecent = 1 << 14 // 384 KiB
)

func newCursor(t *tree, n *nodeTables, grow bool) *cursor {
	c := &cursor{
		tree: t, nodes: n, grow: grow,
		base: make([]uint32, len(t.units)+pad),
		held: make([]uint32, len(t.units)),
		next: make([]uint32, len(t.units)+pad),
		mark: make([]bool, len(t.units)),
	}
	c.remember(minRecent)
	return c
}

// move makes the state with the given pair the current one. A group with the same node as in the last state has the
// same units all the way down, so it is skipped; states with adjacent ids have much in common.
func (c *cursor) move(pair uint64) {
	top := c.tree.top
	c.set(top, uint32(pair))
	c.set(top+1, uint32(pair>>32))
	units := c.tree.units
	for g := len(units) - 1; g >= c.tree.slots; g-- {
		value := c.base[g]
		if c.held[g] == value {
			continue
		}
		c.held[g] = value
		u := &units[g]
		first := int(u.first)
		if u.arity == 1 {
			c.set(first, value)
			continue
		}
		k := c.nodes[u.table].key(value)
		c.set(first, uint32(k.a))
		c.set(first+1, uint32(k.a>>32))
		if u.arity > 2 {
			c.set(first+2, uint32(k.b))
			if u.arity > 3 {
				c.set(first+3, uint32(k.b>>32))
			}
		}
	}
}

// approach reads the nodes of a pair, so that move finds them in the processor's caches. In a short vector, one or
// both halves of the pair are values of slots.
func (c *cursor) approach(pair uint64) (touched uint64) {
	for i, id := range [2]uint32{uint32(pair), uint32(pair >> 32)} {
		if u := &c.tree.units[c.tree.top+i]; u.arity > 1 {
			touched += c.nodes[u.table].key(id).a
		}
	}
	return touched
}

func (c *cursor) set(u int, value uint32) { c.base[u], c.next[u] = value, value }

// vector returns the current state.
func (c *cursor) vector() []uint32 { return c.base[:c.tree.width:c.tree.width] }

// write sets slots in next, which makes it a neighbour of the current state until undo.
func (c *cursor) write(slots []int32, values []uint32) {
	next := c.next[:c.tree.width]
	for i, s := range slots {
		if next[s] != values[i] {
			next[s] = values[i]
			c.changed = append(c.changed, s)
		}
	}
}

// neighbour returns next as a vector.
func (c *cursor) neighbour() []uint32 { return c.next[:c.tree.width:c.tree.width] }

// pair computes the pair of next after write. ok is false if a node is unknown and is not, or cannot be, added.
func (c *cursor) pair() (pair uint64, ok bool) {
	units, next := c.tree.units, c.next
	for _, s := range c.changed {
		c.touch(units[s].up)
	}
	for i := 0; i < len(c.dirty); i++ {
		g := c.dirty[i]
		u := &units[g]
		a, b := u.children(next)
		id := uint32(a)
		if u.arity > 1 {
			if id = c.intern(u.table, a, b); id == 0 {
				return 0, false
			}
		}
		if id != next[g] {
			next[g] = id
			c.touch(u.up)
		}
	}
	top := c.tree.top
	return uint64(next[top]) | uint64(next[top+1])<<32, true
}

// intern returns the id of a node, or 0 if it is unknown and is not, or cannot be, added. In a large search the
// shared table of nodes does not fit into the processor's caches, but the successors computed within a short time
// consist of few different nodes: in a ring of 11 (see doc.go), a cache of 4,096 nodes answers 93% of the look-ups,
// and one of 65,536 answers 98%.
func (c *cursor) intern(table int32, a, b uint64) uint32 {
	h := hashNode(a, b)
	r := &c.recent[h>>c.shift]
	if r.key.a == a && r.key.b == b && r.table == table && r.id != 0 {
		return r.id
	}
	nodes := &c.nodes[table]
	id := nodes.find(a, b, h)
	if id == 0 && c.grow {
		id = nodes.add(a, b, h)
	}
	if id != 0 {
		if c.missed++; c.missed > 8*len(c.recent) && len(c.recent) < maxRecent {
			c.remember(4 * len(c.recent))
			r = &c.recent[h>>c.shift]
		}
		*r = recentNode{nodeKey{a, b}, id, table}
	}
	return id
}

// remember replaces the cache of nodes by an empty one of the given size, a power of two.
func (c *cursor) remember(size int) {
	c.recent, c.shift, c.missed = make([]recentNode, size), uint(33-bits.Len(uint(size))), 0
}

// touch marks a group as dirty. Groups are looked up in the order in which they are touched, which is level by level
// because the groups above slots are touched first.
func (c *cursor) touch(u int32) {
	if u >= 0 && !c.mark[u] {
		c.mark[u] = true
		c.dirty = append(c.dirty, u)
	}
}

// undo makes next the current state again.
func (c *cursor) undo() {
	for _, s := range c.changed {
		c.next[s] = c.base[s]
	}
	for _, g := range c.dirty {
		c.next[g] = c.base[g]
		c.mark[g] = false
	}
	c.changed, c.dirty = c.changed[:0], c.dirty[:0]
}

// encode computes the pair of any vector. ok is as in pair.
func (c *cursor) encode(v []uint32) (pair uint64, ok bool) {
	for s := range v {
		if c.next[s] != v[s] {
			c.next[s] = v[s]
			c.changed = append(c.changed, int32(s))
		}
	}
	// In a new cursor all units are 0, and the nodes for these values are not known yet.
	for g := c.tree.slots; g < len(c.tree.units); g++ {
		c.touch(int32(g))
	}
	defer c.undo()
	return c.pair()
}
