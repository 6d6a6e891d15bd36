package system

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/naming"
)

// Piece is a value restricted to all processes of a system but one.
type Piece struct {
	// Value is the value, restricted.
	Value any
	// To is the restriction that made Value.
	To *Restriction
	// Without is the process that is left out.
	Without model.ID
}

// Join returns the values whose restrictions are the pieces, each of which leaves out another process, in a fixed
// order: all such values, or an error if the pieces do not suffice to list them.
func Join(pieces []Piece) (all []any, err error) {
	first := pieces[0].Value
	for _, p := range pieces {
		if (p.Value == nil) != (first == nil) || first != nil && reflect.TypeOf(p.Value) != reflect.TypeOf(first) {
			return nil, nil
		}
	}
	if first == nil {
		return []any{nil}, nil
	}
	defer func() {
		if wrong := recover(); wrong != nil {
			e, is := wrong.(unjoinable)
			if !is {
				panic(wrong)
			}
			err = e.error
		}
	}()
	j := &joiner{n: pieces[0].To.n, naming: pieces[0].To.naming}
	var shares []share
	for _, p := range pieces {
		back := make([]model.ID, p.To.left)
		for q, to := range p.To.to {
			if to >= 0 {
				back[to] = model.ID(q)
			}
		}
		shares = append(shares, share{reflect.ValueOf(p.Value), back, p.To, p.Without})
	}
	for _, v := range j.join(shares) {
		all = append(all, v.Interface())
	}
	return all, nil
}

// maxJoins is the largest number of values that pieces may join to.
const maxJoins = 1 << 14

type unjoinable struct{ error }

// few panics if there are more than maxJoins ways to do something.
func few(ways int, what string, of any) {
	if ways > maxJoins {
		panic(unjoinable{fmt.Errorf("there are more than %d ways to %s %v", maxJoins, what, of)})
	}
}

// joiner joins values of a system of n processes.
type joiner struct {
	n      int
	naming func(reflect.Type) nameKind
}

// share is what one piece holds of a part of the value.
type share struct {
	v       reflect.Value
	back    []model.ID // by process of the piece: its ID in the system
	to      *Restriction
	without model.ID
}

func (s share) with(v reflect.Value) share {
	s.v = v
	return s
}

// fits reports whether v restricts to each of the shares.
func fits(v reflect.Value, shares []share) bool {
	return !slices.ContainsFunc(shares, func(s share) bool {
		return !reflect.DeepEqual(s.to.value(v).Interface(), s.v.Interface())
	})
}

// join returns all values of one type that restrict to the shares.
func (j *joiner) join(shares []share) []reflect.Value {
	var all []reflect.Value
	for _, v := range j.candidates(shares) {
		if fits(v, shares) {
			all = append(all, v)
		}
	}
	few(len(all), "join what is known of a", shares[0].v.Type())
	return all
}

// candidates returns values that include all those that restrict to the shares.
func (j *joiner) candidates(shares []share) []reflect.Value {
	t := shares[0].v.Type()
	made := func(set func(c reflect.Value)) []reflect.Value {
		c := reflect.New(t).Elem()
		set(c)
		return []reflect.Value{c}
	}
	switch j.naming(t) {
	case namesNone:
		return []reflect.Value{shares[0].v}
	case namesID:
		return j.ids(t, shares, 0)
	case namesOrdinal:
		return j.ids(t, shares, 1)
	case namesSet:
		return j.sets(t, shares)
	case namesIndexed:
		return j.indexed(t, shares)
	}
	switch t.Kind() {
	case reflect.Struct:
		return j.product(reflect.Zero(t), t.NumField(), field, shares)
	case reflect.Array:
		return j.product(reflect.Zero(t), t.Len(), reflect.Value.Index, shares)
	case reflect.Slice:
		if idsIn(t.Elem()) > 0 {
			return j.lists(t, shares)
		}
		return j.slices(t, shares)
	case reflect.Map:
		return j.maps(t, shares)
	}
	// A pointer or an interface.
	var inner []share
	for _, s := range shares {
		if s.v.IsNil() || shares[0].v.IsNil() || s.v.Elem().Type() != shares[0].v.Elem().Type() {
			return made(func(reflect.Value) {}) // nil fits, or nothing does
		}
		inner = append(inner, s.with(s.v.Elem()))
	}
	var all []reflect.Value
	for _, v := range j.join(inner) {
		all = append(all, made(func(c reflect.Value) {
			if t.Kind() == reflect.Pointer {
				c.Set(reflect.New(t.Elem()))
				c = c.Elem()
			}
			c.Set(v)
		})...)
	}
	return all
}

