package symbolic

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/anel-mc/mc/explore"
)

// toy is a random system: its groups read one or two slots and have rows for what they see.
type toy struct {
	width  int
	groups []toyGroup
	table  [][]int // by function and value: the value after, or -1; the first three functions have only one value
}

type toyGroup struct {
	slots []int32
	parts bool // it sees the bits of the last slot
	free  bool // its rows do not depend on the first of two slots
	rows  map[string][]toyRow
}

type toyRow struct {
	owed      bool
	slots     []int32
	functions []uint32
}

// values is the number of values of a slot.
const values = 4

func drawToy(t *rapid.T) *toy {
	random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
	s := &toy{width: rapid.IntRange(1, 5).Draw(t, "width")}
	for f := range 8 {
		row := make([]int, values)
		only := random.IntN(values)
		for v := range row {
			if row[v] = random.IntN(values+1) - 1; f < 3 && v != only {
				row[v] = -1
			}
		}
		row[only] = max(row[only], 0)
		s.table = append(s.table, row)
	}
	some := func(most int) (slots []int32) {
		for _, slot := range random.Perm(s.width)[:min(most, s.width)] {
			slots = append(slots, int32(slot))
		}
		return slots
	}
	for range rapid.IntRange(1, 5).Draw(t, "groups") {
		g := toyGroup{slots: some(1 + random.IntN(2)), parts: random.IntN(2) == 0, free: random.IntN(2) == 0,
			rows: map[string][]toyRow{}}
		for a := range uint32(values) {
			for b := range uint32(values) {
				row := toyRow{owed: random.IntN(2) == 0, slots: some(random.IntN(4))}
				for range row.slots {
					row.functions = append(row.functions, uint32(random.IntN(8)))
				}
				if key := g.key([]uint32{a, b}[:len(g.slots)]); len(g.rows[key]) == 0 || random.IntN(4) == 0 {
					g.rows[key] = append(g.rows[key], row)
				}
			}
		}
		s.groups = append(s.groups, g)
	}
	return s
}

// key returns the part of what a group sees that the rows depend on: of two slots perhaps only the second.
func (g *toyGroup) key(seen []uint32) string { return fmt.Sprint(seen[g.ignores():]) }

func (g *toyGroup) ignores() int {
	if g.free && len(g.slots) > 1 {
		return 1
	}
	return 0
}

func (s *toy) Width() int                          { return s.width }
func (s *toy) Initial(emit func(v []uint32)) error { emit(make([]uint32, s.width)); return nil }
func (s *toy) Stepper() explore.Stepper            { return s }
func (s *toy) Products() Products                  { return s }
func (s *toy) Groups() int                         { return len(s.groups) }
func (s *toy) Plain([]uint32)                      {}
func (s *toy) Reads(group int) (slots []int32, whole []bool) {
	g := s.groups[group]
	whole = slices.Repeat([]bool{true}, len(g.slots))
	if g.parts {
		whole[len(whole)-1] = false
	}
	return g.slots, whole
}

// Sees returns the bits of a value, but nothing for 3.
func (s *toy) Sees(_, _ int, value uint32) []uint32 { return [][]uint32{{0}, {1}, {2, 3}, nil}[value] }

// Learn adds to a row what it was learnt from, as conditions in the bits of its functions from bit 4 on.
func (s *toy) Learn(group int, seen []uint32, row func(owed bool, slots []int32, functions []uint32)) error {
	g := s.groups[group]
	for _, r := range g.rows[g.key(seen)] {
		slots, functions := slices.Clone(r.slots), slices.Clone(r.functions)
		for i, slot := range g.slots {
			if i < g.ignores() {
				continue
			}
			at := slices.Index(slots, slot)
			if at < 0 {
				at = len(slots)
				slots, functions = append(slots, slot), append(functions, same)
			}
			functions[at] |= (1 + seen[i]) << 4
			if g.parts && i == len(g.slots)-1 {
				functions[at] |= 1 << 8
			}
		}
		row(r.owed, slots, functions)
	}
	return nil
}

// same is the function that changes nothing.
const same = 15

func (s *toy) Apply(f, v uint32) (after uint32, defined bool) {
	switch want := f >> 4 & 15; {
	case want == 0:
	case f>>8 != 0 && !slices.Contains(s.Sees(0, 0, v), want-1), f>>8 == 0 && v != want-1:
		return 0, false
	}
	if f &= 15; f == same {
		return v, true
	}
	x := s.table[f][v]
	return uint32(max(x, 0)), x >= 0
}

