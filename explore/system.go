package explore

// System is the interface between models and searches: a transition system over vectors of Width uint32 slots.
// Anything that can be described in this form can be searched; the search knows nothing else about it.
//
// A System must be deterministic: equal vectors always have the same events, in the same order, leading to the same
// vectors.
type System interface {
	// Width is the number of slots of a vector, at least 1. It never changes.
	Width() int

	// Initial calls emit once for each initial state, in a fixed order. Duplicates are allowed. emit may use v only
	// during the call, and must not change it.
	Initial(emit func(v []uint32)) error

	// Stepper returns a new Stepper, which computes successors. Each worker has its own; Steppers of one System may run
	// concurrently.
	Stepper() Stepper
}

// Stepper computes the successors of states. It is used by one goroutine at a time.
type Stepper interface {
	// Step calls emit once for each event that is enabled in v, in a fixed order. The events of one state are distinct.
	// slots and values are what the event writes: values[i] goes into slot slots[i]. A slot occurs at most once, and its
	// value may be the one it already has. Both slices are read only during the call of emit. v stays valid and
	// unchanged during Step, and Step must not change it.
	Step(v []uint32, emit func(event uint64, slots []int32, values []uint32)) error
}

// Apply sets next to the successor of v that a Stepper emits as slots and values.
func Apply(next, v []uint32, slots []int32, values []uint32) {
	copy(next, v)
	for i, slot := range slots {
		next[slot] = values[i]
	}
}

// MaxClasses is the number of different classes that events can have.
const MaxClasses = 1 << (64 - classShift)

const classShift = 52

// Class returns the class of an event: its top 12 bits. A system chooses what a class stands for, such as an act, a
// handler or a fault; the search counts the transitions of each class. The system is free to use the other bits of an
// event as it likes. Ties between events are broken by their order as integers.
func Class(event uint64) int { return int(event >> classShift) }

// Check is a question asked during a search. Exactly one of State, Quiescent and Step is set. It returns true where
// it finds what it is looking for; only the caller knows whether that is a violation or a welcome witness.
//
// Checks are called concurrently by several workers, possibly more than once with the same arguments, and must give
// the same answer each time. The vectors are valid only during the call and must not be changed.
type Check struct {
	// Name identifies the check in the error if it fails.
	Name string

	// State is evaluated on each state.
	State func(v []uint32) (bool, error)

	// Quiescent is evaluated on each state that has no enabled event, or none that is owed: see Options.Owed.
	Quiescent func(v []uint32) (bool, error)

	// Invisible, which may accompany State, reports that a slot can change from was to is without making State false. If
	// it is true of every slot that a transition changes, and State is true before the transition, State is true after
	// it, whatever other events happen before or afterwards. The usual reason is that State does not depend on the slot.
	// Searches that leave out states use it.
	Invisible func(slot int32, was, is uint32) bool

	// Same, which may accompany State, reports that a slot can change from was to is without changing the answer of
	// State, where State has already been evaluated on the state with was. If Same is true of every slot in which two
	// states differ, State has the same answer in both.
	Same func(slot int32, was, is uint32) bool

	// Step is evaluated on each transition.
	Step func(v []uint32, event uint64, next []uint32) (bool, error)

	// Emitted, which may accompany Step, may be called in its place and must give the same answer. It also receives the
	// Stepper that may be emitting the transition.
	Emitted func(by Stepper, v []uint32, event uint64, next []uint32) (bool, error)
}

// Capabilities are what a System may declare about itself beyond its transitions. Each lets a search save work or
// leave out states, and none changes an answer. A nil field declares nothing.
type Capabilities struct {
	_ struct{}

	// Independence says which events are independent of each other, so that most successors need not be looked up; see
	// sleep.go. No state, count or order depends on it.
	Independence Independence

	// Dependence, with Independence, retracts some of that independence as the search proceeds.
	Dependence DynamicDependence

	// SleepStepper, with Independence, returns a Stepper that replaces the one from System.Stepper and need not compute
	// all successors.
	SleepStepper func() SleepStepper

	// PersistentSets returns a new PersistentSets, which computes sets of events that may stand for all events of a
	// state. It is for PartialOrder; see por.go. Each worker has its own; several may be used concurrently.
	PersistentSets func() PersistentSets

	// Extents are sets of slots. Each transition changes slots of one of them only. They tell states that cannot have a
	// given successor without computing all successors; see vicinity.go.
	Extents [][]int32

	// Representatives returns a new Representatives, which computes the representative of each state's orbit. It is for
	// Symmetry; see symmetry.go. Each worker has its own; several may be used concurrently.
	Representatives func() Representatives
}

