package validate

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strconv"
	"strings"
	"unicode/utf8"
)

// decode is strict: a key that is unknown, in other case or there twice is an error, and so are bytes that are no
// character.
func decode(text []byte, into any) error {
	if !utf8.Valid(text) {
		return errors.New("the line has bytes that are not UTF-8")
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(into); errors.As(err, new(*json.SyntaxError)) || errors.Is(err, io.ErrUnexpectedEOF) {
		return fmt.Errorf("the line is torn, or no JSON: %w", err)
	} else if typed := new(json.UnmarshalTypeError); errors.As(err, &typed) {
		return mistyped(typed)
	} else if err != nil {
		return errors.New(strings.TrimPrefix(err.Error(), "json: "))
	}
	if _, err := d.Token(); err != io.EOF {
		return errors.New("there is more in the line than one object")
	}
	return keys(json.NewDecoder(bytes.NewReader(text)), reflect.TypeOf(into).Elem())
}

// fieldsOf holds the types of the fields of structs in the format, by their keys.
var fieldsOf = map[reflect.Type]map[string]reflect.Type{
	reflect.TypeFor[Header](): keysOf(reflect.TypeFor[Header]()), reflect.TypeFor[Line](): keysOf(reflect.TypeFor[Line]()),
	reflect.TypeFor[Sent](): keysOf(reflect.TypeFor[Sent]()),
}

func keysOf(t reflect.Type) map[string]reflect.Type {
	fields := map[string]reflect.Type{}
	for _, f := range reflect.VisibleFields(t) {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		fields[name] = f.Type
	}
	return fields
}

// keys reads a value and rejects a key that an object has twice, or that is not exactly that of a field, if the value
// is that of a struct. Its type is t, or nil if it has none.
func keys(d *json.Decoder, t reflect.Type) error {
	open, err := d.Token()
	if err != nil || open != json.Delim('{') && open != json.Delim('[') {
		return err
	}
	fields := fieldsOf[t]
	var elements reflect.Type
	if t != nil && t.Kind() == reflect.Slice && t != reflect.TypeFor[json.RawMessage]() {
		elements = t.Elem()
	}
	seen := map[string]bool{}
	for d.More() {
		of := elements
		if open == json.Delim('{') {
			token, err := d.Token()
			if err != nil {
				return err
			}
			key := token.(string)
			if seen[key] {
				return fmt.Errorf("the key %q is there twice", key)
			}
			seen[key] = true
			var known bool
			if of, known = fields[key]; fields != nil && !known {
				return fmt.Errorf("unknown field %q: keys are in lower case", key)
			}
		}
		if err := keys(d, of); err != nil {
			return err
		}
	}
	_, err = d.Token()
	return err
}

// mistyped says which value is of another type than the format asks for.
func mistyped(e *json.UnmarshalTypeError) error {
	where, want := "the line", "an object"
	if e.Field != "" {
		where = strconv.Quote(e.Field)
	}
	switch e.Type.Kind() {
	case reflect.String:
		want = "a string"
	case reflect.Int:
		want = "a whole number"
	case reflect.Slice:
		want = "an array"
	}
	return fmt.Errorf("%s is a JSON %s, and must be %s", where, e.Value, want)
}

// parse reads a value of a line.
func parse(raw json.RawMessage, into *any) error {
	if *into = any(missing{}); raw == nil {
		return nil
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	return d.Decode(into)
}
