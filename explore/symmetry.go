package explore

import (
	"context"
	"slices"
)

// Symmetry reduction. Where the states of a System fall into orbits, only a representative of each is stored and
// expanded: the quotient is a wrapper around the waist, and the search knows nothing of it.
//
// # What stays
//
// A state can be reached if and only if its representative is, in as many steps: a check whose answer is the
// same for all states of an orbit is found at the same depth with and without. Check.Step is asked of a representative, an
// event and the state that it really leads to. Result.Path returns what it would without the reduction: see
// concrete. Counts are of representatives and their transitions.
//
// With PartialOrder as well, a persistent set of a representative is taken, and what it leads to is replaced by
// representatives. The argument of por.go goes through, read up to the elements of the group: what is left
// of an execution is renamed with the state that it goes on from, and a key changes nothing that the
// checks look at by any name. (Emerson, Jha and Peled, "Combining Partial Order and Symmetry Reductions", TACAS 1997.)

// quotient is a System whose states are the representatives of those of another.
type quotient struct {
	System
	orbits func() Representatives
}

// Initial implements System.
func (q *quotient) Initial(emit func(v []uint32)) error {
	orbits := q.orbits()
	var failed error
	err := q.System.Initial(func(v []uint32) {
		w := slices.Clone(v)
		if failed == nil {
			failed = orbits.Representative(w)
		}
		if failed == nil {
			emit(w)
		}
	})
	if err == nil {
		err = failed
	}
	return err
}

// Stepper implements System.
func (q *quotient) Stepper() Stepper { return q.wrap(q.System.Stepper(), nil) }

// Capabilities implements Capable.
func (q *quotient) Capabilities() Capabilities {
	caps := capabilitiesOf(q.System)
	caps.Representatives = nil
	if inner := caps.SleepStepper; inner != nil {
		caps.SleepStepper = func() SleepStepper {
			s := inner()
			return q.wrap(s, s)
		}
	}
	return caps
}

func (q *quotient) wrap(s Stepper, asleep SleepStepper) *quotientStepper {
	width := q.Width()
	return &quotientStepper{Stepper: s, asleep: asleep, orbits: q.orbits(), next: make([]uint32, width), representative: make([]uint32, width)}
}

// emission is what a Stepper calls with each event.
type emission = func(event uint64, slots []int32, values []uint32)

type quotientStepper struct {
	Stepper
	asleep               SleepStepper // the Stepper, if it is one
	orbits               Representatives
	next, representative []uint32 // where the event leads that was emitted last, and what it is replaced by
	slots                []int32
	values               []uint32
}

// Step implements Stepper.
func (q *quotientStepper) Step(v []uint32, emit func(event uint64, slots []int32, values []uint32)) error {
	return q.step(v, emit, func(emit emission) error { return q.Stepper.Step(v, emit) })
}

// StepAwake implements SleepStepper.
func (q *quotientStepper) StepAwake(v []uint32, sleep uint64, known bool, emit emission, slept func(event uint64)) error {
	return q.step(v, emit, func(emit emission) error { return q.asleep.StepAwake(v, sleep, known, emit, slept) })
}

// step replaces what steps emits by representatives.
func (q *quotientStepper) step(v []uint32, emit emission, steps func(emit emission) error) error {
	var failed error
	err := steps(func(event uint64, slots []int32, values []uint32) {
		if failed != nil {
			return
		}
		copy(q.next, v)
		for i, slot := range slots {
			q.next[slot] = values[i]
		}
		copy(q.representative, q.next)
		if failed = q.orbits.Representative(q.representative); failed != nil {
			return
		}
		q.slots, q.values = q.slots[:0], q.values[:0]
		for slot, x := range q.representative {
			if x != v[slot] {
				q.slots, q.values = append(q.slots, int32(slot)), append(q.values, x)
			}
		}
		emit(event, q.slots, q.values)
	})
	if err == nil {
		err = failed
	}
	return err
}

