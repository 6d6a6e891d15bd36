package explore

import (
	"math/bits"

	"github.com/anel-mc/mc/explore/internal/hash"
)

// vicinity is the states from which a step may lead to a member of a layer, with most of the others left out, so that
// these need not be stepped. A transition changes slots of one extent only, so for some extent all slots outside it
// are the same before and after. For each member and each extent, a bit stands for the values of these slots. By
// chance it may stand for others as well.
type vicinity struct {
	bits  []uint64
	shift uint // 64 - log2 of the number of bits
}

// newVicinity returns the vicinity of the members of some blocks.
func newVicinity(blocks []coneBlock) *vicinity {
	n := 0
	for _, b := range blocks {
		n += len(b.outsides)
	}
	size := uint(bits.Len(uint(n))) + 6 // log2: 64 to 128 bits for each
	v := &vicinity{bits: make([]uint64, 1<<(size-6)), shift: 64 - size}
	for _, b := range blocks {
		for _, o := range b.outsides {
			at := o >> v.shift
			v.bits[at>>6] |= 1 << (at & 63)
		}
	}
	return v
}

// holds reports whether a state with the given outsides may be in the vicinity. Without extents a state has no
// outsides, and always may.
func (v *vicinity) holds(outsides []uint64) bool {
	for _, o := range outsides {
		if at := o >> v.shift; v.bits[at>>6]>>(at&63)&1 != 0 {
			return true
		}
	}
	return len(outsides) == 0
}

// outsider computes outsides: by extent, a hash of the values of all slots outside it.
type outsider struct {
	extents [][]int32
	hashes  []uint64 // scratch: by slot
}

// append appends the outsides of a state.
func (o *outsider) append(to []uint64, v []uint32) []uint64 {
	if len(o.extents) == 0 {
		return to
	}
	o.hashes = o.hashes[:0]
	all := uint64(0)
	for slot, value := range v {
		h := hash.Mix(uint64(slot+1)<<32 | uint64(value))
		o.hashes = append(o.hashes, h)
		all += h
	}
	for i, slots := range o.extents {
		outside := all
		for _, slot := range slots {
			outside -= o.hashes[slot]
		}
		to = append(to, hash.Mix(outside+uint64(i)))
	}
	return to
}
