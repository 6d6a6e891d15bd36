package symbolic

import (
	"cmp"
	"math/big"
	"slices"
	"sort"
	"time"
)

// group is a group of events.
type group struct {
	projection
	index   []int // by read, in Products.Reads
	learned node  // the set of what it has seen and learnt the events of
}

// firing is a relation that is applied to the nodes of a level, with its number of rows.
type firing struct {
	relation relation
	rows     int
}

// all has the bits of all relations that are applied to a level. If there are more than 64, several relations share a
// bit.
const all = ^uint64(0)

func bit(i int) uint64 { return 1 << (i % 64) }

// diagram is everything known about a system.
type diagram struct {
	*store
	relations *relations
	sys       Products
	slots     []int32 // by level
	levels    []int32 // by slot
	groups    []group
	tops      [][]int    // by level, the groups that read it first
	fire      [][]firing // by level, the relations that are applied to its nodes
	version   []int      // by level, of fire
	op        operation  // the next one that is free
	// due has, for each pair on the stack that belongs to a node being closed, the bits of the relations that are still
	// to be applied to it.
	due    []uint64
	owed   []relation // of the events that the system owes
	events int        // learnt
	err    error

	// The pairs of the outermost node being closed begin at outer on the stack, and there are outermost of them; depth
	// is the number of nodes being closed.
	outer, outermost, depth int
	reported, nextCount     time.Time
	counted                 uint64   // states, when they were last counted
	reached                 *big.Int // states, once all are known
}

func newDiagram(sys Products, s *store, order []int32) *diagram {
	d := &diagram{store: s, relations: newRelations(sys), sys: sys, slots: order, op: opProject}
	d.levels = make([]int32, len(order))
	for level, slot := range order {
		d.levels[slot] = int32(level)
	}
	d.tops, d.fire = make([][]int, len(order)), make([][]firing, len(order))
	d.version = make([]int, len(order))
	for g := range sys.Groups() {
		slots, whole := sys.Reads(g)
		made := group{index: make([]int, len(slots))}
		for i := range slots {
			made.index[i] = i
		}
		slices.SortFunc(made.index, func(a, b int) int { return cmp.Compare(d.levels[slots[a]], d.levels[slots[b]]) })
		reads := make([]read, len(slots))
		for i, k := range made.index {
			reads[i].level = d.levels[slots[k]]
			if !whole[k] {
				reads[i].sees = func(value uint32) []uint32 { return sys.Sees(g, k, value) }
			}
		}
		made.projection = d.projection(reads)
		d.tops[made.reads[0].level] = append(d.tops[made.reads[0].level], g)
		d.groups = append(d.groups, made)
	}
	s.roots = func(mark func(node)) {
		for i := range d.groups {
			mark(d.groups[i].learned)
		}
	}
	return d
}

// saturate returns the states that can be reached from a set by the events that apply at its level or below. All such
// events in states of the result have been learnt. The set must be held.
func (d *diagram) saturate(n node) node {
	if n <= terminal {
		return n
	}
	if c := d.at(n)[atClosed]; c != 0 {
		return c
	}
	base := len(d.stack)
	for e := d.edges(n); len(e) > 0; e = e[2:] {
		c := d.saturate(e[1])
		d.stack = append(d.stack, pair{e[0], c})
	}
	return d.close(d.node(d.level(n), base))
}

// close is saturate for a node whose children are saturated. The node need not be held.
func (d *diagram) close(n node) node {
	if n <= terminal {
		return n
	}
	if c := d.at(n)[atClosed]; c != 0 {
		return c
	}
	held := d.hold(n, n)
	level := d.level(n)
	base, flags := len(d.stack), len(d.due)
	switch d.depth++; d.depth {
	case 1:
		d.outer, d.outermost = base, 0
	case 2:
		d.outermost = flags
	}
	for e := d.edges(n); len(e) > 0; e = e[2:] {
		d.stack = append(d.stack, pair{e[0], e[1]})
		d.due = append(d.due, all)
	}
	m, version, fire := n, d.version[level], d.fire[level]
	for {
		if version != d.version[level] { // there are new relations
			version, fire = d.version[level], d.fire[level]
			for k := flags; k < len(d.due); k++ {
				d.due[k] = all
			}
		}
		again := false
		for i := 0; i < len(fire); i++ {
			for some := true; some; {
				some = false
				for k := base; k < len(d.stack); k++ {
					if d.due[flags+k-base]&bit(i) == 0 {
						continue
					}
					some, again = true, true
					d.due[flags+k-base] &^= bit(i)
					for j := i; j < len(fire); j += 64 {
						k = d.apply(level, fire[j].relation, base, flags, k)
					}
				}
			}
			if i == 63 {
				break
			}
		}
		if again || version != d.version[level] {
			continue
		}
		top := len(d.stack)
		d.stack = append(d.stack, d.stack[base:top]...)
		m = d.node(level, top)
		d.held[held+1] = m
		for _, g := range d.tops[level] {
			d.learn(m, g)
		}
		if version == d.version[level] {
			break
		}
	}
	d.stack, d.due = d.stack[:base], d.due[:flags]
	if d.depth--; d.depth == 0 {
		d.outermost = 0
	}
	d.release(held)
	d.at(n)[atClosed], d.at(m)[atClosed] = m, m
	return m
}

