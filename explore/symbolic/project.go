package symbolic

// projection maps vectors to what is seen of some of their slots.
type projection struct {
	reads []read    // in the order of levels
	op    operation // for the first read; the others follow
}

// read is a slot, and what is seen of it.
type read struct {
	level int32
	// sees returns what is seen of a value; nothing if vectors with that value are left out. If sees is nil, the value
	// itself is seen.
	sees func(value uint32) []uint32
}

// seenLevel is the first level of nodes of projections, so that these never equal nodes of states.
const seenLevel = 1 << 24

func (d *diagram) projection(reads []read) projection {
	d.op += operation(len(reads))
	return projection{reads, d.op - operation(len(reads))}
}

// project returns the projection of a set from the i-th read on. The set must be in use.
func (d *diagram) project(n node, of *projection, i int) node {
	switch {
	case n == empty:
		return empty
	case i == len(of.reads):
		return terminal
	}
	op := of.op + operation(i)
	if m, ok := d.cache.get(op, n, 0); ok {
		return m
	}
	read := &of.reads[i]
	base := len(d.stack)
	if d.level(n) < read.level {
		d.stack = append(d.stack, pair{0, empty})
		for e := d.edges(n); len(e) > 0; e = e[2:] {
			held := d.hold(d.project(e[1], of, i))
			both := d.union(d.stack[base].child, d.held[held])
			d.stack[base].child = both
			d.release(held)
		}
		m := d.stack[base].child
		d.stack = d.stack[:base]
		d.remember(op, n, 0, m)
		return m
	}
	for e := d.edges(n); len(e) > 0; e = e[2:] {
		if read.sees == nil {
			if c := d.project(e[1], of, i+1); c != empty {
				d.stack = append(d.stack, pair{e[0], c})
			}
			continue
		}
		seen := read.sees(e[0])
		if len(seen) == 0 {
			continue
		}
		if c := d.project(e[1], of, i+1); c != empty {
			for _, s := range seen {
				d.stack = append(d.stack, pair{s, c})
			}
		}
	}
	if read.sees != nil {
		d.normal(base)
	}
	m := d.node(seenLevel+int32(i), base)
	d.remember(op, n, 0, m)
	return m
}
