package explore

import (
	"cmp"
	"slices"
)

// Symmetry reduction. If the states of a System fall into orbits, only one representative of each orbit is stored and
// expanded. The quotient is a System that wraps another, and is searched like any other System.
//
// A state can be reached if and only if its representative can be reached in the quotient, in the same number of
// steps. So a check whose answer is the same for all states of an orbit is found at the same depth with and without
// the reduction. Check.Step is evaluated on a representative, an event and the actual target of the event.
// Result.Path returns what it would return without the reduction: see concrete. Counts are of representatives and
// their transitions.
//
// Together with PartialOrder, a representative is expanded by a persistent set, and the targets are replaced by their
// representatives. The argument of por.go holds up to renaming: the rest of an execution is renamed along with the
// state from which it continues, and a key changes nothing that the checks look at under any name (Emerson, Jha and
// Peled, "Combining Partial Order and Symmetry Reductions", TACAS 1997).

// quotient is a System whose states are the representatives of the states of another.
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
	return cmp.Or(err, failed)
}

// Stepper implements System.
func (q *quotient) Stepper() Stepper {
	width := q.Width()
	return &quotientStepper{
		Stepper: q.System.Stepper(), orbits: q.orbits(),
		next: make([]uint32, width), representative: make([]uint32, width),
	}
}

// Capabilities implements Capable.
func (q *quotient) Capabilities() Capabilities {
	caps := capabilitiesOf(q.System)
	caps.Representatives, caps.Extents = nil, nil // a representative differs from its predecessor anywhere
	caps.SleepStepper = nil                       // a search that leaves out states has no sleep sets
	return caps
}

// emission is the func that a Stepper calls with each event.
type emission = func(event uint64, slots []int32, values []uint32)

type quotientStepper struct {
	Stepper
	orbits               Representatives
	next, representative []uint32 // target of the event that was emitted last, and what it is replaced by
	slots                []int32
	values               []uint32
}

// Step implements Stepper.
func (q *quotientStepper) Step(v []uint32, emit emission) error {
	return q.step(v, emit, func(emit emission) error { return q.Stepper.Step(v, emit) })
}

// step replaces the targets of what steps emits by their representatives.
func (q *quotientStepper) step(v []uint32, emit emission, steps func(emit emission) error) error {
	var failed error
	err := steps(func(event uint64, slots []int32, values []uint32) {
		if failed != nil {
			return
		}
		Apply(q.next, v, slots, values)
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
	return cmp.Or(err, failed)
}
