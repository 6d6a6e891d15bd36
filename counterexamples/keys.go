package counterexamples

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
)

// Keys are the keys that JSON of a Go type may have. The json package takes a key in another case for that of a field,
// and of a key that is there twice the last; in a file that decides something, both are mistakes.
type Keys struct {
	fields map[string]*Keys // of a struct; nil for other types
	each   *Keys            // of the elements of a slice or map
}

// KeysOf returns the keys of type T. Values that are decoded by a method of their own may have any keys.
func KeysOf[T any]() *Keys { return keysOf(reflect.TypeFor[T]()) }

func keysOf(t reflect.Type) *Keys {
	k := &Keys{}
	if reflect.PointerTo(t).Implements(reflect.TypeFor[json.Unmarshaler]()) {
		return k
	}
	switch t.Kind() {
	case reflect.Pointer:
		return keysOf(t.Elem())
	case reflect.Slice, reflect.Array, reflect.Map:
		k.each = keysOf(t.Elem())
	case reflect.Struct:
		k.fields = map[string]*Keys{}
		for _, f := range reflect.VisibleFields(t) {
			if name, _, _ := strings.Cut(f.Tag.Get("json"), ","); f.IsExported() && name != "" && name != "-" {
				k.fields[name] = keysOf(f.Type)
			}
		}
	}
	return k
}

// Check returns an error if an object in b, which is JSON of the type of k, has a key twice, or another than exactly
// those of the fields of its struct.
func (k *Keys) Check(b []byte) error { return k.check(json.NewDecoder(bytes.NewReader(b))) }

func (k *Keys) check(d *json.Decoder) error {
	open, err := d.Token()
	if err != nil || open != json.Delim('{') && open != json.Delim('[') {
		return err
	}
	if k == nil {
		k = &Keys{}
	}
	seen := map[string]bool{}
	for d.More() {
		of := k.each
		if open == json.Delim('{') {
			token, err := d.Token()
			if err != nil {
				return err
			}
			key := token.(string)
			field, known := k.fields[key]
			switch {
			case seen[key]:
				return fmt.Errorf("the key %q is there twice", key)
			case known:
				of = field
			case k.fields != nil:
				return fmt.Errorf("unknown field %q: keys are in lower case", key)
			}
			seen[key] = true
		}
		if err := of.check(d); err != nil {
			return err
		}
	}
	_, err = d.Token()
	return err
}
