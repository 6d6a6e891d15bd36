package random

import "github.com/anel-mc/mc/explore"

// Restrict returns the part of sys in which only some of the events happen: those of which
// allowed, which is called concurrently, says so. A state of it without events may have some in sys:
// ask AtRest instead of Check.Quiescent.
func Restrict(sys explore.System, allowed func(v []uint32, event uint64) bool) explore.System {
	return &restricted{sys, allowed}
}

type restricted struct {
	explore.System
	allowed func(v []uint32, event uint64) bool
}

func (r *restricted) Stepper() explore.Stepper {
	return &restrictedStepper{r.System.Stepper(), r.allowed}
}

type restrictedStepper struct {
	explore.Stepper
	allowed func(v []uint32, event uint64) bool
}

func (r *restrictedStepper) Step(v []uint32, emit func(event uint64, slots []int32, values []uint32)) error {
	return r.Stepper.Step(v, func(event uint64, slots []int32, values []uint32) {
		if r.allowed(v, event) {
			emit(event, slots, values)
		}
	})
}
