package system

import (
	"cmp"
	"math/bits"
	"reflect"
	"slices"

	"github.com/anel-mc/mc/model"
)

// The representative of a state is the least state of its orbit, that is, of its images under the group: by slots, and
// within a slot by a digest of the content. The digest does not depend on the numbers under which things are interned,
// hence not on timing.
//
// If a group lists its elements, all of them are tried, slot by slot, until one is worse than the best so far. If it
// consists of all permutations of some processes, only those are tried that sort the processes by colour. A colour is
// what can be said of a process in a state without the names of processes. Colours are refined by those of related
// processes, as in graph isomorphism search. If processes of equal colour remain, each in turn is individualised and
// colours are refined again, except for processes that can be exchanged without changing the state.

// Representatives computes representatives of states. It may be used by one goroutine at a time; several may be used
// concurrently.
type Representatives struct {
	y       *symmetry
	w, best []uint32
	some    bool       // best is set
	colours [][]uint64 // by depth of the search
	pair    []uint64   // how processes are related, by the first process and the second
	order   []model.ID
	e       element // the one being tried
}

// Representatives returns what computes representatives under the Symmetry that s assumes; see Assume.
func (s *System) Representatives() *Representatives {
	y := s.symmetry()
	n := y.s.n
	return &Representatives{y: y, w: make([]uint32, y.s.width), best: make([]uint32, y.s.width),
		pair: make([]uint64, n*n), e: element{to: identity(n), from: identity(n)}}
}

// Representative replaces v by the representative of its orbit. The error is a *model.Error.
func (r *Representatives) Representative(v []uint32) error {
	return model.Guard("the renaming of processes", func() {
		r.some = false
		if r.y.group.classes == nil {
			for i := range r.y.group.elements {
				r.try(r.y.elements.at(uint32(i)), v)
			}
		} else {
			r.relate(v)
			r.search(v, 0, nil)
		}
		copy(v, r.best)
	})
}

// try makes the image of v under e the best so far if it is less than the best.
func (r *Representatives) try(e *element, v []uint32) {
	y, less := r.y, !r.some
	for slot := range r.w {
		x := y.holds(e, v, slot)
		r.w[slot] = x
		if less {
			continue
		}
		switch y.compare(slot, x, r.best[slot]) {
		case 1:
			return
		case -1:
			less = true
		}
	}
	if less {
		r.some = true
		r.w, r.best = r.best, r.w
	}
}

// search tries the elements that sort the processes by colour. parent has the colours of the previous level, with one
// process individualised.
func (r *Representatives) search(v []uint32, depth int, parent []uint64) {
	y := r.y
	n := y.s.n
	if depth == len(r.colours) {
		r.colours = append(r.colours, make([]uint64, n))
	}
	colour := r.colours[depth]
	if parent == nil {
		for p := range colour {
			colour[p] = r.pair[p*n+p]
		}
	} else {
		copy(colour, parent)
	}
	r.refine(colour)
	class := r.ambiguous(v, colour)
	if class == nil {
		r.try(r.sorted(colour), v)
		return
	}
	for i, p := range class {
		if i > 0 && slices.ContainsFunc(class[:i], func(q model.ID) bool { return r.exchangeable(v, p, q) }) {
			continue
		}
		was := colour[p]
		colour[p] = mix(was, 1)
		r.search(v, depth+1, colour)
		colour[p] = was
	}
}

// ambiguous returns the processes of the first class and least colour that cannot all be exchanged in v. The choice
// must not depend on the names of processes.
func (r *Representatives) ambiguous(v []uint32, colour []uint64) []model.ID {
	for _, class := range r.y.group.classes {
		order := slices.Clone(class)
		slices.SortStableFunc(order, func(p, q model.ID) int { return cmp.Compare(colour[p], colour[q]) })
		for len(order) > 0 {
			n, exchangeable := 1, true
			for ; n < len(order) && colour[order[n]] == colour[order[0]]; n++ {
				exchangeable = exchangeable && r.exchangeable(v, order[0], order[n])
			}
			if !exchangeable {
				return order[:n]
			}
			order = order[n:]
		}
	}
	return nil
}

// exchangeable reports whether v stays the same when p and q are exchanged.
func (r *Representatives) exchangeable(v []uint32, p, q model.ID) bool {
	e := r.y.swaps[int(p)*r.y.s.n+int(q)]
	for slot := range v {
		if r.y.holds(e, v, slot) != v[slot] {
			return false
		}
	}
	return true
}

// sorted returns the element that sorts the processes of each class by colour; it is valid until the next call.
func (r *Representatives) sorted(colour []uint64) *element {
	for _, class := range r.y.group.classes {
		r.order = append(r.order[:0], class...)
		slices.SortStableFunc(r.order, func(p, q model.ID) int { return cmp.Compare(colour[p], colour[q]) })
		for k, p := range r.order {
			r.e.to[p], r.e.from[class[k]] = class[k], p
		}
	}
	r.e.id, r.e.moved = unnumbered, r.e.to.moved()
	return &r.e
}

// refine separates the colours of processes that are related differently to others, until that distinguishes no more
// of them.
func (r *Representatives) refine(colour []uint64) {
	n := r.y.s.n
	next := make([]uint64, 0, model.MaxProcesses)
	for before := 0; ; {
		distinct := 0
		for p := range colour {
			if !slices.Contains(colour[:p], colour[p]) {
				distinct++
			}
		}
		if distinct == n || distinct == before {
			return
		}
		before = distinct
		next = next[:0]
		for p := range n {
			sum := uint64(0)
			for q := range n {
				if q != p {
					sum += mix(colour[q], mix(r.pair[p*n+q], r.pair[q*n+p]))
				}
			}
			next = append(next, mix(colour[p], sum))
		}
		copy(colour, next)
	}
}

