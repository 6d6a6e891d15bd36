package disk

import (
	"cmp"
	"math/bits"
	"slices"
)

// keySet is a set of keys with a bound on its size.
type keySet struct {
	layout *layout
	words  int
	bytes  uint64 // bound on its size
	limit  int    // the same in keys
	count  int
	keys   []uint64
	hashes []uint64
	table  []uint64 // hash table: the upper half of a hash, and the place of its key + 1
	order  []entry
}

// entry is a key while keys are sorted. If the first bits of two keys differ, nothing else has to be compared.
type entry struct {
	first uint64
	at    uint32
}

// leastKeys is enough room for the successors of most states.
const leastKeys = 16

func newKeySet(l *layout, bytes uint64) *keySet {
	s := &keySet{bytes: bytes}
	s.size(l)
	return s
}

// size sets the layout of the keys and computes how many of them the set may hold.
func (s *keySet) size(l *layout) {
	s.layout, s.words = l, l.words
	each := uint64(8*l.words + 8 + 16 + 16) // a key, its hash, up to two slots of the table, its entry
	s.limit = int(min(max(s.bytes/each, leastKeys), 1<<31))
}

// add adds a key. It returns false if there is no room.
func (s *keySet) add(key []uint64, hash uint64) bool {
	if 2*s.count >= len(s.table) {
		s.grow()
	}
	i := s.slot(key, hash)
	if s.table[i] != 0 {
		return true
	}
	if s.count >= s.limit {
		return false
	}
	s.count++
	s.keys = append(s.keys, key...)
	s.hashes = append(s.hashes, hash)
	s.table[i] = tagged(hash, s.count)
	return true
}

// find returns the place of a key.
func (s *keySet) find(key []uint64, hash uint64) (uint32, bool) {
	if s.count == 0 {
		return 0, false
	}
	n := uint32(s.table[s.slot(key, hash)])
	return n - 1, n != 0
}

// slot returns the index in the table at which a key is, or would be.
func (s *keySet) slot(key []uint64, hash uint64) uint64 {
	mask := uint64(len(s.table) - 1)
	i := hash & mask
	for ; s.table[i] != 0; i = (i + 1) & mask {
		if x := s.table[i]; x>>32 == hash>>32 && compare(s.key(uint32(x)-1), key) == 0 {
			break
		}
	}
	return i
}

// tagged returns the entry of the table for the nth key.
func tagged(hash uint64, n int) uint64 { return hash>>32<<32 | uint64(n) }

func (s *keySet) key(at uint32) []uint64 {
	i := int(at) * s.words
	return s.keys[i : i+s.words : i+s.words]
}

func (s *keySet) grow() {
	s.table = make([]uint64, max(1<<11, 2*len(s.table)))
	mask := uint64(len(s.table) - 1)
	for at, h := range s.hashes {
		i := h & mask
		for s.table[i] != 0 {
			i = (i + 1) & mask
		}
		s.table[i] = tagged(h, at+1)
	}
}

// translate translates all keys to another layout.
func (s *keySet) translate(from, to *layout) {
	old, words := s.keys, s.words
	by := from.translation(to, nil)
	s.size(to)
	s.keys = make([]uint64, s.count*to.words)
	for at := range s.count {
		by.apply(old[at*words:(at+1)*words], s.key(uint32(at)))
	}
}

func (s *keySet) renumber(l *layout, renumbered []renumbering) {
	out := make([]uint64, s.words)
	by := l.translation(l, renumbered)
	for at := range s.count {
		key := s.key(uint32(at))
		by.apply(key, out)
		copy(key, out)
	}
}

// sorted returns the keys of each shard in ascending order.
func (s *keySet) sorted(shards int) [][]entry {
	ends := make([]int, shards+1)
	shard := func(h uint64) int { hi, _ := bits.Mul64(h, uint64(shards)); return int(hi) }
	for _, h := range s.hashes {
		ends[shard(h)+1]++
	}
	for i := range shards {
		ends[i+1] += ends[i]
	}
	if cap(s.order) < s.count {
		s.order = make([]entry, min(s.limit, s.count+s.count/4))
	}
	order := s.order[:s.count]
	at := slices.Clone(ends[:shards])
	for i, h := range s.hashes {
		to := shard(h)
		order[at[to]] = entry{s.layout.first(s.key(uint32(i))), uint32(i)}
		at[to]++
	}
	all := make([][]entry, shards)
	for i := range all {
		all[i] = order[ends[i]:ends[i+1]]
		slices.SortFunc(all[i], func(a, b entry) int {
			if a.first != b.first {
				return cmp.Compare(a.first, b.first)
			}
			return compare(s.key(a.at), s.key(b.at))
		})
	}
	return all
}

func (s *keySet) reset() {
	if s.count < len(s.table)/64 { // it was larger once
		s.table = nil
	}
	s.count, s.keys, s.hashes = 0, s.keys[:0], s.hashes[:0]
	clear(s.table)
}
