package checkers

import (
	"github.com/anel-mc/mc/counterexamples"
)

// Shows reports whether an execution shows, at its end, what its trace was saved for: a state or step that violates
// p, a state at rest in which somebody waits, or the wanted state; or, for a liveness property, that with its loop,
// if it has one, repeated for ever it violates p and is fair. The explanation is the property's own, and so is what the
// execution then shows Beside. The error is a *Failure if the model is at fault.
func Shows(e *counterexamples.Execution, p Property) (explanation string, shown bool, err error) {
	shown, err = inParts(e, p, func(p Property, q question) (shown bool, err error) {
		explanation, shown, err = q.shows(e)
		if shown {
			e.Beside = p.beside
		}
		return shown, err
	})
	return explanation, shown, err
}

// of binds a single property to the system of an execution.
func (p Property) of(e *counterexamples.Execution) (question, error) {
	if err := validate([]Property{p}); err != nil {
		return question{}, err
	}
	return p.bind(e.System())
}

// inParts asks of an execution, for the parts of a property one after the other, until there is one that it shows.
func inParts(e *counterexamples.Execution, p Property, shows func(Property, question) (bool, error)) (bool, error) {
	if err := validate([]Property{p}); err != nil {
		return false, err
	}
	for _, part := range single([]Property{p}) {
		q, err := part.bind(e.System())
		if err != nil {
			return false, err
		}
		if shown, err := shows(part, q); shown || err != nil {
			return shown, err
		}
	}
	return false, nil
}

// lastStep returns the last step of an execution; without steps, its only state.
func lastStep(e *counterexamples.Execution) (before []uint32, event uint64, after []uint32) {
	n := e.Len()
	if n == 0 {
		return e.Vector(0), 0, e.Vector(0)
	}
	return e.Vector(n - 1), e.Number(n - 1), e.Vector(n)
}

// shows is Shows of a single property.
func (q question) shows(e *counterexamples.Execution) (explanation string, shown bool, err error) {
	if q.inquiry != nil {
		if explanation, shown, err = q.inquiry.shows(e); err != nil {
			err = &Failure{Err: err, Execution: e}
		}
		return explanation, shown, err
	}
	sys := e.System()
	before, event, after := lastStep(e)
	switch {
	case q.check.State != nil:
		shown, err = q.check.State(after)
	case q.check.Step != nil && e.Len() > 0:
		shown, err = q.check.Step(before, event, after)
	case q.check.Quiescent != nil:
		rest := true
		err = sys.NewStepper().Step(after, func(event uint64, _ []int32, _ []uint32) {
			rest = rest && !sys.Owed(event)
		})
		if rest && err == nil {
			shown, err = q.check.Quiescent(after)
		}
	}
	if err != nil {
		return "", false, &Failure{Err: err, Execution: e}
	}
	if shown {
		explanation = q.explain(before, event, after)
	}
	return explanation, shown, nil
}