// relate computes, in pair, a digest of each process by itself in v, and of its relation to each other process.
func (r *Representatives) relate(v []uint32) {
	y := r.y
	s, n := y.s, y.s.n
	for p := range model.ID(n) {
		row := v[s.procSlot[p]]
		names := y.factsOfRow(p, row).names
		base := mix(y.class[p], y.rowMark(p, row, model.None))
		if s.clockSlot != nil {
			base = mix(base, uint64(v[s.clockSlot[p]]))
		}
		for q := range model.ID(n) {
			at := &r.pair[int(p)*n+int(q)]
			if *at = base; p == q {
				continue
			}
			if names>>q&1 != 0 {
				*at = mix(*at, y.rowMark(p, row, q))
			}
			if c := s.channelAt[p][q]; c >= 0 {
				if holds := v[s.channels[c].slot]; holds != 0 {
					*at = mix(*at, y.sentMark(holds, p, q))
				}
			}
			if s.suspectSlot != nil && *s.suspects.at(v[s.suspectSlot[p]])>>q&1 != 0 {
				*at = mix(*at, 1)
			}
		}
		r.global(v, p)
	}
}

// global adds to the digests of p what shared variables, cut links and the history say about it.
func (r *Representatives) global(v []uint32, p model.ID) {
	y, s := r.y, r.y.s
	at := &r.pair[int(p)*s.n+int(p)]
	for x, slot := range s.varSlot {
		switch holds := v[slot]; {
		case s.declared(int32(x)).isMap():
			if y.factsOfShard(holds).names>>p&1 != 0 {
				*at = mix(*at, y.shardMark(holds, p))
			}
		case y.factsOf(holds).names>>p&1 != 0:
			*at = mix(*at, y.mark(holds, p, model.None))
		}
	}
	if s.linkSlot >= 0 {
		cuts := s.cuts.at(v[s.linkSlot])
		for q := range model.ID(s.n) {
			if q == p {
				continue
			}
			if cuts.separates(p, q) {
				r.pair[int(p)*s.n+int(q)]++
			}
			if l := slices.Index(s.links, model.Link{From: min(p, q), To: max(p, q)}); l >= 0 && cuts.has(int32(l)) {
				r.pair[int(p)*s.n+int(q)] += 2
			}
		}
	}
	if s.historySlot >= 0 {
		l := s.histories.at(v[s.historySlot]).lanes[p]
		*at = mix(*at, uint64(len(l.done))<<32|uint64(len(l.lost))<<1|uint64(boolean(l.isOpen)))
	}
}

// mark returns a digest of a value of process p in which p and q are distinguished from the others. model.None
// distinguishes nobody.
func (y *symmetry) mark(value uint32, p, q model.ID) uint64 {
	f := y.factsOf(value)
	known := func(x model.ID) uint64 { // a process that the value does not name makes no difference
		if x == model.None || f.names>>x&1 == 0 {
			return model.MaxProcesses
		}
		return uint64(x)
	}
	key := uint64(value)<<16 | known(p)<<8 | known(q)
	return y.digests.of(key, func() uint64 {
		y.mu.Lock()
		defer y.mu.Unlock()
		return y.naming.digest(reflect.ValueOf(y.s.values.at(value)).Elem().Field(1),
			func(x model.ID) uint64 {
				switch {
				case x == p && p != model.None:
					return 1 << 32
				case x == q && q != model.None:
					return 1<<32 + 1
				case x >= 0 && int(x) < len(y.class):
					return 1<<33 + y.class[x]
				}
				return uint64(x)
			})
	})
}

// rowMark is mark for a row.
func (y *symmetry) rowMark(p model.ID, row uint32, q model.ID) uint64 {
	key := uint64(row)<<8 | uint64(q+1)
	return y.rowMarks[p].of(key, func() uint64 {
		r := y.s.rows[p].at(row)
		digest := uint64(boolean(r.down))
		if !r.down {
			digest = mix(digest, y.mark(r.local, p, q))
		}
		if r.stored != 0 {
			digest = mix(digest, y.mark(r.stored-1, p, q))
		}
		for _, t := range *y.s.timers.at(r.timers) {
			digest = mix(digest, mix(digestString(*y.s.timerIDs.at(t.name)), uint64(t.left)))
		}
		return digest
	})
}

// sentMark returns a digest of what is in transit from p to q.
func (y *symmetry) sentMark(holds uint32, p, q model.ID) uint64 {
	key := uint64(holds)<<16 | uint64(p)<<8 | uint64(q)
	if f := y.factsOfContent(holds); f.names == 0 {
		key = uint64(holds)<<16 | 1<<15
	}
	return y.sent.of(key, func() uint64 {
		digest, unordered := uint64(2), uint64(0)
		for _, id := range y.s.contents.at(holds).entries {
			e := y.s.entry(id)
			x := mix(y.mark(e.message, p, q), uint64(e.left)<<16|uint64(e.wait))
			digest = mix(digest, x)
			unordered += x
		}
		if y.s.inst.Network.Order == model.Unordered {
			digest = mix(2, unordered)
		}
		return digest
	})
}

// named returns the processes in a set.
func named(set uint64) (all []model.ID) {
	for ; set != 0; set &= set - 1 {
		all = append(all, model.ID(bits.TrailingZeros64(set)))
	}
	return all
}
