package explore

import "github.com/anel-mc/mc/explore/internal/memory"

// Sleep sets. Knowing which events are independent spares the search most look-ups of successors, and changes nothing
// that a search returns: no state, no count, no order. These are sleep sets (Godefroid, "Partial-Order Methods for the
// Verification of Concurrent Systems", LNCS 1032, 1996), used to leave out work rather than transitions. Let t be
// found by event a of state s, and let b be an event of an independent group that s emits before a. Then b is enabled
// in t, too, and leads to the state to which a leads from s·b. That one was stored before t, since s emits b before a,
// and so it is expanded before t: the target of b in t is known by then. The same holds of the events that sleep in s
// itself: for those, s·b was found before s was expanded. So a state is stored with the set of groups that sleep in
// it, until it is expanded:
//
//	sleep(t) = (sleep(s) ∪ groups before that of a) ∩ groups with an event in s ∩ independent of a's
//
// A transition whose group sleeps is counted and not followed. That its target is stored, having been found by another
// transition, follows by induction: the transition relied on belongs to a state with a smaller id, and if that one
// sleeps itself, it relies on a still smaller id.
//
// In a ring like that of doc.go, most transitions sleep.

// ungrouped is the group of events that belong to none.
const ungrouped = 0xff

// independence is an Independence with its relation tabulated.
type independence struct {
	Independence
	of      []uint64          // by group
	dynamic DynamicDependence // or nil
}

// independenceOf returns nil if nothing is declared independent.
func independenceOf(caps Capabilities) *independence {
	i := caps.Independence
	if i == nil || i.Groups() < 1 || i.Groups() > MaxGroups {
		return nil
	}
	known := &independence{Independence: i, dynamic: caps.Dependence}
	for g := range i.Groups() {
		known.of = append(known.of, i.Independent(g))
	}
	return known
}

// group returns the group of an event.
func (i *independence) group(event uint64) uint8 {
	if g := i.Group(event); g >= 0 {
		return uint8(g)
	}
	return ungrouped
}

// after returns what sleeps in a state that was found by an event of a group, given what sleeps in the parent, and
// which groups have events there.
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

// sleepSets holds the groups that sleep in each state, from when it is found until it is expanded. A search without
// sleep sets has nil; then all methods do nothing.
type sleepSets struct {
	*independence
	arena *memory.Arena
	pages [][]byte // of sleepPage states; nil when all of them are expanded
	first int      // page that is not nil, or len(pages)
	spare [][]byte // pages to be used again
}

const (
	sleepBits = 12
	sleepPage = 1 << sleepBits
)

// reserve makes room for the states up to count, which is not among them. It reports false when there is no memory.
func (s *sleepSets) reserve(count uint64) bool {
	for s != nil && uint64(len(s.pages))<<sleepBits < count {
		var p []byte
		if n := len(s.spare); n > 0 {
			p = s.spare[n-1]
			s.spare = s.spare[:n-1]
		} else if p = s.arena.Alloc(8 * sleepPage); p == nil {
			return false
		}
		s.pages = append(s.pages, p)
	}
	return true
}

// release frees what is stored for the states before head.
func (s *sleepSets) release(head uint64) {
	if s == nil {
		return
	}
	for ; uint64(s.first+1)<<sleepBits <= head && s.first < len(s.pages); s.first++ {
		if s.pages[s.first] != nil {
			s.spare = append(s.spare, s.pages[s.first])
			s.pages[s.first] = nil
		}
	}
}

// free frees everything.
func (s *sleepSets) free() {
	if s == nil {
		return
	}
	for _, p := range append(s.pages, s.spare...) {
		s.arena.Free(p)
	}
	s.pages, s.spare = nil, nil
}

// get returns what sleeps in a state that is not expanded yet.
func (s *sleepSets) get(id uint64) uint64 {
	if s == nil || s.pages[id>>sleepBits] == nil {
		return 0
	}
	return memory.Uint64s(s.pages[id>>sleepBits])[id&(sleepPage-1)]
}

func (s *sleepSets) put(id uint64, groups uint64) {
	if s.pages[id>>sleepBits] != nil {
		memory.Uint64s(s.pages[id>>sleepBits])[id&(sleepPage-1)] = groups
	}
}

// inherited is what sleeps in a state that was found by an event of a group, given its parent and which groups have
// events there.
func (s *sleepSets) inherited(parent uint64, able uint64, group uint8) uint64 {
	return s.after(s.get(parent), able, group)
}
