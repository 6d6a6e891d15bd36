package codec

import (
	"reflect"
	"unsafe"
)

// A Codec encodes values of one type without boxing them and without naming the type in front.
// It is safe for use by several goroutines at once.
type Codec[T any] struct {
	registry *Registry
	plan     *plan
}

// For returns the codec of T, or an [*Error] if values of T cannot be encoded, as far as the
// type tells.
func For[T any](r *Registry) (*Codec[T], error) {
	pl, err := r.planOf(reflect.TypeFor[T]())
	if err != nil {
		return nil, err
	}
	return &Codec[T]{registry: r, plan: pl}, nil
}

// Append appends the canonical encoding of *v to dst and returns the extended slice. If *v
// cannot be encoded, it returns dst as it was and an [*Error].
func (c *Codec[T]) Append(dst []byte, v *T) ([]byte, error) {
	out, f := c.registry.append(c.plan, dst, unsafe.Pointer(v))
	if f != nil {
		return out, f.err(c.plan.typ)
	}
	return out, nil
}

// Decode sets *v to a fresh deep copy of the value that b encodes, which must be all of b.
// After an error, *v may be set in part.
func (c *Codec[T]) Decode(b []byte, v *T) error {
	return c.registry.decode(c.plan, b, unsafe.Pointer(v))
}
