package explore

import (
	"encoding/binary"
	"math/bits"

	"github.com/anel-mc/mc/explore/internal/guard"
	"github.com/anel-mc/mc/explore/internal/memory"
)

// index tells which pairs were found and, if it is asked to, their ids. It is a compact hash table (Cleary, "Compact
// Hash Tables Using Bidirectional Linear Probing", IEEE Transactions on Computers 33, 1984): the hash of a pair is a
// bijection, and where a slot is says most about the hash that it stands for, so a slot holds only the rest of it, its
// tag. This is exact, and a look-up reads one cache line.
//
// It is divided into shards by hash. Between updates, all workers read it without synchronisation; during an update,
// each shard belongs to one worker. So it needs no locks and no atomic operations. Nothing is ever deleted.
type index struct {
	guard.Crew // of the search
	layout
	arena  *memory.Arena
	shards []shard
	parts  [][]byte // memory of the shards
}

// shard is a part of the index. A pair goes to its home bucket or, if that is full, to the first of maxDistance others
// that is not, or else to the overflow.
type shard struct {
	number   int
	buckets  []bucket
	ids      []byte            // by slot, in idBytes bytes each; empty if ids are not kept
	overflow map[uint64]uint64 // from hash to id
}

// bucket is one cache line. The tags come first: the lowest bytes of all, then the other bits of all. The last eight
// bytes are a word: the number of slots in use, the distance of each of them from home, and a filter, with bits for the
// pairs that found this bucket full and went on. A look-up whose bit is not set ends here.
type bucket [bucketBytes]byte

const (
	bucketBytes = 64
	tagBytes    = 56

	usedBits     = 5
	maxUsed      = 1<<usedBits - 1
	distanceBits = 2
	maxDistance  = 1<<distanceBits - 1
)

// find returns the id of the pair with the given hash and way, and none if it is not there. If ids are not wanted, what
// it returns of a pair that is there is merely not none; if they are not kept, it is 0.
func (x *index) find(pair, h, way uint64, ids bool) uint64 {
	if x.size == 0 || pair&x.alien != 0 {
		return none
	}
	s, at := &x.shards[way>>32], int(uint32(way))
	tag := x.tagOf(h)
	for distance := uint64(0); distance <= maxDistance; distance++ {
		b := &s.buckets[at]
		about := b.about()
		for hits := b.search(tag) & (1<<(about&maxUsed) - 1); hits != 0; hits &= hits - 1 {
			i := uint(bits.TrailingZeros64(hits))
			if b.tag(&x.layout, i) == tag && distanceOf(about, i) == distance {
				if ids {
					return s.id(&x.layout, at, i)
				}
				return 0
			}
		}
		if about&x.wentOn(tag) == 0 {
			return none
		}
		at = x.after(at, tag, 1)
	}
	if id, ok := s.overflow[h]; ok {
		return id
	}
	return none
}

// way returns where the home bucket of a hash is: the shard in the upper half, the bucket in the lower.
func (l *layout) way(h uint64) uint64 { return uint64(l.shardOf(h))<<32 | uint64(l.home(h)) }

// touch reads buckets that way has told.
func (x *index) touch(ways []uint64) (touched uint64) {
	for _, at := range ways {
		touched += uint64(x.shards[at>>32].buckets[uint32(at)][tagBytes])
	}
	return touched
}

// about returns the word at the end of the bucket.
func (b *bucket) about() uint64 { return binary.LittleEndian.Uint64(b[tagBytes:]) }

func distanceOf(about uint64, slot uint) uint64 {
	return about >> (usedBits + distanceBits*slot) & maxDistance
}

// search returns a set of slots: those where the lowest byte of the tag is as given, and some others.
func (b *bucket) search(tag uint64) uint64 {
	tag = tag & 0xff * ones
	return match(binary.LittleEndian.Uint64(b[0:]), tag) | match(binary.LittleEndian.Uint64(b[8:]), tag)<<8 |
		match(binary.LittleEndian.Uint64(b[16:]), tag)<<16 | match(binary.LittleEndian.Uint64(b[24:]), tag)<<24
}

const ones, tops = 0x0101010101010101, 0x8080808080808080

// match returns a set of bytes of a word: those that are 0 in word^tag. There may be others after the first of them.
func match(word, tag uint64) uint64 {
	x := word ^ tag
	return (x - ones) &^ x & tops >> 7 * 0x0102040810204080 >> 56 // the product gathers one bit of each byte
}

// tag returns the tag in a slot.
func (b *bucket) tag(l *layout, slot uint) uint64 {
	at, shift := l.place(slot)
	rest := binary.LittleEndian.Uint64(b[at:]) >> shift & (1<<(l.rest&63) - 1)
	return rest<<8 | uint64(b[slot%bucketBytes])
}

