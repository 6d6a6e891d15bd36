package explore

import "slices"

// components finds the states that a fair execution within Region can go round
// in, or end in, and that can be reached from Start within Region.
//
// A set of edges that a loop takes lies within one strongly connected component,
// and a component has a loop that takes all of its edges. So a component is good if
// that loop is fair: if it has a state of each part of Accept, a state
// without or an edge with each weak obligation, and an edge with each strong one that
// is enabled in it. A component that fails for a strong one may have a fair loop
// that avoids the states in which that is enabled; so these are removed, and the rest
// is decomposed again (Emerson and Lei, "Modalities for Model Checking:
// Branching Time Logic Strikes Back", Science of Computer Programming 8, 1987;
// Lichtenstein and Pnueli, POPL 1985). Nothing else is lost: no fair loop visits what
// is removed.
//
// Components are found with Tarjan's algorithm ("Depth-First Search and Linear
// Graph Algorithms", SIAM Journal on Computing 1, 1972), made iterative, with one
// number per state in place of two, and one array for both of its stacks, since no state
// is on both (Pearce, "A Space-Efficient Algorithm for Finding Strongly Connected
// Components", Information Processing Letters 116, 2016).
func (h *hunt) components() error {
	d := newDecomposition(h)
	d.found = d.judge
	return d.all()
}

