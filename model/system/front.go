package system

import (
	"sync"
	"sync/atomic"

	"github.com/anel-mc/mc/model"
)

// System is a compiled model: a transition system over vectors of Width
// integers, with what is needed to show its states and events to people. Its
// methods may be called concurrently.
//
// # Layout of the vector
//
// For each process, in the order of IDs: a slot for the process; one for whom it suspects, if there is a failure
// detector; one for its clock, if there are clocks; and one for each channel placed next to it (see channel.beside),
// so that what changes together is adjacent. Then a slot for each shared variable; one for what is left of the fault
// budget, if there is any; one for cut links, if links can be cut; one for the phase, if the system stabilises; one
// for the history of operations, if it is kept. A Machine's value takes the slots that its type needs.
type System struct {
	front
	asked questions

	constraint *Question   // nil if the model has none
	outside    atomic.Bool // the constraint was false of a state that was to be expanded
}

// front is a way of writing systems.
type front interface {
	// Width is the number of slots of a vector.
	Width() int
	// Initial calls emit with each initial state, in a fixed order. The vector is only valid during the call. An error is
	// an *Error.
	Initial(emit func(v []uint32)) error
	// Classes are the classes of events, by number.
	Classes() []Class
	// Processes are the names of the processes; empty for a Machine.
	Processes() []string
	// Calls is how often user code has run so far, verification included.
	Calls() int64
	// Costs is what else running that cost, as told by algorithms that have a method Cost. A Machine tells nothing.
	Costs() []string
	// Learnt is how many results of handlers are known; a transition whose result is known runs no user code. A Machine
	// learns none.
	Learnt() int64

	newStepper() Stepper
	events(v []uint32) ([]Numbered, error)
	owner(event uint64) int
	obligation(v []uint32, event uint64) uint64
	messages(before []uint32, event uint64, after []uint32) int
	// window shows states, each of which is the first of two or not, and records what is read for run, if that is not
	// nil.
	window(before bool, run *run) window
	// lines describes a state.
	lines(v []uint32) []string
	// describeEvent sets e to an event of state v as far as its number and the state tell, which is read as the first of
	// two.
	describeEvent(e *model.Event, v []uint32, event uint64, run *run)
	// describe appends the encoding of what a slot holds; see System.Describe.
	describe(b []byte, slot int, value uint32) []byte
	// memoises says that the answers to a question about states should be memoized by the parts that it read.
	memoises() bool
}

// window is a model.Snapshot of the state that it was last told to show.
type window interface {
	model.Snapshot
	show(v []uint32)
}

// Stepper generates successors. It is used by one goroutine at a time; several Steppers of one System may be used
// concurrently.
type Stepper interface {
	// Step calls emit for each event enabled in v, in a fixed order, with
	// the slots that it writes and their new values, which are only good
	// during the call. An error is an *Error.
	Step(v []uint32, emit func(event uint64, slots []int32, values []uint32)) error
}

// Numbered is a step that can be taken from a state, with the engine's number for its event.
type Numbered struct {
	Step
	Number uint64
	// After is the state that the step leads to.
	After []uint32
}

// questions are those that were prepared for a system, views among them, in that order. Each is a *Question.
type questions struct {
	mu   sync.Mutex
	list []any
}

func (q *questions) add(question any) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.list = append(q.list, question)
}
