package views

import (
	"context"
	"slices"

	"github.com/anel-mc/mc/model/system"
)

// joiner lists the configurations of one more participant such that, whichever participant is removed, what is left
// is in a set.
type joiner struct {
	parts    *parts
	shape    *shape        // of the configurations that are listed
	below    *shape        // of these without one participant, as in the set
	dropOne  []*projection // by participant: from shape to below, without it
	dropNext []*projection // by participant: from below to the next smaller shape, without it

	of     *set
	cores  *set       // what is left of members of the set without one more participant
	coreOf [][]uint32 // by member of the set and participant removed: its number in cores
	index  []map[uint32][]uint32
	known  []map[string][]uint32 // by role: the result of role, by the restrictions of its part
	seenBy [][]int               // by role: the participants that can be removed without removing it
	listed *set                  // every configuration listed so far
}

// newJoiner returns the joiner for configurations of shape top from a set of shape below. Shape bottom has one
// participant less again.
func newJoiner(f *form, p *parts, top, below, bottom *shape) (*joiner, error) {
	a := &joiner{parts: p, shape: top, below: below, cores: newSet(), listed: newSet()}
	without := func(from, to *shape) (all []*projection, err error) {
		for d := range from.m {
			var keep []int
			for x := range from.m {
				if x != d {
					keep = append(keep, x)
				}
			}
			c, err := f.projection(from, to, keep)
			if err != nil {
				return nil, err
			}
			all = append(all, c)
		}
		return all, nil
	}
	var err error
	if a.dropOne, err = without(top, below); err != nil {
		return nil, err
	}
	if a.dropNext, err = without(below, bottom); err != nil {
		return nil, err
	}
	for range below.m {
		a.index = append(a.index, map[uint32][]uint32{})
	}
	for _, r := range top.roles {
		var of []int
		for d := range top.m {
			// Without the first participant, the walk around a ring begins elsewhere: see role.
			if r.a != d && r.b != d && (r.kind != system.PlaceRing || d > 0) {
				of = append(of, d)
			}
		}
		a.seenBy, a.known = append(a.seenBy, of), append(a.known, map[string][]uint32{})
	}
	return a, nil
}

// each calls yield with every configuration that contains member number id of the set and otherwise only earlier
// ones, unless it was listed before. Call it for the members in the order of their numbers.
func (a *joiner) each(ctx context.Context, f *form, of *set, id uint32, yield func(c []uint32) error) error {
	a.of = of
	var cores []uint32
	for d, c := range a.dropNext {
		v, err := a.parts.view(nil, c, of.all[id])
		if err != nil {
			return err
		}
		x, _ := a.cores.add(v)
		cores = append(cores, x)
		a.index[d][x] = append(a.index[d][x], id)
	}
	a.coreOf = append(a.coreOf, cores)
	n := a.shape.m
	for first := range n {
		chosen := make([]uint32, n)
		chosen[first] = id
		var fill func(d int) error
		fill = func(d int) error {
			switch {
			case ctx.Err() != nil:
				return ctx.Err()
			case d == n:
				return a.join(f, chosen, yield)
			case d == first:
				return fill(d + 1)
			}
			// What is left without d and what is left without first agree on what is left without both.
			at, other := shared(d, first)
			for _, w := range a.index[at][a.coreOf[id][other]] {
				chosen[d] = w
				fits := true
				for e := range d {
					mine, theirs := shared(d, e)
					fits = fits && a.coreOf[w][mine] == a.coreOf[chosen[e]][theirs]
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

// shared returns the position of e in the configuration without d, and that of d in the one without e.
func shared(d, e int) (eWithoutD, dWithoutE int) {
	if d < e {
		return e - 1, d
	}
	return e, d - 1
}

// join calls yield with the configurations that restrict to the chosen ones.
func (a *joiner) join(f *form, chosen []uint32, yield func(c []uint32) error) error {
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
			if _, grew := a.listed.add(c); !grew {
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

// role returns the parts that role i may have in a configuration that restricts to the chosen ones.
func (a *joiner) role(f *form, i int, chosen []uint32) ([]uint32, error) {
	r := a.shape.roles[i]
	var known []uint32
	for _, d := range a.seenBy[i] {
		at := r
		at.a, at.b = renumbered(at.a, d), renumbered(at.b, d)
		known = append(known, a.of.all[chosen[d]][a.below.at[at]])
	}
	if r.kind == system.PlaceRing {
		known = append(known, a.of.all[chosen[0]][a.below.at[r]])
	}
	k := key(known)
	if parts, ok := a.known[i][k]; ok {
		return parts, nil
	}
	var pieces []system.Piece
	for j, d := range a.seenBy[i] {
		pieces = append(pieces, system.Piece{Value: a.parts.value(known[j]), To: a.dropOne[d].to,
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
			is, err := a.parts.restrict(a.dropOne[0], id)
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
	a.known[i][k] = parts
	return parts, nil
}

// renumbered returns the position of participant x once d is removed.
func renumbered(x, d int) int {
	if x > d && x < nobody {
		return x - 1
	}
	return x
}