// all decomposes what can be reached in the region from its starts, and what is to be
// decomposed again.
func (d *decomposition) all() error {
	h := d.hunt
	for i := range h.region {
		for id, w := uint32(i)<<6, h.region[i]; w != 0; id, w = id+1, w>>1 {
			if w&1 != 0 {
				d.number[id] = 0
			}
		}
	}
	roots := uint64(h.r.starts[min(1, len(h.r.starts)-1)])
	if h.query.Anywhere {
		roots = h.r.States
	}
	for id := range uint32(roots) {
		if d.number[id] == 0 && h.starts(id) {
			if err := d.visit(id); err != nil {
				return err
			}
		}
	}
	for d.pending {
		d.pending = false
		todo := make([]uint32, 0)
		for id := range uint32(h.r.States) {
			if has(h.again, id) {
				unset(h.again, id)
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

// decomposition is Tarjan's algorithm at work.
type decomposition struct {
	*hunt

	// found is called with each component when all components that it leads to are known. Its
	// states are no longer visited; it makes their numbers finished.
	found func(component []uint32)

	// number is 0 for states to be visited. While a state is on a stack, it is the
	// least index of those known to be reachable from it that are on one.
	number []uint32
	index  uint32 // of the next state

	// cursor is how many of its edges a state has followed; turned is set when
	// it is not the root of its component.
	cursor []uint32

	// stack holds the states on the way from the root from its front on, and those that wait for
	// the rest of their component from its back on.
	stack       []uint32
	front, back int

	pending bool // some states are to be decomposed again

	// Scratch of judge.
	round       uint32   // of the component
	seen, taken []uint32 // by strong obligation: the round in which it last was
	stamp       uint32   // of the state
	present     []uint32 // by weak obligation: the stamp of the state in which it last was enabled
	need        []uint32 // weak ones
	owed        []uint32 // strong ones that are enabled
	unmet       []bool   // strong ones
	missing     []Where  // of Accept
}

// Numbers that are no index. They are larger than any.
const (
	finished = 1<<32 - 1 // its component is known, or it is not to be visited
	current  = 1<<32 - 2 // it is in the component that is being judged

	turned = 1 << 31
)

func newDecomposition(h *hunt) *decomposition {
	d := &decomposition{hunt: h, number: h.arrays[0], cursor: h.arrays[1], stack: h.arrays[2],
		seen: make([]uint32, h.strongs+1), taken: make([]uint32, h.strongs+1),
		present: make([]uint32, h.weaks+1), unmet: make([]bool, h.strongs+1)}
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

// visit decomposes what can be reached from root and was not visited before. It is one
// long loop, since all of it is hot.
func (d *decomposition) visit(root uint32) error {
	d.push(root)
	for d.front > 0 {
		v := d.stack[d.front-1]
		begin, end := d.edges(v)
		at := begin + uint64(d.cursor[v]&^turned)
		first := at
		low, child := d.number[v], uint32(none)
		for ; at < end; at++ {
			w := d.to[at]
			n := d.number[w]
			if n == 0 {
				child = w
				break
			}
			if n < low {
				low = n
			}
		}
		root := d.cursor[v]&turned == 0 && low == d.number[v]
		d.number[v] = low
		d.cursor[v] = uint32(at - begin)
		if !root {
			d.cursor[v] |= turned
		}
		if err := d.tick(at - first + 1); err != nil {
			return err
		}
		if child != none {
			d.push(child) // and come back to this very edge, to see its number
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
		d.found(d.stack[d.back:bottom])
		d.index -= uint32(bottom - d.back)
		d.back = bottom
	}
	return nil
}

// judge decides about a component.
func (d *decomposition) judge(component []uint32) {
	for _, v := range component {
		d.number[v] = current
	}
	if len(component) > 1 || d.loops(component[0]) {
		d.loop(component)
	}
	for _, v := range component {
		d.number[v] = finished
		if d.mayEnd(v) {
			set(d.ends, v)
			d.some = true
		}
	}
}

// loops reports whether a state has an edge to itself.
func (d *decomposition) loops(v uint32) bool {
	e, end := d.edges(v)
	for ; e < end; e++ {
		if d.to[e] == v {
			return true
		}
	}
	return false
}

// mayEnd reports whether an execution that comes to a state may stay there for ever,
// which is what an execution that ends does.
func (d *decomposition) mayEnd(v uint32) bool {
	for _, accept := range d.query.Accept {
		if !d.is(v, accept) {
			return false
		}
	}
	if d.weaks+d.strongs == 0 {
		return true
	}
	e, end := d.edges(v)
	for ; e < end; e++ {
		if t := d.tag[e]; d.weak[t]|d.strong[t] != 0 {
			return false
		}
	}
	return true
}

// loop decides about a component with a cycle.
func (d *decomposition) loop(component []uint32) {
	if !d.accepts(component) || !d.weaklyFair(component) {
		return
	}
	if d.stronglyFair(component) {
		for _, v := range component {
			set(d.good, v)
		}
		d.some = true
		return
	}
	for _, v := range component {
		e, end := d.edges(v)
		keep := true
		for ; e < end && keep; e++ {
			keep = !d.unmet[d.strong[d.tag[e]]]
		}
		if keep {
			set(d.again, v)
			d.pending = true
		}
	}
}

// accepts reports whether a component has a state of each part of Accept.
func (d *decomposition) accepts(component []uint32) bool {
	missing := append(d.missing[:0], d.query.Accept...)
	d.missing = missing
	for _, v := range component {
		if len(missing) == 0 {
			break
		}
		n := 0
		for _, l := range missing {
			if !d.is(v, l) {
				missing[n] = l
				n++
			}
		}
		missing = missing[:n]
	}
	return len(missing) == 0
}

// weaklyFair reports whether there is, for each weak obligation, a state in which it is
// not enabled, or an edge within the component that takes it.
func (d *decomposition) weaklyFair(component []uint32) bool {
	need := d.alwaysEnabled(component)
	for _, v := range component {
		if len(need) == 0 {
			return true
		}
		e, end := d.edges(v)
		for ; e < end; e++ {
			if k := d.weak[d.tag[e]]; k != 0 && d.number[d.to[e]] == current {
				if i := slices.Index(need, k); i >= 0 {
					need = slices.Delete(need, i, i+1)
				}
			}
		}
	}
	return len(need) == 0
}

// alwaysEnabled lists the weak obligations that are enabled in all states of a component.
func (d *decomposition) alwaysEnabled(component []uint32) []uint32 {
	need := d.need[:0]
	if d.weaks == 0 {
		return need
	}
	for i, v := range component {
		if d.stamp++; d.stamp == 0 {
			clear(d.present)
			d.stamp = 1
		}
		e, end := d.edges(v)
		for ; e < end; e++ {
			if k := d.weak[d.tag[e]]; k != 0 && d.present[k] != d.stamp {
				d.present[k] = d.stamp
				if i == 0 {
					need = append(need, k)
				}
			}
		}
		need = slices.DeleteFunc(need, func(k uint32) bool { return d.present[k] != d.stamp })
		if len(need) == 0 {
			break
		}
	}
	d.need = need
	return need
}

// stronglyFair reports whether each strong obligation that is enabled in the component
// is taken by an edge within it, and leaves those that are not in unmet.
func (d *decomposition) stronglyFair(component []uint32) bool {
	if d.strongs == 0 {
		return true
	}
	if d.round++; d.round == 0 {
		clear(d.seen)
		clear(d.taken)
		d.round = 1
	}
	for _, k := range d.owed {
		d.unmet[k] = false
	}
	d.owed = d.owed[:0]
	for _, v := range component {
		e, end := d.edges(v)
		for ; e < end; e++ {
			k := d.strong[d.tag[e]]
			if k == 0 {
				continue
			}
			if d.seen[k] != d.round {
				d.seen[k] = d.round
				d.owed = append(d.owed, k)
			}
			if d.number[d.to[e]] == current {
				d.taken[k] = d.round
			}
		}
	}
	fair := true
	for _, k := range d.owed {
		d.unmet[k] = d.taken[k] != d.round
		fair = fair && !d.unmet[k]
	}
	return fair
}
