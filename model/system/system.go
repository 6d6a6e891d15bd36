package system

import (
	"errors"
	"fmt"

	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/internal/erased"
)

// Compile prepares m for exploration. If m is not valid, the error reports everything that is wrong with it.
func Compile(m model.Model) (*System, error) {
	if m == nil {
		return nil, errors.New("there is no model: it is nil")
	}
	if _, ok := m.(*model.Instance); ok {
		return nil, errors.New("the model is a pointer to an Instance: pass the Instance itself")
	}
	if err := m.Validate(); err != nil {
		return nil, err
	}
	var f front
	var err error
	var constraint func(model.State) bool
	switch m := m.(type) {
	case model.Instance:
		f, err = compileInstance(m)
		constraint = m.Constraint
	case erasedModel:
		var e erased.Machine
		e, constraint = m.Erased()
		f, err = compileMachine(e)
	default:
		err = fmt.Errorf("a %T is neither an Instance nor a Machine", m)
	}
	if err != nil {
		return nil, err
	}
	s := &System{front: f}
	if sys, ok := f.(*processes); ok {
		for _, v := range sys.inst.Views {
			if err := s.See(v); err != nil {
				return nil, err
			}
		}
	}
	if constraint != nil {
		s.constraint = s.AskStates("Constraint", func(v model.State) Answer { return Truth(constraint(v)) })
	}
	return s, nil
}

// NewStepper returns a Stepper for one goroutine. That of an Instance without a Constraint is also an
// explore.SleepStepper.
func (s *System) NewStepper() Stepper {
	if s.constraint != nil {
		return &constrained{s.newStepper(), s}
	}
	return s.newStepper()
}

// Owed reports whether the system owes an event; see Class.
func (s *System) Owed(event uint64) bool {
	class, _, _, _ := parts(event)
	return s.Classes()[class].Owed
}

// Event describes an event of state v, without the effects of its handler.
func (s *System) Event(v []uint32, event uint64) model.Event { return eventOf(s.front, v, event) }

func eventOf(f front, v []uint32, event uint64) (e model.Event) {
	f.describeEvent(&e, v, event, nil)
	return e
}

// Fault reports whether an event is a failure.
func (s *System) Fault(event uint64) bool {
	class, _, _, _ := parts(event)
	return Failure(s.Classes()[class].Kind)
}

// State returns state v as a model.State. v must not change as long as that is used.
func (s *System) State(v []uint32) model.State { return stateOf(s.front, v, false, nil) }

// stateOf returns state v, seen through a window of its own.
func stateOf(f front, v []uint32, before bool, run *run) model.State {
	w := f.window(before, run)
	w.show(v)
	return model.NewState(w)
}