// concrete is Path of a search that stored representatives. The states on shortest paths to a goal are those whose
// representatives are on shortest paths to the representative of a goal: these are known, and a search of the system
// itself among them finds the least path of all, which is the one without the reduction. There may be as
// many times more of them than representatives as an orbit has states; where they are too many, or when ctx ends, one path is
// followed.
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
			path, err := inner.Path(ctx, 0, rank)
			path.Minimal = path.Minimal && r.Reduced&PartialOrder == 0
			return path, err
		}
	}
	return r.follow(r.along(found.first), check)
}

// maxCone bounds the states of a system on shortest paths; see concrete.
const maxCone = 1 << 22

// coneSystem is the part of a system that lies on shortest paths to a goal, told by representatives.
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
	if err == nil {
		err = failed
	}
	return err
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

// find returns the id of the representative of v.
func (w *coneStepper) find(v []uint32) (uint32, error) {
	copy(w.representative, v)
	if err := w.orbits.Representative(w.representative); err != nil {
		return none, err
	}
	pair, ok := w.look.encode(w.representative)
	if !ok {
		return none, nil
	}
	return w.cone.r.store.visited.find(pair, hashPair(pair)), nil
}

// member reports whether v is in the layer of a level. Where the goals are transitions, their ends
// are in none, and all are let through.
func (w *coneStepper) member(v []uint32, level int) (bool, error) {
	if level >= len(w.cone.layers) || w.cone.layers[level] == nil {
		return level < len(w.cone.layers), nil
	}
	id, err := w.find(v)
	if err != nil {
		return false, err
	}
	_, is := w.cone.layers[level].at(id)
	return is, nil
}

// Step implements Stepper.
func (w *coneStepper) Step(v []uint32, emit func(event uint64, slots []int32, values []uint32)) error {
	id, err := w.find(v)
	if err != nil || id == none {
		return err
	}
	starts := w.cone.r.starts
	level, exact := slices.BinarySearch(starts, id)
	if !exact {
		level--
	}
	var failed error
	err = w.Stepper.Step(v, func(event uint64, slots []int32, values []uint32) {
		if failed != nil {
			return
		}
		copy(w.next, v)
		for i, slot := range slots {
			w.next[slot] = values[i]
		}
		var is bool
		if is, failed = w.member(w.next, level+1); is {
			emit(event, slots, values)
		}
	})
	if err == nil {
		err = failed
	}
	return err
}

// follow makes an execution of the system of a path along representatives: at each step an event whose
// successor has the next one, and at last one that the check, if it is of steps, is true of.
func (r *Result) follow(along Path, check int) (Path, error) {
	q := r.sys.(*quotient)
	orbits := q.orbits()
	same := make([]uint32, q.Width())
	var failed error
	is := func(v, representative []uint32) bool {
		copy(same, v)
		if err := orbits.Representative(same); err != nil && failed == nil {
			failed = err
		}
		return slices.Equal(same, representative)
	}
	var path Path
	err := q.System.Initial(func(v []uint32) {
		if path.Initial == nil && is(v, along.Initial) {
			path.Initial = slices.Clone(v)
		}
	})
	if err == nil {
		err = failed
	}
	if err != nil || path.Initial == nil {
		return along, err
	}
	stepper := q.System.Stepper()
	for i, step := range along.Steps {
		v := path.Initial
		if i > 0 {
			v = path.Steps[i-1].State
		}
		wanted := func(event uint64, next []uint32) bool { return is(next, step.State) }
		if check >= 0 && r.checks[check].Step != nil && i == len(along.Steps)-1 {
			wanted = func(event uint64, next []uint32) bool {
				yes, err := r.checks[check].Step(v, event, next)
				return yes && err == nil
			}
		}
		if !path.Extend(stepper, wanted) {
			break
		}
	}
	return path, failed
}
