//go:build unix

package explore

import (
	"fmt"
	"testing"

	"github.com/anel-mc/mc/explore/internal/memory"
)

// filled returns a set of n states whose pairs look like those of a search: two node numbers of 20 bits.
func filled(n int) *visited {
	v := newVisited(memory.New(0), defaultConfig())
	pairs := make([]uint64, 0, 8192)
	for i := range uint64(n) {
		if pairs = append(pairs, samplePair(i)); len(pairs) == cap(pairs) || i == uint64(n)-1 {
			v.update(pairs, 1)
			pairs = pairs[:0]
		}
	}
	return v
}

// samplePair is a bijection on numbers of 40 bits.
func samplePair(i uint64) uint64 {
	i = i * 0x9e3779b97f % (1 << 40)
	return i&(1<<20-1) | i>>20<<32
}

// BenchmarkVisited measures operations on one state, of so many that they fit into no cache.
func BenchmarkVisited(b *testing.B) {
	const n = 1 << 23
	v := filled(n)
	find := func(first uint64) func(b *testing.B) {
		return func(b *testing.B) {
			const batch = 128
			var pairs, hashes, ids [batch]uint64
			at := uint64(0)
			defer perCPU(b)()
			for i := 0; i < b.N; i += batch {
				for k := range pairs {
					at = (at + 0x1234567) % n
					pairs[k] = samplePair(first + at)
				}
				v.findAll(pairs[:], hashes[:], ids[:], false)
			}
		}
	}
	b.Run("find/present", find(0))
	b.Run("find/absent", find(n))
	b.Run("move", func(b *testing.B) {
		defer perCPU(b)()
		for i := 0; i < b.N; i += n {
			v.renewFor(v.states, 1)
		}
	})
	b.Run("pair", func(b *testing.B) {
		defer perCPU(b)()
		sum := uint64(0)
		for i := range b.N {
			sum += v.pair(uint64(i) % n)
		}
		if sum == 1 {
			b.Log(sum)
		}
	})
}

// BenchmarkCursor measures moving to the next state and computing the pair of a successor, with few nodes.
func BenchmarkCursor(b *testing.B) {
	for _, width := range []int{8, 24, 48} {
		b.Run(fmt.Sprintf("width=%d", width), func(b *testing.B) {
			st := newStore(width, 0, defaultConfig())
			c := newCursor(st.tree, st.nodes, true)
			pair, _ := c.encode(make([]uint32, width))
			defer perCPU(b)()
			slots, values := make([]int32, 2), make([]uint32, 2)
			for i := range b.N {
				c.move(pair)
				slots[0], slots[1] = int32(i%width), int32((i+1)%width)
				values[0], values[1] = uint32(i/width%5), uint32(i/width%7)
				c.write(slots, values)
				pair, _ = c.pair()
				c.undo()
			}
		})
	}
}

// perCPU makes a benchmark report the processor time per operation, which is the number to compare on a shared
// machine.
func perCPU(b *testing.B) (done func()) {
	began := cpuTime()
	return func() { b.ReportMetric(float64((cpuTime()-began).Nanoseconds())/float64(b.N), "cpu-ns/op") }
}
