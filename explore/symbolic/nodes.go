package symbolic

import (
	"cmp"
	"slices"
	"sort"

	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/explore/internal/memory"
)

// node is a set of vectors of the slots from some level on: the place of a diagram node in the pages of a store.
// Equal sets are equal nodes.
type node = uint32

const (
	empty    node = 0 // the empty set
	terminal node = 1 // the set of the vector without slots
)

// A node is stored in a page as its level, its number of pairs, its closure (0 as long as that is not known), and its
// pairs of a value and the node of what may follow it, sorted by value. In a free node, the third word is the next
// free node of the same size.
const (
	atLevel = iota
	atCount
	atClosed
	header
)

// pair is a value of a slot, and what may follow it.
type pair struct {
	value uint32
	child node
}

const (
	pageBits  = 22            // log2 of pageWords
	pageWords = 1 << pageBits // words in a page at most
	firstPage = 1 << 16       // words in the first page; the next are each twice as large, up to pageWords
	maxPages  = 1 << (32 - pageBits)
	freed     = 1 << 31 // in a level: the node is free
	marked    = 1 << 30 // in a level: the node is in use
	levelMask = marked - 1
)

// store holds nodes. Pages are never moved, so what edges returns stays valid as long as the node is in use.
type store struct {
	arena *memory.Arena
	heap  func() uint64 // bytes of the Go heap that count against limit too
	limit uint64

	pages [][]uint32
	used  uint32          // words in the last page
	free  map[uint32]node // by number of pairs, the first free node

	table []uint32 // hash table of nodes
	raw   []byte   // memory of table
	live  int      // number of nodes
	peak  int      // the largest that live has been

	// stack holds the pairs of the nodes that are being made. Nodes that can be reached from stack, held or roots are in
	// use.
	stack []pair
	held  []node

	cache cache
	// collectAt is the number of nodes at which those not in use are freed, and collectEvery the least number of new
	// nodes between two such collections.
	collectAt, collectEvery int
	roots                   func(mark func(node))

	interrupted func() explore.Bound
	ticks       uint32
}

const (
	// fewNodes is a number of nodes for which it does not pay to free those that are not in use.
	fewNodes = 1 << 20
	// Freeing nodes loses cached results about them, which then have to be computed again. So nodes that are not in use
	// may take an eighth of the memory, if a node takes 64 bytes.
	perUnused = 8 * 64
)

// stop is the value of the panic that ends a recursion early.
type stop struct{ bound explore.Bound }

func newStore(limit uint64) *store {
	unused := max(fewNodes, int(limit/perUnused))
	return &store{arena: memory.New(limit), limit: limit, free: map[uint32]node{}, collectAt: unused, collectEvery: unused}
}

// begin takes the first memory, which there may be too little for.
func (s *store) begin() {
	s.page(header)
	s.used = header // so that no node has place 0 or 1
	s.table, s.raw = s.words(1 << 14)
	s.cache.words, s.cache.raw = s.words(entryWords << 14)
}

// words returns zeroed memory.
func (s *store) words(n int) ([]uint32, []byte) {
	raw := s.arena.Alloc(uint64(n) * 4)
	if raw == nil {
		panic(stop{explore.BoundMemory})
	}
	return memory.As[uint32](raw), raw
}

// page adds a page with room for the given number of words.
func (s *store) page(words uint32) {
	if len(s.pages) == maxPages || words > pageWords {
		panic(stop{explore.BoundMemory})
	}
	size := firstPage << min(len(s.pages), pageBits)
	for size < int(words) {
		size *= 2
	}
	p, _ := s.words(min(size, pageWords))
	s.pages, s.used = append(s.pages, p), 0
}

// at returns the words of a node, and everything that follows it in its page.
func (s *store) at(n node) []uint32 { return s.pages[n>>pageBits][n&(pageWords-1):] }

func (s *store) level(n node) int32 { return int32(s.at(n)[atLevel] & levelMask) }

// edges returns the pairs of a node, each in two words.
func (s *store) edges(n node) []uint32 {
	w := s.at(n)
	return w[header : header+2*w[atCount] : header+2*w[atCount]]
}

// child returns what may follow a value.
func (s *store) child(n node, value uint32) node {
	e := s.edges(n)
	if i := 2 * sort.Search(len(e)/2, func(i int) bool { return e[2*i] >= value }); i < len(e) && e[i] == value {
		return e[i+1]
	}
	return empty
}

func hashOf(level int32, pairs []pair) uint64 {
	h := uint64(level) * 0x9E3779B97F4A7C15
	for _, p := range pairs {
		h = (h ^ (uint64(p.value)<<32 | uint64(p.child))) * 0xBF58476D1CE4E5B9
		h ^= h >> 31
	}
	return h
}

