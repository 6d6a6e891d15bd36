package system

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/anel-mc/mc/model"
)

// Symmetry is a group of permutations of the processes of an instance under which the instance may be symmetric: the
// processes run the same kind of process at equivalent places of the topology, and may fail in the same ways. Whether
// the algorithm treats them alike is a separate question, which is checked for every handler as it runs; see
// System.Assume.
type Symmetry struct {
	words string
	// generators generate the group. classes is set if the group consists of all permutations within each of some sets
	// of processes; otherwise elements lists the whole group, which is the powers of its only generator.
	generators []permutation
	classes    [][]model.ID
	elements   []permutation
	names      []string // of the processes
}

// permutation maps each process to its image.
type permutation []model.ID

// String describes the group: "full permutation of a, b and c".
func (y Symmetry) String() string { return y.words }

// MaxPermuted is the largest number of processes of an instance whose processes may be permuted arbitrarily. Larger
// instances have rotations only.
const MaxPermuted = 16

// Symmetries returns the groups of permutations under which m may be symmetric: exchanges of processes, and rotations.
// If there are none, why says so.
func Symmetries(m model.Model) (all []Symmetry, why string) {
	i, ok := m.(model.Instance)
	switch {
	case !ok:
		return nil, "a Machine has no processes"
	case i.Validate() != nil:
		return nil, "the instance is not valid"
	case i.Constraint != nil:
		return nil, "the model has a Constraint, which may treat processes differently"
	}
	for _, v := range i.Variables {
		name, _, of, _ := v.Declared()
		if m := (&variable{of: of}); m.isMap() && namesAny(reflect.Zero(m.of.Elem()), len(i.Processes)) {
			return nil, fmt.Sprintf("the shared map %q names a process wherever it has no element: the zero value of %v does",
				name, m.of.Elem())
		}
	}
	places := newPlaces(i)
	if y := places.exchanges(); y != nil {
		all = append(all, *y)
	}
	if y := places.rotation(); y != nil && places.n > 2 { // a rotation of two processes is an exchange
		all = append(all, *y)
	}
	switch {
	case len(all) > 0:
		return all, ""
	case len(i.Processes) > MaxPermuted:
		return nil, fmt.Sprintf("processes are exchanged in instances of up to %d, and this one has %d", MaxPermuted,
			len(i.Processes))
	}
	return nil, "no two processes run the same kind of process at places of the topology that look the same"
}

// Without returns what is left of a full permutation group after two processes turned out not to be exchangeable: the
// processes before them and those after them may still be. It returns false if nothing is left.
func (y Symmetry) Without(a *Asymmetry) (Symmetry, bool) {
	at := slices.IndexFunc(y.generators, func(g permutation) bool { return slices.Equal(g, a.generator) })
	if y.classes == nil || at < 0 {
		return Symmetry{}, false
	}
	var classes [][]model.ID
	for _, class := range y.classes {
		cut := slices.IndexFunc(class, func(p model.ID) bool { return a.generator[p] > p }) + 1
		classes = append(classes, class[:cut], class[cut:])
	}
	rest := exchanging(len(a.generator), classes, y.names)
	return rest, len(rest.classes) > 0
}

// exchanging returns the group of all permutations within the classes that have more than one process.
func exchanging(n int, classes [][]model.ID, names []string) Symmetry {
	y := Symmetry{names: names}
	var words []string
	for _, class := range classes {
		if len(class) < 2 {
			continue
		}
		y.classes = append(y.classes, class)
		for k := range class[1:] {
			y.generators = append(y.generators, transposition(n, class[k], class[k+1]))
		}
		var who []string
		for _, p := range class {
			who = append(who, names[p])
		}
		words = append(words, "full permutation of "+strings.Join(who[:len(who)-1], ", ")+" and "+who[len(who)-1])
	}
	y.words = strings.Join(words, ", ")
	return y
}

