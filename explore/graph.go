package explore

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"unsafe"
)

// Graph is every transition of a complete search, with what is needed to ask for
// cycles: which obligation each transition belongs to, and in which states some
// predicates are true. Its methods must not be used concurrently.
//
// It takes 6 bytes per transition and one more for each weight, 4 per state and a bit
// per state and predicate.
// The states themselves are those of the Result.
type Graph struct {
	r     *Result
	arena *arena

	// The edges of the states of chunk c begin at base[c]; those of state v end
	// end[v] after that, and begin where those of the state before it in the chunk end. A
	// chunk's place is where there was room when it was done: it depends on
	// timing, the edges of a state and their order do not.
	base []uint64
	end  []uint32
	to   []uint32
	tag  []uint16 // index into labels

	label  func(v []uint32, event uint64) (Label, error)
	weight [][]uint8  // by weight, then as to
	labels []Label    // by tag; the zero Label has tag 0
	tags   sync.Map   // Label -> uint16
	known  sync.Mutex // guards labels
	weigh  []func(before []uint32, event uint64, after []uint32) (uint8, error)
	holds  [][]uint64 // by predicate, a bit per state
	rest   []uint64   // states that no owed transition leaves; nil if nobody asks
	effort uint64     // edges that may be looked at to make a lasso the shortest
}

// Label says to what a transition belongs when fairness is counted; its two parts
// are up to the caller. The zero Label is that of transitions that do not matter.
type Label struct{ Obligation, Sort uint64 }

// MaxLabels is how many different labels there may be, besides the zero Label.
const MaxLabels = 1<<16 - 1

// GraphOptions say what a Graph holds.
type GraphOptions struct {
	_ struct{}

	// Label is asked of each transition; nil gives all the zero Label. It is called
	// concurrently and must always answer the same. The vector is only valid
	// during the call.
	Label func(v []uint32, event uint64) (Label, error)

	// Predicates are asked of each state once, like Check.State.
	Predicates []func(v []uint32) (bool, error)

	// Weights are what transitions cost, in units up to the caller. They are
	// called concurrently and must always answer the same; the vectors are only valid
	// during the call.
	Weights []func(before []uint32, event uint64, after []uint32) (uint8, error)

	// Rest keeps which states no transition leaves that Options.Owed says is owed: there
	// an execution may end. CostQuery.ToRest needs it.
	Rest bool

	// Memory is how many bytes the Graph and each question to it may
	// take together; 0 means no bound.
	Memory uint64
}

// Errors of Graph and Lasso, besides that of the context and a *Failure.
var (
	ErrMemory     = errors.New("explore: there is too little memory for the edges")
	ErrIncomplete = errors.New("explore: the search was not complete")
	ErrLabels     = fmt.Errorf("explore: there are more than %d obligations", MaxLabels)
)

// chunkBits is log2 of the states that a worker expands at a time: a multiple of
// 64, so that no word of a bitset is shared.
const chunkBits = 10

// minEffort is the least that Graph.effort is: some 5 seconds. In EWD 840 with seven processes
// (172,286 states, 4,380,037 transitions) a lasso of 5 steps where the first one
// found has 21 takes three quarters of it.
const minEffort = 1 << 30

// Graph expands all states of r again and returns their transitions. The error is
// ErrIncomplete if r is not Complete, ErrMemory, ErrLabels, that of ctx when it
// ends before that is done, or a *Failure.
func (r *Result) Graph(ctx context.Context, opt GraphOptions) (*Graph, error) {
	defer runtime.KeepAlive(r)
	if !r.Complete || r.Reduced != 0 {
		return nil, ErrIncomplete
	}
	g := &Graph{r: r, arena: newArena(opt.Memory), label: opt.Label, weigh: opt.Weights, labels: make([]Label, 1), effort: max(minEffort, 8*r.Transitions)}
	runtime.AddCleanup(g, (*arena).release, g.arena)
	g.tags.Store(Label{}, uint16(0))
	states := uint64(r.Len())
	chunks := (states + 1<<chunkBits - 1) >> chunkBits
	g.base = asUint64s(g.arena.alloc(8 * chunks))
	g.end = asUint32s(g.arena.alloc(4 * states))
	g.to = asUint32s(g.arena.alloc(4 * r.Transitions))
	g.tag = asUint16s(g.arena.alloc(2 * r.Transitions))
	if len(g.base) < int(chunks) || len(g.end) < int(states) || uint64(len(g.to)) < r.Transitions || uint64(len(g.tag)) < r.Transitions {
		return nil, ErrMemory
	}
	for range opt.Weights {
		w := g.arena.alloc(r.Transitions)
		if w == nil {
			return nil, ErrMemory
		}
		g.weight = append(g.weight, w)
	}
	for range opt.Predicates {
		bits := g.bitset()
		if bits == nil {
			return nil, ErrMemory
		}
		g.holds = append(g.holds, bits)
	}
	if opt.Rest {
		if g.rest = g.bitset(); g.rest == nil {
			return nil, ErrMemory
		}
	}
	if err := g.build(ctx, opt, int(chunks)); err != nil {
		return nil, err
	}
	return g, nil
}

