package explore

import (
	"math/bits"
	"unsafe"
)

// bucket is one cache line: tags, spans, and a Bloom filter, where a layout says. Tags are bytes of hash, 0 for a free
// slot, filled from the front. The filter has one bit each for the pairs whose home this bucket is, or that passed it,
// and that found it full: a look-up whose bit is not set ends here.
type bucket [bucketBytes / 8]uint64

// layout is how buckets are divided: a slot takes 8 bits for the tag and as many as the span needs.
type layout struct {
	slots  uint
	width  uint   // bits of a span
	filter uint   // bits of the filter, which are the last ones
	mask   uint64 // of a span
}

const (
	bucketBytes = 64
	bucketBits  = 8 * bucketBytes
	maxSlots    = 20 // their tags are in the first three words
	minSpanBits = 16 // of a span, when there are maxSlots
	minFilter   = 16
	maxFilter   = 32

	// maxLoad is the percentage of slots that a shard fills before all shards grow, and growth the percentage of their
	// old size to which they grow. A larger load saves memory and lengthens the searches of absent pairs; a smaller
	// growth saves memory and inserts all pairs anew more often.
	maxLoad = 90
	growth  = 150
)

func newLayout(width uint) layout {
	slots := min(maxSlots, (bucketBits-minFilter)/(8+width))
	return layout{slots, width, min(maxFilter, bucketBits-slots*(8+width)), 1<<width - 1}
}

// room is how many states so many buckets may hold.
func (l *layout) room(buckets int) uint64 { return uint64(buckets) * uint64(l.slots) * maxLoad / 100 }

// buckets is how many buckets so many states need.
func (l *layout) buckets(states uint64) int { return int(states*100/(uint64(l.slots)*maxLoad)) + 1 }

func tagOf(h uint64) uint64 {
	if t := h & 0xff; t != 0 {
		return t
	}
	return 1
}

// passed returns the filter's bit of a hash, in the last word of a bucket.
func (l *layout) passed(h uint64) uint64 { return 1 << (63 - (h >> 8 & 31 * uint64(l.filter) >> 5)) }

// span returns what slot i holds.
func (l *layout) span(b *bucket, i int) uint64 {
	at := 8*l.slots + uint(i)*l.width
	x := b[at>>6&7]>>(at&63) | b[(at>>6+1)&7]<<1<<(63-at&63)
	return x & l.mask
}

// put takes slot i, which is free.
func (l *layout) put(b *bucket, i int, tag, span uint64) {
	b[i>>3] |= tag << (i & 7 * 8)
	at := 8*l.slots + uint(i)*l.width
	b[at>>6] |= span << (at & 63)
	if at&63+l.width > 64 {
		b[at>>6+1] |= span >> (64 - at&63)
	}
}

// match returns a word that has a bit for each slot whose tag is the given one; and perhaps for some above such a
// slot, so all but the lowest must be verified.
func (l *layout) match(b *bucket, tag uint64) uint32 {
	return (match(b[0], tag) | match(b[1], tag)<<8 | match(b[2], tag)<<16) & (1<<l.slots - 1)
}

// match does it for the eight tags of a word.
func match(word, tag uint64) uint32 {
	const ones, tops, gather = 0x0101010101010101, 0x8080808080808080, 0x0102040810204080
	x := word ^ tag*ones
	return uint32((x - ones) &^ x & tops >> 7 * gather >> 56)
}

// first returns the first slot whose tag is the given one, if there is one.
func (l *layout) first(b *bucket, tag uint64) (slot int, ok bool) {
	m := l.match(b, tag)
	return bits.TrailingZeros32(m), m != 0
}

func asBuckets(b []byte) []bucket {
	return unsafe.Slice((*bucket)(unsafe.Pointer(unsafe.SliceData(b))), len(b)/bucketBytes)
}
