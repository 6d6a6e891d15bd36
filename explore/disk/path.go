package disk

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"runtime"
	"slices"

	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/explore/internal/guard"
	"github.com/anel-mc/mc/explore/internal/hash"
	"github.com/anel-mc/mc/explore/internal/least"
)

// Path returns the least execution that demonstrates the given check, which must have been found: the same as
// explore.Result.Path. No predecessors are stored, so the levels are expanded again, backwards, and the states on
// shortest paths are held in memory.
func (r *Run) Path(ctx context.Context, check int, rank explore.Ranking) (explore.Path, error) {
	if check < 0 || check >= len(r.Checks) || r.level == nil || r.level.Found[check] < 0 {
		return explore.Path{}, fmt.Errorf("disk: check %d was not found", check)
	}
	c := &cone{Run: r, ctx: ctx, Ranking: least.Ranking(rank), check: r.checks[check]}
	return c.path(r.level.Found[check])
}

// cone computes one path, backwards from the goals; see explore.Result.Path.
type cone struct {
	*Run
	ctx context.Context
	least.Ranking
	check  explore.Check
	layout *layout
}

// layer is the states of a level that lie on shortest paths, each with the least cost of the rest of such a path.
type layer struct {
	states *keySet
	rests  []least.Rest
}

func (l *layer) at(key []uint64) (least.Rest, bool) {
	if at, ok := l.states.find(key, keyHash(key)); ok {
		return l.rests[at], true
	}
	return least.Rest{}, false
}

func (l *layer) add(key []uint64, r least.Rest) {
	l.states.add(key, keyHash(key))
	l.rests = append(l.rests, least.Rest{Cost: r.Cost, Owners: slices.Clone(r.Owners)})
}

func keyHash(key []uint64) (h uint64) {
	for _, x := range key {
		h = hash.Mix(h*0x9E3779B97F4A7C15 + x)
	}
	return h
}

func (c *cone) path(depth int) (path explore.Path, err error) {
	if err := c.loadValues(); err != nil {
		return path, err
	}
	c.layout = layoutFor(c.values.sizes())
	layers := make([]*layer, depth+1)
	for d := depth; d >= 0; d-- {
		if d == depth && c.check.Step != nil {
			continue // the goals are transitions from the level before
		}
		var next *layer
		if d < depth {
			next = layers[d+1]
		}
		if layers[d], err = c.layer(d, next); err != nil {
			return path, err
		}
	}
	err = guard.Call(func() error { path, err = c.walk(layers); return err }, nil)
	return path, err
}

// layer computes one layer from the next one, which is nil for the goals.
func (c *cone) layer(level int, next *layer) (*layer, error) {
	parts := make([]*layer, c.Shards)
	err := guard.Share(c.ctx, runtime.GOMAXPROCS(0), c.Shards, func(_, shard int) (err error) {
		parts[shard], err = c.part(level, shard, next)
		return err
	})
	if err = cmp.Or(err, c.ctx.Err()); err != nil {
		return nil, err
	}
	all := parts[0]
	for _, p := range parts[1:] {
		for i := range p.rests {
			all.add(p.states.key(uint32(i)), p.rests[i])
		}
	}
	return all, nil
}

func (c *cone) part(level, shard int, next *layer) (*layer, error) {
	l := &layer{states: newKeySet(c.layout, math.MaxUint64)}
	w := c.walker()
	for _, s := range c.level.Shards[shard].Seen {
		if level < s.First || level > s.Last {
			continue
		}
		in, err := openKeys(c.in, s.File, s.First)
		if err != nil {
			return nil, err
		}
		in.as(c.layout, nil)
		for in.advance() {
			if in.level != level {
				continue
			}
			if c.ctx.Err() != nil {
				in.close()
				return nil, c.ctx.Err()
			}
			best, ok, err := w.rest(in.key, next)
			if err != nil {
				in.close()
				return nil, err
			}
			if ok {
				l.add(in.key, best)
			}
		}
		in.close()
		if in.err != nil {
			return nil, in.err
		}
	}
	return l, nil
}

// coneWalker expands states that may lie on shortest paths.
type coneWalker struct {
	*cone
	stepper explore.Stepper
	state   []uint32
	next    []uint32
	succ    []uint64
	quiet   bool
	choices []choice
	err     error
}

// choice is a step that a shortest path may take.
type choice struct {
	event uint64
	state []uint32 // after it
	rest  least.Rest
}

