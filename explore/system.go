package explore

// System is the interface between models and searches: a transition system over vectors of Width uint32. Anything that
// can be described in this form can be searched; the search knows nothing else about it.
//
// A System must be deterministic: equal vectors always have the same events, in the same order, leading to the same
// vectors.
type System interface {
	// Width is the number of slots of a vector, at least 1. It never changes.
	Width() int

	// Initial calls emit once for each initial state, in a fixed order.
	// Duplicates are allowed. v is only read during the call.
	Initial(emit func(v []uint32)) error

	// Stepper returns a Stepper, which computes successors. Each worker asks for its own; Steppers of one System may run
	// concurrently.
	Stepper() Stepper
}

// Stepper computes the successors of states. One Stepper is used by one
// goroutine at a time.
type Stepper interface {
	// Step calls emit once for each event that is enabled in v, in a fixed order. The events of one state differ from
	// each other. slots and values are what the event writes: values[i] goes into slot slots[i], each slot at most
	// once, possibly the value it already has. Both are only read during the call of emit. v stays valid and
	// unchanged during Step, and Step must not change it.
	Step(v []uint32, emit func(event uint64, slots []int32, values []uint32)) error
}

// Apply sets next to what v becomes when a Stepper emits that slots are written.
func Apply(next, v []uint32, slots []int32, values []uint32) {
	copy(next, v)
	for i, slot := range slots {
		next[slot] = values[i]
	}
}

// MaxClasses is the number of different classes that events can have.
const MaxClasses = 1 << (64 - classShift)

const classShift = 52

// Class returns the class of an event: its top 12 bits. A system chooses what
// a class stands for, such as an act, a handler or a fault; the search counts the
// transitions of each. The other bits of an event are the system's own. Events
// are ordered as integers wherever a tie has to be broken.
func Class(event uint64) int { return int(event >> classShift) }

// Check is a question asked while searching. Exactly one of State, Quiescent and Step is set. It returns true where it
// finds what it is looking for; whether that is a violation or a welcome witness, only the caller knows.
//
// Checks are called by several workers at once, possibly more than once with
// the same arguments, and must answer the same each time. The vectors are
// only valid during the call and must not be changed.
type Check struct {
	// Name says which check failed when it returns an error.
	Name string

	// State is evaluated on each state.
	State func(v []uint32) (bool, error)

	// Quiescent is evaluated on each state that has no enabled event, or none that Options.Owed counts.
	Quiescent func(v []uint32) (bool, error)

	// Invisible, which may accompany State, reports that no transition can make State false by what it changes in a slot:
	// if that is so of all slots that a transition changes, State is true after it if it was true before, whatever else
	// has happened or will happen; most often because State does not depend on these. It is used in searches that leave
	// out states.
	Invisible func(slot int32, was, is uint32) bool

	// Same, which may accompany State, reports that the answer of State is the same in two states as far as a slot goes in
	// which they differ, if State has been asked of the first: it is the same if that is so of all these slots.
	Same func(slot int32, was, is uint32) bool

	// Step is evaluated on each transition.
	Step func(v []uint32, event uint64, next []uint32) (bool, error)

	// Emitted, which may accompany Step, is the same, and is told the Stepper that may be emitting the transition.
	Emitted func(by Stepper, v []uint32, event uint64, next []uint32) (bool, error)
}

// Capabilities are what a System may declare about itself besides. Each lets a search save work, or leave out states,
// and none changes an answer. A nil field declares nothing.
type Capabilities struct {
	_ struct{}

	// Independence says which events are independent of each other. Then most successors need not be looked up; see
	// sleep.go. No state, count or order depends on it.
	Independence Independence

	// Dependence, with Independence, retracts some of what that says as the search proceeds.
	Dependence DynamicDependence

	// SleepStepper, with Independence, returns a Stepper to be used instead of that of System.Stepper: it need not
	// compute all successors.
	SleepStepper func() SleepStepper

	// PersistentSets returns what computes persistent sets: events of a state that may stand for all of its events. It is
	// for PartialOrder; see por.go. Each worker asks for its own; several may be used concurrently.
	PersistentSets func() PersistentSets

	// Representatives returns what computes the representative of each state's orbit. It is for Symmetry; see
	// symmetry.go. Each worker asks for its own; several may be used concurrently.
	Representatives func() Representatives
}

