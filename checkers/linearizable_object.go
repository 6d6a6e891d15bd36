package checkers

import (
	"reflect"

	"github.com/anel-mc/mc/checkers/objects"
	"github.com/anel-mc/mc/model"
)

// object is an objects.Object whose types are known when it runs, so that the judge is compiled once, and not again for
// each object.
type object struct {
	init          func() any
	apply         func(s, in any) []applied
	valid         func(in, out any) error // nil if every result of its type is valid
	input, output typeOf                  // of operations
	missing       string                  // a required function that it does not have, if any
}

// applied is an objects.Outcome.
type applied struct {
	blocked      bool
	result, next any
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
	of := object{
		init: func() any { return o.Init() },
		apply: func(s, in any) (all []applied) {
			at, _ := model.As[S](s)
			operation, _ := model.As[I](in)
			for _, x := range o.Apply(at, operation) {
				all = append(all, applied{x.IsBlocked(), x.Result, x.Next})
			}
			return all
		},
		input: isOf[I](), output: isOf[O](),
	}
	switch {
	case o.Init == nil:
		of.missing = "Init"
	case o.Apply == nil:
		of.missing = "Apply"
	}
	if o.Valid != nil {
		of.valid = func(in, out any) error {
			operation, _ := model.As[I](in)
			result, _ := model.As[O](out)
			return o.Valid(operation, result)
		}
	}
	return of
}
