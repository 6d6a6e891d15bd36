package checkers

import (
	"github.com/anel-mc/mc/counterexamples"
	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/model/system"
)

// Shows reports whether an execution shows, at its end, what its trace was saved for: a state or step that violates
// p, a state at rest in which a process still waits, or the wanted state. For a liveness property it reports whether
// the execution, with its loop (if any) repeated for ever, is fair and violates p. The explanation is the property's
// own, and e.Beside is set to its additional column. If more may happen after the end, because it is outside the
// Constraint or anybody has looked at a clock at rest, nothing is shown that depends on it, and the explanation says
// so. It also says why an execution that shows nothing may be another than that of its trace. The error is a *Failure
// if the model is at fault.
func Shows(e *counterexamples.Execution, p Property) (explanation string, shown bool, err error) {
	shown, err = inParts(e, p, func(p Property, q question) (shown bool, err error) {
		explanation, shown, err = q.shows(e)
		if err != nil {
			return false, err
		}
		hidden, err := p.hidden(e, shown)
		switch {
		case hidden != "": // it may go on where it seems to end
			explanation, shown = Clipped(hidden), false
		case !shown:
			explanation = ""
		default:
			e.Beside = p.beside
		}
		return shown, err
	})
	if err == nil && !shown && explanation == "" {
		explanation = e.Unsure()
	}
	return explanation, shown, err
}

// hidden says what keeps hidden how the execution goes on, if that decides whether it shows the property.
func (p Property) hidden(e *counterexamples.Execution, shown bool) (string, error) {
	end := e.Vector(e.Len())
	switch within, err := counterexamples.SystemOf(e).Within(end); {
	case err != nil, p.kind != KindDeadlock && !p.kind.Live():
		return "", err
	case !shown && (within || p.kind.Live()): // a NoDeadlock is never shown outside the Constraint
		return "", nil
	}
	return counterexamples.SystemOf(e).Hidden(end)
}

// questionOf binds a property, which is no All, to the system of an execution.
func questionOf(e *counterexamples.Execution, p Property) (question, error) {
	if err := validate([]Property{p}); err != nil {
		return question{}, err
	}
	return bindTo(counterexamples.SystemOf(e), p)
}

// inParts calls shows for the parts of a property one after the other until it returns true.
func inParts(e *counterexamples.Execution, p Property, shows func(Property, question) (bool, error)) (bool, error) {
	if err := validate([]Property{p}); err != nil {
		return false, err
	}
	for _, part := range flatten([]Property{p}) {
		q, err := bindTo(counterexamples.SystemOf(e), part)
		if err != nil {
			return false, err
		}
		if shown, err := shows(part, q); shown || err != nil {
			return shown, err
		}
	}
	return false, nil
}

// shows is Shows for a bound property.
func (q question) shows(e *counterexamples.Execution) (explanation string, shown bool, err error) {
	if q.graphQuery != nil {
		if explanation, shown, err = q.graphQuery.shows(e); err != nil {
			err = &Failure{Err: err, Execution: e}
		}
		return explanation, shown, err
	}
	before, event, after := lastStep(e)
	shown, err = shows(counterexamples.SystemOf(e), q.check, e.Len() > 0, before, event, after)
	if err != nil {
		return "", false, &Failure{Err: err, Execution: e}
	}
	if shown {
		explanation = q.explain(before, event, after)
	}
	return explanation, shown, nil
}

// Shows reports whether the check of a question is true of a step or, if moved is false, of the state after. It is
// false for a property of whole executions.
func (b *Bound) Shows(q Question, moved bool, before []uint32, event uint64, after []uint32) (bool, error) {
	return shows(b.sys, q.question.check, moved, before, event, after)
}

// shows reports whether a check is true of a step or of the state after it.
func shows(sys *system.System, c explore.Check, moved bool, before []uint32, event uint64, after []uint32) (bool,
	error) {
	switch {
	case c.State != nil:
		return c.State(after)
	case c.Step != nil && moved:
		return c.Step(before, event, after)
	case c.Quiescent == nil:
		return false, nil
	}
	rest := true
	_, err := sys.Select(after, system.Selection{
		Further: func(uint64, int) bool { return rest },
		Want: func(event uint64) bool {
			rest = rest && !sys.Owed(event)
			return false
		}})
	if !rest || err != nil {
		return false, err
	}
	return c.Quiescent(after)
}
