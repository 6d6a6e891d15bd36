package explore

import "math/bits"

// visited is the set of all states found, and the list of them: pairs and
// predecessors by id, and an index from pair to id.
//
// The index is cut into shards by hash. Between two updates it is read by all workers
// without any synchronisation; in an update, each shard belongs to one
// worker. So there is no lock and no atomic operation in it.
type visited struct {
	arena *arena

	// Page p holds the ids from p<<pageBits on. There are no pointers in the
	// pages, and none is ever copied but the first, while it is small.
	pageBits uint
	pairs    [][]uint64
	preds    [][]uint32 // predecessor + 1, 0 for an initial state
	count    uint64
	first    [2][]byte // what page 0 lies in

	shardBits uint
	shards    []shard
}

// maxID is the last id. Two more numbers of 32 bits are taken: none, and one because
// preds holds ids + 1.
const (
	maxID = 1<<32 - 3
	none  = 1<<32 - 1
)

// shard is a part of the index: buckets, of which a pair's home is chosen by
// hash. A pair that finds its home full goes to the next bucket that is not. Nothing
// is ever deleted.
type shard struct {
	buckets []bucket
	used    uint64
	grown   []bucket // replaces buckets in the next update, if not nil
}

// bucket is one cache line. Tags are bytes of hash, 0 for a free slot, filled
// from the front: 8 in the first word and 4 in the low half of the second. The high
// half is a Bloom filter with one bit each for the pairs whose home this bucket is, or
// that passed it, and that found it full: without their bit a look-up ends
// here. At 85% load about one bucket in five is passed by some pair.
type bucket struct {
	tags [2]uint64
	ids  [bucketSlots]uint32
}

const (
	bucketSlots = 12
	bucketBytes = 64

	// firstPage is the number of states that page 0 begins with.
	firstPage = 1 << 10

	// maxLoad is the number of slots in 100 that a shard fills before it
	// grows, and growth the percentage of its old size that it then has. A
	// larger load saves memory and lengthens the searches of absent pairs.
	maxLoad = 87
	growth  = 180
)

func newVisited(a *arena, pageBits, shardBits uint) *visited {
	return &visited{arena: a, pageBits: pageBits, shardBits: shardBits, shards: make([]shard, 1<<shardBits)}
}

// hashPair mixes with the finaliser of MurmurHash3, a bijection.
func hashPair(pair uint64) uint64 {
	pair ^= pair >> 33
	pair *= 0xff51afd7ed558ccd
	pair ^= pair >> 33
	pair *= 0xc4ceb9fe1a85ec53
	return pair ^ pair>>33
}

// The bits of a hash: the top ones, 8 at most, choose the shard, the 32 below
// them the bucket, the low 8 are the tag, the next 5 the Bloom bit.

func (v *visited) shardOf(h uint64) int { return int(h >> (64 - v.shardBits)) }

// share returns the range of shards that worker i of n owns.
func (v *visited) share(i, n int) (lo, hi int) {
	return i * len(v.shards) / n, (i + 1) * len(v.shards) / n
}

func (s *shard) home(h uint64) int { return home(h, len(s.buckets)) }

func home(h uint64, n int) int {
	return int(uint64(uint32(h>>24)) * uint64(n) >> 32)
}

func tagOf(h uint64) uint64 {
	if t := h & 0xff; t != 0 {
		return t
	}
	return 1
}

func bloomOf(h uint64) uint64 { return 1 << (32 + h>>8&31) }

// match returns a word whose bytes have their top bit set where the bytes of
// word equal tag; and perhaps some above such a byte, so hits must be verified.
func match(word, tag uint64) uint64 {
	const ones, tops = 0x0101010101010101, 0x8080808080808080
	x := word ^ tag*ones
	return (x - ones) &^ x & tops
}

// slots turns the matches of both words into one mask of 12 slots, each as the top
// bit of four.
func (b *bucket) slots(tag uint64) (low, high uint64) {
	return match(b.tags[0], tag), match(b.tags[1]&(1<<32-1), tag) & (1<<32 - 1)
}

// pair returns the pair of a state.
func (v *visited) pair(id uint32) uint64 {
	return v.pairs[id>>v.pageBits][id&(1<<v.pageBits-1)]
}

// pred returns the predecessor of a state, none for an initial state.
func (v *visited) pred(id uint32) uint32 {
	return v.preds[id>>v.pageBits][id&(1<<v.pageBits-1)] - 1
}

// find returns the id of a pair, or none.
func (v *visited) find(pair, h uint64) uint32 {
	s := &v.shards[v.shardOf(h)]
	if len(s.buckets) == 0 {
		return none
	}
	tag, bloom := tagOf(h), bloomOf(h)
	for i := s.home(h); ; {
		b := &s.buckets[i]
		low, high := b.slots(tag)
		for ; low != 0; low &= low - 1 {
			if id := b.ids[bits.TrailingZeros64(low)>>3&7]; v.pair(id) == pair {
				return id
			}
		}
		for ; high != 0; high &= high - 1 {
			if id := b.ids[8+bits.TrailingZeros64(high)>>3&3]; v.pair(id) == pair {
				return id
			}
		}
		if b.tags[1]&bloom == 0 {
			return none
		}
		if i++; i == len(s.buckets) {
			i = 0
		}
	}
}