// node returns the node with the pairs on the stack from base on, which are sorted, and pops them.
func (s *store) node(level int32, base int) node {
	pairs := s.stack[base:]
	if len(pairs) == 0 {
		return empty
	}
	mask := uint64(len(s.table) - 1)
	i := hashOf(level, pairs) & mask
probe:
	for ; s.table[i] != 0; i = (i + 1) & mask {
		w := s.at(s.table[i])
		if int32(w[atLevel]) != level || int(w[atCount]) != len(pairs) {
			continue
		}
		w = w[header : header+2*len(pairs)]
		for j, p := range pairs {
			if w[2*j] != p.value || w[2*j+1] != p.child {
				continue probe
			}
		}
		s.stack = s.stack[:base]
		return s.table[i]
	}
	if s.live >= s.collectAt {
		s.collect()
		mask = uint64(len(s.table) - 1)
		for i = hashOf(level, pairs) & mask; s.table[i] != 0; i = (i + 1) & mask {
		}
	}
	n := s.take(uint32(len(pairs)))
	w := s.at(n)
	w[atLevel], w[atCount], w[atClosed] = uint32(level), uint32(len(pairs)), 0
	w = w[header:]
	for j, p := range pairs {
		w[2*j], w[2*j+1] = p.value, p.child
	}
	s.stack = s.stack[:base]
	s.table[i] = n
	s.live++
	s.peak = max(s.peak, s.live)
	if 2*s.live > len(s.table) {
		s.rehash(2 * len(s.table))
	}
	s.tick()
	return n
}

// tick checks from time to time whether a bound is reached, and then panics with stop.
func (s *store) tick() {
	if s.ticks++; s.ticks&(1<<12-1) != 0 {
		return
	}
	if b := s.interrupted(); b != explore.BoundNone {
		panic(stop{b})
	}
	if s.limit > 0 && s.arena.Used()+s.heap() > s.limit {
		panic(stop{explore.BoundMemory})
	}
}

// take returns room for a node with the given number of pairs.
func (s *store) take(count uint32) node {
	if n := s.free[count]; n != 0 {
		s.free[count] = s.at(n)[atClosed]
		return n
	}
	size := header + 2*count
	if int(s.used+size) > len(s.pages[len(s.pages)-1]) {
		s.page(size)
	}
	n := node(len(s.pages)-1)<<pageBits + s.used
	s.used += size
	return n
}

// rehash replaces the table by one of the given size, without the nodes that are free.
func (s *store) rehash(size int) {
	table, raw := s.words(size)
	mask := uint64(size - 1)
	for _, n := range s.table {
		if n == 0 {
			continue
		}
		w := s.at(n)
		if w[atLevel]&freed != 0 {
			continue
		}
		h := uint64(w[atLevel]&levelMask) * 0x9E3779B97F4A7C15
		for e := w[header : header+2*w[atCount]]; len(e) > 0; e = e[2:] {
			h = (h ^ (uint64(e[0])<<32 | uint64(e[1]))) * 0xBF58476D1CE4E5B9
			h ^= h >> 31
		}
		i := h & mask
		for table[i] != 0 {
			i = (i + 1) & mask
		}
		table[i] = n
	}
	s.arena.Free(s.raw)
	s.table, s.raw = table, raw
}

// collect frees the nodes that are not in use, and removes them from the cache.
func (s *store) collect() {
	var mark func(n node)
	mark = func(n node) {
		if n <= terminal {
			return
		}
		w := s.at(n)
		if w[atLevel]&marked != 0 {
			return
		}
		w[atLevel] |= marked
		for e := w[header : header+2*w[atCount]]; len(e) > 0; e = e[2:] {
			mark(e[1])
		}
	}
	for _, p := range s.stack {
		mark(p.child)
	}
	for _, n := range s.held {
		mark(n)
	}
	s.roots(mark)
	s.cache.retain(func(n node) bool { return n <= terminal || s.at(n)[atLevel]&marked != 0 })
	for _, n := range s.table {
		if n == 0 {
			continue
		}
		w := s.at(n)
		if c := w[atClosed]; w[atLevel]&marked != 0 && c > terminal && s.at(c)[atLevel]&(marked|freed) != marked {
			w[atClosed] = 0
		}
	}
	for _, n := range s.table {
		if n == 0 {
			continue
		}
		w := s.at(n)
		if w[atLevel]&marked != 0 {
			continue
		}
		w[atLevel] = freed
		w[atClosed], s.free[w[atCount]] = s.free[w[atCount]], n
		s.live--
	}
	for _, n := range s.table {
		if n != 0 {
			s.at(n)[atLevel] &^= marked
		}
	}
	s.rehash(len(s.table))
	s.collectAt = s.live + max(s.collectEvery, s.live&^(fewNodes-1))
}

// hold keeps nodes in use until release is called with the index that it returns.
func (s *store) hold(n ...node) int {
	base := len(s.held)
	s.held = append(s.held, n...)
	return base
}

func (s *store) release(base int) { s.held = s.held[:base] }

// normal sorts the pairs on the stack from base on and unites the children of equal values.
func (s *store) normal(base int) {
	pairs := s.stack[base:]
	if len(pairs) < 2 {
		return
	}
	slices.SortFunc(pairs, func(a, b pair) int { return cmp.Compare(a.value, b.value) })
	k, n := base, len(s.stack)
	for i := base + 1; i < n; i++ {
		if s.stack[i].value != s.stack[k].value {
			k++
			s.stack[k] = s.stack[i]
			continue
		}
		// Some pairs between k and i are on the stack twice, which does no harm.
		united := s.union(s.stack[k].child, s.stack[i].child)
		s.stack[k].child = united
	}
	s.stack = s.stack[:k+1]
}
