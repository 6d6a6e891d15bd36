package explore

import "sync"

// Restrict returns the part of sys in which only some of the events happen: those of which
// allowed, which is called concurrently, says so. A state of it without events may have some in sys:
// ask AtRest instead of Check.Final.
func Restrict(sys System, allowed func(v []uint32, event uint64) bool) System {
	return &restricted{sys, allowed}
}

type restricted struct {
	System
	allowed func(v []uint32, event uint64) bool
}

func (r *restricted) Stepper() Stepper { return &restrictedStepper{r.System.Stepper(), r.allowed} }

type restrictedStepper struct {
	Stepper
	allowed func(v []uint32, event uint64) bool
}

func (r *restrictedStepper) Step(v []uint32, emit func(event uint64, slots []int32, values []uint32)) error {
	return r.Stepper.Step(v, func(event uint64, slots []int32, values []uint32) {
		if r.allowed(v, event) {
			emit(event, slots, values)
		}
	})
}

// AtRest makes a check of Check.Final a check of Check.State, which looks by itself whether sys owes
// no event in a state; see Options.Owed. Other checks stay as they are.
func AtRest(sys System, owed func(event uint64) bool, c Check) Check {
	if c.Final == nil {
		return c
	}
	final := c.Final
	steppers := sync.Pool{New: func() any { return sys.Stepper() }}
	var making sync.Mutex // a System need not be ready for concurrent calls of Stepper
	c.Final, c.State = nil, func(v []uint32) (bool, error) {
		if is, err := final(v); !is || err != nil {
			return false, err // which most states are, and it is cheaper than their events
		}
		making.Lock()
		stepper := steppers.Get().(Stepper)
		making.Unlock()
		defer steppers.Put(stepper)
		rest := true
		err := stepper.Step(v, func(event uint64, _ []int32, _ []uint32) {
			rest = rest && owed != nil && !owed(event)
		})
		return rest, err
	}
	return c
}
