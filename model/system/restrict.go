package system

import (
	"fmt"
	"reflect"
	"slices"

	"github.com/anel-mc/mc/model"
)

// Absent is what the ID of a process becomes when a value is restricted to processes that do not include it. It
// differs from the ID of every process and from model.None.
const Absent model.ID = -2

// A Restriction restricts values of a system to some of its processes. It finds every model.ID in a value, as a
// renaming does. The ID of a process that is left out becomes Absent; a set loses it; an element of a slice or an
// entry of a map that directly holds such an ID, not within further slices, maps, pointers or interfaces, is dropped;
// and a naming.PerProcess keeps the elements of the processes that stay.
type Restriction struct {
	renamer
	to []model.ID // by process: its ID among those that stay, or Absent
}

// NewRestriction returns the restriction to the processes that to does not map to Absent. to is their new IDs.
func NewRestriction(to []model.ID) *Restriction {
	r := &Restriction{renamer: renamer{n: len(to), known: map[reflect.Type]nameKind{}, restricts: true}, to: to}
	for _, p := range to {
		if p >= 0 {
			r.left++
		}
	}
	return r
}

func (r *Restriction) of(p model.ID) model.ID {
	if p < 0 || int(p) >= len(r.to) {
		return p
	}
	return r.to[p]
}

// Of returns x restricted, and leaves x unchanged. It fails if x cannot be restricted.
func (r *Restriction) Of(x any) (restricted any, err error) {
	if x == nil || r.naming(reflect.TypeOf(x)) == namesNone {
		return x, nil
	}
	defer func() {
		if wrong := recover(); wrong != nil {
			err = model.Panic("restricting "+show(x), wrong)
		}
	}()
	return r.value(reflect.ValueOf(x)).Interface(), nil
}

func (r *Restriction) value(v reflect.Value) reflect.Value { return r.mapped(v, r.of) }

// absentIn reports whether v directly holds Absent.
func absentIn(v reflect.Value) bool { return slices.Contains(appendIDs(nil, v), Absent) }

// Named returns the processes that x names directly, not within slices, maps, pointers or interfaces.
func Named(x any) []model.ID {
	if x == nil {
		return nil
	}
	return appendIDs(nil, reflect.ValueOf(x))
}

func appendIDs(all []model.ID, v reflect.Value) []model.ID {
	switch {
	case v.Type() == idType:
		return append(all, model.ID(v.Int()))
	case v.Type() == ordinalType:
		return append(all, model.ID(v.Int()-1))
	case v.Kind() == reflect.Struct:
		for i := range v.NumField() {
			all = appendIDs(all, v.Field(i))
		}
	case v.Kind() == reflect.Array:
		for i := range v.Len() {
			all = appendIDs(all, v.Index(i))
		}
	}
	return all
}

// idsIn returns how many IDs a value of type t holds directly.
func idsIn(t reflect.Type) (n int) {
	switch {
	case t == idType, t == ordinalType:
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

// enough panics unless elements of type t always appear in some share: an element that names all the processes that
// the shares leave out would be in none of them.
func enough(t reflect.Type, ids int, shares []share) {
	if ids >= len(shares) {
		panic(unjoinable{fmt.Errorf("elements of a %s may name only processes that are not in view: views of more "+
			"processes would have them", t)})
	}
}
