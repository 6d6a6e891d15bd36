package explore

import (
	"cmp"
	"errors"
	"math"
	"slices"

	"github.com/anel-mc/mc/explore/internal/least"
)

// coneWorker expands states that may lie on shortest paths to a goal.
type coneWorker struct {
	*expander
	outsider
	c     *coneSearch
	goals []choice // transitions of the current state for which Check.Step is true
	err   error    // of Check.Step

	// Scratch, of the current state.
	outsides []uint64
	best     least.Rest
}

// choice is a step that a shortest path may take.
type choice struct {
	event uint64
	pair  uint64     // of the state after it
	goal  []uint32   // instead of pair for a goal transition, the vector after it
	rest  least.Rest // after it
}

// coneBlock holds the members of a layer in a range of states, with their rests and outsides: the owners of member i
// end at ownerEnd[i].
type coneBlock struct {
	pairs    []uint64
	cost     []uint64
	owners   []int
	ownerEnd []uint32
	outsides []uint64
}

func (b *coneBlock) add(pair uint64, r least.Rest, outsides []uint64) {
	b.outsides = append(b.outsides, outsides...)
	b.pairs = append(b.pairs, pair)
	b.cost = append(b.cost, r.Cost)
	b.owners = append(b.owners, r.Owners...)
	b.ownerEnd = append(b.ownerEnd, uint32(len(b.owners)))
}

func newConeWorker(c *coneSearch) *coneWorker {
	return &coneWorker{c: c, expander: newExpander(c.store, c.sys.Stepper(), c.opt.Owed, false),
		outsider: outsider{extents: capabilitiesOf(c.sys).Extents}}
}

// expand finds the members among the states from lo to hi: those with a choice that leads into the next layer. If
// next is nil, these are the goals or, if the goals are transitions, the states that have such a transition.
func (w *coneWorker) expand(b *coneBlock, lo, hi uint64, next *layer) error {
	if next != nil {
		return w.expandInner(b, lo, hi, next)
	}
	for id := lo; id < hi; id++ {
		is, err := w.atGoal(id)
		if err != nil {
			return err
		}
		w.best = least.Rest{}
		for i, g := range w.goals {
			w.best.Include(w.c.Through(g.event, g.rest), i == 0)
		}
		if is || len(w.goals) > 0 {
			w.outsides = w.append(w.outsides[:0], w.cur.vector())
			b.add(w.store.visited.pair(id), w.best, w.outsides)
		}
	}
	return nil
}

// expandInner is expand for a layer that has a next one.
func (w *coneWorker) expandInner(b *coneBlock, lo, hi uint64, next *layer) error {
	w.onStep = nil
	w.approach(lo, hi)
	for id := lo; id < hi; id++ {
		pair := w.store.visited.pair(id)
		w.cur.move(pair)
		if w.outsides = w.append(w.outsides[:0], w.cur.vector()); !next.near.holds(w.outsides) {
			continue
		}
		w.reset()
		if err := w.step(pair); err != nil {
			return err
		}
		is := false
		for i, pair := range w.pairs {
			if to, ok := next.at(pair); ok {
				w.best.Include(w.c.Through(w.events[i], to), !is)
				is = true
			}
		}
		if is {
			b.add(pair, w.best, w.outsides)
		}
	}
	return nil
}

// atGoal reports whether a state is a goal. If the goals are transitions, it returns false and sets w.goals to those
// of the state. Neither Check.Step nor Check.Quiescent was evaluated on states that the search did not expand, so
// these are no goals.
func (w *coneWorker) atGoal(id uint64) (bool, error) {
	check := &w.c.check
	w.onStep, w.goals, w.err = nil, w.goals[:0], nil
	if check.State != nil {
		w.cur.move(w.store.visited.pair(id))
		return check.State(w.cur.vector())
	}
	if id >= w.c.expanded {
		return false, nil
	}
	if err := w.goalSteps(w.store.visited.pair(id)); err != nil {
		return false, err
	}
	if check.Quiescent == nil || !w.quiescent {
		return false, nil
	}
	return check.Quiescent(w.cur.vector())
}

// goalSteps steps the state with a pair and, if the goals are transitions, sets w.goals to those of the state.
func (w *coneWorker) goalSteps(pair uint64) error {
	w.onStep, w.goals, w.err = nil, w.goals[:0], nil
	if w.c.check.Step != nil {
		w.onStep = w.askStep
	}
	w.reset()
	err := w.step(pair)
	return cmp.Or(err, w.err)
}

func (w *coneWorker) askStep(event uint64) {
	if w.err != nil {
		return
	}
	is, err := w.c.check.Step(w.cur.vector(), event, w.neighbour())
	if err != nil {
		w.err = err
	} else if is {
		w.goals = append(w.goals, choice{event: event, goal: slices.Clone(w.neighbour())})
	}
}

// choices returns the steps that lead from a member of one layer to a member of the next or, if next is nil, the goal
// transitions of the member.
func (w *coneWorker) choices(pair uint64, next *layer) ([]choice, error) {
	if next == nil {
		err := w.goalSteps(pair)
		return w.goals, err
	}
	w.onStep = nil
	w.reset()
	if err := w.step(pair); err != nil {
		return nil, err
	}
	var cs []choice
	for i, pair := range w.pairs {
		if to, ok := next.at(pair); ok {
			cs = append(cs, choice{event: w.events[i], pair: pair, rest: to})
		}
	}
	return cs, nil
}

// errNotAgain is the error of a check that found something during the search, and nothing afterwards.
var errNotAgain = errors.New("asked again about the same states, it no longer finds what it found in the search: " +
	"it is not deterministic")

// walk follows the least rest from the first layer to a goal.
func (c *coneSearch) walk(layers []*layer) (Path, error) {
	start, lowest := uint64(none), uint64(math.MaxUint64)
	for id := range c.starts[1] {
		if r, ok := layers[0].at(c.store.visited.pair(id)); ok && r.After(least.Nobody) < lowest {
			start, lowest = id, r.After(least.Nobody)
		}
	}
	if start == none { // during the search there were goals, and paths to them
		for _, l := range layers {
			if l != nil && len(l.cost) > 0 {
				return Path{}, ErrChanged
			}
		}
		return Path{}, &Failure{Err: errNotAgain, Check: c.number, Name: c.check.Name}
	}
	path := Path{Initial: c.vector(start), Minimal: true}
	w, pair, last := c.crew[0], c.store.visited.pair(start), least.Nobody
	for d := range len(layers) - 1 {
		r, _ := layers[d].at(pair)
		choices, err := w.choices(pair, layers[d+1])
		if err != nil {
			return Path{}, err
		}
		var best *choice
		for i := range choices {
			o := &choices[i]
			if c.Price(o.event, o.rest, last) == r.After(last) && (best == nil || o.event < best.event) {
				best = o
			}
		}
		if best == nil {
			return Path{}, ErrChanged
		}
		state := best.goal
		if state == nil {
			pair = best.pair
			state = make([]uint32, c.store.tree.width)
			c.store.decode(pair, state)
		}
		path.Steps = append(path.Steps, PathStep{best.event, state})
		if k := c.OwnerOf(best.event); k != least.Nobody {
			last = k
		}
	}
	return path, nil
}