// ids returns the candidates for an ID: a process that one of the shares names, or one that is Absent in all of them.
// IDs are stored as numbers from first on.
func (j *joiner) ids(t reflect.Type, shares []share, first model.ID) (all []reflect.Value) {
	try := []model.ID{Absent}
	for _, s := range shares {
		if p := model.ID(s.v.Int()) - first; p >= 0 && int(p) < len(s.back) {
			try = []model.ID{s.back[p]}
			break
		} else if p != Absent {
			try = []model.ID{p}
			break
		}
		try = append(try, s.without)
	}
	for _, p := range slices.Compact(try) {
		all = append(all, reflect.ValueOf(p+first).Convert(t))
	}
	return all
}

// sets returns the candidates for a set: whoever is in any of the shares is in it, and a process that all of them
// leave out may be.
func (j *joiner) sets(t reflect.Type, shares []share) []reflect.Value {
	var set naming.IDSet
	unknown := ^naming.IDSet(0)
	for _, s := range shares {
		for p := range naming.IDSet(s.v.Uint()).IDs() {
			if int(p) < len(s.back) {
				set = set.With(s.back[p])
			} else {
				set = set.With(p)
			}
		}
		unknown &= naming.IDSet(0).With(s.without)
	}
	all := []reflect.Value{reflect.ValueOf(set).Convert(t)}
	for p := range unknown.IDs() {
		all = append(all, reflect.ValueOf(set.With(p)).Convert(t))
	}
	return all
}

// indexed joins the elements of a PerProcess, process by process.
func (j *joiner) indexed(t reflect.Type, shares []share) []reflect.Value {
	empty := reflect.Zero(t)
	for _, s := range shares {
		if s.v.Len() == 0 {
			return []reflect.Value{empty}
		}
	}
	all := []reflect.Value{reflect.MakeSlice(t, j.n, j.n)}
	for p := range j.n {
		var of []share
		for _, s := range shares {
			if at := s.to.of(model.ID(p)); at >= 0 && s.v.Len() > int(at) {
				of = append(of, s.with(s.v.Index(int(at))))
			}
		}
		if len(of) == 0 {
			if slices.ContainsFunc(shares, func(s share) bool { return s.without == model.ID(p) }) {
				panic(unjoinable{fmt.Errorf("a %s in a message says something of a process that is not in view", t)})
			}
			continue // it is in no piece, and not because a piece leaves it out
		}
		all = cross(all, j.join(of), func(c, v reflect.Value) { c.Index(p).Set(v) })
	}
	return all
}

// cross returns a copy of each of all for each of by, in which set puts the latter.
func cross(all, by []reflect.Value, set func(c, v reflect.Value)) (product []reflect.Value) {
	few(len(all)*len(by), "join what is known of a", "value")
	for _, a := range all {
		for _, b := range by {
			c := apart(a)
			set(c, b)
			product = append(product, c)
		}
	}
	return product
}

// apart returns a copy of a struct, array, slice or map whose parts can be set without changing v.
func apart(v reflect.Value) reflect.Value {
	switch v.Kind() {
	case reflect.Slice:
		return reflect.AppendSlice(reflect.Zero(v.Type()), v)
	case reflect.Map:
		m := reflect.MakeMap(v.Type())
		for it := v.MapRange(); it.Next(); {
			m.SetMapIndex(it.Key(), it.Value())
		}
		return m
	}
	return settableCopy(v)
}

