package counterexamples

import (
	"cmp"
	"fmt"
	"iter"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
	"unsafe"

	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system"
)

// Format renders a plain Go value on one line, for people: State{C: Candidate, Votes: [1 2]}. Equal values look the
// same: maps are sorted, and nil slices and maps look like empty ones, which are the same to the model.
//
//   - A String method is used if there is one, in unexported fields too, and if it gives the same text twice.
//   - A struct is its type's name with its fields, or just the name if it has none. The name is omitted for elements
//     of slices, arrays and maps, where it would repeat.
//   - A string is quoted, unless it is a single word of one of the model's string types (type Phase string).
//   - A map is {k: v, l: w}; a set, which is a map to struct{} or only to true, is {k, l}.
//   - A pointer is & followed by what it points to.
//   - A process is its number. In pictures, it is its name.
func Format(v any) string { return names(nil).format(v) }

// FormatNamed is Format with the names of the processes, by ID.
func FormatNamed(v any, processes []string) string { return names(processes).format(v) }

// names holds the names of the processes by ID, or is nil to leave IDs as numbers.
type names []string

// of returns the name of process p, or "" for model.None.
func (n names) of(p model.ID) string {
	if p < 0 || int(p) >= len(n) {
		return ""
	}
	return n[p]
}

func (n names) format(v any) string {
	if v = shown(v); v == nil {
		return "nil"
	}
	if l, ok := v.(*likeness); ok {
		return l.Text
	}
	return n.render(free(reflect.ValueOf(v)), true)
}

// shown returns the part of a local state that people need to see, if it has a method Shown, and otherwise v itself.
func shown(v any) any {
	if s, ok := v.(interface{ Shown() any }); ok {
		return s.Shown()
	}
	return v
}

// render renders v, which must be addressable; named says whether to write the name of its type.
func (n names) render(v reflect.Value, named bool) string {
	f := formatter{names: n}
	f.value(v, named)
	return f.String()
}

type formatter struct {
	strings.Builder
	names    names
	unsteady reflect.Type // whose String method gave two texts for one value; nil if none did
}

// steady returns a *model.Error if a String method within v gives two texts for one value, in so many attempts.
func steady(v any, attempts int) error {
	if v = shown(v); v == nil {
		return nil
	}
	f := formatter{}
	for ; attempts > 0 && f.unsteady == nil; attempts-- {
		f.Reset()
		f.value(free(reflect.ValueOf(v)), true)
	}
	if f.unsteady == nil {
		return nil
	}
	return &model.Error{Kind: system.Impure, Where: "the String method of " + f.unsteady.String(),
		Detail: "it gave two texts for the same value, and events are told apart by what they look like",
		Cause:  "it ranges over a map, in another order each time, or depends on something else than the value"}
}

// free returns an addressable copy of v, so that unexported fields can be read: see field.
func free(v reflect.Value) reflect.Value {
	c := reflect.New(v.Type()).Elem()
	c.Set(v)
	return c
}

// field returns field i of an addressable struct. It goes through the address because reflection does not let methods
// be called on unexported fields.
func field(v reflect.Value, i int) reflect.Value {
	f := v.Field(i)
	return reflect.NewAt(f.Type(), unsafe.Pointer(f.UnsafeAddr())).Elem()
}

// value writes v; see render.
func (f *formatter) value(v reflect.Value, named bool) {
	if f.process(v) || f.set(v) {
		return
	}
	text, ok, same := twice(v)
	if ok && same {
		f.WriteString(clean(text))
		return
	}
	if ok {
		f.unsteady = v.Type()
	}
	switch v.Kind() {
	case reflect.Bool:
		f.WriteString(strconv.FormatBool(v.Bool()))
	case reflect.String:
		f.text(v)
	case reflect.Struct:
		f.structure(v, named)
	case reflect.Slice, reflect.Array:
		f.list(v)
	case reflect.Map:
		f.mapping(v)
	case reflect.Pointer:
		if v.IsNil() {
			f.WriteString("nil")
			return
		}
		f.WriteByte('&')
		f.value(v.Elem(), named)
	case reflect.Interface:
		if v.IsNil() {
			f.WriteString("nil")
			return
		}
		f.value(free(v.Elem()), true)
	case reflect.Func, reflect.Chan, reflect.UnsafePointer:
		f.WriteString(typeName(v.Type())) // not plain: never part of a state
	default:
		f.WriteString(number(v))
	}
}

// process writes v if it is the ID of a process and names are known.
func (f *formatter) process(v reflect.Value) bool {
	if len(f.names) == 0 || v.Type() != reflect.TypeFor[model.ID]() {
		return false
	}
	p := model.ID(v.Int())
	name := f.names.of(p)
	switch p {
	case model.None:
		name = "none"
	case system.Absent:
		name = "another"
	}
	f.WriteString(name)
	return name != ""
}

// set writes v if it is a set of process IDs and names are known.
func (f *formatter) set(v reflect.Value) bool {
	if len(f.names) == 0 || v.Kind() != reflect.Uint64 {
		return false
	}
	s, ok := v.Interface().(interface{ IDs() iter.Seq[model.ID] })
	if !ok {
		return false
	}
	f.list(reflect.ValueOf(slices.Collect(s.IDs())))
	return true
}

func number(v reflect.Value) string {
	switch {
	case v.CanInt():
		return strconv.FormatInt(v.Int(), 10)
	case v.CanUint():
		return strconv.FormatUint(v.Uint(), 10)
	case v.CanFloat():
		return strconv.FormatFloat(v.Float(), 'g', -1, v.Type().Bits())
	}
	return strconv.FormatComplex(v.Complex(), 'g', -1, v.Type().Bits())
}

