package code

import (
	"reflect"
	"sync"
	"time"
)

// typeTable is what is known of types, and what is left out.
type typeTable struct {
	ignore map[string]bool
	known  map[reflect.Type]*typeKnown
}

func newTypeTable(ignore []string) typeTable {
	t := typeTable{map[string]bool{}, map[reflect.Type]*typeKnown{}}
	for _, entry := range ignore {
		t.ignore[entry] = true
	}
	return t
}

// typeKnown is what is known of a type.
type typeKnown struct {
	name    string
	ignored bool
	zero    bool   // it is harmless while it is the zero value, and refused otherwise
	why     string // of a zero one
	fields  []typeField
}

type typeField struct {
	index       int
	name, entry string
}

// harmless are types whose zero value has nothing in it: what it is to say of them that they are not.
func harmless(t reflect.Type) (why string, is bool) {
	switch t {
	case reflect.TypeFor[sync.Mutex](), reflect.TypeFor[sync.RWMutex]():
		return "that is locked between two inputs", true
	case reflect.TypeFor[sync.WaitGroup]():
		return "that somebody is waited for at", true
	case reflect.TypeFor[time.Time]():
		return "that shows a time: the clock is no input", true
	}
	return "", false
}

func (t typeTable) of(x reflect.Type) *typeKnown {
	if k := t.known[x]; k != nil {
		return k
	}
	k := &typeKnown{name: nameOf(x)}
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
			k.fields = append(k.fields, typeField{i, f.Name, entry})
		}
	}
	return k
}

// nameOf is the name of a type with the whole path of its package.
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
