package system

// A constraint is evaluated before a state is expanded. It may read any part of the state, so no two events are
// independent in a system that has one, and no reduction is used.

// Constrained reports whether the model has a Constraint.
func (s *System) Constrained() bool { return s.constraint != nil }

// Within reports whether state v satisfies the Constraint of the model, if it has one. The error is a *model.Error.
func (s *System) Within(v []uint32) (bool, error) {
	if s.constraint == nil {
		return true, nil
	}
	a, fault := s.constraint.State(v)
	return a.Value == Yes, fault
}

// within is Within for callers about to expand v. It notes if the state is left out.
func (s *System) within(v []uint32) (bool, error) {
	within, err := s.Within(v)
	if !within && err == nil {
		s.outside.Store(true)
	}
	return within, err
}

// constrained is a Stepper that emits no events in states outside the constraint.
type constrained struct {
	Stepper
	sys *System
}

// Step implements Stepper.
func (t *constrained) Step(v []uint32, emit func(event uint64, slots []int32, values []uint32)) error {
	if within, err := t.sys.within(v); !within || err != nil {
		return err
	}
	return t.Stepper.Step(v, emit)
}
