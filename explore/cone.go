package explore

import (
	"context"
	"math/bits"
	"slices"

	"github.com/anel-mc/mc/explore/internal/guard"
)

// layer is the part of a level that lies on shortest paths to a goal, with the least cost of the rest of such a path.
//
// Costs are pairs of faults and switches, packed into one word that compares like the pair. The number of switches in
// a rest depends on who took the last step before it. Let cost be that for an owner who takes no step of the rest, so
// that the first owned event is a switch. For any other owner it is cost, too, or one switch less: only the price of
// the first owned event can change. It is less exactly for the owners of the first owned event of a rest that has this
// cost; these are stored. If nobody took a step before, as at the start, the first owned event is free, and the price
// is cost less one switch if it has any.
type layer struct {
	start   uint64   // first id of the level
	member  []uint64 // bit set, from start on
	rank    []uint32 // per word of it, the members before
	cost    []uint64 // per member
	ownerAt []uint32 // per member, where its owners begin; and the end
	owners  []int
}

const (
	oneFault  = 1 << 32
	oneSwitch = 1

	noOwner  = -1 // of an event; as the last owner: nobody yet
	stranger = -2 // somebody who takes no step of a rest
)

// rest is what is stored for a member.
type rest struct {
	cost   uint64
	owners []int
}

// at returns the rest from a state, if it is a member.
func (l *layer) at(id uint64) (rest, bool) {
	i := id - l.start // huge for ids of earlier levels, and too large for none
	if i>>6 >= uint64(len(l.member)) || l.member[i>>6]>>(i&63)&1 == 0 {
		return rest{}, false
	}
	m := l.rank[i>>6] + uint32(bits.OnesCount64(l.member[i>>6]&(1<<(i&63)-1)))
	return rest{l.cost[m], l.owners[l.ownerAt[m]:l.ownerAt[m+1]]}, true
}

// after returns the cost of a rest for whoever took the last owned step.
func (r rest) after(last int) uint64 {
	if last == noOwner && r.cost%oneFault > 0 || slices.Contains(r.owners, last) {
		return r.cost - oneSwitch
	}
	return r.cost
}

// include adds another rest from the same state to r; first says that r is still empty.
func (r *rest) include(o rest, first bool) {
	switch {
	case first || o.cost < r.cost:
		r.cost, r.owners = o.cost, append(r.owners[:0], o.owners...)
	case o.cost == r.cost:
		for _, k := range o.owners {
			if !slices.Contains(r.owners, k) {
				r.owners = append(r.owners, k)
			}
		}
	}
}

// add appends a member; ids come in ascending order.
func (l *layer) add(id uint64, r rest) {
	at := id - l.start
	l.member[at>>6] |= 1 << (at & 63)
	l.cost = append(l.cost, r.cost)
	l.owners = append(l.owners, r.owners...)
	l.ownerAt = append(l.ownerAt, uint32(len(l.owners)))
}

// coneSearch computes one Path.
type coneSearch struct {
	*Result
	check Check
	fault func(event uint64) bool
	owner func(event uint64) int
	crew  []*coneWorker
}

func newConeSearch(r *Result, check int, rank Ranking) *coneSearch {
	c := &coneSearch{Result: r, check: r.checks[check], fault: rank.Fault, owner: rank.Owner}
	if c.fault == nil {
		c.fault = func(uint64) bool { return false }
	}
	if c.owner == nil {
		c.owner = func(uint64) int { return noOwner }
	}
	return c
}

// layers computes the layers of the levels up to depth, backwards. It returns nil
// when ctx ends.
func (c *coneSearch) layers(ctx context.Context, depth int) ([]*layer, error) {
	layers := make([]*layer, depth+1)
	for d := depth; d >= 0; d-- {
		var next *layer
		if d < depth {
			next = layers[d+1]
		}
		if d == depth && c.check.Step != nil {
			continue // the goals are transitions out of the level before
		}
		l, err := c.layer(ctx, d, next)
		if l == nil || err != nil {
			return nil, err
		}
		layers[d] = l
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

// gather joins the blocks of a level.
func gather(lo, hi uint64, blocks []coneBlock) *layer {
	l := &layer{start: lo, member: make([]uint64, (hi-lo+63)/64), ownerAt: []uint32{0}}
	for _, b := range blocks {
		from := uint32(0)
		for i, id := range b.ids {
			l.add(id, rest{b.cost[i], b.owners[from:b.ownerEnd[i]]})
			from = b.ownerEnd[i]
		}
	}
	l.rank = make([]uint32, len(l.member))
	for i := range l.rank[1:] {
		l.rank[i+1] = l.rank[i] + uint32(bits.OnesCount64(l.member[i]))
	}
	return l
}
