package system

import (
	"fmt"
	"math"
	"reflect"
	"unsafe"

	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/naming"
)

var (
	idType       = reflect.TypeFor[model.ID]()
	setType      = reflect.TypeFor[naming.IDSet]()
	ordinalType  = reflect.TypeFor[naming.Ordinal]()
	renamerType  = reflect.TypeFor[naming.Renamer]()
	indexedTypes = reflect.TypeFor[interface{ ByProcess() }]()
)

// nameKind says how values of a type name processes.
type nameKind uint8

const (
	namesNone    nameKind = iota + 1
	namesID               // it is an ID
	namesSet              // it is an IDSet
	namesOrdinal          // it is an Ordinal; in a Restriction only
	namesIndexed          // it is a PerProcess
	namesCustom           // it is a Renamer
	namesWithin           // its parts may name processes
)

// renamer renames values of one instance. It is used by one goroutine at a time.
type renamer struct {
	n, left int // how many processes there are, and how many stay
	known   map[reflect.Type]nameKind
	// restricts says that it belongs to a Restriction. Then an Ordinal names a process.
	restricts bool
	// custom is set when a Renamer is found.
	custom bool
}

func (r *renamer) naming(t reflect.Type) nameKind {
	if k, ok := r.known[t]; ok {
		return k
	}
	k := namesNone
	r.known[t] = namesWithin // assumed of a recursive type until more is known
	within := func(parts ...reflect.Type) {
		for _, part := range parts {
			if r.naming(part) != namesNone {
				k = namesWithin
			}
		}
	}
	switch {
	case t == idType:
		k = namesID
	case t == setType:
		k = namesSet
	case t == ordinalType && r.restricts:
		k = namesOrdinal
	case t.Implements(indexedTypes) && t.Kind() == reflect.Slice:
		k = namesIndexed
	case t.Implements(renamerType) && t.Kind() != reflect.Interface && !promotes(t):
		k = namesCustom
	default:
		switch t.Kind() {
		case reflect.Interface:
			k = namesWithin
		case reflect.Array, reflect.Slice, reflect.Pointer:
			within(t.Elem())
		case reflect.Map:
			within(t.Key(), t.Elem())
		case reflect.Struct:
			for i := range t.NumField() {
				within(t.Field(i).Type)
			}
		}
	}
	r.known[t] = k
	return k
}

// promotes reports whether t may be a Renamer only because it embeds one.
func promotes(t reflect.Type) bool {
	if t.Kind() != reflect.Struct {
		return false
	}
	for i := range t.NumField() {
		if f := t.Field(i); f.Anonymous && f.Type.Implements(renamerType) {
			return true
		}
	}
	return false
}

// renamed returns a value with its processes renamed; see mapped.
func (r *renamer) renamed(x any, to func(model.ID) model.ID) any {
	if x == nil || r.naming(reflect.TypeOf(x)) == namesNone {
		return x
	}
	return r.mapped(reflect.ValueOf(x), to).Interface()
}

// namesAny reports whether a value names one of n processes.
func namesAny(v reflect.Value, n int) (any bool) {
	r := renamer{n: n, left: n, known: map[reflect.Type]nameKind{}}
	r.mapped(v, func(p model.ID) model.ID {
		any = any || p >= 0 && int(p) < n
		return p
	})
	return any
}

// calledRenamed calls the Renamer x. Running reports the call.
func calledRenamed(x naming.Renamer, to func(model.ID) model.ID) any {
	defer begin(described(func() (string, []string) { return fmt.Sprintf("Renamed of %T", x), nil }), nil, 0, nil).end()
	return x.Renamed(to)
}

// settableCopy returns a shallow copy that can be set.
func settableCopy(v reflect.Value) reflect.Value {
	c := reflect.New(v.Type()).Elem()
	c.Set(v)
	return c
}

// field returns field i of an addressable struct, exported or not.
func field(v reflect.Value, i int) reflect.Value {
	f := v.Field(i)
	return reflect.NewAt(f.Type(), unsafe.Pointer(f.UnsafeAddr())).Elem()
}

