package graph

import (
	"cmp"
	"context"
	"fmt"
	"math/bits"
	"runtime"
	"slices"
	"sync"

	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/explore/internal/memory"
)

// Graph holds every transition that a search found, the obligation that each transition belongs to, and the states in
// which some predicates are true. Its methods must not be called concurrently.
//
// Edges are stored in rows; see edges. A Graph also takes 4 bytes per state and one bit per state and predicate. The
// states themselves are those of the Result.
type Graph struct {
	r      *explore.Result
	arena  *memory.Arena
	states uint64
	starts []uint32 // first state of each depth, and the end of the last

	// States are open if they have transitions that the graph lacks: those that were not expanded, which are the last,
	// and those of Options.Cut.
	expanded uint64
	cut      []uint64 // as bits; nil without Options.Cut
	open     uint64   // the first open state; states if there is none

	// rows has the rows of all states of each chunk, one after another; that of state v ends at end[v].
	rows [][]byte
	end  []uint32
	most uint64 // the most bytes that it and a query took at once

	label  func(v []uint32, event uint64) (Label, error)
	labels []Label    // by tag; the zero Label has tag 0
	tags   sync.Map   // Label -> uint16
	known  sync.Mutex // guards labels
	weigh  []func(before []uint32, event uint64, after []uint32) (uint8, error)
	holds  [][]uint64 // by predicate, a bit per state
	rest   []uint64   // states without owed transitions, as bits; nil without Options.Rest
	effort uint64     // edges and nodes that may be looked at to find a shortest lasso
	words  int        // see maxWords
	batch  int        // see batch
}

// Label says to which obligation of fairness a transition belongs; its two parts are up to the caller. The zero Label
// is for transitions that belong to none.
type Label struct{ Obligation, Sort uint64 }

// MaxLabels is the largest number of different labels, not counting the zero Label.
const MaxLabels = 1<<16 - 1

// Options say what a Graph holds.
type Options struct {
	_ struct{}

	// Label returns the label of a transition; nil gives all transitions the zero Label. It is called concurrently and
	// must be deterministic. The vector is valid only during the call.
	Label func(v []uint32, event uint64) (Label, error)

	// Predicates are evaluated once on each state, like Check.State.
	Predicates []func(v []uint32) (bool, error)

	// Weights return the costs of a transition, in units that are up to the caller. They are called concurrently and
	// must be deterministic. The vectors are valid only during the call.
	Weights []func(before []uint32, event uint64, after []uint32) (uint8, error)

	// Partial allows a search that is not Complete. Cut, if it is set, returns whether a state has transitions that the
	// System leaves out. What follows states that were not expanded or are cut is not known: no execution is taken to end
	// or loop there, and costs, which depend on all executions, are not answered.
	Partial bool
	Cut     func(v []uint32) (bool, error)

	// Rest makes the Graph record the states without owed transitions (see explore.Options.Owed), in which an execution
	// may end. CostQuery.ToRest needs it.
	Rest bool

	// Memory bounds the bytes that the Graph and any one query to it may take together; 0 means no bound.
	Memory uint64
}

// ErrLabels is the error of New if there are too many obligations.
var ErrLabels = fmt.Errorf("explore: there are more than %d obligations", MaxLabels)

// batch is the number of transitions that are looked up together.
const batch = 128

// chunkBits is log2 of the number of states that a worker expands at a time. The number is a multiple of 64, so that
// no word of a bitset is shared.
const chunkBits = 12

// minEffort is the smallest Graph.effort, some 5 seconds.
const minEffort = 1 << 30

// maxWords bounds what the search for a shortest lasso keeps of obligations, in words of 8 bytes: the sets in a
// product, and the masks. With what else a node of the product takes, and what growing arrays leave behind, these are
// some 150 MiB.
const maxWords = 1 << 21

// New expands the states of r again and returns the Graph of their transitions. The error is ErrIncomplete if r was
// reduced, or is neither Complete nor may be Partial, ErrMemory, ErrLabels, that of ctx if it ends first, or a
// *Failure.
func New(ctx context.Context, r *explore.Result, opt Options) (*Graph, error) {
	return newGraph(ctx, r, opt, batch)
}

// maxStates is the largest number of states, which have numbers of 32 bits here; the transitions of so many states
// would take some 100 GB. A few numbers are reserved: none, and those of decomposition.
const maxStates = 1<<32 - 3