// id returns the id in a slot, 0 if ids are not kept.
func (s *shard) id(l *layout, at int, slot uint) uint64 {
	if l.idBytes == 0 {
		return 0
	}
	return binary.LittleEndian.Uint64(s.ids[(at*int(l.slots)+int(slot))*l.idBytes:]) & (1<<(8*l.idBytes) - 1)
}

// insert adds a pair that is absent, given its home and tag.
func (s *shard) insert(l *layout, home int, tag, id uint64) {
	at := home
	for distance := uint64(0); distance <= maxDistance; distance++ {
		b := &s.buckets[at]
		about := b.about()
		slot := uint(about & maxUsed)
		if slot == l.slots {
			binary.LittleEndian.PutUint64(b[tagBytes:], about|l.wentOn(tag))
			at = l.after(at, tag, 1)
			continue
		}
		b[slot] = byte(tag)
		word, shift := l.place(slot)
		rest := tag >> 8 << shift
		for k := uint(0); k < l.rest+7; k += 8 { // byte by byte: reading a word across the last write would wait for it
			b[word%bucketBytes] |= byte(rest)
			rest >>= 8
			word++
		}
		binary.LittleEndian.PutUint64(b[tagBytes:], about+1|distance<<(usedBits+distanceBits*slot))
		for k, place := 0, (at*int(l.slots)+int(slot))*l.idBytes; k < l.idBytes; k++ {
			s.ids[place+k] = byte(id >> (8 * k))
		}
		return
	}
	if s.overflow == nil {
		s.overflow = map[uint64]uint64{}
	}
	if l.idBytes == 0 {
		id = 0
	}
	s.overflow[l.hashAt(s.number, l.first(home), tag)] = id
}

// move inserts all pairs of from, the same shard of an index with another layout, into s. Both read and write almost
// sequentially, since the order of homes is that of hashes.
func (s *shard) move(l *layout, from *shard, old *layout) {
	for at := range from.buckets {
		b := from.buckets[at]
		about := b.about()
		first := old.first(at)
		for slot := range uint(about & maxUsed) {
			tag, first := b.tag(old, slot), first
			if d := distanceOf(about, slot); d > 0 {
				first = old.first(old.after(at, tag, -int(d)))
			}
			base, above := first+(tag-first)&(1<<old.low-1), tag>>old.low
			if l.left != old.left {
				above = l.widened(old, above)
			}
			s.insert(l, l.home(base), base&(1<<l.low-1)|above<<l.low, from.id(old, at, slot))
		}
	}
	for h, id := range from.overflow {
		h = l.moved(old, h)
		s.insert(l, l.home(h), l.tagOf(h), id)
	}
}

// indexParts is the number of arrays into which the index is divided: enough that an old and a new copy of one of
// them, while the index grows, cost little memory, and few enough that pages of 2 MiB soon pay.
const indexParts = 16

// relayout gives the index another layout. It keeps all pairs, for which the bases must agree, or none. It does so one
// part after another, so that the whole old and new index never exist side by side. If there is no memory, it reports
// false; the index is then as it was or, if the system refused what the bound allows, gone.
func (x *index) relayout(l layout, keep bool, workers int) bool {
	old := x.layout
	shards := 1 << l.shardBits
	n := (shards + indexParts - 1) / indexParts // in a part
	need := shards*(l.shardBytes()-old.shardBytes()) + n*l.shardBytes()
	if need > 0 && uint64(need) > x.arena.Left() {
		return false
	}
	x.layout = l
	x.shards = append(x.shards, make([]shard, shards-len(x.shards))...)
	for at := 0; at < shards; at += n {
		part := x.shards[at:min(at+n, shards)]
		if len(x.parts) <= at/n {
			x.parts = append(x.parts, nil)
		}
		b := x.arena.Alloc(uint64(len(part) * l.shardBytes()))
		if b == nil {
			x.drop()
			return false
		}
		workers = min(workers, len(part))
		x.Parallel(workers, func(w int) {
			l, old := l, old
			for i := w * len(part) / workers; i < (w+1)*len(part)/workers; i++ {
				own := b[i*l.shardBytes() : (i+1)*l.shardBytes()]
				s := shard{number: at + i, buckets: memory.As[bucket](own[:l.size*bucketBytes]), ids: own[l.size*bucketBytes:]}
				if keep {
					s.move(&l, &part[i], &old)
				}
				part[i] = s
			}
		})
		x.arena.Free(x.parts[at/n])
		x.parts[at/n] = b
	}
	return true
}

// drop frees the index.
func (x *index) drop() {
	for _, part := range x.parts {
		x.arena.Free(part)
	}
	x.parts, x.shards, x.layout = nil, nil, layout{shardBits: x.shardBits}
}
