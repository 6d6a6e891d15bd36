// Package views decides properties for every number of participants of a system, by view abstraction: what a few of
// them, and whoever there is besides, look like at any time.
package views

import (
	"slices"

	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system"
)

// role is what a slot is about, whatever the number of participants. Participants are numbered from 0 in the order of
// their IDs, and the others have negative numbers.
type role struct {
	kind  system.PlaceKind
	a, b  int
	index int
}

// nobody stands in a role for a process that it does not name.
const nobody = 1 << 20

func compareRoles(x, y role) int {
	return slices.Compare([]int{int(x.kind), x.a, x.b, x.index}, []int{int(y.kind), y.a, y.b, y.index})
}

// form is what the instances of a family have in common.
type form struct {
	// The participants stand in a row, before follows the number of others with smaller IDs, and after with larger ones.
	before, after int
	// ring says that each participant has channels to its neighbours only, and that there is nobody else. The channels in
	// one direction have one role then.
	ring  bool
	names []string // of the others
	// variables are the names of the shared variables.
	variables []string
}

// id returns the process that is position x among m participants.
func (f *form) id(m, x int) model.ID {
	switch {
	case x >= 0:
		return model.ID(f.before + x)
	case -x-1 < f.before:
		return model.ID(-x - 1)
	}
	return model.ID(-x - 1 + m)
}

// position is the inverse of id.
func (f *form) position(m int, p model.ID) int {
	switch {
	case p < 0:
		return nobody
	case int(p) < f.before:
		return -int(p) - 1
	case int(p) < f.before+m:
		return int(p) - f.before
	}
	return -(int(p) - m) - 1
}

// role returns the role of a place among m participants.
func (f *form) role(m int, at system.Place) role {
	r := role{at.Kind, f.position(m, at.A), f.position(m, at.B), at.Index}
	switch {
	case !f.ring || at.Kind != system.PlaceChannel:
		return r
	case (r.a+1)%m == r.b:
		return role{system.PlaceRing, nobody, nobody, toRight}
	}
	return role{system.PlaceRing, nobody, nobody, toLeft}
}

// within reports whether a role is about nobody but the first m participants.
func (r role) within(m int) bool { return among(r.a, m) && among(r.b, m) }

func among(x, m int) bool { return x < m || x >= nobody }

// shape is how configurations of m participants are written: a part for each role.
type shape struct {
	m     int
	roles []role
	at    map[role]int
}

func newShape(m int, roles []role) *shape {
	s := &shape{m: m, at: map[role]int{}}
	for _, r := range roles {
		if r.within(m) && !slices.Contains(s.roles, r) {
			s.roles = append(s.roles, r)
		}
	}
	slices.SortFunc(s.roles, compareRoles)
	for i, r := range s.roles {
		s.at[r] = i
	}
	return s
}

// choice restricts configurations of one shape to some of the participants, in an order.
type choice struct {
	keep   []int // by position among those that stay: who it was
	source []int // by role of those that stay: which it was
	to     *system.Restriction
	number int
	known  map[uint32]uint32 // by part, the part that it becomes
}

// choose returns the restriction of shape from to shape to that keeps the given participants.
func (f *form) choose(from, to *shape, keep []int) (*choice, error) {
	c := &choice{keep: keep, known: map[uint32]uint32{}}
	was := func(x int) int {
		if x >= 0 && x < nobody {
			return keep[x]
		}
		return x
	}
	for _, r := range to.roles {
		r.a, r.b = was(r.a), was(r.b)
		at, ok := from.at[r]
		if !ok {
			return nil, refuse("what there is between two participants depends on which of %d they are", from.m)
		}
		c.source = append(c.source, at)
	}
	ids := make([]model.ID, f.before+f.after+from.m)
	for p := range ids {
		ids[p] = system.Absent
		switch x := f.position(from.m, model.ID(p)); {
		case x < 0:
			ids[p] = f.id(to.m, x)
		case slices.Contains(keep, x):
			ids[p] = f.id(to.m, slices.Index(keep, x))
		}
	}
	c.to = system.NewRestriction(ids)
	return c, nil
}

// choices returns the restrictions from one shape to another: to any of the participants, in their order.
func (f *form) choices(from, to *shape) (all []*choice, err error) {
	for _, keep := range subsets(from.m, to.m) {
		c, err := f.choose(from, to, keep)
		if err != nil {
			return nil, err
		}
		c.number = len(all)
		all = append(all, c)
	}
	return all, nil
}

// subsets returns the sets of k of n numbers, each in order.
func subsets(n, k int) (all [][]int) {
	var grow func(from int, now []int)
	grow = func(from int, now []int) {
		if len(now) == k {
			all = append(all, slices.Clone(now))
			return
		}
		for i := from; i < n; i++ {
			grow(i+1, append(now, i))
		}
	}
	grow(0, nil)
	return all
}

// parts number what roles hold, of systems of all sizes.
type parts struct {
	values system.Values
	ids    map[string]uint32
	all    []string
}

func (p *parts) id(x any) (uint32, error) {
	encoding, err := p.values.Encode(x)
	if err != nil {
		return 0, err
	}
	id, ok := p.ids[encoding]
	if !ok {
		id = uint32(len(p.all))
		p.ids[encoding], p.all = id, append(p.all, encoding)
	}
	return id, nil
}

// value returns a part anew.
func (p *parts) value(id uint32) any { return p.values.Decode(p.all[id]) }

// restrict returns what a part is for those that stay.
func (p *parts) restrict(c *choice, id uint32) (uint32, error) {
	if r, ok := c.known[id]; ok {
		return r, nil
	}
	x, err := c.to.Of(p.value(id))
	if err != nil {
		return 0, refuse("%v", err)
	}
	if around, is := x.([]system.Passing); is {
		x = fromFirst(around)
	}
	r, err := p.id(x)
	if err == nil {
		c.known[id] = r
	}
	return r, err
}

// view returns what a configuration is for those that stay.
func (p *parts) view(c *choice, of []uint32) ([]uint32, error) {
	v := make([]uint32, len(c.source))
	for i, at := range c.source {
		r, err := p.restrict(c, of[at])
		if err != nil {
			return nil, err
		}
		v[i] = r
	}
	return v, nil
}

// set is a set of configurations of one shape, numbered in the order in which they were found.
type set struct {
	ids map[string]uint32
	all [][]uint32
}

func newSet() *set { return &set{ids: map[string]uint32{}} }

// add returns the number of a configuration, and whether it is new.
func (s *set) add(v []uint32) (id uint32, grew bool) {
	key := key(v)
	id, ok := s.ids[key]
	if !ok {
		id = uint32(len(s.all))
		s.ids[key], s.all = id, append(s.all, slices.Clone(v))
	}
	return id, !ok
}

func (s *set) has(v []uint32) bool {
	_, ok := s.ids[key(v)]
	return ok
}

// key is what tells vectors apart.
func key(v []uint32) string {
	b := make([]byte, 0, 4*len(v))
	for _, x := range v {
		b = append(b, byte(x), byte(x>>8), byte(x>>16), byte(x>>24))
	}
	return string(b)
}
