package system

import "slices"

// An explorer stores numbers for combinations of values in slots that lie close to each other. How many combinations
// there are depends on the order of the slots, which is that of the fields in the type of the state, where people
// chose it for other reasons. So the slots of a machine are reordered by what they hold in a sample of its states:
// split in two again and again, with few different combinations in either half.

const (
	orderedWalks, orderedSteps = 64, 24   // random walks, and steps of each, that find the sample
	orderedLeast, orderedMost  = 256, 512 // states; with fewer than the least there is nothing to gain
	orderedStarts              = 4        // orders to start from
	orderedSwaps               = 8192     // tried in all
)

// putInOrder orders the slots, before there is any vector. It ignores errors of the machine, since they will occur
// again.
func (m *machine) putInOrder() {
	if m.Width() <= 4 {
		return
	}
	calls := m.calls.Load()
	states := m.someStates()
	m.calls.Store(calls)
	for a := range m.called { // their vectors are in the old order
		m.called[a] = sample[machineCall]{}
	}
	if len(states) < orderedLeast {
		return
	}
	o := ordering{left: orderedSwaps, seen: make([]uint64, 2*len(states))}
	for slot := range m.Width() {
		o.order = append(o.order, slot)
		digests := make([]uint64, len(states))
		for i, v := range states {
			digests[i] = mix(uint64(slot), uint64(v[slot]))
		}
		o.digests = append(o.digests, digests)
	}
	o.part(o.order)
	m.layout.Arrange(o.order)
}

// someStates returns distinct states: all successors of the states on random walks.
func (m *machine) someStates() (states [][]uint32) {
	var initial [][]uint32
	if m.start(func(v []uint32) { initial = append(initial, slices.Clone(v)) }) != nil || len(initial) == 0 {
		return nil
	}
	seen := map[string]bool{}
	t := m.newStepper()
	draw := uint64(0)
	for walk := range orderedWalks {
		if len(states) >= orderedMost {
			break
		}
		v := initial[walk%len(initial)]
		for range orderedSteps {
			var next []uint32
			found := uint64(0)
			if t.Step(v, func(_ uint64, slots []int32, values []uint32) {
				after := apply(v, slots, values)
				if key := words(after); !seen[key] {
					seen[key] = true
					states = append(states, after)
				}
				found++
				if draw = mix(draw, found); draw%found == 0 {
					next = after
				}
			}) != nil {
				return nil
			}
			if next == nil {
				break
			}
			v = next
		}
	}
	return states
}

// ordering is an order of slots that is being improved.
type ordering struct {
	order   []int
	digests [][]uint64 // by slot and state
	seen    []uint64   // scratch: a hash set of combinations
	left    int        // how many swaps may still be tried
}

// part splits slots, a section of the order, so that slots that go together are in one half, and then splits the
// halves.
func (o *ordering) part(slots []int) {
	groups := (len(slots) + 3) / 4
	if groups < 2 {
		return
	}
	half := groups / 2 * len(slots) / groups
	best, least := slices.Clone(slots), o.cost(slots, half)
	for start := range orderedStarts {
		if start > 0 {
			shuffle(slots, uint64(start))
		}
		if cost := o.climb(slots, half); cost < least {
			copy(best, slots)
			least = cost
		}
	}
	copy(slots, best)
	o.part(slots[:half])
	o.part(slots[half:])
}

// climb swaps slots between the two halves as long as that lowers the cost, and returns the final cost.
func (o *ordering) climb(slots []int, half int) int {
	least := o.cost(slots, half)
	for better := true; better; {
		better = false
		for i := range half {
			for j := half; j < len(slots); j++ {
				if o.left--; o.left < 0 {
					return least
				}
				slots[i], slots[j] = slots[j], slots[i]
				if cost := o.cost(slots, half); cost < least {
					least, better = cost, true
				} else {
					slots[i], slots[j] = slots[j], slots[i]
				}
			}
		}
	}
	return least
}

// cost is lower the fewer combinations of values there are in the two halves of some slots. The numbers are squared
// because, where nearly every state has a combination of its own, there are many more in all states than in the
// sample.
func (o *ordering) cost(slots []int, half int) int {
	a, b := o.combinations(slots[:half]), o.combinations(slots[half:])
	return a*a + b*b
}

// combinations returns how many combinations of values there are in some slots.
func (o *ordering) combinations(slots []int) (n int) {
	clear(o.seen)
	for i := range o.digests[0] {
		h := uint64(1)
		for _, slot := range slots {
			h ^= o.digests[slot][i]
		}
		at := h >> 32 % uint64(len(o.seen))
		for o.seen[at] != 0 && o.seen[at] != h {
			at = (at + 1) % uint64(len(o.seen))
		}
		if o.seen[at] == 0 {
			o.seen[at] = h
			n++
		}
	}
	return n
}
