package explore

// System is the waist of the toolkit: a transition system over vectors of Width uint32. Anything that can be
// described in this form can be searched; the search knows nothing else about it.
//
// A System must be deterministic: equal vectors always have the same events, in the same order, leading to the same
// vectors.
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
	// Step calls emit once for each event that is enabled in v, in a fixed order. The events of one state differ from
	// each other. slots and values are what the event writes: values[i] goes into slot slots[i], each slot at most
	// once, possibly the value it already has. Both are only read during the call of emit. v stays valid and
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

// Check is a question asked while searching. Exactly one of State, Quiescent and Step is set.
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

	// Quiescent is asked of each state that has no enabled event, or none that
	// Options.Owed counts.
	Quiescent func(v []uint32) (bool, error)

	// Invisible, which may accompany State, reports of a transition that State is true after it wherever it was
	// before, whatever else has happened or will: most often since State does not depend on what it changed. It is
	// asked in a search that leaves out states.
	Invisible func(v []uint32, next []uint32) bool

	// Step is asked of each transition.
	Step func(v []uint32, event uint64, next []uint32) (bool, error)
}

// Capabilities are what a System may tell of itself besides. Each lets a search leave out work, or states, and none
// changes an answer. What is nil is not told.
type Capabilities struct {
	_ struct{}

	// Independence says which events are independent of each other. Most successors need not be looked up then; see
	// sleep.go. No state, count or order depends on it.
	Independence Independence

	// Dependence, with Independence, takes back some of what that says as the search goes on.
	Dependence DynamicDependence

	// SleepStepper, with Independence, returns a Stepper that is used in place of one of System.Stepper: one that
	// need not make all successors.
	SleepStepper func() SleepStepper

	// PersistentSets returns what tells which events of a state may stand for all of them. It is
	// for PartialOrder; see por.go. Each worker asks for one of its own; several may be used concurrently.
	PersistentSets func() PersistentSets

	// Representatives returns what tells which state stands for all that are alike. It is for Symmetry; see
	// symmetry.go. Each worker asks for one of its own; several may be used concurrently.
	Representatives func() Representatives
}

// Capable is a System that tells more of itself than it must. A wrapper that embeds a System is not Capable
// for that: it says anew what is true of itself.
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
// Events belong to groups. Two groups are independent when what the events of one do neither
// depends on nor changes what those of the other depend on or do: in any state in which both have events,
//
//   - taking an event of one group leaves exactly the same events of the other enabled, and they do
//     the same as before;
//   - in either order, two events of them lead to the same state.
//
// So to put something at the end of a queue and to take something from its beginning are independent, since
// nothing can be taken from a queue that is empty.
//
// Within a state, a Stepper emits the events of groups in ascending order of the groups. Events that
// belong to no group may stand anywhere.
type Independence interface {
	// Groups is how many groups there are: 0 tells nothing, and at most MaxGroups.
	Groups() int

	// Group returns the group of an event, or -1.
	Group(event uint64) int

	// Independent returns the groups that a group is independent of, a bit each. The
	// relation is symmetric, and no group is in it with itself.
	Independent(group int) uint64
}

// MaxGroups is how many groups of events there may be.
const MaxGroups = 64

// DynamicDependence is for a System that learns of some of the ways in which groups depend on each other when its
// Steppers look at their events, to emit them or to find that they are not enabled.
type DynamicDependence interface {
	// Dependent returns the groups, a bit each, of which a group is not independent whatever Independent says. It
	// must be right of all events that were looked at, in the states in which they were. It may be called
	// concurrently.
	//
	// Every event that sleeps was looked at before, by the argument of sleep.go, and so was the event that a state was
	// found by: what sleeps there is worked out after that. So it is no matter that nobody knows of the dependence of
	// events that are yet to come.
	Dependent(group int) uint64
}

// SleepStepper is a Stepper that need not make the successors of events that sleep.
type SleepStepper interface {
	Stepper

	// StepAwake is Step, but for events of the groups in sleep it may call slept in place of emit. If known is set,
	// each of these groups has events in v, and all of them were emitted in a state before, where they were the same.
	StepAwake(v []uint32, sleep uint64, known bool,
		emit func(event uint64, slots []int32, values []uint32), slept func(event uint64)) error
}

// PersistentSets tells persistent sets of states. It is used by one goroutine at a time.
type PersistentSets interface {
	// Sets calls offer for one set of events after the other until it returns true. The order is fixed, and the
	// first should be those that leave the most out. Let w be events that can happen one after the other from v on, none
	// of them in the set. Where an event of the set can follow, one of the set can happen in v, and after that some
	// that are no more than w lead to where it leads. v is only read during the call.
	Sets(v []uint32, offer func() bool)

	// Step is that of a Stepper, but emits only the events of the set that is being offered.
	Step(v []uint32, emit func(event uint64, slots []int32, values []uint32)) error

	// Key reports whether an event of that set, enabled in v, remains enabled after every such w, and leads to where
	// w leads if it happens first.
	Key(event uint64) bool
}

// Representatives finds the representatives of states, whose orbits are such that what can be done in one state of an
// orbit can be done in each, and leads to the same orbits by events of the same class. Whether that is so is the
// business of the System, which can fail at any time with an error. One goroutine uses it at a time.
type Representatives interface {
	// Representative replaces v by the representative of its orbit. It is the same for each state of the
	// orbit, and does not depend on timing.
	Representative(v []uint32) error
}
