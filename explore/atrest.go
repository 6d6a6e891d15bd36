package explore

import "sync"

// AtRest turns a Check.Quiescent into a Check.State, which finds out by itself whether sys owes no event in a state;
// see Options.Owed. That depends on the whole state, so it has neither Same nor Invisible. Other checks are returned as
// they are.
func AtRest(sys System, owed func(event uint64) bool, c Check) Check {
	if c.Quiescent == nil {
		return c
	}
	final := c.Quiescent
	steppers := sync.Pool{New: func() any { return sys.Stepper() }}
	var making sync.Mutex // a System need not support concurrent calls of Stepper
	c.Quiescent, c.Same, c.Invisible = nil, nil, nil
	c.State = func(v []uint32) (bool, error) {
		making.Lock()
		stepper := steppers.Get().(Stepper)
		making.Unlock()
		defer steppers.Put(stepper)
		rest := true
		err := stepper.Step(v, func(event uint64, _ []int32, _ []uint32) {
			rest = rest && owed != nil && !owed(event)
		})
		if !rest || err != nil {
			return false, err
		}
		return final(v) // which may expect that nothing is owed
	}
	return c
}
