package codec

import (
	"reflect"
	"sync"
	"unsafe"
)

// A plan is the compiled codec of a type.
type plan struct {
	typ reflect.Type
	// min is a lower bound of the length of an encoding. It is 0 only if the type has size 0, and there is nothing to
	// encode.
	min int
	// enc appends the encoding of the value at p.
	enc func(e *encoder, dst []byte, p unsafe.Pointer) ([]byte, *fault)
	// dec sets the value at p, except for blank fields. After an error it may be set in part.
	dec func(d *decoder, p unsafe.Pointer) error

	cells sync.Pool // of *cell
}

// A cell is memory for one value of a plan's type. Reflection returns the contents of maps and interfaces only as
// copies, which have to be put somewhere.
type cell struct {
	value reflect.Value // addressable
	p     unsafe.Pointer
}

func (pl *plan) borrow() *cell {
	if m, ok := pl.cells.Get().(*cell); ok {
		return m
	}
	v := reflect.New(pl.typ)
	return &cell{value: v.Elem(), p: v.UnsafePointer()}
}

// giveBack clears a cell, so that it keeps nothing alive, and returns it to the pool.
func (pl *plan) giveBack(m *cell) {
	m.value.SetZero()
	pl.cells.Put(m)
}

// A compiler makes plans.
type compiler struct {
	plans map[reflect.Type]*plan // includes unfinished plans, for recursive types
}

// compile returns the plan of t. Its functions may be missing while t itself is being compiled. The type must have
// passed checkType.
func (c *compiler) compile(t reflect.Type) *plan {
	if pl := c.plans[t]; pl != nil {
		return pl
	}
	pl := &plan{typ: t, min: 1}
	c.plans[t] = pl
	switch t.Kind() {
	case reflect.Struct:
		c.compileStruct(pl)
	case reflect.Array:
		c.compileArray(pl)
	case reflect.Slice:
		c.compileSlice(pl)
	case reflect.Map:
		c.compileMap(pl)
	case reflect.Pointer:
		c.compilePointer(pl)
	case reflect.Interface:
		compileInterface(pl)
	default:
		compileScalar(pl)
	}
	return pl
}
