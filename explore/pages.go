package explore

import "github.com/anel-mc/mc/explore/internal/memory"

// pages is the list of all states: their pairs and predecessors, by id.
type pages struct {
	arena *memory.Arena
	bits  uint // log2 of the states in a page
	list  []page

	// list[:packed] are packed. The others are raw; if a round has found many states, all but the last are full. One of
	// them is packed during the next round, and if there are more, they are packed before it.
	packed int
	ready  *page          // packed form of the first raw page, to replace it; nil if there is none
	raw    [][]byte       // memory of the raw pages
	spare  []byte         // memory of a page that was packed, for the next page
	region *memory.Region // memory of the packed pages
}

// firstPage is the number of states that page 0 has room for at first.
const firstPage = 1 << 10

// pair returns the pair of a state.
func (p *pages) pair(id uint64) uint64 { return p.list[id>>p.bits].pair(uint32(id & (1<<p.bits - 1))) }

// pred returns the predecessor of a state, or none for an initial state.
func (p *pages) pred(id uint64) uint64 {
	return p.list[id>>p.bits].link(uint32(id&(1<<p.bits-1))) - 1
}

// put stores a state under its id; link is its predecessor + 1, or 0 for an initial state. Links ascend.
func (p *pages) put(id, pair, link uint64) {
	p.list[id>>p.bits].put(uint32(id&(1<<p.bits-1)), pair, link)
}

// reserve makes room for more states in addition to the existing count. It reports false if there is no memory.
func (p *pages) reserve(count uint64, more int) bool {
	full := int(count >> p.bits)
	for p.packed < full && (p.ready != nil || p.packed+1 < full) && p.pack() {
	}
	for p.room() < count+uint64(more) {
		if !p.add() && (p.packed == full || !p.pack()) {
			return false
		}
	}
	return true
}

// settle frees what only a continuing search needs.
func (p *pages) settle(count uint64) {
	for uint64(p.packed+1)<<p.bits <= count && p.pack() {
	}
	p.arena.Free(p.spare)
	p.spare = nil
}

// room returns the number of states that the pages have room for.
func (p *pages) room() uint64 {
	if len(p.raw) == 0 {
		return uint64(len(p.list)) << p.bits
	}
	return uint64(len(p.list)-1)<<p.bits + uint64(len(p.raw[len(p.raw)-1])/rawBytes)
}

// add adds a page or replaces the first page by a larger one: the first page begins small, so that small systems are
// cheap, and is copied until it has full size.
func (p *pages) add() bool {
	full, room := uint64(1)<<p.bits, p.room()
	size := full
	if room < full {
		size = min(full, max(firstPage, 4*room))
	}
	memory := p.spare // a page of full size
	if p.spare = nil; memory == nil {
		if memory = p.arena.Alloc(rawBytes * size); memory == nil {
			return false
		}
	}
	next := rawPage(memory)
	if 0 < room && room < full {
		small := &p.list[0]
		for i := range uint32(room) {
			next.put(i, small.pair(i), small.link(i))
		}
		p.arena.Free(p.raw[0])
		p.list, p.raw = nil, nil
	}
	p.list, p.raw = append(p.list, next), append(p.raw, memory)
	return true
}

// pack replaces the first raw page, which is full, by its packed form. It reports false if there is no room for that;
// the page then stays raw.
func (p *pages) pack() bool {
	if p.ready == nil && !p.prepare() {
		return false
	}
	p.list[p.packed], p.ready = *p.ready, nil
	p.packed++
	p.arena.Free(p.spare)
	p.spare, p.raw = p.raw[0], p.raw[1:]
	return true
}

// prepare makes the packed form of the first raw page, which is full and may be read in the meantime.
func (p *pages) prepare() bool {
	from := &p.list[p.packed]
	to, size := from.packed()
	size = (size + 15) &^ 7 // aligned, and 8 bytes can be read from any place
	if to.data = p.region.Cut(size); to.data == nil {
		return false
	}
	from.pack(&to)
	p.ready = &to
	return true
}
