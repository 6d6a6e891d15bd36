package views

import (
	"slices"

	"github.com/anel-mc/mc/model/system"
)

// above lists the configurations of one more participant of which every part, without one of these, is in a set.
type above struct {
	parts *parts
	shape *shape    // of the larger configurations
	below *shape    // of those without one of their participants
	less  []*choice // by participant: what is left without it
	drops []*choice // by participant of the smaller ones: the same, once more

	of    *set
	once  *set       // what is left of those when one more is missing
	lost  [][]uint32 // by configuration in of and participant: its number in once
	index []map[uint32][]uint32
	joins []map[string][]uint32 // by role and the parts that are known of it
	owned [][]int               // by role: whose absence leaves it in view
	met   *set                  // the configurations that were listed
}

// newAbove returns the lister for configurations of a shape, of those of the shape below it; bottom is the one below
// that.
func newAbove(f *form, p *parts, top, below, bottom *shape) (*above, error) {
	a := &above{parts: p, shape: top, below: below, once: newSet(), met: newSet()}
	without := func(from, to *shape) (all []*choice, err error) {
		for d := range from.m {
			var keep []int
			for x := range from.m {
				if x != d {
					keep = append(keep, x)
				}
			}
			c, err := f.choose(from, to, keep)
			if err != nil {
				return nil, err
			}
			all = append(all, c)
		}
		return all, nil
	}
	var err error
	if a.less, err = without(top, below); err != nil {
		return nil, err
	}
	if a.drops, err = without(below, bottom); err != nil {
		return nil, err
	}
	for range below.m {
		a.index = append(a.index, map[uint32][]uint32{})
	}
	for _, r := range top.roles {
		var of []int
		for d := range top.m {
			// The walk around a ring without the first participant begins elsewhere: see role.
			if r.a != d && r.b != d && (r.kind != system.PlaceRing || d > 0) {
				of = append(of, d)
			}
		}
		a.owned, a.joins = append(a.owned, of), append(a.joins, map[string][]uint32{})
	}
	return a, nil
}

// each calls yield with every configuration that has view number id in it and otherwise only earlier ones, and that it
// was not called with before. Views come in the order of their numbers.
func (a *above) each(f *form, of *set, id uint32, yield func(c []uint32) error) error {
	a.of = of
	var lost []uint32
	for d, c := range a.drops {
		v, err := a.parts.view(c, of.all[id])
		if err != nil {
			return err
		}
		x, _ := a.once.add(v)
		lost = append(lost, x)
		a.index[d][x] = append(a.index[d][x], id)
	}
	a.lost = append(a.lost, lost)
	n := a.shape.m
	for first := range n {
		chosen := make([]uint32, n)
		chosen[first] = id
		var fill func(d int) error
		fill = func(d int) error {
			switch {
			case d == n:
				return a.join(f, chosen, yield)
			case d == first:
				return fill(d + 1)
			}
			// The one without d and the one without first agree on what is without both.
			at, other := shared(d, first)
			for _, w := range a.index[at][a.lost[id][other]] {
				chosen[d] = w
				fits := true
				for e := range d {
					mine, theirs := shared(d, e)
					fits = fits && a.lost[w][mine] == a.lost[chosen[e]][theirs]
				}
				if fits {
					if err := fill(d + 1); err != nil {
						return err
					}
				}
			}
			return nil
		}
		if err := fill(0); err != nil {
			return err
		}
	}
	return nil
}

// shared returns which participant of the configuration without d is e, and which one of that without e is d.
func shared(d, e int) (eWithoutD, dWithoutE int) {
	if d < e {
		return e - 1, d
	}
	return e, d - 1
}

// join calls yield with the configurations of which the chosen ones are all parts.
func (a *above) join(f *form, chosen []uint32, yield func(c []uint32) error) error {
	options := make([][]uint32, len(a.shape.roles))
	for i := range a.shape.roles {
		var err error
		if options[i], err = a.role(f, i, chosen); err != nil || len(options[i]) == 0 {
			return err
		}
	}
	c := make([]uint32, len(options))
	var fill func(i int) error
	fill = func(i int) error {
		if i == len(options) {
			if _, grew := a.met.add(c); !grew {
				return nil
			}
			return yield(slices.Clone(c))
		}
		for _, x := range options[i] {
			c[i] = x
			if err := fill(i + 1); err != nil {
				return err
			}
		}
		return nil
	}
	return fill(0)
}

// role returns the parts that role i may have.
func (a *above) role(f *form, i int, chosen []uint32) ([]uint32, error) {
	r := a.shape.roles[i]
	var known []uint32
	for _, d := range a.owned[i] {
		at := r
		at.a, at.b = renumbered(at.a, d), renumbered(at.b, d)
		known = append(known, a.of.all[chosen[d]][a.below.at[at]])
	}
	if r.kind == system.PlaceRing {
		known = append(known, a.of.all[chosen[0]][a.below.at[r]])
	}
	k := key(known)
	if parts, ok := a.joins[i][k]; ok {
		return parts, nil
	}
	var pieces []system.Piece
	for j, d := range a.owned[i] {
		pieces = append(pieces, system.Piece{Value: a.parts.value(known[j]), To: a.less[d].to,
			Without: f.id(a.shape.m, d)})
	}
	if len(pieces) == 0 {
		return nil, refuse("what there is between processes is in no view")
	}
	values, err := system.Join(pieces)
	if err != nil {
		return nil, refuse("%v", err)
	}
	var parts []uint32
	for _, x := range values {
		id, err := a.parts.id(x)
		if err != nil {
			return nil, err
		}
		if r.kind == system.PlaceRing {
			is, err := a.parts.restrict(a.less[0], id)
			if err != nil {
				return nil, err
			}
			if is != known[len(known)-1] {
				continue
			}
		}
		if !slices.Contains(parts, id) {
			parts = append(parts, id)
		}
	}
	a.joins[i][k] = parts
	return parts, nil
}

// renumbered returns the position of participant x among those without d.
func renumbered(x, d int) int {
	if x > d && x < nobody {
		return x - 1
	}
	return x
}
