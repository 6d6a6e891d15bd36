package mdp

import (
	"cmp"
	"context"
	"math/big"

	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/explore/internal/guard"
)

// New builds the Process of all nodes that are reachable in r. The error is ErrIncomplete if r is not Complete,
// ErrMemory, that of ctx, or a *Failure.
func New(ctx context.Context, r *explore.Result, opt Options) (*Process, error) {
	if !r.Complete {
		return nil, explore.ErrIncomplete
	}
	b := &builder{
		Process: &Process{r: r, chances: []chance{{big.NewRat(1, 1), 1, 1}}}, opt: opt,
		nodes: map[node]uint32{}, numberOf: map[uint64]uint32{},
		known: map[*big.Rat]uint32{}, numbers: map[string]uint32{"1": 0},
	}
	err := guard.Call(func() (err error) {
		if b.expander, err = r.Expander(); err != nil {
			return err
		}
		return b.start()
	}, nil)
	if err == explore.ErrMemory {
		return nil, err
	}
	if err != nil {
		return nil, &explore.Failure{Err: err, Check: -1}
	}
	for n := uint32(1); n < uint32(len(b.state)); n++ {
		if n%lookEvery == 1 {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			if opt.Memory > 0 && b.Bytes() > opt.Memory {
				return nil, explore.ErrMemory
			}
		}
		if len(b.to) > maxBranches || len(b.state) > maxNodes {
			return nil, explore.ErrMemory
		}
		if err := guard.Call(func() error { return b.node(n) }, nil); err != nil {
			return nil, &explore.Failure{Err: err, Check: -1, Path: r.Trace(b.state[n])}
		}
	}
	b.first, b.branch = append(b.first, uint32(len(b.obligation))), append(b.branch, uint32(len(b.to)))
	b.obligations = obligationStart + len(b.numberOf)
	return b.Process, nil
}

// node is the content of a node.
type node struct {
	memory uint64
	state  uint64
}

// builder builds a Process, whose nodes are in the order in which they are found.
type builder struct {
	*Process
	expander *explore.Expander
	opt      Options
	nodes    map[node]uint32
	numberOf map[uint64]uint32   // number of an obligation
	known    map[*big.Rat]uint32 // index into chances, by pointer
	numbers  map[string]uint32   // index into chances, by RatString
	sum      big.Rat             // of the probabilities of the current decision
}

// start builds node 0.
func (b *builder) start() error {
	b.state, b.memory = append(b.state, noState), append(b.memory, 0)
	b.first = append(b.first, 0)
	last := -1
	var failed error
	err := b.opt.Initial(func(v []uint32, decision int, p *big.Rat) {
		if decision != last {
			if last >= 0 && failed == nil {
				failed = b.complete()
			}
			last = decision
			b.begin(obligationStart)
		}
		id, ok, err := b.r.ID(v)
		if err != nil || !ok {
			failed = cmp.Or(err, errStart)
			return
		}
		b.add(id, 0, p)
	})
	switch {
	case err != nil:
		return err
	case failed != nil:
		return failed
	case last < 0:
		return errStart
	}
	return b.complete()
}

// begin begins a decision.
func (b *builder) begin(obligation uint32) {
	b.branch, b.obligation = append(b.branch, uint32(len(b.to))), append(b.obligation, obligation)
	b.sum.SetInt64(0)
}

// complete returns an error if the probabilities of the current decision do not add up to 1.
func (b *builder) complete() error {
	if b.sum.Cmp(b.chances[0].exact) != 0 {
		return errOdds
	}
	return nil
}

// add adds a branch to the current decision.
func (b *builder) add(state, memory uint64, p *big.Rat) {
	n, ok := b.nodes[node{memory, state}]
	if !ok {
		n = uint32(len(b.state))
		b.nodes[node{memory, state}] = n
		b.state, b.memory = append(b.state, state), append(b.memory, memory)
	}
	at, ok := b.known[p]
	if !ok {
		text := p.RatString()
		if at, ok = b.numbers[text]; !ok {
			at = uint32(len(b.chances))
			b.numbers[text] = at
			low, high := bounds(p)
			b.chances = append(b.chances, chance{p, low, high})
		}
		b.known[p] = at
	}
	b.to, b.odds = append(b.to, n), append(b.odds, at)
	if at == 0 && b.sum.Sign() == 0 {
		b.sum.SetInt64(1)
	} else {
		b.sum.Add(&b.sum, p)
	}
}

// node builds the decisions of a node.
func (b *builder) node(n uint32) error {
	b.first = append(b.first, uint32(len(b.obligation)))
	id, memory := b.state[n], b.memory[n]
	if err := b.expander.Expand(id, nil); err != nil {
		return err
	}
	to, _, err := b.expander.Targets()
	if err != nil {
		return err
	}
	var failed error
	err = b.opt.Decide(b.expander.State(), memory, func(owed bool, obligation uint64,
		events []int, odds []*big.Rat, memories []uint64) {
		if failed != nil {
			return
		}
		number := uint32(0)
		if owed {
			at, ok := b.numberOf[obligation]
			if !ok {
				at = obligationStart + 1 + uint32(len(b.numberOf))
				b.numberOf[obligation] = at
			}
			number = at
		}
		b.begin(number)
		for i, e := range events {
			switch {
			case e == Stay:
				b.add(id, memories[i], odds[i])
			case e < 0 || e >= len(to):
				failed = errEvent
				return
			default:
				b.add(to[e], memories[i], odds[i])
			}
		}
		failed = b.complete()
	})
	return cmp.Or(err, failed)
}
