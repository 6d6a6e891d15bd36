package codec

import (
	"bytes"
	"reflect"
	"sync"
	"unsafe"
)

// Shares reports whether copies of a value of type t share memory that can be written through one of them.
func Shares(t reflect.Type) bool { return holds(t, shared) }

func shared(k reflect.Kind) bool {
	switch k {
	case reflect.Map, reflect.Slice, reflect.Pointer, reflect.Interface, reflect.Chan, reflect.Func, reflect.UnsafePointer:
		return true
	}
	return false
}

// holds reports whether a value of type t is, or has in its own memory, a value of one of these kinds.
func holds(t reflect.Type, of func(reflect.Kind) bool) bool {
	switch t.Kind() {
	case reflect.Array:
		return holds(t.Elem(), of)
	case reflect.Struct:
		for i := range t.NumField() {
			if holds(t.Field(i).Type, of) {
				return true
			}
		}
	}
	return of(t.Kind())
}

// Slices are the slices in values of a type whose copies share nothing but the elements of these, which point to
// nothing.
type Slices []struct{ offset, size uintptr } // of the slice in a value, and of its elements

// slicesOf has the Slices of types that were asked for; they are nil for types that have none.
var slicesOf sync.Map // reflect.Type to Slices

// SlicesOf returns the slices in values of type t, or nil if their copies share none, or anything else.
func SlicesOf(t reflect.Type) Slices {
	if known, ok := slicesOf.Load(t); ok {
		return known.(Slices)
	}
	found, ok := Slices(nil).in(t, 0)
	if !ok {
		found = nil
	}
	slicesOf.Store(t, found)
	return found
}

// in appends the slices in a part of type t at that offset. It returns false if copies of it share anything else.
func (s Slices) in(t reflect.Type, offset uintptr) (all Slices, ok bool) {
	switch {
	case t.Kind() == reflect.Slice:
		return append(s, struct{ offset, size uintptr }{offset, t.Elem().Size()}), !points(t.Elem())
	case t.Kind() != reflect.Struct:
		return s, !Shares(t)
	}
	for i := range t.NumField() {
		f := t.Field(i)
		if s, ok = s.in(f.Type, offset+f.Offset); !ok {
			return nil, false
		}
	}
	return s, true
}

// points reports whether a value of type t has pointers of any kind.
func points(t reflect.Type) bool {
	return holds(t, func(k reflect.Kind) bool { return k == reflect.String || shared(k) })
}

// Same reports whether the slices in two copies of a value, both of the type of s, have the same memory contents. Equal
// elements do not if the bytes between their fields differ, which is up to the compiler.
func (s Slices) Same(a, b any) bool {
	p, q := words(a).pointer, words(b).pointer
	for _, at := range s {
		x, y := *(*[]byte)(unsafe.Add(p, at.offset)), *(*[]byte)(unsafe.Add(q, at.offset))
		if len(x) != len(y) || !bytes.Equal(unsafe.Slice(unsafe.SliceData(x), uintptr(len(x))*at.size),
			unsafe.Slice(unsafe.SliceData(y), uintptr(len(y))*at.size)) {
			return false
		}
	}
	return true
}
