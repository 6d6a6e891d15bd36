package checkers

import (
	"slices"

	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system"
)

// Causal is an invariant of any two different events of an execution. c is what the processes of the instance are
// observed with. holds is called with every pair a, b, in both orders, and returns nil for good pairs; use its state
// for names only, since the result for two processes with the same events is remembered. Package clocks has the
// properties that clocks are known for.
func Causal[T any](name string, c model.Causality[T], holds func(s model.State, a, b model.Stamped[T]) error) Property {
	return causal(name, func(s model.State, p, q model.ID) error { return pairs(s, c, p, q, holds) }).needing(holds != nil)
}

// causal is Causal for what holds of the events of every two processes.
func causal(name string, holds func(s model.State, p, q model.ID) error) Property {
	return Property{name: name, kind: KindInvariant, bind: bindFunc(func(sys *system.System) (question, error) {
		// One question for each pair of processes, so that each reads two chronicles only.
		var all []*system.Question
		for q := range model.ID(sys.State(nil).N()) {
			for p := range q + 1 {
				asked := sys.AskStates(name, unless(func(s model.State) error { return holds(s, p, q) }))
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
		q.check.Invisible = func(slot int32, was, is uint32) bool {
			return !slices.ContainsFunc(all, func(q *system.Question) bool { return !q.Invisible(slot, was, is) })
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
	})}
}

// pairs applies holds to every event of p with every event of q, or to every two events of p if q is p.
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
				continue // the loops also produce the other order
			}
			if wrong := holds(s, b, a); wrong != nil {
				return wrong
			}
		}
	}
	return nil
}
