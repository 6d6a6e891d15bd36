package explore

import (
	"math/bits"

	"github.com/anel-mc/mc/explore/internal/memory"
)

// visited is the set of all states found, and the list of them: pairs and
// predecessors by id, and an index from pair to id.
//
// The index is cut into shards by hash. Between two updates it is read by all workers
// without any synchronisation; in an update, each shard belongs to one
// worker. So there is no lock and no atomic operation in it.
type visited struct {
	pages
	count uint64

	idBits    uint // of an id that a slot holds, at most spanBytes * 8
	spanBits  uint // of an id that a slot of a new shard leaves out
	shardBits uint
	shards    []shard
	runs      *runs // the index on disk; then the shards are empty
}

// shard is a part of the index: buckets, of which a pair's home is chosen by
// hash. A pair that finds its home full goes to the next bucket that is not. Nothing
// is ever deleted.
//
// A slot does not hold an id, but the span of 2^spanBits ids that it is in. While there are
// fewer than 2^24 states a span is one id. Beyond that, spans become longer: their pairs lie side by side, in
// few cache lines, so to look through one costs little beside getting there.
type shard struct {
	buckets  []bucket
	spanBits uint
	used     uint64
	grown    []bucket // replaces buckets in the next update, if not nil
}

func newVisited(a *memory.Arena, cfg config) *visited {
	return &visited{
		pages: pages{arena: a, bits: cfg.pageBits}, idBits: cfg.idBits,
		shardBits: cfg.shardBits, shards: make([]shard, 1<<cfg.shardBits),
	}
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
// them the bucket, the low 8 are the tag, the next 5 the bit of the filter.

func (v *visited) shardOf(h uint64) int { return int(h >> (64 - v.shardBits)) }

// share returns the range of shards that worker i of n owns.
func (v *visited) share(i, n int) (lo, hi int) {
	return i * len(v.shards) / n, (i + 1) * len(v.shards) / n
}

func (s *shard) home(h uint64) int { return home(h, len(s.buckets)) }

func home(h uint64, n int) int { return int(uint64(uint32(h>>24)) * uint64(n) >> 32) }

// find returns the id of a pair, or none.
func (v *visited) find(pair, h uint64) uint64 {
	s := &v.shards[v.shardOf(h)]
	if len(s.buckets) == 0 {
		if v.runs != nil {
			return v.runs.find(h)
		}
		return none
	}
	tag, bloom := tagOf(h), bloomOf(h)
	for i := s.home(h); ; {
		b := &s.buckets[i]
		low, high := b.slots(tag)
		for ; low != 0; low &= low - 1 {
			if id := v.within(b.span(bits.TrailingZeros64(low)>>3), s.spanBits, pair); id != none {
				return id
			}
		}
		for ; high != 0; high &= high - 1 {
			if id := v.within(b.span(8+bits.TrailingZeros64(high)>>3), s.spanBits, pair); id != none {
				return id
			}
		}
		if b.bloom()&bloom == 0 {
			return none
		}
		if i++; i == len(s.buckets) {
			i = 0
		}
	}
}

// within returns the id of a pair if it is in the span, or none.
func (v *visited) within(span uint32, spanBits uint, pair uint64) uint64 {
	if spanBits == 0 {
		if id := uint64(span); v.pair(id) == pair {
			return id
		}
		return none
	}
	id, end := v.ids(span, spanBits)
	for id < end {
		next := min(end, (id>>v.bits+1)<<v.bits) // as a rule, a span is in one page
		first := id &^ (1<<v.bits - 1)
		id = first + uint64(v.list[id>>v.bits].seek(uint32(id-first), uint32(next-first), pair))
		if id < next {
			return id
		}
	}
	return none
}

// ids returns the ids of a span: id to end.
func (v *visited) ids(span uint32, spanBits uint) (id, end uint64) {
	id = uint64(span) << spanBits
	return id, min(id+1<<spanBits, v.count)
}

// findAll does find for many pairs. In a large search nearly every look-up misses all
// caches, twice: in the index, and for the pair of the id found there. Neither
// miss depends on another look-up's, so both are provoked for all pairs
// first: the processor has about ten under way at a time. Touched is only there
// to keep the compiler from removing the loads.
func (v *visited) findAll(pairs, hashes []uint64, ids []uint64) (touched uint64) {
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
		if span, ok := s.buckets[s.home(h)].first(tagOf(h)); ok {
			touched += v.pair(uint64(span) << s.spanBits)
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
	if !v.pages.reserve(v.count, total) {
		return false
	}
	for (v.count+uint64(total))>>v.spanBits > 1<<v.idBits {
		v.spanBits++
	}
	for i := range v.shards {
		s := &v.shards[i]
		if s.used += uint64(added[i]); s.used*100 <= uint64(len(s.buckets))*bucketSlots*maxLoad {
			continue
		}
		size := v.sizeFor(i, s.used)
		b := v.arena.Alloc(size * bucketBytes)
		if b == nil {
			v.abandon(added, i)
			return false
		}
		s.grown = asBuckets(b)
	}
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
		v.arena.Free(bucketMemory(s.grown))
		s.grown = nil
	}
}

// rehashBatch is how many pairs are read together when a shard is moved: they are all
// over the pages, so each is a cache miss.
const rehashBatch = 128

// renew moves shard i if reserve gave it new buckets, and sees to it that its slots can hold the ids to come.
func (v *visited) renew(i int) {
	s := &v.shards[i]
	switch {
	case s.grown == nil && s.spanBits < v.spanBits:
		s.widen(v.spanBits)
	case s.grown != nil:
		old := *s
		s.buckets, s.spanBits, s.grown = s.grown, v.spanBits, nil
		v.rehash(i, old.buckets, old.spanBits)
		v.arena.Free(bucketMemory(old.buckets))
	}
}

// widen makes the spans of a shard longer.
func (s *shard) widen(spanBits uint) {
	for i := range s.buckets {
		b := &s.buckets[i]
		for slot := range b.used() {
			b.setSpan(slot, b.span(slot)>>(spanBits-s.spanBits))
		}
	}
	s.spanBits = spanBits
}

// rehash inserts into shard i what is in other buckets, batch by batch.
func (v *visited) rehash(i int, rest []bucket, spanBits uint) {
	var spans [rehashBatch]uint32
	var tags [rehashBatch]uint8
	for len(rest) > 0 {
		n := 0
		for ; len(rest) > 0 && n+bucketSlots <= rehashBatch; rest = rest[1:] {
			for slot := range rest[0].used() {
				spans[n], tags[n] = rest[0].span(slot), rest[0].tag(slot)
				n++
			}
		}
		if spanBits == 0 {
			v.insertIDs(i, spans[:n])
		} else {
			v.insertSpans(i, spans[:n], tags[:n], spanBits)
		}
	}
}

func (v *visited) insertIDs(i int, ids []uint32) {
	var pairs [rehashBatch]uint64
	for k, id := range ids {
		pairs[k&(rehashBatch-1)] = v.pair(uint64(id))
	}
	for k, id := range ids {
		v.shards[i].insert(hashPair(pairs[k&(rehashBatch-1)]), uint64(id))
	}
}

// insertSpans inserts the pairs that slots with these spans and tags stand for. In a span there may be
// more than one pair that belongs into this shard and has the tag of a slot. Each of them has a
// slot, so they are all inserted when the first of these slots is met, and are found
// to be there at the others.
func (v *visited) insertSpans(i int, spans []uint32, tags []uint8, spanBits uint) {
	var first [rehashBatch]uint64
	for k, span := range spans {
		first[k] = v.pair(uint64(span) << spanBits)
	}
	var members []uint64
	for k, span := range spans {
		members = members[:0]
		pair, tag := first[k], uint64(tags[k])
		for id, end := v.ids(span, spanBits); ; pair = v.pair(id) {
			if h := hashPair(pair); tagOf(h) == tag && v.shardOf(h) == i {
				members = append(members, id)
			}
			if id++; id == end {
				break
			}
		}
		for _, id := range members {
			pair := v.pair(id)
			if h := hashPair(pair); len(members) == 1 || v.find(pair, h) == none {
				v.shards[i].insert(h, id)
			}
		}
	}
}

// insert adds a pair that is absent to the index. Reserve has seen to it that
// there is room.
func (s *shard) insert(h, id uint64) {
	tag, bloom := tagOf(h), bloomOf(h)
	for i := s.home(h); ; {
		b := &s.buckets[i]
		if n := b.used(); n < bucketSlots {
			b.tags[n>>3] |= tag << (n & 7 * 8)
			b.tags[1] += 1 << 56
			b.setSpan(n, uint32(id>>s.spanBits))
			return
		}
		b.mark(bloom)
		if i++; i == len(s.buckets) {
			i = 0
		}
	}
}
