package checkers

import (
	"fmt"
	"slices"

	"github.com/anel-mc/mc/counterexamples"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system"
)

// ClockCondition is the property that timestamps respect causality: if event a happened before event b, then less
// holds for their timestamps (Lamport 1978, the clock condition). c is what the processes of the instance are
// observed with.
func ClockCondition[T any](name string, c model.Causality[T], less func(a, b T) bool) Property {
	return Causal(name, c, func(s model.State, a, b model.Stamped[T]) error { return clockCondition(s, a, b, less) })
}

// ConverseClockCondition is the property that timestamps imply causality: if less holds for the timestamps of two
// events, then the first happened before the second. Lamport's clocks do not have it.
func ConverseClockCondition[T any](name string, c model.Causality[T], less func(a, b T) bool) Property {
	return Causal(name, c, func(s model.State, a, b model.Stamped[T]) error { return converse(s, a, b, less) })
}

// CharacterizesCausality is the property that timestamps are ordered exactly as the events
// happened: the clock condition and its converse. Vector clocks have it, with the order that compares
// every component (Mattern, "Virtual Time and Global States of Distributed Systems", 1989; Fidge 1988).
func CharacterizesCausality[T any](name string, c model.Causality[T], less func(a, b T) bool) Property {
	return Causal(name, c, func(s model.State, a, b model.Stamped[T]) error {
		if wrong := clockCondition(s, a, b, less); wrong != nil {
			return wrong
		}
		return converse(s, a, b, less)
	})
}

// MonotoneTimestamps is the property that timestamps grow at each process: less holds for those of an event and of
// each later event of the same process. If less is true of equal timestamps as well, they must merely not decrease.
func MonotoneTimestamps[T any](name string, c model.Causality[T], less func(a, b T) bool) Property {
	return Causal(name, c, func(s model.State, a, b model.Stamped[T]) error {
		if a.Process != b.Process {
			return nil
		}
		return clockCondition(s, a, b, less)
	})
}

// Causal is an invariant of any two different events of an execution, for properties of your own: holds is called
// with all pairs a, b, in both orders, and returns nil for good ones. Its state is for names. The result for two
// processes with the same events is remembered.
func Causal[T any](name string, c model.Causality[T], holds func(s model.State, a, b model.Stamped[T]) error) Property {
	return Property{name: name, kind: KindInvariant, bind: func(sys *system.System) (question, error) {
		// A question for each two processes, so that each looks at two chronicles only.
		var all []*system.Question
		for q := range model.ID(sys.State(nil).N()) {
			for p := range q + 1 {
				asked := sys.AskStates(name, unless(func(s model.State) error { return pairs(s, c, p, q, holds) }))
				all = append(all, asked.Lasts(nil))
			}
		}
		wrong := func(v []uint32) (p *system.Question, a system.Answer, fault error) {
			for _, p := range all {
				if a, fault = p.State(v); a.Value == system.No || fault != nil {
					return p, a, fault
				}
			}
			return nil, a, nil
		}
		q := stateQuestion(name, func(v []uint32) (a system.Answer, fault error) {
			_, a, fault = wrong(v)
			return a, fault
		}, system.No)
		q.check.Invisible = func(before, after []uint32) bool {
			return !slices.ContainsFunc(all, func(q *system.Question) bool { return !q.Invisible(before, after) })
		}
		q.aspects = func() (asked []system.Aspects) {
			for _, p := range all {
				asked = append(asked, p.Aspects(system.No))
			}
			return asked
		}
		q.settle = func() (more bool) {
			for _, q := range all {
				more = q.Settle() || more
			}
			return more
		}
		q.reads = func(_ []uint32, _ uint64, after []uint32) (was, is []system.Location, err error) {
			p, _, err := wrong(after)
			if p == nil || err != nil {
				return nil, nil, err
			}
			return p.Reads(nil, 0, after)
		}
		return q, nil
	}}
}

// pairs asks of the events of p and q, or among those of one process.
func pairs[T any](s model.State, c model.Causality[T], p, q model.ID,
	holds func(s model.State, a, b model.Stamped[T]) error) error {
	as := c.Events(s, p)
	bs := as
	if p != q {
		bs = c.Events(s, q)
	}
	for _, a := range as {
		for _, b := range bs {
			if a.Process == b.Process && a.Number == b.Number {
				continue
			}
			if wrong := holds(s, a, b); wrong != nil {
				return wrong
			}
			if p == q {
				continue // it comes in the other order by itself
			}
			if wrong := holds(s, b, a); wrong != nil {
				return wrong
			}
		}
	}
	return nil
}

func clockCondition[T any](s model.State, a, b model.Stamped[T], less func(a, b T) bool) error {
	if !a.HappenedBefore(b) || less(a.At, b.At) {
		return nil
	}
	return fmt.Errorf("%s happened before %s, and %s is not less than %s", NameEvent(s, a), NameEvent(s, b),
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
	return fmt.Errorf("%s has a lower timestamp than %s, and %s", NameEvent(s, a), NameEvent(s, b), truth)
}

// NameEvent names an event in an explanation: event 2 of p1 (stamp 3).
func NameEvent[T any](s model.State, e model.Stamped[T]) string {
	return fmt.Sprintf("event %d of %s (stamp %s)", e.Number, s.Name(e.Process), counterexamples.Format(e.At))
}