// none is the number of no state.
const none = 1<<32 - 1

func newGraph(ctx context.Context, r *explore.Result, opt Options, batch int) (*Graph, error) {
	if !r.Complete && !opt.Partial || r.Reduced != 0 {
		return nil, explore.ErrIncomplete
	}
	if r.States > maxStates {
		return nil, explore.ErrMemory
	}
	g := &Graph{
		r: r, arena: memory.New(opt.Memory), states: r.States, starts: []uint32{0}, batch: batch,
		label: opt.Label, weigh: opt.Weights, labels: make([]Label, 1), effort: max(minEffort, 8*r.Transitions),
		words: maxWords, expanded: r.States - r.Unexpanded,
	}
	for _, n := range r.Levels {
		g.starts = append(g.starts, g.starts[len(g.starts)-1]+uint32(n))
	}
	runtime.AddCleanup(g, (*memory.Arena).Release, g.arena)
	g.tags.Store(Label{}, uint16(0))
	states := g.states
	chunks := (states + 1<<chunkBits - 1) >> chunkBits
	g.rows = make([][]byte, chunks)
	if g.end = memory.As[uint32](g.arena.Alloc(4 * states)); len(g.end) < int(states) {
		return nil, explore.ErrMemory
	}
	for range opt.Predicates {
		states := g.bitset()
		if states == nil {
			return nil, explore.ErrMemory
		}
		g.holds = append(g.holds, states)
	}
	if opt.Rest {
		if g.rest = g.bitset(); g.rest == nil {
			return nil, explore.ErrMemory
		}
	}
	if opt.Cut != nil {
		if g.cut = g.bitset(); g.cut == nil {
			return nil, explore.ErrMemory
		}
	}
	if err := g.build(ctx, opt); err != nil {
		return nil, err
	}
	g.open = g.expanded
	for i, w := range g.cut {
		if w != 0 {
			g.open = min(g.open, uint64(i)<<6+uint64(bits.TrailingZeros64(w)))
			break
		}
	}
	return g, nil
}

// isOpen reports whether a state is open.
func (g *Graph) isOpen(id uint32) bool {
	return uint64(id) >= g.open && (uint64(id) >= g.expanded || g.cut != nil && has(g.cut, id))
}

// least reports whether an execution of that many steps that goes through no open state may be one of the shortest,
// whatever follows open states.
func (g *Graph) least(steps int) bool {
	return g.open == g.states || steps < len(g.starts) && uint64(g.starts[steps]) <= g.open
}

// Release frees the memory of the Graph, which must not be used afterwards. Without it, that happens some time after
// the last use.
func (g *Graph) Release() { g.arena.Release() }

// Bytes returns the most memory that the tables of the Graph and of a query to it have taken at once.
func (g *Graph) Bytes() uint64 { return max(g.most, g.arena.Used()) }

// Labels returns the labels that occurred, in ascending order.
func (g *Graph) Labels() []Label {
	all := slices.Clone(g.labels[1:])
	slices.SortFunc(all, compareLabels)
	return all
}

func compareLabels(a, b Label) int {
	return cmp.Or(cmp.Compare(a.Obligation, b.Obligation), cmp.Compare(a.Sort, b.Sort))
}

// bitset returns a bit for each state, or nil if there is no memory.
func (g *Graph) bitset() []uint64 {
	return memory.As[uint64](g.arena.Alloc(8 * ((g.states + 63) / 64)))
}

func has(bits []uint64, id uint32) bool { return bits[id>>6]>>(id&63)&1 != 0 }
func set(bits []uint64, id uint32)      { bits[id>>6] |= 1 << (id & 63) }
func unset(bits []uint64, id uint32)    { bits[id>>6] &^= 1 << (id & 63) }

// initials returns the number of initial states, which are numbered first.
func (g *Graph) initials() uint32 { return g.starts[min(1, len(g.starts)-1)] }

func (g *Graph) vector(id uint32) []uint32 {
	v := make([]uint32, g.r.System().Width())
	g.r.State(uint64(id), v)
	return v
}

// pred returns the state from which a state was found, none for an initial state.
func (g *Graph) pred(id uint32) uint32 {
	if pred, ok := g.r.Pred(uint64(id)); ok {
		return uint32(pred)
	}
	return none
}
