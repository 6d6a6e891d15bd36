package system

import (
	"math/bits"
	"reflect"
	"slices"
	"sync"

	"github.com/anel-mc/mc/model"
)

// The action of a permutation on a state: what belongs to process p moves to the place of the image of p, and every
// name of a process in it is renamed likewise. Each part is permuted once and looked up afterwards.

// symmetry is a Symmetry that a compiled instance is assumed to have.
type symmetry struct {
	s     *processes
	group Symmetry
	class []uint64 // by process: the least process to which the group maps it

	elements interner[string, element] // by permutation.key
	one      uint32                    // the identity

	// movable has the processes that the group moves, as bits. If the group consists of all permutations within some
	// classes of processes, first has by process the element that exchanges it with the first of its class, and lastly
	// the identity.
	movable uint64
	first   []*element
	swaps   []*element // the exchange of two processes of one class, by both

	mu     sync.Mutex // held while values are renamed and digested
	naming renamer

	facts     memo[*facts]   // by value, and by shard with a bit above
	rowFacts  []memo[*facts] // by process; key row
	content   memo[*facts]   // by content
	values    memo[uint32]   // by symmetry.key
	rows      []memo[uint32] // by process; key symmetry.key
	contents  memo[uint32]
	suspects  memo[uint32] // by set of suspects and element
	cuts      memo[uint32]
	histories memo[uint32]
	shards    memo[uint32]
	orders    []memo[uint64] // by slot; key content; see fingerprint
	digests   memo[uint64]   // by value and the processes marked in it
	rowMarks  []memo[uint64] // by process; key row and the process marked
	sent      memo[uint64]   // by content and ends

	proof proof
}

// facts are what is known about an interned thing.
type facts struct {
	names  uint64 // the processes that it names, as bits
	custom bool   // names processes through a Renamer
}

func (f *facts) add(of *facts) {
	f.names |= of.names
	f.custom = f.custom || of.custom
}

func newSymmetry(s *processes, group Symmetry) *symmetry {
	y := &symmetry{s: s, group: group, class: make([]uint64, s.n),
		naming:   renamer{n: s.n, left: s.n, known: map[reflect.Type]nameKind{}},
		rowFacts: make([]memo[*facts], s.n), rows: make([]memo[uint32], s.n), rowMarks: make([]memo[uint64], s.n),
		orders: make([]memo[uint64], s.width),
	}
	for p := range y.class {
		y.class[p] = uint64(p)
	}
	for changed := true; changed; {
		changed = false
		for _, g := range group.generators {
			for p, q := range g {
				if y.class[p] != y.class[q] {
					low := min(y.class[p], y.class[q])
					y.class[p], y.class[q], changed = low, low, true
				}
			}
		}
	}
	y.one = y.element(identity(s.n)).id
	if group.classes != nil {
		for p := range model.ID(s.n) {
			y.first = append(y.first, y.element(transposition(s.n, p, model.ID(y.class[p]))))
			for q := range model.ID(s.n) {
				if y.swaps = append(y.swaps, nil); y.class[p] == y.class[q] {
					y.swaps[len(y.swaps)-1] = y.element(transposition(s.n, p, q))
				}
			}
		}
		y.first = append(y.first, y.elements.at(y.one))
	}
	for _, g := range group.generators {
		y.movable |= y.element(g).moved
	}
	for _, e := range group.elements {
		y.element(e)
	}
	return y
}

// slot returns the slot of the image of what a slot holds, which is itself if the content belongs to no process.
func (y *symmetry) slot(k slotKind, to permutation, itself int32) int32 {
	s := y.s
	switch k.kind {
	case locationLocal:
		return s.procSlot[to[k.a]]
	case locationSuspects:
		return s.suspectSlot[to[k.a]]
	case locationClock:
		return s.clockSlot[to[k.a]]
	case locationChannel:
		return s.channels[s.channelAt[to[k.a]][to[k.b]]].slot
	}
	return itself
}

// rename is the permutation as a function by which values are renamed. It maps numbers of no process to themselves.
func (e *element) rename(p model.ID) model.ID {
	if p < 0 || int(p) >= len(e.to) {
		return p
	}
	return e.to[p]
}

// factsOf returns what is known of an interned value.
func (y *symmetry) factsOf(id uint32) *facts {
	return y.facts.of(uint64(id), func() *facts {
		y.mu.Lock()
		defer y.mu.Unlock()
		f := &facts{}
		y.naming.custom = false
		y.naming.renamed(y.s.copied(id), func(p model.ID) model.ID {
			if p >= 0 && int(p) < y.s.n {
				f.names |= 1 << p
			}
			return p
		})
		f.custom = y.naming.custom
		return f
	})
}

// factsOfRow returns the facts of a row of process p. Its names include p.
func (y *symmetry) factsOfRow(p model.ID, row uint32) *facts {
	return y.rowFacts[p].of(uint64(row), func() *facts {
		r := y.s.rows[p].at(row)
		f := &facts{names: 1 << p}
		if !r.down {
			f.add(y.factsOf(r.local))
		}
		if r.stored != 0 {
			f.add(y.factsOf(r.stored - 1))
		}
		return f
	})
}

