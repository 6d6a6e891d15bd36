package graph

import (
	"context"
	"errors"
	"math"
	"runtime"

	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/explore/internal/guard"
	"github.com/anel-mc/mc/explore/internal/memory"
)

// CostQuery asks a Graph what executions cost: the sum of the weights of their transitions from a state of Start on,
// as long as they stay within Region. The transition that leaves Region counts too. An execution is complete when
// counting has ended: when it leaves Region or, with ToRest, comes to rest there.
type CostQuery struct {
	_ struct{}

	// Weight is the index of the weight among Options.Weights.
	Weight int

	// Anywhere lets counting begin in any state of Start that is in Region; otherwise it begins in the initial states of
	// Start. An execution from an initial state outside Region is complete at once.
	Anywhere bool

	Start, Region Where

	// Initial is the cost of an execution from an initial state before its first step; nil means 0. It is not called with
	// Anywhere.
	Initial func(v []uint32) (uint32, error)

	// ToRest says that an execution that comes to rest in Region is complete; otherwise only one that leaves Region is.
	ToRest bool
}

// Cost is the answer to a CostQuery. Min, Max and Mean are those of complete executions, and Chance is the
// probability that an execution is complete. If no execution is complete, Ends is false and Max is that of all
// executions.
type Cost struct {
	// Max is the largest cost, and Most a shortest execution with that cost. With Unbounded, Max is not set: executions
	// that repeat the loop of Most have ever larger costs.
	Max       uint64
	Unbounded bool

	// Endless is the largest cost of an execution that is not complete, if that is more than Max and Max is bounded;
	// otherwise it is 0. With EndlessUnbounded it is not set.
	Endless          uint64
	EndlessUnbounded bool

	// With Unbounded or EndlessUnbounded, Most repeats its steps from Loop on for ever, at a cost each time; with
	// Unbounded and Ends, an execution can be completed from its loop. Most.Minimal says that there is no shorter one.
	Most explore.Path
	Loop int

	// Min is the least cost of a complete execution, and Least a shortest one with that cost. They are not set without
	// Ends.
	Min   uint64
	Ends  bool
	Least explore.Path

	// Chance is the probability that an execution is complete, and Mean the expected cost of one that is. All initial
	// states of Start are equally likely, and so are all transitions of a state. With ToRest, an execution has come to
	// rest in a state without transitions, or in a strongly connected component of Region that it can never leave and in
	// which it may rest; if cycles there have a cost, Mean is +Inf. Both are NaN with Anywhere or if they are not known,
	// and Mean is NaN if Chance is 0.
	Mean, Chance float64

	// Over says that all executions are complete at once.
	Over bool
}

// Cost answers q, or returns nil if counting never begins. The error is ErrIncomplete in a Graph with open states (see
// Options.Partial), ErrMemory, that of ctx, or a *Failure. It takes 48 bytes per state and, while it computes the mean
// of a component, 20 for each of its states and 4 for each transition in it.
//
// Maximum and mean are computed on the strongly connected components of Region in one pass, each component after all
// that it leads to, without a counter in the states. A cycle with a cost makes the maximum unbounded; all other
// cycles are free, and only the cost after them matters. The minimum is a shortest path (Dijkstra, "A Note on Two
// Problems in Connexion with Graphs", Numerische Mathematik 1, 1959).
func (g *Graph) Cost(ctx context.Context, q CostQuery) (*Cost, error) {
	defer runtime.KeepAlive(g)
	if g.open < g.states {
		return nil, explore.ErrIncomplete
	}
	mem := &scratch{g: g, ctx: ctx}
	defer mem.release(0)
	b := &costSolver{g: g, mem: mem, toRest: q.ToRest, weight: q.Weight, weigh: g.weigh[q.Weight]}
	b.region = region{g: g, anywhere: q.Anywhere, start: q.Start}
	if err := mem.allocate(&b.region.inside); err != nil {
		return nil, err
	}
	b.region.fill(q.Region)
	if err := b.allocate(); err != nil {
		return nil, err
	}
	if err := b.begin(q.Initial); err != nil || !b.some() {
		return nil, err
	}
	d := newDecomposition(mem, &b.region)
	d.found = func(component []uint32) error { return b.settle(d, component) }
	if err := d.all(); err != nil {
		return nil, err
	}
	cost := b.sum()
	if b.overflow {
		return nil, errTooCostly
	}
	if err := b.maxExecution(cost); err != nil {
		return nil, err
	}
	return cost, b.minExecution(cost)
}

var errTooCostly = &explore.Failure{Err: errors.New("an execution costs more than 2^32"), Check: -1}

// costSolver answers a CostQuery.
type costSolver struct {
	g      *Graph
	mem    *scratch
	region region
	toRest bool
	weight int
	weigh  func(before []uint32, event uint64, after []uint32) (uint8, error)

	paid     []uint32  // by initial state: the cost before the first step
	value    []uint32  // by state of Region: the largest cost from there on
	ending   []uint32  // by state of Region: the largest cost to the end, or hopeless
	costly   []uint32  // by state: the number of its component, from 1, if a cycle in it has a cost; otherwise 0
	chance   []float64 // by state of Region: the probability of coming to the end; nil with Anywhere
	mean     []float64 // by state of Region: the expected cost from there on, taken as 0 if the end is not reached
	costlies uint32
	overflow bool
}

const (
	unbounded = math.MaxUint32
	hopeless  = unbounded - 1 // the end cannot be reached
	tooCostly = unbounded - 256
)

