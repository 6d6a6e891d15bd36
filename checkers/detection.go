package checkers

import (
	"fmt"
	"slices"

	"github.com/anel-mc/mc/model"
)

// Detection asks which class of failure detector an algorithm implements, in the terms of Chandra and Toueg,
// "Unreliable Failure Detectors for Reliable Distributed Systems", Journal of the ACM 43(2), 1996. It is for
// processes that crash and do not recover: a correct process is one that never crashes.
type Detection struct {
	_ struct{}

	// N is the number of processes that suspect each other: the first N of the system.
	N int

	// Suspects reports whether process p, which is up, suspects another process q.
	Suspects func(s model.State, p, q model.ID) bool

	// Fairness and Assuming apply to the liveness properties: see Property.Under and Property.Assuming.
	Fairness Fairness
	Assuming []func(s model.State) bool
}

// The names of the properties of Detection.
const (
	StrongCompleteness     = "strong-completeness"
	WeakCompleteness       = "weak-completeness"
	StrongAccuracy         = "strong-accuracy"
	WeakAccuracy           = "weak-accuracy"
	EventualStrongAccuracy = "eventual-strong-accuracy"
	EventualWeakAccuracy   = "eventual-weak-accuracy"
)

// isUp is how Detection reads whether a process is up: State.Up would make its local states distinguishable.
var isUp = model.NewView("is up, for detection", model.State.Up)

// Properties returns six properties; Report.Classes combines their results.
//
//   - strong-completeness: eventually every process that has crashed is permanently suspected by every correct process;
//   - weak-completeness: eventually every process that has crashed is permanently suspected by some correct process;
//   - strong-accuracy: no process is suspected before it crashes;
//   - weak-accuracy: some correct process is never suspected;
//   - eventual-strong-accuracy: eventually no correct process is suspected by a correct process;
//   - eventual-weak-accuracy: eventually some correct process is not suspected by any correct process.
//
// A process that is up may stay up for ever, so each counts as correct until it crashes. Executions in which all
// processes crash satisfy every property.
func (d Detection) Properties() []Property {
	some := func(s model.State) bool { return d.any(func(p model.ID) bool { return isUp.In(s, p) }) }
	all := []Property{
		EventuallyAlways(StrongCompleteness, func(s model.State) bool {
			return !d.pair(func(p, q model.ID) bool { return isUp.In(s, p) && !isUp.In(s, q) && !d.Suspects(s, p, q) })
		}).Under(d.Fairness).Assuming(d.Assuming...),
		All(WeakCompleteness, forEach(d.N, func(q model.ID) Property {
			// Refuted by an execution in which q is down and no process that is up suspects it permanently.
			missed := []func(model.State) bool{some}
			for p := range model.ID(d.N) {
				if p != q {
					missed = append(missed, func(s model.State) bool { return !isUp.In(s, p) || !d.Suspects(s, p, q) })
				}
			}
			return EventuallyAlways(fmt.Sprintf("%s of %d", WeakCompleteness, q),
				func(s model.State) bool { return isUp.In(s, q) }).Under(d.Fairness).Assuming(d.Assuming...).Assuming(missed...)
		})...),
		Invariant(StrongAccuracy, func(s model.State) (wrong error) {
			d.pair(func(p, q model.ID) bool {
				if isUp.In(s, p) && isUp.In(s, q) && d.Suspects(s, p, q) {
					wrong = fmt.Errorf("%s suspects %s, which has not crashed", s.Name(p), s.Name(q))
				}
				return wrong != nil
			})
			return wrong
		}),
		NeverAll(WeakAccuracy, "every process that has not crashed has been suspected at some time", d.ever(), some),
		EventuallyAlways(EventualStrongAccuracy, func(s model.State) bool {
			return !d.pair(func(p, q model.ID) bool { return isUp.In(s, p) && isUp.In(s, q) && d.Suspects(s, p, q) })
		}).Under(d.Fairness).Assuming(d.Assuming...),
		EventuallyAlways(EventualWeakAccuracy, func(s model.State) bool { return !some(s) }).Under(d.Fairness).Assuming(
			d.Assuming...).Assuming(d.ever()...),
	}
	for i := range all {
		all[i] = all[i].looking(isUp)
		all[i].trait = trait(all[i].name)
		if d.N < 1 || d.N > maxSets || d.Suspects == nil {
			all[i].fault = fmt.Errorf("property %s: Detection must have Suspects, and an N of 1 to %d, not %d", all[i].name,
				maxSets, d.N)
		}
	}
	return all
}

// suspected reports whether q is down, or suspected now by a process that is up.
func (d Detection) suspected(s model.State, q model.ID) bool {
	return !isUp.In(s, q) || d.any(func(p model.ID) bool { return p != q && isUp.In(s, p) && d.Suspects(s, p, q) })
}

// ever returns for each process whether it is suspected.
func (d Detection) ever() []func(model.State) bool {
	return forEach(d.N, func(q model.ID) func(model.State) bool {
		return func(s model.State) bool { return d.suspected(s, q) }
	})
}

// forEach returns what of returns for each of the first n processes.
func forEach[T any](n int, of func(p model.ID) T) (all []T) {
	for p := range model.ID(n) {
		all = append(all, of(p))
	}
	return all
}

// any reports whether is returns true for some process.
func (d Detection) any(is func(p model.ID) bool) bool {
	for p := range model.ID(d.N) {
		if is(p) {
			return true
		}
	}
	return false
}

// pair reports whether is returns true for some two different processes.
func (d Detection) pair(is func(p, q model.ID) bool) bool {
	return d.any(func(p model.ID) bool { return d.any(func(q model.ID) bool { return p != q && is(p, q) }) })
}

// detectorClass is a class of failure detectors and what it requires.
type detectorClass struct {
	name                   string
	completeness, accuracy trait
}

func detectorClasses() []detectorClass {
	return []detectorClass{
		{"P", StrongCompleteness, StrongAccuracy},
		{"S", StrongCompleteness, WeakAccuracy},
		{"W", WeakCompleteness, WeakAccuracy},
		{"◇P", StrongCompleteness, EventualStrongAccuracy},
		{"◇S", StrongCompleteness, EventualWeakAccuracy},
		{"◇W", WeakCompleteness, EventualWeakAccuracy},
	}
}

// classesOf returns the classes that a detector is in, or nil if some property of Detection was not checked.
func classesOf(results []Result) []string {
	has := map[trait]Verdict{}
	for _, r := range results {
		if r.Property.trait != "" {
			has[r.Property.trait] = r.Verdict
		}
	}
	in := []string{}
	for _, c := range detectorClasses() {
		if has[c.completeness] == "" || has[c.accuracy] == "" {
			return nil
		}
		if has[c.completeness] == Holds && has[c.accuracy] == Holds {
			in = append(in, c.name)
		}
	}
	return in
}

// detected corrects Vacuous for the properties of Detection. They use assumptions to express what refutes them, and
// an assumption that is never true is no sign of a vacuous property. Completeness is vacuous if nobody crashes.
func detected(r *Report) {
	crashes := slices.ContainsFunc(r.Events, func(e EventCount) bool { return e.Kind == model.Crash && e.Count > 0 })
	for i := range r.Results {
		result := &r.Results[i]
		switch trait := result.Property.trait; {
		case trait == "":
		case (trait == StrongCompleteness || trait == WeakCompleteness) && result.Verdict == Holds && !crashes:
			result.Vacuous = "nobody crashes"
		default:
			result.Vacuous = ""
		}
	}
}
