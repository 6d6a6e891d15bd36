package checkers

import (
	"errors"
	"fmt"

	"github.com/anel-mc/mc/checkers/internal/stuck"
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
		err = named(sys, failure)
		if failure.Path.Initial != nil {
			if e, describing := execution(sys, failure.Path); describing == nil {
				return &Failure{Err: err, Execution: e}
			}
		}
	}
	if err == stuck.ErrExited && sys != nil {
		if e := sys.Exit(nil); e != nil {
			err = e
		}
	}
	if is || errors.As(err, new(*model.Error)) {
		return &Failure{Err: err}
	}
	return err
}

// named returns the error of a search with the name of the function that it is due to. Package explore does not know
// the name if that has ended its goroutine.
func named(sys *system.System, f *explore.Failure) error {
	switch {
	case errors.As(f.Err, new(*model.Error)):
	case f.Name != "":
		return fmt.Errorf("property %s: %w", f.Name, f.Err)
	case sys != nil:
		last := f.Path.Initial
		if n := len(f.Path.Steps); n > 0 {
			last = f.Path.Steps[n-1].State
		}
		if e := sys.Exit(last); e != nil {
			return e
		}
	}
	return f.Err
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
