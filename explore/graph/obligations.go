package graph

import "math/bits"

// obligations are the sets of what a loop through one state, home, still owes. A set is some words of bits.
//
// First come the weak obligations that are enabled at home; being there settles all others. Then come the parts of
// Accept that are not true there; then the strong obligations that were enabled and not taken; and last, though not
// owed, those that were not taken. So whatever settles the rest of a set settles that of each of its subsets.
type obligations struct {
	g       *Graph
	of      *numbering
	home    uint32
	weakBit []uint32 // by weak obligation: its bit + 1, 0 if it has none
	weaks   []uint32 // that have a bit, in order
	parts   []Where  // of Accept
	accept  []Where  // those that are not true at home
	strongs int      // the first bit of the strong ones
	untaken int      // and of those not taken
	words   int

	first   []uint64 // what is owed at first
	scratch []uint64 // what arrive returns

	seen  []uint32 // by weak obligation: the stamp of the state that was seen to enable it
	stamp uint32

	// masks is a direct-mapped cache by state: what being there settles, and then which strong obligations it enables.
	masks []uint64
	whose []uint64 // the home, as a number, and the state that a place of it is for
	homes uint64
}

// maskCache is how many states masks is for.
const maskCache = 1 << 12

func newObligations(g *Graph, of *numbering, accept []Where) obligations {
	return obligations{
		g: g, of: of, parts: accept,
		weakBit: make([]uint32, of.weaks+1), seen: make([]uint32, of.weaks+1), whose: make([]uint64, maskCache),
	}
}

// begin makes s home.
func (d *obligations) begin(s uint32) {
	d.home = s
	d.homes++
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
	d.untaken = d.strongs + d.of.strongs
	d.words = (d.untaken+d.of.strongs)/64 + 1
	if need := 2 * d.words * maskCache; len(d.masks) < need {
		d.masks = make([]uint64, need)
	}
	d.first, d.scratch = append(d.first[:0], make([]uint64, d.words)...), append(d.scratch[:0], make([]uint64, d.words)...)
	for bit := range d.strongs {
		put(d.first, bit)
	}
	for k := range d.of.strongs {
		put(d.first, d.untaken+k)
	}
	_, enabled := d.at(s)
	d.enable(d.first, enabled)
}

func put(set []uint64, bit int)  { set[bit>>6] |= 1 << (bit & 63) }
func drop(set []uint64, bit int) { set[bit>>6] &^= 1 << (bit & 63) }

// settled reports whether nothing of a set is owed.
func (d *obligations) settled(set []uint64) bool {
	whole := d.untaken >> 6
	for _, w := range set[:whole] {
		if w != 0 {
			return false
		}
	}
	return set[whole]&(1<<(d.untaken&63)-1) == 0
}

// at returns what being in a state settles, and which strong obligations are enabled there.
func (d *obligations) at(v uint32) (settles, enabled []uint64) {
	i := int(mix(uint64(v)) & (maskCache - 1))
	masks := d.masks[2*d.words*i:][:2*d.words]
	settles, enabled = masks[:d.words], masks[d.words:]
	if id := d.homes<<32 | uint64(v); d.whose[i] != id {
		d.whose[i] = id
		clear(masks)
		d.look(v, settles, enabled)
	}
	return settles, enabled
}

// look fills in what at returns.
func (d *obligations) look(v uint32, settles, enabled []uint64) {
	if d.stamp++; d.stamp == 0 {
		clear(d.seen)
		d.stamp = 1
	}
	for e, end := d.g.edges(v); e < end; e++ {
		tag := d.g.tag[e]
		d.seen[d.of.weak[tag]] = d.stamp
		if k := int(d.of.strong[tag]); k != 0 {
			put(enabled, d.strongs+k-1)
		}
	}
	for bit, k := range d.weaks {
		if d.seen[k] != d.stamp {
			put(settles, bit)
		}
	}
	for i, l := range d.accept {
		if d.g.is(v, l) {
			put(settles, len(d.weaks)+i)
		}
	}
}

// enable adds strong obligations to a set, unless they were taken.
func (d *obligations) enable(set, enabled []uint64) {
	for i, w := range enabled {
		for ; w != 0; w &= w - 1 {
			bit := 64*i + bits.TrailingZeros64(w)
			if not := bit + d.of.strongs; set[not>>6]>>(not&63)&1 != 0 {
				put(set, bit)
			}
		}
	}
}

// arrive returns what is owed after a set when the loop takes an edge to a state. It is valid until the next call.
func (d *obligations) arrive(set []uint64, tag uint16, to uint32) []uint64 {
	after := d.scratch
	copy(after, set)
	if weak := int(d.weakBit[d.of.weak[tag]]); weak > 0 {
		drop(after, weak-1)
	} else if strong := int(d.of.strong[tag]); strong > 0 {
		drop(after, d.strongs+strong-1)
		drop(after, d.untaken+strong-1)
	}
	settles, enabled := d.at(to) // nothing is settled by being at home
	for i, w := range settles {
		after[i] &^= w
	}
	d.enable(after, enabled)
	return after
}

// less reports whether an edge, or the state it leads to, settles something of a set.
func (d *obligations) less(set []uint64, tag uint16, to uint32) bool {
	after := d.arrive(set, tag, to)
	for i, w := range set {
		w &^= after[i]
		if whole := d.untaken >> 6; i == whole {
			w &= 1<<(d.untaken&63) - 1
		} else if i > whole {
			w = 0
		}
		if w != 0 {
			return true
		}
	}
	return false
}
