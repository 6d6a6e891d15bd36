package codec

import "reflect"

// Shares reports whether copies of a value of type t share memory that can be written through one of them.
func Shares(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Map, reflect.Slice, reflect.Pointer, reflect.Interface, reflect.Chan, reflect.Func, reflect.UnsafePointer:
		return true
	case reflect.Array:
		return Shares(t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			if Shares(t.Field(i).Type) {
				return true
			}
		}
	}
	return false
}
