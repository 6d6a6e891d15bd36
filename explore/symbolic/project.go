package symbolic

// projection is what is seen of some slots.
type projection struct {
	reads []read    // in the order of levels
	op    operation // the first of as many
}

// read is a slot of which something is seen.
type read struct {
	level int32
	// sees returns what is seen of a value; nothing if vectors with that value are left out. Nil sees the value.
	sees func(value uint32) []uint32
}

// seenLevel is added to the levels of nodes of what is seen, which are never those of states.
const seenLevel = 1 << 24

func (d *diagram) projection(reads []read) projection {
	d.op += operation(len(reads))
	return projection{reads, d.op - operation(len(reads))}
}

// project returns what is seen, from the i-th read on, of a set that is in use.
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
