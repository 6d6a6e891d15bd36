package explore

import (
	"context"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"github.com/anel-mc/mc/explore/internal/hash"
	"github.com/anel-mc/mc/explore/internal/memory"
)

func newTestNodes(a *memory.Arena, firstBits uint, limit uint64) *nodes {
	n := &nodes{}
	n.init(a, firstBits, limit)
	return n
}

func TestNodesAgainstMap(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := newTestNodes(memory.New(0), rapid.UintRange(1, 4).Draw(t, "bits"), 1<<32-1)
		twin := map[nodeKey]uint32{}
		word := rapid.Uint64Range(0, 40)
		for range rapid.IntRange(0, 300).Draw(t, "adds") {
			k := nodeKey{word.Draw(t, "a"), word.Draw(t, "b")}
			if got := n.find(k.a, k.b, hashNode(k.a, k.b)); got != twin[k] {
				t.Fatalf("find(%v) = %d, want %d", k, got, twin[k])
			}
			if twin[k] == 0 {
				twin[k] = uint32(len(twin) + 1)
			}
			if got := n.add(k.a, k.b, hashNode(k.a, k.b)); got != twin[k] {
				t.Fatalf("add(%v) = %d, want %d", k, got, twin[k])
			}
			if got := n.key(twin[k]); got != k {
				t.Fatalf("key(%d) = %v, want %v", twin[k], got, k)
			}
		}
		n.reclaim()
		for k, id := range twin {
			if got := n.find(k.a, k.b, hashNode(k.a, k.b)); got != id {
				t.Fatalf("find(%v) = %d, want %d", k, got, id)
			}
		}
	})
}

// TestNodesConcurrently adds the same nodes from several goroutines in different orders: all must get the same ids.
func TestNodesConcurrently(t *testing.T) {
	const count, goroutines = 20000, 4
	n := newTestNodes(memory.New(0), 2, 1<<32-1)
	ids := make([][]uint32, goroutines)
	var wg sync.WaitGroup
	for g := range ids {
		ids[g] = make([]uint32, count)
		wg.Go(func() {
			for _, i := range rand.Perm(count) {
				a, b := uint64(i), uint64(i)*7
				id := n.find(a, b, hashNode(a, b))
				if id == 0 {
					id = n.add(a, b, hashNode(a, b))
				}
				if n.key(id) != (nodeKey{a, b}) {
					t.Errorf("node %d is %v", id, n.key(id))
				}
				ids[g][i] = id
			}
		})
	}
	wg.Wait()
	for g := range ids {
		if !slices.Equal(ids[0], ids[g]) {
			t.Fatalf("goroutine %d saw other ids", g)
		}
	}
	slices.Sort(ids[0])
	if n := len(slices.Compact(ids[0])); n != count {
		t.Fatalf("%d ids for %d nodes", n, count)
	}
}

func TestNodesLimits(t *testing.T) {
	add := func(n *nodes) (added int) {
		for i := range uint64(1000) {
			if n.add(i, i, hashNode(i, i)) == 0 {
				break
			}
			added++
		}
		for i := range uint64(added) {
			if n.find(i, i, hashNode(i, i)) == 0 {
				t.Fatalf("node %d of %d is lost", i, added)
			}
		}
		return added
	}
	if got := add(newTestNodes(memory.New(0), 1, 100)); got != 100 {
		t.Errorf("with 100 ids, %d nodes were added", got)
	}
	a := memory.New(5000)
	if got := add(newTestNodes(a, 1, 1<<32-1)); got == 0 || got > 5000/16 || a.Used() > 5000 {
		t.Errorf("with 5000 bytes, %d nodes were added in %d bytes", got, a.Used())
	}
}

// update adds pairs that are absent, as a merge does.
func (v *visited) update(pairs []uint64, workers int) bool {
	all := uint64(0)
	for _, p := range pairs {
		all |= p
	}
	if !v.reserve(all, len(pairs), workers) {
		return false
	}
	v.renew(workers)
	in := inserter{v: v}
	for _, p := range pairs {
		in.offer(p, v.count, 1)
		v.put(v.count, p, v.count)
		v.count++
	}
	in.flush()
	return true
}

