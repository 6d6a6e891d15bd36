package explore

import (
	"encoding/binary"
	"testing"

	"pgregory.net/rapid"

	"github.com/anel-mc/mc/explore/internal/hash"
)

// TestPage packs random pages and reads every state back.
func TestPage(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := 1 << rapid.IntRange(0, 9).Draw(t, "bits")
		largest := func(side string) uint64 { return 1<<rapid.IntRange(0, 32).Draw(t, side) - 1 }
		left, right := largest("left"), largest("right")
		jump := rapid.SampledFrom([]uint32{0, 1, 2, 7, 1000, 1 << 21}).Draw(t, "jump")
		seed := rapid.Uint64().Draw(t, "seed")
		random := func(i int) uint64 { return hash.Mix(seed + uint64(i)) }

		raw := rawPage(make([]byte, rawBytes*n))
		var pairs []uint64
		var links []uint64
		link := random(-1) % (1 << 36)
		for i := range n {
			r := random(i)
			pairs = append(pairs, r&left|r>>32&right<<32)
			if link += random(^i) % (uint64(jump) + 1); i == n-1 && rapid.Bool().Draw(t, "far") {
				link = maxID + 1
			}
			links = append(links, link)
			raw.put(uint32(i), pairs[i], link)
		}
		packed, size := raw.packed()
		packed.data = make([]byte, size+8)
		raw.pack(&packed)
		if end := binary.LittleEndian.Uint64(packed.data[size:]); end != 0 {
			t.Errorf("wrote %x behind the end", end)
		}
		for _, p := range []page{raw, packed} {
			for i := range n {
				if got := p.pair(uint32(i)); got != pairs[i] {
					t.Fatalf("raw %v: pair(%d) = %x, want %x", p.raw, i, got, pairs[i])
				}
				if got := p.link(uint32(i)); got != links[i] {
					t.Fatalf("raw %v: link(%d) = %d, want %d", p.raw, i, got, links[i])
				}
			}
		}
		if largest := n*16 + 16; size > largest {
			t.Errorf("%d states in %d bytes", n, size)
		}
	})
}
