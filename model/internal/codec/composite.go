package codec

import (
	"encoding/binary"
	"fmt"
	"reflect"
	"unsafe"
)

// A field is a field of a struct, or of a struct nested in it at any depth.
type field struct {
	offset uintptr
	typ    reflect.Type
	path   string // such as ".a.b"
	plan   *plan
}

// fieldsOf appends the fields of struct t that have an encoding to list, with nested structs flattened.
func fieldsOf(t reflect.Type, offset uintptr, path string, list []field) []field {
	for i := range t.NumField() {
		f := t.Field(i)
		at, name := offset+f.Offset, path+"."+f.Name
		switch {
		case f.Name == "_" || f.Type.Size() == 0:
		case f.Type.Kind() == reflect.Struct:
			list = fieldsOf(f.Type, at, name, list)
		default:
			list = append(list, field{offset: at, typ: f.Type, path: name})
		}
	}
	return list
}

func (c *compiler) compileStruct(pl *plan) {
	fields := fieldsOf(pl.typ, 0, "", nil)
	pl.min = 0
	for i := range fields {
		fields[i].plan = c.compile(fields[i].typ)
		pl.min += fields[i].plan.min
	}
	if pl.min == 0 && pl.typ.Size() > 0 {
		compilePadding(pl)
		return
	}
	pl.enc = func(e *encoder, dst []byte, p unsafe.Pointer) ([]byte, *fault) {
		for i := range fields {
			var f *fault
			x := &fields[i]
			if dst, f = x.plan.enc(e, dst, unsafe.Add(p, x.offset)); f != nil {
				return dst, f.at(x.path)
			}
		}
		return dst, nil
	}
	pl.dec = func(d *decoder, p unsafe.Pointer) error {
		for i := range fields {
			x := &fields[i]
			if err := x.plan.dec(d, unsafe.Add(p, x.offset)); err != nil {
				return err
			}
		}
		return nil
	}
}

// compilePadding fills in the plan of a struct that has only blank fields. Its encoding takes one byte, so that a few
// bytes cannot announce a slice with any number of such elements.
func compilePadding(pl *plan) {
	pl.min = 1
	pl.enc = func(_ *encoder, dst []byte, _ unsafe.Pointer) ([]byte, *fault) {
		return append(dst, 0), nil
	}
	pl.dec = func(d *decoder, _ unsafe.Pointer) error {
		b, err := d.byte()
		if err == nil && b != 0 {
			err = d.bad("not 0")
		}
		return err
	}
}

func isByte(t reflect.Type) bool {
	return t.Kind() == reflect.Uint8 || t.Kind() == reflect.Int8
}

func (c *compiler) compileArray(pl *plan) {
	elem, n := c.compile(pl.typ.Elem()), pl.typ.Len()
	if pl.typ.Size() == 0 {
		n = 0
	}
	pl.min = n * elem.min
	if isByte(elem.typ) {
		pl.enc = func(_ *encoder, dst []byte, p unsafe.Pointer) ([]byte, *fault) {
			return append(dst, unsafe.Slice((*byte)(p), n)...), nil
		}
		pl.dec = func(d *decoder, p unsafe.Pointer) error {
			b, err := d.take(n)
			copy(unsafe.Slice((*byte)(p), n), b)
			return err
		}
		return
	}
	pl.enc = func(e *encoder, dst []byte, p unsafe.Pointer) ([]byte, *fault) {
		return encodeElements(e, dst, elem, p, n)
	}
	pl.dec = func(d *decoder, p unsafe.Pointer) error {
		for i := range n {
			if err := elem.dec(d, unsafe.Add(p, uintptr(i)*elem.typ.Size())); err != nil {
				return err
			}
		}
		return nil
	}
}

// encodeElements appends the encodings of the n consecutive values that start at p.
func encodeElements(e *encoder, dst []byte, elem *plan, p unsafe.Pointer, n int) ([]byte, *fault) {
	size := elem.typ.Size()
	for i := range n {
		var f *fault
		if dst, f = elem.enc(e, dst, unsafe.Add(p, uintptr(i)*size)); f != nil {
			return dst, f.at(fmt.Sprintf("[%d]", i))
		}
	}
	return dst, nil
}

// sliceHeader is the memory layout of a slice.
type sliceHeader struct {
	data     unsafe.Pointer
	len, cap int
}

func (c *compiler) compileSlice(pl *plan) {
	elem := c.compile(pl.typ.Elem())
	bytes := isByte(elem.typ)
	pl.enc = func(e *encoder, dst []byte, p unsafe.Pointer) ([]byte, *fault) {
		s := (*sliceHeader)(p)
		dst = binary.AppendUvarint(dst, uint64(s.len))
		if bytes {
			return append(dst, unsafe.Slice((*byte)(s.data), s.len)...), nil
		}
		if s.len == 0 || elem.min == 0 {
			return dst, nil
		}
		r := ref{pl, s.data, s.len}
		if f := e.enter(r); f != nil {
			return dst, f
		}
		dst, f := encodeElements(e, dst, elem, s.data, s.len)
		return dst, e.leave(r, f)
	}
	pl.dec = func(d *decoder, p unsafe.Pointer) error {
		s := (*sliceHeader)(p)
		n, err := d.count(elem.min)
		if err != nil {
			return err
		}
		if n == 0 {
			*s = sliceHeader{}
			return nil
		}
		data := reflect.MakeSlice(pl.typ, n, n).UnsafePointer()
		*s = sliceHeader{data, n, n}
		if elem.min == 0 {
			return nil
		}
		if bytes {
			d.owed -= n
			b, err := d.take(n)
			copy(unsafe.Slice((*byte)(data), n), b)
			return err
		}
		return decodeElements(d, elem, data, n)
	}
}

// decodeElements sets the n elements of a slice, for which d.count has reserved bytes.
func decodeElements(d *decoder, elem *plan, p unsafe.Pointer, n int) error {
	if err := d.enter(); err != nil {
		return err
	}
	size := elem.typ.Size()
	for i := range n {
		d.owed -= elem.min
		if err := elem.dec(d, unsafe.Add(p, uintptr(i)*size)); err != nil {
			return err
		}
	}
	d.leave()
	return nil
}

func (c *compiler) compilePointer(pl *plan) {
	elem := c.compile(pl.typ.Elem())
	pl.enc = func(e *encoder, dst []byte, p unsafe.Pointer) ([]byte, *fault) {
		q := *(*unsafe.Pointer)(p)
		if e.inKey {
			// Only within an interface: checkType has refused the others.
			return dst, &fault{typ: pl.typ, reason: reasonPointerKey}
		}
		if q == nil {
			return append(dst, 0), nil
		}
		r := ref{plan: pl, p: q}
		if f := e.enter(r); f != nil {
			return dst, f
		}
		dst, f := elem.enc(e, append(dst, 1), q)
		return dst, e.leave(r, f)
	}
	pl.dec = func(d *decoder, p unsafe.Pointer) error {
		there, err := d.flag()
		if err != nil {
			return err
		}
		if d.inKey {
			return d.bad("a pointer in a key")
		}
		if !there {
			*(*unsafe.Pointer)(p) = nil
			return nil
		}
		if err := d.enter(); err != nil {
			return err
		}
		q := reflect.New(elem.typ).UnsafePointer()
		*(*unsafe.Pointer)(p) = q
		if err := elem.dec(d, q); err != nil {
			return err
		}
		d.leave()
		return nil
	}
}
