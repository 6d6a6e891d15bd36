package checkers_test

import (
	"reflect"
	"slices"
	"testing"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/model/system"
)

// TestReach: the types that the package of a model uses do not lead to those of the engine: the compiler would compile
// whatever is generic there again in each such package. Methods that are not exported lead there, too, and cannot be
// seen here.
func TestReach(t *testing.T) {
	for _, of := range []any{checkers.Check, checkers.Verify, checkers.Cost, checkers.Shows, checkers.Detection{}} {
		if path := toEngine(reflect.TypeOf(of), "", map[reflect.Type]bool{}); path != "" {
			t.Errorf("%T leads to system.System: %s", of, path)
		}
	}
	if toEngine(reflect.TypeOf(checkers.Bind), "", map[reflect.Type]bool{}) == "" {
		t.Error("no way from checkers.Bind to system.System is found")
	}
}

// toEngine returns a path from a type to system.System, or "".
func toEngine(from reflect.Type, path string, seen map[reflect.Type]bool) string {
	path += " > " + from.String()
	if from == reflect.TypeFor[system.System]() {
		return path
	}
	if seen[from] {
		return ""
	}
	seen[from] = true
	var next []reflect.Type
	for i := range from.NumMethod() {
		next = append(next, from.Method(i).Type)
	}
	switch from.Kind() {
	case reflect.Struct:
		for i := range from.NumField() {
			next = append(next, from.Field(i).Type)
		}
	case reflect.Map:
		next = append(next, from.Key(), from.Elem())
	case reflect.Array, reflect.Chan, reflect.Pointer, reflect.Slice:
		next = append(next, from.Elem())
	case reflect.Func:
		next = slices.AppendSeq(slices.AppendSeq(next, from.Ins()), from.Outs())
	}
	for _, to := range next {
		if found := toEngine(to, path, seen); found != "" {
			return found
		}
	}
	return ""
}
