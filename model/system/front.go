package system

import (
	"sync"
	"sync/atomic"

	"github.com/anel-mc/mc/model"
)

// System is a compiled model: a transition system over vectors of Width integers, together with what is needed to show
// its states and events to people. Its methods may be called concurrently.
//
// # Layout of the vector
//
// For each process, in the order of IDs: a slot for the process; one for whom it suspects, if there is a failure
// detector; one for its clock, if there are clocks; and one for each channel placed next to it (see channel.beside),
// so that what changes together is adjacent. Then a slot for each shared variable (several for a map; see shards.go);
// one for the remaining fault budget, if there is any; one for cut links, if links can be cut; one for the phase, if
// the system stabilises; one for the history of operations, if it is kept. A Machine's value takes the slots that its
// type needs.
type System struct {
	front
	asked questions

	constraint *Question   // nil if the model has no Constraint
	outside    atomic.Bool // the constraint was false in a state that was to be expanded
}

// front is a compiled model of one of the two kinds: an Instance (processes) or a Machine (machine).
type front interface {
	// Width is the number of slots of a vector.
	Width() int
	// Initial calls emit with each initial state, in a fixed order. The vector is only valid during the call. An error
	// is a *model.Error.
	Initial(emit func(v []uint32)) error
	// Classes are the classes of events, by number.
	Classes() []Class
	// Processes are the names of the processes; empty for a Machine.
	Processes() []string
	// Calls is how often user code has run so far, including verification.
	Calls() int64
	// Costs describes other costs of running the model, as reported by algorithms that have a method Cost. It is empty
	// for a Machine.
	Costs() []string
	// Learnt is how many results of handlers are known; a transition whose result is known runs no user code. It is 0
	// for a Machine.
	Learnt() int64
	// Owner returns the process in which an event happens, or -1 if there is none.
	Owner(event uint64) int
	// Obligation returns the fairness obligation of an event of state v; checkers.Fairness says which events have the
	// same.
	Obligation(v []uint32, event uint64) uint64
	// Messages returns how many messages a step puts into channels: those that its handler sends, except over a link that
	// is cut or to a process that has stopped for good. Messages sent by Process.Init are in transit in the initial
	// states; State.Messages has them. A Machine has no messages.
	Messages(before []uint32, event uint64, after []uint32) int
	// Describe appends the encoding of the content of a slot: the same in all operating-system processes for the same
	// content, and different for different contents of that slot. For types declared in functions, see package codec.
	Describe(b []byte, slot int, value uint32) []byte

	exits() *exit
	newStepper() Stepper
	events(v []uint32, wanted Selection) ([]Numbered, error)
	// window returns a window. before says that the states it shows are the first states of steps. What is read through
	// it is recorded in run, unless that is nil.
	window(before bool, run *run) window
	// lines describes a state for people.
	lines(v []uint32) []string
	// describeEvent sets e to an event of state v, as far as its number and the state determine it. It reads v as the
	// first state of a step.
	describeEvent(e *model.Event, v []uint32, event uint64, run *run)
}

// window is a model.Snapshot of the state last passed to show.
type window interface {
	model.Snapshot
	show(v []uint32)
}

// Stepper generates successors. It may be used by one goroutine at a time; several Steppers of one System may be used
// concurrently.
type Stepper interface {
	// Step calls emit for each event enabled in v, in a fixed order, with the slots that it writes and their new values,
	// which are only valid during the call. An error is a *model.Error.
	Step(v []uint32, emit func(event uint64, slots []int32, values []uint32)) error
}

// Numbered is a step that can be taken from a state, with the number of its event.
type Numbered struct {
	Step
	Number uint64
	// After is the state that the step leads to.
	After []uint32
}

// questions are the questions prepared for a system, including views, in the order of preparation.
type questions struct {
	mu   sync.Mutex
	list []*Question
}

func (q *questions) add(question *Question) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.list = append(q.list, question)
}
