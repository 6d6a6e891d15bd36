package explore

import (
	"math/bits"
	"sync"

	"github.com/anel-mc/mc/explore/internal/memory"
)

// visited is the set of all states found, and their list: pairs and predecessors by id, and an index of the pairs.
type visited struct {
	pages
	index
	count uint64
	all   uint64 // union of all pairs, bit by bit
	ids   bool   // the index keeps ids
	stale bool   // all states have to be inserted into the index again

	numbering sync.Mutex // see number
}

func newVisited(a *memory.Arena, cfg config) *visited {
	return &visited{
		pages: pages{arena: a, bits: cfg.pageBits, region: memory.NewRegion(a)},
		index: index{arena: a, layout: layout{shardBits: cfg.shardBits}},
	}
}

// share returns the range of shards that belongs to worker i of n.
func (v *visited) share(i, n int) (lo, hi int) {
	shards := 1 << v.shardBits
	return i * shards / n, (i + 1) * shards / n
}

// lookup is find for a pair without its hash.
func (v *visited) lookup(pair uint64) uint64 {
	h := v.hash(pair)
	return v.find(pair, h, v.way(h), true)
}

// findAll is find for many pairs, whose hashes it returns, too. In a large search, nearly every look-up misses all
// caches. The misses of different look-ups do not depend on each other, so all of them are provoked first, and the
// processor overlaps about ten at a time, if there is little else to do: where they are is computed before. touched is
// returned only to keep the compiler from removing the loads.
func (v *visited) findAll(pairs, hashes []uint64, found []uint64, ids bool) (touched uint64) {
	hashes, found = hashes[:len(pairs)], found[:len(pairs)]
	for i, pair := range pairs {
		h := v.hash(pair)
		hashes[i], found[i] = h, v.way(h)
	}
	if v.size > 0 {
		touched = v.touch(found)
	}
	for i, h := range hashes {
		found[i] = v.find(pairs[i], h, found[i], ids)
	}
	return touched
}

// reserve makes room for more states. all is the union of their pairs, bit by bit. It reports false if there is no
// memory. In either case the index may be stale afterwards.
func (v *visited) reserve(all uint64, more, workers int) bool {
	if !v.pages.reserve(v.count, more) {
		return false
	}
	v.all |= all
	count := v.count + uint64(more)
	if count <= v.states && v.all&v.alien == 0 {
		return true
	}
	return v.renewFor(max(count, min(v.count*growth/100, max(v.states*17/16, v.states+v.afford()))), workers)
}

// afford returns for how many more states half of the remaining memory suffices.
func (v *visited) afford() uint64 {
	if v.size == 0 {
		return 0
	}
	left := float64(v.pages.arena.Left() / 2)
	return uint64(left / float64(v.shardBytes()<<v.shardBits) * float64(v.states))
}

// renewFor makes room in the index.
func (v *visited) renewFor(states uint64, workers int) bool {
	left, right := uint(bits.Len32(uint32(v.all))), uint(bits.Len64(v.all>>32))
	l := layoutFor(states, left, right, v.layout, v.ids)
	keep := !v.stale && l.extends(&v.layout) && (v.idBytes > 0 || !v.ids)
	ok := v.relayout(l, keep, workers)
	v.stale = v.count > 0 && (ok && !keep || v.size == 0)
	return ok
}

// number makes the index keep ids from now on, and find return them. It reports false if there is no memory. There must
// be no update at the same time.
func (v *visited) number(workers int) bool {
	v.numbering.Lock()
	defer v.numbering.Unlock()
	if v.ids && !v.stale {
		return true
	}
	v.ids = true
	if !v.renewFor(v.count, workers) {
		v.ids = v.idBytes > 0
		return false
	}
	v.renew(workers)
	return true
}

// renew inserts all states into the index if it is stale.
func (v *visited) renew(workers int) {
	if v.stale {
		v.Parallel(workers, func(i int) { v.fill(v.share(i, workers)) })
		v.stale = false
	}
}

// fill inserts all states that belong in the shards from lo to hi, which are empty.
func (v *visited) fill(lo, hi int) {
	in := inserter{v: v}
	id := uint64(0)
	for i := range v.list {
		p := &v.list[i]
		for at := uint32(0); id < v.count && id>>v.bits == uint64(i); at++ {
			pair := p.pair(at)
			in.offer(pair, id, within(v.shardOf(v.hash(pair)), lo, hi))
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

// entry is a state to be inserted.
type entry struct{ pair, id uint64 }

// offer adds an absent pair if take is 1 and nothing if it is 0. It does so without a branch, which would often be
// mispredicted. reserve must have made room.
func (in *inserter) offer(pair, id uint64, take int) {
	in.batch[in.n] = entry{pair, id}
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
	var hashes, ways [insertBatch]uint64
	for i, e := range batch {
		hashes[i] = v.hash(e.pair)
		ways[i] = v.way(hashes[i])
	}
	in.touched += v.touch(ways[:in.n])
	for i, e := range batch {
		v.shards[ways[i]>>32].insert(&v.layout, int(uint32(ways[i])), v.tagOf(hashes[i]), e.id)
	}
	in.n = 0
}
