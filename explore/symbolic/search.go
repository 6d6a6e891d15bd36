package symbolic

import (
	"context"
	"errors"
	"math"
	"math/big"
	"time"

	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/explore/internal/guard"
	"github.com/anel-mc/mc/explore/internal/memory"
)

// Check is what is asked of all states that can be reached: whether some Question is true in any.
type Check struct {
	// Quiescent asks only of the states in which the system owes no event.
	Quiescent bool
	Questions []Question
}

// Found is the answer to a check.
type Found struct {
	Found bool
	// State is one in which it is so.
	State []uint32
	// Path is a shortest path to such a state. It is not the least of these. Its Initial is nil if Result.PathBound ended
	// the search for it.
	Path explore.Path
}

// Result is what a search found.
type Result struct {
	// Bound is what cut the search short; then nothing is known, and neither States nor Found is set. PathBound is what
	// ended the search for paths.
	Bound, PathBound explore.Bound

	States *big.Int // that can be reached
	Found  []Found  // by check

	Nodes  int    // of the diagram of the states
	Peak   int    // nodes that there were at a time
	Events int    // that were learnt
	Bytes  uint64 // of tables, at most
}

// check is a Check under way.
type check struct {
	Check
	asked []asked
}

var errStrayed = errors.New("symbolic: the System does not take a step that its Products have")

// Search finds all states that can be reached, asks the checks of them and, if any is true, shortest paths. Of the
// options, it knows Memory, Timeout, Progress and ProgressEvery. When ctx ends, so does the search.
func Search(ctx context.Context, sys System, checks []Check, opt explore.Options) (*Result, error) {
	began := time.Now()
	heap := memory.NewHeap(opt.Memory)
	r := &Result{}
	order, err := chooseOrder(ctx, sys)
	if err != nil || order == nil {
		r.Bound = boundOf(ctx)
		return r, err
	}
	d := newDiagram(sys.Products(), newStore(opt.Memory), order)
	defer d.arena.Release()
	d.heap = heap.Grown
	d.interrupted = func() explore.Bound {
		d.tell(opt, began)
		if opt.Timeout > 0 && time.Since(began) > opt.Timeout {
			return explore.BoundTime
		}
		return boundOf(ctx)
	}
	err = guard.Call(func() error { return d.search(sys, checks, r) }, nil)
	if err != nil {
		return nil, err
	}
	return r, nil
}

// boundOf is why a context has ended, if it has.
func boundOf(ctx context.Context) explore.Bound {
	switch {
	case ctx.Err() == nil:
		return explore.BoundNone
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return explore.BoundTime
	}
	return explore.BoundInterrupt
}

// until runs f until a bound is reached.
func (d *diagram) until(f func() error) (bound explore.Bound, err error) {
	defer func() {
		switch x := recover().(type) {
		case nil:
		case stop:
			bound, err = x.bound, d.err
		default:
			panic(x)
		}
	}()
	return explore.BoundNone, f()
}

func (d *diagram) search(sys System, checks []Check, r *Result) (err error) {
	var initial node
	open := make([]*check, len(checks))
	r.Bound, err = d.until(func() error {
		d.begin()
		if initial, err = d.initial(sys); err != nil {
			return err
		}
		d.hold(initial)
		all := d.saturate(initial)
		d.hold(all)
		d.gather()
		d.reached = d.count(all)
		nodes := d.size(all)
		found := make([]Found, len(checks))
		for i := range checks {
			c := &check{Check: checks[i]}
			for _, q := range c.Questions {
				c.asked = append(c.asked, asked{Question: q})
			}
			if v := d.in(all, c); v != nil {
				open[i], found[i] = c, Found{Found: true, State: d.plain(v)}
			}
		}
		r.States, r.Nodes, r.Found = d.reached, nodes, found
		return nil
	})
	if err == nil && r.Bound == explore.BoundNone {
		r.PathBound, err = d.until(func() error { return d.shortest(sys, initial, open, r.Found) })
	}
	r.Peak, r.Events, r.Bytes = d.peak, d.events, d.arena.Used()+d.heap()
	return err
}

// initial is the set of the initial states.
func (d *diagram) initial(sys System) (n node, err error) {
	v := make([]uint32, len(d.slots))
	held := d.hold(empty)
	err = sys.Initial(func(state []uint32) {
		for level, slot := range d.slots {
			v[level] = state[slot]
		}
		one := d.hold(d.single(v))
		d.held[held] = d.union(d.held[held], d.held[one])
		d.release(one)
	})
	n = d.held[held]
	d.release(held)
	return n, err
}

// tell reports progress if it is time. To count states takes time, too: a twentieth at most.
func (d *diagram) tell(opt explore.Options, began time.Time) {
	every := opt.ProgressEvery
	if every == 0 {
		every = time.Second / 2
	}
	now := time.Now()
	if opt.Progress == nil || now.Sub(d.told) < every {
		return
	}
	d.told = now
	if now.After(d.countAt) {
		d.counted = d.least()
		d.countAt = now.Add(20 * time.Since(now))
	}
	opt.Progress(explore.Progress{States: d.counted, Nodes: uint64(d.live), Bytes: d.arena.Used() + d.heap(),
		Elapsed: now.Sub(began)})
}

// least is a number of states that there are at least: as many as there are vectors of the slots from the highest
// level on that is being closed. It is at most the largest number.
func (d *diagram) least() uint64 {
	if d.reached != nil {
		if d.reached.IsUint64() {
			return d.reached.Uint64()
		}
		return math.MaxUint64
	}
	known := map[node]float64{empty: 0, terminal: 1}
	var count func(n node) float64
	count = func(n node) (sum float64) {
		if c, ok := known[n]; ok {
			return c
		}
		for e := d.edges(n); len(e) > 0; e = e[2:] {
			sum += count(e[1])
		}
		known[n] = sum
		return sum
	}
	sum := 0.0
	for i := range d.outermost {
		sum += count(d.stack[d.outer+i].child)
	}
	return uint64(min(sum, math.MaxUint64/2))
}
