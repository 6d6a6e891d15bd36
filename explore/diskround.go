package explore

import (
	"cmp"
	"slices"

	"github.com/anel-mc/mc/explore/internal/hash"
)

// ref is a candidate of a round on disk.
type ref struct {
	hash             uint64
	block, candidate uint32
}

func compareRefs(a, b ref) int {
	return cmp.Or(cmp.Compare(a.hash, b.hash), cmp.Compare(a.block, b.block), cmp.Compare(a.candidate, b.candidate))
}

// sieve is dedup for a search on disk: it also marks the candidates that are stored already. Each worker
// has a range of hashes.
func (s *searcher) sieve(blocks []block, workers int) {
	v, m := s.store.visited, &s.merger
	for len(m.refs) < workers {
		m.refs = append(m.refs, nil)
	}
	s.parallel(workers, func(i int) {
		refs := m.refs[i][:0]
		lo, hi := v.share(i, workers)
		for b := range blocks {
			for j := range blocks[b].candidates {
				c := &blocks[b].candidates[j] // parent is another worker's to write
				if shard := v.shardOf(uint64(c.hash) << 32); lo <= shard && shard < hi {
					refs = append(refs, ref{hash.Mix(c.pair), uint32(b), uint32(j)})
				}
			}
		}
		slices.SortFunc(refs, compareRefs)
		stored := v.runs.finder()
		for k, r := range refs {
			if k > 0 && refs[k-1].hash == r.hash || stored.has(r.hash) {
				blocks[r.block].candidates[r.candidate].parent = duplicate
			} else {
				m.added[v.shardOf(r.hash)]++
			}
		}
		m.refs[i] = refs
	})
}

// index writes the remaining candidates to the index on disk.
func (s *searcher) index(blocks []block, workers int) error {
	v, m := s.store.visited, &s.merger
	for len(m.entries) < workers {
		m.entries = append(m.entries, nil)
	}
	s.parallel(workers, func(i int) {
		entries := m.entries[i][:0]
		lo, hi := v.share(i, workers)
		id := v.count
		for b := range blocks {
			for _, c := range blocks[b].candidates {
				if c.parent == duplicate {
					continue
				}
				if shard := v.shardOf(uint64(c.hash) << 32); lo <= shard && shard < hi {
					entries = append(entries, entry{hash.Mix(c.pair), id})
				}
				id++
			}
		}
		sortEntries(entries)
		m.entries[i] = entries
	})
	return v.runs.add(m.entries[:workers])
}

// makeRoom makes sure that the remaining candidates can be stored, on disk if necessary and possible. Otherwise it
// returns the bound that was reached.
func (s *searcher) makeRoom(blocks []block, fresh, workers int) Bound {
	v := s.store.visited
	count := v.count + uint64(fresh)
	if v.runs == nil {
		early := s.disk != nil && s.cfg.spill != 0 && count >= s.cfg.spill
		ok := !early && s.sleepSets.reserve(count, false) && v.reserve(s.merger.added, fresh)
		s.renew()
		if ok {
			return BoundNone
		}
		if bound := s.spill(); bound != BoundNone {
			return bound
		}
	}
	switch {
	case !v.pages.reserve(v.count, fresh) && v.pages.refused:
		return BoundDisk
	case v.pages.room() < count:
		return BoundMemory
	}
	s.sleepSets.reserve(count, true)
	if err := s.index(blocks, workers); err != nil {
		return BoundDisk
	}
	return BoundNone
}

// spill moves the states to disk if there is one and they are not there yet. Otherwise it returns the bound that was
// reached.
func (s *searcher) spill() Bound {
	if s.disk == nil || s.store.visited.runs != nil {
		return BoundMemory
	}
	if err := s.store.spill(s.disk); err != nil {
		return BoundDisk
	}
	return BoundNone
}

// candidateBytes is the most that a candidate of a round on disk takes, including its ref and entry, its place in a
// raw page, and spare capacity of slices; freeCandidates is how many a round aims at when there is no bound on memory.
// A round aims at no fewer than one in memory does; there, too, they are not counted against the bound.
const (
	candidateBytes = 96
	freeCandidates = 1 << 20
)

// diskRound is the number of parents of a full round on disk: its candidates may take half of the remaining memory.
func (s *searcher) diskRound() int {
	candidates := uint64(freeCandidates)
	if s.opt.Memory != 0 {
		candidates = s.store.arena.Left() / 2 / candidateBytes
	}
	candidates = max(candidates, uint64(s.cfg.fanout))
	return int(max(float64(s.cfg.block), min(float64(candidates)/max(s.merger.fanout, 0.1), 1<<24)))
}
