package graph

import "encoding/binary"

// obligations are the sets of what a loop through one state, home, still owes. A set is
// some words of bits, and is numbered when it first comes up, so that it is handled as
// one number, however many obligations there are.
//
// First come the weak obligations that are enabled at home; being there settles all
// others. Then come the parts of Accept that are not true there; then the strong
// obligations that were enabled and not taken; and last, though not owed, those that
// were taken.
type obligations struct {
	g       *Graph
	of      *numbering
	weakBit []uint32 // by weak obligation: its bit + 1, 0 if it has none
	weaks   []uint32 // that have a bit, in order
	parts   []Where  // of Accept
	accept  []Where  // those that are not true at home
	strongs int      // the first bit of the strong ones
	taken   int      // and of those taken
	words   int

	first   uint32 // what is owed at first
	sets    []uint64
	numbers map[string]uint32
	seen    []uint32 // by weak obligation: the stamp of the visit that saw it enabled
	stamp   uint32
	scratch []uint64
	key     []byte
}

func newObligations(g *Graph, of *numbering, accept []Where) obligations {
	return obligations{
		g: g, of: of, parts: accept,
		weakBit: make([]uint32, of.weaks+1), seen: make([]uint32, of.weaks+1),
	}
}

// begin makes s home.
func (d *obligations) begin(s uint32) {
	for _, k := range d.weaks {
		d.weakBit[k] = 0
	}
	d.weaks, d.accept = d.weaks[:0], d.accept[:0]
	for e, end := d.g.edges(s); e < end; e++ {
		if k := d.of.weak[d.g.tag[e]]; k != 0 && d.weakBit[k] == 0 {
			d.weaks = append(d.weaks, k)
			d.weakBit[k] = uint32(len(d.weaks))
		}
	}
	for _, l := range d.parts {
		if !d.g.is(s, l) {
			d.accept = append(d.accept, l)
		}
	}
	d.strongs = len(d.weaks) + len(d.accept)
	d.taken = d.strongs + d.of.strongs
	d.words = (d.taken+d.of.strongs)/64 + 1
	d.sets, d.numbers = d.sets[:0], map[string]uint32{}
	d.scratch = append(d.scratch[:0], make([]uint64, d.words)...)
	for bit := range d.strongs {
		d.put(bit)
	}
	d.enable(s)
	d.first = d.intern()
}

func (d *obligations) get(bit int) bool { return d.scratch[bit>>6]>>(bit&63)&1 != 0 }
func (d *obligations) put(bit int)      { d.scratch[bit>>6] |= 1 << (bit & 63) }
func (d *obligations) drop(bit int)     { d.scratch[bit>>6] &^= 1 << (bit & 63) }

// load makes a set the one that is worked on.
func (d *obligations) load(set uint32) { copy(d.scratch, d.sets[int(set)*d.words:]) }

// intern returns the number of the set that is worked on.
func (d *obligations) intern() uint32 {
	d.key = d.key[:0]
	for _, w := range d.scratch {
		d.key = binary.LittleEndian.AppendUint64(d.key, w)
	}
	set, ok := d.numbers[string(d.key)]
	if !ok {
		set = uint32(len(d.numbers))
		d.numbers[string(d.key)] = set
		d.sets = append(d.sets, d.scratch...)
	}
	return set
}

// settled reports whether nothing of a set is owed.
func (d *obligations) settled(set uint32) bool {
	words := d.sets[int(set)*d.words:]
	whole := d.taken >> 6
	for _, w := range words[:whole] {
		if w != 0 {
			return false
		}
	}
	return words[whole]&(1<<(d.taken&63)-1) == 0
}

// enable marks the weak obligations that are enabled in a state as seen and adds the
// strong ones, unless they were taken.
func (d *obligations) enable(v uint32) {
	if d.stamp++; d.stamp == 0 {
		clear(d.seen)
		d.stamp = 1
	}
	for e, end := d.g.edges(v); e < end; e++ {
		tag := d.g.tag[e]
		d.seen[d.of.weak[tag]] = d.stamp
		if k := int(d.of.strong[tag]); k != 0 && !d.get(d.taken+k-1) {
			d.put(d.strongs + k - 1)
		}
	}
}

// visit returns what is owed after a set when the loop comes to a state.
func (d *obligations) visit(set, v uint32) uint32 {
	d.load(set)
	d.enable(v)
	for bit, k := range d.weaks {
		if d.seen[k] != d.stamp {
			d.drop(bit)
		}
	}
	for i, l := range d.accept {
		if d.g.is(v, l) {
			d.drop(len(d.weaks) + i)
		}
	}
	return d.intern()
}

// take returns what is owed after a set when the loop takes an edge.
func (d *obligations) take(set uint32, tag uint16) uint32 {
	weak, strong := int(d.weakBit[d.of.weak[tag]])-1, int(d.of.strong[tag])-1
	if weak < 0 && strong < 0 {
		return set
	}
	d.load(set)
	if weak >= 0 {
		d.drop(weak)
	} else {
		d.drop(d.strongs + strong)
		d.put(d.taken + strong)
	}
	return d.intern()
}

// less reports whether an edge, or the state it leads to, settles something of a set.
func (d *obligations) less(set uint32, tag uint16, to uint32) bool {
	d.load(set)
	if weak := int(d.weakBit[d.of.weak[tag]]) - 1; weak >= 0 && d.get(weak) {
		return true
	}
	if strong := int(d.of.strong[tag]) - 1; strong >= 0 && d.get(d.strongs+strong) {
		return true
	}
	d.enable(to)
	for bit, k := range d.weaks {
		if d.get(bit) && d.seen[k] != d.stamp {
			return true
		}
	}
	for i, l := range d.accept {
		if d.get(len(d.weaks)+i) && d.g.is(to, l) {
			return true
		}
	}
	return false
}