func (s *toy) Only(f uint32) (from uint32, only bool) {
	if want := f >> 4; want != 0 && want < 16 {
		return want - 1, true
	}
	if f < 3 {
		return uint32(slices.IndexFunc(s.table[f], func(after int) bool { return after >= 0 })), true
	}
	return 0, false
}

// Step implements explore.Stepper: it applies, wherever possible, the rows for everything that any group sees.
func (s *toy) Step(v []uint32, emit func(event uint64, slots []int32, values []uint32)) error {
	event := uint64(0)
	for i, g := range s.groups {
		seen := [][]uint32{nil}
		for k, slot := range g.slots {
			sees := []uint32{v[slot]}
			if g.parts && k == len(g.slots)-1 {
				sees = s.Sees(i, k, v[slot])
			}
			var more [][]uint32
			for _, tuple := range seen {
				for _, x := range sees {
					more = append(more, append(slices.Clone(tuple), x))
				}
			}
			seen = more
		}
		for _, tuple := range seen {
			for _, r := range g.rows[g.key(tuple)] {
				event += 2
				after, applies := make([]uint32, len(r.slots)), true
				for k, slot := range r.slots { // Learn's conditions hold here
					x, ok := s.Apply(r.functions[k], v[slot])
					after[k], applies = x, applies && ok
				}
				if applies {
					emit(event|map[bool]uint64{true: 1}[r.owed], r.slots, after)
				}
			}
		}
	}
	return nil
}

// twin is the result of a naive search.
type twin struct {
	depth map[string]int
	rest  map[string]bool
}

func (s *toy) visit() twin {
	found := twin{map[string]int{}, map[string]bool{}}
	queue := [][]uint32{make([]uint32, s.width)}
	found.depth[fmt.Sprint(queue[0])] = 0
	for ; len(queue) > 0; queue = queue[1:] {
		v := queue[0]
		rest := true
		_ = s.Step(v, func(event uint64, slots []int32, values []uint32) {
			next := slices.Clone(v)
			for i, slot := range slots {
				next[slot] = values[i]
			}
			rest = rest && event&1 == 0
			if key := fmt.Sprint(next); found.depth[key] == 0 && key != fmt.Sprint(make([]uint32, s.width)) {
				found.depth[key] = found.depth[fmt.Sprint(v)] + 1
				queue = append(queue, next)
			}
		})
		if rest {
			found.rest[fmt.Sprint(v)] = true
		}
	}
	return found
}

// TestTwin compares the search with a naive one on random systems, with random orders of slots, with unused nodes
// freed all the time, and with a cache that loses nearly everything.
func TestTwin(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawToy(t)
		want := s.visit()
		order := rapid.Permutation(slices.Collect(func(yield func(int32) bool) {
			for i := range int32(s.width) {
				_ = yield(i)
			}
		})).Draw(t, "order")
		st := newStore(0)
		st.begin()
		st.collectEvery = rapid.SampledFrom([]int{1, 3, 100}).Draw(t, "collect every")
		if rapid.Bool().Draw(t, "forget") {
			st.cache.words = st.cache.words[:2*entryWords]
		}
		st.collectAt = st.collectEvery
		d := newDiagram(s, st, order)
		d.heap = func() uint64 { return 0 }
		d.interrupted = func() explore.Bound { return explore.BoundNone }
		defer d.arena.Release()
		bad := rapid.SliceOfN(rapid.Uint32Range(0, values-1), s.width, s.width).Draw(t, "bad")
		few := rapid.IntRange(1, s.width).Draw(t, "slots asked")
		isBad := func(v []uint32) bool { return slices.Equal(v[:few], bad[:few]) }
		q := Question{
			Ask: func(v []uint32) (is bool, aspects []int32, err error) {
				if d.lowerBound() != uint64(len(want.depth)) {
					t.Fatalf("%d states are told of, want %d", d.lowerBound(), len(want.depth))
				}
				if _, reached := want.depth[fmt.Sprint(v)]; !reached {
					t.Fatalf("it asks of %v, which cannot be reached", v)
				}
				for i := range few {
					aspects = append(aspects, int32(i))
					if v[i] != bad[i] {
						break
					}
				}
				return isBad(v), aspects, nil
			},
			Slot: func(aspect int32) int32 { return aspect },
			Of: func(aspect int32, value uint32) (uint32, error) {
				return map[bool]uint32{true: 1}[value == bad[aspect]], nil
			},
		}
		r := &Result{}
		qs := []Question{q}
		if err := d.search(s, []Check{{Questions: qs}, {Quiescent: true, Questions: qs}}, r); err != nil {
			t.Fatal(err)
		}
		if r.States.Int64() != int64(len(want.depth)) {
			t.Fatalf("%s states, want %d", r.States, len(want.depth))
		}
		for i, found := range r.Found {
			depth := -1
			for key, at := range want.depth {
				var v []uint32
				for _, c := range key {
					if c >= '0' && c <= '9' {
						v = append(v, uint32(c-'0'))
					}
				}
				if isBad(v) && (i == 0 || want.rest[key]) && (depth < 0 || at < depth) {
					depth = at
				}
			}
			if found.Found != (depth >= 0) || found.Found && len(found.Path.Steps) != depth {
				t.Fatalf("check %d: found %v in %d steps, want %d", i, found.Found, len(found.Path.Steps), depth)
			}
		}
	})
}

