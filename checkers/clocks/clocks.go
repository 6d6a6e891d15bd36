// Package clocks has the well-known properties of the timestamps of logical clocks; use checkers.Causal for others.
// The processes of the instance must be observed: see model.Causality.
package clocks

import (
	"cmp"
	"fmt"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/counterexamples"
	"github.com/anel-mc/mc/model"
)

// Condition is the property that timestamps respect causality: if event a happened before event b, then less holds
// for their timestamps (Lamport 1978, the clock condition). c is what the processes of the instance are observed
// with.
func Condition[T any](name string, c model.Causality[T], less func(a, b T) bool) checkers.Property {
	return causal(name, c, less, condition[T])
}

// Converse is the property that timestamps imply causality: if less holds for the timestamps of two events, then the
// first happened before the second. Lamport's clocks do not have it.
func Converse[T any](name string, c model.Causality[T], less func(a, b T) bool) checkers.Property {
	return causal(name, c, less, converse[T])
}

// Characterization is the property that timestamps characterize causality: they satisfy the clock condition and its
// converse. Vector clocks have it, with the order that compares every component (Mattern, "Virtual Time and Global
// States of Distributed Systems", 1989; Fidge 1988).
func Characterization[T any](name string, c model.Causality[T], less func(a, b T) bool) checkers.Property {
	return causal(name, c, less, func(s model.State, a, b model.Stamped[T], less func(a, b T) bool) error {
		return cmp.Or(condition(s, a, b, less), converse(s, a, b, less))
	})
}

// Monotone is the property that timestamps grow at each process: less holds for those of an event and of each later
// event of the same process. If less is true of equal timestamps as well, they only must not decrease.
func Monotone[T any](name string, c model.Causality[T], less func(a, b T) bool) checkers.Property {
	return causal(name, c, less, func(s model.State, a, b model.Stamped[T], less func(a, b T) bool) error {
		if a.Process != b.Process {
			return nil
		}
		return condition(s, a, b, less)
	})
}

// causal is Causal for something about less.
func causal[T any](name string, c model.Causality[T], less func(a, b T) bool,
	holds func(s model.State, a, b model.Stamped[T], less func(a, b T) bool) error) checkers.Property {
	if less == nil {
		return checkers.Causal(name, c, nil) // which a check refuses
	}
	return checkers.Causal(name, c, func(s model.State, a, b model.Stamped[T]) error { return holds(s, a, b, less) })
}

func condition[T any](s model.State, a, b model.Stamped[T], less func(a, b T) bool) error {
	if !a.HappenedBefore(b) || less(a.At, b.At) {
		return nil
	}
	return fmt.Errorf("%s happened before %s, and %s is not less than %s", Name(s, a), Name(s, b),
		counterexamples.Format(a.At), counterexamples.Format(b.At))
}

func converse[T any](s model.State, a, b model.Stamped[T], less func(a, b T) bool) error {
	if !less(a.At, b.At) || a.HappenedBefore(b) {
		return nil
	}
	truth := "it did not happen before it: they are concurrent"
	if b.HappenedBefore(a) {
		truth = "it happened after it"
	}
	return fmt.Errorf("%s has a lower timestamp than %s, and %s", Name(s, a), Name(s, b), truth)
}

// Name names an event in an explanation: event 2 of p1 (stamp 3).
func Name[T any](s model.State, e model.Stamped[T]) string {
	return fmt.Sprintf("event %d of %s (stamp %s)", e.Number, s.Name(e.Process), counterexamples.Format(e.At))
}
