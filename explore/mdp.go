package explore

import (
	"context"
	"errors"
	"math"
	"math/big"
	"runtime"
)

// MDP is a Markov decision process: in each of its nodes a scheduler takes one of some decisions, and
// chance takes one of its branches. It is the graph of all transitions of a complete search, of
// which some are chance's to take. A node is a state with what is remembered of it, which is up to who
// made the MDP. Node 0 stands before the initial states.
//
// It takes some 220 bytes per node, 32 per decision and 24 per branch, with what it takes to ask it. Its methods may be
// called concurrently.
type MDP struct {
	r *Result

	state  []uint32 // by node; none for node 0
	memory []uint64 // by node

	// The decisions of node v are those from first[v] to first[v+1], the branches of
	// decision d those from branch[d] to branch[d+1].
	first  []uint32
	branch []uint32
	duty   []uint32 // by decision: the number of the obligation that it meets, from 1; 0 for none
	to     []uint32 // by branch
	odds   []uint32 // by branch: index into the probabilities
	duties int

	chances []chance // distinct probabilities; the first is 1
}

// chance is a probability with the floating-point numbers around it.
type chance struct {
	exact     *big.Rat
	low, high float64
}

// MDPOptions say which transitions are chance's to take. The funcs are called by one goroutine.
type MDPOptions struct {
	_ struct{}

	// Initial calls emit for each initial state. Those with the same number belong to one decision,
	// 0, 1, 2, …, in order, and their probabilities sum up to 1.
	Initial func(emit func(v []uint32, decision int, p *big.Rat)) error

	// Decide calls emit for each decision that there is in state v, given what is remembered there: 0 at first.
	// A decision has a branch for each of its events, which are given by their place in the order of
	// Stepper.Step, Stay being none; by their probability, which is more than 0; and by what is remembered
	// after it. The probabilities sum up to 1. A decision that is owed meets the obligation with the given number; see
	// Reach. emit does not keep the slices, but for the numbers, which must not change.
	Decide func(v []uint32, memory uint64, emit func(owed bool, obligation uint64, events []int, odds []*big.Rat, memories []uint64)) error

	// Memory is how many bytes the MDP may take; 0 means no bound.
	Memory uint64
}

// dutyStart is the obligation to choose an initial state: nobody stays in node 0.
const dutyStart = 1

// maxBranches leaves room for those of one node.
const maxBranches = math.MaxUint32 - 1<<24

// Stay is the event of a branch that stays in the state.
const Stay = -1

// Errors of a Decide or Initial that do not keep to what they promise.
var (
	errOdds  = errors.New("explore: the probabilities of a decision do not sum up to 1")
	errEvent = errors.New("explore: a decision has an event that its state has not")
	errStart = errors.New("explore: an initial state of a decision was not found by the search")
)

// MDP makes the MDP of everything that can be reached in r. The error is ErrIncomplete if r is not Complete, ErrMemory, that
// of ctx, or a *Failure.
func (r *Result) MDP(ctx context.Context, opt MDPOptions) (*MDP, error) {
	defer runtime.KeepAlive(r)
	if !r.Complete {
		return nil, ErrIncomplete
	}
	b := &mdpBuilder{
		MDP: &MDP{r: r, chances: []chance{{big.NewRat(1, 1), 1, 1}}}, opt: opt,
		nodes: map[mdpNode]uint32{}, obligations: map[uint64]uint32{}, known: map[*big.Rat]uint32{}, numbers: map[string]uint32{"1": 0},
	}
	err := guard(func() error {
		b.expander = newExpander(r.store, r.sys.Stepper(), r.owed, false)
		return b.start()
	}, func() {})
	if err != nil {
		return nil, &Failure{Err: err, Check: -1}
	}
	for n := uint32(1); n < uint32(len(b.state)); n++ {
		if n%(1<<chunkBits) == 1 {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			if opt.Memory > 0 && b.Bytes() > opt.Memory {
				return nil, ErrMemory
			}
		}
		if len(b.to) > maxBranches || len(b.state) > maxID {
			return nil, ErrMemory
		}
		if err := guard(func() error { return b.node(n) }, func() {}); err != nil {
			return nil, &Failure{Err: err, Check: -1, Path: r.trail(&place{state: b.state[n]})}
		}
	}
	b.first, b.branch = append(b.first, uint32(len(b.duty))), append(b.branch, uint32(len(b.to)))
	b.duties = dutyStart + len(b.obligations)
	return b.MDP, nil
}

// mdpNode is what a node stands for.
type mdpNode struct {
	memory uint64
	state  uint32
}

