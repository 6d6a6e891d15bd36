package graph

import (
	"container/heap"
	"math"
	"slices"

	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/explore/internal/memory"
)

// maxExecution finds a shortest execution with the largest cost or, if that is unbounded, with a loop that has a
// cost.
func (b *costSolver) maxExecution(cost *Cost) (err error) {
	value := b.counted(cost)
	switch {
	case cost.Unbounded:
		return b.lasso(cost, value)
	case cost.EndlessUnbounded:
		return b.lasso(cost, b.value)
	}
	for id := range b.over {
		if b.before(id) == cost.Max {
			cost.Most, err = b.path([]leg{{id, free}})
			return err
		}
	}
	// Along an edge of an execution with the largest cost, the largest cost from there on decreases by the cost of the
	// edge.
	paid := func(x *edges) bool {
		rest := uint32(0)
		if b.region.has(x.to) {
			rest = value[x.to]
		}
		return rest < hopeless && uint32(x.costs[b.weight])+rest == value[x.from]
	}
	wanted := func(id uint32) bool { return value[id] < hopeless && b.before(id)+uint64(value[id]) == cost.Max }
	var end uint32
	exit, length := noLeg, 1<<62
	err = b.spread(wanted, paid, func(v uint32, steps int) bool {
		if steps >= length {
			return true
		}
		if value[v] == 0 && (!cost.Ends || b.toRest && has(b.g.rest, v)) {
			end, exit = v, noLeg
			return true
		}
		for x := b.g.edges(v); length > steps+1 && x.next(); {
			if !b.region.has(x.to) && paid(&x) {
				end, exit, length = v, b.leg(&x), steps+1
			}
		}
		return false
	})
	if err != nil {
		return err
	}
	way := b.back(end, func(from, to uint32) int { return int(value[from] - value[to]) })
	if exit != noLeg {
		way = append(way, exit)
	}
	cost.Loop = len(way) - 1
	cost.Most, err = b.path(way)
	return err
}

// leg returns the leg over an edge.
func (b *costSolver) leg(x *edges) leg { return leg{x.to, int(x.costs[b.weight])} }

// lasso finds an execution that loops for ever in a component, at a cost, in states from which costs are unbounded:
// the shortest one, unless it takes too long to be sure.
func (b *costSolver) lasso(cost *Cost, value []uint32) error {
	best, loopHead, loop := 1<<62, uint32(0), []leg(nil)
	minimal := true
	limit := b.mem.looked + b.g.effort
	before := memory.As[uint64](b.mem.alloc(16 * b.g.states))
	if before == nil {
		return explore.ErrMemory
	}
	within := func(x *edges) bool { return b.region.has(x.to) }
	err := b.spread(func(id uint32) bool { return value[id] == unbounded }, within, func(v uint32, steps int) bool {
		switch {
		case steps+1 >= best:
			return true
		case b.costly[v] == 0 || value[v] != unbounded:
			return false
		case loop != nil && b.mem.looked > limit:
			minimal = false
			return true
		}
		if round := b.round(v, best-steps, before); round != nil {
			best, loopHead, loop = steps+len(round), v, round
		}
		return false
	})
	if err != nil {
		return err
	}
	if loop == nil {
		return errAstray
	}
	way := b.back(loopHead, func(_, _ uint32) int { return free })
	cost.Loop = len(way) - 1
	cost.Most, err = b.path(append(way, loop...))
	cost.Most.Minimal = minimal
	return err
}

// round returns the shortest way from v back to v within its component that has a cost, if it takes fewer than most
// steps. It searches breadth-first in the product of the component with whether anything has been paid: node 2v if
// not, node 2v+1 if so. before holds, by node, its place in the queue and, in the lowest byte, the cost of the edge
// that led to it; in the end, it is all 0 again.
func (b *costSolver) round(v uint32, most int, before []uint64) (way []leg) {
	home := uint64(v) << 1
	from := []uint64{home}
	queue := []uint64{home}
	for at, steps := 0, 1; at < len(queue) && way == nil && steps < most; steps++ {
		level := queue[at:]
		at = len(queue)
		for _, node := range level {
			u := uint32(node >> 1)
			x := b.g.edges(u)
			b.mem.looked += uint64(len(x.row))
			for x.next() {
				w, paid := x.to, x.costs[b.weight]
				next := uint64(w)<<1 | node&1
				if paid > 0 {
					next |= 1
				}
				if b.costly[w] != b.costly[v] || before[next] != 0 || next == home {
					continue
				}
				before[next] = uint64(len(queue))<<8 | uint64(paid)
				queue = append(queue, next)
				from = append(from, node)
			}
		}
		if before[home|1] != 0 {
			for node := home | 1; node != home; node = from[before[node]>>8] {
				way = append(way, leg{uint32(node >> 1), int(before[node] & 0xff)})
			}
			slices.Reverse(way)
		}
	}
	for _, node := range queue {
		before[node] = 0
	}
	return way
}

