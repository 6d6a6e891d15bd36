package symbolic

import (
	"cmp"
	"context"
	"errors"
	"math"
	"math/big"
	"time"

	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/explore/internal/guard"
	"github.com/anel-mc/mc/explore/internal/memory"
)

// Check asks whether any of its Questions is true in any reachable state.
type Check struct {
	// Quiescent restricts the check to states in which the system owes no event.
	Quiescent bool
	Questions []Question
}

// Found is the answer to a check.
type Found struct {
	Bound explore.Bound // what ended the check before it was decided; if it is set, nothing else is
	Found bool
	// State is a state in which a question is true.
	State []uint32
	// Path is a shortest path to such a state, but not necessarily the least one. Its Initial is nil if Result.PathBound
	// ended the search for it.
	Path explore.Path
}

// Result is what a search found.
type Result struct {
	// Bound is what ended the search before all states were found; if it is set, neither States nor Found is. PathBound is
	// what cut the search for paths short.
	Bound, PathBound explore.Bound

	States *big.Int // number of reachable states
	Found  []Found  // by check

	Nodes  int    // nodes in the diagram of the reachable states
	Peak   int    // largest number of nodes at any time
	Events int    // events that were learnt
	Bytes  uint64 // memory of the tables, and the growth of the heap that counts
}

// check is a Check in progress.
type check struct {
	Check
	asked []asked
}

var errStrayed = errors.New("symbolic: the System does not take a step that its Products have")

// Search computes the set of reachable states, evaluates the checks on it and finds a shortest path for each check
// that is true. It uses only the options Memory, Timeout, Progress and ProgressEvery. The search ends when ctx does.
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

// boundOf returns the bound that corresponds to the end of a context, BoundNone if it has not ended.
func boundOf(ctx context.Context) explore.Bound {
	switch {
	case ctx.Err() == nil:
		return explore.BoundNone
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return explore.BoundTime
	}
	return explore.BoundInterrupt
}

// until runs f until it returns, a bound is reached, or d.fail is called.
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
	var initial, all node
	r.Bound, err = d.until(func() error {
		d.begin()
		if initial, err = d.initial(sys); err != nil {
			return err
		}
		d.hold(initial)
		all = d.saturate(initial)
		d.hold(all)
		d.gather()
		d.reached = d.count(all)
		r.Nodes, r.States = d.size(all), d.reached
		return nil
	})
	if err == nil && r.Bound == explore.BoundNone {
		var open []*check
		if open, err = d.ask(all, checks, r); err == nil {
			r.PathBound, err = d.until(func() error { return d.shortest(sys, initial, open, r.Found) })
		}
	}
	r.Peak, r.Events, r.Bytes = d.peak, d.events, d.arena.Used()+d.heap()
	return err
}

// ask decides each check in a set of states, and returns those that are true in one. A bound that ends one of them
// leaves the others as they are.
func (d *diagram) ask(all node, checks []Check, r *Result) (open []*check, err error) {
	open, r.Found = make([]*check, len(checks)), make([]Found, len(checks))
	for i := range checks {
		c, f := &check{Check: checks[i]}, &r.Found[i]
		for _, q := range c.Questions {
			c.asked = append(c.asked, asked{Question: q})
		}
		f.Bound, err = d.until(func() error {
			if v := d.in(all, c); v != nil {
				open[i], f.Found, f.State = c, true, d.plain(v)
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return open, nil
}

// initial returns the set of initial states.
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

// tell reports progress if it is time to. Counting states takes at most about a twentieth of the time.
func (d *diagram) tell(opt explore.Options, began time.Time) {
	every, now := cmp.Or(opt.ProgressEvery, time.Second/2), time.Now()
	if opt.Progress == nil || now.Sub(d.reported) < every {
		return
	}
	d.reported = now
	if now.After(d.nextCount) {
		d.counted = d.lowerBound()
		d.nextCount = now.Add(20 * time.Since(now))
	}
	opt.Progress(explore.Progress{States: d.counted, Nodes: uint64(d.live), Bytes: d.arena.Used() + d.heap(),
		Elapsed: now.Sub(began)})
}

// lowerBound returns a lower bound on the number of states: the number of vectors in the outermost node that is being
// closed. It is capped.
func (d *diagram) lowerBound() uint64 {
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
