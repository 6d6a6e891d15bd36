package system

import (
	"errors"

	"github.com/anel-mc/mc/model"
)

// StepPart is Step for a vector that need not be reachable, since it may be part of a state of a larger system: what a
// handler cannot do there is passed over, and an act of which that is so may be for the other Steppers of s, too. The
// error is of a handler that did something, but nothing that can be relied on.
func (s *System) StepPart(t Stepper, v []uint32, emit func(event uint64, slots []int32, values []uint32)) error {
	of := t.(*stepper)
	of.part = true
	return of.Step(v, emit)
}

// passed returns the error of an event, or nil if it is passed over.
func (t *stepper) passed(err error) error {
	if err != nil && t.part && impossible(err) {
		return nil
	}
	return err
}

// impossible reports whether an error is of a handler that could not do what it was to do.
func impossible(err error) bool {
	var fault *model.Error
	return errors.As(err, &fault) && (fault.Kind == model.Panicked || fault.Kind == model.Misused)
}

// called emits what a call leads to on top of the given write, which it is made on.
func (t *stepper) called(c call, group int, event uint64, on write) error {
	tree, err := t.tree(c)
	if err != nil {
		return err
	}
	return t.outcomes(c, tree, group, event, on)
}
