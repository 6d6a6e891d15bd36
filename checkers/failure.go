package checkers

import (
	"errors"

	"github.com/anel-mc/mc/counterexamples"
	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system"
)

// fault wraps the error that ended a search, with the execution that leads to it if known.
func fault(sys *system.System, err error) error {
	if errors.As(err, new(*Failure)) { // it may have come through a study within a study
		return err
	}
	failure, is := errors.AsType[*explore.Failure](err)
	if is {
		err = failure.Err
		if failure.Path.Initial != nil {
			if e, describing := execution(sys, failure.Path); describing == nil {
				return &Failure{Err: err, Execution: e}
			}
		}
	}
	if is || errors.As(err, new(*model.Error)) {
		return &Failure{Err: err}
	}
	return err
}

func execution(sys *system.System, path explore.Path) (*counterexamples.Execution, error) {
	events := make([]uint64, len(path.Steps))
	for i, s := range path.Steps {
		events[i] = s.Event
	}
	return counterexamples.New(sys, path.Initial, events)
}

// lastStep returns the last step of an execution or, if it has no steps, its only state twice.
func lastStep(e *counterexamples.Execution) (before []uint32, event uint64, after []uint32) {
	n := e.Len()
	if n == 0 {
		return e.Vector(0), 0, e.Vector(0)
	}
	return e.Vector(n - 1), e.Number(n - 1), e.Vector(n)
}

// Failure is the error of a check whose model is at fault.
type Failure struct {
	// Err is what went wrong, usually a *model.Error.
	Err error
	// Execution leads to the point where it went wrong; it is nil if that was before the first state.
	Execution *counterexamples.Execution
}

func (f *Failure) Error() string { return f.Err.Error() }

// Unwrap returns f.Err.
func (f *Failure) Unwrap() error { return f.Err }