// Bytes is what the tables of the Graph take.
func (g *Graph) Bytes() uint64 { return g.arena.used.Load() }

// Labels are those that occurred, in ascending order.
func (g *Graph) Labels() []Label {
	all := slices.Clone(g.labels[1:])
	slices.SortFunc(all, compareLabels)
	return all
}

func compareLabels(a, b Label) int {
	return cmp.Or(cmp.Compare(a.Obligation, b.Obligation), cmp.Compare(a.Sort, b.Sort))
}

// bitset returns a bit for each state, or nil when there is no memory.
func (g *Graph) bitset() []uint64 {
	words := (g.r.States + 63) / 64
	b := g.arena.alloc(8 * words)
	if b == nil {
		return nil
	}
	return asUint64s(b)
}

func has(bits []uint64, id uint32) bool { return bits[id>>6]>>(id&63)&1 != 0 }
func set(bits []uint64, id uint32)      { bits[id>>6] |= 1 << (id & 63) }
func unset(bits []uint64, id uint32)    { bits[id>>6] &^= 1 << (id & 63) }

func asUint16s(b []byte) []uint16 {
	return unsafe.Slice((*uint16)(unsafe.Pointer(unsafe.SliceData(b))), len(b)/2)
}

// edges returns where the edges of a state lie.
func (g *Graph) edges(v uint32) (from, to uint64) {
	base := g.base[v>>chunkBits]
	from = base
	if v&(1<<chunkBits-1) != 0 {
		from += uint64(g.end[v-1])
	}
	return from, base + uint64(g.end[v])
}

