package explore

import (
	"math/bits"
	"sync"
	"sync/atomic"

	"github.com/anel-mc/mc/explore/internal/memory"
)

// nodeKey is an inner node of a tree: up to four children, two in each word, 0 for those that are absent.
type nodeKey struct{ a, b uint64 }

const keyBytes = 16

// nodeTables holds the inner nodes of all trees: those of the two units of a pair, and before them all others. Each
// half of a pair has numbers of its own, since these are what a state takes.
type nodeTables [3]nodes

// nodes interns nodes: ids begin at 1, and equal nodes have the same id. Nodes at different places of the tree share an
// id if they have equal children. This is harmless, because all trees have one shape and the place determines how to
// read a node.
//
// All workers share it. Look-ups take no lock: an entry of the index is one atomic word, written after the key that
// it refers to, and a larger index replaces the old one only once it is filled. A reader of the old index at worst
// misses what was added since, and add looks again under its lock. New nodes are rare, because states are
// combinations of few parts.
type nodes struct {
	arena *memory.Arena
	first uint   // log2 of the size of the first pages
	limit uint64 // largest id

	index atomic.Pointer[nodeIndex]

	// The first four pages have 2^first nodes each, the next four twice as many, and so on: nothing is ever copied, and
	// less than a fifth is unused. A page is written before any reader can know an id in it.
	pages [4 * 32][]nodeKey

	mu      sync.Mutex
	count   uint64   // ids in use, including 0, which stands for none
	retired [][]byte // memory of indexes that were replaced
}

// nodeIndex is an open-addressing table with linear probing. An entry holds an id, in as many bits as the largest id
// in the table may need, and above it the lower bits of the hash; the upper bits of the hash determine its place. It
// grows by half when it is 80% full.
type nodeIndex struct {
	entries []uint32
	idBits  uint
	memory  []byte // of entries
}

func (t *nodes) init(a *memory.Arena, firstBits uint, limit uint64) {
	t.arena, t.first, t.limit, t.count = a, firstBits, limit, 1
	t.index.Store(&nodeIndex{})
}

// hashNode is the folded multiplication of wyhash, which is short and mixes well.
func hashNode(a, b uint64) uint32 {
	hi, lo := bits.Mul64(a^0x9e3779b97f4a7c15, b^0xd6e8feb86659fd93)
	return uint32((hi ^ lo) >> 16)
}

// place returns where the node with the given id is stored: in which page, which has 1<<size nodes, and at which
// index in the page.
func (t *nodes) place(id uint32) (page, size uint, at uint64) {
	n := uint64(id) + 4<<t.first
	size = uint(bits.Len64(n)) - 3
	return 4*(size-t.first) + uint(n>>(size&63))&3, size, n & (1<<(size&63) - 1)
}

// key returns the node with the given id.
func (t *nodes) key(id uint32) nodeKey {
	page, _, at := t.place(id)
	return t.pages[page][at]
}

// find returns the id of a node, given its hash, or 0 if it is not stored.
func (t *nodes) find(a, b uint64, h uint32) uint32 { return t.probe(t.index.Load(), h, a, b) }

func (t *nodes) probe(x *nodeIndex, h uint32, a, b uint64) uint32 {
	if len(x.entries) == 0 {
		return 0
	}
	for i := x.home(h); ; {
		e := atomic.LoadUint32(&x.entries[i])
		if e == 0 {
			return 0
		}
		if diff := e ^ h<<x.idBits; diff>>x.idBits == 0 {
			if k := t.key(diff); k.a == a && k.b == b {
				return diff
			}
		}
		if i++; i == len(x.entries) {
			i = 0
		}
	}
}

// add returns the id of a node, storing it if necessary, or 0 if there is no memory or no id left for it.
func (t *nodes) add(a, b uint64, h uint32) uint32 {
	t.mu.Lock()
	defer t.mu.Unlock()
	x := t.index.Load()
	if id := t.probe(x, h, a, b); id != 0 {
		return id
	}
	if t.count > t.limit {
		return 0
	}
	if t.count*5/4 >= uint64(len(x.entries)) {
		if x = t.grow(x); x == nil {
			return 0
		}
	}
	id := uint32(t.count)
	page, size, at := t.place(id)
	keys := &t.pages[page]
	if *keys == nil {
		b := t.arena.Alloc(keyBytes << size)
		if b == nil {
			return 0
		}
		*keys = memory.As[nodeKey](b)
	}
	(*keys)[at] = nodeKey{a, b}
	t.count++
	x.insert(h, id)
	return id
}

// grow publishes an index that is half as large again. Readers may still be using the old one, so it is kept until
// reclaim.
func (t *nodes) grow(old *nodeIndex) *nodeIndex {
	size := max(uint64(len(old.entries))*3/2, 4<<t.first)
	b := t.arena.Alloc(4 * size)
	if b == nil {
		return nil
	}
	x := &nodeIndex{entries: memory.As[uint32](b), idBits: uint(min(bits.Len64(size), 32)), memory: b}
	for id := uint32(1); uint64(id) < t.count; id++ {
		k := t.key(id)
		x.insert(hashNode(k.a, k.b), id)
	}
	t.retired = append(t.retired, old.memory)
	t.index.Store(x)
	return x
}

// reclaim frees the indexes that were replaced. There must be no readers.
func (t *nodes) reclaim() {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, b := range t.retired {
		t.arena.Free(b)
	}
	t.retired = t.retired[:0]
}

func (x *nodeIndex) insert(h, id uint32) {
	i := x.home(h)
	for x.entries[i] != 0 {
		if i++; i == len(x.entries) {
			i = 0
		}
	}
	atomic.StoreUint32(&x.entries[i], h<<x.idBits|id)
}

// home returns the index at which probing for a hash begins.
func (x *nodeIndex) home(h uint32) int { return int(uint64(h) * uint64(len(x.entries)) >> 32) }
