package explore

import (
	"slices"

	"github.com/anel-mc/mc/explore/internal/hash"
)

// When memory is full, a search that was given a directory continues with its tables in files there. The list of
// states is moved to a file page by page; it is written and read in sequence. The index becomes runs of (hash, id) in
// the order of hashes. Looking a pair up in them is slow, so nothing is looked up while states are expanded: all
// successors are candidates, in rounds as large as memory allows, and are then sorted by hash and compared with the
// runs in one pass (delayed duplicate detection: Stern and Dill, "Using Magnetic Disk instead of Main Memory in the
// Murφ Verifier", CAV 1998). The remaining candidates are stored in their order, as always, so no result depends on
// where the tables are.

// spill moves the set of states to disk and gives its memory back. On an error it has changed nothing.
func (st *store) spill(d *disk) error {
	v := st.visited
	f, err := d.create()
	if err != nil {
		return err
	}
	to := &segmentFile{file: f}
	r := &runs{disk: d}
	index, err := r.write(func(write func(entry)) {
		var entries []entry
		for i := range v.shards {
			entries = v.entries(i, entries[:0])
			for _, e := range entries {
				write(e)
			}
		}
	})
	if err != nil {
		f.discard()
		return err
	}
	if err := v.pages.move(to); err != nil {
		r.drop(index)
		f.discard()
		return err
	}
	for _, part := range v.parts {
		st.arena.Free(part)
	}
	v.parts = nil
	clear(v.shards)
	if index.n > 0 {
		r.list = []run{index}
	}
	v.runs = r
	return nil
}

// entries appends the entries of shard i, in order.
func (v *visited) entries(i int, entries []entry) []entry {
	s := &v.shards[i]
	for at := range s.buckets {
		b := &s.buckets[at]
		for slot := range b.used() {
			for id, end := v.ids(b.span(slot)); id < end; id++ {
				// If others in the span belong here, too, they come more than once.
				if h := hash.Mix(v.pair(id)); tagOf(h) == uint64(b.tag(slot)) && v.shardOf(h) == i {
					entries = append(entries, entry{h, id})
				}
			}
		}
	}
	sortEntries(entries)
	return slices.Compact(entries)
}

// move writes the packed pages to a file, where those packed later will go as well. On an error nothing has changed.
func (p *pages) move(to *segmentFile) error {
	var moved [][]byte
	for i := range p.list[:p.packed] {
		data, err := to.put(p.list[i].data)
		if err != nil {
			return err
		}
		moved = append(moved, data)
	}
	for i, data := range moved {
		p.list[i].data = data
	}
	p.region.Free()
	p.ready, p.onDisk = nil, to
	return nil
}
