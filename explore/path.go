package explore

import (
	"context"
	"fmt"
	"runtime"
	"slices"

	"github.com/anel-mc/mc/explore/internal/guard"
)

// Path returns the least execution that shows the given check, which must have
// been found: the one with the fewest steps; among those the fewest faults; then
// the fewest context switches; then the first in the order of the initial states
// and, step by step, of the events as integers. It is the same for any number of
// workers. Among the states of a search that was cut short, paths through
// the stored ones are compared.
//
// The choice needs every shortest path, so the levels are expanded again,
// backwards, by the workers of the search; memory for the states on shortest paths,
// some 20 bytes each, comes on top of Options.Memory. If ctx ends before that
// is done, the path that the search itself came upon first is returned, with
// Minimal false and a nil error.
func (r *Result) Path(ctx context.Context, check int, rank Ranking) (Path, error) {
	defer runtime.KeepAlive(r)
	if check < 0 || check >= len(r.Found) || !r.Found[check].Found {
		return Path{}, fmt.Errorf("explore: check %d was not found", check)
	}
	found := r.Found[check]
	c := newConeSearch(r, check, rank)
	var path Path
	err := guard.Call(func() error {
		if r.Reduced&Symmetry != 0 {
			var err error
			path, err = r.concrete(ctx, check, rank)
			return err
		}
		layers, err := c.layers(ctx, found.Depth)
		switch {
		case err != nil:
			return err
		case layers == nil:
			path = r.trail(found.first)
			return nil
		}
		path, err = c.walk(layers)
		return err
	}, func() {})
	return path, err
}

// trail returns the path that the predecessors lead along. It takes one Step per
// step, each of which went well during the search; should one not do so now, the
// path ends there.
func (r *Result) trail(at *place) Path {
	defer runtime.KeepAlive(r)
	path := r.along(at)
	if r.Reduced&Symmetry != 0 {
		path, _ = r.follow(path, -1) // as far as it goes
	}
	return path
}

// along is trail in what was searched.
func (r *Result) along(at *place) Path {
	if at.initial != nil {
		return Path{Initial: at.initial}
	}
	ids := []uint32{at.state}
	for id := r.store.visited.pred(at.state); id != none; id = r.store.visited.pred(id) {
		ids = append(ids, id)
	}
	slices.Reverse(ids)
	path := Path{Initial: r.vector(ids[0])}
	stepper := r.sys.Stepper()
	for _, id := range ids[1:] {
		want := r.vector(id)
		if !path.Extend(stepper, func(_ uint64, next []uint32) bool { return slices.Equal(next, want) }) {
			return path
		}
	}
	if at.moved {
		path.Extend(stepper, func(event uint64, _ []uint32) bool { return event == at.event })
	}
	return path
}

func (r *Result) vector(id uint32) []uint32 {
	v := make([]uint32, r.store.tree.width)
	r.store.decode(id, v)
	return v
}

// Extend adds a step to the path: the least event that is wanted. It reports whether there is one.
func (p *Path) Extend(stepper Stepper, wanted func(event uint64, next []uint32) bool) bool {
	v := p.Initial
	if len(p.Steps) > 0 {
		v = p.Steps[len(p.Steps)-1].State
	}
	next := make([]uint32, len(v))
	var best *PathStep
	_ = guard.Call(func() error {
		return stepper.Step(v, func(event uint64, slots []int32, values []uint32) {
			copy(next, v)
			for i, s := range slots {
				next[s] = values[i]
			}
			if wanted(event, next) && (best == nil || event < best.Event) {
				best = &PathStep{event, slices.Clone(next)}
			}
		})
	}, func() {})
	if best != nil {
		p.Steps = append(p.Steps, *best)
	}
	return best != nil
}
