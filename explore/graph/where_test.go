package graph

import (
	"testing"

	"pgregory.net/rapid"
)

// TestCount compares Count with counting the states one by one.
func TestCount(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		states := rapid.Uint64Range(1, 300).Draw(t, "states")
		g := &Graph{states: states, starts: []uint32{0, uint32(rapid.Uint64Range(1, states).Draw(t, "initial")),
			uint32(states)}}
		for range 2 {
			bits := make([]uint64, (states+63)/64)
			for id := range uint32(states) {
				if rapid.Bool().Draw(t, "holds") {
					set(bits, id)
				}
			}
			g.holds = append(g.holds, bits)
		}
		w := Where{{0, rapid.Bool().Draw(t, "not")}, {1, rapid.Bool().Draw(t, "not")}}[:rapid.IntRange(0, 2).Draw(t,
			"literals")]
		for _, initial := range []bool{false, true} {
			want, to := uint64(0), uint32(states)
			if initial {
				to = g.starts[1]
			}
			for id := range to {
				if g.is(id, w) {
					want++
				}
			}
			if got := g.Count(w, initial); got != want {
				t.Fatalf("%v of %d states, initial %t: %d, want %d", w, states, initial, got, want)
			}
		}
	})
	g := &Graph{starts: []uint32{0}}
	if g.Count(nil, true) != 0 || g.Count(nil, false) != 0 {
		t.Error("there is no state to be counted")
	}
}
