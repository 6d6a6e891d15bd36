package system

import (
	"fmt"

	"github.com/anel-mc/mc/model"
)

// System is a compiled model: a transition system over vectors of Width
// integers, with what is needed to show its states and events to people. Its
// methods may be called concurrently.
//
// # Layout of the vector
//
// For each process, in the order of IDs: a slot for the process, followed by one for each
// channel out of it, so that what changes together stands together. Then a
// slot for each shared variable; one for what is left of the fault budget, if there
// is any; one for cut links, if links can be cut; one for the history of operations,
// if it is kept. A Machine's value takes the slots
// that its type needs.
type System struct {
	front
	asked questions
}

// front is a way of writing systems.
type front interface {
	// Width is the number of slots of a vector.
	Width() int
	// Initial calls emit with each initial state, in a fixed order. The vector
	// is only good during the call. An error is an *Error.
	Initial(emit func(v []uint32)) error
	// Classes are the sorts of events, indexed by the class of an event.
	Classes() []Class
	// Processes are the names of the processes; empty for a Machine.
	Processes() []string
	// Calls is how often user code has run so far, verification included.
	Calls() int64
	// Learnt is how many results of handlers are known; a transition by any other
	// way than for the first time runs no user code. A Machine learns none.
	Learnt() int64

	newStepper() Stepper
	probabilistic(o Odds) (Probabilistic, error)
	events(v []uint32) ([]Numbered, error)
	owner(event uint64) int
	obligation(v []uint32, event uint64) uint64
	messages(before []uint32, event uint64, after []uint32) int
	read(v []uint32, p part) uint32
	// state shows state v, which is the first of two or not, and records what is read for run, if that is not nil.
	state(v []uint32, before bool, run *run) model.State
	// eventOf describes an event of state v as far as its number and the state tell, which is read as the first of two.
	eventOf(v []uint32, event uint64, run *run) model.Event
	// again are what is remembered of the functions, each to be asked again; see AskAgain.
	again() []func() error
	// mutations implements System.Mutations.
	mutations() []Mutation
	// memoises says that a question about states should be remembered by the
	// parts that it read.
	memoises() bool
}

// Stepper generates successors. One goroutine uses it at a time; any number of Steppers
// of one System may be used concurrently.
type Stepper interface {
	// Step calls emit for each event enabled in v, in a fixed order, with
	// the slots that it writes and their new values, which are only good
	// during the call. An error is an *Error.
	Step(v []uint32, emit func(event uint64, slots []int32, values []uint32)) error
}

// Compile prepares m for exploration. It fails if m is not valid, with
// everything that is wrong with it.
func Compile(m model.Model) (*System, error) {
	if err := m.Validate(); err != nil {
		return nil, err
	}
	var f front
	var err error
	switch m := m.(type) {
	case model.Instance:
		f, err = compileInstance(m)
	case erasedModel:
		f, err = compileMachine(m.Erased())
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
	return s, nil
}

// NewStepper returns a Stepper for one goroutine.
func (s *System) NewStepper() Stepper { return s.newStepper() }

// Owner returns the process in which an event happens, or -1.
func (s *System) Owner(event uint64) int { return s.owner(event) }

// Owed reports whether the system owes an event; see Class.
func (s *System) Owed(event uint64) bool {
	class, _, _, _ := parts(event)
	return s.Classes()[class].Owed
}

// Obligation returns what an event of state v belongs to when fairness is
// counted: events of the same act of a process, of the same timer, of the same FIFO
// channel or of the same message in an unordered channel have the same number,
// others have not. A Machine's actions count by instance.
func (s *System) Obligation(v []uint32, event uint64) uint64 { return s.obligation(v, event) }

// Event describes an event of state v, without what its handler does.
func (s *System) Event(v []uint32, event uint64) model.Event {
	return s.eventOf(v, event, nil)
}

// Messages returns how many messages a step puts into channels: those that its handler sends,
// but for those over a link that is cut or to a process that has stopped for good. What
// Process.Init sends is on its way in the initial states: State.Messages has it. A
// Machine has no messages.
func (s *System) Messages(before []uint32, event uint64, after []uint32) int {
	return s.messages(before, event, after)
}

// Fault reports whether an event is a failure.
func (s *System) Fault(event uint64) bool {
	class, _, _, _ := parts(event)
	return s.Classes()[class].Kind.Fault()
}

// State returns a view of state v, which must stay unchanged as long as the view
// is used.
func (s *System) State(v []uint32) model.State { return s.state(v, false, nil) }
