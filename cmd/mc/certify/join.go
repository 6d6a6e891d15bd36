package main

import (
	"reflect"
	"slices"

	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/naming"
	"github.com/anel-mc/mc/model/system"
)

// piece is what a value is for those who stay.
type piece struct {
	*restriction
	is string
}

// join returns the encodings of all values that are restricted to the pieces.
func join(pieces []piece) (all []string) {
	var shares []share
	for _, p := range pieces {
		x := p.values.Decode(p.is)
		shares = append(shares, share{p.restriction, reflect.ValueOf(&x).Elem()})
	}
	for _, v := range joins(shares) {
		if x := shares[0].encode(v); !slices.Contains(all, x) {
			all = append(all, x)
		}
	}
	return all
}

// share is what a part of a value is for those who stay.
type share struct {
	*restriction
	v reflect.Value
}

func (s share) encode(v reflect.Value) string {
	encoding, err := s.values.Encode(v.Interface())
	if err != nil {
		model.Misuse("a value has no encoding: %v", err)
	}
	return encoding
}

// having returns those shares of which there is some part, and that part.
func having(shares []share, part func(share) (reflect.Value, bool)) (all []share) {
	for _, s := range shares {
		if v, has := part(s); has {
			all = append(all, share{s.restriction, v})
		}
	}
	return all
}

// joins returns all values that are restricted to the shares.
func joins(shares []share) (all []reflect.Value) {
	for _, v := range tries(shares) {
		if !slices.ContainsFunc(shares, func(s share) bool { return s.of(s.encode(v)) != s.encode(s.v) }) {
			all = append(all, v)
		}
	}
	return all
}

// tries returns values among which are all those.
func tries(shares []share) (all []reflect.Value) {
	first, t, n := shares[0].v, shares[0].v.Type(), len(shares[0].to)
	zero := []reflect.Value{reflect.Zero(t)}
	// add sets a part of each value, to each of the joins of what the shares have there.
	add := func(all []reflect.Value, part func(share) (reflect.Value, bool),
		set func(c, x reflect.Value)) []reflect.Value {
		return product(all, joins(having(shares, part)), func(v, x reflect.Value) reflect.Value {
			c := reflect.New(t).Elem()
			c.Set(v)
			set(c, x)
			return c
		})
	}
	if _, custom := first.Interface().(naming.Renamer); custom && t != reflect.TypeFor[naming.IDSet]() {
		model.Misuse("a %s names processes in a way of its own", t)
	}
	_, indexed := first.Interface().(interface{ ByProcess() })
	switch {
	case t == reflect.TypeFor[model.ID]():
		for p := system.Absent; int(p) < n; p++ {
			all = append(all, reflect.ValueOf(p))
		}
		return all
	case t == reflect.TypeFor[naming.Ordinal]():
		for p := system.Absent; int(p) < n; p++ {
			all = append(all, reflect.ValueOf(naming.Ordinal(p+1)))
		}
		return all
	case t == reflect.TypeFor[naming.IDSet]():
		for set := range naming.IDSet(1) << n {
			all = append(all, reflect.ValueOf(set))
		}
		return all
	case indexed && first.Len() > 0:
		all = []reflect.Value{reflect.MakeSlice(t, n, n)}
		for p := range n {
			all = add(all, func(s share) (reflect.Value, bool) {
				return s.v.Index(max(int(s.to[p]), 0)), s.to[p] >= 0
			}, func(c, x reflect.Value) {
				c.Set(reflect.AppendSlice(reflect.Zero(t), c))
				c.Index(p).Set(x)
			})
		}
		return all
	}
	switch t.Kind() {
	case reflect.Struct:
		all = zero
		for i := range t.NumField() {
			if !t.Field(i).IsExported() {
				model.Misuse("a %s has fields that cannot be seen", t)
			}
			all = add(all, func(s share) (reflect.Value, bool) { return s.v.Field(i), true },
				func(c, x reflect.Value) { c.Field(i).Set(x) })
		}
		return all
	case reflect.Array:
		all = zero
		for i := range t.Len() {
			all = add(all, func(s share) (reflect.Value, bool) { return s.v.Index(i), true },
				func(c, x reflect.Value) { c.Index(i).Set(x) })
		}
		return all
	case reflect.Slice:
		enough(t, idsIn(t.Elem()), shares)
		return lists(zero[0], shares)
	case reflect.Map:
		enough(t, idsIn(t.Key())+idsIn(t.Elem()), shares)
		if idsIn(t.Key()) > 0 && t.Key() != reflect.TypeFor[model.ID]() {
			model.Misuse("the keys of a %s name processes within", t)
		}
		all = []reflect.Value{reflect.MakeMap(t)}
		for _, key := range keys(shares) {
			all = add(all, func(s share) (reflect.Value, bool) {
				at := s.key(key)
				return s.v.MapIndex(at), s.v.MapIndex(at).IsValid()
			}, func(c, x reflect.Value) {
				entries := c.MapRange()
				for c.Set(reflect.MakeMap(t)); entries.Next(); {
					c.SetMapIndex(entries.Key(), entries.Value())
				}
				c.SetMapIndex(key, x)
			})
		}
		return all
	case reflect.Pointer, reflect.Interface:
		if slices.ContainsFunc(shares, func(s share) bool { return s.v.IsNil() }) {
			return zero
		}
		if slices.ContainsFunc(shares, func(s share) bool { return s.v.Elem().Type() != first.Elem().Type() }) {
			return nil
		}
		return add(zero, func(s share) (reflect.Value, bool) { return s.v.Elem(), true }, func(c, x reflect.Value) {
			if t.Kind() == reflect.Pointer {
				c.Set(reflect.New(t.Elem()))
				c = c.Elem()
			}
			c.Set(x)
		})
	}
	return []reflect.Value{first}
}

