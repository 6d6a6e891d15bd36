package checkers_test

import (
	"reflect"
	"testing"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/model/system"
)

// TestReach: the types that the package of a model uses do not lead to those of the engine. The compiler would compile
// whatever is generic there again in each such package, which doubled the time that an entry of the catalogue takes.
func TestReach(t *testing.T) {
	seen := map[reflect.Type]bool{}
	var visit func(from reflect.Type, path string)
	visit = func(from reflect.Type, path string) {
		if seen[from] {
			return
		}
		if from == reflect.TypeFor[system.System]() {
			t.Errorf("%s is a system.System", path)
			return
		}
		seen[from] = true
		for i := range from.NumMethod() {
			visit(from.Method(i).Type, path+"."+from.Method(i).Name)
		}
		switch from.Kind() {
		case reflect.Struct:
			for i := range from.NumField() {
				visit(from.Field(i).Type, path+"."+from.Field(i).Name)
			}
		case reflect.Map:
			visit(from.Key(), path)
			visit(from.Elem(), path)
		case reflect.Array, reflect.Chan, reflect.Pointer, reflect.Slice:
			visit(from.Elem(), path)
		case reflect.Func:
			for i := range from.NumIn() {
				visit(from.In(i), path)
			}
			for i := range from.NumOut() {
				visit(from.Out(i), path)
			}
		}
	}
	for _, of := range []any{checkers.Check, checkers.Verify, checkers.Cost, checkers.Shows, checkers.Detection{}} {
		visit(reflect.TypeOf(of), reflect.TypeOf(of).String())
	}
}