// Capable is a System with Capabilities. Embedding a Capable system in a field of type System does not make the
// wrapper Capable: it has to declare what is true of itself.
type Capable interface {
	System
	Capabilities() Capabilities
}

// capabilitiesOf is the only place that asks a System what it can do.
func capabilitiesOf(sys System) Capabilities {
	if c, ok := sys.(Capable); ok {
		return c.Capabilities()
	}
	return Capabilities{}
}

// Independence says which events are independent of each other.
//
// Events belong to groups. Two groups are independent when the events of one neither affect nor are affected by those
// of the other: in any state in which both have events,
//
//   - taking an event of one group leaves exactly the same events of the other enabled, and they do
//     the same as before;
//   - in either order, two events of them lead to the same state.
//
// So appending to a queue and removing its first element are independent, since nothing can be removed from an empty
// queue.
//
// Within a state, a Stepper emits the events of groups in ascending order of the groups. Events that belong to no
// group may come anywhere.
type Independence interface {
	// Groups is how many groups there are, at most MaxGroups; 0 means that nothing is known to be independent.
	Groups() int

	// Group returns the group of an event, or -1.
	Group(event uint64) int

	// Independent returns the groups that a group is independent of, a bit each. The relation is symmetric and
	// irreflexive.
	Independent(group int) uint64
}

// MaxGroups is the largest number of groups of events.
const MaxGroups = 64

// DynamicDependence is for a System that learns about some dependences between groups only when its Steppers examine
// their events, be it to emit them or to find that they are not enabled.
type DynamicDependence interface {
	// Dependent returns the groups, a bit each, on which a group depends even if Independent says otherwise. It must be
	// right about all events examined so far, in the states in which they were examined. It may be called concurrently.
	//
	// By the argument of sleep.go, every event that sleeps was examined before, and so was the event by which a state was
	// found: the sleep set of the state is computed after that. So it does not matter that the dependences of events
	// still to come are unknown.
	Dependent(group int) uint64
}

// SleepStepper is a Stepper that need not compute the successors of sleeping events.
type SleepStepper interface {
	Stepper

	// StepAwake is Step, except that for events of the groups in sleep it may call slept instead of emit. If known is
	// set, each of these groups has events in v, and all of them were emitted in an earlier state, where they were the
	// same.
	StepAwake(v []uint32, sleep uint64, known bool,
		emit func(event uint64, slots []int32, values []uint32), slept func(event uint64)) error
}

// PersistentSets computes persistent sets of events. It is used by one goroutine at a time.
type PersistentSets interface {
	// Sets calls offer for one persistent set of v after the other until it returns true. The order is fixed, and should
	// begin with the sets that leave out most. Let w be a sequence of events that can happen from v on, none of them in
	// the set. If an event t of the set can follow w, then some event of the set can happen in v and, followed by a
	// sequence no longer than w, lead to the state that w and t lead to. v is only read during the call.
	Sets(v []uint32, offer func() bool)

	// Step is that of a Stepper, but emits only the events of the set being offered.
	Step(v []uint32, emit func(event uint64, slots []int32, values []uint32)) error

	// Key reports whether an event of that set, enabled in v, remains enabled after every such w, and commutes with it: w
	// after the event leads to the same state as the event after w.
	Key(event uint64) bool
}

// Representatives computes representatives of states. All states of an orbit must have transitions to the same orbits,
// by events of the same classes. It is up to the System to ensure this; it can fail with an error at any time. One
// goroutine uses it at a time.
type Representatives interface {
	// Representative replaces v by the representative of its orbit. It is the same for each state of the orbit, and does
	// not depend on timing.
	Representative(v []uint32) error
}
