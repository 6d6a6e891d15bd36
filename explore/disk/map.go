package disk

import (
	"context"
	"errors"
	"fmt"
	"math/bits"
	"slices"

	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/explore/internal/guard"
	"github.com/anel-mc/mc/explore/internal/hash"
)

// mapped is what a Map leaves for the Reduces of its level.
type mapped struct {
	Blocks      [][]file `json:"blocks"` // by shard
	Values      file     `json:"values"` // new values, in the order in which they were found
	Transitions uint64   `json:"transitions"`
	PerClass    []uint64 `json:"perClass"`
	Found       []bool   `json:"found"` // by check
	Facts       []string `json:"facts,omitempty"`
	Names       names    `json:"names,omitempty"`
}

// Map expands the states of a shard of a level and writes their successors, sorted, as a few blocks for each shard.
// Level -1 has no states, and its successors are the initial states, which shard 0 writes.
func (r *Run) Map(ctx context.Context, level, shard int) error {
	todo, err := r.prepare(level)
	if err != nil || !todo {
		return err
	}
	return r.unlessCommitted(ctx, level, r.mapShard(ctx, level, shard))
}

func (r *Run) mapShard(ctx context.Context, level, shard int) error {
	name := r.mapName(level, shard)
	if is, err := r.done(name); r.blocks == nil && is || err != nil {
		return err
	}
	m := newMapper(r, level, shard)
	defer func() {
		m.set.reset()
		r.sets.Put(m.set)
	}()
	err := guard.Call(func() error {
		if level < 0 {
			if shard > 0 {
				return nil
			}
			return m.initial()
		}
		return m.expandAll(ctx, r.level.Shards[shard].New)
	}, nil)
	if m.err != nil {
		err = m.err
	}
	if err != nil {
		return m.explain(err)
	}
	if err := m.flush(); err != nil {
		return err
	}
	if len(m.fresh) > 0 {
		m.out.Values, err = writeValues(r.in, r.work(level)+fmt.Sprintf("map-%04d-values", shard), m.fresh)
		if err != nil {
			return err
		}
	}
	if r.facts != nil {
		m.out.Facts = r.facts()
	}
	if m.out.Names, err = r.sys.Names(); err != nil {
		return err
	}
	return replace(r.in, name, m.out)
}

// mapper is a Map in progress.
type mapper struct {
	r            *Run
	level, shard int
	out          mapped
	err          error // of emit, which cannot return one

	layout *layout
	foundValues

	stepper explore.Stepper
	state   []uint32 // state that is expanded, as a vector of the system
	number  []uint32 // the same state in numbers of the run
	digests []uint64 // of its values
	key     []uint64 // the same state packed
	hash    uint64   // the sum of digests
	next    []uint32 // the successor, for step checks
	succ    []uint64 // the successor packed
	quiet   bool     // no owed event so far
	asking  int      // check being evaluated, -1 = none
	event   uint64
	moved   bool
	steps   []int // step checks
	quiets  []int // quiescent checks

	set     *keySet
	flushes int

	expanded uint64
}

// foundValues are the values that a Map found for the first time in the run.
type foundValues struct {
	sizes  []int             // by slot, how many numbers there are, including fresh values
	first  []uint32          // by slot, the number of the first fresh value
	own    []numbers         // by slot, the place in fresh of a value of the system
	fresh  []value           // in the order in which they were found
	known  []map[string]bool // by slot, the encodings of fresh values
	byslot [][]uint32        // by slot, the places in fresh
	encode []byte            // buffer
}

// progressEvery is the number of states that are expanded between two updates of the progress and checks of the
// context.
const progressEvery = 256