// Capable is a System with Capabilities. A wrapper that embeds it in a field of type System is not Capable: it has to
// declare its own Capabilities.
type Capable interface {
	System
	Capabilities() Capabilities
}

// capabilitiesOf returns the Capabilities of a System. Nothing else asks whether a System is Capable.
func capabilitiesOf(sys System) Capabilities {
	if c, ok := sys.(Capable); ok {
		return c.Capabilities()
	}
	return Capabilities{}
}

// Independence says which events of a System are independent of each other.
//
// Events belong to groups. Two groups are independent if the events of one neither affect nor are affected by those
// of the other: in any state in which both have events,
//
//   - taking an event of one group leaves exactly the same events of the other enabled, with the same effects;
//   - an event of one group and an event of the other lead to the same state in either order.
//
// For example, appending to a queue and removing its first element are independent, since nothing can be removed from
// an empty queue.
//
// Within a state, a Stepper emits events in ascending order of their groups. Events that belong to no group may come
// anywhere.
type Independence interface {
	// Groups returns the number of groups, at most MaxGroups; 0 means that nothing is known to be independent.
	Groups() int

	// Group returns the group of an event, or -1 if it belongs to none.
	Group(event uint64) int

	// Independent returns the groups that a group is independent of, as a bit set. The relation is symmetric and
	// irreflexive.
	Independent(group int) uint64
}

// MaxGroups is the largest possible number of groups of events.
const MaxGroups = 64

// DynamicDependence is for a System that learns of some dependences between groups only when its Steppers examine
// their events, whether they emit them or find that they are not enabled.
type DynamicDependence interface {
	// Dependent returns the groups, as a bit set, on which a group depends even if Independent says otherwise. It must
	// be correct for all events examined so far, in the states in which they were examined. It may be called
	// concurrently.
	//
	// The sleep set of a state is computed after every event that sleeps in it, and the event by which the state was
	// found, have been examined (see sleep.go). So it does not matter that the dependences of later events are unknown.
	Dependent(group int) uint64
}

// SleepStepper is a Stepper that need not compute the successors reached by sleeping events.
type SleepStepper interface {
	Stepper

	// StepAwake is like Step, but for events of the groups in sleep it may call slept instead of emit. If known is true,
	// each of these groups has events in v, and the same events were all emitted in an earlier state.
	StepAwake(v []uint32, sleep uint64, known bool,
		emit func(event uint64, slots []int32, values []uint32), slept func(event uint64)) error
}

// PersistentSets computes persistent sets of events. It is used by one goroutine at a time.
type PersistentSets interface {
	// Sets calls offer for one persistent set of v after another until offer returns true. The order is fixed, and
	// should begin with the sets that leave out most. A persistent set has this property: let w be a sequence of events
	// that can happen from v, none of them in the set, and let t be an event of the set that can follow w. Then some
	// event of the set can happen in v and, followed by a sequence no longer than w, leads to the state that w and t
	// lead to. v is read only during the call.
	Sets(v []uint32, offer func() bool)

	// Step is like that of a Stepper, but emits only the events of the set being offered.
	Step(v []uint32, emit func(event uint64, slots []int32, values []uint32)) error

	// Key reports whether an event of that set, enabled in v, remains enabled after every such w and commutes with it:
	// the event and then w lead to the same state as w and then the event.
	Key(event uint64) bool
}

// Representatives computes representatives of states. All states of an orbit must have transitions to the same
// orbits, by events of the same classes. The System has to ensure this, and may report an error at any time. It is
// used by one goroutine at a time.
type Representatives interface {
	// Representative replaces v by the representative of its orbit, which must be the same for each state of the orbit
	// and must not depend on timing.
	Representative(v []uint32) error
}
