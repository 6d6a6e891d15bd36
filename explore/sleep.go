package explore

import "github.com/anel-mc/mc/explore/internal/memory"

// Sleep sets. Knowing which events are independent spares the search most look-ups of successors. It changes nothing
// that a search returns: no state, no count, no order. The sets are those of Godefroid ("Partial-Order Methods for
// the Verification of Concurrent Systems", LNCS 1032, 1996), used to save work rather than to leave out transitions.
//
// Let t be a state that was found by event a from state s, and let b be an event of an independent group that s emits
// before a. Then b is also enabled in t, and leads to the same state as a leads to from s·b. Since s emits b before
// a, s·b was stored before t and is expanded before t, so the target of b in t is already stored when t is expanded.
// The same holds for the events that sleep in s itself: for those, s·b was found before s was expanded. So each state
// is stored, until it is expanded, with the set of groups that sleep in it:
//
//	sleep(t) = (sleep(s) ∪ groups before that of a) ∩ groups with an event in s ∩ independent of a's
//
// A transition whose group sleeps is counted but not followed. Its target has been found by another transition. This
// follows by induction: the other transition belongs to a state with a smaller id, and if it sleeps itself, it relies
// on a transition of a state with a still smaller id.
//
// In a ring like that of doc.go, most transitions sleep.

// ungrouped stands for the group of an event that belongs to none.
const ungrouped = 0xff

// independence is an Independence with its relation tabulated.
type independence struct {
	Independence
	of      []uint64          // by group, the groups that it is independent of
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

// after returns the groups that sleep in a state that was found by an event of a group, given the groups that sleep
// in its parent and those that have events there.
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

// sleepSets holds the groups that sleep in each state, from when the state is found until it is expanded. A search
// without sleep sets has a nil *sleepSets, on which reserve, release, free and get do nothing.
type sleepSets struct {
	*independence
	arena *memory.Arena
	pages [][]byte // of sleepPage states; nil when all of them are expanded
	first int      // first page that is not nil, or len(pages)
	spare [][]byte // pages to be reused
}

const (
	sleepBits = 12
	sleepPage = 1 << sleepBits
)

// reserve makes room for states with ids below count. It reports false if there is no memory.
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

// release frees the pages whose states all have ids below head.
func (s *sleepSets) release(head uint64) {
	if s == nil {
		return
	}
	for ; uint64(s.first+1)<<sleepBits <= head && s.first < len(s.pages); s.first++ {
		s.spare = append(s.spare, s.pages[s.first])
		s.pages[s.first] = nil
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

// get returns the groups that sleep in a state that is not expanded yet.
func (s *sleepSets) get(id uint64) uint64 {
	if s == nil {
		return 0
	}
	return memory.As[uint64](s.pages[id>>sleepBits])[id&(sleepPage-1)]
}

// put stores the groups that sleep in a state that is found, and so not expanded.
func (s *sleepSets) put(id uint64, groups uint64) {
	memory.As[uint64](s.pages[id>>sleepBits])[id&(sleepPage-1)] = groups
}
