package system

import (
	"errors"

	"github.com/anel-mc/mc/model"
)

// StepPart is Step for a vector that need not be reachable, because it may be part of a state of a larger system. An
// event whose handler panics or misuses its Context there is passed over, and an act that is passed over may be
// skipped by the other Steppers of s, too. An error means that a handler ran, but that its result cannot be relied on.
func (s *System) StepPart(t Stepper, v []uint32, emit func(event uint64, slots []int32, values []uint32)) error {
	of := t.(*stepper)
	of.partial = true
	return of.Step(v, emit)
}

// tolerate returns the error of an event, or nil if the event is passed over.
func (t *stepper) tolerate(err error) error {
	if err != nil && t.partial && impossible(err) {
		return nil
	}
	return err
}

// impossible reports whether an error says that a handler could not do what it was to do.
func impossible(err error) bool {
	var fault *model.Error
	return errors.As(err, &fault) && (fault.Kind == model.Panicked || fault.Kind == model.Misused)
}
