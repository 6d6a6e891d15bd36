package graph

import (
	"math"

	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/explore/internal/memory"
)

// average computes the chances and expected costs of a component: directly if it has no cycle, otherwise by
// iteration. Costs are those of complete executions, multiplied by the chance that an execution is complete, so that
// both are sums over transitions.
func (b *costSolver) average(component []uint32, cyclic bool) error {
	if !cyclic {
		b.chance[component[0]], b.mean[component[0]] = b.expect(component[0])
		return nil
	}
	b.fill(component, 0, 0)
	leaves, least, most, known := b.beyond(component)
	switch {
	case !leaves:
		b.stays(component)
		return nil
	case !known:
		b.fill(component, math.NaN(), math.NaN())
		return nil
	case least == most:
		// The component is left with probability 1, and the chance is the same wherever it is left.
		b.fill(component, least, 0)
		if least == 0 {
			return nil
		}
	default:
		if err := b.iterate(component, b.chance, func(e *edges, inside bool) float64 {
			if inside {
				return 0
			}
			chance, _ := b.from(e.to)
			return chance
		}); err != nil {
			return err
		}
		if math.IsNaN(b.chance[component[0]]) {
			b.fill(component, math.NaN(), math.NaN())
			return nil
		}
	}
	return b.iterate(component, b.mean, func(e *edges, inside bool) float64 {
		chance, mean := b.from(e.to)
		if inside {
			mean = 0
		}
		return float64(e.costs[b.weight])*chance + mean
	})
}

// iterate solves linear equations for the states of a component by Gauss-Seidel iteration, until the relative growth
// of each value is below 1e-13: x of a state is the mean, over its transitions, of known, plus x of the target if
// that is in the component. Starting from zero, the values only grow, towards the least solution. If they do not
// settle, they become NaN.
func (b *costSolver) iterate(component []uint32, x []float64, known func(e *edges, inside bool) float64) error {
	number := b.mem.arrays[0]
	edges := uint64(0)
	for _, v := range component {
		for e := b.g.edges(v); e.next(); {
			if number[e.to] == current && e.to != v {
				edges++
			}
		}
	}
	defer b.mem.release(len(b.mem.buffers))
	n := uint64(len(component))
	// By index in component: sum has the sum of known over the transitions, parts the number of transitions over which x
	// is the mean, and end the place where its part of to ends, which has the targets in the component.
	sum, end := memory.As[float64](b.mem.alloc(8*n)), memory.As[uint64](b.mem.alloc(8*n))
	var parts, to []uint32
	if err := b.mem.numbers(n, &parts); err != nil || sum == nil || end == nil {
		return explore.ErrMemory
	}
	if err := b.mem.numbers(edges, &to); err != nil {
		return err
	}
	edges = 0
	for i, v := range component {
		for e := b.g.edges(v); e.next(); {
			inside := number[e.to] == current
			sum[i] += known(&e, inside)
			if e.to == v {
				continue // x = (sum + x) / parts, so that x = sum / (parts - 1)
			}
			parts[i]++
			if inside {
				to[edges] = e.to
				edges++
			}
		}
		end[i] = edges
	}
	for range maxSweeps {
		change, at := 0.0, uint64(0)
		for i, v := range component {
			all := sum[i]
			for ; at < end[i]; at++ {
				all += x[to[at]]
			}
			all /= float64(parts[i])
			change = max(change, grown(x[v], all))
			x[v] = all
		}
		if change < 1e-13 {
			return nil
		}
		if err := b.mem.tick(edges); err != nil {
			return err
		}
	}
	for _, v := range component {
		x[v] = math.NaN()
	}
	return nil
}

// maxSweeps bounds the iteration, which takes long for a component that is rarely left.
const maxSweeps = 1 << 16

// grown returns the growth from before to x, relative to x. Both may be infinite.
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

// stays settles a component that is never left: it is the end of an execution if that may rest in it.
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

// beyond returns whether a component can be left, and the least and the largest chance of the states that it is left
// for. known is false if a chance or an expected cost among these is not known.
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

// from returns the chance and the expected cost of a state, which may be outside the region.
func (b *costSolver) from(v uint32) (chance, mean float64) {
	if !b.region.has(v) {
		return 1, 0
	}
	return b.chance[v], b.mean[v]
}

// expect returns the chance and the expected cost of a state, given those of its successors.
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

// expected returns the expected cost of a complete execution, and the chance of one.
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
