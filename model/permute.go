package model

import (
	"encoding/binary"
	"fmt"
	"math/bits"
	"reflect"
	"slices"
	"strings"
	"sync"
)

// What a permutation of the processes does to a state: what belongs to process p moves to where that of
// the process is that p becomes, and every name of a process in it is changed in the same way. Each part is
// permuted once and looked up afterwards.

// symmetry is a Symmetry that a compiled instance is taken to have.
type symmetry struct {
	s     *processes
	group Symmetry
	class []uint64   // by process: equal for those that an element of the group exchanges
	kinds []slotKind // by slot

	elements interner[string, element] // by permutation.key
	one      uint32                    // the identity

	mu     sync.Mutex // held while values are renamed and digested
	naming renamer

	facts     memo[*facts]   // by value
	rowFacts  []memo[*facts] // by process; key row
	content   memo[*facts]   // by content
	values    memo[uint32]   // by value and element or the images of what it names
	rows      []memo[uint32] // by process; key row and the same
	contents  memo[uint32]
	suspects  memo[uint32] // by set of suspects and element
	cuts      memo[uint32]
	histories memo[uint32]
	orders    []memo[uint64] // by slot; key what it holds: see fingerprint
	digests   memo[uint64]   // by value and who is marked in it
	rowMarks  []memo[uint64] // by process; key row and who is marked
	sent      memo[uint64]   // by content, ends and who is marked

	proof proof
}

// element is a permutation of the group.
type element struct {
	id       uint32
	to, from permutation
	moved    uint64 // those that become somebody else
	source   []int32
	// first and last, unless it is the identity or a generator: it is last after first, and last is a
	// generator.
	first, last permutation
}

// facts are what is known of an interned thing.
type facts struct {
	names  uint64 // the processes that it names
	custom bool   // through a Renamer
}

// slotKind says what a slot holds: a part, of process a or of the channel from a to b.
type slotKind struct {
	kind partKind
	a, b ID
	at   int32 // the channel, or the variable
}

// partBudget stands for the slots that no permutation changes.
const partBudget = partPhase

