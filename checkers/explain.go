package checkers

import (
	"errors"

	"github.com/anel-mc/mc/checkers/explain"
	"github.com/anel-mc/mc/counterexamples"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system"
)

// Explain finds out why an execution shows what it does, and stores the result in its Slice: the steps in the causal
// past of what p read, what p read and, if the system is stuck or repeats something for ever, what prevents the acts
// of each process. It reports whether the execution still violates p (or is a witness, or costs something); if not,
// there is nothing to explain and no Slice.
//
// If p is about a deadlock or liveness, something that should have happened is missing. Then two more kinds of steps
// matter: failures that last to the end, and steps that took a message sent by a step that matters. The loop of a
// lasso is kept whole. For a Cost every step matters. The error is a *Failure if the model is at fault.
func Explain(e *counterexamples.Execution, p Property) (shown bool, err error) {
	return inParts(e, p, func(p Property, q question) (shown bool, err error) {
		if p.kind != KindCost {
			if _, shown, err = q.shows(e); !shown || err != nil {
				return false, err
			}
		}
		subject := explain.Subject{Name: p.name}
		switch p.kind {
		case KindStep:
			subject.Sort = explain.Step
		case KindCost:
			subject.Sort = explain.Sum
		}
		if subject.Criterion, err = criterion(e, p.kind, q); err == nil {
			err = explain.Why(e, subject)
		}
		if errors.As(err, new(*model.Error)) {
			err = &Failure{Err: err, Execution: e}
		}
		return err == nil, err
	})
}

// criterion returns where the explanation of an execution starts.
func criterion(e *counterexamples.Execution, kind Kind, q question) (m counterexamples.Criterion, err error) {
	n := e.Len()
	switch {
	case q.graphQuery != nil:
		m, err = q.graphQuery.criterion(e)
	case q.reads == nil:
		m = allSteps(e)
	default:
		var was, is []system.Location
		was, is, err = q.reads(lastStep(e))
		if kind == KindStep {
			m.Steps = append(m.Steps, n-1)
			m.Readings = append(m.Readings, counterexamples.Reading{State: n - 1, Locations: was})
		}
		m.Readings = append(m.Readings, counterexamples.Reading{State: n, Locations: is})
	}
	m.Rest = kind == KindDeadlock || kind.Live()
	return m, err
}

// criterion implements graphQuery: what the property reads in the loop, or in the last state.
func (d *livenessQuery) criterion(e *counterexamples.Execution) (m counterexamples.Criterion, err error) {
	from := e.Len()
	if loop := e.Trace.Loop; loop != nil {
		from = *loop
	}
	for i := from; i < e.Len(); i++ {
		m.Steps = append(m.Steps, i)
	}
	read := func(i, state int) error {
		_, places, err := d.questions[i].Reads(nil, 0, e.Vector(state))
		m.Readings = append(m.Readings, counterexamples.Reading{State: state, Locations: places})
		return err
	}
	for i := range d.questions {
		if d.kind == KindLeadsTo && i == 1 {
			continue
		}
		for k := from; k <= e.Len(); k++ {
			if err := read(i, k); err != nil {
				return m, err
			}
		}
	}
	if d.kind != KindLeadsTo {
		return m, nil
	}
	// The last state that should have been followed by another.
	for k := e.Len(); k >= 0; k-- {
		if is, err := d.is(1, e.Vector(k)); is || err != nil {
			return m, errors.Join(err, read(1, k))
		}
	}
	return m, nil
}

// criterion implements graphQuery: the first state of each set, and the last state.
func (p *past) criterion(e *counterexamples.Execution) (m counterexamples.Criterion, err error) {
	for i := range p.questions {
		k, err := p.first(i, e)
		if k < 0 {
			continue
		}
		var places []system.Location
		if err == nil {
			_, places, err = p.questions[i].Reads(nil, 0, e.Vector(k))
		}
		if err != nil {
			return m, err
		}
		m.Readings = append(m.Readings, counterexamples.Reading{State: k, Locations: places})
	}
	return m, nil
}
