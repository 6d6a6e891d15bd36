package random

import (
	"slices"
	"sync"

	"github.com/anel-mc/mc/explore"
)

// Restrict returns the part of sys in which only events happen for which allowed is true; allowed is called
// concurrently. A state without events in this part may have some in sys, so explore.AtRest has to be used instead of
// Check.Quiescent.
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

// Begun returns a System like sys that computes the initial states only once, for many simulations.
func Begun(sys explore.System) explore.System { return &begun{System: sys} }

type begun struct {
	explore.System
	once    sync.Once
	initial [][]uint32
	err     error
}

func (b *begun) Initial(emit func(v []uint32)) error {
	b.once.Do(func() {
		b.err = b.System.Initial(func(v []uint32) { b.initial = append(b.initial, slices.Clone(v)) })
	})
	for _, v := range b.initial {
		emit(v)
	}
	return b.err
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