func newSymmetry(s *processes, group Symmetry) *symmetry {
	y := &symmetry{s: s, group: group, class: make([]uint64, s.n), kinds: make([]slotKind, s.width),
		naming:   renamer{n: s.n, known: map[reflect.Type]naming{}},
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
	for i := range y.kinds {
		y.kinds[i].kind = partBudget
	}
	put := func(slot int32, k slotKind) {
		if slot >= 0 {
			y.kinds[slot] = k
		}
	}
	for p, slot := range s.procSlot {
		put(slot, slotKind{kind: partLocal, a: ID(p)})
	}
	for p, slot := range s.suspectSlot {
		put(slot, slotKind{kind: partSuspects, a: ID(p)})
	}
	for p, slot := range s.clockSlot {
		put(slot, slotKind{kind: partClock, a: ID(p)})
	}
	for c := range s.channels {
		ch := &s.channels[c]
		put(ch.slot, slotKind{kind: partChannel, a: ch.from, b: ch.to, at: int32(c)})
	}
	for x, slot := range s.varSlot {
		put(slot, slotKind{kind: partVariable, at: int32(x)})
	}
	put(s.linkSlot, slotKind{kind: partLinks})
	put(s.historySlot, slotKind{kind: partHistory})
	y.one = y.element(identity(s.n)).id
	words := y.words()
	for _, e := range group.elements {
		y.intern(e, words)
	}
	return y
}

// words tells of each listed element how it is made of generators.
func (y *symmetry) words() map[string][2]permutation {
	made := map[string][2]permutation{}
	if y.group.elements == nil {
		return nil
	}
	one := identity(y.s.n)
	made[one.key()] = [2]permutation{}
	for queue := []permutation{one}; len(queue) > 0; queue = queue[1:] {
		for _, g := range y.group.generators {
			next := g.after(queue[0])
			if _, ok := made[next.key()]; !ok {
				made[next.key()] = [2]permutation{queue[0], g}
				queue = append(queue, next)
			}
		}
	}
	return made
}

// element returns the element of the group that a permutation is.
func (y *symmetry) element(to permutation) *element { return y.intern(to, nil) }

func (y *symmetry) intern(to permutation, words map[string][2]permutation) *element {
	return y.elements.at(y.elements.id(to.key(), func(e *element) {
		e.id = uint32(len(y.elements.ids))
		e.to, e.from = slices.Clone(to), to.inverse()
		for p, q := range to {
			if ID(p) != q {
				e.moved |= 1 << p
			}
		}
		e.source = make([]int32, y.s.width)
		for slot, k := range y.kinds {
			e.source[slot] = y.slot(k, e.from, int32(slot))
		}
		if w, ok := words[to.key()]; ok {
			e.first, e.last = w[0], w[1]
		} else {
			e.first, e.last = y.word(e)
		}
		if e.first != nil && slices.Equal(e.first, identity(y.s.n)) {
			e.first, e.last = nil, nil
		}
	}))
}

// word makes a permutation within the classes of one with fewer inversions and a generator.
func (y *symmetry) word(e *element) (first, last permutation) {
	for _, g := range y.group.generators {
		var a, b ID = None, None
		for p, q := range g {
			if ID(p) != q && a == None {
				a, b = ID(p), q
			}
		}
		if y.group.classes != nil && e.from[a] > e.from[b] {
			return g.after(e.to), g
		}
	}
	return nil, nil
}

// slot is where what is of kind k is for the processes that those of k become.
func (y *symmetry) slot(k slotKind, to permutation, itself int32) int32 {
	s := y.s
	switch k.kind {
	case partLocal:
		return s.procSlot[to[k.a]]
	case partSuspects:
		return s.suspectSlot[to[k.a]]
	case partClock:
		return s.clockSlot[to[k.a]]
	case partChannel:
		return s.channels[s.channelAt[to[k.a]][to[k.b]]].slot
	}
	return itself
}

// rename is to as values are renamed by it.
func (e *element) rename(p ID) ID {
	if p < 0 || int(p) >= len(e.to) {
		return p
	}
	return e.to[p]
}

// factsOf returns what is known of an interned value.
func (y *symmetry) factsOf(id uint32) *facts {
	if f, ok := y.facts.get(uint64(id)); ok {
		return f
	}
	y.mu.Lock()
	defer y.mu.Unlock()
	f := &facts{}
	y.naming.custom = false
	y.naming.renamed(y.s.copied(id), func(p ID) ID {
		if p >= 0 && int(p) < y.s.n {
			f.names |= 1 << p
		}
		return p
	})
	f.custom = y.naming.custom
	return y.facts.put(uint64(id), f)
}

// images is a key for what e makes of the named processes: equal for elements that do the same to
// them.
func (e *element) images(names uint64) uint64 {
	if names&e.moved == 0 {
		return 0
	}
	if len(e.to) > 16 || bits.OnesCount64(names) > 7 {
		return 1<<31 | uint64(e.id)
	}
	key := uint64(1)
	for ; names != 0; names &= names - 1 {
		key = key<<4 | uint64(e.to[bits.TrailingZeros64(names)])
	}
	return key
}

// value returns an interned value with its processes renamed by e.
func (y *symmetry) value(e *element, id uint32) uint32 {
	f := y.factsOf(id)
	if e.moved == 0 || f.names&e.moved == 0 && !f.custom {
		return id
	}
	key := uint64(id)<<32 | 1<<31 | uint64(e.id)
	if !f.custom {
		key = uint64(id)<<32 | e.images(f.names)
	}
	if renamed, ok := y.values.get(key); ok {
		return renamed
	}
	renamed := y.renamed(e.rename, id)
	if f.custom {
		y.checkRenamer(e, id, renamed)
	}
	return y.values.put(key, renamed)
}

func (y *symmetry) renamed(to func(ID) ID, id uint32) uint32 {
	y.mu.Lock()
	defer y.mu.Unlock()
	return y.s.value("renamed value", y.naming.renamed(y.s.copied(id), to))
}

// checkRenamer checks that what a Renamer makes of a value is an action of the group: a generator can be
// undone, and any other element does what the generators do of which it is made.
func (y *symmetry) checkRenamer(e *element, id, renamed uint32) {
	same := id
	if e.first == nil {
		same = y.renamed(y.element(e.from).rename, renamed)
	} else {
		same = y.value(y.element(e.last), y.value(y.element(e.first), id))
		id, same = same, renamed
	}
	if id != same {
		misuse("Renamed of a value in %s does not rename processes: %s and %s should be the same",
			show(y.s.values.at(id).value), show(y.s.values.at(same).value), show(y.s.values.at(id).value))
	}
}

// factsOfRow returns what a row of process p names, p included.
func (y *symmetry) factsOfRow(p ID, row uint32) *facts {
	if f, ok := y.rowFacts[p].get(uint64(row)); ok {
		return f
	}
	r := y.s.rows[p].at(row)
	f := &facts{names: 1 << p}
	add := func(value uint32) {
		of := y.factsOf(value)
		f.names |= of.names
		f.custom = f.custom || of.custom
	}
	if !r.down {
		add(r.local)
	}
	if r.stored != 0 {
		add(r.stored - 1)
	}
	return y.rowFacts[p].put(uint64(row), f)
}

// row returns what a row of process p is for the process that p becomes.
func (y *symmetry) row(e *element, p ID, row uint32) uint32 {
	f := y.factsOfRow(p, row)
	if f.names&e.moved == 0 && !f.custom {
		return row
	}
	key := uint64(row)<<32 | 1<<31 | uint64(e.id)
	if !f.custom {
		key = uint64(row)<<32 | e.images(f.names)
	}
	if after, ok := y.rows[p].get(key); ok {
		return after
	}
	r := y.s.rows[p].at(row).record
	if !r.down {
		r.local = y.value(e, r.local)
	}
	if r.stored != 0 {
		r.stored = y.value(e, r.stored-1) + 1
	}
	return y.rows[p].put(key, y.s.row(e.to[p], r))
}

func (y *symmetry) factsOfContent(holds uint32) *facts {
	if f, ok := y.content.get(uint64(holds)); ok {
		return f
	}
	f := &facts{}
	for _, id := range y.s.contents.at(holds).entries {
		of := y.factsOf(y.s.entry(id).message)
		f.names |= of.names
		f.custom = f.custom || of.custom
	}
	return y.content.put(uint64(holds), f)
}

func (y *symmetry) channel(e *element, holds uint32) uint32 {
	f := y.factsOfContent(holds)
	if f.names&e.moved == 0 && !f.custom {
		return holds
	}
	key := uint64(holds)<<32 | 1<<31 | uint64(e.id)
	if !f.custom {
		key = uint64(holds)<<32 | e.images(f.names)
	}
	if after, ok := y.contents.get(key); ok {
		return after
	}
	var entries []uint32
	for _, id := range y.s.contents.at(holds).entries {
		entries = append(entries, y.entry(e, id))
	}
	y.s.order(entries)
	return y.contents.put(key, y.s.contentOf(entries))
}

func (y *symmetry) entry(e *element, id uint32) uint32 {
	if y.s.inst.Timing.Mode == Async {
		return y.value(e, id)
	}
	x := y.s.entry(id)
	x.message = y.value(e, x.message)
	return y.s.entryOf(x)
}

func (e *element) set(of uint64) (renamed uint64) {
	for ; of != 0; of &= of - 1 {
		renamed |= 1 << e.to[bits.TrailingZeros64(of)]
	}
	return renamed
}

// part returns what a part of the state, of the kind and holding the value of State.part, is for
// the processes that those of it become.
func (y *symmetry) part(e *element, p part, holds uint32) uint32 {
	s := y.s
	switch p.kind {
	case partLocal, partStored:
		if holds > 0 {
			return y.value(e, holds-1) + 1
		}
	case partChannel:
		return y.channel(e, holds)
	case partVariable:
		return y.value(e, holds)
	case partSuspects:
		key := uint64(holds)<<32 | uint64(e.id)
		after, ok := y.suspects.get(key)
		if !ok {
			after = y.suspects.put(key, s.suspectSet(e.set(*s.suspects.at(holds))))
		}
		return after
	case partLinks:
		return y.links(e, holds)
	case partHistory:
		return y.history(e, holds)
	case partMessage:
		return y.value(e, holds)
	}
	return holds
}

// moved is where a part is after e.
func (y *symmetry) moved(e *element, p part) part {
	switch p.kind {
	case partLocal, partStored, partTimers, partSuspects, partClock:
		p.a = int32(e.to[p.a])
	case partChannel, partMessage:
		ch := &y.s.channels[p.a]
		p.a = y.s.channelAt[e.to[ch.from]][e.to[ch.to]]
	}
	return p
}

func (y *symmetry) links(e *element, holds uint32) uint32 {
	key := uint64(holds)<<32 | uint64(e.id)
	if after, ok := y.cuts.get(key); ok {
		return after
	}
	now, after := y.s.cuts.at(holds), cutSet{}
	for l, link := range y.s.links {
		if now.has(int32(l)) {
			a, b := e.to[link.From], e.to[link.To]
			after.flip(int32(slices.Index(y.s.links, Link{min(a, b), max(a, b)})))
		}
	}
	if now.side != 0 {
		if after.side = e.set(now.side); after.side&1 == 0 {
			after.side ^= 1<<y.s.n - 1
		}
	}
	return y.cuts.put(key, y.s.cutsOf(after))
}

func (y *symmetry) history(e *element, holds uint32) uint32 {
	key := uint64(holds)<<32 | uint64(e.id)
	if after, ok := y.histories.get(key); ok {
		return after
	}
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
	return y.histories.put(key, y.s.historyOf(lanes))
}

// holds returns what a slot holds after e, in state v.
func (y *symmetry) holds(e *element, v []uint32, slot int) uint32 {
	at := e.source[slot]
	k, x := y.kinds[at], v[at]
	switch k.kind {
	case partLocal:
		return y.row(e, k.a, x)
	case partChannel:
		if x == 0 {
			return 0
		}
		return y.channel(e, x)
	case partBudget, partClock:
		return x
	}
	return y.part(e, part{kind: k.kind}, x)
}

// apply puts what state v becomes into w.
func (y *symmetry) apply(e *element, v, w []uint32) {
	for slot := range w {
		w[slot] = y.holds(e, v, slot)
	}
}

// describe writes what a slot holds in words that do not depend on which worker saw what first.
func (y *symmetry) describe(slot int, x uint32) string {
	s := y.s
	var b strings.Builder
	number := func(n uint64) { b.Write(binary.AppendUvarint(nil, n)) }
	value := func(id uint32) {
		number(uint64(len(s.values.at(id).bytes)))
		b.WriteString(s.values.at(id).bytes)
	}
	switch k := y.kinds[slot]; k.kind {
	case partLocal:
		r := s.rows[k.a].at(x)
		number(uint64(boolean(r.down)))
		if !r.down {
			value(r.local)
		}
		if r.stored != 0 {
			value(r.stored - 1)
		}
		for _, t := range *s.timers.at(r.timers) {
			fmt.Fprintf(&b, "%q%d", *s.timerIDs.at(t.name), t.left)
		}
	case partChannel:
		for _, id := range s.contents.at(x).entries {
			e := s.entry(id)
			number(uint64(e.left))
			number(uint64(e.wait))
			value(e.message)
		}
	case partVariable:
		value(x)
	case partSuspects:
		number(*s.suspects.at(x))
	case partLinks:
		c := s.cuts.at(x)
		for _, word := range append([]uint64{c.side}, c.links[:]...) {
			number(word)
		}
	case partHistory:
		for _, l := range s.histories.at(x).lanes {
			number(uint64(len(l.done)))
			number(uint64(len(l.lost)))
			all := append(slices.Clone(l.done), l.lost...)
			if number(uint64(boolean(l.isOpen))); l.isOpen {
				all = append(all, l.open)
			}
			for i, o := range all {
				value(o.input)
				if i < len(l.done) {
					value(o.output)
				}
				for _, n := range o.after {
					number(uint64(n))
				}
			}
		}
	default:
		number(uint64(x))
	}
	return b.String()
}

// fingerprint is a digest of what a slot holds.
func (y *symmetry) fingerprint(slot int, x uint32) uint64 {
	if k := y.kinds[slot].kind; k == partClock || k == partBudget {
		return uint64(x)
	}
	if order, ok := y.orders[slot].get(uint64(x)); ok {
		return order
	}
	return y.orders[slot].put(uint64(x), digestString(y.describe(slot, x)))
}

// compare orders what a slot may hold, in a way that does not depend on timing.
func (y *symmetry) compare(slot int, a, b uint32) int {
	if a == b {
		return 0
	}
	switch x, z := y.fingerprint(slot, a), y.fingerprint(slot, b); {
	case x < z:
		return -1
	case x > z:
		return 1
	}
	return strings.Compare(y.describe(slot, a), y.describe(slot, b))
}
