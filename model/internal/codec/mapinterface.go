package codec

import (
	"bytes"
	"encoding/binary"
	"reflect"
	"slices"
	"unsafe"
)

// A span is the position of an entry of a map among the encoded entries.
type span struct{ key, elem, end int }

func (c *compiler) compileMap(pl *plan) {
	key, elem := c.compile(pl.typ.Key()), c.compile(pl.typ.Elem())
	pl.enc = func(e *encoder, dst []byte, p unsafe.Pointer) ([]byte, *fault) {
		m := reflect.NewAt(pl.typ, p).Elem()
		dst = binary.AppendUvarint(dst, uint64(m.Len()))
		if m.Len() == 0 {
			return dst, nil
		}
		r := ref{plan: pl, p: m.UnsafePointer()}
		if f := e.enter(r); f != nil {
			return dst, f
		}
		dst, f := encodeEntries(e, dst, key, elem, m)
		return dst, e.leave(r, f)
	}
	pl.dec = func(d *decoder, p unsafe.Pointer) error {
		m := reflect.NewAt(pl.typ, p).Elem()
		n, err := d.count(key.min + elem.min)
		if err != nil {
			return err
		}
		if key.min == 0 && n > 1 {
			return d.bad("equal keys")
		}
		m.Set(reflect.MakeMapWithSize(pl.typ, n))
		if n == 0 {
			return nil
		}
		if err := d.enter(); err != nil {
			return err
		}
		if err := decodeEntries(d, key, elem, m, n); err != nil {
			return err
		}
		d.leave()
		if m.Len() != n {
			return d.bad("equal keys") // such as -0 and +0, whose encodings differ
		}
		return nil
	}
}

// encodeEntries appends the entries of a map, sorted by the encodings of their keys. Which of several faults it returns
// depends on the order of iteration.
func encodeEntries(e *encoder, dst []byte, key, elem *plan, m reflect.Value) ([]byte, *fault) {
	start, base := len(dst), len(e.spans)
	k, v := key.borrow(), elem.borrow()
	iter := e.iterator(m)
	for iter.Next() {
		var f *fault
		at := span{key: len(dst) - start}
		k.value.SetIterKey(iter)
		e.inKey = true
		if dst, f = key.enc(e, dst, k.p); f != nil {
			return dst, f.at("[key]")
		}
		e.inKey = false
		at.elem = len(dst) - start
		v.value.SetIterValue(iter)
		if dst, f = elem.enc(e, dst, v.p); f != nil {
			return dst, f.at(keySegment(k.value))
		}
		at.end = len(dst) - start
		e.spans = append(e.spans, at)
	}
	key.giveBack(k)
	elem.giveBack(v)
	e.free = append(e.free, iter)

	e.entries = append(e.entries[:0], dst[start:]...)
	spans, entries := e.spans[base:], e.entries
	slices.SortFunc(spans, func(a, b span) int {
		return bytes.Compare(entries[a.key:a.elem], entries[b.key:b.elem])
	})
	dst = dst[:start]
	for _, s := range spans {
		dst = append(dst, entries[s.key:s.end]...)
	}
	e.spans = e.spans[:base]
	return dst, nil
}

// decodeEntries adds n entries to a map, for which d.count has reserved bytes.
func decodeEntries(d *decoder, key, elem *plan, m reflect.Value, n int) error {
	k, v := key.borrow(), elem.borrow()
	var last []byte
	for i := range n {
		d.owed -= key.min + elem.min
		start := d.pos
		d.inKey = true
		if err := key.dec(d, k.p); err != nil {
			return err
		}
		d.inKey = false
		this := d.b[start:d.pos]
		if i > 0 && bytes.Compare(last, this) >= 0 {
			return d.bad("keys out of order")
		}
		last = this
		if err := elem.dec(d, v.p); err != nil {
			return err
		}
		m.SetMapIndex(k.value, v.value)
	}
	key.giveBack(k)
	elem.giveBack(v)
	return nil
}

// compileInterface fills in the plan of an interface type. The encoding is the name of the dynamic type, then the
// value.
func compileInterface(pl *plan) {
	isError := pl.typ.Implements(errorType)
	pl.enc = func(e *encoder, dst []byte, p unsafe.Pointer) ([]byte, *fault) {
		v := reflect.NewAt(pl.typ, p).Elem()
		if v.IsNil() {
			return append(dst, 0), nil
		}
		v = v.Elem()
		var f *fault
		if isError && v.Kind() == reflect.Pointer {
			f = &fault{typ: v.Type(), reason: reasonError}
		} else {
			dst, f = e.appendDynamic(dst, v)
		}
		if f != nil {
			f.at(".(" + v.Type().String() + ")")
		}
		return dst, f
	}
	pl.dec = func(d *decoder, p unsafe.Pointer) error {
		out := reflect.NewAt(pl.typ, p).Elem()
		t, m, err := d.dynamic()
		if err != nil {
			return err
		}
		if m == nil {
			out.SetZero()
			return nil
		}
		if !t.plan.typ.Implements(pl.typ) {
			return d.bad("a type that lacks methods")
		}
		out.Set(m.value) // a copy
		t.plan.giveBack(m)
		return nil
	}
}

// appendDynamic appends the name of a value's type and then the value.
func (e *encoder) appendDynamic(dst []byte, v reflect.Value) ([]byte, *fault) {
	t, f := e.registry.dynamicOf(v.Type())
	if f != nil {
		return dst, f
	}
	r := ref{plan: t.plan}
	if f := e.enter(r); f != nil {
		return dst, f
	}
	m := t.plan.borrow()
	m.value.Set(v)
	dst, f = t.plan.enc(e, append(dst, t.header...), m.p)
	if f == nil {
		t.plan.giveBack(m)
	}
	return dst, e.leave(r, f)
}

// dynamic reads the name of a type and then a value of that type, into a cell of its plan. For nil, the cell is nil.
func (d *decoder) dynamic() (*dynamic, *cell, error) {
	name, err := d.text()
	if len(name) == 0 || err != nil {
		return nil, nil, err
	}
	t := d.registry.snapshot().names[string(name)]
	if t == nil {
		return nil, nil, &UnknownType{string(name), d.bad("an unknown type")}
	}
	if d.inKey && !t.plan.typ.Comparable() {
		return nil, nil, d.bad("a type that cannot be a key")
	}
	if err := d.enter(); err != nil {
		return nil, nil, err
	}
	m := t.plan.borrow()
	if err := t.plan.dec(d, m.p); err != nil {
		return nil, nil, err
	}
	d.leave()
	return t, m, nil
}
