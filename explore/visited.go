package explore

import (
	"math"
	"math/bits"
	"slices"

	"github.com/anel-mc/mc/explore/internal/hash"
	"github.com/anel-mc/mc/explore/internal/memory"
)

// visited is the set of all states found, and their list: pairs and predecessors by id, and an index from pair to id.
//
// The index is divided into shards by hash. Between updates, all workers read it without synchronisation; during an
// update, each shard belongs to one worker. So it needs no locks and no atomic operations.
type visited struct {
	pages
	count uint64

	idBits    uint // bits of an id that a slot holds, at most spanBytes * 8
	spanBits  uint // lower bits of an id that a slot leaves out
	shardBits uint
	shards    []shard
	parts     [][]byte // memory of the shards
	stale     bool     // all states have to be inserted into the shards again
}

// shard is a part of the index. The hash of a pair determines its home bucket; a pair whose home is full goes to the
// next bucket that is not. Nothing is ever deleted.
//
// A slot holds not an id but a span: the number of the range of 2^spanBits ids in which the id lies. With fewer than
// 2^24 states, a span is one id. Beyond that, spans become longer. The pairs of a span lie side by side in few cache
// lines, so searching it costs little compared with reaching it.
type shard struct {
	buckets []bucket
	used    uint64
}

func newVisited(a *memory.Arena, cfg config) *visited {
	return &visited{
		pages: pages{arena: a, bits: cfg.pageBits, region: memory.NewRegion(a)}, idBits: cfg.idBits,
		shardBits: cfg.shardBits, shards: make([]shard, 1<<cfg.shardBits),
	}
}

// The bits of a hash: the top bits, at most 8, determine the shard, bits 24 to 55 the bucket, the low 8 bits are the
// tag, and the next 5 determine the bit of the filter.

func (v *visited) shardOf(h uint64) int { return int(h >> (64 - v.shardBits)) }

// share returns the range of shards that belongs to worker i of n.
func (v *visited) share(i, n int) (lo, hi int) {
	return i * len(v.shards) / n, (i + 1) * len(v.shards) / n
}

func (s *shard) home(h uint64) int { return home(h, len(s.buckets)) }

func home(h uint64, n int) int { return int(uint64(uint32(h>>24)) * uint64(n) >> 32) }

