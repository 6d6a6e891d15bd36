// Package views decides properties for every number of participants of a system by view abstraction: it considers
// what any few participants, together with the other processes, can look like at any time. See [Prove].
package views

import (
	"encoding/binary"
	"slices"

	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system"
)

// role is what a slot is about, independent of the number of participants. Participants are numbered from 0 in the
// order of their IDs; other processes have negative numbers.
type role struct {
	kind  system.PlaceKind
	a, b  int
	index int
}

// nobody is the number in a role where it names no process.
const nobody = 1 << 20

func compareRoles(x, y role) int {
	return slices.Compare([]int{int(x.kind), x.a, x.b, x.index}, []int{int(y.kind), y.a, y.b, y.index})
}

// form is what all instances of a family have in common.
type form struct {
	// The IDs of the participants are consecutive; before is the number of other processes with smaller IDs, after the
	// number of those with larger ones.
	before, after int
	// ring says that each participant has channels to its neighbours only, and that there are no other processes. All
	// channels in one direction then have the same role.
	ring      bool
	names     []string // of the other processes
	variables []string // names of the shared variables
}

// id returns the process at position x among m participants.
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

// within reports whether a role is about no participants but the first m.
func (r role) within(m int) bool { return among(r.a, m) && among(r.b, m) }

func among(x, m int) bool { return x < m || x >= nobody }

// shape is the layout of configurations of m participants: one part for each role.
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

// projection restricts configurations of one shape to some of the participants, in a given order.
type projection struct {
	keep   []int // the participants that are kept: by new position, the old one
	source []int // by new role, the old one
	to     *system.Restriction
	number int
	known  []uint32 // by part: one more than its restriction, or 0 before it is known
}

// projection returns the projection from one shape to another that keeps the given participants.
func (f *form) projection(from, to *shape, keep []int) (*projection, error) {
	c := &projection{keep: keep}
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

// projections returns the projections from one shape to another: one for each subset of the participants, in their
// order.
func (f *form) projections(from, to *shape) (all []*projection, err error) {
	for _, keep := range subsets(from.m, to.m) {
		c, err := f.projection(from, to, keep)
		if err != nil {
			return nil, err
		}
		c.number = len(all)
		all = append(all, c)
	}
	return all, nil
}

// subsets returns all subsets of k of the numbers below n, each in ascending order.
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

// parts numbers the contents of roles, for systems of all sizes.
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

// value returns a new copy of a part.
func (p *parts) value(id uint32) any { return p.values.Decode(p.all[id]) }

// restrict returns the restriction of a part to the participants that are kept.
func (p *parts) restrict(c *projection, id uint32) (uint32, error) {
	if int(id) < len(c.known) && c.known[id] > 0 {
		return c.known[id] - 1, nil
	}
	x, err := c.to.Of(p.value(id))
	if err != nil {
		return 0, refuse("%v", err)
	}
	if around, is := x.([]system.Passing); is {
		x = fromFirst(around)
	}
	r, err := p.id(x)
	if err != nil {
		return 0, err
	}
	if n := len(p.all); n > len(c.known) {
		c.known = append(c.known, make([]uint32, n-len(c.known))...)
	}
	c.known[id] = r + 1
	return r, nil
}

// view appends to v the restriction of a configuration to the participants that are kept.
func (p *parts) view(v []uint32, c *projection, of []uint32) ([]uint32, error) {
	for _, at := range c.source {
		r, err := p.restrict(c, of[at])
		if err != nil {
			return nil, err
		}
		v = append(v, r)
	}
	return v, nil
}

// set is a set of configurations of one shape, numbered in order of discovery.
type set struct {
	ids map[string]uint32
	all [][]uint32
	key []byte // scratch
}

func newSet() *set { return &set{ids: map[string]uint32{}} }

// add returns the number of a configuration, and whether it is new.
func (s *set) add(v []uint32) (id uint32, grew bool) {
	s.key = appendKey(s.key[:0], v)
	id, ok := s.ids[string(s.key)]
	if !ok {
		id = uint32(len(s.all))
		s.ids[string(s.key)], s.all = id, append(s.all, slices.Clone(v))
	}
	return id, !ok
}

func (s *set) has(v []uint32) bool {
	s.key = appendKey(s.key[:0], v)
	_, ok := s.ids[string(s.key)]
	return ok
}

// key returns a string that identifies a vector.
func key(v []uint32) string { return string(appendKey(make([]byte, 0, 4*len(v)), v)) }

func appendKey(b []byte, v []uint32) []byte {
	for _, x := range v {
		b = binary.LittleEndian.AppendUint32(b, x)
	}
	return b
}
