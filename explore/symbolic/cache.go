package symbolic

// operation says how a cached result was computed. From opProject on, each projection has one operation for each of
// its reads.
type operation = uint32

const (
	opUnion operation = iota + 1
	opMinus
	opImage
	opClosedImage
	opDomain
	opProject
)

// cache stores results of operations on two nodes, or a node and something else. It is lossy: a result replaces
// another with the same place. An entry has four words: the operands, the operation and the result.
type cache struct {
	words  []uint32
	raw    []byte
	stored int // results stored since it grew
}

// A cache has at most maxCache entries, 4 GiB. Up to manyEntries, 256 MiB, it grows when it may be half full; from
// then on, it grows when each entry has been replaced several times on average, since most results are needed again
// soon or never.
const (
	entryWords  = 4
	manyEntries = 1 << 24
	maxCache    = 1 << 28
	replaced    = 4
)

// place returns the entry for an operation. The entries for one operation on nodes that were made one after another
// are close together, since they are often needed one after another too. A node takes at least five words, so the
// lowest two bits of its number are dropped.
func (c *cache) place(op operation, a, b uint32) []uint32 {
	h := uint64(b) * 0x9E3779B97F4A7C15
	h ^= uint64(op) * 0xD6E8FEB86659FD93
	h ^= h >> 32
	h *= 0xBF58476D1CE4E5B9
	i := (h>>20 + uint64(a)>>2) & uint64(len(c.words)/entryWords-1) * entryWords
	return c.words[i : i+entryWords : i+entryWords]
}

func (c *cache) get(op operation, a, b uint32) (node, bool) {
	e := c.place(op, a, b)
	return e[3], e[0] == a && e[1] == b && e[2] == op
}

func (c *cache) put(op operation, a, b uint32, result node) {
	e := c.place(op, a, b)
	e[0], e[1], e[2], e[3] = a, b, op, result
}

func (s *store) remember(op operation, a, b uint32, result node) {
	c := &s.cache
	entries := len(c.words) / entryWords
	if c.stored++; c.stored > replaced*entries || entries < manyEntries && c.stored > entries/2 {
		s.growCache()
	}
	c.put(op, a, b, result)
}

// growCache makes room for four times as many results, unless that would exceed maxCache or a quarter of the memory.
func (s *store) growCache() {
	old := s.cache
	s.cache.stored = 0
	size := uint64(len(old.words)) * 16
	if size > maxCache*4*entryWords || s.limit > 0 && size > s.limit/4 {
		return
	}
	s.cache.words, s.cache.raw = s.words(4 * len(old.words))
	for w := old.words; len(w) > 0; w = w[entryWords:] {
		if w[2] != 0 {
			s.cache.put(w[2], w[0], w[1], w[3])
		}
	}
	s.arena.Free(old.raw)
}

// retain drops the results that involve nodes not in use.
func (c *cache) retain(used func(node) bool) {
	for w := c.words; len(w) > 0; w = w[entryWords:] {
		if w[2] == 0 {
			continue
		}
		two := w[2] == opUnion || w[2] == opMinus
		if !used(w[0]) || !used(w[3]) || two && !used(w[1]) {
			clear(w[:entryWords])
		}
	}
}