// spread searches breadth-first from the wanted states of Start, along edges that may accepts and that stay in the
// region, until visit returns true. Steps are counted from an initial state.
func (b *costSolver) spread(wanted func(id uint32) bool, may func(x *edges) bool,
	visit func(v uint32, steps int) (enough bool)) error {
	pred, queue := b.mem.arrays[1], b.mem.arrays[2][:0]
	for i := range pred {
		pred[i] = none
	}
	for at, d := 0, 0; at < len(queue) || d == 0 || b.region.anywhere && d+1 < len(b.g.starts); d++ {
		queue = b.region.enter(d, pred, queue, wanted)
		level := queue[at:]
		at = len(queue)
		for _, v := range level {
			if visit(v, d) {
				return nil
			}
			x := b.g.edges(v)
			if err := b.mem.tick(uint64(len(x.row)) + 1); err != nil {
				return err
			}
			for x.next() {
				if w := x.to; b.region.has(w) && pred[w] == none && may(&x) {
					pred[w] = v
					queue = append(queue, w)
				}
			}
		}
	}
	return nil
}

// leg is a step of a way: the state that it leads to, and its cost or free.
type leg struct {
	to     uint32
	weight int
}

// noLeg differs from every leg, since a cost fits into a byte.
var noLeg = leg{weight: 1 << 8}

// free is the weight of a leg that may have any cost.
const free = -1

// back returns a way from an initial state to v, which spread or minExecution has reached.
func (b *costSolver) back(v uint32, weight func(from, to uint32) int) []leg {
	pred := b.mem.arrays[1]
	var way []leg
	for ; pred[v] != v; v = pred[v] {
		way = append(way, leg{v, weight(pred[v], v)})
	}
	for ; v != none; v = b.g.pred(v) {
		way = append(way, leg{v, free})
	}
	slices.Reverse(way)
	return way
}

// path turns a way into an execution.
func (b *costSolver) path(way []leg) (explore.Path, error) {
	var ids []uint32
	for _, l := range way {
		ids = append(ids, l.to)
	}
	return b.g.walk(ids, func(step int, event uint64, next []uint32) bool {
		want := way[step+1].weight
		if want == free {
			return true
		}
		x, err := b.weigh(b.g.vector(ids[step]), event, next)
		return err == nil && int(x) == want
	})
}

// minExecution finds the least cost of a complete execution, and the shortest execution with that cost.
func (b *costSolver) minExecution(cost *Cost) error {
	if !cost.Ends {
		return nil
	}
	reached := memory.As[uint64](b.mem.alloc(8 * b.g.states)) // cost and steps, as in reach, + 1
	if reached == nil {
		return explore.ErrMemory
	}
	pred := b.mem.arrays[1]
	var open frontier
	depth := 0
	for id := range b.starting {
		for depth+1 < len(b.g.starts) && b.g.starts[depth+1] <= id {
			depth++
		}
		key := b.before(id)<<32 + uint64(depth) + 1
		pred[id], reached[id] = id, key
		open = append(open, reach{key, id})
	}
	heap.Init(&open)
	end, exit, best := uint32(0), noLeg, uint64(math.MaxUint64)
	for id := range b.over {
		if key := b.before(id)<<32 + 1; key < best {
			pred[id] = id
			end, best = id, key
		}
	}
	for len(open) > 0 {
		at := heap.Pop(&open).(reach)
		if at.key >= best {
			break
		}
		v := at.id
		if reached[v] != at.key {
			continue
		}
		if b.toRest && has(b.g.rest, v) {
			end, exit, best = v, noLeg, at.key
			break
		}
		x := b.g.edges(v)
		if err := b.mem.tick(uint64(len(x.row)) + 1); err != nil {
			return err
		}
		for x.next() {
			w, key := x.to, at.key+uint64(x.costs[b.weight])<<32+1
			switch {
			case !b.region.has(w):
				if key < best {
					end, exit, best = v, b.leg(&x), key
				}
			case reached[w] == 0 || key < reached[w]:
				reached[w], pred[w] = key, v
				heap.Push(&open, reach{key, w})
			}
		}
	}
	cost.Min = best >> 32
	way := b.back(end, func(from, to uint32) int { return int(reached[to]>>32 - reached[from]>>32) })
	if exit != noLeg {
		way = append(way, exit)
	}
	var err error
	cost.Least, err = b.path(way)
	return err
}

// reach is a state with the cost (in the upper half) and the number of steps at which it was reached.
type reach struct {
	key uint64
	id  uint32
}

// frontier is a heap with the least key first.
type frontier []reach

func (f frontier) Len() int { return len(f) }
func (f frontier) Less(i, j int) bool {
	return f[i].key < f[j].key || f[i].key == f[j].key && f[i].id < f[j].id
}
func (f frontier) Swap(i, j int) { f[i], f[j] = f[j], f[i] }
func (f *frontier) Push(x any)   { *f = append(*f, x.(reach)) }
func (f *frontier) Pop() any {
	all := *f
	last := all[len(all)-1]
	*f = all[:len(all)-1]
	return last
}
