package explore

import (
	"cmp"
	"context"
	"slices"
)

// concrete is Path for a search that stored representatives. A state lies on a shortest path to a goal if and only if
// its representative lies on a shortest path to the representative of a goal. The latter are known, so a search of
// the system itself, restricted to the states that they represent, finds the path that is returned without the
// reduction. Each representative may stand for as many states as its orbit has; if there are too many, or ctx ends,
// one path of representatives is followed.
func (r *Result) concrete(ctx context.Context, check int, rank Ranking) (Path, error) {
	found := r.Found[check]
	q := r.sys.(*quotient)
	layers, err := newConeSearch(r, check, Ranking{}).layers(ctx, found.Depth)
	if err != nil {
		return Path{}, err
	}
	if layers != nil {
		cone := &coneSystem{System: q.System, orbits: q.orbits, r: r, layers: layers}
		asked := AtRest(q.System, r.opt.Owed, r.checks[check])
		opt := Options{Workers: r.opt.Workers, MaxStates: maxCone, MaxDepth: found.Depth + 1}
		inner, err := Search(ctx, cone, []Check{asked}, opt)
		if err != nil {
			return Path{}, err
		}
		if inner.Found[0].Found && inner.Bound == BoundNone {
			return inner.Path(ctx, 0, rank)
		}
	}
	return r.follow(r.along(found.first), check)
}

// maxCone bounds the number of states on shortest paths; see concrete.
const maxCone = 1 << 22

// coneSystem is the part of a system that lies on shortest paths to a goal, which is decided by representatives.
type coneSystem struct {
	System
	orbits func() Representatives
	r      *Result
	layers []*layer
}

func (c *coneSystem) Initial(emit func(v []uint32)) error {
	w := c.worker()
	var failed error
	err := c.System.Initial(func(v []uint32) {
		if failed != nil {
			return
		}
		var is bool
		if is, failed = w.member(v, 0); is {
			emit(v)
		}
	})
	return cmp.Or(err, failed)
}

func (c *coneSystem) Stepper() Stepper {
	w := c.worker()
	w.Stepper = c.System.Stepper()
	return w
}

func (c *coneSystem) worker() *coneStepper {
	return &coneStepper{cone: c, orbits: c.orbits(), look: newCursor(c.r.store.tree, c.r.store.nodes, false),
		next: make([]uint32, c.Width()), representative: make([]uint32, c.Width())}
}

type coneStepper struct {
	Stepper
	cone                 *coneSystem
	orbits               Representatives
	look                 *cursor
	next, representative []uint32
}

// pair returns the pair of the representative of v, and whether it may be known.
func (w *coneStepper) pair(v []uint32) (pair uint64, ok bool, err error) {
	copy(w.representative, v)
	if err := w.orbits.Representative(w.representative); err != nil {
		return 0, false, err
	}
	pair, ok = w.look.encode(w.representative)
	return pair, ok, nil
}

// member reports whether v is in the layer of a level. If the goals are transitions, their targets are in no layer,
// and every state is accepted in their place.
func (w *coneStepper) member(v []uint32, level int) (bool, error) {
	if level >= len(w.cone.layers) || w.cone.layers[level] == nil {
		return level < len(w.cone.layers), nil
	}
	pair, ok, err := w.pair(v)
	if err != nil || !ok {
		return false, err
	}
	return w.cone.layers[level].has(pair), nil
}

// Step implements Stepper.
func (w *coneStepper) Step(v []uint32, emit func(event uint64, slots []int32, values []uint32)) error {
	pair, ok, err := w.pair(v)
	if err != nil || !ok {
		return err
	}
	level := slices.IndexFunc(w.cone.layers, func(l *layer) bool { return l != nil && l.has(pair) })
	if level < 0 {
		return nil
	}
	var failed error
	err = w.Stepper.Step(v, func(event uint64, slots []int32, values []uint32) {
		if failed != nil {
			return
		}
		Apply(w.next, v, slots, values)
		var is bool
		if is, failed = w.member(w.next, level+1); is {
			emit(event, slots, values)
		}
	})
	return cmp.Or(err, failed)
}
