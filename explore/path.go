package explore

import (
	"context"
	"fmt"
	"runtime"

	"github.com/anel-mc/mc/explore/internal/guard"
)

// Path returns the least execution that demonstrates the given check, which must have been found: the one with the
// fewest steps; among those, the fewest faults; then the fewest context switches; then the first in the order of the
// initial states and, step by step, of the events as integers. It is the same for any number of workers. If the
// search was cut short, only paths through the stored states are compared, and the path is Minimal only if these are
// all: if the cut is not within the level in which the check was found.
//
// The choice needs every shortest path, so the levels are expanded again, backwards, with as many workers as the
// search had. The states on shortest paths take some 40 bytes each, on top of Options.Memory, and those of two levels
// at a time up to 24 bytes more for each of the Extents. If ctx ends before this is done, Path returns the path that
// the search itself found first, with Minimal false and a nil error.
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
	}, nil)
	path.Minimal = path.Minimal && r.comparable(check)
	return path, err
}

// comparable reports whether all of the shortest executions that demonstrate a check are among those of the search. A
// cut leaves out some unless everything before was expanded: the level of a Check.Quiescent, which is found there when
// it is expanded, and the level before that of any other check.
func (r *Result) comparable(check int) bool {
	level := r.Found[check].Depth
	if r.checks[check].Quiescent != nil {
		level++
	}
	return r.Reduced&PartialOrder == 0 && r.expanded >= r.starts[level]
}
