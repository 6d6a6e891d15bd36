package graph

import (
	"cmp"
	"context"
	"slices"
	"sync/atomic"

	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/explore/internal/guard"
	"github.com/anel-mc/mc/explore/internal/hash"
)

// build fills in the graph, chunk by chunk.
func (g *Graph) build(ctx context.Context, opt Options, chunks int) error {
	var taken atomic.Uint64
	workers := max(1, min(g.r.Options().Workers, chunks))
	var crew []*builder
	for range workers { // a System need not be ready for concurrent calls of Stepper
		w := &builder{g: g, opt: opt, taken: &taken}
		if err := guard.Call(func() error {
			w.expander = g.r.Expander()
			if len(opt.Weights) > 0 {
				w.onStep = w.weighAll
			}
			return nil
		}, nil); err != nil {
			return &explore.Failure{Err: err, Check: -1}
		}
		crew = append(crew, w)
	}
	err := guard.Share(ctx, workers, chunks, func(w, c int) error { return crew[w].chunk(c) })
	if err = cmp.Or(err, ctx.Err()); err != nil {
		return err
	}
	if taken.Load() != g.r.Transitions {
		return explore.ErrChanged
	}
	return nil
}

// builder expands chunks.
type builder struct {
	g        *Graph
	expander *explore.Expander
	opt      Options
	taken    *atomic.Uint64 // transitions that were made
	onStep   func(before []uint32, event uint64, after []uint32)

	tag      []uint16 // of the batch
	weights  []uint8  // of the batch, those of a transition together
	weighing error    // of the state

	rows []byte // of the chunk
	seen []edge // of the state

	// recent is a direct-mapped cache of tags.
	recent [1 << 8]struct {
		label Label
		tag   uint16
	}
}

// chunk expands one chunk and builds its rows.
func (w *builder) chunk(c int) error {
	g := w.g
	w.rows = w.rows[:0]
	lo := uint32(c) << chunkBits
	hi := uint32(min(uint64(lo)+1<<chunkBits, g.states))
	for id := lo; id < hi; {
		first := id
		w.tag, w.weights = w.tag[:0], w.weights[:0]
		for ; id < hi && w.expander.Len() < g.batch; id++ {
			if err := w.state(id); err != nil {
				return err
			}
		}
		to, ends, err := w.expander.Targets()
		if err != nil {
			return err
		}
		if len(w.tag) != len(to) || len(w.weights) != len(to)*len(w.opt.Weights) {
			return explore.ErrChanged
		}
		w.taken.Add(uint64(len(to)))
		begin := 0
		for n, end := range ends {
			w.row(first+uint32(n), to, begin, end)
			begin = end
		}
	}
	rows := g.arena.Alloc(uint64(len(w.rows)))
	if rows == nil {
		return explore.ErrMemory
	}
	copy(rows, w.rows)
	g.rows[c] = rows
	return nil
}

// row appends the row of a state, whose transitions lie in the batch from begin to end.
func (w *builder) row(v uint32, targets []uint64, begin, end int) {
	w.seen = w.seen[:0]
	k := len(w.opt.Weights)
	for i := begin; i < end; i++ {
		x := edge{uint32(targets[i]), w.tag[i]}
		if k == 0 && (x == edge{to: v} || slices.Contains(w.seen, x)) {
			continue
		}
		w.seen = append(w.seen, x)
		w.rows = append(appendEdge(w.rows, v, x.to, x.tag), w.weights[k*i:k*(i+1)]...)
	}
	w.g.end[v] = uint32(len(w.rows))
}

// weighAll weighs a transition while its state is expanded.
func (w *builder) weighAll(before []uint32, event uint64, after []uint32) {
	for _, weigh := range w.opt.Weights {
		x, err := weigh(before, event, after)
		if err != nil && w.weighing == nil {
			w.weighing = err
		}
		w.weights = append(w.weights, x)
	}
}

// state appends the edges of one state to the batch and evaluates the predicates.
func (w *builder) state(id uint32) error {
	err := guard.Call(func() error {
		w.weighing = nil
		if err := w.expander.Expand(uint64(id), w.onStep); err != nil {
			return err
		}
		if w.weighing != nil {
			return w.weighing
		}
		if w.expander.Quiescent() && w.g.rest != nil {
			set(w.g.rest, id)
		}
		v := w.expander.State()
		for _, event := range w.expander.Events() {
			tag, err := w.tagOf(v, event)
			if err != nil {
				return err
			}
			w.tag = append(w.tag, tag)
		}
		for i, ask := range w.opt.Predicates {
			is, err := ask(v)
			if err != nil {
				return err
			}
			if is {
				set(w.g.holds[i], id)
			}
		}
		return nil
	}, nil)
	if err != nil && err != ErrLabels {
		return &explore.Failure{Err: err, Check: -1, Path: w.g.r.Trace(uint64(id))}
	}
	return err
}

// tagOf returns the tag of a transition of state v.
func (w *builder) tagOf(v []uint32, event uint64) (uint16, error) {
	if w.opt.Label == nil {
		return 0, nil
	}
	l, err := w.opt.Label(v, event)
	if err != nil || l == (Label{}) {
		return 0, err
	}
	r := &w.recent[hash.Mix(l.Obligation^hash.Mix(l.Sort))&uint64(len(w.recent)-1)]
	if r.label == l {
		return r.tag, nil
	}
	tag, err := w.g.number(l)
	if err == nil {
		r.label, r.tag = l, tag
	}
	return tag, err
}

// number returns the tag of a label: the next free one if the label is new.
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
