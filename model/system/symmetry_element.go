package system

import (
	"math/bits"
	"slices"

	"github.com/anel-mc/mc/model"
)

// The elements of a group, and how they act on values.

// element is a permutation in the group.
type element struct {
	id       uint32 // unnumbered until it is needed
	to, from permutation
	moved    uint64 // the processes that it moves, as bits
	// first and last are set unless this is the identity or a generator: it is last after first, and last is a
	// generator.
	first, last permutation
}

const unnumbered = ^uint32(0)

// inverse returns the inverse of e, which does not know its own.
func (e *element) inverse() *element { return &element{id: unnumbered, to: e.from, moved: e.moved} }

// number returns the number of e, and gives it one if necessary.
func (y *symmetry) number(e *element) uint32 {
	if e.id == unnumbered {
		e.id = y.element(e.to).id
	}
	return e.id
}

// element returns the interned element for a permutation.
func (y *symmetry) element(to permutation) *element {
	return y.elements.at(y.elements.id(to.key(), func(e *element) {
		e.id = uint32(len(y.elements.ids))
		e.to, e.from, e.moved = slices.Clone(to), to.inverse(), to.moved()
		if e.first, e.last = y.word(e); slices.Equal(e.first, identity(y.s.n)) {
			e.first, e.last = nil, nil
		}
	}))
}

// word expresses a permutation as a product of one that is nearer to the identity, and a generator: within the
// classes, one with fewer inversions; otherwise the power before it.
func (y *symmetry) word(e *element) (first, last permutation) {
	switch g := y.group.generators[0]; {
	case e.moved == 0:
		return nil, nil
	case y.group.classes == nil:
		return g.inverse().after(e.to), g
	}
	for _, g := range y.group.generators {
		var a, b model.ID = model.None, model.None
		for p, q := range g {
			if model.ID(p) != q && a == model.None {
				a, b = model.ID(p), q
			}
		}
		if e.from[a] > e.from[b] {
			return g.after(e.to), g
		}
	}
	return nil, nil
}

// once returns the image under e of the interned thing with the given number: itself, if e moves nothing that it names,
// or else what image returns. known has the images so far.
func (y *symmetry) once(e *element, of uint32, f *facts, known *memo[uint32], image func() uint32) uint32 {
	if e.moved == 0 || f.names&e.moved == 0 && !f.custom {
		return of
	}
	return known.of(y.key(e, of, f), image)
}

// key returns the memo key for the image under e of the interned thing with the given number. It contains the images
// of the processes named in the thing, which are equal for elements that act alike on them, or e itself if the names
// do not determine the image.
func (y *symmetry) key(e *element, of uint32, f *facts) uint64 {
	key := uint64(of) << 32
	if f.custom || len(e.to) > 16 || bits.OnesCount64(f.names) > 7 {
		return key | 1<<31 | uint64(y.number(e))
	}
	images := uint64(1)
	for names := f.names; names != 0; names &= names - 1 {
		images = images<<4 | uint64(e.to[bits.TrailingZeros64(names)])
	}
	return key | images
}

// value returns an interned value with its processes renamed by e.
func (y *symmetry) value(e *element, id uint32) uint32 {
	f := y.factsOf(id)
	return y.once(e, id, f, &y.values, func() uint32 {
		renamed := y.renamed(e.rename, id)
		if f.custom {
			y.checkRenamer(e, id, renamed)
		}
		return renamed
	})
}

func (y *symmetry) renamed(to func(model.ID) model.ID, id uint32) uint32 {
	y.mu.Lock()
	defer y.mu.Unlock()
	renamed := y.naming.renamed(y.s.copied(id), to)
	if id&viewBit != 0 {
		return y.s.viewValue(renamed) | viewBit
	}
	return y.s.value("renamed value", renamed)
}

// checkRenamer checks that a Renamer acts on a value as the group does: renaming by a generator can be undone, and any
// other element does the same as the generators of which it is composed.
func (y *symmetry) checkRenamer(e *element, id, renamed uint32) {
	same := id
	if e = y.elements.at(y.number(e)); e.first == nil {
		same = y.renamed(y.element(e.from).rename, renamed)
	} else {
		same = y.value(y.element(e.last), y.value(y.element(e.first), id))
		id, same = same, renamed
	}
	if id != same {
		model.Misuse("Renamed of a value in %s does not rename processes: %s and %s should be the same",
			show(y.s.copied(id)), show(y.s.copied(same)), show(y.s.copied(id)))
	}
}
