package explore

import (
	"cmp"
	"runtime"
	"slices"
)

// follow turns a path of representatives into an execution of the system. At each step it takes an event whose target
// has the next representative. If check is a Check.Step, the last event is one for which it is true. A negative check
// stands for none.
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
	if err = cmp.Or(err, failed); err != nil || path.Initial == nil {
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

// Trace returns a shortest path to a state, along its predecessors; unlike that of Path, it need not be the least
// one. The path ends early if the System no longer follows it.
func (r *Result) Trace(id uint64) Path { return r.trail(&place{state: id}) }

// trail returns the path along the predecessors. It calls Step once for each step. These calls succeeded during the
// search; if one fails now, the path ends there.
func (r *Result) trail(at *place) Path {
	defer runtime.KeepAlive(r)
	path := r.along(at)
	if r.Reduced&Symmetry != 0 {
		path, _ = r.follow(path, -1) // as far as it goes
	}
	return path
}

// along is trail in the system that was searched, which may be a quotient.
func (r *Result) along(at *place) Path {
	if at.initial != nil {
		return Path{Initial: at.initial}
	}
	ids := []uint64{at.state}
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

func (r *Result) vector(id uint64) []uint32 {
	v := make([]uint32, r.store.tree.width)
	r.store.decode(r.store.visited.pair(id), v)
	return v
}
