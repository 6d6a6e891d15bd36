package system

import "reflect"

// hasMap reports whether v contains a map of two entries or more, so that a
// loop over it has no fixed order.
func hasMap(v any) bool { return v != nil && mapIn(reflect.ValueOf(v)) }

// mapIn looks into an interned value, which has no cycles.
func mapIn(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Map:
		if v.Len() > 1 {
			return true
		}
		for it := v.MapRange(); it.Next(); {
			if mapIn(it.Key()) || mapIn(it.Value()) {
				return true
			}
		}
	case reflect.Pointer, reflect.Interface:
		return !v.IsNil() && mapIn(v.Elem())
	case reflect.Struct:
		for i := range v.NumField() {
			if mapIn(v.Field(i)) {
				return true
			}
		}
	case reflect.Array, reflect.Slice:
		for i := range v.Len() {
			if mapIn(v.Index(i)) {
				return true
			}
		}
	}
	return false
}

// shares reports whether copies of a value of type t share memory that can be
// written through one of them.
func shares(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Map, reflect.Slice, reflect.Pointer, reflect.Interface:
		return true
	case reflect.Array:
		return shares(t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			if shares(t.Field(i).Type) {
				return true
			}
		}
	}
	return false
}