// places are the processes of an instance, and the topology that connects them.
type places struct {
	n      int
	names  []string
	looks  []string // equal for processes of one kind
	joined map[model.Link]bool
}

func newPlaces(i model.Instance) *places {
	p := &places{n: len(i.Processes), names: i.ProcessNames(), joined: map[model.Link]bool{}}
	for id, a := range i.Processes {
		k := a.Erased()
		looks := []any{k.Name, k.Init != nil, k.Accept != nil, k.Receive != nil, k.Timeout != nil, k.Detect != nil,
			k.Recover != nil,
			mayCrash(i.Faults, model.ID(id)), hasClock(i.Clocks, model.ID(id))}
		for _, act := range k.Acts {
			looks = append(looks, act.Name, act.Optional)
		}
		p.looks = append(p.looks, fmt.Sprintf("%q", looks))
	}
	for _, l := range i.Network.Topology.Links(p.n) {
		p.joined[l] = true
	}
	return p
}

// keeps reports whether a permutation preserves the kinds of processes and the topology.
func (p *places) keeps(to permutation) bool {
	for q := range p.n {
		if p.looks[q] != p.looks[to[q]] {
			return false
		}
	}
	for l := range p.joined {
		if !p.joined[model.Link{From: to[l.From], To: to[l.To]}] {
			return false
		}
	}
	return true
}

func identity(n int) permutation {
	to := make(permutation, n)
	for q := range to {
		to[q] = model.ID(q)
	}
	return to
}

func transposition(n int, a, b model.ID) permutation {
	to := identity(n)
	to[a], to[b] = b, a
	return to
}

// after returns the composition of two permutations: first, then to.
func (to permutation) after(first permutation) permutation {
	both := make(permutation, len(to))
	for q := range to {
		both[q] = to[first[q]]
	}
	return both
}

func (to permutation) inverse() permutation {
	from := make(permutation, len(to))
	for q := range to {
		from[to[q]] = model.ID(q)
	}
	return from
}

// moved returns the processes that are moved, as bits.
func (to permutation) moved() (set uint64) {
	for p, q := range to {
		if model.ID(p) != q {
			set |= 1 << p
		}
	}
	return set
}

func (to permutation) key() string {
	b := make([]byte, len(to))
	for q := range to {
		b[q] = byte(to[q])
	}
	return string(b)
}

// exchanges returns the group generated by the possible exchanges of two processes. Being exchangeable is an
// equivalence: (p r) is (p q)(q r)(p q).
func (p *places) exchanges() *Symmetry {
	if p.n > MaxPermuted {
		return nil
	}
	var classes [][]model.ID
	seen := make([]bool, p.n)
	for a := range model.ID(p.n) {
		if seen[a] {
			continue
		}
		class := []model.ID{a}
		for b := a + 1; int(b) < p.n; b++ {
			if !seen[b] && p.keeps(transposition(p.n, a, b)) {
				seen[b] = true
				class = append(class, b)
			}
		}
		classes = append(classes, class)
	}
	y := exchanging(p.n, classes, p.names)
	if len(y.classes) == 0 {
		return nil
	}
	return &y
}

// rotation returns the group of the rotations of all processes in the order of their IDs.
func (p *places) rotation() *Symmetry {
	for by := 1; by < p.n; by++ {
		to := make(permutation, p.n)
		for q := range to {
			to[q] = model.ID((q + by) % p.n)
		}
		if p.n%by != 0 || !p.keeps(to) {
			continue
		}
		words := fmt.Sprintf("rotation of the %d processes", p.n)
		if by > 1 {
			words += fmt.Sprintf(" by %d", by)
		}
		y := &Symmetry{words: words, generators: []permutation{to}, elements: []permutation{identity(p.n)}}
		for r := to; !slices.Equal(r, y.elements[0]); r = to.after(r) {
			y.elements = append(y.elements, r)
		}
		return y
	}
	return nil
}
