package views

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system"
)

// Family is a system with any number of participants, and its properties.
type Family func(n int) (model.Model, []checkers.Property, error)

// Refusal is the error for a family that views cannot decide.
type Refusal struct{ Why string }

func (r *Refusal) Error() string { return r.Why }

func refuse(format string, args ...any) error { return &Refusal{fmt.Sprintf(format, args...)} }

// member is the system with a given number of participants.
type member struct {
	n       int
	bound   *checkers.Bound
	sys     *system.System
	stepper system.Stepper
	checks  []asked
	shape   *shape
	places  []system.Place // by role
	slots   [][]int        // by role: one slot, or for a ring those of its channels, by participant
	form    *form
	parts   *parts
	partOf  []map[string]uint32   // by role: the part for the contents of slots
	slotsOf []map[uint32][]uint32 // by role: the contents of slots for a part
	holds   []uint32              // scratch space of configuration
	key     []byte                // the key of holds
}

// asked is a property of states or steps.
type asked struct {
	name  string
	check explore.Check
}

// member compiles the system with n participants.
func (f Family) member(n int, form *form, parts *parts) (*member, error) {
	m, properties, err := f(n)
	if err != nil {
		return nil, err
	}
	of := &member{n: n, form: form, parts: parts}
	if of.bound, err = checkers.Bind(m, properties); err != nil {
		return nil, err
	}
	of.sys = of.bound.System()
	of.stepper = of.sys.NewStepper()
	for _, q := range of.bound.Questions() {
		if check, ok := q.Check(); ok && Askable(q.Property.Kind()) {
			of.checks = append(of.checks, asked{properties[q.Of].Name(), check})
		}
	}
	places, err := of.sys.Places()
	if err != nil {
		return nil, refuse("%v, which views do not show", err)
	}
	var roles []role
	for _, at := range places {
		roles = append(roles, form.role(n, at))
	}
	of.shape = newShape(n, roles)
	k := len(of.shape.roles)
	of.places, of.slots = make([]system.Place, k), make([][]int, k)
	of.partOf, of.slotsOf = make([]map[string]uint32, k), make([]map[uint32][]uint32, k)
	for slot, r := range roles {
		at := of.shape.at[r]
		of.places[at], of.slots[at] = places[slot], append(of.slots[at], slot)
		of.partOf[at], of.slotsOf[at] = map[string]uint32{}, map[uint32][]uint32{}
	}
	for _, slots := range of.slots {
		slices.SortFunc(slots, func(x, y int) int { return cmp.Compare(places[x].A, places[y].A) })
	}
	return of, nil
}

// Askable reports whether views can decide properties of a kind: those about single states or steps, whose violation
// a part of a state may show. All others are unknown.
func Askable(k checkers.Kind) bool { return k == checkers.KindInvariant || k == checkers.KindStep }

// configuration returns a state as parts, one for each role.
func (m *member) configuration(v []uint32) ([]uint32, error) {
	c := make([]uint32, len(m.slots))
	for i, slots := range m.slots {
		holds := m.holds[:0]
		for _, slot := range slots {
			holds = append(holds, v[slot])
		}
		m.holds = holds
		m.key = appendKey(m.key[:0], holds)
		id, ok := m.partOf[i][string(m.key)]
		if !ok {
			what := m.sys.Take(m.places[i], holds[0])
			if r := m.shape.roles[i]; r.kind == system.PlaceRing {
				what = m.around(r.index, holds)
			}
			var err error
			if id, err = m.parts.id(what); err != nil {
				return nil, err
			}
			m.partOf[i][key(holds)] = id
		}
		c[i] = id
	}
	return c, nil
}

