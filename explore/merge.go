package explore

import (
	"math/bits"
	"slices"

	"github.com/anel-mc/mc/explore/internal/guard"
)

// merger stores what a round found, in several passes. In a parallel pass, each worker goes over all candidates in
// order and handles those in its own shards; reading 16 bytes in sequence costs little compared with a look-up.
type merger struct {
	tables []dedup
}

// dedup is a hash set of the candidates of one round. It need not be cleared: slots of another round count as free.
type dedup struct {
	slots []dedupSlot
	shift uint // 32 - log2(len(slots))
	round uint32
	used  int
	own   []uint32 // candidates of a block that belong in this set

	// By block, the candidates of this set that are duplicates.
	duplicates [][]uint32
}

type dedupSlot struct {
	pair  uint64
	hash  uint32
	round uint32
}

// begin empties the set.
func (d *dedup) begin() {
	d.used = 0
	if d.round++; d.round == 0 { // after 2^32 rounds
		clear(d.slots)
		d.round = 1
	}
}

// add reports whether the pair was absent.
func (d *dedup) add(pair uint64, hash uint32) bool {
	if 2*d.used >= len(d.slots) {
		d.grow()
	}
	mask := uint32(len(d.slots) - 1)
	for i := d.home(hash); ; i = (i + 1) & mask {
		s := &d.slots[i]
		if s.round != d.round {
			*s = dedupSlot{pair, hash, d.round}
			d.used++
			return true
		}
		if s.pair == pair {
			return false
		}
	}
}

// home returns where probing for a hash begins. All hashes in the set may begin with the same bits, and those of a
// small search end with zeros.
func (d *dedup) home(hash uint32) uint32 { return hash * 0x9e3779b1 >> d.shift }

func (d *dedup) grow() {
	old := d.slots
	d.slots = make([]dedupSlot, max(64, 2*len(old)))
	d.shift = uint(33 - bits.Len(uint(len(d.slots))))
	mask := uint32(len(d.slots) - 1)
	for _, s := range old {
		if s.round == d.round {
			i := d.home(s.hash)
			for d.slots[i].round == d.round {
				i = (i + 1) & mask
			}
			d.slots[i] = s
		}
	}
}

// merge stores what the current round found, up to the first cut. States get their ids in the order of the
// candidates, which is that of a sequential search.
func (s *searcher) merge() {
	blocks := s.current
	s.current = nil
	for i := range s.store.nodes {
		s.store.nodes[i].reclaim()
	}
	total := 0
	for i := range blocks {
		total += len(blocks[i].candidates)
		if blocks[i].cut() {
			blocks = blocks[:i+1]
			break
		}
	}
	workers := s.limit
	if total <= s.cfg.inline {
		workers = 1
	}
	s.dedup(blocks, workers)
	s.mark(blocks, workers)
	blocks = s.ask(blocks, workers)
	if last := &blocks[len(blocks)-1]; last.cut() {
		s.bound, s.failure = last.bound, last.failure
	}
	fresh, all := fresh(blocks)
	end := blocks[len(blocks)-1].done
	if room := s.room(); fresh > room {
		s.bound, s.failure = BoundStates, nil
		blocks, end = s.cutToRoom(blocks, room)
		fresh = room
	}
	v := s.store.visited
	old := v.layout
	if !s.sleepSets.reserve(v.count+uint64(fresh)) || !v.reserve(all, fresh, workers) {
		s.bound, s.failure = BoundMemory, nil
		return
	}
	v.renew(workers)
	if !v.extends(&old) {
		s.rehash(blocks, workers)
	}
	id := v.count
	s.commit(blocks, fresh, workers)
	s.note(blocks, id, end)
	s.sleepSets.release(s.head)
}

// room returns how many more states may be stored.
func (s *searcher) room() int {
	limit := s.cfg.maxStates
	if s.opt.MaxStates != 0 {
		limit = min(limit, s.opt.MaxStates)
	}
	return int(limit - s.store.visited.count)
}

// dedup finds the candidates that repeat an earlier one. It does not mark them, because workers that write to adjacent
// candidates wait for each other.
func (s *searcher) dedup(blocks []block, workers int) {
	m := &s.merger
	for len(m.tables) < workers {
		m.tables = append(m.tables, dedup{})
	}
	s.store.visited.Parallel(workers, func(i int) {
		table := &m.tables[i]
		table.begin()
		for len(table.duplicates) < len(blocks) {
			table.duplicates = append(table.duplicates, nil)
		}
		for k, b := range blocks {
			duplicates := table.duplicates[k][:0]
			table.own = slices.Grow(table.own[:0], len(b.candidates)+1)
			own, n := table.own[:len(b.candidates)+1], 0
			for j := range b.candidates { // without a branch, as in offer
				own[n] = uint32(j)
				n += within(int(uint64(b.candidates[j].hash)*uint64(workers)>>32), i, i+1)
			}
			for _, j := range own[:n] {
				if c := &b.candidates[j]; !table.add(c.pair, c.hash) {
					duplicates = append(duplicates, j)
				}
			}
			table.duplicates[k] = duplicates
		}
	})
}