func (c *cone) walker() *coneWalker {
	width := c.sys.Width()
	return &coneWalker{cone: c, stepper: c.sys.Stepper(), state: make([]uint32, width), next: make([]uint32, width),
		succ: make([]uint64, c.layout.words)}
}

// rest returns the least rest from a state, and whether the state has one.
func (w *coneWalker) rest(key []uint64, next *layer) (best least.Rest, ok bool, err error) {
	for slot := range w.state {
		w.state[slot] = w.values.slots[slot].local[w.layout.get(key, slot)]
	}
	if next == nil && w.check.State != nil {
		ok, err = w.check.State(w.state)
		return best, ok, err
	}
	if err := w.step(key, next); err != nil {
		return best, false, err
	}
	if next == nil && w.check.Quiescent != nil {
		if w.quiet {
			ok, err = w.check.Quiescent(w.state)
		}
		return best, ok, err
	}
	for i, x := range w.choices {
		best.Include(w.Through(x.event, x.rest), i == 0)
	}
	return best, len(w.choices) > 0, nil
}

// step sets w.choices to the choices in w.state, whose key is given: steps to states of the next layer or, without
// one, those for which the check is true.
func (w *coneWalker) step(key []uint64, next *layer) error {
	w.choices, w.quiet, w.err = w.choices[:0], true, nil
	err := w.stepper.Step(w.state, func(event uint64, slots []int32, values []uint32) {
		if w.err != nil {
			return
		}
		if w.quiet && (w.owed == nil || w.owed(event)) {
			w.quiet = false
		}
		is, to := false, least.Rest{}
		if next != nil {
			copy(w.succ, key)
			for i, slot := range slots {
				n, ok := w.values.slots[slot].of.get(values[i])
				if !ok {
					return // not on a shortest path to a goal
				}
				w.layout.set(w.succ, int(slot), n)
			}
			to, is = next.at(w.succ)
		}
		if !is && (next != nil || w.check.Step == nil) {
			return
		}
		explore.Apply(w.next, w.state, slots, values)
		if next == nil {
			if is, w.err = w.check.Step(w.state, event, w.next); w.err != nil || !is {
				return
			}
		}
		w.choices = append(w.choices, choice{event, slices.Clone(w.next), to})
	})
	return cmp.Or(err, w.err)
}

// walk follows the least rest from the first layer to a goal.
func (c *cone) walk(layers []*layer) (explore.Path, error) {
	path := explore.Path{Minimal: true}
	key := make([]uint64, c.layout.words)
	lowest := uint64(math.MaxUint64)
	err := c.sys.Initial(func(v []uint32) {
		if !c.pack(v, key) {
			return
		}
		if r, ok := layers[0].at(key); ok && r.After(least.Nobody) < lowest {
			lowest, path.Initial = r.After(least.Nobody), slices.Clone(v)
		}
	})
	if err != nil || path.Initial == nil {
		return path, c.astray(err)
	}
	w, last, state := c.walker(), least.Nobody, path.Initial
	for d := range len(layers) - 1 {
		copy(w.state, state)
		if !c.pack(state, key) {
			return path, c.astray(nil)
		}
		r, _ := layers[d].at(key)
		if err := w.step(key, layers[d+1]); err != nil {
			return path, err
		}
		var best *choice
		for i := range w.choices {
			x := &w.choices[i]
			if c.Price(x.event, x.rest, last) == r.After(last) && (best == nil || x.event < best.event) {
				best = x
			}
		}
		if best == nil {
			return path, c.astray(nil)
		}
		state = best.state
		path.Steps = append(path.Steps, explore.PathStep{Event: best.event, State: state})
		if k := c.OwnerOf(best.event); k != least.Nobody {
			last = k
		}
	}
	return path, nil
}

// astray returns err or, if it is nil, the error for a path that no longer leads to a goal.
func (c *cone) astray(err error) error {
	if err != nil {
		return err
	}
	return fmt.Errorf("%s: %w: no path leads to what was found", c.in.Path(""), ErrChanged)
}

// pack writes the key of a state. It returns false if a value has no number.
func (c *cone) pack(v []uint32, key []uint64) bool {
	for slot, x := range v {
		n, ok := c.values.slots[slot].of.get(x)
		if !ok {
			return false
		}
		c.layout.set(key, slot, n)
	}
	return true
}
