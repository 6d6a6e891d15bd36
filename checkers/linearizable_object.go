package checkers

import (
	"reflect"

	"github.com/anel-mc/mc/checkers/objects"
	"github.com/anel-mc/mc/model"
)

// object is an objects.Object whose types are known when it runs, so that the judge is compiled once, and not again for
// each object. Its functions are nil where those of the Object are.
type object struct {
	objects.Object[any, any, any]
	input, output typeOf // of operations
}

// typeOf is the name of a type, and whether a value is of it.
type typeOf struct {
	name string
	is   func(v any) bool
}

func isOf[T any]() typeOf {
	return typeOf{reflect.TypeFor[T]().String(), func(v any) bool { _, is := model.As[T](v); return is }}
}

// sequential returns an object without its types.
func sequential[S, I, O any](o objects.Object[S, I, O]) object {
	of := object{input: isOf[I](), output: isOf[O]()}
	if o.Init != nil {
		of.Init = func() any { return o.Init() }
	}
	if o.Apply != nil {
		of.Apply = func(s, in any) (all []objects.Outcome[any, any]) {
			at, _ := model.As[S](s)
			operation, _ := model.As[I](in)
			for _, x := range o.Apply(at, operation) {
				if x.IsBlocked() {
					all = append(all, objects.Blocked[any, any]()...)
				} else {
					all = append(all, objects.Then[any, any](x.Next, x.Result)...)
				}
			}
			return all
		}
	}
	if o.Valid != nil {
		of.Valid = func(in, out any) error {
			operation, _ := model.As[I](in)
			result, _ := model.As[O](out)
			return o.Valid(operation, result)
		}
	}
	return of
}