func newMapper(r *Run, level, shard int) *mapper {
	width := r.sys.Width()
	m := &mapper{r: r, level: level, shard: shard,
		foundValues: foundValues{sizes: r.values.sizes(), own: make([]numbers, width), known: make([]map[string]bool, width),
			byslot: make([][]uint32, width), first: make([]uint32, width)},
		state: make([]uint32, width), number: make([]uint32, width), digests: make([]uint64, width),
		next: make([]uint32, width), asking: -1}
	for slot, n := range m.sizes {
		m.first[slot] = uint32(n)
	}
	m.out.Blocks = make([][]file, r.Shards)
	m.out.Found = make([]bool, len(r.checks))
	for i, c := range r.checks {
		switch {
		case c.Step != nil:
			m.steps = append(m.steps, i)
		case c.Quiescent != nil:
			m.quiets = append(m.quiets, i)
		}
	}
	m.relayout()
	return m
}

// relayout chooses a layout with room for all current numbers and repacks the keys.
func (m *mapper) relayout() {
	l := layoutFor(m.sizes)
	if m.set == nil {
		m.set, _ = m.r.sets.Get().(*keySet)
		if m.set == nil {
			m.set = &keySet{}
		}
		m.set.bytes = m.r.Memory
		m.set.size(l)
	} else {
		m.set.translate(m.layout, l)
	}
	m.layout = l
	m.key, m.succ = make([]uint64, l.words), make([]uint64, l.words)
	for slot, n := range m.number {
		l.set(m.key, slot, n)
	}
}

func (m *mapper) initial() error {
	m.stepper = m.r.sys.Stepper()
	return m.r.sys.Initial(func(v []uint32) {
		if m.err != nil {
			return
		}
		if len(v) != len(m.state) {
			m.err = fmt.Errorf("an initial state has %d slots, want %d", len(v), len(m.state))
			return
		}
		h := uint64(0)
		for slot, x := range v {
			n, d := m.numberOf(slot, x)
			m.number[slot] = n
			m.layout.set(m.key, slot, n)
			h += d
		}
		m.put(m.key, h)
	})
}

// expandAll expands the states of a list.
func (m *mapper) expandAll(ctx context.Context, list file) error {
	in, err := openKeys(m.r.in, list, m.level)
	if err != nil {
		return err
	}
	defer in.close()
	v := m.r.values
	m.stepper = m.r.sys.Stepper()
	last := make([]uint64, len(in.key))
	emit := m.emit
	told := uint64(0)
	for first := true; in.advance(); first = false {
		if m.expanded++; m.expanded%progressEvery == 0 {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			m.r.expanded.Add(progressEvery)
			m.r.transitions.Add(m.out.Transitions - told)
			told = m.out.Transitions
		}
		for w, x := range in.key {
			if x == last[w] && !first {
				continue
			}
			for _, slot := range in.layout.slots[w] {
				n := in.layout.get(in.key, int(slot))
				if n == m.number[slot] && !first {
					continue
				}
				s := &v.slots[slot]
				m.number[slot], m.state[slot] = n, s.local[n]
				m.hash += s.digest[n] - m.digests[slot]
				m.digests[slot] = s.digest[n]
				m.layout.set(m.key, int(slot), n)
			}
		}
		copy(last, in.key)
		m.quiet, m.moved, m.asking = true, false, -1
		if err := m.stepper.Step(m.state, emit); err != nil {
			return err
		}
		if m.err != nil {
			return m.err
		}
		if m.quiet {
			if err := m.askQuiescent(); err != nil {
				return err
			}
		}
	}
	return in.err
}

// emit takes a successor.
func (m *mapper) emit(event uint64, slots []int32, values []uint32) {
	if m.err != nil {
		return
	}
	m.out.Transitions++
	class := explore.Class(event)
	if class >= len(m.out.PerClass) {
		m.out.PerClass = append(m.out.PerClass, make([]uint64, class+1-len(m.out.PerClass))...)
	}
	m.out.PerClass[class]++
	if m.quiet && (m.r.owed == nil || m.r.owed(event)) {
		m.quiet = false
	}
	if len(m.steps) > 0 {
		m.askSteps(event, slots, values)
	}
	h := m.hash
	copy(m.succ, m.key)
	for i, slot := range slots {
		if values[i] == m.state[slot] {
			continue
		}
		n, d := m.numberOf(int(slot), values[i])
		if m.err != nil {
			return
		}
		m.layout.set(m.succ, int(slot), n)
		h += d - m.digests[slot]
	}
	m.put(m.succ, h)
}