// product joins each of n parts separately, and combines the results: what empty becomes with all of them.
func (j *joiner) product(empty reflect.Value, n int, at func(c reflect.Value, i int) reflect.Value,
	shares []share) []reflect.Value {
	all := []reflect.Value{empty}
	for i := range n {
		var of []share
		for _, s := range shares {
			of = append(of, s.with(at(settableCopy(s.v), i)))
		}
		all = cross(all, j.join(of), func(c, v reflect.Value) { at(c, i).Set(v) })
	}
	return all
}

// slices joins slices of which a restriction drops no element.
func (j *joiner) slices(t reflect.Type, shares []share) []reflect.Value {
	n := shares[0].v.Len()
	for _, s := range shares {
		if s.v.Len() != n {
			return nil
		}
	}
	// apart makes an empty slice nil, as restricted ones are.
	return j.product(apart(reflect.MakeSlice(t, n, n)), n, reflect.Value.Index, shares)
}

// lists merges lists, each of which lacks the elements that name the process that its share leaves out.
func (j *joiner) lists(t reflect.Type, shares []share) (all []reflect.Value) {
	enough(t, idsIn(t.Elem()), shares)
	at := make([]int, len(shares))
	var grow func(made reflect.Value)
	grow = func(made reflect.Value) {
		done := true
		for i, s := range shares {
			done = done && at[i] == s.v.Len()
		}
		if done {
			all = append(all, made)
			few(len(all), "merge lists of", t.Elem())
			return
		}
		for _, next := range j.heads(shares, at) {
			var moved []int
			for i, s := range shares {
				if e := s.to.value(next); !absentIn(e) {
					if at[i] == s.v.Len() || !reflect.DeepEqual(e.Interface(), s.v.Index(at[i]).Interface()) {
						moved = append(moved, -1)
						break
					}
					moved = append(moved, i)
				}
			}
			if !slices.Contains(moved, -1) && len(moved) > 0 {
				for _, i := range moved {
					at[i]++
				}
				grow(reflect.Append(apart(made), next))
				for _, i := range moved {
					at[i]--
				}
			}
		}
	}
	grow(reflect.Zero(t))
	return all
}

// heads returns what may come next in a merged list: joins of the next elements of some of the shares.
func (j *joiner) heads(shares []share, at []int) (all []reflect.Value) {
	for set := 1; set < 1<<len(shares); set++ {
		var of []share
		for i, s := range shares {
			if set>>i&1 == 0 {
				continue
			}
			if at[i] == s.v.Len() {
				of = nil
				break
			}
			of = append(of, s.with(s.v.Index(at[i])))
		}
		if of == nil {
			continue
		}
		for _, v := range j.join(of) {
			if !absentIn(v) && !slices.ContainsFunc(all, func(w reflect.Value) bool {
				return reflect.DeepEqual(v.Interface(), w.Interface())
			}) {
				all = append(all, v)
			}
		}
	}
	return all
}

// maps joins maps, entry by entry. A key that is an ID stands, in each piece, for the process that it names there.
func (j *joiner) maps(t reflect.Type, shares []share) []reflect.Value {
	enough(t, idsIn(t.Key())+idsIn(t.Elem()), shares)
	if j.naming(t.Key()) != namesNone && t.Key() != idType {
		panic(unjoinable{fmt.Errorf("the keys of a %s name processes, and are not model.ID", t)})
	}
	entries := map[any][]share{}
	for _, s := range shares {
		for it := s.v.MapRange(); it.Next(); {
			key := it.Key()
			if p := key; t.Key() == idType && p.Int() >= 0 && int(p.Int()) < len(s.back) {
				key = reflect.ValueOf(s.back[p.Int()])
			}
			entries[key.Interface()] = append(entries[key.Interface()], s.with(it.Value()))
		}
	}
	all := []reflect.Value{reflect.Zero(t)}
	if !shares[0].v.IsNil() {
		all[0] = reflect.MakeMap(t)
	}
	keys := slices.SortedFunc(maps.Keys(entries), func(a, b any) int {
		return strings.Compare(fmt.Sprintf("%#v", a), fmt.Sprintf("%#v", b))
	})
	for _, key := range keys {
		all = cross(all, j.join(entries[key]), func(c, v reflect.Value) { c.SetMapIndex(reflect.ValueOf(key), v) })
	}
	return all
}
