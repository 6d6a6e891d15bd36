package codec

import (
	"reflect"
	"sync"
	"unsafe"
)

// A plan is the compiled codec of a type.
type plan struct {
	typ reflect.Type
	// min is a lower bound of the length of an encoding. It is 0 only if the type has no size:
	// then there is nothing to encode.
	min int
	// enc appends the encoding of the value at p.
	enc func(e *encoder, dst []byte, p unsafe.Pointer) ([]byte, *fault)
	// dec sets all of the value at p but blank fields. After an error it may be set in part.
	dec func(d *decoder, p unsafe.Pointer) error

	rooms sync.Pool // of *room
}

// A room is a place in memory for one value of a plan's type. Reflection hands out the contents of
// maps and interfaces as copies only, and the copies need a place.
type room struct {
	value reflect.Value // addressable
	p     unsafe.Pointer
}

func (pl *plan) borrow() *room {
	if m, ok := pl.rooms.Get().(*room); ok {
		return m
	}
	v := reflect.New(pl.typ)
	return &room{value: v.Elem(), p: v.UnsafePointer()}
}

// giveBack clears the room, so that it keeps nothing alive, and keeps it.
func (pl *plan) giveBack(m *room) {
	m.value.SetZero()
	pl.rooms.Put(m)
}

// A compiler makes plans.
type compiler struct {
	plans map[reflect.Type]*plan // also unfinished ones, for recursive types
}

// compile returns the plan of t, whose functions may be missing while t itself is being
// compiled. The type must have passed checkType.
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
