package explore

import (
	"context"
	"math/bits"

	"github.com/anel-mc/mc/explore/internal/guard"
	"github.com/anel-mc/mc/explore/internal/least"
)

// layer is the part of a level that lies on shortest paths to a goal: its members, each with the least cost of the
// rest of such a path.
type layer struct {
	start   uint64   // first id of the level
	member  []uint64 // bit set; bit 0 is the state start
	rank    []uint32 // by word of member, the number of members before it
	cost    []uint64 // by member
	ownerAt []uint32 // by member, where its owners begin, and at the end their number
	owners  []int
	near    *vicinity // until the layer before it is known
}

// at returns the rest from a state, and whether the state is a member.
func (l *layer) at(id uint64) (least.Rest, bool) {
	i := id - l.start // wraps around to a huge number for ids of earlier levels; none is too large as well
	if i>>6 >= uint64(len(l.member)) || l.member[i>>6]>>(i&63)&1 == 0 {
		return least.Rest{}, false
	}
	m := l.rank[i>>6] + uint32(bits.OnesCount64(l.member[i>>6]&(1<<(i&63)-1)))
	return least.Rest{Cost: l.cost[m], Owners: l.owners[l.ownerAt[m]:l.ownerAt[m+1]]}, true
}

// add appends a member; ids come in ascending order.
func (l *layer) add(id uint64, r least.Rest) {
	at := id - l.start
	l.member[at>>6] |= 1 << (at & 63)
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
	return gather(lo, hi, blocks), nil
}

// gather makes the layer of a level from its blocks.
func gather(lo, hi uint64, blocks []coneBlock) *layer {
	l := &layer{start: lo, member: make([]uint64, (hi-lo+63)/64), ownerAt: []uint32{0}}
	for _, b := range blocks {
		from := uint32(0)
		for i, id := range b.ids {
			l.add(id, least.Rest{Cost: b.cost[i], Owners: b.owners[from:b.ownerEnd[i]]})
			from = b.ownerEnd[i]
		}
	}
	l.near = newVicinity(blocks)
	l.rank = make([]uint32, len(l.member))
	for i := range l.rank[1:] {
		l.rank[i+1] = l.rank[i] + uint32(bits.OnesCount64(l.member[i]))
	}
	return l
}
