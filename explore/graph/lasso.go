package graph

import (
	"context"
	"math"
	"runtime"
	"slices"

	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/explore/internal/guard"
)

// Query asks a Graph for an execution that goes on for ever, or ends, without doing what it should: from a state of
// Start on it stays within Region, and the loop that it repeats for ever is fair, stays within Stay and visits a
// state of each part of Accept. If Region is where P is false,
//
//   - "eventually P" is violated by an execution from an initial state;
//   - "always eventually P" is violated by one from Anywhere;
//   - "P leads to Q" is violated by one from Anywhere where P is true and Q is false, if Region is where Q is false;
//
// and "eventually always P" is violated by one from Anywhere, with every state in Region, whose loop visits a state
// where P is false, as Accept demands.
type Query struct {
	_ struct{}

	// Anywhere lets the execution enter Start from any state; otherwise it starts in an initial state.
	Anywhere bool

	// Stay is where the loop has to stay, or the execution to end.
	Start, Region, Stay Where

	// Accept lists sets of states, each of which the loop has to visit (generalised Büchi).
	Accept []Where

	// Fair says to which obligation a label belongs, and how fair the execution has to be to it. Nil demands no
	// fairness.
	Fair func(Label) (obligation uint64, f Fairness)
}

// Fairness says what an execution owes to an obligation. An obligation is enabled in a state if a transition that
// belongs to it is enabled there.
type Fairness uint8

const (
	// Unfair demands nothing.
	Unfair Fairness = iota
	// Weak demands that an obligation that is enabled from some state on is taken again and again.
	Weak
	// Strong demands that an obligation that is enabled again and again is taken again and again.
	Strong
)

// Lasso is an execution that repeats the steps of its path after the first Loop ones for ever. If there are none
// after these, it ends.
type Lasso struct {
	explore.Path // Minimal says that no other has fewer steps
	Loop         int
}

// Lasso returns the shortest execution that q asks for, loop included, or nil if there is none; among the shortest it
// is always the same. If the search for a shorter one takes too long (see doc.go) or ctx ends, the one that it
// returns is not Minimal; nor is one, in a Graph with open states (see Options.Partial), that has more steps than lead
// to the nearest of these. The error is ErrMemory, that of ctx if it ended before any was found, or a *Failure.
func (g *Graph) Lasso(ctx context.Context, q Query) (*Lasso, error) {
	defer runtime.KeepAlive(g)
	l, exact, err := g.below(ctx, q, math.MaxInt)
	if err != nil || l == nil {
		return nil, err
	}
	l.Minimal = exact && g.least(len(l.Steps))
	if !q.Anywhere || len(q.Start) == 0 {
		return l, nil
	}
	// The execution may also enter Start only when its loop has begun.
	q.Accept = append(slices.Clone(q.Accept), q.Start)
	q.Start = nil
	shorter, only, err := g.below(ctx, q, len(l.Steps))
	if err != nil && err != explore.ErrMemory && ctx.Err() == nil {
		return nil, err
	}
	if shorter == nil {
		shorter = l
	}
	shorter.Minimal = exact && only && g.least(len(shorter.Steps))
	return shorter, nil
}

// Possible reports whether there is an execution that q asks for. The error is as for Lasso.
func (g *Graph) Possible(ctx context.Context, q Query) (bool, error) {
	defer runtime.KeepAlive(g)
	mem := &scratch{g: g, ctx: ctx}
	defer mem.release(0)
	h, err := g.components(mem, q)
	return err == nil && h.fair.some, err
}

// components begins the search for a lasso: it finds the states in which one can loop or end.
func (g *Graph) components(mem *scratch, q Query) (*lassoSearch, error) {
	h := &lassoSearch{g: g, mem: mem, region: region{g: g, anywhere: q.Anywhere, start: q.Start}}
	h.fair = fairComponents{g: g, stay: q.Stay, accept: q.Accept}
	var queued []uint64
	if err := mem.allocate(&h.region.inside, &h.fair.ends, &h.fair.good, &queued); err != nil {
		return nil, err
	}
	h.region.fill(q.Region)
	h.fair.number(g, q.Fair)
	return h, h.fair.find(mem, &h.region, queued)
}

// below looks for a lasso of fewer than limit steps. exact says that l is a shortest one or, if l is nil, that there
// is none.
func (g *Graph) below(ctx context.Context, q Query, limit int) (l *Lasso, exact bool, err error) {
	mem := &scratch{g: g, ctx: ctx}
	defer mem.release(0)
	h, err := g.components(mem, q)
	if err != nil {
		return nil, false, err
	}
	if !h.fair.some {
		return nil, true, nil
	}
	h.limit = limit
	if err := h.shorten(); err != nil {
		return nil, false, err
	}
	if h.limit < limit {
		l, err = h.lasso()
	} else if limit == math.MaxInt {
		err = errAstray
	}
	return l, !h.gaveUp, err
}

// lasso turns the best lasso into an execution.
func (h *lassoSearch) lasso() (*Lasso, error) {
	ids := []uint32{h.loopHead}
	at, pred := h.loopHead, h.mem.arrays[1]
	for ; pred[at] != at; at = pred[at] {
		ids = append(ids, pred[at])
	}
	for at = h.g.pred(at); at != none; at = h.g.pred(at) {
		ids = append(ids, at)
	}
	slices.Reverse(ids)
	loop := len(ids) - 1
	for _, e := range h.loop {
		ids = append(ids, e.to)
	}
	path, err := h.g.walk(ids, func(step int, event uint64, _ []uint32) bool {
		if step < loop {
			return true
		}
		var l Label
		if h.g.label != nil {
			l, _ = h.g.label(h.g.vector(ids[step]), event)
		}
		return l == h.g.labels[h.loop[step-loop].tag]
	})
	return &Lasso{Path: path, Loop: loop}, err
}

// walk returns the execution through the given states that takes, at each step, the least event that right accepts.
func (g *Graph) walk(ids []uint32, right func(step int, event uint64, next []uint32) bool) (explore.Path, error) {
	p := explore.Path{Initial: g.vector(ids[0]), Minimal: true}
	var stepper explore.Stepper
	if err := guard.Call(func() error { stepper = g.r.System().Stepper(); return nil }, nil); err != nil {
		return p, &explore.Failure{Err: err, Check: -1}
	}
	for i, id := range ids[1:] {
		want := g.vector(id)
		if !p.Extend(stepper, func(event uint64, next []uint32) bool {
			return slices.Equal(next, want) && right(i, event, next)
		}) {
			return p, explore.ErrChanged
		}
	}
	return p, nil
}
