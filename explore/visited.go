package explore

import (
	"math"
	"math/bits"
	"slices"

	"github.com/anel-mc/mc/explore/internal/hash"
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
	spanBits  uint // of an id that a slot leaves out
	shardBits uint
	shards    []shard
	parts     [][]byte // memory of the shards
	stale     bool     // what the shards hold is to be inserted anew
}

// shard is a part of the index: buckets, of which a pair's home is chosen by
// hash. A pair that finds its home full goes to the next bucket that is not. Nothing
// is ever deleted.
//
// A slot does not hold an id, but the span of 2^spanBits ids that it is in. While there are fewer than 2^24 states a
// span is one id. Beyond that, spans become longer: their pairs lie side by side, in few cache lines, so searching one
// costs little compared with reaching it.
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

// ids returns the ids of a span: id to end.
func (v *visited) ids(span uint32) (id, end uint64) {
	id = uint64(span) << v.spanBits
	return id, min(id+1<<v.spanBits, v.count)
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
			touched += v.pair(uint64(span) << v.spanBits)
		}
	}
	for i, h := range hashes {
		ids[i] = v.find(pairs[i], h)
	}
	return touched
}

// reserve makes room for more states: added per shard, total in all. It reports
// false when there is no memory. The index may be stale after it, even then.
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

// size is how many buckets each shard has. After a grow that failed, the last is the smallest.
func (v *visited) size() int { return len(v.shards[len(v.shards)-1].buckets) }

// room is how many states a shard of the given number of buckets may hold.
func room(buckets int) uint64 { return uint64(buckets) * bucketSlots * maxLoad / 100 }

// sizeFor returns the number of buckets for a shard that outgrows its size: fewer than usual if that would take more
// than half of the remaining memory.
func (v *visited) sizeFor(size int, most uint64) int {
	fit := int(most*100/(bucketSlots*maxLoad)) + 1
	afford := int(min(v.arena.Left()/2/(bucketBytes*uint64(len(v.shards))), math.MaxInt32))
	return max(fit, min(size*growth/100, max(size*17/16, size+afford)))
}

// indexParts is the number of arrays into which the index is divided: so many that it costs little memory to have two
// copies of one while it grows, and so few that pages of 2 MiB soon pay.
const indexParts = 16

// grow gives all shards the same number of buckets, one part after the other, so that there is never an old and a new
// index side by side. All pairs are inserted again: reading them in order costs less than looking up each of a
// shard's.
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
		for i, buckets := range slices.Collect(slices.Chunk(asBuckets(b), size)) {
			shards[i].buckets = buckets
		}
	}
	for v.spanBits = 0; room(size)*uint64(len(v.shards))>>v.spanBits > 1<<v.idBits; {
		v.spanBits++
	}
	return true
}

// renew inserts all states of the shards from lo to hi, which are empty.
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

// inserter adds many states to the index together, for the same reason that findAll looks up many: each is a cache
// miss, which need not wait for the others.
type inserter struct {
	v       *visited
	n       int
	batch   [insertBatch]entry
	touched uint64 // see findAll
}

const insertBatch = 128

// entry is a state that is inserted: the hash of its pair, and its id.
type entry struct{ hash, id uint64 }

// offer adds an absent pair if take is 1, and nothing if it is 0, without a branch, which would be mispredicted every
// other time. reserve has made room.
func (in *inserter) offer(h, id uint64, take int) {
	in.batch[in.n] = entry{h, id}
	if in.n += take; in.n == insertBatch {
		in.flush()
	}
}

// within is 1 if a shard is one of those from lo to hi, and 0 if not.
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