func (m *mapper) put(key []uint64, h uint64) {
	if !m.set.add(key, hash.Mix(h)) && m.err == nil {
		m.err = m.flush()
		m.set.add(key, hash.Mix(h))
	}
}

// numberOf returns the number and the digest of a value.
func (m *mapper) numberOf(slot int, local uint32) (uint32, uint64) {
	s := &m.r.values.slots[slot]
	if n, ok := s.of.get(local); ok {
		return n, s.digest[n]
	}
	at, ok := m.own[slot].get(local)
	if !ok {
		at = m.freshValue(slot, local)
		if m.err != nil {
			return 0, 0
		}
	}
	return m.fresh[at].number, m.fresh[at].digest
}

var errAlike = errors.New("two different values have the same encoding: this system cannot be searched on disk")

// freshValue numbers a value that is new in the level and returns its place in fresh.
func (m *mapper) freshValue(slot int, local uint32) uint32 {
	m.encode = m.r.sys.Describe(m.encode[:0], slot, local)
	_, before := m.r.values.slots[slot].number[string(m.encode)]
	if before || m.known[slot][string(m.encode)] {
		m.err = errAlike
		return 0
	}
	if m.known[slot] == nil {
		m.known[slot] = map[string]bool{}
	}
	x := value{slot: slot, encoding: string(m.encode), local: local, number: uint32(m.sizes[slot]),
		digest: digest(slot, m.encode)}
	m.known[slot][x.encoding] = true
	if m.level >= 0 {
		x.witness = slices.Clone(m.number)
	}
	at := uint32(len(m.fresh))
	m.fresh = append(m.fresh, x)
	m.byslot[slot] = append(m.byslot[slot], at)
	m.own[slot].put(local, at)
	m.sizes[slot]++
	if bits.Len32(x.number) > int(m.layout.bits[slot]) {
		m.widen()
	}
	return at
}

// widen makes room for all current numbers, also in the successor that is being packed.
func (m *mapper) widen() {
	old, succ := m.layout, m.succ
	m.relayout()
	for slot := range m.number {
		m.layout.set(m.succ, slot, old.get(succ, slot))
	}
}

// flush writes the successors in the set as one block for each shard, all in one file.
func (m *mapper) flush() error {
	if m.set.count == 0 {
		return nil
	}
	// Renumber fresh values in the order of their encodings.
	order := make([][]uint32, len(m.sizes))
	var renumbered []renumbering
	for slot, list := range m.byslot {
		if len(list) == 0 {
			continue
		}
		order[slot] = slices.Clone(list)
		slices.SortFunc(order[slot], func(a, b uint32) int { return byContent(m.fresh[a], m.fresh[b]) })
		r := renumbering{slot, m.first[slot], make([]uint32, len(list))}
		for i, at := range order[slot] {
			r.number[m.fresh[at].number-r.first] = r.first + uint32(i)
		}
		renumbered = append(renumbered, r)
	}
	if renumbered != nil {
		m.set.renumber(m.layout, renumbered)
	}
	name := m.r.work(m.level) + fmt.Sprintf("map-%04d-%04d", m.shard, m.flushes)
	m.flushes++
	all, err := m.r.bundle(name)
	if err != nil {
		return err
	}
	for to, sorted := range m.set.sorted(m.r.Shards) {
		if len(sorted) == 0 {
			continue
		}
		w := newKeyWriter(all.block(to), m.layout, m.first, order, false)
		for _, e := range sorted {
			w.put(m.set.key(e.at), 0)
		}
		f, err := w.close()
		if err != nil {
			return err
		}
		m.out.Blocks[to] = append(m.out.Blocks[to], f)
	}
	m.set.reset()
	return all.close()
}