// lists returns the lists that begin with made, and go on with what the shares have beyond that.
func lists(made reflect.Value, shares []share) (all []reflect.Value) {
	all = []reflect.Value{made}
	for set := 1; set < 1<<len(shares); set++ {
		at := 0
		next := having(shares, func(s share) (reflect.Value, bool) {
			had := s.list(made).Len()
			at++
			return s.v.Slice(had, s.v.Len()), set>>(at-1)&1 != 0
		})
		if slices.ContainsFunc(next, func(s share) bool { return s.v.Len() == 0 }) {
			continue
		}
		for _, x := range joins(having(next, func(s share) (reflect.Value, bool) { return s.v.Index(0), true })) {
			more := reflect.Append(reflect.AppendSlice(reflect.Zero(made.Type()), made), x)
			fits := true
			for i, s := range shares {
				is := s.list(more)
				fits = fits && (is.Len() > s.list(made).Len()) == (set>>i&1 != 0) && is.Len() <= s.v.Len() &&
					s.encode(is) == s.encode(s.v.Slice(0, is.Len()))
			}
			if fits {
				all = append(all, lists(more, shares)...)
			}
		}
	}
	return all
}

// list is what a list is for those who stay.
func (s share) list(v reflect.Value) reflect.Value {
	return reflect.ValueOf(s.values.Decode(s.of(s.encode(v))))
}

// keys returns what is a key for any of those who stay.
func keys(shares []share) (all []reflect.Value) {
	for _, s := range shares {
		for _, key := range s.v.MapKeys() {
			if p, is := key.Interface().(model.ID); is && p >= 0 {
				key = reflect.ValueOf(s.who[p])
			}
			if !slices.ContainsFunc(all, key.Equal) {
				all = append(all, key)
			}
		}
	}
	return all
}

// key is what a key is for those who stay.
func (s share) key(key reflect.Value) reflect.Value {
	if p, is := key.Interface().(model.ID); is && p >= 0 {
		return reflect.ValueOf(s.to[p])
	}
	return key
}

// enough refuses elements that may name all whom the shares leave out, so that none has them.
func enough(t reflect.Type, ids int, shares []share) {
	if ids >= len(shares) {
		model.Misuse("elements of a %s may be in no view", t)
	}
}

// idsIn is how many processes a value names for which a list drops it if they do not stay.
func idsIn(t reflect.Type) (n int) {
	switch {
	case t == reflect.TypeFor[model.ID](), t == reflect.TypeFor[naming.Ordinal]():
		return 1
	case t.Kind() == reflect.Struct:
		for i := range t.NumField() {
			n += idsIn(t.Field(i).Type)
		}
	case t.Kind() == reflect.Array:
		n = t.Len() * idsIn(t.Elem())
	}
	return n
}
