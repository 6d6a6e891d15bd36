package symbolic

import (
	"encoding/binary"
	"slices"
)

// Question is a question about a single state. Its answer depends on aspects of single slots, which the question
// numbers as it comes across them.
type Question struct {
	// Ask reports whether the question is true in state v, and the aspects on which the answer depends: it is the same
	// in all states in which these aspects are the same.
	Ask func(v []uint32) (is bool, aspects []int32, err error)
	// Slot returns the slot of an aspect.
	Slot func(aspect int32) int32
	// Of returns the aspect of a value of its slot.
	Of func(aspect int32, value uint32) (uint32, error)
}

// asked is a question with the aspects that its answers have depended on so far.
type asked struct {
	Question
	known []int32
}

// look is what a question sees of a slot: classes of values that agree in all its aspects.
type look struct {
	aspects []int32
	of      map[uint32][]uint32 // by value, the class
	classes map[string]uint32
	seen    [][]uint32 // by class, the values of the aspects
}

// decide returns a vector of a set, by level, for which the question is true, or nil. The set must be held. decide
// projects the set to what the question is known to depend on. Then it asks the question of one vector after another
// and sets aside all vectors that are known to have the same answer. If an answer depends on new aspects, it begins
// again with these.
func (d *diagram) decide(n node, q *asked) []uint32 {
	for n != empty {
		looks := d.looks(q)
		var reads []read
		for level, l := range looks {
			if l != nil {
				reads = append(reads, read{int32(level), func(value uint32) []uint32 { return d.class(q, l, value) }})
			}
		}
		p := d.projection(reads)
		held := d.hold(d.project(n, &p, 0))
		for d.held[held] != empty {
			pattern := d.first(d.held[held])
			v := d.pick(n, &p, pattern)
			d.tick()
			is, aspects, err := q.Ask(d.plain(v))
			if err != nil {
				d.fail(err)
			}
			if is {
				return v
			}
			before := len(q.known)
			for _, a := range aspects {
				if !slices.Contains(q.known, a) {
					q.known = append(q.known, a)
				}
			}
			if len(q.known) > before {
				break
			}
			same := make([]func(class uint32) bool, len(p.reads))
			for i, r := range p.reads {
				l := looks[r.level]
				same[i] = func(class uint32) bool { return l.alike(class, pattern[i], aspects) }
			}
			d.op++
			d.held[held] = d.without(d.held[held], d.op-1, same)
		}
		done := d.held[held] == empty
		d.release(held)
		if done {
			return nil
		}
	}
	return nil
}

// looks returns what a question sees, by level; nil where it sees nothing.
func (d *diagram) looks(q *asked) []*look {
	all := make([]*look, len(d.slots))
	for _, a := range q.known {
		level := d.levels[q.Slot(a)]
		if all[level] == nil {
			all[level] = &look{of: map[uint32][]uint32{}, classes: map[string]uint32{}}
		}
		all[level].aspects = append(all[level].aspects, a)
	}
	return all
}

// class returns the class of a value, as the only element.
func (d *diagram) class(q *asked, l *look, value uint32) []uint32 {
	if c := l.of[value]; c != nil {
		return c
	}
	var key []byte
	seen := make([]uint32, len(l.aspects))
	for i, a := range l.aspects {
		x, err := q.Of(a, value)
		if err != nil {
			d.fail(err)
		}
		seen[i], key = x, binary.LittleEndian.AppendUint32(key, x)
	}
	c, ok := l.classes[string(key)]
	if !ok {
		c = uint32(len(l.seen))
		l.classes[string(key)], l.seen = c, append(l.seen, seen)
	}
	l.of[value] = []uint32{c}
	return l.of[value]
}

// alike reports whether two classes agree in the given aspects.
func (l *look) alike(a, b uint32, aspects []int32) bool {
	for i, aspect := range l.aspects {
		if l.seen[a][i] != l.seen[b][i] && slices.Contains(aspects, aspect) {
			return false
		}
	}
	return true
}

// first returns the first vector of a non-empty set.
func (d *diagram) first(n node) (v []uint32) {
	for n != terminal {
		e := d.edges(n)
		v, n = append(v, e[0]), e[1]
	}
	return v
}

// pick returns a vector of a set whose projection is the pattern.
func (d *diagram) pick(n node, p *projection, pattern []uint32) (v []uint32) {
	i := 0
	for n != terminal {
		at := i
		if i < len(p.reads) && p.reads[i].level == d.level(n) {
			at++
		}
		for e := d.edges(n); ; e = e[2:] {
			if at > i && p.reads[i].sees(e[0])[0] != pattern[i] {
				continue
			}
			if seen := d.project(e[1], p, at); d.has(seen, pattern[at:]) {
				v, n = append(v, e[0]), e[1]
				break
			}
		}
		i = at
	}
	return v
}

// without returns a set without the vectors whose value is in same at every place.
func (d *diagram) without(n node, op operation, same []func(uint32) bool) node {
	if len(same) == 0 || n == empty {
		return empty
	}
	if m, ok := d.cache.get(op, n, 0); ok {
		return m
	}
	base := len(d.stack)
	for e := d.edges(n); len(e) > 0; e = e[2:] {
		c := e[1]
		if same[0](e[0]) {
			c = d.without(c, op, same[1:])
		}
		if c != empty {
			d.stack = append(d.stack, pair{e[0], c})
		}
	}
	m := d.node(d.level(n), base)
	d.remember(op, n, 0, m)
	return m
}

// plain turns a vector that is given by level into a vector of the system.
func (d *diagram) plain(v []uint32) []uint32 {
	plain := make([]uint32, len(v))
	for level, slot := range d.slots {
		plain[slot] = v[level]
	}
	d.sys.Plain(plain)
	return plain
}

// fail ends the search with an error, by a panic.
func (d *diagram) fail(err error) {
	d.err = err
	panic(stop{})
}
