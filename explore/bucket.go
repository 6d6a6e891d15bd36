package explore

import (
	"encoding/binary"
	"math/bits"
)

// bucket is one cache line. Tags are bytes of hashes, 0 for a free slot, and are filled from the front; the number of
// tags takes the place of a 16th. The spans of the slots are followed by a Bloom filter with one bit for each pair
// that found this bucket full and went on to the next: a look-up whose bit is not set ends here.
type bucket struct {
	tags [2]uint64
	rest [bucketSlots*spanBytes + bloomBytes]byte
}

const (
	bucketSlots = 15
	bucketBytes = 64
	spanBytes   = 3
	bloomBytes  = 3

	// maxLoad is the percentage of slots that a shard fills before all shards grow, and growth the percentage of their
	// old size to which they grow. A larger load saves memory but lengthens the search for absent pairs; a smaller
	// growth saves memory but inserts all pairs again more often.
	maxLoad = 90
	growth  = 150
)

func tagOf(h uint64) uint64 {
	if t := h & 0xff; t != 0 {
		return t
	}
	return 1
}

// bloomOf returns the filter's bit for a hash, at the position that it has in the result of bloom.
func bloomOf(h uint64) uint32 { return 1 << (8 + uint32(h>>8&31)*(8*bloomBytes)>>5) }

// bloom returns the filter, above 8 bits that are not part of it.
func (b *bucket) bloom() uint32 { return binary.LittleEndian.Uint32(b.rest[bucketSlots*spanBytes-1:]) }

// mark adds a bit to the filter.
func (b *bucket) mark(bloom uint32) {
	binary.LittleEndian.PutUint32(b.rest[bucketSlots*spanBytes-1:], b.bloom()|bloom)
}

// span returns the span in slot i, at most 15.
func (b *bucket) span(i int) uint32 {
	return binary.LittleEndian.Uint32(b.rest[spanBytes*(i&15):]) & (1<<(8*spanBytes) - 1)
}

func (b *bucket) setSpan(i int, span uint32) {
	to := b.rest[spanBytes*i : spanBytes*i+spanBytes]
	to[0], to[1], to[2] = byte(span), byte(span>>8), byte(span>>16)
}

// used returns how many slots of the bucket are taken.
func (b *bucket) used() int { return int(b.tags[1] >> 56) }

// match returns a word in which the top bit of each byte is set where the byte of word equals tag. It may also be set
// in bytes above such a byte, so hits must be verified.
func match(word, tag uint64) uint64 {
	const ones, tops = 0x0101010101010101, 0x8080808080808080
	x := word ^ tag*ones
	return (x - ones) &^ x & tops
}

// slots returns the slots whose tags may match, each as the top bit of its byte.
func (b *bucket) slots(tag uint64) (low, high uint64) {
	return match(b.tags[0], tag), match(b.tags[1], tag) & (1<<56 - 1)
}

// first returns the span of the first slot whose tag may match, if there is one.
func (b *bucket) first(tag uint64) (span uint32, ok bool) {
	low, high := b.slots(tag)
	switch {
	case low != 0:
		return b.span(bits.TrailingZeros64(low) >> 3), true
	case high != 0:
		return b.span(8 + bits.TrailingZeros64(high)>>3), true
	}
	return 0, false
}