func (b *costSolver) allocate() error {
	n := b.g.states
	if err := b.mem.numbers(n, &b.value, &b.ending, &b.costly); err != nil || b.region.anywhere {
		return err
	}
	b.chance, b.mean = memory.As[float64](b.mem.alloc(8*n)), memory.As[float64](b.mem.alloc(8*n))
	if b.chance == nil || b.mean == nil {
		return explore.ErrMemory
	}
	return nil
}

// begin computes the costs of the initial states.
func (b *costSolver) begin(initial func(v []uint32) (uint32, error)) error {
	if b.region.anywhere {
		return nil
	}
	if err := b.mem.numbers(uint64(b.g.initials()), &b.paid); err != nil || initial == nil {
		return err
	}
	for id := range b.g.initials() {
		if !b.g.is(id, b.region.start) {
			continue
		}
		v := b.g.vector(id)
		err := guard.Call(func() (err error) {
			b.paid[id], err = initial(v)
			return err
		}, nil)
		if err == nil && b.paid[id] > tooCostly {
			err = errTooCostly.Err
		}
		if err != nil {
			return &explore.Failure{Err: err, Check: -1, Path: explore.Path{Initial: v}}
		}
	}
	return nil
}

// over yields the initial states of Start in which counting ends at once, by id.
func (b *costSolver) over(yield func(id uint32) bool) {
	if b.region.anywhere {
		return
	}
	for id := range b.g.initials() {
		if !b.region.has(id) && b.g.is(id, b.region.start) && !yield(id) {
			return
		}
	}
}

// before returns the cost before counting begins in a state.
func (b *costSolver) before(id uint32) uint64 {
	if b.region.anywhere {
		return 0
	}
	return uint64(b.paid[id])
}

// some reports whether counting ever begins.
func (b *costSolver) some() bool {
	for range b.starting {
		return true
	}
	for range b.over {
		return true
	}
	return false
}

// starting yields the states in which counting begins and does not end at once, by id.
func (b *costSolver) starting(yield func(id uint32) bool) {
	end := b.g.initials()
	if b.region.anywhere {
		end = uint32(b.g.states)
	}
	for id := range end {
		if b.region.starts(id) && !yield(id) {
			return
		}
	}
}

// settle computes the largest costs, the chance and the expected cost of a component once all components that it
// leads to are settled.
func (b *costSolver) settle(d *decomposition, component []uint32) error {
	for _, v := range component {
		d.number[v] = current
	}
	most, last, positive, cyclic := uint32(0), uint32(hopeless), false, false
	for _, v := range component {
		if b.toRest && has(b.g.rest, v) {
			last = larger(last, 0)
		}
		for x := b.g.edges(v); x.next(); {
			w, cost := x.to, uint32(x.costs[b.weight])
			switch {
			case d.number[w] == current:
				cyclic = true
				positive = positive || cost > 0
			case !b.region.has(w):
				most, last = larger(most, cost), larger(last, cost)
			default:
				most, last = larger(most, plus(cost, b.value[w])), larger(last, plus(cost, b.ending[w]))
			}
		}
	}
	for _, of := range []*uint32{&most, &last} {
		if *of > tooCostly && *of < hopeless {
			b.overflow, *of = true, 0
		}
		if positive && *of != hopeless {
			*of = unbounded
		}
	}
	if positive {
		b.costlies++
	}
	for _, v := range component {
		b.value[v], b.ending[v] = most, last
		if positive {
			b.costly[v] = b.costlies
		}
	}
	if !b.region.anywhere {
		if err := b.average(component, cyclic); err != nil {
			return err
		}
	}
	for _, v := range component {
		d.number[v] = finished
	}
	return nil
}

// plus adds the cost of a transition to the cost after it.
func plus(cost, rest uint32) uint32 {
	if rest >= hopeless {
		return rest
	}
	return cost + rest
}

// larger returns the larger of two costs; any cost is larger than hopeless.
func larger(x, y uint32) uint32 {
	switch {
	case x == hopeless:
		return y
	case y == hopeless:
		return x
	}
	return max(x, y)
}

// sum computes the answer, except for Min and the executions, once all components are settled.
func (b *costSolver) sum() *Cost {
	c := &Cost{Over: true}
	for range b.over {
		c.Ends = true
	}
	for id := range b.starting {
		c.Over = false
		c.Ends = c.Ends || b.ending[id] != hopeless
	}
	of := b.counted(c)
	c.Max, c.Unbounded = b.largest(of)
	if most, endless := b.largest(b.value); c.Ends && !c.Unbounded {
		if c.EndlessUnbounded = endless; !endless && most > c.Max {
			c.Endless = most
		}
	}
	b.overflow = b.overflow || max(c.Max, c.Endless) > tooCostly
	c.Mean, c.Chance = b.expected()
	return c
}

// counted returns the largest cost from each state on: of complete executions if there are any, otherwise of all.
func (b *costSolver) counted(c *Cost) []uint32 {
	if c.Ends {
		return b.ending
	}
	return b.value
}

// largest returns the largest cost of an execution, given the largest costs by state; endless says that it is
// unbounded.
func (b *costSolver) largest(of []uint32) (most uint64, endless bool) {
	for id := range b.over {
		most = max(most, b.before(id))
	}
	for id := range b.starting {
		switch of[id] {
		case hopeless:
		case unbounded:
			endless = true
		default:
			most = max(most, b.before(id)+uint64(of[id]))
		}
	}
	if endless {
		most = 0
	}
	return most, endless
}