// mdpBuilder makes an MDP, nodes in the order in which they are come upon.
type mdpBuilder struct {
	*MDP
	*expander
	opt         MDPOptions
	nodes       map[mdpNode]uint32
	obligations map[uint64]uint32
	known       map[*big.Rat]uint32
	numbers     map[string]uint32 // by RatString
	sum         big.Rat
}

// start makes node 0.
func (b *mdpBuilder) start() error {
	b.state, b.memory = append(b.state, none), append(b.memory, 0)
	b.first = append(b.first, 0)
	last := -1
	var failed error
	err := b.opt.Initial(func(v []uint32, decision int, p *big.Rat) {
		if decision != last {
			if last >= 0 && failed == nil {
				failed = b.whole()
			}
			last = decision
			b.begin(dutyStart)
		}
		id, ok := b.r.store.lookup(v)
		if !ok {
			failed = errStart
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
	return b.whole()
}

// begin begins a decision.
func (b *mdpBuilder) begin(duty uint32) {
	b.branch, b.duty = append(b.branch, uint32(len(b.to))), append(b.duty, duty)
	b.sum.SetInt64(0)
}

// whole says whether the branches of the decision that was begun are all of it.
func (b *mdpBuilder) whole() error {
	if b.sum.Cmp(b.chances[0].exact) != 0 {
		return errOdds
	}
	return nil
}

// add adds a branch to the decision that was begun.
func (b *mdpBuilder) add(state uint32, memory uint64, p *big.Rat) {
	n, ok := b.nodes[mdpNode{memory, state}]
	if !ok {
		n = uint32(len(b.state))
		b.nodes[mdpNode{memory, state}] = n
		b.state, b.memory = append(b.state, state), append(b.memory, memory)
	}
	at, ok := b.known[p]
	if !ok {
		text := p.RatString()
		if at, ok = b.numbers[text]; !ok {
			at = uint32(len(b.chances))
			b.numbers[text] = at
			low, high := around(p)
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

// node makes the decisions of a node.
func (b *mdpBuilder) node(n uint32) error {
	b.first = append(b.first, uint32(len(b.duty)))
	id, memory := b.state[n], b.memory[n]
	b.reset()
	if err := b.step(id); err != nil {
		return err
	}
	b.accept()
	b.lookup()
	var failed error
	err := b.opt.Decide(b.cur.vector(), memory, func(owed bool, obligation uint64, events []int, odds []*big.Rat, memories []uint64) {
		if failed != nil {
			return
		}
		duty := uint32(0)
		if owed {
			at, ok := b.obligations[obligation]
			if !ok {
				at = dutyStart + 1 + uint32(len(b.obligations))
				b.obligations[obligation] = at
			}
			duty = at
		}
		b.begin(duty)
		for i, e := range events {
			switch {
			case e == Stay:
				b.add(id, memories[i], odds[i])
			case e < 0 || e >= len(b.ids):
				failed = errEvent
				return
			case b.ids[e] == none:
				failed = errChanged
				return
			default:
				b.add(b.ids[e], memories[i], odds[i])
			}
		}
		failed = b.whole()
	})
	if err != nil {
		return err
	}
	return failed
}

// Nodes is how many nodes there are, node 0 among them.
func (m *MDP) Nodes() int { return len(m.state) }

// Decisions is how many decisions there are.
func (m *MDP) Decisions() int { return len(m.duty) }

// Branches is how many branches there are, of all decisions together.
func (m *MDP) Branches() int { return len(m.to) }

// Bytes is about what the MDP takes, and what one question to it takes besides.
func (m *MDP) Bytes() uint64 {
	return 220*uint64(len(m.state)) + 32*uint64(len(m.duty)) + 24*uint64(len(m.to))
}

// State returns the id of the state of a node, and false for node 0.
func (m *MDP) State(node int) (id uint32, ok bool) { return m.state[node], m.state[node] != none }

// Each calls visit for each branch of each decision of a node, in order; decisions are numbered from 0.
func (m *MDP) Each(node int, visit func(decision int, to int, p *big.Rat)) {
	for d := m.first[node]; d < m.first[node+1]; d++ {
		for i := m.branch[d]; i < m.branch[d+1]; i++ {
			visit(int(d-m.first[node]), int(m.to[i]), m.chances[m.odds[i]].exact)
		}
	}
}

// Rest reports whether nothing is owed in a node: there an execution may end.
func (m *MDP) Rest(node int) bool {
	for d := m.first[node]; d < m.first[node+1]; d++ {
		if m.duty[d] != 0 {
			return false
		}
	}
	return true
}