func TestVisitedAgainstMap(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := newVisited(memory.New(0), config{
			pageBits:  rapid.SampledFrom([]uint{0, 1, 5, 11}).Draw(t, "pageBits"),
			shardBits: rapid.UintRange(0, 4).Draw(t, "shardBits"),
		})
		v.ids = rapid.Bool().Draw(t, "ids")
		twin := map[uint64]uint64{}
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		halves := rapid.SampledFrom([][2]uint64{{30, 10}, {1 << 10, 1 << 10}, {1, 1 << 20}, {1 << 32, 1 << 31}, {1 << 32, 1}})
		space := halves.Draw(t, "halves")
		random := func() uint64 { return r.Uint64N(space[0]) | r.Uint64N(space[1])<<32 }
		for range rapid.IntRange(1, 8).Draw(t, "rounds") {
			var pairs []uint64
			for range rapid.IntRange(0, 400).Draw(t, "pairs") {
				p := random()
				if _, ok := twin[p]; !ok {
					twin[p] = uint64(len(twin))
					pairs = append(pairs, p)
				}
			}
			v.update(pairs, rapid.IntRange(1, 3).Draw(t, "workers"))
		}
		if !v.ids && rapid.Bool().Draw(t, "number") && !v.number(rapid.IntRange(1, 3).Draw(t, "workers")) {
			t.Fatal("there is enough memory")
		}
		stored := 0
		for _, s := range v.shards {
			stored += len(s.overflow)
			for i := range s.buckets {
				stored += int(s.buckets[i].about() & maxUsed)
			}
		}
		if stored != len(twin) {
			t.Fatalf("the index has %d pairs, want %d", stored, len(twin))
		}
		var pairs []uint64
		want := []uint64{}
		expect := func(p uint64) {
			id, ok := twin[p]
			if !ok {
				id = none
			} else if !v.ids {
				id = 0
			}
			pairs, want = append(pairs, p), append(want, id)
		}
		for p, id := range twin {
			expect(p)
			if got := v.pair(id); got != p {
				t.Fatalf("pair(%d) = %d, want %d", id, got, p)
			}
			if got := v.pred(id) + 1; got != id {
				t.Fatalf("pred(%d) = %d, want %d", id, got-1, id-1)
			}
		}
		for range 500 {
			expect(random())
			expect(r.Uint64() >> r.Uint64N(64)) // it may not fit
		}
		got := make([]uint64, len(pairs))
		v.findAll(pairs, make([]uint64, len(pairs)), got, true)
		if !slices.Equal(got, want) {
			t.Fatalf("findAll: got %v, want %v", got, want)
		}
	})
}

// TestVisitedMemory fills a set up to its bound on memory: what was stored is still found, and the bound is kept. There
// may be no room for ids; if there is, they are found, too.
func TestVisitedMemory(t *testing.T) {
	numbered := map[bool]bool{}
	for limit := uint64(60_000); limit < 200_000; limit += 7_001 {
		enough := limit / (1 + limit%2)
		a := memory.New(limit)
		v := newVisited(a, config{pageBits: 6, shardBits: 3})
		next := uint64(0)
		for a.Used() < enough {
			var pairs []uint64
			for range 50 {
				pairs = append(pairs, next)
				next++
			}
			if !v.update(pairs, 1) {
				break
			}
		}
		check := func(ids bool) {
			t.Helper()
			if a.Used() > limit {
				t.Errorf("%d bytes, %d are allowed", a.Used(), limit)
			}
			for p := range v.count {
				if id := v.lookup(p); id != p && (ids || id != 0) {
					t.Fatalf("lookup(%d) = %d", p, id)
				}
			}
			if v.lookup(v.count) != none {
				t.Error("a pair that was refused is found")
			}
		}
		if check(false); v.count < enough/40 {
			t.Errorf("%d states in %d bytes", v.count, a.Used())
		}
		ids := v.number(1)
		numbered[ids] = true
		check(ids)
		if ok := v.update([]uint64{next}, 1); ok != (v.lookup(next) != none) {
			t.Errorf("%v, and it is not so", ok)
		}
	}
	if !numbered[true] || !numbered[false] {
		t.Error("there was always room for ids, or never:", numbered)
	}
}

