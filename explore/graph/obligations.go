package graph

import (
	"encoding/binary"
	"math/bits"
	"slices"
	"strconv"
)

// obligations computes with sets of what a loop through one state, home, still owes. A set is a bit set of several
// words.
//
// The first bits are the weak obligations that are enabled at home; being at home settles the others. Then come the
// parts of Accept that are not true at home, then the strong obligations that have been enabled and not taken. The
// last bits, which are not owed, are the strong obligations that have not been taken. So whatever settles a set also
// settles each of its subsets.
type obligations struct {
	g       *Graph
	of      *numbering
	weakBit []uint32 // by weak obligation: its bit + 1, 0 if it has none
	weaks   []uint32 // weak obligations that have a bit, in order
	all     []Where  // parts of Accept
	accept  []int    // the parts that are not true at home
	strongs int      // first bit of the strong obligations that are owed
	untaken int      // first bit of the strong obligations that have not been taken
	words   int      // of a set

	first   []uint64 // what is owed at first
	scratch []uint64 // what arrive returns

	// Good states are of the same kind if the same obligations are enabled in them and the same parts of Accept are
	// true.
	kind  []uint32 // by state
	kinds map[string]uint32
	tags  [][]uint16 // by kind: the tags of the obligations that are enabled
	parts [][]bool   // by kind: the parts of Accept that are true
	key   []byte

	constant []bool   // by weak obligation: it is enabled in all good states
	taken    []uint64 // the bits that only edges settle, each another one

	seen  []uint32 // by weak obligation: the stamp of the last kind that enables it
	stamp uint32

	// By kind: masks has what being in a state of that kind settles, and then which strong obligations are enabled
	// there; known has the home for which this was computed. If that takes too much memory, there is only one mask, which
	// is computed each time.
	masks []uint64
	known []uint32
	alone bool   // there is only one mask
	homes uint32 // number of the current home
}

func newObligations(g *Graph, of *numbering, accept []Where) obligations {
	return obligations{
		g: g, of: of, all: accept, kinds: map[string]uint32{},
		weakBit: make([]uint32, of.weaks+1), seen: make([]uint32, of.weaks+1),
	}
}

// classify determines the kind of a state.
func (d *obligations) classify(v uint32) {
	var tags []uint16
	for x := d.g.edges(v); x.next(); {
		if d.of.weak[x.tag]|d.of.strong[x.tag] != 0 && !slices.Contains(tags, x.tag) {
			tags = append(tags, x.tag)
		}
	}
	slices.Sort(tags)
	d.key = d.key[:0]
	parts := make([]bool, len(d.all))
	for i, l := range d.all {
		parts[i] = d.g.is(v, l)
		d.key = strconv.AppendBool(d.key, parts[i])
	}
	for _, tag := range tags {
		d.key = binary.LittleEndian.AppendUint16(d.key, tag)
	}
	kind, ok := d.kinds[string(d.key)]
	if !ok {
		kind = uint32(len(d.tags))
		d.kinds[string(d.key)] = kind
		d.tags, d.parts, d.known = append(d.tags, tags), append(d.parts, parts), append(d.known, 0)
	}
	d.kind[v] = kind
}

// constants finds the weak obligations that no state settles, once all states are classified.
func (d *obligations) constants() {
	in := make([]int, d.of.weaks+1)
	for _, tags := range d.tags {
		d.stamp++
		for _, tag := range tags {
			if k := d.of.weak[tag]; d.seen[k] != d.stamp {
				d.seen[k] = d.stamp
				in[k]++
			}
		}
	}
	d.constant = make([]bool, len(in))
	for k, n := range in {
		d.constant[k] = n == len(d.tags)
	}
}

