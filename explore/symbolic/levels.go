package symbolic

import (
	"slices"

	"github.com/anel-mc/mc/explore"
)

// rest returns the states of a set in which the system owes no event. The set must be held.
func (d *diagram) rest(n node) node {
	base := d.hold(n, empty)
	for _, r := range d.owed {
		d.held[base+1] = d.image(opDomain, d.held[base], r)
		d.held[base] = d.minus(d.held[base], d.held[base+1])
	}
	n = d.held[base]
	d.release(base)
	return n
}

// gather unites the relations of the events that are owed, in pairs, until one is left.
func (d *diagram) gather() {
	for len(d.owed) > 1 {
		var half []relation
		for pair := range slices.Chunk(d.owed, 2) {
			half = append(half, d.relations.union(pair[0], pair[len(pair)-1]))
		}
		d.owed = half
	}
}

// in returns a vector of a set for which a check is true, or nil. The set must be held.
func (d *diagram) in(n node, c *check) []uint32 {
	if c.Quiescent {
		n = d.rest(n)
	}
	defer d.release(d.hold(n))
	for i := range c.asked {
		if v := d.decide(n, &c.asked[i]); v != nil {
			return v
		}
	}
	return nil
}

// shortest finds a shortest path for each check that is not nil, all of which are true in some state. It goes level
// by level from the initial states, using the relations that have been learnt.
func (d *diagram) shortest(sys explore.System, initial node, checks []*check, found []Found) error {
	defer d.release(d.hold(initial, initial, empty))
	front, seen, next := len(d.held)-3, len(d.held)-2, len(d.held)-1
	levels := []node{initial}
	for {
		open := false
		for i, c := range checks {
			if c == nil || found[i].Path.Initial != nil {
				continue
			}
			v := d.in(d.held[front], c)
			if v == nil {
				open = true
				continue
			}
			path, err := d.back(sys, levels, v)
			if err != nil {
				return err
			}
			found[i].Path = path
		}
		switch {
		case !open:
			return nil
		case d.held[front] == empty:
			return errStrayed
		}
		d.held[next] = empty
		for _, fire := range d.fire {
			for _, f := range fire {
				held := d.hold(d.image(opImage, d.held[front], f.relation))
				d.held[next] = d.union(d.held[next], d.held[held])
				d.release(held)
			}
		}
		d.held[front] = d.minus(d.held[next], d.held[seen])
		d.held[seen] = d.union(d.held[seen], d.held[front])
		levels = append(levels, d.held[front])
		d.hold(d.held[front])
	}
}

// back returns a path to a vector of the last level.
func (d *diagram) back(sys explore.System, levels []node, v []uint32) (path explore.Path, err error) {
	states := [][]uint32{d.plain(v)}
	for i := len(levels) - 2; i >= 0; i-- {
		v = d.before(levels[i], v)
		states = append(states, d.plain(v))
	}
	slices.Reverse(states)
	path.Initial = states[0]
	stepper := sys.Stepper()
	for _, next := range states[1:] {
		if !path.Extend(stepper, func(_ uint64, after []uint32) bool { return slices.Equal(after, next) }) {
			return path, errStrayed
		}
	}
	return path, nil
}

// before returns a vector of a set from which some relation leads to after.
func (d *diagram) before(n node, after []uint32) []uint32 {
	v := make([]uint32, len(after))
	tried := map[[2]uint32]bool{}
	var walk func(n node, r relation) bool
	walk = func(n node, r relation) bool {
		if n == empty || n == terminal {
			return n == terminal
		}
		level := d.level(n)
		if r == identity || d.relations.all[r].level > level {
			v[level] = after[level]
			return walk(d.child(n, after[level]), r)
		}
		if tried[[2]uint32{n, r}] {
			return false
		}
		tried[[2]uint32{n, r}] = true
		for e := d.edges(n); len(e) > 0; e = e[2:] {
			for _, o := range d.relations.outcomes(r, e[0]) {
				if o.value == after[level] && walk(e[1], o.rest) {
					v[level] = e[0]
					return true
				}
			}
		}
		return false
	}
	for _, fire := range d.fire {
		for _, f := range fire {
			if walk(n, f.relation) {
				return v
			}
		}
	}
	return nil
}