// TestIndexRefused: when the system refuses memory that the bound allows, the index is lost, and can be made again.
func TestIndexRefused(t *testing.T) {
	v := newVisited(memory.New(0), config{pageBits: 6})
	v.update([]uint64{1, 2, 3}, 1)
	if l := v.layout; v.relayout(layout{slots: l.slots, size: 1 << 56}, false, 1) {
		t.Fatal("there are 2^62 bytes")
	}
	if v.stale = true; v.lookup(2) != none {
		t.Error("there is still an index")
	}
	if !v.number(1) || v.lookup(2) != 1 || v.lookup(4) != none {
		t.Error("it was not made again")
	}
}

// TestBytesPerState guards the total memory per state, with one worker, so that the numbers of nodes are always the
// same.
func TestBytesPerState(t *testing.T) {
	r, err := Search(context.Background(), newRing(9), nil, Options{Workers: 1})
	if err != nil || !r.Complete || r.States != 273_916 {
		t.Fatal(r.States, err)
	}
	if got := float64(r.Bytes) / float64(r.States); got > 9 {
		t.Errorf("%.1f bytes per state", got)
	}
}

func TestDedupAgainstMap(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var d dedup
		d.round = rapid.SampledFrom([]uint32{0, 1<<32 - 2}).Draw(t, "round")
		for range 4 {
			d.begin()
			twin := map[uint64]bool{}
			for _, p := range rapid.SliceOf(rapid.Uint64Range(0, 200)).Draw(t, "pairs") {
				if got := d.add(p, uint32(hash.Mix(p)>>32)); got == twin[p] {
					t.Fatalf("add(%d) = %v", p, got)
				}
				twin[p] = true
			}
		}
	})
}

// TestCursor moves among random vectors and compares pairs computed incrementally with pairs computed from scratch.
func TestCursor(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		width := rapid.IntRange(1, 70).Draw(t, "width")
		st := newStore(width, 0, defaultConfig())
		vectors := map[uint64][]uint32{}
		c := newCursor(st.tree, st.nodes, true)
		vector := rapid.SliceOfN(rapid.Uint32Range(0, 2), width, width)
		v := vector.Draw(t, "v")
		pair, _ := c.encode(v)
		vectors[pair] = v
		for range 30 {
			if touched := c.approach(pair); touched != 0 && width <= 2 {
				t.Fatalf("it reads nodes for %v, which needs none", v)
			}
			c.move(pair)
			if !slices.Equal(c.vector(), v) {
				t.Fatalf("moved to %v, want %v", c.vector(), v)
			}
			slots := rapid.SliceOfNDistinct(rapid.Int32Range(0, int32(width-1)), 0, 4, rapid.ID[int32]).Draw(t, "slots")
			values := rapid.SliceOfN(rapid.SampledFrom([]uint32{0, 1, 2, 1<<32 - 1}), len(slots), len(slots)).Draw(t, "values")
			next := slices.Clone(v)
			for i, s := range slots {
				next[s] = values[i]
			}
			c.write(slots, values)
			if !slices.Equal(c.neighbour(), next) {
				t.Fatalf("neighbour %v, want %v", c.neighbour(), next)
			}
			got, _ := c.pair()
			c.undo()
			if !slices.Equal(c.vector(), v) || !slices.Equal(c.neighbour(), v) {
				t.Fatalf("undo: %v and %v, want %v", c.vector(), c.neighbour(), v)
			}
			want, ok := newCursor(st.tree, st.nodes, false).encode(next)
			if !ok || got != want {
				t.Fatalf("pair %x, want %x, %v", got, want, ok)
			}
			if old, ok := vectors[got]; ok && !slices.Equal(old, next) {
				t.Fatalf("%v and %v have the same pair", old, next)
			}
			vectors[got] = next
			pair, v = got, next
		}
	})
}

func TestTreeShape(t *testing.T) {
	for width := 1; width < 300; width++ {
		tree := newTree(width)
		if tree.top+2 != len(tree.units) {
			t.Fatalf("width %d: top %d of %d units", width, tree.top, len(tree.units))
		}
		for u, unit := range tree.units[:tree.top] {
			up := tree.units[unit.up]
			if int32(u) < up.first || int32(u) >= up.first+up.arity || up.arity < 1 || up.arity > 4 {
				t.Fatalf("width %d: unit %d has parent %d: %+v", width, u, unit.up, up)
			}
		}
	}
}