// begin makes s the home.
func (d *obligations) begin(s uint32) {
	if d.homes++; d.homes == 0 {
		clear(d.known)
		d.homes = 1
	}
	kind := d.kind[s]
	for _, k := range d.weaks {
		d.weakBit[k] = 0
	}
	d.weaks, d.accept = d.weaks[:0], d.accept[:0]
	for _, tag := range d.tags[kind] {
		if k := d.of.weak[tag]; k != 0 && d.weakBit[k] == 0 {
			d.weaks = append(d.weaks, k)
			d.weakBit[k] = uint32(len(d.weaks))
		}
	}
	for i, is := range d.parts[kind] {
		if !is {
			d.accept = append(d.accept, i)
		}
	}
	d.strongs = len(d.weaks) + len(d.accept)
	d.untaken = d.strongs + d.of.strongs
	d.words = (d.untaken+d.of.strongs)/64 + 1
	kept := len(d.tags)
	if d.alone = 2*d.words*kept > d.g.words; d.alone {
		kept = 1
	}
	if need := 2 * d.words * kept; len(d.masks) < need {
		d.masks = make([]uint64, need)
	}
	d.first, d.scratch = append(d.first[:0], make([]uint64, d.words)...), append(d.scratch[:0], make([]uint64, d.words)...)
	d.taken = append(d.taken[:0], make([]uint64, d.words)...)
	for bit := range d.strongs {
		put(d.first, bit)
		if bit < len(d.weaks) && d.constant[d.weaks[bit]] {
			put(d.taken, bit)
		}
	}
	for bit := d.strongs; bit < d.untaken; bit++ {
		put(d.taken, bit)
	}
	for k := range d.of.strongs {
		put(d.first, d.untaken+k)
	}
	_, enabled := d.at(s)
	d.enable(d.first, enabled)
}

func put(set []uint64, bit int)  { set[bit>>6] |= 1 << (bit & 63) }
func drop(set []uint64, bit int) { set[bit>>6] &^= 1 << (bit & 63) }

// edges returns how many edges it takes at least to settle a set.
func (d *obligations) edges(set []uint64) (n int) {
	for i, w := range set {
		n += bits.OnesCount64(w & d.taken[i])
	}
	return n
}

// settled reports whether nothing in a set is owed.
func (d *obligations) settled(set []uint64) bool {
	whole := d.untaken >> 6
	for _, w := range set[:whole] {
		if w != 0 {
			return false
		}
	}
	return set[whole]&(1<<(d.untaken&63)-1) == 0
}

// at returns what being in a state settles, and which strong obligations are enabled there. Both are valid until the
// next call.
func (d *obligations) at(v uint32) (settles, enabled []uint64) {
	kind := int(d.kind[v])
	place := kind
	if d.alone {
		place = 0
	}
	masks := d.masks[2*d.words*place:][:2*d.words]
	settles, enabled = masks[:d.words], masks[d.words:]
	if d.alone || d.known[kind] != d.homes {
		d.known[kind] = d.homes
		clear(masks)
		d.fillMasks(kind, settles, enabled)
	}
	return settles, enabled
}

// fillMasks computes what at returns for a kind.
func (d *obligations) fillMasks(kind int, settles, enabled []uint64) {
	if d.stamp++; d.stamp == 0 {
		clear(d.seen)
		d.stamp = 1
	}
	for _, tag := range d.tags[kind] {
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
	for i, part := range d.accept {
		if d.parts[kind][part] {
			put(settles, len(d.weaks)+i)
		}
	}
}

// enable adds strong obligations to a set unless they have been taken.
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

// arrive returns what is owed when the loop, owing set, takes an edge with the given tag to a state. The result is
// valid until the next call.
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

// settlesAny reports whether an edge, or the state it leads to, settles something that is owed in a set.
func (d *obligations) settlesAny(set []uint64, tag uint16, to uint32) bool {
	bit := int(d.weakBit[d.of.weak[tag]]) - 1
	if strong := int(d.of.strong[tag]); bit < 0 && strong > 0 {
		bit = d.strongs + strong - 1
	}
	if bit >= 0 && set[bit>>6]>>(bit&63)&1 != 0 {
		return true
	}
	settles, _ := d.at(to)
	for i, w := range settles[:d.strongs>>6+1] { // a state settles no strong obligation
		if w&set[i] != 0 {
			return true
		}
	}
	return false
}
