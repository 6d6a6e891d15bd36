package graph

import (
	"cmp"
	"context"
	"errors"
	"math"
	"runtime"

	"github.com/anel-mc/mc/explore"
)

// ChainQuery asks a Graph for the length of the longest chain of messages in an execution: the number of deliveries
// in it, from an initial state on, as long as the execution stays within Region. The step that leaves Region counts
// too.
type ChainQuery struct {
	_ struct{}

	// Messages describes the carriers of chains in the system that was searched, and how chains are passed on.
	Messages MessageChains

	Region Where

	// ToRest says which executions are complete; see CostQuery.
	ToRest bool

	// Classes is the number of classes of the system's events.
	Classes int

	// Progress, if set, is called with the progress of the searches that the query makes.
	Progress func(explore.Progress)
}

// ErrChainMemory says that the products that Chains searches do not fit into memory.
var ErrChainMemory = errors.New("explore: there is too little memory to follow chains of messages")

// Chains answers q as Cost does, where the cost of an execution is the length of its longest chain. With Unbounded,
// Mean is NaN.
//
// The length of the longest chain is not a sum over transitions. But the length of a single chain is one, in the
// product of the graph with the carriers: the largest cost there is the length of the longest chain of all, and a
// cycle with a cost makes chains unbounded. If chains are bounded, the lengths to all carriers relative to the
// longest have finitely many values, and the growth of the longest is a cost in the product with these. If chains are
// unbounded, the minimum is found with lengths up to a limit, which is doubled until it is enough. If chains are
// unbounded only in executions that are not complete, a limit just above the lengths in the others is enough for the
// mean as well.
//
// The products are new searches and take as much memory as searches. They are bounded by what is left of the Graph's
// bound; the lists of lengths are counted separately, with the same bound. The error is as for Cost, or ErrChainMemory.
func (g *Graph) Chains(ctx context.Context, q ChainQuery) (*Cost, error) {
	if g.open < g.states {
		return nil, explore.ErrIncomplete
	}
	defer runtime.KeepAlive(g)
	sys := g.r.System()
	inside := func(v []uint32) (bool, error) {
		id, ok, err := g.r.ID(v)
		if err != nil || !ok {
			return false, cmp.Or(err, error(explore.ErrChanged))
		}
		return g.is(uint32(id), q.Region), nil
	}
	c := chainSystem{System: sys, chains: q.Messages, width: sys.Width(), classes: max(1, q.Classes), inside: inside}
	most, err := g.chained(ctx, one{c}, c, q)
	if err != nil || most == nil {
		return nil, err
	}
	limit := 0
	if most.Unbounded || most.EndlessUnbounded {
		limit = int(most.Max) + 1
	}
	for ; ; limit *= 2 {
		all, err := g.chained(ctx, newDepths(c, limit, g.room()), c, q)
		switch {
		case err != nil:
			return nil, err
		case limit == 0:
			if all.Unbounded || all.Max != most.Max || all.Endless != most.Endless {
				return nil, errChains
			}
			return all, nil
		case !all.Ends:
			return most, nil
		case all.Min > uint64(limit):
			continue
		}
		most.Min, most.Least, most.Chance, most.Mean = all.Min, all.Least, all.Chance, all.Mean
		if most.Unbounded {
			most.Mean = math.NaN()
		} else if all.Max != most.Max {
			return nil, errChains
		}
		return most, nil
	}
}

var errChains = errors.New("explore: the longest chain is another one when it is followed than when all are: " +
	"this is a mistake in package explore/graph")

// room returns the bytes that are left of the Graph's bound, at least 1; 0 if there is no bound.
func (g *Graph) room() uint64 {
	if limit := g.arena.Limit(); limit > 0 {
		return max(1, limit-min(limit, g.arena.Used()))
	}
	return 0
}

// chained searches a wrapper of the system and returns the cost of its executions, with paths of the system.
func (g *Graph) chained(ctx context.Context, sys explore.System, c chainSystem, q ChainQuery) (*Cost, error) {
	memory := g.room()
	plain := func(event uint64) uint64 { event, _ = c.plain(event); return event }
	searched := g.r.Options()
	opt := explore.Options{Workers: searched.Workers, Memory: memory, Progress: q.Progress}
	if owed := searched.Owed; owed != nil {
		opt.Owed = func(event uint64) bool { return owed(plain(event)) }
	}
	cost, err := func() (*Cost, error) {
		r, err := explore.Search(ctx, sys, nil, opt)
		switch {
		case err != nil:
			return nil, err
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case !r.Complete: // for lack of memory or of ids
			return nil, ErrChainMemory
		}
		cost := func(_ []uint32, event uint64, _ []uint32) (uint8, error) { _, cost := c.plain(event); return cost, nil }
		options := Options{Rest: true, Memory: r.MemoryLeft(memory), Weights: []func([]uint32, uint64, []uint32) (uint8,
			error){cost}, Predicates: []func(v []uint32) (bool, error){func(v []uint32) (bool, error) {
			return c.inside(v[:c.width])
		}}}
		product, err := New(ctx, r, options)
		if err != nil {
			return nil, err
		}
		return product.Cost(ctx, CostQuery{Region: Where{{Predicate: 0}}, ToRest: q.ToRest})
	}()
	if errors.Is(err, explore.ErrMemory) || errors.Is(err, ErrChainMemory) {
		return nil, ErrChainMemory
	}
	var failure *explore.Failure
	if errors.As(err, &failure) && failure.Path.Initial != nil {
		failure.Path = c.strip(failure.Path)
	}
	if cost != nil {
		cost.Most = c.strip(cost.Most)
		if cost.Ends {
			cost.Least = c.strip(cost.Least)
		}
	}
	return cost, err
}
