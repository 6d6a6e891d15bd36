package explore

// System is the waist of the toolkit: a transition system over vectors of
// Width uint32. Whoever can describe something in this form can have it
// searched; the search knows nothing else about it.
//
// A System must be deterministic: equal vectors always have the same events, in
// the same order, leading to the same vectors.
type System interface {
	// Width is the number of slots of a vector, at least 1. It never changes.
	Width() int

	// Initial calls emit once for each initial state, in a fixed order.
	// Duplicates are allowed. v is only read during the call.
	Initial(emit func(v []uint32)) error

	// Stepper returns what computes successors. Each worker asks for one of
	// its own; Steppers of one System may run concurrently.
	Stepper() Stepper
}

// Stepper computes the successors of states. One Stepper is used by one
// goroutine at a time.
type Stepper interface {
	// Step calls emit once for each event that is enabled in v, in a fixed
	// order. The events of one state differ from each other. slots and values are what the event writes: values[i] goes into
	// slot slots[i], each slot at most once, possibly the value it already
	// has. Both are only read during the call of emit. v stays valid and
	// unchanged during Step, and Step must not change it.
	Step(v []uint32, emit func(event uint64, slots []int32, values []uint32)) error
}

// MaxClasses is the number of different classes that events can have.
const MaxClasses = 1 << (64 - classShift)

const classShift = 52

// Class returns the class of an event: its top 12 bits. A system chooses what
// a class stands for, such as an act, a handler or a fault; the search counts the
// transitions of each. The other bits of an event are the system's own. Events
// are ordered as integers wherever a tie has to be broken.
func Class(event uint64) int { return int(event >> classShift) }

// Check is a question asked while searching. Exactly one of State, Final and Step is set.
// It returns true for what is being looked for; whether that is a violation
// or a welcome witness, only the caller knows.
//
// Checks are called by several workers at once, possibly more than once with
// the same arguments, and must answer the same each time. The vectors are
// only valid during the call and must not be changed.
type Check struct {
	// Name says which check failed when it returns an error.
	Name string

	// State is asked of each state.
	State func(v []uint32) (bool, error)

	// Final is asked of each state that has no enabled event, or none that
	// Options.Owed counts.
	Quiescent func(v []uint32) (bool, error)

	// Invisible, which may accompany State, reports of a transition that State is true after it wherever it was before,
	// whatever else has happened or will: most often since State does not depend on what it changed. It is asked in a search that
	// leaves out states.
	Invisible func(v []uint32, next []uint32) bool

	// Step is asked of each transition.
	Step func(v []uint32, event uint64, next []uint32) (bool, error)
}
