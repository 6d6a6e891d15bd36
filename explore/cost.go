package explore

import (
	"context"
	"errors"
	"math"
	"runtime"
)

// CostQuery asks a Graph what executions cost: the sum of the weights of their
// transitions from a state of Start on, as long as they stay within Region. The
// transition that leaves Region counts, too.
type CostQuery struct {
	_ struct{}

	// Weight is the index of what counts among GraphOptions.Weights.
	Weight int

	// Anywhere lets the count begin in any state of Start; otherwise it begins in
	// an initial state.
	Anywhere bool

	Start, Region Where

	// ToRest says that an execution that comes to rest in Region is counted to its end
	// there; otherwise only one that leaves Region is.
	ToRest bool
}

// Cost is the answer to a CostQuery.
type Cost struct {
	// Max is the largest cost of any execution, and Most a shortest one that costs
	// it. With Unbounded it is not known, and Most is repeated from step Loop on for ever, at
	// a cost each time. Most.Minimal says that there is no shorter one.
	Max       uint64
	Unbounded bool
	Most      Path
	Loop      int

	// Min is the least cost of an execution that is counted to its end, and Least a
	// shortest one of these; without Ends there is none.
	Min   uint64
	Ends  bool
	Least Path

	// Mean is the expected cost from the initial states, which are equally likely, when in
	// each state each transition is as likely as any other; +Inf if it never ends. It is NaN
	// with Anywhere.
	Mean float64
}

// Cost answers q, or returns nil if no execution is ever in Start. The error is
// ErrMemory, that of ctx, or a *Failure. It takes 36 bytes per state.
//
// Maximum and mean come from the strongly connected components of Region, in one pass against
// the direction of the transitions: there is no counter in the states. A cycle that costs
// makes the maximum unbounded; all others are free, and cost what can be paid after
// them. The minimum is a shortest path (Dijkstra, "A Note on Two Problems in
// Connexion with Graphs", Numerische Mathematik 1, 1959).
func (g *Graph) Cost(ctx context.Context, q CostQuery) (*Cost, error) {
	defer runtime.KeepAlive(g)
	h := &hunt{Graph: g, ctx: ctx, query: Query{Anywhere: q.Anywhere, Start: q.Start, Region: q.Region}}
	defer h.release()
	if err := h.prepare(); err != nil {
		return nil, err
	}
	b := &bill{hunt: h, weights: g.weight[q.Weight], weigh: g.weigh[q.Weight]}
	b.value, b.dear = asUint32s(b.alloc(4*g.r.States)), asUint32s(b.alloc(4*g.r.States))
	b.mean = asFloat64s(b.alloc(8 * g.r.States))
	if b.value == nil || b.dear == nil || b.mean == nil {
		return nil, ErrMemory
	}
	first, ok := b.first()
	if !ok {
		return nil, nil
	}
	d := newDecomposition(h)
	d.found = func(component []uint32) { b.settle(d, component) }
	if err := d.all(); err != nil {
		return nil, err
	}
	if b.overflow {
		return nil, errDear
	}
	cost := &Cost{Mean: b.expected()}
	if err := b.most(cost, first); err != nil {
		return nil, err
	}
	return cost, b.least(cost, q.ToRest)
}

var errDear = &Failure{Err: errors.New("an execution costs more than 2^32"), Check: -1}

// bill is a CostQuery at work.
type bill struct {
	*hunt
	weights []uint8
	weigh   func(before []uint32, event uint64, after []uint32) (uint8, error)

	value    []uint32  // by state of Region: the largest cost from there on
	dear     []uint32  // by state: 1 more than the number of its component, if a cycle in it costs
	mean     []float64 // by state of Region: the expected cost from there on
	dears    uint32
	overflow bool
}

const (
	unbounded = math.MaxUint32
	tooDear   = unbounded - 256
)

// starting lists the states in which counting begins, by id.
func (b *bill) starting(yield func(id uint32) bool) {
	end := b.r.starts[min(1, len(b.r.starts)-1)]
	if b.query.Anywhere {
		end = uint32(b.r.States)
	}
	for id := range end {
		if b.starts(id) && !yield(id) {
			return
		}
	}
}

// first returns the first state in which counting begins.
func (b *bill) first() (uint32, bool) {
	for id := range b.starting {
		return id, true
	}
	return 0, false
}

// settle finds the largest and the expected cost of a component of which all that it
// leads to is settled.
func (b *bill) settle(d *decomposition, component []uint32) {
	for _, v := range component {
		d.number[v] = current
	}
	most, positive, cyclic := uint32(0), false, false
	for _, v := range component {
		e, end := b.edges(v)
		for ; e < end; e++ {
			w, cost := b.to[e], uint32(b.weights[e])
			switch {
			case d.number[w] == current:
				cyclic = true
				positive = positive || cost > 0
			case !has(b.region, w):
				most = max(most, cost)
			case b.value[w] == unbounded:
				most = unbounded
			case most != unbounded:
				most = max(most, cost+b.value[w])
			}
		}
	}
	if most > tooDear && most != unbounded {
		b.overflow, most = true, 0
	}
	if positive {
		most = unbounded
		b.dears++
	}
	for _, v := range component {
		b.value[v] = most
		if positive {
			b.dear[v] = b.dears
		}
	}
	if !b.query.Anywhere {
		b.average(component, cyclic)
	}
	for _, v := range component {
		d.number[v] = finished
	}
}

// average finds the expected costs of a component: in one go without a cycle, otherwise
// by iteration (Gauss and Seidel) until nothing changes that a float64 could show.
func (b *bill) average(component []uint32, cyclic bool) {
	if !cyclic {
		b.mean[component[0]] = b.expect(component[0])
		return
	}
	for _, v := range component {
		b.mean[v] = 0
	}
	if !b.leaves(component) {
		if b.dear[component[0]] != 0 {
			for _, v := range component {
				b.mean[v] = math.Inf(1)
			}
		}
		return
	}
	// From zero the values only grow, towards the least solution.
	for range maxSweeps {
		change := 0.0
		for _, v := range component {
			x := b.expect(v)
			if x != b.mean[v] { // both may be infinite
				change = max(change, min(1, (x-b.mean[v])/(1+b.mean[v])))
			}
			b.mean[v] = x
		}
		if change < 1e-13 {
			return
		}
	}
	for _, v := range component {
		b.mean[v] = math.NaN() // it is not known
	}
}

// maxSweeps bounds the iteration over a component that is left too rarely.
const maxSweeps = 1 << 16

// leaves reports whether some transition leads out of a component.
func (b *bill) leaves(component []uint32) bool {
	number := b.arrays[0]
	for _, v := range component {
		e, end := b.edges(v)
		for ; e < end; e++ {
			if number[b.to[e]] != current {
				return true
			}
		}
	}
	return false
}

// expect is the expected cost from a state on, given that of those it leads to.
func (b *bill) expect(v uint32) float64 {
	e, end := b.edges(v)
	if e == end {
		return 0
	}
	sum := 0.0
	for i := e; i < end; i++ {
		sum += float64(b.weights[i])
		if w := b.to[i]; has(b.region, w) {
			sum += b.mean[w]
		}
	}
	return sum / float64(end-e)
}

func (b *bill) expected() float64 {
	if b.query.Anywhere {
		return math.NaN()
	}
	sum, n := 0.0, 0
	for id := range b.starting {
		sum += b.mean[id]
		n++
	}
	for id := range b.r.starts[min(1, len(b.r.starts)-1)] {
		if !b.starts(id) {
			n++ // it costs nothing
		}
	}
	return sum / float64(n)
}
