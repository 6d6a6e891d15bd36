package explore

import (
	"context"
	"math/bits"

	"github.com/anel-mc/mc/explore/internal/guard"
	"github.com/anel-mc/mc/explore/internal/hash"
	"github.com/anel-mc/mc/explore/internal/least"
)

// layer is the part of a level that lies on shortest paths to a goal: its members, each with the least cost of the
// rest of such a path.
type layer struct {
	pairs   []uint64 // by member
	index   []uint32 // hash table with linear probing: numbers of members + 1, 0 for a free slot
	cost    []uint64 // by member
	ownerAt []uint32 // by member, where its owners begin, and at the end their number
	owners  []int
	near    *vicinity // until the layer before it is known
}

// at returns the rest from the state with a pair, and whether the state is a member.
func (l *layer) at(pair uint64) (least.Rest, bool) {
	slot := l.slot(pair)
	if *slot == 0 {
		return least.Rest{}, false
	}
	m := *slot - 1
	return least.Rest{Cost: l.cost[m], Owners: l.owners[l.ownerAt[m]:l.ownerAt[m+1]]}, true
}

func (l *layer) has(pair uint64) bool { return *l.slot(pair) != 0 }

// slot returns the slot of the member with a pair, or the free slot where it would be.
func (l *layer) slot(pair uint64) *uint32 {
	mask := uint64(len(l.index) - 1)
	for i := hash.Mix(pair) & mask; ; i = (i + 1) & mask {
		if m := l.index[i]; m == 0 || l.pairs[m-1] == pair {
			return &l.index[i]
		}
	}
}

// add appends a member.
func (l *layer) add(pair uint64, r least.Rest) {
	*l.slot(pair) = uint32(len(l.pairs) + 1)
	l.pairs = append(l.pairs, pair)
	l.cost = append(l.cost, r.Cost)
	l.owners = append(l.owners, r.Owners...)
	l.ownerAt = append(l.ownerAt, uint32(len(l.owners)))
}

// coneSearch computes a Path. The cone is the set of all states on shortest paths to a goal.
type coneSearch struct {
	*Result
	least.Ranking
	check  Check
	number int // of the check
	crew   []*coneWorker
}

func newConeSearch(r *Result, check int, rank Ranking) *coneSearch {
	return &coneSearch{Result: r, check: r.checks[check], number: check, Ranking: least.Ranking(rank)}
}

// layers computes the layers of all levels up to depth, backwards. It returns nil if ctx ends.
func (c *coneSearch) layers(ctx context.Context, depth int) ([]*layer, error) {
	layers := make([]*layer, depth+1)
	for d := depth; d >= 0; d-- {
		var next *layer
		if d < depth {
			next = layers[d+1]
		}
		if d == depth && c.check.Step != nil {
			continue // the goals are transitions from the level before
		}
		l, err := c.layer(ctx, d, next)
		if l == nil || err != nil {
			return nil, err
		}
		if layers[d] = l; next != nil {
			next.near = nil
		}
	}
	return layers, nil
}

// layer computes one layer from the next one, which is nil for the goals.
func (c *coneSearch) layer(ctx context.Context, level int, next *layer) (*layer, error) {
	lo, hi := c.starts[level], c.starts[level+1]
	blocks := make([]coneBlock, (int(hi-lo)+c.cfg.block-1)/c.cfg.block)
	n := min(c.opt.Workers, len(blocks))
	for len(c.crew) < n {
		c.crew = append(c.crew, newConeWorker(c))
	}
	err := guard.Share(ctx, n, len(blocks), func(w, i int) error {
		from := lo + uint64(i*c.cfg.block)
		return c.crew[w].expand(&blocks[i], from, min(from+uint64(c.cfg.block), hi), next)
	})
	if ctx.Err() != nil {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return gather(blocks), nil
}

// gather makes the layer of a level from its blocks.
func gather(blocks []coneBlock) *layer {
	members := 0
	for _, b := range blocks {
		members += len(b.pairs)
	}
	l := &layer{index: make([]uint32, 1<<bits.Len(uint(members+members/2))), ownerAt: []uint32{0}}
	for _, b := range blocks {
		from := uint32(0)
		for i, pair := range b.pairs {
			l.add(pair, least.Rest{Cost: b.cost[i], Owners: b.owners[from:b.ownerEnd[i]]})
			from = b.ownerEnd[i]
		}
	}
	l.near = newVicinity(blocks)
	return l
}
