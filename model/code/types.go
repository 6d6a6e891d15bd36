package code

import (
	"fmt"
	"reflect"
	"sync"
	"time"
)

// typeTable caches what the walker needs to know of types, and holds the entries of Ignore.
type typeTable struct {
	ignore map[string]bool
	known  map[reflect.Type]*typeKnown
	named  map[string]int // how many types have a name: those declared in functions may share one
}

func newTypeTable(ignore []string) typeTable {
	t := typeTable{map[string]bool{}, map[reflect.Type]*typeKnown{}, map[string]int{}}
	for _, entry := range ignore {
		t.ignore[entry] = true
	}
	return t
}

// typeKnown is what the walker needs to know of a type.
type typeKnown struct {
	name    string
	tag     string // the name, made different from those of other types
	ignored bool
	zero    bool   // accepted as the zero value only
	why     string // if zero, the reason for refusing other values
	fields  []typeField
}

type typeField struct {
	index          int
	segment, entry string // of a path, and for Ignore
}

// harmless reports whether the zero value of a type has no contents, and why other values of it are refused.
func harmless(t reflect.Type) (why string, is bool) {
	switch t {
	case reflect.TypeFor[sync.Mutex](), reflect.TypeFor[sync.RWMutex]():
		return "that is locked between two inputs", true
	case reflect.TypeFor[sync.WaitGroup]():
		return "whose counter is not zero", true
	case reflect.TypeFor[time.Time]():
		return "that is not zero: the clock is not an input", true
	}
	return "", false
}

func (t typeTable) of(x reflect.Type) *typeKnown {
	if k := t.known[x]; k != nil {
		return k
	}
	k := &typeKnown{name: nameOf(x)}
	k.tag = fmt.Sprint(k.name, "~", t.named[k.name])
	t.named[k.name]++
	t.known[x] = k
	k.ignored = t.ignore[k.name]
	k.why, k.zero = harmless(x)
	if x.Kind() != reflect.Struct {
		return k
	}
	for i := range x.NumField() {
		f := x.Field(i)
		entry := k.name + "." + f.Name
		if f.Name != "_" && !t.ignore[entry] && !t.ignore["."+f.Name] {
			k.fields = append(k.fields, typeField{i, "." + f.Name, entry})
		}
	}
	return k
}

// nameOf returns the name of a type with the full path of its package.
func nameOf(t reflect.Type) string {
	switch {
	case t.PkgPath() != "":
		return t.PkgPath() + "." + t.Name()
	case t.Kind() == reflect.Pointer:
		return "*" + nameOf(t.Elem())
	case t.Kind() == reflect.Slice:
		return "[]" + nameOf(t.Elem())
	case t.Kind() == reflect.Map:
		return "map[" + nameOf(t.Key()) + "]" + nameOf(t.Elem())
	}
	return t.String()
}
