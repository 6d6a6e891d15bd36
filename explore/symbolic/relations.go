package symbolic

import (
	"cmp"
	"encoding/binary"
	"slices"
	"sort"
)

// relation is a set of rows: a diagram like that of a set, but with functions instead of values on its edges.
type relation = uint32

const (
	nothing  relation = 0 // no rows
	identity relation = 1 // one row, which changes no slot
)

// function is a partial function of the value of a slot: 0 is the identity, others are the numbers of Products plus
// 1.
type function = uint32

// step is an edge of a relation.
type step struct {
	function function
	rest     relation
}

// rows is a relation other than nothing and identity. It changes no slots above its level.
type rows struct {
	level int32
	// anywhere has the edges whose functions may be defined for several values; at has those whose functions are defined
	// for one value only, sorted by that value.
	anywhere []step
	at       []stepAt
	// known is a hash table of count values whose outcomes have been computed.
	known []known
	count int
}

// known says where the outcomes of a value begin and end in relations.done; from and to are one more than that, and 0
// in an empty place.
type known struct{ value, from, to uint32 }

// find returns the place of a value in known, which must not be full.
func (r *rows) find(value uint32) *known {
	mask := uint32(len(r.known) - 1)
	i := value * 0x9E3779B1 >> 7 & mask
	for r.known[i].to != 0 && r.known[i].value != value {
		i = (i + 1) & mask
	}
	return &r.known[i]
}

// grow makes room for twice as many values.
func (r *rows) grow() {
	old := r.known
	r.known = make([]known, max(8, 2*len(old)))
	for _, k := range old {
		if k.to != 0 {
			*r.find(k.value) = k
		}
	}
}

// stepAt is an edge whose function is defined for one value only.
type stepAt struct {
	from uint32
	step
}

// outcome is what a value becomes, and the relation that then applies to the slots of lower levels.
type outcome struct {
	value uint32
	rest  relation
}

// relations stores all relations, and what they do to values.
type relations struct {
	sys   Products
	all   []rows // by relation
	known map[string]relation
	sums  map[[2]relation]relation

	done []outcome
}

func newRelations(sys Products) *relations {
	return &relations{sys: sys, all: make([]rows, 2), known: map[string]relation{}, sums: map[[2]relation]relation{}}
}

// edges returns the edges of a relation at a level, which must not be below its own.
func (t *relations) edges(r relation, level int32) (all []step) {
	if r == identity || t.all[r].level > level {
		return []step{{0, r}}
	}
	all = slices.Clone(t.all[r].anywhere)
	for _, e := range t.all[r].at {
		all = append(all, e.step)
	}
	return all
}

// make returns the relation with the given edges, whose functions must be distinct.
func (t *relations) make(level int32, edges []step) relation {
	if len(edges) == 1 && edges[0].function == 0 {
		return edges[0].rest
	}
	slices.SortFunc(edges, func(a, b step) int { return cmp.Compare(a.function, b.function) })
	key := binary.LittleEndian.AppendUint32(make([]byte, 0, 4+8*len(edges)), uint32(level))
	for _, e := range edges {
		key = binary.LittleEndian.AppendUint32(key, e.function)
		key = binary.LittleEndian.AppendUint32(key, e.rest)
	}
	if r, ok := t.known[string(key)]; ok {
		return r
	}
	made := rows{level: level}
	for _, e := range edges {
		if e.function != 0 {
			if from, only := t.sys.Only(e.function - 1); only {
				made.at = append(made.at, stepAt{from, e})
				continue
			}
		}
		made.anywhere = append(made.anywhere, e)
	}
	slices.SortStableFunc(made.at, func(a, b stepAt) int { return cmp.Compare(a.from, b.from) })
	r := relation(len(t.all))
	t.all = append(t.all, made)
	t.known[string(key)] = r
	return r
}

// part is what a row does to the slot of a level.
type part struct {
	level int32
	does  function
}

// of returns the relation that consists of the given rows. It reorders all, but does not change the rows.
func (t *relations) of(all [][]part) relation {
	level := int32(-1)
	for _, row := range all {
		if len(row) > 0 && (level < 0 || row[0].level < level) {
			level = row[0].level
		}
	}
	if level < 0 {
		return identity
	}
	first := func(row []part) function {
		if len(row) > 0 && row[0].level == level {
			return row[0].does
		}
		return 0
	}
	slices.SortStableFunc(all, func(a, b []part) int { return cmp.Compare(first(a), first(b)) })
	var edges []step
	for len(all) > 0 {
		f := first(all[0])
		n := sort.Search(len(all), func(i int) bool { return first(all[i]) > f })
		rest := slices.Clone(all[:n])
		for i, row := range rest {
			if len(row) > 0 && row[0].level == level {
				rest[i] = row[1:]
			}
		}
		edges = append(edges, step{f, t.of(rest)})
		all = all[n:]
	}
	return t.make(level, edges)
}

// union returns the relation with the rows of both.
func (t *relations) union(a, b relation) relation {
	switch {
	case a == b || b == nothing:
		return a
	case a == nothing:
		return b
	case a > b:
		a, b = b, a
	}
	if r, ok := t.sums[[2]relation{a, b}]; ok {
		return r
	}
	level := t.all[b].level // b is not identity, the smallest number but that of nothing
	if a != identity {
		level = min(level, t.all[a].level)
	}
	edges := append(t.edges(a, level), t.edges(b, level)...)
	slices.SortStableFunc(edges, func(x, y step) int { return cmp.Compare(x.function, y.function) })
	k := 0
	for _, e := range edges[1:] {
		if e.function == edges[k].function {
			edges[k].rest = t.union(edges[k].rest, e.rest)
			continue
		}
		k++
		edges[k] = e
	}
	r := t.make(level, edges[:k+1])
	t.sums[[2]relation{a, b}] = r
	return r
}

// outcomes returns what a relation other than identity does to a value of the slot of its level. The result is valid
// until the next call.
func (t *relations) outcomes(r relation, value uint32) []outcome {
	rows := &t.all[r]
	if 2*rows.count >= len(rows.known) {
		rows.grow()
	}
	at := rows.find(value)
	if at.to != 0 {
		return t.done[at.from-1 : at.to-1]
	}
	from := uint32(len(t.done))
	add := func(e step) {
		after := value
		if e.function != 0 {
			var ok bool
			if after, ok = t.sys.Apply(e.function-1, value); !ok {
				return
			}
		}
		t.done = append(t.done, outcome{after, e.rest})
	}
	first, _ := slices.BinarySearchFunc(rows.at, value, func(e stepAt, v uint32) int { return cmp.Compare(e.from, v) })
	for ; first < len(rows.at) && rows.at[first].from == value; first++ {
		add(rows.at[first].step)
	}
	for _, e := range rows.anywhere {
		add(e)
	}
	*at = known{value, from + 1, uint32(len(t.done)) + 1}
	rows.count++
	return t.done[from:]
}
