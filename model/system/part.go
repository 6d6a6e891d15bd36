package system

// StepPart is Step for a vector that need not be reachable, since it may be part of a state of a larger system: what a
// handler cannot do there is passed over, and an act of which that is so may be for the other Steppers of s, too.
func (s *System) StepPart(t Stepper, v []uint32, emit func(event uint64, slots []int32, values []uint32)) {
	of := t.(*stepper)
	of.part = true
	_ = of.Step(v, emit) // which passes over every error
}

// passed returns the error of an event, or nil if it is passed over.
func (t *stepper) passed(err error) error {
	if t.part {
		return nil
	}
	return err
}

// called emits what a call leads to on top of the given write, which it is made on.
func (t *stepper) called(c call, group int, event uint64, on write) error {
	tree, err := t.tree(c)
	if err != nil {
		return err
	}
	return t.outcomes(c, tree, group, event, on)
}
