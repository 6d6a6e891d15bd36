package explore

import (
	"cmp"
	"encoding/binary"
	"math/bits"
	"slices"
)

// entry is a state in the index on disk: the hash of its pair, which no other pair has, and its id.
type entry struct {
	hash uint64
	id   uint64
}

const entryBytes = 8 + idBytes

func compareEntries(a, b entry) int {
	return cmp.Or(cmp.Compare(a.hash, b.hash), cmp.Compare(a.id, b.id))
}

// run is a file of entries in ascending order of their hashes.
type run struct {
	data []byte
	n    int
}

func (r *run) hash(i int) uint64 { return binary.LittleEndian.Uint64(r.data[i*entryBytes:]) }
func (r *run) id(i int) uint64   { return getID(r.data[i*entryBytes+8:]) }

// seek returns the first entry from the given one on whose hash is not smaller, or n. It looks ahead in growing steps,
// then between the last two places.
func (r *run) seek(from int, hash uint64) int {
	step, to := 1, from
	for to < r.n && r.hash(to) < hash {
		from, to = to+1, to+step
		step *= 2
	}
	to = min(to, r.n)
	for from < to {
		if middle := int(uint(from+to) / 2); r.hash(middle) < hash {
			from = middle + 1
		} else {
			to = middle
		}
	}
	return from
}

// find returns the id of a hash, or none. Hashes are spread evenly, so it begins where
// the hash should be, and looks near it.
func (r *run) find(hash uint64) uint64 {
	guess, _ := bits.Mul64(hash, uint64(r.n))
	from := int(guess)
	for step := 1; from > 0 && r.hash(from) >= hash; step *= 2 {
		from = max(0, from-step)
	}
	if i := r.seek(from, hash); i < r.n && r.hash(i) == hash {
		return r.id(i)
	}
	return none
}

// runs is the index of the visited set on disk. The states found by a round are written as a run of their own, and
// runs of similar size are merged, so that there are never many.
type runs struct {
	disk *disk
	list []run // each has more than twice as many entries as the next, if the disk had room
}

// find returns the id of a hash, or none.
func (r *runs) find(hash uint64) uint64 {
	for i := range r.list {
		if id := r.list[i].find(hash); id != none {
			return id
		}
	}
	return none
}

// finder answers queries in ascending order of hashes.
type finder struct {
	runs []run
	at   []int
}

func (r *runs) finder() finder {
	return finder{r.list, make([]int, len(r.list))}
}

// has reports whether a hash is stored. It must not be smaller than the one before.
func (f *finder) has(hash uint64) bool {
	for i := range f.runs {
		r := &f.runs[i]
		if f.at[i] == 0 && r.n > 0 { // a worker's first question: its part of the hashes begins there
			guess, _ := bits.Mul64(hash, uint64(r.n))
			if g := int(guess); r.hash(g) < hash {
				f.at[i] = g
			}
		}
		f.at[i] = r.seek(f.at[i], hash)
		if f.at[i] < r.n && r.hash(f.at[i]) == hash {
			return true
		}
	}
	return false
}

// add writes a run: the parts one after the other.
func (r *runs) add(parts [][]entry) error {
	next, err := r.write(func(write func(entry)) {
		for _, part := range parts {
			for _, e := range part {
				write(e)
			}
		}
	})
	if err != nil || next.n == 0 {
		return err
	}
	r.list = append(r.list, next)
	r.merge()
	return nil
}

// write makes a run of the entries that each passes to its argument.
func (r *runs) write(each func(write func(entry))) (run, error) {
	f, err := r.disk.create()
	if err != nil {
		return run{}, err
	}
	w := newWriter(f)
	n := 0
	each(func(e entry) {
		var b [entryBytes]byte
		binary.LittleEndian.PutUint64(b[:], e.hash)
		putID(b[8:], e.id)
		_, _ = w.Write(b[:]) // Flush returns the error
		n++
	})
	err = w.Flush()
	var data []byte
	if err == nil {
		data, err = f.view(0, f.size)
	}
	if err != nil {
		f.discard()
		return run{}, err
	}
	f.close()
	return run{data, n}, nil
}

// merge makes one run of the last two until the one before the last is large enough. Meanwhile the disk holds both the
// old runs and the merged one; if there is no room for that, the runs stay as they are.
func (r *runs) merge() {
	for n := len(r.list); n >= 2 && r.list[n-2].n <= 2*r.list[n-1].n; n-- {
		a, b := r.list[n-2], r.list[n-1]
		both, err := r.write(func(write func(entry)) { mergeRuns(a, b, write) })
		if err != nil {
			return
		}
		for _, old := range []run{a, b} {
			r.drop(old)
		}
		r.list = append(r.list[:n-2], both)
	}
}

// drop frees what a run holds.
func (r *runs) drop(old run) {
	if old.n > 0 {
		r.disk.used.Add(-uint64(len(old.data)))
		r.disk.arena.Disown(old.data)
	}
}

func mergeRuns(a, b run, write func(entry)) {
	i, j := 0, 0
	for i < a.n || j < b.n {
		if j == b.n || i < a.n && a.hash(i) < b.hash(j) {
			write(entry{a.hash(i), a.id(i)})
			i++
		} else {
			write(entry{b.hash(j), b.id(j)})
			j++
		}
	}
}

func sortEntries(e []entry) { slices.SortFunc(e, compareEntries) }