// mark marks the duplicates that dedup has found.
func (s *searcher) mark(blocks []block, workers int) {
	s.store.visited.Parallel(workers, func(i int) {
		for k := i; k < len(blocks); k += workers {
			b := &blocks[k]
			for _, table := range s.merger.tables[:workers] {
				for _, j := range table.duplicates[k] {
					b.candidates[j].parent = duplicate
				}
			}
			b.sum()
		}
	})
}

// sum sets what the block says of all of its candidates.
func (b *block) sum() {
	b.fresh, b.all = 0, 0
	for _, c := range b.candidates {
		if c.parent != duplicate {
			b.fresh++
			b.all |= c.pair
		}
	}
}

// fresh returns the number of new states in the round, and the union of their pairs, bit by bit.
func fresh(blocks []block) (n int, all uint64) {
	for i := range blocks {
		n += blocks[i].fresh
		all |= blocks[i].all
	}
	return n, all
}

// rehash gives the candidates their hashes in a layout with another base.
func (s *searcher) rehash(blocks []block, workers int) {
	v := s.store.visited
	v.Parallel(workers, func(i int) {
		for k := i; k < len(blocks); k += workers {
			for j := range blocks[k].candidates {
				c := &blocks[k].candidates[j]
				c.hash = v.brief(v.hash(c.pair))
			}
		}
	})
}

// cutToRoom keeps the first room states and drops the others. The parent of the first state dropped counts as not
// expanded and is returned as end.
func (s *searcher) cutToRoom(blocks []block, room int) (rest []block, end uint64) {
	for i := range blocks {
		b := &blocks[i]
		for j, c := range b.candidates {
			if c.parent == duplicate {
				continue
			}
			if room > 0 {
				room--
				continue
			}
			b.candidates = b.candidates[:j]
			b.sum()
			if c.parent != 0 {
				end = b.parent(c)
				s.recount(b, end)
			}
			return blocks[:i+1], end
		}
	}
	panic("unreachable: there was room")
}

// recount reduces the counts of a block to those of its parents before end. This happens at most once in a search, so
// the block is stepped again instead of always counting by parent.
func (s *searcher) recount(b *block, end uint64) {
	w := s.workers[0]
	w.block, w.asleep.sleep = b, 0
	b.transitions, b.classes = 0, b.classes[:0]
	defer w.countClasses()
	for w.parent = b.lo; w.parent < end; w.parent++ {
		err := guard.Call(func() error { return w.take(w.parent) }, w.exited)
		if err != nil {
			s.failure = &failure{err, -1, &place{state: w.parent}}
			return
		}
		for _, event := range w.events {
			w.count(event)
		}
		b.transitions += uint64(len(w.events))
		w.reset()
	}
}

// commit stores the remaining candidates. reserve has made room.
func (s *searcher) commit(blocks []block, fresh, workers int) {
	v := s.store.visited
	v.Parallel(workers, func(i int) {
		lo, hi := v.share(i, workers)
		in := inserter{v: v}
		id := v.count
		for j := range blocks {
			b := &blocks[j]
			if j%workers == i {
				s.put(b, id)
			}
			for _, c := range b.candidates {
				fresh := 0
				if c.parent != duplicate {
					fresh = 1
				}
				in.offer(c.pair, id, fresh&within(int(c.hash>>(32-v.shardBits)), lo, hi))
				id += uint64(fresh)
			}
		}
		in.flush()
	})
	v.count += uint64(fresh)
}

// put stores the remaining candidates of a block, with ids from the given one on.
func (s *searcher) put(b *block, id uint64) {
	for k, c := range b.candidates {
		if c.parent == duplicate {
			continue
		}
		s.store.visited.put(id, c.pair, b.link(c))
		if sets := s.sleepSets; sets != nil {
			sets.put(id, b.sleepOf(sets, k))
		}
		id++
	}
}

// sleepOf returns the sleep set of the state that a candidate becomes.
func (b *block) sleepOf(sets *sleepSets, candidate int) uint64 {
	c := b.candidates[candidate]
	if c.parent == 0 {
		return 0
	}
	return sets.after(sets.get(b.parent(c)), b.able[c.parent-1], b.groups[candidate])
}

// countFresh counts the candidates that are not duplicates.
func countFresh(candidates []candidate) (n uint64) {
	for _, c := range candidates {
		if c.parent != duplicate {
			n++
		}
	}
	return n
}

// note adds what the blocks counted and found to the totals. The ids of their states begin at id, and the parents
// before end are expanded.
func (s *searcher) note(blocks []block, id, end uint64) {
	s.head = end
	for _, b := range blocks {
		s.back = append(s.back, b.back...)
		s.transitions += b.transitions
		for _, c := range b.classes {
			s.perClass[c.class] += c.n
		}
		for _, h := range b.hits {
			counts := h.candidate < len(b.candidates)
			if h.candidate < 0 {
				counts = h.at.state < end
			}
			if !counts || s.found[h.check].Found {
				continue
			}
			depth := s.level + 1
			if s.checks[h.check].Quiescent != nil {
				depth = s.level
			}
			if h.at == nil {
				h.at = &place{state: id + countFresh(b.candidates[:h.candidate])}
			}
			s.found[h.check] = Found{Found: true, Depth: depth, first: h.at}
		}
		id += uint64(b.fresh)
	}
	s.show()
}
