package validate

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
	"unsafe"

	"github.com/anel-mc/mc/model"
)

// values compares values of the model with values in a log.
type values struct {
	names  []string // of processes
	format func(any) string
}

// noField is the error of a log that names a field that the value does not have.
type noField struct {
	path string // to the value, "" for the whole
	says string
}

func (e noField) Error() string { return cmp.Or(e.path, "the value") + " " + e.says }

// held makes a missing field a difference: where values are of several types, another may have it.
func held(d string, err error) (string, error) {
	if e, ok := errors.AsType[noField](err); ok {
		return strings.TrimPrefix(e.path+" "+e.says, " "), nil
	}
	return d, err
}

// differs says how a value differs from what the log tells; it is empty if they agree. A missing value agrees with
// anything.
func (x values) differs(v, told any) (string, error) {
	if told == (any(missing{})) {
		return "", nil
	}
	s, shows := v.(interface{ Shown() any })
	if shows {
		v = s.Shown()
	}
	if v == nil {
		if told == nil {
			return "", nil
		}
		return "is nothing, and the log has " + text(told), nil
	}
	d, err := x.value("", addressable(reflect.ValueOf(v)), told)
	if shows {
		return held(d, err)
	}
	return d, err
}

func addressable(v reflect.Value) reflect.Value {
	c := reflect.New(v.Type()).Elem()
	c.Set(v)
	return c
}

// field returns a field of an addressable struct such that it can be read even if it is not exported.
func field(v reflect.Value, i int) reflect.Value {
	f := v.Field(i)
	return reflect.NewAt(f.Type(), unsafe.Pointer(f.UnsafeAddr())).Elem()
}

// text writes a value of the log as JSON.
func text(told any) string {
	b, err := json.Marshal(told)
	if err != nil {
		return fmt.Sprint(told)
	}
	return string(b)
}

// value compares v, which is addressable. path leads to it from the value that is compared.
func (x values) value(path string, v reflect.Value, told any) (string, error) {
	words, isText := told.(string)
	if !isText {
		words, isText = unspelled(told)
	}
	for v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface {
		switch {
		case v.IsNil() && told == nil:
			return "", nil
		case v.IsNil():
			return x.unlike(path, v, told), nil
		case isText && x.text(v) == words: // a pointer may have a String method that what it points to lacks
			return "", nil
		}
		if v.Kind() == reflect.Interface {
			return held(x.value(path, addressable(v.Elem()), told))
		}
		v = v.Elem()
	}
	if isText && (v.Kind() == reflect.String && v.String() == words || x.text(v) == words) {
		return "", nil
	}
	switch told := told.(type) {
	case map[string]any:
		switch v.Kind() {
		case reflect.Struct:
			return x.structure(path, v, told)
		case reflect.Map:
			return x.mapping(path, v, told)
		}
	case []any:
		if k := v.Kind(); k != reflect.Slice && k != reflect.Array || v.Len() != len(told) {
			break
		}
		for i := range told {
			if d, err := x.value(fmt.Sprintf("%s[%d]", path, i), v.Index(i), told[i]); d != "" || err != nil {
				return d, err
			}
		}
		return "", nil
	case json.Number:
		if isNumber(v, told) {
			return "", nil
		}
	case bool:
		if v.Kind() == reflect.Bool && v.Bool() == told {
			return "", nil
		}
	case nil:
		if (v.Kind() == reflect.Slice || v.Kind() == reflect.Map) && v.Len() == 0 {
			return "", nil
		}
	}
	return x.unlike(path, v, told), nil
}

// text writes a value as people see it.
func (x values) text(v reflect.Value) string {
	if v.Type() == reflect.TypeFor[model.ID]() {
		if p := int(v.Int()); p >= 0 && p < len(x.names) {
			return x.names[p]
		}
	}
	return x.format(v.Interface())
}

// spelled returns a text as a log has it: as its bytes, if it is not UTF-8, which JSON is.
func spelled(s string) any {
	if utf8.ValidString(s) {
		return s
	}
	var all []any
	for _, b := range []byte(s) {
		all = append(all, json.Number(strconv.Itoa(int(b))))
	}
	return all
}

// unspelled returns the text that a log spells as its bytes, and whether a value is such a text.
func unspelled(told any) (string, bool) {
	all, _ := told.([]any)
	b := make([]byte, 0, len(all))
	for _, x := range all {
		n, _ := x.(json.Number)
		k, err := strconv.ParseUint(n.String(), 10, 8)
		if err != nil {
			return "", false
		}
		b = append(b, byte(k))
	}
	return string(b), !utf8.Valid(b)
}

func (x values) unlike(path string, v reflect.Value, told any) string {
	is := "is " + x.text(v)
	if path != "" {
		is = strings.TrimPrefix(path, ".") + " " + is
	}
	return is + ", and the log has " + text(told)
}