// counters is a system whose slots count up independently.
type counters struct{ toy }

func (s *counters) Groups() int { return s.width }
func (s *counters) Reads(group int) (slots []int32, w []bool) {
	return []int32{int32(group)}, []bool{true}
}
func (s *counters) Apply(f, v uint32) (uint32, bool) { return f + 1, v == f }
func (s *counters) Only(f uint32) (uint32, bool)     { return f, true }
func (s *counters) Products() Products               { return s }
func (s *counters) Stepper() explore.Stepper         { return s }
func (s *counters) Learn(group int, seen []uint32, row func(bool, []int32, []uint32)) error {
	row(true, []int32{int32(group)}, seen)
	return nil
}

func (s *counters) Step(v []uint32, emit func(event uint64, slots []int32, values []uint32)) error {
	for i, x := range v {
		emit(uint64(i), []int32{int32(i)}, []uint32{x + 1})
	}
	return nil
}

// TestBounds: memory, time and interruption end an endless search, which says by which it was ended.
func TestBounds(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	told := false
	for want, opt := range map[explore.Bound]explore.Options{
		explore.BoundMemory: {Memory: 8 << 20},
		explore.BoundTime: {Timeout: time.Second, ProgressEvery: 1,
			Progress: func(p explore.Progress) { told = told || p.Nodes > 0 }},
		explore.BoundInterrupt: {},
	} {
		c := t.Context()
		if want == explore.BoundInterrupt {
			c = ctx
		}
		r, err := Search(c, &counters{toy{width: 3}}, nil, opt)
		if err != nil || r.Bound != want || r.States != nil {
			t.Errorf("%s: ended by %q, %v", want, r.Bound, err)
		}
	}
	if !told {
		t.Error("there is no progress")
	}
	for room := uint64(1); room < 1<<20; room *= 4 { // some of it or none, before there is a node
		if r, err := Search(t.Context(), &toy{width: 3}, nil, explore.Options{Memory: room}); err != nil ||
			r.Bound != explore.BoundMemory {
			t.Errorf("%d bytes: %+v, %v", room, r, err)
		}
	}
}

var errModel = errors.New("a mistake in the model")

type faulty struct{ counters }

func (s *faulty) Products() Products { return s }
func (s *faulty) Learn(_ int, seen []uint32, _ func(bool, []int32, []uint32)) error {
	if seen[0] == 0 {
		return errModel
	}
	return nil
}

// TestFailure: the search returns an error of the System.
func TestFailure(t *testing.T) {
	if _, err := Search(t.Context(), &faulty{counters{toy{width: 2}}}, nil, explore.Options{}); !errors.Is(err, errModel) {
		t.Error(err)
	}
}

// TestFires: many small relations at a level are united into few, which have all rows.
func TestFires(t *testing.T) {
	const rows = 1000
	d := &diagram{relations: newRelations(nil), fire: make([][]firing, 1), version: make([]int, 1)}
	for range rows {
		d.fires(0, firing{identity, 1})
	}
	sum := 0
	for i, f := range d.fire[0] {
		sum += f.rows
		if i > 0 && f.rows*muchLarger > d.fire[0][i-1].rows {
			t.Errorf("relation %d has %d rows, and the one before it %d", i, f.rows, d.fire[0][i-1].rows)
		}
	}
	if sum != rows || d.version[0] != rows {
		t.Errorf("%d rows in version %d, want %d in as many", sum, d.version[0], rows)
	}
}