// stringOf returns what the String method of v says, if it has one that works.
func stringOf(v reflect.Value) (text string, ok bool) {
	text, ok, same := twice(v)
	return text, ok && same
}

// twice calls the String method of v, if it has one that works, twice, and reports whether it gave the same text.
func twice(v reflect.Value) (text string, ok, same bool) {
	text, ok = callString(v)
	if !ok {
		return "", false, false
	}
	again, _ := callString(v)
	return text, true, text == again
}

func callString(v reflect.Value) (text string, ok bool) {
	if v.Kind() == reflect.Interface {
		return "", false
	}
	if v.Kind() == reflect.Pointer && v.IsNil() {
		return "", false
	}
	s, ok := v.Interface().(fmt.Stringer)
	if !ok {
		return "", false
	}
	defer func() {
		if recover() != nil { // a String method for some values only: show the value itself
			text, ok = "", false
		}
	}()
	return s.String(), true
}

func (f *formatter) text(v reflect.Value) {
	s := v.String()
	if v.Type() != reflect.TypeFor[string]() && isWord(s) {
		f.WriteString(s)
		return
	}
	f.WriteString(strconv.Quote(s))
}

func isWord(s string) bool {
	return s != "" && !strings.ContainsFunc(s, func(r rune) bool {
		return r == unicode.ReplacementChar || !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '-' && r != '_'
	})
}

func (f *formatter) structure(v reflect.Value, named bool) {
	t := v.Type()
	var shown []int
	for i := range t.NumField() {
		if t.Field(i).Name != "_" {
			shown = append(shown, i)
		}
	}
	name := typeName(t)
	if len(shown) == 0 && name != "" {
		f.WriteString(name)
		return
	}
	if named {
		f.WriteString(name)
	}
	f.WriteByte('{')
	for n, i := range shown {
		if n > 0 {
			f.WriteString(", ")
		}
		f.WriteString(t.Field(i).Name)
		f.WriteString(": ")
		f.value(field(v, i), false)
	}
	f.WriteByte('}')
}

func (f *formatter) list(v reflect.Value) {
	f.WriteByte('[')
	for i := range v.Len() {
		if i > 0 {
			f.WriteByte(' ')
		}
		f.value(v.Index(i), false)
	}
	f.WriteByte(']')
}

func (f *formatter) mapping(v reflect.Value) {
	keys := sortedKeys(v)
	set := isSet(v)
	f.WriteByte('{')
	for i, k := range keys {
		if i > 0 {
			f.WriteString(", ")
		}
		f.value(free(k), false)
		if !set {
			f.WriteString(": ")
			f.value(free(v.MapIndex(k)), false)
		}
	}
	f.WriteByte('}')
}

// isSet reports whether a map stands for a set.
func isSet(v reflect.Value) bool {
	elem := v.Type().Elem()
	if elem.Kind() == reflect.Struct {
		return elem.NumField() == 0
	}
	if elem.Kind() != reflect.Bool {
		return false
	}
	for it := v.MapRange(); it.Next(); {
		if !it.Value().Bool() {
			return false
		}
	}
	return true
}

// sortedKeys returns the keys of a map in order: numbers and strings by value, others by how they are rendered.
func sortedKeys(v reflect.Value) []reflect.Value {
	keys := v.MapKeys()
	slices.SortFunc(keys, func(a, b reflect.Value) int {
		a, b = inside(a), inside(b)
		switch {
		case a.Kind() != b.Kind(): // in an interface
			return cmp.Compare(a.Kind(), b.Kind())
		case a.CanInt():
			return cmp.Compare(a.Int(), b.Int())
		case a.CanUint():
			return cmp.Compare(a.Uint(), b.Uint())
		case a.CanFloat():
			return cmp.Compare(a.Float(), b.Float())
		case a.Kind() == reflect.String:
			return cmp.Compare(a.String(), b.String())
		}
		return cmp.Compare(names(nil).render(free(a), true), names(nil).render(free(b), true))
	})
	return keys
}

// inside returns the value in an interface.
func inside(v reflect.Value) reflect.Value {
	if v.Kind() == reflect.Interface && !v.IsNil() {
		return v.Elem()
	}
	return v
}

var importPath = regexp.MustCompile(`[\w.\-~]+[/.]`)

// typeName is the name of a type, and of its type parameters, without packages.
func typeName(t reflect.Type) string {
	name := t.Name()
	if name == "" && t.Kind() != reflect.Struct {
		name = t.String()
	}
	if strings.Contains(name, ".") {
		name = importPath.ReplaceAllString(name, "")
	}
	return name
}

// Printable makes text from the model safe to print: unprintable characters other than newlines, such as those of
// terminal commands, are escaped as in Go.
func Printable(s string) string {
	lines := strings.Split(s, "\n")
	for i := range lines {
		lines[i] = clean(lines[i])
	}
	return strings.Join(lines, "\n")
}

// clean is Printable for a single line. What it has escaped already stays as it is.
func clean(s string) string {
	if !strings.ContainsFunc(s, func(r rune) bool { return r == unicode.ReplacementChar || !unicode.IsPrint(r) }) {
		return s
	}
	var b strings.Builder
	for i, r := range s {
		if _, size := utf8.DecodeRuneInString(s[i:]); r == unicode.ReplacementChar && size == 1 {
			fmt.Fprintf(&b, `\x%02x`, s[i])
		} else if unicode.IsPrint(r) {
			b.WriteRune(r)
		} else {
			q := strconv.QuoteRune(r)
			b.WriteString(q[1 : len(q)-1])
		}
	}
	return b.String()
}

// ShellQuote quotes text as one word of a POSIX shell, if it needs quoting.
func ShellQuote(s string) string {
	if s != "" && !strings.ContainsAny(s, " \t\n'\"\\$&|;<>()*?[]#~`!{}") {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}
