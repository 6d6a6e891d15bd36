package views

import (
	"fmt"
	"slices"
)

// A property can be asked of few participants at a time only if of any n that violate it there are some few that do.
// Reachable states that violate it are not at hand, so that is tested on states that are put together from what the
// slots of reachable ones hold, whether they are reachable or not.

// mixtures is how many states are put together.
const mixtures = 1000

// nonlocal says of each property for which that is not so what shows it.
func (c *closure) nonlocal(m *member, seen *set) (map[string]string, error) {
	shown := map[string]string{}
	ups, err := c.form.choices(m.shape, c.top.shape)
	if err != nil {
		return nil, err
	}
	held := heldBy(seen)
	for i := range mixtures {
		v := mixture(held, uint64(i))
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
			part, err := c.parts.view(up, of)
			if err != nil {
				return nil, err
			}
			violated, err := c.top.violated(c.top.vector(part))
			if err != nil {
				return nil, err
			}
			for name := range violated {
				some[name] = true
			}
		}
		for name := range all {
			if _, known := shown[name]; !some[name] && !known {
				shown[name] = fmt.Sprintf("it is no question about %d participants at a time: n=%d violate it in %s, and "+
					"no %d of them do", c.top.n, m.n, m.state(of), c.top.n)
			}
		}
	}
	return shown, nil
}

// violated returns the properties that a state, or a step from it, violates; or that cannot be asked there.
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
	return all, m.step(v, func(event uint64, next, _ []uint32) error {
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

// heldBy returns by slot what it holds in some state.
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

// mixture takes something that each slot holds.
func mixture(held [][]uint32, seed uint64) []uint32 {
	v := make([]uint32, len(held))
	for slot, of := range held {
		v[slot] = of[mix(seed, uint64(slot))%uint64(len(of))]
	}
	return v
}

// mix returns a number that seems random.
func mix(x, y uint64) uint64 {
	x = (x+1)*0x9e3779b97f4a7c15 ^ (y+1)*0xbf58476d1ce4e5b9
	x = (x ^ x>>30) * 0x94d049bb133111eb
	return x ^ x>>29
}
