package graph

import "math"

// average finds chances and expected costs of a component: in one go without a cycle, otherwise by iteration (Gauss
// and Seidel) until nothing changes that a float64 could show. Costs are those of complete executions, times the
// chance that an execution is complete: so both are sums over transitions. From zero they only grow, towards the least
// solution.
func (b *costSolver) average(component []uint32, cyclic bool) {
	if !cyclic {
		b.chance[component[0]], b.mean[component[0]] = b.expect(component[0])
		return
	}
	b.fill(component, 0, 0)
	leaves, least, most, known := b.beyond(component)
	switch {
	case !leaves:
		b.stays(component)
		return
	case !known:
		b.fill(component, math.NaN(), math.NaN())
		return
	case least == most:
		// It is left, and the chance is the same wherever it is left.
		b.fill(component, least, 0)
		if least == 0 {
			return
		}
	}
	for range maxSweeps {
		change := 0.0
		for _, v := range component {
			chance, mean := b.expect(v)
			if least < most {
				change = max(change, grown(b.chance[v], chance))
				b.chance[v] = chance
			}
			change = max(change, grown(b.mean[v], mean))
			b.mean[v] = mean
		}
		if change < 1e-13 {
			return
		}
	}
	if least < most {
		least = math.NaN()
	}
	b.fill(component, least, math.NaN()) // it is not known
}

// maxSweeps bounds the iteration over a component that is left rarely.
const maxSweeps = 1 << 16

// grown is the part of x by which it exceeds what it was. Both may be infinite.
func grown(before, x float64) float64 {
	if x == before {
		return 0
	}
	return min(1, (x-before)/x)
}

func (b *costSolver) fill(component []uint32, chance, mean float64) {
	for _, v := range component {
		b.chance[v], b.mean[v] = chance, mean
	}
}

// stays settles a component that is never left: it is the end of an execution that may rest in it.
func (b *costSolver) stays(component []uint32) {
	if b.ending[component[0]] == hopeless {
		return
	}
	mean := 0.0
	if b.costly[component[0]] != 0 {
		mean = math.Inf(1)
	}
	b.fill(component, 1, mean)
}

// beyond is the least and the largest chance of the states that a component is left for, if any; known is
// false if one of them is not, or not what it costs.
func (b *costSolver) beyond(component []uint32) (leaves bool, least, most float64, known bool) {
	number := b.mem.arrays[0]
	least, known = 1, true
	for _, v := range component {
		for x := b.g.edges(v); x.next(); {
			w := x.to
			if number[w] == current {
				continue
			}
			leaves = true
			chance, mean := b.from(w)
			least, most = min(least, chance), max(most, chance)
			known = known && !math.IsNaN(chance) && !math.IsNaN(mean)
		}
	}
	return leaves, least, most, known
}

// from returns the chance and expected cost of a state.
func (b *costSolver) from(v uint32) (chance, mean float64) {
	if !b.region.has(v) {
		return 1, 0
	}
	return b.chance[v], b.mean[v]
}

// expect returns the chance and expected cost of a state, given those of its successors.
func (b *costSolver) expect(v uint32) (chance, mean float64) {
	x := b.g.edges(v)
	if len(x.row) == 0 {
		if b.toRest && has(b.g.rest, v) {
			chance = 1
		}
		return chance, 0
	}
	n := 0.0
	for ; x.next(); n++ {
		c, m := b.from(x.to)
		chance += c
		mean += float64(x.costs[b.weight])*c + m
	}
	return chance / n, mean / n
}

// expected is the expected cost of a complete execution, and the chance of one.
func (b *costSolver) expected() (mean, chance float64) {
	if b.region.anywhere {
		return math.NaN(), math.NaN()
	}
	n := 0.0
	add := func(id uint32) {
		c, m := b.from(id)
		chance += c
		mean += float64(b.paid[id])*c + m
		n++
	}
	for id := range b.starting {
		add(id)
	}
	for id := range b.over {
		add(id)
	}
	return mean / chance, chance / n // the first is NaN if the second is 0
}
