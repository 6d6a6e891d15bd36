package explore

import (
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"github.com/anel-mc/mc/explore/internal/memory"
)

// drawLayout draws a layout, and one that may have replaced it as a search went on. Pairs that fit have no bits but
// those of mask.
func drawLayout(t *rapid.T, states ...uint64) (old, l layout, mask uint64) {
	most := rapid.SampledFrom([]uint{8, 32}).Draw(t, "most bits")
	half, room, ids := rapid.UintRange(0, most), rapid.SampledFrom(states), rapid.Bool()
	left, right := uint(0), uint(0)
	l = layout{shardBits: rapid.UintRange(0, 6).Draw(t, "shardBits")}
	for range 3 {
		old, mask = l, 1<<left-1|(1<<right-1)<<32
		left, right = max(left, half.Draw(t, "left")), max(right, half.Draw(t, "right"))
		l = layoutFor(room.Draw(t, "states"), left, right, old, ids.Draw(t, "ids"))
	}
	return old, l, mask
}

// TestLayout: where a pair is in the index and its tag determine its hash, and what moves it from one layout to the
// next knows its new hash.
func TestLayout(t *testing.T) {
	extended := 0
	rapid.Check(t, func(t *rapid.T) {
		old, l, mask := drawLayout(t, 1, 50, 1e4, 1e6, 1e9, 1e12)
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		for range 100 {
			pair := r.Uint64() >> r.Uint64N(64) & mask
			h := l.hash(pair)
			shard, home, tag := l.shardOf(h), l.home(h), l.tagOf(h)
			if home >= l.size || tag>>(l.rest+8) != 0 {
				t.Fatalf("%+v: bucket %d, tag %x", l, home, tag)
			}
			if got := l.hashAt(shard, l.first(home), tag); got != h {
				t.Fatalf("%+v: the hash %x becomes %x", l, h, got)
			}
			for steps := range maxDistance {
				if at := l.after(l.after(home, tag, steps), tag, -steps); at != home {
					t.Fatalf("%+v: %d steps from %d and back is %d", l, steps, home, at)
				}
			}
			if !l.extends(&old) {
				continue
			}
			extended++
			if wide := r.Uint64() &^ l.alien; old.brief(old.hash(wide)) != l.brief(l.hash(wide)) {
				t.Fatalf("%+v to %+v: the base bits of %x change", old, l, wide)
			}
			if moved := l.moved(&old, old.hash(pair)); moved != h {
				t.Fatalf("%+v to %+v: %x moves to %x, want %x", old, l, pair, moved, h)
			}
		}
	})
	if extended == 0 {
		t.Error("no layout extended another")
	}
}

// TestHash: no two pairs have the same hash.
func TestHash(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		left, right := rapid.UintRange(0, 7).Draw(t, "left"), rapid.UintRange(0, 7).Draw(t, "right")
		l := layout{
			left: left, right: right, baseLeft: rapid.UintRange(0, left).Draw(t, "base left"),
			baseRight: rapid.UintRange(0, right).Draw(t, "base right"),
		}
		l.base = l.baseLeft + l.baseRight
		seen := map[uint64]bool{}
		for a := range uint64(1) << left {
			for b := range uint64(1) << right {
				h := l.hash(a | b<<32)
				if seen[h] || h>>(left+right) != 0 {
					t.Fatalf("%+v: the hash %x", l, h)
				}
				seen[h] = true
			}
		}
	})
}

// TestIndexCrowded inserts more pairs than there is room for, so that most are far from home, and moves them.
func TestIndexCrowded(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		old, l, mask := drawLayout(t, 1, 50, 2000)
		x := index{arena: memory.New(0), layout: layout{shardBits: l.shardBits}}
		x.relayout(old, false, 1)
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		twin := map[uint64]uint64{}
		for i := range rapid.Uint64Range(0, 200<<old.shardBits).Draw(t, "pairs") {
			id := i % 256
			pair := r.Uint64() & mask
			if _, ok := twin[pair]; ok {
				continue
			}
			twin[pair] = id
			h := x.hash(pair)
			x.shards[x.shardOf(h)].insert(&x.layout, x.home(h), x.tagOf(h), id)
		}
		check := func() {
			for range 20 {
				if pair := r.Uint64() >> r.Uint64N(64); pair&^mask != 0 {
					twin[pair] = none
				}
			}
			for pair, want := range twin {
				if x.idBytes == 0 && want != none {
					want = 0
				}
				if h := x.hash(pair); x.find(pair, h, x.way(h), true) != want {
					t.Fatalf("%+v: %x has the id %d, want %d", x.layout, pair, x.find(pair, h, x.way(h), true), want)
				}
			}
		}
		check()
		if l.extends(&old) && (l.idBytes == 0 || old.idBytes > 0) {
			x.relayout(l, true, rapid.IntRange(1, 3).Draw(t, "workers"))
			check()
		}
	})
}
