package codec

import (
	"encoding/binary"
	"fmt"
	"math"
	"reflect"
	"unsafe"
)

// maxDepth is how many pointers, slices, maps and interfaces may be nested. It bounds the stack of goroutines for
// cyclic values and hostile bytes.
const maxDepth = 10_000

// A ref is the target of a pointer, slice or map. A cycle leads back to one.
type ref struct {
	plan *plan // of the pointer, slice or map
	p    unsafe.Pointer
	len  int // of a slice
}

// An encoder is the state of encoding one value. It is reused only after success, because a fault leaves it in the
// middle of the value.
type encoder struct {
	registry *Registry
	depth    int
	inKey    bool         // inside the key of a map
	unsigned bool         // zeros have no sign
	active   map[ref]bool // refs being encoded; nil unless looking for a cycle
	spans    []span       // entries of the maps being encoded
	entries  []byte       // scratch for sorting the entries of a map
	leaf     []byte       // scratch for the leaves of a vector
	free     []*reflect.MapIter
}

// iterator returns an iterator over a map. The caller must append it to free after use.
func (e *encoder) iterator(m reflect.Value) *reflect.MapIter {
	last := len(e.free) - 1
	if last < 0 {
		return m.MapRange()
	}
	iter := e.free[last]
	e.free = e.free[:last]
	iter.Reset(m)
	return iter
}

// enter must be called before following r. If r.p is nil, r cannot be part of a cycle.
func (e *encoder) enter(r ref) *fault {
	e.depth++
	if e.depth > maxDepth {
		return &fault{typ: r.plan.typ, deep: true, reason: fmt.Sprintf(
			"nested more than %d levels deep; keep long sequences in a slice", maxDepth)}
	}
	if e.active != nil && r.p != nil {
		if e.active[r] {
			return &fault{typ: r.plan.typ, cycle: r}
		}
		e.active[r] = true
	}
	return nil
}

// leave must be called after following r, with the fault that this returned. It returns the same fault.
func (e *encoder) leave(r ref, f *fault) *fault {
	e.depth--
	if e.active != nil {
		delete(e.active, r)
		if f != nil && f.cycle == r {
			f.loop = len(f.segments)
		}
	}
	return f
}

// A decoder is the state of decoding one value.
type decoder struct {
	registry *Registry
	b        []byte
	pos      int
	owed     int // minimum number of bytes of the elements that were announced but not yet begun
	depth    int
	inKey    bool
}

// bad returns an error about the bytes at the current position.
func (d *decoder) bad(what string) error {
	return fmt.Errorf("codec: not an encoding: %s at byte %d of %d", what, d.pos, len(d.b))
}

// end returns an error unless all bytes were read.
func (d *decoder) end() error {
	if d.pos != len(d.b) {
		return d.bad("unexpected bytes")
	}
	return nil
}

func (d *decoder) enter() error {
	d.depth++
	if d.depth > maxDepth {
		return d.bad("too deep nesting")
	}
	return nil
}

func (d *decoder) leave() { d.depth-- }

// take returns the next n bytes of the input, without copying them.
func (d *decoder) take(n int) ([]byte, error) {
	if n > len(d.b)-d.pos {
		return nil, d.bad("unexpected end")
	}
	b := d.b[d.pos : d.pos+n]
	d.pos += n
	return b, nil
}

func (d *decoder) byte() (byte, error) {
	if d.pos >= len(d.b) {
		return 0, d.bad("unexpected end")
	}
	d.pos++
	return d.b[d.pos-1], nil
}

// flag reads a byte that is 0 or 1.
func (d *decoder) flag() (bool, error) {
	b, err := d.byte()
	if err == nil && b > 1 {
		err = d.bad("neither 0 nor 1")
	}
	return b == 1, err
}

func (d *decoder) uvarint() (uint64, error) {
	if d.pos < len(d.b) && d.b[d.pos] < 0x80 {
		d.pos++
		return uint64(d.b[d.pos-1]), nil
	}
	x, n := binary.Uvarint(d.b[d.pos:])
	if n <= 0 {
		return 0, d.bad("bad varint")
	}
	if n > 1 && d.b[d.pos+n-1] == 0 {
		return 0, d.bad("varint longer than needed")
	}
	d.pos += n
	return x, nil
}

// text reads a length and returns that many bytes of the input, without copying them.
func (d *decoder) text() ([]byte, error) {
	n, err := d.uvarint()
	if err != nil {
		return nil, err
	}
	if n > uint64(len(d.b)-d.pos) {
		return nil, d.bad("length beyond the end")
	}
	return d.take(int(n))
}

// count reads the number of elements of a slice or map and reserves size bytes of the input for each, the minimum that
// an element takes. Before decoding an element, the caller must release its bytes with d.owed -= size. So no more
// elements are ever allocated than there are bytes, however lengths are nested.
func (d *decoder) count(size int) (int, error) {
	n, err := d.uvarint()
	if err != nil {
		return 0, err
	}
	if size == 0 {
		// Elements without a size take no memory, so any number of them is allowed.
		if n > math.MaxInt {
			return 0, d.bad("length too large")
		}
		return int(n), nil
	}
	if n > uint64(max(0, len(d.b)-d.pos-d.owed)/size) {
		return 0, d.bad("length beyond the end")
	}
	d.owed += int(n) * size
	return int(n), nil
}
