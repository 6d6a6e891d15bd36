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

	"github.com/anel-mc/mc/counterexamples"
)

var headerKeys, lineKeys = counterexamples.KeysOf[Header](), counterexamples.KeysOf[Line]()

// decode is strict: a key that is unknown, in other case or there twice is an error, and so are bytes that are no
// character.
func decode(text []byte, into any, keys *counterexamples.Keys) error {
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
	return keys.Check(text)
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