// vector is the inverse of configuration.
func (m *member) vector(c []uint32) []uint32 {
	width := 0
	for _, slots := range m.slots {
		width += len(slots)
	}
	v := make([]uint32, width)
	for i, slots := range m.slots {
		holds, ok := m.slotsOf[i][c[i]]
		if !ok {
			if what := m.parts.value(c[i]); m.shape.roles[i].kind == system.PlaceRing {
				holds = m.channels(m.shape.roles[i].index, what.([]system.Passing))
			} else {
				holds = []uint32{m.sys.Put(m.places[i], what)}
			}
			m.slotsOf[i][c[i]] = holds
		}
		for x, slot := range slots {
			v[slot] = holds[x]
		}
	}
	return v
}

// step calls yield with every successor of a state, which need not be reachable. yield must not keep its arguments.
func (m *member) step(v []uint32, yield func(event uint64, next []uint32) error) (err error) {
	next := make([]uint32, len(v))
	fault := m.sys.StepPart(m.stepper, v, func(event uint64, slots []int32, values []uint32) {
		if err == nil {
			explore.Apply(next, v, slots, values)
			err = yield(event, next)
		}
	})
	return cmp.Or(err, m.bound.Fault(fault))
}

// successors calls yield with every successor of a state, as parts.
func (m *member) successors(v []uint32, yield func(after []uint32) error) error {
	return m.step(v, func(_ uint64, next []uint32) error {
		after, err := m.configuration(next)
		if err != nil {
			return err
		}
		return yield(after)
	})
}

// instance returns the instance with n participants.
func (f Family) instance(n int) (model.Instance, error) {
	m, _, err := f(n)
	if err != nil {
		return model.Instance{}, err
	}
	i, ok := m.(model.Instance)
	if !ok {
		return i, refuse("it is not made of processes and channels")
	}
	return i, nil
}

// form determines what the instances with n and n+1 participants have in common.
func (f Family) form(n int) (*form, error) {
	small, err := f.instance(n)
	if err != nil {
		return nil, err
	}
	large, err := f.instance(n + 1)
	if err != nil {
		return nil, err
	}
	a, b := kinds(small), kinds(large)
	if len(b) != len(a)+1 {
		return nil, refuse("with %d participants there are %d processes, and with %d there are %d: there must be one more",
			n, len(a), n+1, len(b))
	}
	kind := ""
	for _, k := range b {
		if count(b, k) != count(a, k) {
			kind = k
		}
	}
	if count(a, kind) != n {
		return nil, refuse("with n=%d there are %d processes of the kind %s: there must be as many as n says", n,
			count(a, kind), kind)
	}
	found := &form{before: slices.Index(a, kind)}
	found.after = len(a) - n - found.before
	for p, k := range a {
		in := p >= found.before && p < found.before+n
		if in != (k == kind) {
			return nil, refuse("the IDs of the processes of kind %s are not consecutive", kind)
		}
		if !in {
			found.names = append(found.names, small.ProcessNames()[p])
		}
	}
	for _, v := range small.Variables {
		name, _, _, _ := v.Declared()
		found.variables = append(found.variables, name)
	}
	links := large.Network.Topology.Links(n + 1)
	if found.before+found.after == 0 && n+1 > 3 {
		found.ring = slices.Equal(links, model.Ring().Links(n+1)) || slices.Equal(links, model.Unidirectional().Links(n+1))
	}
	return found, found.checkAlike(large, n+1)
}

// checkAlike refuses an instance with m participants whose faults single out some of them.
func (f *form) checkAlike(i model.Instance, m int) error {
	named := 0
	for _, p := range i.Faults.CrashOnly {
		if x := f.position(m, p); x >= 0 && x < nobody {
			named++
		}
	}
	if named != 0 && named != m {
		return refuse("only some of the participants may crash: let all, or none of them")
	}
	return nil
}

// kinds returns, by process, the name of its algorithm.
func kinds(i model.Instance) (all []string) {
	for _, a := range i.Processes {
		if a == nil {
			all = append(all, "")
		} else {
			all = append(all, a.Erased().Name)
		}
	}
	return all
}

func count(all []string, one string) (n int) {
	for _, x := range all {
		if x == one {
			n++
		}
	}
	return n
}
