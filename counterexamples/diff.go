package counterexamples

import (
	"fmt"
	"reflect"
)

// shortValue is the width up to which a value that changed in several places is shown whole.
const shortValue = 24

// whole lists the fields of a struct with their values: C ← Follower. Any other value is assigned to name.
func (n names) whole(name string, v any) []string {
	if l, ok := v.(*likeness); ok && l.Fields != nil {
		var lines []string
		for _, f := range l.Fields {
			lines = append(lines, assign(f.Name, f.Text))
		}
		return lines
	}
	s, ok := structOf(v)
	if !ok {
		return []string{assign(name, n.format(v))}
	}
	var lines []string
	for i := range s.NumField() {
		if label := s.Type().Field(i).Name; label != "_" {
			lines = append(lines, assign(label, n.render(field(s, i), false)))
		}
	}
	return lines
}

// changes lists what changed in a state, in the form of whole.
func (n names) changes(before, after any) []string {
	if l, ok := after.(*likeness); ok {
		return l.Changed
	}
	a, ok := structOf(before)
	b, same := structOf(after)
	if !ok || !same || a.Type() != b.Type() {
		if n.format(before) == n.format(after) {
			return nil
		}
		return n.whole("state", after)
	}
	return n.fields("", a, b)
}

// inner lists what changed inside a value that is called name: name.Field ← value.
func (n names) inner(name string, before, after any) []string {
	if l, ok := after.(*likeness); ok {
		return l.Changed
	}
	if before == nil || after == nil || reflect.TypeOf(before) != reflect.TypeOf(after) {
		if n.format(before) == n.format(after) {
			return nil
		}
		return []string{assign(name, n.format(after))}
	}
	return n.diff(name, free(reflect.ValueOf(before)), free(reflect.ValueOf(after)))
}

func assign(name, value string) string { return name + " ← " + value }

// structOf returns an addressable copy of a value that is a struct, or points to one, and has no String method.
func structOf(v any) (reflect.Value, bool) {
	if _, recorded := v.(*likeness); recorded || shown(v) == nil {
		return reflect.Value{}, false
	}
	s := free(reflect.ValueOf(shown(v)))
	if s.Kind() == reflect.Pointer && !s.IsNil() {
		s = s.Elem()
	}
	if _, text := stringOf(s); text || s.Kind() != reflect.Struct {
		return reflect.Value{}, false
	}
	return s, true
}

// diff lists what changed at path from a to b, which are addressable and of the same type. A single change inside is
// shown as such: Votes[2] ← true.
func (n names) diff(path string, a, b reflect.Value) []string {
	text := n.render(b, false)
	if n.render(a, false) == text {
		return nil
	}
	all := []string{assign(path, text)}
	if _, ok := stringOf(b); ok {
		return all
	}
	var parts []string
	switch b.Kind() {
	case reflect.Struct:
		parts = n.fields(path+".", a, b)
	case reflect.Array:
		parts = n.elements(path, a, b)
	case reflect.Slice:
		if a.Len() == b.Len() {
			parts = n.elements(path, a, b)
		} else if width(text) > shortValue {
			return n.resized(path, a, b, all)
		}
	case reflect.Map:
		if b.Type().Elem().Kind() == reflect.Struct && b.Type().Elem().NumField() == 0 {
			if width(text) > shortValue {
				return n.members(path, a, b)
			}
			return all
		}
		parts = n.entries(path, a, b)
	}
	if len(parts) == 1 || len(parts) > 0 && width(text) > shortValue {
		return parts
	}
	return all
}

func (n names) fields(prefix string, a, b reflect.Value) []string {
	var parts []string
	for i := range b.NumField() {
		if name := b.Type().Field(i).Name; name != "_" {
			parts = append(parts, n.diff(prefix+name, field(a, i), field(b, i))...)
		}
	}
	return parts
}

func (n names) elements(path string, a, b reflect.Value) []string {
	var parts []string
	for i := range b.Len() {
		parts = append(parts, n.diff(fmt.Sprintf("%s[%d]", path, i), a.Index(i), b.Index(i))...)
	}
	return parts
}

// resized shows how a long slice grew at its end or shrank at its front, as logs and queues do. For any other change
// it returns otherwise.
func (n names) resized(path string, a, b reflect.Value, otherwise []string) []string {
	same := func(x, y reflect.Value) bool { return n.render(x, false) == n.render(y, false) }
	was, is := a.Len(), b.Len()
	switch {
	case was < is && same(a, b.Slice(0, was)):
		return []string{assign(path, path+" + "+n.render(b.Slice(was, is), false))}
	case was > is && same(a.Slice(was-is, was), b):
		return []string{assign(path, fmt.Sprintf("%s[%d:]", path, was-is))}
	}
	return otherwise
}

// entries shows the changed entries of a map.
func (n names) entries(path string, a, b reflect.Value) []string {
	var parts []string
	for _, k := range sortedKeys(b) {
		at := fmt.Sprintf("%s[%s]", path, n.render(free(k), true))
		if was := a.MapIndex(k); was.IsValid() {
			parts = append(parts, n.diff(at, free(was), free(b.MapIndex(k)))...)
		} else {
			parts = append(parts, assign(at, n.render(free(b.MapIndex(k)), false)))
		}
	}
	for _, k := range sortedKeys(a) {
		if !b.MapIndex(k).IsValid() {
			parts = append(parts, fmt.Sprintf("%s[%s] removed", path, n.render(free(k), true)))
		}
	}
	return parts
}

// members shows which elements a long set gained and lost.
func (n names) members(path string, a, b reflect.Value) []string {
	without := func(x, y reflect.Value) string {
		f := formatter{names: n}
		f.WriteByte('{')
		for _, k := range sortedKeys(x) {
			if !y.MapIndex(k).IsValid() {
				if f.Len() > 1 {
					f.WriteString(", ")
				}
				f.value(free(k), false)
			}
		}
		f.WriteByte('}')
		return f.String()
	}
	var parts []string
	if gained := without(b, a); gained != "{}" {
		parts = append(parts, assign(path, path+" ∪ "+gained))
	}
	if lost := without(a, b); lost != "{}" {
		parts = append(parts, assign(path, path+" ∖ "+lost))
	}
	return parts
}
