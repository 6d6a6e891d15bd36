package main

import (
	"maps"
	"math/bits"
	"reflect"
	"slices"

	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/naming"
	"github.com/anel-mc/mc/model/system"
)

// configurations calls yield with each state among the parts, or with each configuration that can be joined from m.m of
// them, one for each participant that is left out. It skips what is made of the first old parts only.
func (m *machine) configurations(parts []world, old int, yield func(world)) {
	if m.m == 0 {
		for i := old; i < len(parts); i++ {
			yield(parts[i])
			parts[i] = nil
		}
		return
	}
	// The keys of each part without one of its participants, and the parts by the first of these keys.
	less, by := make([][]string, len(parts)), map[string][]int{}
	for i, p := range parts {
		for _, f := range m.restrictions(m.m - 1) {
			less[i] = append(less[i], m.key(f.world(p)))
		}
		by[less[i][0]] = append(by[less[i][0]], i)
	}
	var grow func(chosen ...int)
	grow = func(chosen ...int) {
		d := len(chosen)
		if d == m.m && slices.Max(chosen) >= old {
			m.join(parts, chosen, yield)
		}
		if d == m.m {
			return
		}
		for _, i := range by[less[chosen[0]][d-1]] {
			fits := true
			for e, other := range chosen { // they must agree on what both contain
				fits = fits && less[other][d-1] == less[i][e]
			}
			if fits {
				grow(append(slices.Clone(chosen), i)...)
			}
		}
	}
	for i := range parts {
		grow(i)
	}
}

// join calls yield with every world whose restriction without participant d is the part chosen for d, for each d.
func (m *machine) join(parts []world, chosen []int, yield func(world)) {
	less, shares := m.restrictions(m.m), map[place][]share{}
	for d, i := range chosen {
		for at, value := range parts[i] {
			// Without the first process, a walk begins elsewhere.
			if at = at.renamed(less[d].back); at.Kind != walk || d > 0 {
				x := m.values.Decode(value)
				shares[at] = append(shares[at], share{less[d], reflect.ValueOf(&x).Elem()})
			}
		}
	}
	all := []world{{}}
	for _, at := range sorted(shares) {
		all = product(all, joinValues(shares[at]), func(w world, x reflect.Value) world {
			w = maps.Clone(w)
			w[at] = m.encode(x.Interface())
			return w
		})
	}
	for _, w := range all {
		fits := true
		for d, i := range chosen {
			fits = fits && maps.Equal(less[d].world(w), parts[i])
		}
		if fits {
			m.configs = append(m.configs, w)
			yield(m.state(w))
		}
	}
}

// share is a value as a restriction leaves it.
type share struct {
	*restriction
	v reflect.Value
}

func (s share) encoding() string { return s.encode(s.v.Interface()) }

// product returns with(a, b) for every pair.
func product[A, B any](all []A, by []B, with func(A, B) A) (more []A) {
	for _, a := range all {
		for _, b := range by {
			more = append(more, with(a, b))
		}
	}
	return more
}

// joinValues returns all values whose restrictions are the shares.
func joinValues(shares []share) []reflect.Value {
	return slices.DeleteFunc(candidates(shares), func(v reflect.Value) bool {
		return slices.ContainsFunc(shares, func(s share) bool {
			return s.restrict(share{s.restriction, v}.encoding()) != s.encoding()
		})
	})
}

// candidates returns values that include all those whose restrictions are the shares.
func candidates(shares []share) (all []reflect.Value) {
	if len(shares) == 0 {
		refuse("a value is about a process that is in no view")
	}
	shares = slices.Clone(shares)
	for i, s := range shares {
		if s.v.Kind() == reflect.Interface {
			if s.v.IsNil() {
				return []reflect.Value{s.v}
			}
			shares[i].v = s.v.Elem()
		}
		if shares[i].v.Type() != shares[0].v.Type() {
			return nil
		}
	}
	first, n := shares[0].v, len(shares[0].to)
	t := first.Type()
	numbers := func(from, to int) (all []reflect.Value) {
		if x := first.Convert(reflect.TypeFor[int]()).Int(); int(x) < from || int(x) > to {
			refuse("a %s is %v, which names no process", t, first)
		}
		for x := from; x <= to; x++ {
			all = append(all, reflect.ValueOf(x).Convert(t))
		}
		return all
	}
	all = []reflect.Value{reflect.New(t).Elem()}
	parts, part := 0, reflect.Value.Field
	switch first.Interface().(type) {
	case model.ID, naming.Ordinal:
		return numbers(int(system.Absent), n)
	case naming.IDSet:
		return numbers(0, 1<<n-1)
	case interface{ ByProcess() }:
		if first.Len() > 0 {
			all[0].Set(reflect.MakeSlice(t, n, n))
			parts, part = n, reflect.Value.Index
		}
	default:
		switch k := t.Kind(); {
		case k == reflect.Struct:
			parts = t.NumField()
		case k == reflect.Slice:
			return candidateLists(shares)
		case k == reflect.String || k <= reflect.Float64:
			return []reflect.Value{first}
		default:
			refuse("this program cannot join values of type %s", t)
		}
	}
	for i := range parts {
		var ofPart []share
		for _, s := range shares {
			at := i
			if t.Kind() == reflect.Slice {
				at = int(s.to[i])
			}
			if at >= 0 {
				ofPart = append(ofPart, share{s.restriction, part(s.v, at)})
			}
		}
		all = product(all, joinValues(ofPart), func(v, x reflect.Value) reflect.Value {
			c := reflect.New(t).Elem()
			if c.Set(v); t.Kind() == reflect.Slice {
				c.Set(reflect.AppendSlice(reflect.Zero(t), v))
			}
			part(c, i).Set(x)
			return c
		})
	}
	return all
}

// candidateLists does this for lists. A restricted list lacks the elements that name the participant who is left out.
func candidateLists(shares []share) (all []reflect.Value) {
	t := shares[0].v.Type()
	names := len(system.Named(reflect.Zero(t.Elem()).Interface())) // in an element
	if names >= len(shares) {
		refuse("an element of a %s may name every participant that is left out", t)
	}
	if !slices.ContainsFunc(shares, func(s share) bool { return s.v.Len() > 0 }) {
		return []reflect.Value{reflect.Zero(t)}
	}
	for set := 1; set < 1<<len(shares); set++ { // the shares that have the first element
		if names == 0 && set+1 < 1<<len(shares) {
			continue // an element that names nobody is in every share
		}
		var heads, rests []share
		for i, s := range shares {
			if set>>i&1 != 0 && s.v.Len() > 0 {
				heads = append(heads, share{s.restriction, s.v.Index(0)})
				s.v = s.v.Slice(1, s.v.Len())
			}
			rests = append(rests, s)
		}
		if len(heads) < bits.OnesCount(uint(set)) {
			continue
		}
		for _, x := range joinValues(heads) {
			one, fits := reflect.Append(reflect.Zero(t), x), true
			for i, s := range shares {
				left := reflect.ValueOf(s.values.Decode(s.restrict(share{s.restriction, one}.encoding()))).Len()
				fits = fits && left == set>>i&1
			}
			if !fits {
				continue
			}
			for _, rest := range candidateLists(rests) {
				all = append(all, reflect.AppendSlice(one, rest))
			}
		}
	}
	return all
}
