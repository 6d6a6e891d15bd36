package explore

import (
	"errors"
	"runtime"
	"slices"
)

// Expander generates the transitions of the states of a Result again, for packages that need more than checks do. It
// works on batches of states, so that many targets are looked up together. It is used by one goroutine at a time.
type Expander struct {
	r     *Result
	inner *expander
	each  func(before []uint32, event uint64, after []uint32)
	first int  // index of the first transition of the state expanded last
	done  bool // the batch was looked up: the next state begins another
}

// ErrChanged says that the transitions of a state differ from those found by the search.
var ErrChanged = &Failure{
	Err:   errors.New("a state has other transitions than when it was explored: the system is not deterministic"),
	Check: -1,
}

// Expander returns a new Expander. It calls System.Stepper, which not every System allows concurrently. Before the
// first one, the ids of all states are put into their index, which takes 3 to 6 bytes for each; the error is ErrMemory
// if there is no room for them.
func (r *Result) Expander() (*Expander, error) {
	if err := r.number(); err != nil {
		return nil, err
	}
	return &Expander{r: r, inner: newExpander(r.store, r.sys.Stepper(), r.opt.Owed, false)}, nil
}

// Expand adds the transitions of a state to the batch, in the order of Stepper.Step. If each is not nil, it is called
// for every transition; the vectors are valid only during the call. Expand returns the error of the Stepper, and does
// not recover from its panics.
func (x *Expander) Expand(id uint64, each func(before []uint32, event uint64, after []uint32)) error {
	defer runtime.KeepAlive(x.r)
	e := x.inner
	if x.done {
		e.reset()
		x.done = false
	}
	x.first = len(e.pairs)
	x.each, e.onStep = each, nil
	if each != nil {
		e.onStep = x.onStep
	}
	if err := e.step(e.store.visited.pair(id)); err != nil {
		return err
	}
	e.accept()
	return nil
}

func (x *Expander) onStep(event uint64) { x.each(x.inner.cur.vector(), event, x.inner.neighbour()) }

// State returns the vector of the state that was expanded last. It is valid until the next state is expanded.
func (x *Expander) State() []uint32 { return x.inner.cur.vector() }

// Events returns the events of the state that was expanded last, in the order of Stepper.Step.
func (x *Expander) Events() []uint64 { return x.inner.events[x.first:] }

// Quiescent reports whether the state that was expanded last has no owed event; see Options.Owed.
func (x *Expander) Quiescent() bool { return x.inner.quiescent }

// Len returns the number of transitions in the batch.
func (x *Expander) Len() int {
	if x.done {
		return 0
	}
	return len(x.inner.pairs)
}

// Targets returns the targets of all transitions in the batch, in the order of expansion, and for each expanded state
// the index at which its targets end. Both slices are valid until the next state is expanded, which begins a new
// batch. The only error is ErrChanged.
func (x *Expander) Targets() (to []uint64, ends []int, err error) {
	defer runtime.KeepAlive(x.r)
	e := x.inner
	e.lookup(true)
	x.done = true
	ids := e.ids[:len(e.pairs)]
	if slices.Contains(ids, none) {
		return nil, nil, ErrChanged
	}
	return ids, e.ends, nil
}