// findAll does find for many pairs. In a large search nearly every look-up misses all
// caches, twice: in the index, and for the pair of the id found there. Neither
// miss depends on another look-up's, so both are provoked for all pairs
// first: the processor has about ten under way at a time. Touched is only there
// to keep the compiler from removing the loads.
func (v *visited) findAll(pairs, hashes []uint64, ids []uint32) (touched uint64) {
	hashes, ids = hashes[:len(pairs)], ids[:len(pairs)]
	for _, h := range hashes {
		if s := &v.shards[v.shardOf(h)]; len(s.buckets) > 0 {
			touched += s.buckets[s.home(h)].tags[0]
		}
	}
	for _, h := range hashes {
		s := &v.shards[v.shardOf(h)]
		if len(s.buckets) == 0 {
			continue
		}
		b := &s.buckets[s.home(h)]
		low, high := b.slots(tagOf(h))
		if low != 0 {
			touched += v.pair(b.ids[bits.TrailingZeros64(low)>>3&7])
		} else if high != 0 {
			touched += v.pair(b.ids[8+bits.TrailingZeros64(high)>>3&3])
		}
	}
	for i, h := range hashes {
		ids[i] = v.find(pairs[i], h)
	}
	return touched
}

// reserve makes room for more states: added per shard, total in all. It reports
// false, and has changed nothing that matters, when there is no memory.
func (v *visited) reserve(added []uint32, total int) bool {
	for v.room() < v.count+uint64(total) {
		if !v.addPage() {
			return false
		}
	}
	for i := range v.shards {
		s := &v.shards[i]
		if s.used += uint64(added[i]); s.used*100 <= uint64(len(s.buckets))*bucketSlots*maxLoad {
			continue
		}
		size := v.sizeFor(i, s.used)
		b := v.arena.alloc(size * bucketBytes)
		if b == nil {
			v.abandon(added, i)
			return false
		}
		s.grown = asBuckets(b)
	}
	return true
}

// room is how many states the pages hold.
func (v *visited) room() uint64 {
	if len(v.pairs) == 0 {
		return 0
	}
	return uint64(len(v.pairs)-1)<<v.pageBits + uint64(len(v.pairs[len(v.pairs)-1]))
}

// addPage adds a page, or replaces the first one by a larger one: it begins small
// and is copied until it has the size of a page, so that small systems are cheap.
func (v *visited) addPage() bool {
	full, room := uint64(1)<<v.pageBits, v.room()
	size := full
	if room < full {
		size = min(full, max(firstPage, 4*room))
	}
	pairs, preds := v.arena.alloc(8*size), v.arena.alloc(4*size)
	if pairs == nil || preds == nil {
		v.arena.free(pairs)
		v.arena.free(preds)
		return false
	}
	if 0 < room && room < full {
		copy(asUint64s(pairs), v.pairs[0])
		copy(asUint32s(preds), v.preds[0])
		v.pairs, v.preds = nil, nil
		v.arena.free(v.first[0])
		v.arena.free(v.first[1])
	}
	if len(v.pairs) == 0 {
		v.first = [2][]byte{pairs, preds}
	}
	v.pairs, v.preds = append(v.pairs, asUint64s(pairs)), append(v.preds, asUint32s(preds))
	return true
}

// sizeFor returns how many buckets a shard that has outgrown its own gets. All
// shards are equally full, so with equal sizes all would grow in the same round: a
// pause, and for a moment twice the memory. So the sizes of the shards are
// spread over one growth step.
func (v *visited) sizeFor(i int, used uint64) uint64 {
	const unit = 1 << 16
	size := uint64(unit) * (100 + (growth-100)*uint64(i)/uint64(len(v.shards))) / 100
	for size/unit*bucketSlots*maxLoad < used*100 {
		size = size * growth / 100
	}
	return size / unit
}

// abandon undoes a reserve that failed at shard i.
func (v *visited) abandon(added []uint32, i int) {
	for j := range i + 1 {
		s := &v.shards[j]
		s.used -= uint64(added[j])
		v.arena.free(bucketMemory(s.grown))
		s.grown = nil
	}
}

// rehashBatch is how many pairs are read together when a shard is moved: they are all
// over the pages, so each is a cache miss.
const rehashBatch = 8 * bucketSlots

// rehash moves a shard that reserve gave new buckets.
func (v *visited) rehash(s *shard) {
	if s.grown == nil {
		return
	}
	rest := s.buckets
	memory := bucketMemory(rest)
	s.buckets, s.grown = s.grown, nil
	var ids [rehashBatch]uint32
	var hashes [rehashBatch]uint64
	for len(rest) > 0 {
		n := 0
		for ; len(rest) > 0 && n+bucketSlots <= rehashBatch; rest = rest[1:] {
			n += copy(ids[n:], rest[0].ids[:rest[0].used()])
		}
		for i, id := range ids[:n] {
			hashes[i] = hashPair(v.pair(id))
		}
		for i, id := range ids[:n] {
			s.insert(hashes[i], id)
		}
	}
	v.arena.free(memory)
}

// used returns how many slots of the bucket are taken.
func (b *bucket) used() int {
	if n := bits.Len64(b.tags[0]); n <= 56 {
		return (n + 7) / 8
	}
	return 8 + (bits.Len32(uint32(b.tags[1]))+7)/8
}

// insert adds a pair that is absent to the index. Reserve has seen to it that
// there is room.
func (s *shard) insert(h uint64, id uint32) {
	tag, bloom := tagOf(h), bloomOf(h)
	for i := s.home(h); ; {
		b := &s.buckets[i]
		if n := b.used(); n < bucketSlots {
			b.tags[n>>3] |= tag << (n & 7 * 8)
			b.ids[n] = id
			return
		}
		b.tags[1] |= bloom
		if i++; i == len(s.buckets) {
			i = 0
		}
	}
}

// put stores a state under its id; link is its predecessor + 1, or 0.
func (v *visited) put(id uint32, pair uint64, link uint32) {
	page, i := id>>v.pageBits, id&(1<<v.pageBits-1)
	v.pairs[page][i], v.preds[page][i] = pair, link
}
