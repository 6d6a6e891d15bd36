package graph

// all decomposes what can be reached within the region from its starts, and then, repeatedly, what found has queued
// to be decomposed again.
func (d *decomposition) all() error {
	for i := range d.region.inside {
		for id, w := uint32(i)<<6, d.region.inside[i]; w != 0; id, w = id+1, w>>1 {
			if w&1 != 0 {
				d.number[id] = 0
			}
		}
	}
	roots := uint64(d.g.initials())
	if d.region.anywhere {
		roots = d.g.states
	}
	for id := range uint32(roots) {
		if d.number[id] == 0 && d.region.starts(id) {
			if err := d.visit(id); err != nil {
				return err
			}
		}
	}
	for d.pending {
		d.pending = false
		todo := make([]uint32, 0)
		for id := range uint32(d.g.states) {
			if has(d.queued, id) {
				unset(d.queued, id)
				d.number[id] = 0
				todo = append(todo, id)
			}
		}
		for _, id := range todo {
			if d.number[id] == 0 {
				if err := d.visit(id); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// decomposition finds the strongly connected components of a region.
//
// It is Tarjan's algorithm ("Depth-First Search and Linear Graph Algorithms", SIAM Journal on Computing 1, 1972), made
// iterative, with one number per state instead of two, and one array for both of its stacks, since no state is on both
// (Pearce, "A Space-Efficient Algorithm for Finding Strongly Connected Components", Information Processing Letters
// 116, 2016).
type decomposition struct {
	g      *Graph
	mem    *scratch
	region *region

	// found is called with each component once all components that it leads to are known. It marks the states as
	// finished; they are not visited again.
	found func(component []uint32) error

	// number is 0 for states to be visited. For a state on a stack, it is the least index among the states on a stack
	// that are known to be reachable from it.
	number []uint32
	index  uint32 // of the next state

	// cursor is the position in its row up to which the edges of a state have been followed; turned is set if the state
	// is not the root of its component.
	cursor []uint32

	// stack holds two stacks: the states on the path from the root grow from its front, those that wait for the rest of
	// their component from its back.
	stack       []uint32
	front, back int

	queued  []uint64 // states to be decomposed again; nil if none ever are
	pending bool     // queued has some
}

// Numbers that are not indices. They are larger than all indices.
const (
	finished = 1<<32 - 1 // the component is known, or the state is not to be visited
	current  = 1<<32 - 2 // the state is in the component that found is called with

	turned = 1 << 31
)

func newDecomposition(mem *scratch, r *region) *decomposition {
	d := &decomposition{
		g: mem.g, mem: mem, region: r,
		number: mem.arrays[0], cursor: mem.arrays[1], stack: mem.arrays[2],
	}
	for i := range d.number {
		d.number[i] = finished
	}
	d.index, d.back = 1, len(d.stack)
	return d
}

func (d *decomposition) push(v uint32) {
	d.number[v] = d.index
	d.index++
	d.cursor[v] = 0
	d.stack[d.front] = v
	d.front++
}

// visit decomposes what can be reached from root and was not visited before. It is a single long loop because all of
// it is hot.
func (d *decomposition) visit(root uint32) error {
	d.push(root)
	for d.front > 0 {
		v := d.stack[d.front-1]
		x := d.g.edges(v)
		all, looked := len(x.row), uint64(1)
		x.row = x.row[d.cursor[v]&^turned:]
		left := len(x.row)
		low, child := d.number[v], uint32(none)
		for ; x.next(); left = len(x.row) {
			looked++
			n := d.number[x.to]
			if n == 0 {
				child = x.to
				break
			}
			if n < low {
				low = n
			}
		}
		root := d.cursor[v]&turned == 0 && low == d.number[v]
		d.number[v] = low
		d.cursor[v] = uint32(all - left)
		if !root {
			d.cursor[v] |= turned
		}
		if err := d.mem.tick(looked); err != nil {
			return err
		}
		if child != none {
			d.push(child) // v looks at this edge again later, to see its number
			continue
		}
		d.front--
		d.back--
		if !root {
			d.stack[d.back] = v
			continue
		}
		bottom := d.back + 1
		for bottom < len(d.stack) && d.number[d.stack[bottom]] >= low {
			bottom++
		}
		d.stack[d.back] = v
		if err := d.found(d.stack[d.back:bottom]); err != nil {
			return err
		}
		d.index -= uint32(bottom - d.back)
		d.back = bottom
	}
	return nil
}