// mapped returns v with each process p renamed to to(p). The result shares with v at most what names no process. In a
// Restriction, processes that are mapped to Absent are dropped; see there.
func (r *renamer) mapped(v reflect.Value, to func(model.ID) model.ID) reflect.Value {
	kind := r.naming(v.Type())
	if kind == namesNone {
		return v
	}
	c := reflect.New(v.Type()).Elem()
	switch kind {
	case namesID:
		c.SetInt(int64(to(model.ID(v.Int()))))
		return c
	case namesOrdinal:
		c.SetInt(int64(to(model.ID(v.Int()-1)) + 1))
		return c
	case namesSet:
		for p := range naming.IDSet(v.Uint()).IDs() {
			if q := to(p); q >= 0 {
				c.SetUint(c.Uint() | 1<<q)
			}
		}
		return c
	case namesIndexed:
		r.mapIndexed(c, v, to)
		return c
	case namesCustom:
		return r.mappedByItself(v, to)
	}
	dropped := func(part reflect.Value) bool { return r.restricts && absentIn(part) }
	switch v.Kind() {
	case reflect.Struct:
		c.Set(v)
		for i := range v.NumField() {
			at := field(c, i)
			at.Set(r.mapped(at, to))
		}
	case reflect.Array:
		for i := range v.Len() {
			c.Index(i).Set(r.mapped(v.Index(i), to))
		}
	case reflect.Slice:
		for i := range v.Len() {
			if e := r.mapped(v.Index(i), to); !dropped(e) {
				c.Set(reflect.Append(c, e))
			}
		}
	case reflect.Pointer:
		if !v.IsNil() {
			c.Set(reflect.New(v.Type().Elem()))
			c.Elem().Set(r.mapped(v.Elem(), to))
		}
	case reflect.Interface:
		if !v.IsNil() {
			c.Set(r.mapped(v.Elem(), to))
		}
	case reflect.Map:
		if !v.IsNil() {
			c.Set(reflect.MakeMapWithSize(v.Type(), v.Len()))
		}
		for entries := v.MapRange(); entries.Next(); {
			if key, e := r.mapped(entries.Key(), to), r.mapped(entries.Value(), to); !dropped(key) && !dropped(e) {
				c.SetMapIndex(key, e)
			}
		}
	}
	return c
}

// mapIndexed sets c to the PerProcess v with its elements moved, and the processes in them renamed.
func (r *renamer) mapIndexed(c, v reflect.Value, to func(model.ID) model.ID) {
	if v.Len() == 0 {
		return
	}
	if v.Len() != r.n {
		model.Misuse("a %s has %d elements, and there are %d processes: it must have one for each, or none", v.Type(),
			v.Len(), r.n)
	}
	c.Set(reflect.MakeSlice(v.Type(), r.left, r.left))
	for p := range v.Len() {
		if q := to(model.ID(p)); q >= 0 {
			c.Index(int(q)).Set(r.mapped(v.Index(p), to))
		}
	}
}

// mappedByItself is mapped for a Renamer.
func (r *renamer) mappedByItself(v reflect.Value, to func(model.ID) model.ID) reflect.Value {
	if r.restricts {
		model.Misuse("a %s names processes in a way of its own, which cannot be restricted to some of them: use "+
			"naming.IDSet or naming.PerProcess", v.Type())
	}
	if r.custom = true; v.Kind() == reflect.Pointer && v.IsNil() {
		return v
	}
	renamed := reflect.ValueOf(calledRenamed(v.Interface().(naming.Renamer), to))
	if !renamed.IsValid() || renamed.Type() != v.Type() {
		model.Misuse("Renamed of %s does not return a value of that type", v.Type())
	}
	return renamed
}

// digest returns a digest of a value that depends on its processes only by colour: it is equal for values that differ
// by a permutation of processes of equal colour. It does not look into a Renamer.
func (r *renamer) digest(v reflect.Value, colour func(model.ID) uint64) uint64 {
	switch r.naming(v.Type()) {
	case namesID:
		return colour(model.ID(v.Int()))
	case namesSet:
		sum := uint64(0)
		for p := range model.ID(r.n) {
			if naming.IDSet(v.Uint()).Has(p) {
				sum += mix(1, colour(p))
			}
		}
		return sum
	case namesIndexed:
		sum := uint64(0)
		for p := range v.Len() {
			sum += mix(colour(model.ID(p)), r.digest(v.Index(p), colour))
		}
		return sum
	case namesCustom:
		return 1
	}
	switch v.Kind() {
	case reflect.Bool:
		return uint64(boolean(v.Bool()))
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return uint64(v.Int())
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		return v.Uint()
	case reflect.Float32, reflect.Float64:
		return digestFloat(v.Float())
	case reflect.Complex64, reflect.Complex128:
		return mix(digestFloat(real(v.Complex())), digestFloat(imag(v.Complex())))
	case reflect.String:
		return digestString(v.String())
	}
	return r.digestParts(v, colour)
}

func (r *renamer) digestParts(v reflect.Value, colour func(model.ID) uint64) uint64 {
	sum := uint64(v.Kind())
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			sum = mix(sum, r.digest(v.Field(i), colour))
		}
	case reflect.Array, reflect.Slice:
		for i := range v.Len() {
			sum = mix(sum, r.digest(v.Index(i), colour))
		}
	case reflect.Pointer:
		if !v.IsNil() {
			sum = mix(sum, r.digest(v.Elem(), colour))
		}
	case reflect.Interface:
		if !v.IsNil() {
			sum = mix(digestString(v.Elem().Type().String()), r.digest(v.Elem(), colour))
		}
	case reflect.Map: // in any order
		for entries := v.MapRange(); entries.Next(); {
			sum += mix(r.digest(entries.Key(), colour), r.digest(entries.Value(), colour))
		}
	}
	return sum
}

func digestFloat(f float64) uint64 {
	if math.IsNaN(f) { // all NaNs are one value
		return 1
	}
	return math.Float64bits(f)
}

// digestString returns a digest that is the same in every run (FNV-1a).
func digestString(s string) uint64 {
	h := uint64(14695981039346656037)
	for i := range len(s) {
		h = (h ^ uint64(s[i])) * 1099511628211
	}
	return mix(h, uint64(len(s)))
}