// build fills in the graph, chunk by chunk.
func (g *Graph) build(ctx context.Context, opt GraphOptions, chunks int) error {
	var next, cursor atomic.Uint64
	var halted atomic.Bool
	failures := make([]error, chunks)
	workers := max(1, min(g.r.workers, chunks))
	var crew []*graphWorker
	for range workers { // a System need not be ready for concurrent calls of Stepper
		w := &graphWorker{Graph: g, opt: opt, cursor: &cursor}
		if err := guard(func() error {
			w.expander = newExpander(g.r.store, g.r.sys.Stepper(), g.r.owed, false)
			if len(opt.Weights) > 0 {
				w.weights = make([][]uint8, len(opt.Weights))
				w.onStep = w.weighAll
			}
			return nil
		}, func() {}); err != nil {
			return &Failure{Err: err, Check: -1}
		}
		crew = append(crew, w)
	}
	var wg sync.WaitGroup
	for _, w := range crew {
		wg.Go(func() {
			for !halted.Load() && ctx.Err() == nil {
				c := int(next.Add(1) - 1)
				if c >= chunks {
					return
				}
				failures[c] = guard(func() error { return w.chunk(c) }, func() { failures[c] = errExited })
				if failures[c] != nil {
					halted.Store(true)
				}
			}
		})
	}
	wg.Wait()
	for _, err := range failures {
		if err != nil {
			return err
		}
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	if cursor.Load() != g.r.Transitions {
		return errChanged
	}
	return nil
}

var errChanged = &Failure{Err: errors.New("a state has other transitions than when it was explored: the system is not deterministic"), Check: -1}

// graphWorker expands chunks.
type graphWorker struct {
	*expander
	*Graph
	opt    GraphOptions
	cursor *atomic.Uint64 // edges that have their place

	to     []uint32 // of the chunk
	tag    []uint16
	tagged []uint16 // of the batch

	weights  [][]uint8 // of the chunk, by weight
	weighing error     // of the state

	// recent is a direct-mapped cache of tags.
	recent [1 << 8]struct {
		label Label
		tag   uint16
	}
}

// chunk expands one chunk and puts its edges in their place.
func (w *graphWorker) chunk(c int) error {
	w.to, w.tag = w.to[:0], w.tag[:0]
	for i := range w.weights {
		w.weights[i] = w.weights[i][:0]
	}
	lo := uint32(c) << chunkBits
	hi := uint32(min(uint64(lo)+1<<chunkBits, w.r.States))
	for id := lo; id < hi; {
		first := id
		w.reset()
		w.tagged = w.tagged[:0]
		for ; id < hi && len(w.pairs) < w.r.cfg.batch; id++ {
			if err := w.state(id); err != nil {
				return err
			}
		}
		w.lookup()
		for i := range w.pairs {
			if w.ids[i] == none {
				return errChanged
			}
		}
		done := uint32(len(w.to))
		w.to = append(w.to, w.ids[:len(w.pairs)]...)
		w.tag = append(w.tag, w.tagged...)
		for n, end := range w.ends {
			w.end[first+uint32(n)] = done + uint32(end)
		}
	}
	n := uint64(len(w.to))
	at := w.cursor.Add(n) - n
	if at+n > uint64(len(w.Graph.to)) {
		return errChanged
	}
	w.base[c] = at
	copy(w.Graph.to[at:], w.to)
	copy(w.Graph.tag[at:], w.tag)
	for i, weights := range w.weights {
		if uint64(len(weights)) != n {
			return errChanged
		}
		copy(w.weight[i][at:], weights)
	}
	return nil
}

// weighAll weighs a transition; it is called during step.
func (w *graphWorker) weighAll(event uint64) {
	for i, weigh := range w.opt.Weights {
		x, err := weigh(w.cur.vector(), event, w.cur.neighbour())
		if err != nil && w.weighing == nil {
			w.weighing = err
		}
		w.weights[i] = append(w.weights[i], x)
	}
}

// state appends the edges of one state to the batch and asks the predicates.
func (w *graphWorker) state(id uint32) error {
	before := len(w.pairs)
	err := guard(func() error {
		w.weighing = nil
		if err := w.step(id); err != nil {
			return err
		}
		if w.weighing != nil {
			return w.weighing
		}
		if w.final && w.rest != nil {
			set(w.rest, id)
		}
		v := w.cur.vector()
		for _, event := range w.events[before:] {
			tag, err := w.tagOf(v, event)
			if err != nil {
				return err
			}
			w.tagged = append(w.tagged, tag)
		}
		for i, ask := range w.opt.Predicates {
			is, err := ask(v)
			if err != nil {
				return err
			}
			if is {
				set(w.holds[i], id)
			}
		}
		return nil
	}, func() {})
	if err == ErrLabels {
		return err
	}
	if err != nil {
		return &Failure{Err: err, Check: -1, Path: w.r.trail(&place{state: id})}
	}
	w.accept()
	return nil
}

// tagOf returns the tag of a transition of state v.
func (w *graphWorker) tagOf(v []uint32, event uint64) (uint16, error) {
	if w.opt.Label == nil {
		return 0, nil
	}
	l, err := w.opt.Label(v, event)
	if err != nil || l == (Label{}) {
		return 0, err
	}
	r := &w.recent[hashNode(l.Obligation, l.Sort)&uint32(len(w.recent)-1)]
	if r.label == l {
		return r.tag, nil
	}
	tag, err := w.number(l)
	if err == nil {
		r.label, r.tag = l, tag
	}
	return tag, err
}

// number returns the tag of a label, which is the next one if it is new.
func (g *Graph) number(l Label) (uint16, error) {
	if tag, ok := g.tags.Load(l); ok {
		return tag.(uint16), nil
	}
	g.known.Lock()
	defer g.known.Unlock()
	if tag, ok := g.tags.Load(l); ok {
		return tag.(uint16), nil
	}
	if len(g.labels) > MaxLabels {
		return 0, ErrLabels
	}
	tag := uint16(len(g.labels))
	g.labels = append(g.labels, l)
	g.tags.Store(l, tag)
	return tag, nil
}
