package explore

import (
	"encoding/binary"
	"math/bits"
)

// page holds the pairs and predecessors of the states in one range of ids. It is raw while states are added, and
// packed once it is full.
//
// A raw page has 64 bits for each pair and 40 for each predecessor. In a packed page, the left halves of all pairs
// have as many bits as the largest of them needs, and so do the right halves; nodes have small numbers. Predecessors
// ascend, since candidates are stored in the order of their parents. So they are stored in the code of Elias
// ("Efficient Storage and Retrieval by Content and Address of Static Files", JACM 21, 1974) and Fano (1971): the
// lower bits of each number as they are, the upper bits as gaps between ones in a bit string. This takes 2 bits per
// predecessor, and one more for each doubling of the distance between predecessors.
//
// All numbers are little-endian on any machine, and there are no pointers, so the bytes of a page could as well be in
// a file.
type page struct {
	data []byte // pairs, then predecessors, then padding up to 8 bytes

	mask, low uint64 // masks of a pair as it is written, and of its left half
	width     uint8  // bits of a pair
	left      uint8  // bits of its left half
	lower     uint8  // bits of a predecessor that are stored as they are
	raw       bool
	base      uint64 // the first predecessor
	preds     uint32 // offset of the predecessors, or of their lower bits
	gaps      uint32 // offset of the gaps
}

// A raw page takes rawBytes for each state. If the pairs of a packed page need more than maxPacked bits each, they
// take 64, because otherwise a pair might span 9 bytes.
const (
	rawBytes  = 8 + idBytes
	maxPacked = 57
)

// rawPage returns a raw page that uses memory, with room for a state in every rawBytes.
func rawPage(memory []byte) page {
	preds := uint32(len(memory) / rawBytes * 8)
	return page{data: memory, mask: 1<<64 - 1, low: 1<<32 - 1, width: 64, left: 32, raw: true, preds: preds}
}

// pair returns the pair of state i of the page.
func (p *page) pair(i uint32) uint64 {
	at := uint64(i) * uint64(p.width)
	x := binary.LittleEndian.Uint64(p.data[at>>3:]) >> (at & 7) & p.mask
	return x&p.low | x>>(p.left&63)<<32
}

// put stores state i of a raw page.
func (p *page) put(i uint32, pair uint64, link uint64) {
	binary.LittleEndian.PutUint64(p.data[8*i:], pair)
	putID(p.data[p.preds+idBytes*i:], link)
}

// link returns the predecessor + 1 of state i of the page, or 0 for an initial state. In a packed page it scans the
// gaps from the beginning, which takes a microsecond; it is rarely called.
func (p *page) link(i uint32) uint64 {
	if p.raw {
		return getID(p.data[p.preds+idBytes*i:])
	}
	high, at := i, p.gaps
	for word := uint32(0); ; word++ {
		w := binary.LittleEndian.Uint64(p.data[at+8*word:])
		if n := uint32(bits.OnesCount64(w)); high >= n {
			high -= n
			continue
		}
		for ; high > 0; high-- {
			w &= w - 1
		}
		high = 64*word + uint32(bits.TrailingZeros64(w)) - i
		break
	}
	lower := uint64(0)
	if p.lower > 0 {
		at := uint64(i) * uint64(p.lower)
		lower = binary.LittleEndian.Uint64(p.data[uint64(p.preds)+at>>3:]) >> (at & 7) & (1<<p.lower - 1)
	}
	return p.base + uint64(high)<<p.lower + lower
}

// packed returns the layout that a full raw page has when it is packed, and the number of bytes that it takes.
func (p *page) packed() (q page, size int) {
	n := p.preds / 8
	or := uint64(0)
	for i := range n {
		or |= p.pair(i)
	}
	left, right := bits.Len32(uint32(or)), bits.Len32(uint32(or>>32))
	width := left + right
	if width > maxPacked {
		width = 64
	}
	q = page{mask: 1<<width - 1, low: 1<<left - 1, width: uint8(width), left: uint8(left), base: p.link(0)}
	spread := p.link(n-1) - q.base
	q.lower = uint8(max(bits.Len64(spread/uint64(n)), 1) - 1)
	q.preds = (n*uint32(width) + 7) / 8
	q.gaps = q.preds + (n*uint32(q.lower)+7)/8
	words := (n+uint32(spread>>q.lower))/64 + 1
	return q, int(q.gaps + 8*words)
}

// pack writes the content of p into q, which is the layout that packed returned, with zeroed memory of the size that
// it returned.
func (p *page) pack(q *page) {
	n := p.preds / 8
	pairs := bitWriter{bytes: q.data}
	lower := bitWriter{bytes: q.data[q.preds:]}
	for i := range n {
		pair, link := p.pair(i), p.link(i)-q.base
		pairs.write(pair&q.low|pair>>32<<q.left, uint(q.width))
		lower.write(link&(1<<q.lower-1), uint(q.lower))
		one := i + uint32(link>>q.lower)
		q.data[q.gaps+one/8] |= 1 << (one % 8)
	}
	pairs.flush()
	lower.flush()
}

// bitWriter writes numbers of up to 64 bits one after another.
type bitWriter struct {
	bytes []byte
	word  uint64 // bits not yet written
	n     uint   // how many, < 64
}

func (b *bitWriter) write(x uint64, width uint) {
	b.word |= x << b.n
	if b.n += width; b.n < 64 {
		return
	}
	binary.LittleEndian.PutUint64(b.bytes, b.word)
	b.bytes = b.bytes[8:]
	b.n -= 64
	b.word = x >> (width - b.n) // 0 if nothing is left
}

func (b *bitWriter) flush() {
	for i := uint(0); i < b.n; i += 8 {
		b.bytes[i/8] = byte(b.word >> i)
	}
}
