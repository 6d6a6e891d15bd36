package views

import (
	"fmt"
	"slices"
)

// A property can be decided on few participants at a time only if whenever n participants violate it, some few of them
// do. This is tested on the reachable states that were visited, and, since there is seldom one among them that violates
// it, on random mixtures of the contents of their slots, whether or not a mixture is reachable itself.

// mixtures is the number of mixtures that are tested.
const mixtures = 1000

// nonlocal returns the properties that cannot be decided on few participants at a time, each with the reason. It notes
// which of them the states violate that were seen.
func (c *closure) nonlocal(m *member, seen *set) (map[string]string, error) {
	shown := map[string]string{}
	ups, err := c.form.projections(m.shape, c.plusOne.shape)
	if err != nil {
		return nil, err
	}
	held := heldBy(seen)
	kinds, err := m.kinds(held)
	if err != nil {
		return nil, err
	}
	tested := slices.Clip(seen.all)
	for i := range mixtures {
		tested = append(tested, mixture(held, kinds, uint64(i)))
	}
	known := map[string]map[string]bool{} // by part of a state, what it violates
	for i, v := range tested {
		all, err := m.violated(v)
		if err != nil {
			return nil, err
		}
		if len(all) == 0 {
			continue
		}
		of, err := m.configuration(v)
		if err != nil {
			return nil, err
		}
		some := map[string]bool{}
		for _, up := range ups {
			part, err := c.parts.view(nil, up, of)
			if err != nil {
				return nil, err
			}
			k := key(part)
			violated, ok := known[k]
			if !ok {
				if violated, err = c.plusOne.violated(c.plusOne.vector(part)); err != nil {
					return nil, err
				}
				known[k] = violated
			}
			for name := range violated {
				some[name] = true
			}
		}
		for name := range all {
			if i < len(seen.all) && c.reached[name] == 0 {
				c.reached[name] = m.n
			}
			if _, known := shown[name]; !some[name] && !known {
				shown[name] = fmt.Sprintf("it cannot be decided for %d participants at a time: n=%d violate it in %s, "+
					"but no %d of them do", c.plusOne.n, m.n, m.state(of), c.plusOne.n)
			}
		}
	}
	return shown, nil
}

// violated returns the properties that a state, or a step from it, violates, and those that cannot be decided there.
func (m *member) violated(v []uint32) (map[string]bool, error) {
	all := map[string]bool{}
	for _, q := range m.checks {
		if q.check.State != nil {
			if bad, err := q.check.State(v); bad || err != nil {
				all[q.name] = true
			}
		}
	}
	if !slices.ContainsFunc(m.checks, func(q asked) bool { return q.check.Step != nil }) {
		return all, nil
	}
	return all, m.step(v, func(event uint64, next []uint32) error {
		for _, q := range m.checks {
			if q.check.Step != nil {
				if bad, err := q.check.Step(v, event, next); bad || err != nil {
					all[q.name] = true
				}
			}
		}
		return nil
	})
}

// heldBy returns, by slot, its contents in all states.
func heldBy(seen *set) [][]uint32 {
	all := make([][]uint32, len(seen.all[0]))
	for slot := range all {
		known := map[uint32]bool{}
		for _, v := range seen.all {
			if x := v[slot]; !known[x] {
				known[x], all[slot] = true, append(all[slot], x)
			}
		}
	}
	return all
}

// kinds returns, by slot, the part that each of its contents is.
func (m *member) kinds(held [][]uint32) ([][]uint32, error) {
	all := make([][]uint32, len(held))
	for i, slots := range m.slots {
		for _, slot := range slots {
			for _, x := range held[slot] {
				id, err := m.parts.id(m.sys.Take(m.places[i], x))
				if err != nil {
					return nil, err
				}
				all[slot] = append(all[slot], id)
			}
		}
	}
	return all, nil
}

// mixture returns a state with pseudo-random contents for each slot. In every other one, most slots hold the first of
// their parts in an order common to all, so many of them hold the same: what it takes many participants to violate,
// they often violate by being alike.
func mixture(held, kinds [][]uint32, seed uint64) []uint32 {
	v := make([]uint32, len(held))
	for slot, of := range held {
		at := int(mix(seed, uint64(slot)) % uint64(len(of)))
		if seed%2 == 1 && mix(^seed, uint64(slot))%8 != 0 {
			for k, kind := range kinds[slot] {
				if mix(seed, uint64(kind)<<32) < mix(seed, uint64(kinds[slot][at])<<32) {
					at = k
				}
			}
		}
		v[slot] = of[at]
	}
	return v
}

// mix returns a pseudo-random number.
func mix(x, y uint64) uint64 {
	x = (x+1)*0x9e3779b97f4a7c15 ^ (y+1)*0xbf58476d1ce4e5b9
	x = (x ^ x>>30) * 0x94d049bb133111eb
	return x ^ x>>29
}
