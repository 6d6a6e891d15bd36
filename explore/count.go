package explore

import "math/bits"

// Count returns how many states w is true of. With initial, only the initial states are looked at.
func (g *Graph) Count(w Where, initial bool) uint64 {
	states := g.r.States
	if initial {
		states = uint64(g.r.starts[min(1, len(g.r.starts)-1)])
	}
	count := 0
	for i := range (states + 63) / 64 {
		word := ^uint64(0)
		for _, l := range w {
			holds := g.holds[l.Predicate][i]
			if l.Not {
				holds = ^holds
			}
			word &= holds
		}
		if left := states - 64*i; left < 64 {
			word &= 1<<left - 1
		}
		count += bits.OnesCount64(word)
	}
	return uint64(count)
}
