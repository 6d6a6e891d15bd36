package system

// StepPart is Step for a vector that need not be reachable, since it may be part of a state of a larger system: what a
// handler cannot do there is passed over. It returns how many events were, not counting guards that were before.
func (s *System) StepPart(t Stepper, v []uint32, emit func(event uint64, slots []int32, values []uint32)) (over int) {
	of := t.(*stepper)
	of.part, of.over = true, 0
	_ = of.Step(v, emit) // which passes over every error
	return of.over
}

// passed returns the error of an event, or nil if it is passed over.
func (t *stepper) passed(err error) error {
	if err != nil && t.part {
		t.over++
		return nil
	}
	return err
}

// called emits what a call leads to on top of the given write, which it is made on.
func (t *stepper) called(c call, event uint64, on write) error {
	tree, err := t.tree(c)
	if err != nil {
		return err
	}
	return t.outcomes(c, tree, event, on)
}
