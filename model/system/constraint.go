package system

import "github.com/anel-mc/mc/model"

// A constraint is asked before a state is expanded. It may look at any part of the state, so that no two events are
// independent where there is one: no reduction is used.

// constrain gives the system the constraint of its model, if that has one.
func (s *System) constrain(holds func(model.State) bool) {
	if holds != nil {
		s.constraint = s.AskStates("Constraint", func(v model.State) Answer { return Truth(holds(v)) })
	}
}

// Constrained reports whether the model has a Constraint.
func (s *System) Constrained() bool { return s.constraint != nil }

// Within reports whether the Constraint of the model holds of state v, or it has none. The error is an *Error.
func (s *System) Within(v []uint32) (bool, error) {
	if s.constraint == nil {
		return true, nil
	}
	a, fault := s.constraint.State(v)
	return a.Value == Yes, fault
}

// within is Within for who expands v otherwise, and notes that something is left out.
func (s *System) within(v []uint32) (bool, error) {
	within, err := s.Within(v)
	if !within && err == nil {
		s.outside.Store(true)
	}
	return within, err
}

// constrained is a Stepper that knows no events of states outside of the constraint.
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
