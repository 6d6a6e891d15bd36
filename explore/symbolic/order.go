package symbolic

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/anel-mc/mc/explore"
)

// How many states are looked at to choose an order, how many slots of an event count at most as changed together, and
// how hard an order is looked for.
const (
	sampled  = 4000
	together = 8
	tries    = 20
	rounds   = 100
)

// chooseOrder returns the slots in an order in which those are close to each other that change together in events
// of the first states of a breadth-first search; nil if ctx ends before.
func chooseOrder(ctx context.Context, sys explore.System) ([]int32, error) {
	edges, err := changes(ctx, sys)
	if err != nil || ctx.Err() != nil {
		return nil, err
	}
	return force(edges, sys.Width()), nil
}

// changes returns the sets of slots that events change, each once.
func changes(ctx context.Context, sys explore.System) (edges [][]int32, err error) {
	seen, known := map[string]bool{}, map[string]bool{}
	var queue [][]uint32
	push := func(v []uint32) {
		if len(queue) < sampled {
			if key := fmt.Sprint(v); !seen[key] {
				seen[key] = true
				queue = append(queue, slices.Clone(v))
			}
		}
	}
	if err := sys.Initial(push); err != nil {
		return nil, err
	}
	stepper, next := sys.Stepper(), make([]uint32, sys.Width())
	for i := 0; i < len(queue) && ctx.Err() == nil; i++ {
		v := queue[i]
		if err := stepper.Step(v, func(_ uint64, slots []int32, values []uint32) {
			copy(next, v)
			var changed []int32
			for j, slot := range slots {
				if next[slot] != values[j] {
					changed = append(changed, slot)
				}
				next[slot] = values[j]
			}
			push(next)
			slices.Sort(changed)
			if key := fmt.Sprint(changed); len(changed) > 1 && len(changed) <= together && !known[key] {
				known[key] = true
				edges = append(edges, changed)
			}
		}); err != nil {
			return nil, err
		}
	}
	return edges, nil
}

// force is FORCE (Aloul, Markov and Sakallah, "FORCE: a fast and easy-to-implement variable-ordering heuristic",
// GLSVLSI 2003): each slot moves to the middle of the edges that it is in, whose centres are those of their slots,
// again and again. It begins with the order of the System, and with some that are drawn.
func force(edges [][]int32, width int) []int32 {
	order := make([]int32, width)
	for i := range order {
		order[i] = int32(i)
	}
	best, shortest := slices.Clone(order), -1.0
	random := rand.New(rand.NewPCG(1, 2))
	at, sum, count := make([]float64, width), make([]float64, width), make([]float64, width)
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
				for _, slot := range e {
					centre += at[slot]
				}
				centre /= float64(len(e))
				for _, slot := range e {
					sum[slot] += centre
					count[slot]++
				}
			}
			for slot := range at {
				if count[slot] > 0 {
					at[slot] = sum[slot] / count[slot]
				}
			}
			slices.SortStableFunc(order, func(a, b int32) int { return cmp.Compare(at[a], at[b]) })
			for level, slot := range order {
				at[slot] = float64(level)
			}
			span := 0.0
			for _, e := range edges {
				least, most := at[e[0]], at[e[0]]
				for _, slot := range e {
					least, most = min(least, at[slot]), max(most, at[slot])
				}
				span += most - least
			}
			if shortest < 0 || span < shortest {
				best, shortest = slices.Clone(order), span
			}
		}
	}
	return best
}
