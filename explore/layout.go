package explore

import (
	"math"
	"math/bits"
)

// layout says how pairs become hashes, and what the slots of the index hold.
//
// The hash of a pair has as many bits as the pairs have. Its base bits come from the lower bits of the halves, and the
// bits above them are the others: those that pairs have got since the base was chosen. Of the base bits, the top ones
// determine the shard and the next ones the home bucket. The lower bits of the base and all bits above it are the tag.
// So when pairs get longer, or buckets more, the pairs move hardly or not at all.
type layout struct {
	shardBits           uint
	left, right         uint   // bits of the halves of a pair
	baseLeft, baseRight uint   // how many of these are in the base
	slots               uint   // of a bucket
	size                int    // buckets of a shard; 0 if there is no index
	idBytes             int    // 0 if ids are not kept
	states              uint64 // number of states for which there is room

	// Derived from these.
	base      uint   // bits
	low       uint   // bits of the base in a tag
	rest      uint   // bits of a tag without the lowest byte
	firstRest uint   // bit of a bucket where these begin
	filter    uint   // bit of the last word of a bucket where the filter begins
	alien     uint64 // bits of pairs that have no hash
}

const (
	minTag = 16 // bits

	// minLow is the least number of bits of the base in a tag. With fewer, the base would be too short to spread pairs
	// evenly, and another one is chosen.
	minLow = 8

	// maxLoad is the percentage of slots that a shard fills before all shards grow, and growth the percentage of states
	// for which they then have room. A larger load saves memory but lets more pairs go on to other buckets; a smaller
	// growth saves memory but moves all pairs again more often.
	maxLoad = 88
	growth  = 133
)

// layoutFor returns the smallest layout for a number of states whose pairs have halves of the given bits, or of more if
// these cost nothing. It has the base of the old layout if that is long enough.
func layoutFor(states uint64, left, right uint, old layout, ids bool) layout {
	l := layout{shardBits: old.shardBits}
	n := float64(states) / float64(uint(1)<<l.shardBits)
	n += 2 * math.Sqrt(n) // shards do not get the same number
	home, spare := uint(0), -1
	for tag := uint(minTag); spare < 0; tag++ {
		l.slots, l.rest = tagBytes*8/tag, tag-8
		l.size = 1 + int(n*100/float64(maxLoad*l.slots))
		home = l.shardBits + uint(bits.Len(uint(l.size))) - 1
		spare = int(tag+home) - int(left+right)
	}
	l.left = min(32, left+uint(spare)/2)
	l.right = min(32, right+uint(spare)-(l.left-left))
	switch {
	case old.base >= home+minLow && old.baseLeft <= l.left && old.baseRight <= l.right:
		l.baseLeft, l.baseRight = old.baseLeft, old.baseRight
	case left+right >= home+minLow:
		l.baseLeft, l.baseRight = left, right
	default:
		l.baseLeft, l.baseRight = l.left, l.right
	}
	l.base = l.baseLeft + l.baseRight
	l.low = l.base - home
	l.firstRest, l.filter = 8*l.slots, usedBits+distanceBits*l.slots
	l.alien = 1<<32 - 1<<l.left | (1<<32-1<<l.right)<<32
	n = float64(l.size) * float64(l.slots) * maxLoad / 100
	l.states = max(states, uint64(max(0, n-2*math.Sqrt(n)))<<l.shardBits)
	if ids {
		l.idBytes = (bits.Len64(l.states) + 7) / 8
	}
	return l
}

// extends reports whether a layout has the base of an old one.
func (l *layout) extends(old *layout) bool {
	return old.size > 0 && l.baseLeft == old.baseLeft && l.baseRight == old.baseRight
}

// shardBytes returns the memory that a shard takes.
func (l *layout) shardBytes() int { return l.size*bucketBytes + l.idsBytes() }