// apply adds the image of the pair at place k of the stack under a relation to the node whose pairs begin at base,
// and returns the new place of the pair.
func (d *diagram) apply(level int32, r relation, base, flags, k int) int {
	d.tick() // a node may have a million pairs, and what is added to it need not make another
	value := d.stack[k].value
	if r == identity || d.relations.all[r].level > level {
		image := d.image(opClosedImage, d.stack[k].child, r)
		return d.add(base, flags, k, value, image)
	}
	for _, o := range d.relations.outcomes(r, value) {
		image := d.image(opClosedImage, d.stack[k].child, o.rest)
		k = d.add(base, flags, k, o.value, image)
	}
	return k
}

// add adds more to what may follow value in the node whose pairs begin at base. It returns the new place of the pair
// that was at place k.
func (d *diagram) add(base, flags, k int, value uint32, more node) int {
	if more == empty {
		return k
	}
	at := k
	if d.stack[k].value != value {
		at = base + sort.Search(len(d.stack)-base, func(i int) bool { return d.stack[base+i].value >= value })
	}
	if at < len(d.stack) && d.stack[at].value == value {
		held := d.hold(more)
		both := d.union(d.stack[at].child, more)
		d.release(held)
		if both != d.stack[at].child {
			d.stack[at].child, d.due[flags+at-base] = both, all
		}
		return k
	}
	d.stack = slices.Insert(d.stack, at, pair{value, more})
	d.due = slices.Insert(d.due, flags+at-base, all)
	if at <= k {
		k++
	}
	return k
}

// image applies a relation to a set that is in use. With opImage it returns the image; with opClosedImage, the image
// and everything that can be reached from it by events of its levels; with opDomain, the vectors of the set to which
// the relation applies.
func (d *diagram) image(op operation, n node, r relation) node {
	switch {
	case n == empty || r == nothing:
		return empty
	case r == identity:
		return n
	}
	if m, ok := d.cache.get(op, n, r); ok {
		return m
	}
	level, of := d.level(n), d.relations.all[r].level
	base := len(d.stack)
	for e := d.edges(n); len(e) > 0; e = e[2:] {
		if of > level {
			if c := d.image(op, e[1], r); c != empty {
				d.stack = append(d.stack, pair{e[0], c})
			}
			continue
		}
		for _, o := range d.relations.outcomes(r, e[0]) {
			value := o.value
			if op == opDomain {
				value = e[0]
			}
			if c := d.image(op, e[1], o.rest); c != empty {
				d.stack = append(d.stack, pair{value, c})
			}
		}
	}
	if of == level {
		d.normal(base)
	}
	m := d.node(level, base)
	if op == opClosedImage {
		m = d.close(m)
	}
	d.remember(op, n, r, m)
	return m
}

// learn asks for the events that a group has in those states of a set where it sees something new. The set must be
// held.
func (d *diagram) learn(n node, g int) {
	of := &d.groups[g]
	seen := d.project(n, &of.projection, 0)
	held := d.hold(seen)
	defer d.release(held)
	fresh := d.minus(seen, of.learned)
	if fresh == empty {
		return
	}
	d.hold(fresh)
	of.learned = d.union(of.learned, seen)
	type place struct {
		level int32
		owed  bool
	}
	batches := map[place][][]part{}
	var places []place
	tuple := make([]uint32, len(of.reads))
	row := func(owed bool, slots []int32, functions []uint32) {
		made := make([]part, len(slots))
		for i, slot := range slots {
			made[i] = part{d.levels[slot], functions[i] + 1}
		}
		slices.SortFunc(made, func(a, b part) int { return cmp.Compare(a.level, b.level) })
		// A relation is applied at the first level that the row changes or that determines whether it applies, because the
		// nodes below were closed before the row was known.
		at := place{of.reads[0].level, owed}
		if len(made) > 0 {
			at.level = min(at.level, made[0].level)
		}
		if batches[at] == nil {
			places = append(places, at)
		}
		batches[at] = append(batches[at], made)
		d.events++
	}
	var walk func(n node, i int)
	walk = func(n node, i int) {
		if i == len(of.reads) {
			if err := d.sys.Learn(g, tuple, row); err != nil {
				d.fail(err)
			}
			d.tick()
			return
		}
		for e := d.edges(n); len(e) > 0; e = e[2:] {
			tuple[of.index[i]] = e[0]
			walk(e[1], i+1)
		}
	}
	walk(fresh, 0)
	for _, at := range places {
		rows := batches[at]
		r := d.relations.of(rows)
		d.fires(at.level, firing{r, len(rows)})
		if at.owed {
			d.owed = append(d.owed, r)
		}
	}
}

// A relation with at least muchLarger times as many rows as a new one is not united with it.
const muchLarger = 16

// fires adds a relation to those that are applied to the nodes of a level. It is united with the last ones as long as
// these are not much larger, so each remaining relation is much larger than the next. Hence there are few relations,
// and a row is moved only a few times. Nodes that are being closed notice the new version and go on with the new
// relations.
func (d *diagram) fires(level int32, f firing) {
	kept := d.fire[level]
	for len(kept) > 0 && kept[len(kept)-1].rows < muchLarger*f.rows {
		o := kept[len(kept)-1]
		kept = kept[:len(kept)-1]
		f.relation, f.rows = d.relations.union(o.relation, f.relation), o.rows+f.rows
	}
	d.fire[level] = append(slices.Clone(kept), f)
	d.version[level]++
}
