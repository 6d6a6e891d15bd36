package codec

import (
	"reflect"
	"strings"
)

// checkType returns a fault for the first part of type t that cannot be encoded, or nil. It skips types in seen, so
// that it terminates for recursive types.
func checkType(t reflect.Type, seen map[reflect.Type]bool) *fault {
	if seen[t] {
		return nil
	}
	seen[t] = true
	switch t.Kind() {
	case reflect.Func:
		return &fault{typ: t, reason: reasonFunc}
	case reflect.Chan:
		return &fault{typ: t, reason: reasonChan}
	case reflect.UnsafePointer:
		return &fault{typ: t, reason: reasonUnsafe}
	case reflect.Struct:
		return checkStruct(t, seen)
	case reflect.Array, reflect.Slice:
		if f := checkType(t.Elem(), seen); f != nil {
			return f.at("[]")
		}
	case reflect.Pointer:
		return checkType(t.Elem(), seen)
	case reflect.Map:
		if f := checkType(t.Key(), seen); f != nil {
			return f.at("[key]")
		}
		if f := checkKey(t.Key()); f != nil {
			return f.at("[key]")
		}
		if f := checkType(t.Elem(), seen); f != nil {
			return f.at("[]")
		}
	}
	return nil
}

func checkStruct(t reflect.Type, seen map[reflect.Type]bool) *fault {
	switch name, _, _ := strings.Cut(t.Name(), "["); t.PkgPath() + "." + name { // importing their packages is avoided
	case "time.Time":
		return &fault{typ: t, reason: reasonTime}
	case "unique.Handle":
		return &fault{typ: t, reason: reasonHandle}
	case "log/slog.Value":
		return &fault{typ: t, reason: reasonSlog}
	}
	for i := range t.NumField() {
		field := t.Field(i)
		if field.Name == "_" {
			continue
		}
		if f := checkType(field.Type, seen); f != nil {
			return f.at("." + field.Name)
		}
	}
	return nil
}

// checkKey returns a fault for the first pointer in map keys of type t, or nil. Keys contain no slices or maps, and
// what their interfaces hold is checked when it is encoded.
func checkKey(t reflect.Type) *fault {
	switch t.Kind() {
	case reflect.Pointer:
		return &fault{typ: t, reason: reasonPointerKey}
	case reflect.Array:
		if f := checkKey(t.Elem()); f != nil {
			return f.at("[]")
		}
	case reflect.Struct:
		for i := range t.NumField() {
			field := t.Field(i)
			if field.Name == "_" {
				continue
			}
			if f := checkKey(field.Type); f != nil {
				return f.at("." + field.Name)
			}
		}
	}
	return nil
}