// row returns the image of a row of process p, a row of the image of p.
func (y *symmetry) row(e *element, p model.ID, row uint32) uint32 {
	return y.once(e, row, y.factsOfRow(p, row), &y.rows[p], func() uint32 {
		r := y.s.rows[p].at(row).record
		if !r.down {
			r.local = y.value(e, r.local)
		}
		if r.stored != 0 {
			r.stored = y.value(e, r.stored-1) + 1
		}
		return y.s.row(e.to[p], r)
	})
}

func (y *symmetry) factsOfContent(holds uint32) *facts {
	return y.content.of(uint64(holds), func() *facts {
		f := &facts{}
		for _, id := range y.s.contents.at(holds).entries {
			f.add(y.factsOf(y.s.entry(id).message))
		}
		return f
	})
}

func (y *symmetry) channel(e *element, holds uint32) uint32 {
	return y.once(e, holds, y.factsOfContent(holds), &y.contents, func() uint32 {
		var entries []uint32
		for _, id := range y.s.contents.at(holds).entries {
			x := y.s.entry(id)
			x.message = y.value(e, x.message)
			entries = append(entries, y.s.entryOf(x))
		}
		y.s.order(entries)
		return y.s.contentOf(entries)
	})
}

func (e *element) set(of uint64) (renamed uint64) {
	for ; of != 0; of &= of - 1 {
		renamed |= 1 << e.to[bits.TrailingZeros64(of)]
	}
	return renamed
}

// part returns the image of the value of a part of a state, as processes.read returns it.
func (y *symmetry) part(e *element, p location, holds uint32) uint32 {
	s := y.s
	switch p.kind {
	case locationLocal, locationStored, locationElement:
		if holds > 0 {
			return y.value(e, holds-1) + 1
		}
	case locationChannel:
		return y.channel(e, holds)
	case locationVariable:
		if s.declared(p.a).isMap() {
			return y.shard(e, holds)
		}
		return y.value(e, holds)
	case locationSuspects:
		return y.suspects.of(uint64(holds)<<32|uint64(y.number(e)), func() uint32 {
			return intern(&s.suspects, e.set(*s.suspects.at(holds)))
		})
	case locationLinks:
		return y.links(e, holds)
	case locationHistory:
		return y.history(e, holds)
	case locationMessage:
		return y.value(e, holds)
	case locationView:
		return y.value(e, holds|viewBit) &^ viewBit
	}
	return holds
}

// moved returns the location of a part after e.
func (y *symmetry) moved(e *element, p location) location {
	switch p.kind {
	case locationLocal, locationStored, locationTimers, locationSuspects, locationClock, locationView:
		p.a = int32(e.to[p.a])
	case locationChannel, locationMessage:
		ch := &y.s.channels[p.a]
		p.a = y.s.channelAt[e.to[ch.from]][e.to[ch.to]]
	case locationElement:
		p.b = int32(y.elementKey(e, uint32(p.b)))
	}
	return p
}

func (y *symmetry) links(e *element, holds uint32) uint32 {
	key := uint64(holds)<<32 | uint64(y.number(e))
	return y.cuts.of(key, func() uint32 {
		now, after := y.s.cuts.at(holds), cutSet{}
		for l, link := range y.s.links {
			if now.has(int32(l)) {
				a, b := e.to[link.From], e.to[link.To]
				after.flip(int32(slices.Index(y.s.links, model.Link{From: min(a, b), To: max(a, b)})))
			}
		}
		if now.side != 0 {
			if after.side = e.set(now.side); after.side&1 == 0 {
				after.side ^= 1<<y.s.n - 1
			}
		}
		return intern(&y.s.cuts, after)
	})
}

func (y *symmetry) history(e *element, holds uint32) uint32 {
	key := uint64(holds)<<32 | uint64(y.number(e))
	return y.histories.of(key, func() uint32 {
		operation := func(i interval, returned bool) interval {
			renamed := interval{input: y.value(e, i.input), after: make([]uint32, len(i.after))}
			if returned {
				renamed.output = y.value(e, i.output)
			}
			for p, n := range i.after {
				renamed.after[e.to[p]] = n
			}
			return renamed
		}
		lanes := make([]lane, y.s.n)
		for p, l := range y.s.histories.at(holds).lanes {
			var renamed lane
			for _, i := range l.done {
				renamed.done = append(renamed.done, operation(i, true))
			}
			for _, i := range l.lost {
				renamed.lost = append(renamed.lost, operation(i, false))
			}
			y.s.orderLost(renamed.lost)
			if renamed.isOpen = l.isOpen; l.isOpen {
				renamed.open = operation(l.open, false)
			}
			lanes[e.to[p]] = renamed
		}
		return y.s.historyOf(lanes)
	})
}

// holds returns the content of a slot of the image of state v under e.
func (y *symmetry) holds(e *element, v []uint32, slot int) uint32 {
	at := y.slot(y.s.slotKinds[slot], e.from, int32(slot))
	k, x := y.s.slotKinds[at], v[at]
	switch k.kind {
	case locationLocal:
		return y.row(e, k.a, x)
	case locationChannel:
		if x == 0 {
			return 0
		}
		return y.channel(e, x)
	case locationVariable:
		return y.value(e, x)
	case locationElement:
		return y.shard(e, x)
	case partOther, locationClock:
		return x
	}
	return y.part(e, location{kind: k.kind}, x)
}

// apply writes the image of state v under e to w.
func (y *symmetry) apply(e *element, v, w []uint32) {
	for slot := range w {
		w[slot] = y.holds(e, v, slot)
	}
}