// isNumber reports whether a value is the number that a log tells, however that is written: 1, 1.0 or 1e0.
func isNumber(v reflect.Value, told json.Number) bool {
	f, err := told.Float64()
	exact := err == nil && math.Abs(f) < 1<<53
	switch {
	case v.CanInt():
		return strconv.FormatInt(v.Int(), 10) == told.String() || exact && f == float64(v.Int())
	case v.CanUint():
		return strconv.FormatUint(v.Uint(), 10) == told.String() || exact && f == float64(v.Uint())
	case v.CanFloat(): // in JSON, a float32 has only the digits that tell it from others
		f, err := strconv.ParseFloat(told.String(), v.Type().Bits())
		return err == nil && f == v.Float()
	}
	return false
}

// structure compares the fields that the log tells.
func (x values) structure(path string, v reflect.Value, told map[string]any) (string, error) {
	for _, name := range slices.Sorted(maps.Keys(told)) {
		f, ok := v.Type().FieldByName(name)
		if !ok || len(f.Index) != 1 {
			var all []string
			for _, f := range reflect.VisibleFields(v.Type()) {
				all = append(all, f.Name)
			}
			return "", noField{strings.TrimPrefix(path, "."), fmt.Sprintf("is a %s, which has no field %q: it has %s", v.Type(),
				name, cmp.Or(strings.Join(all, ", "), "none"))}
		}
		if d, err := x.value(path+"."+name, field(v, f.Index[0]), told[name]); d != "" || err != nil {
			return d, err
		}
	}
	return "", nil
}

// mapping compares all elements of a map.
func (x values) mapping(path string, v reflect.Value, told map[string]any) (string, error) {
	all, err := x.elements(v)
	if err != nil || len(all) != len(told) {
		return x.unlike(path, v, told), nil
	}
	for key, is := range all {
		want, ok := told[key]
		if !ok {
			return x.unlike(path, v, told), nil
		}
		if d, err := x.value(path+"["+key+"]", is, want); d != "" || err != nil {
			return d, err
		}
	}
	return "", nil
}

// elements returns the elements of a map by their keys in JSON. It is an error if two keys are the same there, or one
// cannot be written.
func (x values) elements(v reflect.Value) (map[string]reflect.Value, error) {
	all := map[string]reflect.Value{}
	for it := v.MapRange(); it.Next(); {
		key := x.key(it.Key())
		if !utf8.ValidString(key) {
			return nil, fmt.Errorf("a %s has the key %q, which is not UTF-8 as keys are in JSON", v.Type(), key)
		}
		if _, twice := all[key]; twice {
			return nil, fmt.Errorf("a %s has two keys that are both written as %q", v.Type(), key)
		}
		all[key] = addressable(it.Value())
	}
	return all, nil
}

// unwritable is a value that cannot be written, and the reason.
type unwritable struct{ error }

func (u unwritable) MarshalJSON() ([]byte, error) { return nil, u }

// key returns a key of a map as a key in JSON.
func (x values) key(v reflect.Value) string {
	if v.Kind() == reflect.String {
		return v.String()
	}
	return x.text(addressable(v))
}

// told returns a value in the form in which a log tells it.
func (x values) told(v any) any {
	if s, ok := v.(interface{ Shown() any }); ok {
		v = s.Shown()
	}
	if v == nil {
		return nil
	}
	return x.tell(addressable(reflect.ValueOf(v)))
}

func (x values) tell(v reflect.Value) any {
	if (v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface) && v.IsNil() {
		return nil
	}
	if _, ok := v.Interface().(fmt.Stringer); ok || v.Type() == reflect.TypeFor[model.ID]() {
		return spelled(x.text(v))
	}
	switch v.Kind() {
	case reflect.Bool:
		return v.Bool()
	case reflect.String:
		return spelled(v.String())
	case reflect.Struct:
		fields := map[string]any{}
		for i := range v.NumField() {
			if name := v.Type().Field(i).Name; name != "_" {
				fields[name] = x.tell(field(v, i))
			}
		}
		return fields
	case reflect.Slice, reflect.Array:
		all := []any{}
		for i := range v.Len() {
			all = append(all, x.tell(v.Index(i)))
		}
		return all
	case reflect.Map:
		elements, err := x.elements(v)
		if err != nil {
			return unwritable{err}
		}
		all := map[string]any{}
		for key, is := range elements {
			all[key] = x.tell(is)
		}
		return all
	case reflect.Pointer:
		return x.tell(v.Elem())
	case reflect.Interface:
		return x.tell(addressable(v.Elem()))
	}
	switch {
	case v.CanInt():
		return v.Int()
	case v.CanUint():
		return v.Uint()
	case v.CanFloat() && v.Float()-v.Float() == 0: // JSON has no infinities and no NaN
		return v.Float()
	}
	return spelled(x.text(v))
}
