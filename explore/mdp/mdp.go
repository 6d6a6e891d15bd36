package mdp

import (
	"errors"
	"math"
	"math/big"

	"github.com/anel-mc/mc/explore"
)

// Process is a Markov decision process: in each node, a scheduler takes one of several decisions, and chance takes
// one of its branches. It is the graph of all transitions of a complete search, some of which are up to chance. A
// node is a state together with some memory, which is up to the caller of New. Node 0 precedes the initial states.
//
// It takes some 220 bytes per node, 32 per decision and 24 per branch, including what its queries need. Its methods
// may be called concurrently.
type Process struct {
	r *explore.Result

	state  []uint64 // by node; noState for node 0
	memory []uint64 // by node

	// Node v has the decisions from first[v] to first[v+1], and decision d has the branches from branch[d] to
	// branch[d+1].
	first       []uint32
	branch      []uint32
	obligation  []uint32 // by decision: the number of the obligation that it meets, from 1; 0 for none
	to          []uint32 // by branch
	odds        []uint32 // by branch: index into chances
	obligations int

	chances []chance // distinct probabilities; the first is 1
}

// chance is a probability, with the floating-point numbers next to it.
type chance struct {
	exact     *big.Rat
	low, high float64
}

// Options say which transitions are up to chance. The funcs are not called concurrently.
type Options struct {
	_ struct{}

	// Initial calls emit for each initial state. States with the same decision are its branches, and their probabilities
	// p add up to 1; decisions are numbered 0, 1, 2, …, in order.
	Initial func(emit func(v []uint32, decision int, p *big.Rat)) error

	// Decide calls emit for each decision in state v, given the memory of the node, which is 0 initially. A branch of a
	// decision has an event, which is an index in the order of Stepper.Step, or Stay; its probability, which must be
	// more than 0; and the memory after it. The probabilities add up to 1. A decision that is owed meets the given
	// obligation; see Reach. emit does not keep the slices, but it keeps the probabilities, which must not be changed.
	Decide func(v []uint32, memory uint64, emit func(owed bool, obligation uint64,
		events []int, odds []*big.Rat, memories []uint64)) error

	// Memory bounds the bytes that the Process may take, see Process.Bytes; 0 means no bound.
	Memory uint64
}

// obligationStart is the obligation to choose an initial state, so that no execution stays in node 0.
const obligationStart = 1

// Nodes, decisions and branches have numbers of 32 bits. maxBranches leaves room for the branches of one more node.
const (
	maxBranches = math.MaxUint32 - 1<<24
	maxNodes    = math.MaxUint32 - 2
)

// noState is the state of node 0.
const noState = math.MaxUint64

// lookEvery is the number of nodes that are built between two checks of the context and the memory.
const lookEvery = 1 << 10

// Stay is the event of a branch that stays in the state.
const Stay = -1

// Errors of New if Decide or Initial violates its contract.
var (
	errOdds  = errors.New("explore: the probabilities of a decision do not sum up to 1")
	errEvent = errors.New("explore: a decision has an event that its state has not")
	errStart = errors.New("explore: an initial state of a decision was not found by the search")
)

// Nodes returns the number of nodes, including node 0.
func (m *Process) Nodes() int { return len(m.state) }

// Decisions returns the number of decisions.
func (m *Process) Decisions() int { return len(m.obligation) }

// Branches returns the number of branches of all decisions together.
func (m *Process) Branches() int { return len(m.to) }

// Bytes returns a rough estimate of the memory that the Process and one query to it take.
func (m *Process) Bytes() uint64 {
	return 220*uint64(len(m.state)) + 32*uint64(len(m.obligation)) + 24*uint64(len(m.to))
}

// State returns the id of the state of a node; ok is false for node 0.
func (m *Process) State(node int) (id uint64, ok bool) {
	return m.state[node], m.state[node] != noState
}

// Each calls visit for each branch of each decision of a node, in order; decisions are numbered from 0.
func (m *Process) Each(node int, visit func(decision int, to int, p *big.Rat)) {
	for d := m.first[node]; d < m.first[node+1]; d++ {
		for i := m.branch[d]; i < m.branch[d+1]; i++ {
			visit(int(d-m.first[node]), int(m.to[i]), m.chances[m.odds[i]].exact)
		}
	}
}

// every reports whether all branches of a decision lead to nodes for which is is true.
func (m *Process) every(decision uint32, is func(node uint32) bool) bool {
	for i := m.branch[decision]; i < m.branch[decision+1]; i++ {
		if !is(m.to[i]) {
			return false
		}
	}
	return true
}

// Rest reports whether nothing is owed in a node: there an execution may end.
func (m *Process) Rest(node int) bool {
	for d := m.first[node]; d < m.first[node+1]; d++ {
		if m.obligation[d] != 0 {
			return false
		}
	}
	return true
}