// idsBytes returns the memory that the ids of a shard take: whole cache lines, and 8 bytes can be read from any id.
func (l *layout) idsBytes() int {
	if l.idBytes == 0 {
		return 0
	}
	return (l.size*int(l.slots)*l.idBytes + 7 + bucketBytes) &^ (bucketBytes - 1)
}

// hash returns the hash of a pair: a bijection. Of a pair with alien bits, only the base bits are those that it has in
// a layout with room for them; see brief.
func (l *layout) hash(pair uint64) uint64 {
	left, right := pair&(1<<32-1), pair>>32
	mask, half := uint64(1)<<l.base-1, (l.base+1)/2&63
	x := (left&(1<<(l.baseLeft&63)-1) | right<<(l.baseLeft&63)) & mask
	x = (x ^ x>>half) * 0xff51afd7ed558ccd & mask
	x = (x ^ x>>half) * 0xc4ceb9fe1a85ec53 & mask
	x ^= x >> half
	left, right = left>>(l.baseLeft&63), right>>(l.baseRight&63)
	x += left*0x9e3779b97f4a7c15 + right*0xd6e8feb86659fd93
	return x&mask | (left|right<<((l.left-l.baseLeft)&63))<<l.base
}

// moved returns the hash of the pair that has the given one in an old layout with the same base.
func (l *layout) moved(old *layout, h uint64) uint64 {
	return h&(1<<l.base-1) | l.widened(old, h>>l.base)<<l.base
}

// widened returns the bits above the base of a hash that has the given ones in an old layout with the same base.
func (l *layout) widened(old *layout, above uint64) uint64 {
	n := old.left - l.baseLeft
	return above&(1<<n-1) | above>>n<<(l.left-l.baseLeft)
}

// top returns the base of a hash as the upper bits of a word.
func (l *layout) top(h uint64) uint64 { return h << ((64 - l.base) & 63) }

// brief returns what a round remembers of a hash.
func (l *layout) brief(h uint64) uint32 { return uint32(l.top(h) >> 32) }

func (l *layout) shardOf(h uint64) int { return int(l.top(h) >> (64 - l.shardBits)) }

// home returns the home bucket in its shard. Of the hash it needs only the base bits below those for the shard.
func (l *layout) home(h uint64) int {
	at, _ := bits.Mul64(h<<((64-l.base+l.shardBits)&63), uint64(l.size))
	return int(at)
}

func (l *layout) tagOf(h uint64) uint64 { return h&(1<<l.low-1) | h>>l.base<<l.low }

// first returns the least base of a hash whose home is a given bucket of shard 0.
func (l *layout) first(home int) uint64 {
	n := l.base - l.shardBits
	first, more := bits.Div64(uint64(home)>>(64-n), uint64(home)<<n, uint64(l.size))
	if more > 0 {
		first++
	}
	return first
}

// hashAt returns the hash with a given tag whose home is a bucket of the given shard. first is that of the bucket.
func (l *layout) hashAt(shard int, first, tag uint64) uint64 {
	base := first + (tag-first)&(1<<l.low-1)
	return base | uint64(shard)<<(l.base-l.shardBits) | tag>>l.low<<l.base
}

// after returns the bucket that is some steps after another one, or before it, on the way of a tag.
func (l *layout) after(at int, tag uint64, steps int) int {
	step := 1 + int(tag&0xffff*uint64(l.size-1)>>16)
	return ((at+steps*step)%l.size + l.size) % l.size
}

// wentOn returns the bit of the filter for a tag.
func (l *layout) wentOn(tag uint64) uint64 {
	return 1 << ((uint64(l.filter) + tag&0xffff*uint64(64-l.filter)>>16) & 63)
}

// place returns where in a bucket the bits of a tag above its lowest byte are.
func (l *layout) place(slot uint) (at, shift uint) {
	bit := l.firstRest + slot*l.rest
	return bit / 8 % bucketBytes, bit % 8
}
