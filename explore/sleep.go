package explore

import "github.com/anel-mc/mc/explore/internal/memory"

// Independence is what a System may tell of its events. It spares the search most of the look-ups
// of successors, and changes nothing that a search returns: no state, no count, no order.
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
//
// # Why a look-up can be spared
//
// These are sleep sets (Godefroid, "Partial-Order Methods for the Verification of Concurrent
// Systems", LNCS 1032, 1996), used to leave out work rather than transitions. Let t be found by
// event a of state s, and let b be an event of an independent group that s emits before a. Then b
// is enabled in t, too, and leads where a leads from the state s·b. That state was stored before t,
// since s comes to it earlier, and so it is expanded before t: where b leads from t is known by
// then. The same holds of the events that sleep in s itself: for those, s·b was found before s
// was expanded. So a state is stored with the set of groups that sleep in it, until it is expanded:
//
//	sleep(t) = (sleep(s) ∪ groups before that of a) ∩ groups with an event in s ∩ independent of a's
//
// A transition whose group sleeps is counted and not followed. That the state it leads to is
// stored, and was found by another transition, follows by induction: the one that is relied on is of a state
// with a smaller id, and may itself be relied on to sleep only because of a still smaller one.
//
// In a ring like that of doc.go most transitions sleep.
type Independence interface {
	// Groups is how many groups there are: 0 tells nothing, and at most MaxGroups.
	Groups() int

	// Group returns the group of an event, or -1.
	Group(event uint64) int

	// Independent returns the groups that a group is independent of, a bit each. The
	// relation is symmetric, and no group is in it with itself.
	Independent(group int) uint64
}

// Attentive is what an Independence may be that learns of some of the ways in which groups depend on each other when its Steppers look at
// their events, to emit them or to find that they are not enabled.
type DynamicDependence interface {
	// Dependent returns the groups, a bit each, of which a group is not independent whatever Independent says. It must be
	// right of all events that were looked at, in the states in which they were. It may be called concurrently.
	//
	// Every event that sleeps was looked at before, by the argument above, and so was the event that a state was found by: what
	// sleeps there is worked out after that. So it is no matter that nobody knows of the dependence of events that are yet to come.
	Dependent(group int) uint64
}

// Drowsy is what the Stepper of an Independence may be: one that need not make the successors
// of events that sleep.
type SleepStepper interface {
	// StepAwake is Step, but for events of the groups in sleep it may call slept in place of
	// emit. If known is set, each of these groups has events in v, and all of them were emitted in a state before, where they
	// were the same.
	StepAwake(v []uint32, sleep uint64, known bool, emit func(event uint64, slots []int32, values []uint32), slept func(event uint64)) error
}

// MaxGroups is how many groups of events there may be.
const MaxGroups = 64

// ungrouped is the group of events that belong to none.
const ungrouped = 0xff

// independence is an Independence at hand; without groups it tells nothing.
type independence struct {
	Independence
	of      []uint64          // by group
	dynamic DynamicDependence // or nil
}

func independenceOf(sys System) independence {
	i, ok := sys.(Independence)
	if !ok || i.Groups() < 1 || i.Groups() > MaxGroups {
		return independence{}
	}
	known := independence{Independence: i}
	for g := range i.Groups() {
		known.of = append(known.of, i.Independent(g))
	}
	known.dynamic, _ = sys.(DynamicDependence)
	return known
}

// group returns the group of an event.
func (i *independence) group(event uint64) uint8 {
	if g := i.Group(event); g >= 0 {
		return uint8(g)
	}
	return ungrouped
}

// after returns what sleeps in a state that was found by an event of a group, given what sleeps
// where that was taken, and which groups have events there.
func (i *independence) after(sleep, able uint64, group uint8) uint64 {
	if group == ungrouped {
		return 0
	}
	sleep = (sleep | (1<<group - 1)) & able & i.of[group]
	if i.dynamic != nil && sleep != 0 {
		sleep &^= i.dynamic.Dependent(int(group))
	}
	return sleep
}

// sleepers holds the groups that sleep in each state, from when it is found until it is expanded.
type sleepSets struct {
	arena *memory.Arena
	pages [][]byte // of sleepPage states; nil when all of them are expanded
	first int      // page that is not nil, or len(pages)
	spare [][]byte // pages to be used again
}

const (
	sleepBits = 12
	sleepPage = 1 << sleepBits
)

// reserve makes room for the states up to count, which is not among them. It reports false when there is
// no memory.
func (s *sleepSets) reserve(count uint64) bool {
	for uint64(len(s.pages))<<sleepBits < count {
		if n := len(s.spare); n > 0 {
			s.pages = append(s.pages, s.spare[n-1])
			s.spare = s.spare[:n-1]
			continue
		}
		p := s.arena.Alloc(8 * sleepPage)
		if p == nil {
			return false
		}
		s.pages = append(s.pages, p)
	}
	return true
}

// reserveSome is reserve for a search that is short of memory: for states for which there is none, nothing is noted, and
// nothing sleeps in them, which is always right.
func (s *sleepSets) reserveSome(count uint64) {
	for uint64(len(s.pages))<<sleepBits < count {
		var p []byte
		if n := len(s.spare); n > 0 {
			p = s.spare[n-1]
			s.spare = s.spare[:n-1]
		} else if s.arena.Left() > s.arena.Limit()/4 {
			p = s.arena.Alloc(8 * sleepPage)
		}
		s.pages = append(s.pages, p)
	}
}

// release gives back what is known of the states before head.
func (s *sleepSets) release(head uint64) {
	for ; uint64(s.first+1)<<sleepBits <= head && s.first < len(s.pages); s.first++ {
		if s.pages[s.first] != nil {
			s.spare = append(s.spare, s.pages[s.first])
			s.pages[s.first] = nil
		}
	}
}

// free gives back everything.
func (s *sleepSets) free() {
	for _, p := range append(s.pages, s.spare...) {
		s.arena.Free(p)
	}
	s.pages, s.spare = nil, nil
}

func (s *sleepSets) get(id uint32) uint64 {
	if s.pages[id>>sleepBits] == nil {
		return 0
	}
	return memory.Uint64s(s.pages[id>>sleepBits])[id&(sleepPage-1)]
}

func (s *sleepSets) put(id uint32, groups uint64) {
	if s.pages[id>>sleepBits] != nil {
		memory.Uint64s(s.pages[id>>sleepBits])[id&(sleepPage-1)] = groups
	}
}
