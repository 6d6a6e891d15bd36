package codec

import (
	"encoding/binary"
	"fmt"
	"maps"
	"reflect"
	"strings"
	"sync"
	"sync/atomic"
	"unsafe"
)

// A Registry compiles and keeps the codecs of types, and the names of the types that were encountered in interfaces.
// The zero value is ready to use. A Registry must not be copied, and is safe for concurrent use.
type Registry struct {
	tables   atomic.Pointer[tables] // replaced, never changed; nil at first
	mu       sync.Mutex             // held to replace tables
	encoders sync.Pool              // of *encoder
	decoders sync.Pool              // of *decoder
}

// tables is what a registry knows at one moment.
type tables struct {
	plans   map[reflect.Type]*plan
	dynamic map[reflect.Type]*dynamic
	names   map[string]*dynamic
}

// A dynamic is a type that was encountered in an interface.
type dynamic struct {
	plan   *plan
	place  string // see wireName
	header []byte // the length of the name and the name, which precede the value
}

// Encode appends the name of v's dynamic type and the canonical encoding of v to dst, and returns the extended slice. v
// may be nil. If v cannot be encoded, Encode returns dst unchanged and an [*Error].
func (r *Registry) Encode(dst []byte, v any) ([]byte, error) { return r.encode(dst, v, false) }

// EncodeKey is Encode for the key of a map: the encodings of two keys are equal if and only if Go takes them for one
// key. So it encodes -0 as +0, and what must not be in a key is an error here, too.
func (r *Registry) EncodeKey(dst []byte, v any) ([]byte, error) { return r.encode(dst, v, true) }

func (r *Registry) encode(dst []byte, v any, key bool) ([]byte, error) {
	if v == nil {
		return append(dst, 0), nil
	}
	e := r.encoder()
	value := reflect.ValueOf(v)
	if key && !value.Comparable() {
		return dst, (&fault{typ: value.Type(), reason: reasonUnequalKey}).err(value.Type())
	}
	e.inKey, e.unsigned = key, key
	out, f := e.appendDynamic(dst, value)
	if f != nil && f.deep {
		e = r.tracker()
		out, f = e.appendDynamic(dst, value)
	}
	if f != nil {
		return dst, f.err(value.Type())
	}
	e.inKey, e.unsigned = false, false
	r.encoders.Put(e)
	return out, nil
}

// Decode returns a new deep copy of the value that b encodes. The bytes should come from Encode of the same registry,
// since another one may not know the types: an unknown type is an [*UnknownType] error, and bytes that are not an
// encoding are an error, too.
func (r *Registry) Decode(b []byte) (any, error) {
	d := r.decoder(b)
	t, m, err := d.dynamic()
	if err == nil {
		err = d.end()
	}
	r.release(d)
	if err != nil || m == nil {
		return nil, err
	}
	v := m.value.Interface() // a copy, since the cell is addressable
	t.plan.giveBack(m)
	return v, nil
}

// Typed returns x as a value of type t, which it is unless it is the nil of an interface type.
func Typed(x any, t reflect.Type) reflect.Value {
	if x == nil {
		return reflect.Zero(t)
	}
	return reflect.ValueOf(x)
}

func (r *Registry) snapshot() *tables {
	if t := r.tables.Load(); t != nil {
		return t
	}
	return &tables{}
}

// plan returns the plan of type t, compiling it if it is new. It does not check the contents of interfaces, which are
// known only when they are encoded.
func (r *Registry) plan(t reflect.Type) (*plan, *fault) {
	if pl := r.snapshot().plans[t]; pl != nil {
		return pl, nil
	}
	if f := checkType(t, map[reflect.Type]bool{}); f != nil {
		return nil, f
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	next := *r.snapshot()
	if next.plans = maps.Clone(next.plans); next.plans == nil {
		next.plans = map[reflect.Type]*plan{}
	}
	c := compiler{plans: next.plans}
	pl := c.compile(t)
	r.tables.Store(&next)
	return pl, nil
}

// dynamicOf returns the dynamic of type t, adding it if it is new.
func (r *Registry) dynamicOf(t reflect.Type) (*dynamic, *fault) {
	if d := r.snapshot().dynamic[t]; d != nil {
		return d, nil
	}
	if t.Kind() == reflect.Pointer && t.Implements(errorType) && !t.Elem().Implements(errorType) {
		return nil, &fault{typ: t, reason: reasonError} // even without an interface that says so
	}
	pl, f := r.plan(t)
	if f != nil {
		return nil, f
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	old := r.snapshot()
	if d := old.dynamic[t]; d != nil {
		return d, nil
	}
	base, place := wireName(t)
	name := base
	for n := 2; old.names[name] != nil; n++ {
		name = fmt.Sprintf("%s~%d", base, n)
	}
	d := &dynamic{plan: pl, place: place, header: append(binary.AppendUvarint(nil, uint64(len(name))), name...)}
	next := &tables{
		plans:   old.plans,
		dynamic: map[reflect.Type]*dynamic{t: d},
		names:   map[string]*dynamic{name: d},
	}
	maps.Copy(next.dynamic, old.dynamic)
	maps.Copy(next.names, old.names)
	r.tables.Store(next)
	return d, nil
}

// Numbered reports whether there are types that are told apart only by the order in which they were encountered; see
// Limitations.
func (r *Registry) Numbered() bool {
	for name := range r.snapshot().names {
		if strings.Contains(name, "~") {
			return true
		}
	}
	return false
}

// Places returns the names in encodings of the declared types that were encountered. In all processes of one program, a
// name with the same place is that of the same type.
func (r *Registry) Places() map[string]string {
	all := map[string]string{}
	for name, d := range r.snapshot().names {
		if d.place != "" {
			all[name] = d.place
		}
	}
	return all
}

// append appends the encoding of the value at p, without the name of its type.
func (r *Registry) append(pl *plan, dst []byte, p unsafe.Pointer) ([]byte, *fault) {
	e := r.encoder()
	out, f := pl.enc(e, dst, p)
	if f != nil && f.deep {
		out, f = pl.enc(r.tracker(), dst, p)
	}
	if f != nil {
		return dst, f
	}
	r.encoders.Put(e)
	return out, nil
}

// decode sets the value at p, of the plan's type, from all of b.
func (r *Registry) decode(pl *plan, b []byte, p unsafe.Pointer) error {
	d := r.decoder(b)
	err := pl.dec(d, p)
	if err == nil {
		err = d.end()
	}
	r.release(d)
	return err
}

func (r *Registry) encoder() *encoder {
	if e, ok := r.encoders.Get().(*encoder); ok {
		return e
	}
	return &encoder{registry: r}
}

// tracker returns an encoder that finds cycles.
func (r *Registry) tracker() *encoder {
	return &encoder{registry: r, active: map[ref]bool{}}
}

func (r *Registry) decoder(b []byte) *decoder {
	d, ok := r.decoders.Get().(*decoder)
	if !ok {
		d = &decoder{}
	}
	*d = decoder{registry: r, b: b}
	return d
}

// release returns d to the pool, without its input.
func (r *Registry) release(d *decoder) {
	*d = decoder{}
	r.decoders.Put(d)
}
