package system

import (
	"fmt"
	"reflect"

	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/internal/codec"
)

// value interns v. what names it in the error if it is not a plain value.
func (s *processes) value(what string, v any) uint32 {
	buffer := s.buffer()
	defer s.buffers.Put(buffer)
	b, err := s.registry.Encode((*buffer)[:0], v)
	if err != nil {
		unencodable(what, err)
	}
	*buffer = b
	if id, ok := lookup(&s.values, b); ok {
		return id
	}
	return s.values.id(string(b), func(x *value) { *x = s.valueOf(b) })
}

// valueOf returns the value with the given encoding.
func (s *processes) valueOf(b []byte) value {
	v := decoded(&s.registry, b)
	if v == nil {
		return value{bytes: string(b)}
	}
	t := reflect.TypeOf(v)
	return value{bytes: string(b), value: v, ranges: mapIn(reflect.ValueOf(v)), shared: codec.Shares(t),
		slices: codec.SlicesOf(t)}
}

// intact reports whether a copy of an interned value is as it was given.
func (s *processes) intact(v any, x *value) bool {
	return x.slices != nil && x.slices.Same(v, x.value) || s.is(v, x.bytes)
}

// is reports whether v is the value with the given encoding.
func (s *processes) is(v any, bytes string) bool {
	buffer := s.buffer()
	defer s.buffers.Put(buffer)
	b, err := s.registry.Encode((*buffer)[:0], v)
	if err == nil {
		*buffer = b
	}
	return err == nil && string(b) == bytes
}

// buffer returns a buffer for an encoding, to be put back into s.buffers.
func (s *processes) buffer() *[]byte {
	if b, ok := s.buffers.Get().(*[]byte); ok {
		return b
	}
	b := make([]byte, 0, 128)
	return &b
}

// unencodable panics because a handler returned something that is not a plain value.
func unencodable(what string, err error) {
	panic(&model.Error{Kind: Unencodable, Detail: fmt.Sprintf("its %s: %v", what, err),
		Cause: "local states, messages and variables are plain values: numbers, strings, structs, arrays, slices, maps " +
			"and pointers to such"})
}

// show formats a value for an error message.
func show(v any) string {
	if v == nil {
		return "nil"
	}
	if _, tells := v.(fmt.Stringer); !tells && reflect.TypeOf(v).Kind() == reflect.Struct {
		return fmt.Sprintf("%s%+v", reflect.TypeOf(v).Name(), v)
	}
	return fmt.Sprintf("%+v", v)
}

// mapIn reports whether an interned value, which has no cycles, contains a map of two entries or more, so that a loop
// over it has no fixed order.
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

// Values encodes plain values, as local states and messages are encoded. The zero value is ready to use. It may be
// used concurrently and must not be copied.
type Values struct{ registry codec.Registry }

// Encode returns the encoding of x. Two values have the same encoding if and only if they are of one type with equal
// contents, where nil and empty slices and maps count as equal. It fails if x is not a plain value.
func (v *Values) Encode(x any) (string, error) {
	b, err := v.registry.Encode(nil, x)
	return string(b), err
}

// Decode returns a new copy of the value that v has encoded.
func (v *Values) Decode(encoding string) any { return decoded(&v.registry, []byte(encoding)) }

// decoded returns a value that the registry has encoded.
func decoded(r *codec.Registry, encoding []byte) any {
	x, err := r.Decode(encoding)
	if err != nil {
		panic(fmt.Sprintf("model: an encoding cannot be decoded: %v", err))
	}
	return x
}

// copied returns an interned value that shares no memory with what others are given: a new copy, unless plain copies
// share none.
func (s *processes) copied(id uint32) any {
	x := s.valueAt(id)
	if !x.shared {
		return x.value
	}
	return decoded(&s.registry, []byte(x.bytes))
}

// valueAt returns an interned value by its number.
func (s *processes) valueAt(id uint32) *value {
	if id&viewBit != 0 {
		return s.viewValues.at(id &^ viewBit)
	}
	return s.values.at(id)
}

// viewBit marks the numbers of values of views, which are numbered separately from local states and messages.
const viewBit = 1 << 31