// find returns the id of a pair, or none.
func (v *visited) find(pair, h uint64) uint64 {
	s := &v.shards[v.shardOf(h)]
	if len(s.buckets) == 0 {
		return none
	}
	tag, bloom := tagOf(h), bloomOf(h)
	for i := s.home(h); ; {
		b := &s.buckets[i]
		low, high := b.slots(tag)
		for ; low != 0; low &= low - 1 {
			if id := v.within(b.span(bits.TrailingZeros64(low)>>3), pair); id != none {
				return id
			}
		}
		for ; high != 0; high &= high - 1 {
			if id := v.within(b.span(8+bits.TrailingZeros64(high)>>3), pair); id != none {
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
func (v *visited) within(span uint32, pair uint64) uint64 {
	if v.spanBits == 0 {
		if id := uint64(span); v.pair(id) == pair {
			return id
		}
		return none
	}
	id, end := v.ids(span)
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

// ids returns the range of ids of a span.
func (v *visited) ids(span uint32) (id, end uint64) {
	id = uint64(span) << v.spanBits
	return id, min(id+1<<v.spanBits, v.count)
}

// findAll is find for many pairs. In a large search, nearly every look-up misses all caches twice: in the index, and
// for the pair of the id found there. The misses of different look-ups do not depend on each other, so all of them
// are provoked first, and the processor overlaps about ten at a time. touched is returned only to keep the compiler
// from removing the loads.
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
			touched += v.pair(uint64(span) << v.spanBits)
		}
	}
	for i, h := range hashes {
		ids[i] = v.find(pairs[i], h)
	}
	return touched
}

// reserve makes room for more states: added[i] in shard i, total in all. It reports false if there is no memory. In
// either case the index may be stale afterwards.
func (v *visited) reserve(added []uint32, total int) bool {
	if !v.pages.reserve(v.count, total) {
		return false
	}
	most := uint64(0)
	for i := range v.shards {
		most = max(most, v.shards[i].used+uint64(added[i]))
	}
	if size := v.size(); room(size) < most && !v.grow(v.sizeFor(size, most)) {
		return false
	}
	for i := range v.shards {
		v.shards[i].used += uint64(added[i])
	}
	return true
}

// size returns the number of buckets of each shard. After a grow that failed, the last shard is the smallest.
func (v *visited) size() int { return len(v.shards[len(v.shards)-1].buckets) }

// room returns the number of states that a shard of the given number of buckets may hold.
func room(buckets int) uint64 { return uint64(buckets) * bucketSlots * maxLoad / 100 }

// sizeFor returns the number of buckets to which a shard grows that must hold most states: fewer than usual if the
// usual growth would take more than half of the remaining memory.
func (v *visited) sizeFor(size int, most uint64) int {
	fit := int(most*100/(bucketSlots*maxLoad)) + 1
	afford := int(min(v.arena.Left()/2/(bucketBytes*uint64(len(v.shards))), math.MaxInt32))
	return max(fit, min(size*growth/100, max(size*17/16, size+afford)))
}

// indexParts is the number of arrays into which the index is divided: enough that an old and a new copy of one of
// them, while the index grows, cost little memory, and few enough that pages of 2 MiB soon pay.
const indexParts = 16

// grow gives all shards the same number of buckets. It does so one part after another, so that the whole old and new
// index never exist side by side. All pairs have to be inserted again (see renew): reading all pairs in order costs
// less than looking up those of one shard.
func (v *visited) grow(size int) bool {
	if uint64(size-v.size())*bucketBytes*uint64(len(v.shards)) > v.arena.Left() {
		return false
	}
	v.stale = v.count > 0
	n := (len(v.shards) + indexParts - 1) / indexParts
	for at := 0; at < len(v.shards); at += n {
		shards := v.shards[at:min(at+n, len(v.shards))]
		b := v.arena.Alloc(uint64(len(shards)*size) * bucketBytes)
		if b == nil {
			for _, s := range v.shards[at:] {
				clear(s.buckets)
			}
			return false
		}
		if part := at / n; part < len(v.parts) {
			v.arena.Free(v.parts[part])
			v.parts[part] = b
		} else {
			v.parts = append(v.parts, b)
		}
		for i, buckets := range slices.Collect(slices.Chunk(memory.As[bucket](b), size)) {
			shards[i].buckets = buckets
		}
	}
	for v.spanBits = 0; room(size)*uint64(len(v.shards))>>v.spanBits > 1<<v.idBits; {
		v.spanBits++
	}
	return true
}

// renew inserts all states that belong in the shards from lo to hi, which are empty.
func (v *visited) renew(lo, hi int) {
	in := inserter{v: v}
	id := uint64(0)
	for i := range v.list {
		p := &v.list[i]
		for at := uint32(0); id < v.count && id>>v.bits == uint64(i); at++ {
			h := hash.Mix(p.pair(at))
			in.offer(h, id, within(v.shardOf(h), lo, hi))
			id++
		}
	}
	in.flush()
}

// inserter adds states to the index in batches, for the same reason as findAll: each insertion is a cache miss, and
// they can overlap.
type inserter struct {
	v       *visited
	n       int
	batch   [insertBatch]entry
	touched uint64 // see findAll
}

const insertBatch = 128

// entry is a state to be inserted: the hash of its pair, and its id.
type entry struct{ hash, id uint64 }

// offer adds an absent pair if take is 1 and nothing if it is 0. It does so without a branch, which would often be
// mispredicted. reserve must have made room.
func (in *inserter) offer(h, id uint64, take int) {
	in.batch[in.n] = entry{h, id}
	if in.n += take; in.n == insertBatch {
		in.flush()
	}
}

// within returns 1 if a shard is one of those from lo to hi, and 0 otherwise.
func within(shard, lo, hi int) (in int) {
	if uint(shard-lo) < uint(hi-lo) {
		in = 1
	}
	return in
}

func (in *inserter) flush() {
	v, batch := in.v, in.batch[:in.n]
	for _, e := range batch {
		s := &v.shards[v.shardOf(e.hash)]
		in.touched += s.buckets[s.home(e.hash)].tags[1]
	}
	for _, e := range batch {
		v.shards[v.shardOf(e.hash)].insert(e.hash, uint32(e.id>>v.spanBits))
	}
	in.n = 0
}

// insert adds the span of a pair to the index.
func (s *shard) insert(h uint64, span uint32) {
	tag, bloom := tagOf(h), bloomOf(h)
	for i := s.home(h); ; {
		b := &s.buckets[i]
		if n := b.used(); n < bucketSlots {
			b.tags[n>>3] |= tag << (n & 7 * 8)
			b.tags[1] += 1 << 56
			b.setSpan(n, span)
			return
		}
		b.mark(bloom)
		if i++; i == len(s.buckets) {
			i = 0
		}
	}
}
