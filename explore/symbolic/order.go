package symbolic

import (
	"cmp"
	"context"
	"encoding/binary"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/anel-mc/mc/explore"
)

// The constants of chooseOrder.
const (
	sampled  = 4000 // states that are expanded breadth-first
	walked   = 4000 // states that are expanded on random walks
	way      = 200  // length of a random walk
	together = 8    // events that change more slots are ignored
	tries    = 100  // initial orders
	rounds   = 100  // improvements of each, at most
)

// chooseOrder returns the slots in an order in which slots that change together, in a sample of states, are close to
// each other. It returns nil if ctx ends first.
func chooseOrder(ctx context.Context, sys explore.System) ([]int32, error) {
	edges, err := changes(ctx, sys)
	if err != nil || ctx.Err() != nil {
		return nil, err
	}
	return force(edges, sys.Width()), nil
}

// edge is a set of slots that some event changes, with a weight.
type edge struct {
	slots  []int32
	weight float64
}

// changes returns the sets of slots that events change, each once. It considers the events of the first states of a
// breadth-first search and, since in a large system these are all much like the initial states, of the states on
// random walks. Sets that are changed often get a larger weight.
func changes(ctx context.Context, sys explore.System) (edges []edge, err error) {
	seen, known := map[string]bool{}, map[string]int{} // where in edges
	var queue [][]uint32
	push := func(v []uint32) {
		if len(queue) < sampled {
			if key := key(v); !seen[key] {
				seen[key] = true
				queue = append(queue, slices.Clone(v))
			}
		}
	}
	if err := sys.Initial(push); err != nil {
		return nil, err
	}
	initial := len(queue)
	stepper, next := sys.Stepper(), make([]uint32, sys.Width())
	var changed []int32
	step := func(v []uint32, to func(next []uint32)) error {
		return stepper.Step(v, func(_ uint64, slots []int32, values []uint32) {
			copy(next, v)
			changed = changed[:0]
			for j, slot := range slots {
				if next[slot] != values[j] {
					changed = append(changed, slot)
				}
				next[slot] = values[j]
			}
			to(next)
			slices.Sort(changed)
			if len(changed) < 2 || len(changed) > together {
				return
			}
			key := key(changed)
			at, ok := known[key]
			if !ok {
				at = len(edges)
				known[key] = at
				edges = append(edges, edge{slots: slices.Clone(changed)})
			}
			edges[at].weight++
		})
	}
	for i := 0; i < len(queue) && err == nil && ctx.Err() == nil; i++ {
		err = step(queue[i], push)
	}
	random := rand.New(rand.NewPCG(1, 2))
	var v, after []uint32
	for i := 0; i < walked && initial > 0 && err == nil && ctx.Err() == nil; i++ {
		if len(after) == 0 || i%way == 0 {
			after = append(after[:0], queue[random.IntN(initial)]...)
		}
		v, after = append(v[:0], after...), after[:0]
		choices := 0
		err = step(v, func(next []uint32) {
			if choices++; random.IntN(choices) == 0 {
				after = append(after[:0], next...)
			}
		})
	}
	for i := range edges {
		edges[i].weight = math.Log1p(edges[i].weight)
	}
	return edges, err
}

// key returns numbers as the key of a map.
func key[T int32 | uint32](numbers []T) string {
	b, _ := binary.Append(nil, binary.LittleEndian, numbers)
	return string(b)
}

// force is FORCE (Aloul, Markov and Sakallah, "FORCE: a fast and easy-to-implement variable-ordering heuristic",
// GLSVLSI 2003): again and again, each slot moves to the weighted mean of the centres of its edges, where the centre
// of an edge is the mean position of its slots. It begins with the order of the System and then with random orders,
// and returns the best order found.
func force(edges []edge, width int) []int32 {
	order := make([]int32, width)
	for i := range order {
		order[i] = int32(i)
	}
	best, shortest := slices.Clone(order), -1.0
	random := rand.New(rand.NewPCG(1, 2))
	at, sum, count := make([]float64, width), make([]float64, width), make([]float64, width)
	where := func(a, b int32) int { return cmp.Compare(at[a], at[b]) }
	for try := range tries {
		slices.Sort(order)
		if try > 0 {
			random.Shuffle(width, func(i, j int) { order[i], order[j] = order[j], order[i] })
		}
		for level, slot := range order {
			at[slot] = float64(level)
		}
		for range rounds {
			clear(sum)
			clear(count)
			for _, e := range edges {
				centre := 0.0
				for _, slot := range e.slots {
					centre += at[slot]
				}
				centre /= float64(len(e.slots))
				for _, slot := range e.slots {
					sum[slot] += e.weight * centre
					count[slot] += e.weight
				}
			}
			for slot := range at {
				if count[slot] > 0 {
					at[slot] = sum[slot] / count[slot]
				}
			}
			stays := slices.IsSortedFunc(order, where)
			slices.SortStableFunc(order, where)
			for level, slot := range order {
				at[slot] = float64(level)
			}
			span := 0.0
			for _, e := range edges {
				least, most := at[e.slots[0]], at[e.slots[0]]
				for _, slot := range e.slots {
					least, most = min(least, at[slot]), max(most, at[slot])
				}
				span += e.weight * (most - least)
			}
			if shortest < 0 || span < shortest {
				best, shortest = slices.Clone(order), span
			}
			if stays {
				break // further rounds would change nothing
			}
		}
	}
	return best
}
