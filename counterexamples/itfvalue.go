package counterexamples

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/anel-mc/mc/model"
)

// itfWriter writes values in the Informal Trace Format; see Execution.ITF.
type itfWriter struct {
	strings.Builder
	names names
}

// itf renders a value without a tag for its type.
func (n names) itf(v any) string {
	if v = shown(v); v == nil {
		return n.itfVariant(nil)
	}
	if l, ok := v.(*likeness); ok {
		return l.ITF
	}
	w := itfWriter{names: n}
	w.value(free(reflect.ValueOf(v)))
	return w.String()
}

// itfOption renders a value that may be missing, as Some or None.
func (n names) itfOption(v any) string {
	if v == nil {
		return n.itfVariant(nil)
	}
	return variant("Some", n.itf(v))
}

// itfVariant renders the value of an interface.
func (n names) itfVariant(v any) string {
	w := itfWriter{names: n}
	if v == nil {
		return variant("None", "{}")
	}
	if l, ok := v.(*likeness); ok {
		return l.ITF
	}
	w.inside(reflect.ValueOf(v))
	return w.String()
}

func variant(tag, value string) string {
	return record([]pair{{`"tag"`, quoted(tag)}, {`"value"`, value}})
}

func bigint(digits string) string { return `{"#bigint":"` + digits + `"}` }

// quoted returns a text as a JSON string. If it is not valid UTF-8, clean escapes it first.
func quoted(s string) string {
	if !utf8.ValidString(s) {
		s = clean(s)
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(s) // a string, into memory
	return strings.TrimSuffix(b.String(), "\n")
}

// value writes v, which must be addressable.
func (w *itfWriter) value(v reflect.Value) {
	if v.Type() == reflect.TypeFor[model.ID]() {
		p := model.ID(v.Int())
		if name := w.names.of(p); name != "" || p == model.None && len(w.names) > 0 {
			if p == model.None {
				name = "none"
			}
			w.WriteString(quoted(name))
			return
		}
	}
	if text, ok := stringOf(v); ok {
		w.WriteString(quoted(text))
		return
	}
	switch v.Kind() {
	case reflect.Bool:
		w.WriteString(strconv.FormatBool(v.Bool()))
	case reflect.String:
		w.WriteString(quoted(v.String()))
	case reflect.Struct:
		w.WriteString(record(w.fields(v)))
	case reflect.Slice, reflect.Array:
		w.WriteByte('[')
		for i := range v.Len() {
			w.comma(i)
			w.value(v.Index(i))
		}
		w.WriteByte(']')
	case reflect.Map:
		w.mapping(v)
	case reflect.Pointer:
		if v.IsNil() {
			w.WriteString(variant("None", "{}"))
			return
		}
		w.WriteString(variant("Some", w.apart(v.Elem())))
	case reflect.Interface:
		if v.IsNil() {
			w.WriteString(variant("None", "{}"))
			return
		}
		w.inside(v.Elem())
	case reflect.Float32, reflect.Float64, reflect.Complex64, reflect.Complex128:
		w.WriteString(`{"#unserializable":` + quoted(number(v)) + "}")
	case reflect.Func, reflect.Chan, reflect.UnsafePointer: // not plain: never part of a state
		w.WriteString(`{"#unserializable":` + quoted(typeName(v.Type())) + "}")
	default:
		w.WriteString(bigint(number(v)))
	}
}

func (w *itfWriter) comma(i int) {
	if i > 0 {
		w.WriteByte(',')
	}
}

// apart renders an addressable value on its own.
func (w *itfWriter) apart(v reflect.Value) string {
	inner := itfWriter{names: w.names}
	inner.value(v)
	return inner.String()
}

// inside writes the value of an interface, with a tag if the model defined its type.
func (w *itfWriter) inside(v reflect.Value) {
	t := v.Type()
	named := t
	if t.Kind() == reflect.Pointer {
		named = t.Elem()
	}
	if named.PkgPath() == "" || t == reflect.TypeFor[model.ID]() { // int, []T, struct{…}
		w.value(free(v))
		return
	}
	w.WriteString(variant(typeName(t), w.apart(free(v))))
}

// fields returns the fields of an addressable struct.
func (w *itfWriter) fields(v reflect.Value) []pair {
	var all []pair
	for i := range v.NumField() {
		if name := v.Type().Field(i).Name; name != "_" {
			all = append(all, pair{quoted(name), w.apart(field(v, i))})
		}
	}
	return all
}

func (w *itfWriter) mapping(v reflect.Value) {
	elem := v.Type().Elem()
	set := elem.Kind() == reflect.Struct && elem.NumField() == 0
	if set {
		w.WriteString(`{"#set":[`)
	} else {
		w.WriteString(`{"#map":[`)
	}
	for i, k := range sortedKeys(v) {
		w.comma(i)
		if set {
			w.value(free(k))
			continue
		}
		w.WriteString(list([]string{w.apart(free(k)), w.apart(free(v.MapIndex(k)))}))
	}
	w.WriteString("]}")
}
