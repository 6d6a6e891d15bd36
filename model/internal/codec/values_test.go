package codec

//lint:file-ignore U1000 fields are there to be encoded

import (
	"math"
	"reflect"
	"unsafe"

	"pgregory.net/rapid"
)

// Types with everything that a state may contain.

type id int

type message interface{ isMessage() }

type vote struct {
	from id
	term uint16
}

type ack struct{}

type note string

func (vote) isMessage()  {}
func (*ack) isMessage()  {}
func (note) isMessage()  {}
func (table) isMessage() {}

type table map[id]vote

type clock struct {
	now  int64
	skew float32
}

type node struct {
	value int8
	next  *node
	kids  []node
	named map[string]*node
}

type point[T any] struct{ x, y T }

type state struct {
	clock
	Name     string
	up       bool
	_        int
	term     uint32
	log      []vote
	raw      []byte
	matrix   [2][3]int16
	votes    map[id]bool
	nested   map[string]map[vote][]string
	leader   *id
	inbox    []message
	last     any
	keyed    map[any]any
	tree     node
	amount   complex128
	empty    struct{}
	blank    struct{ _ [3]int }
	blanks   []struct{ _ int16 }
	nothings []struct{}
	points   point[*point[uint64]]
	hash     [4]byte
	floats   map[float64]float64
}

// flat is a state of fixed size.
type flat struct {
	a       int
	b       [3]int8
	c       bool
	d       struct{ e, f uint16 }
	g       [2]struct{ h, i int32 }
	j       uint64
	k       int64
	l       uint8
	m       uintptr
	n       uint
	o       int16
	p       uint32
	_       int
	nothing struct{}
}

// dynamicTypes is what the tests put into interfaces.
func dynamicTypes() []reflect.Type {
	return []reflect.Type{
		reflect.TypeFor[int](), reflect.TypeFor[id](), reflect.TypeFor[string](), reflect.TypeFor[note](),
		reflect.TypeFor[vote](), reflect.TypeFor[*vote](), reflect.TypeFor[**vote](), reflect.TypeFor[ack](),
		reflect.TypeFor[*ack](),
		reflect.TypeFor[table](), reflect.TypeFor[[]any](), reflect.TypeFor[map[string]any](), reflect.TypeFor[[2]any](),
		reflect.TypeFor[node](), reflect.TypeFor[*node](), reflect.TypeFor[point[int]](), reflect.TypeFor[point[any]](),
		reflect.TypeFor[struct{ a int }](), reflect.TypeFor[struct{ b int }](), reflect.TypeFor[float64](),
		reflect.TypeFor[bool](),
	}
}

// settable returns v without the protection of unexported fields.
func settable(v reflect.Value) reflect.Value {
	return reflect.NewAt(v.Type(), v.Addr().UnsafePointer()).Elem()
}

// pick returns a number from 0 to n-1.
func pick(t *rapid.T, n int) int { return rapid.IntRange(0, n-1).Draw(t, "pick") }

// fill sets v to a random value. Most values are small, so that equal ones are common.
func fill(t *rapid.T, v reflect.Value, depth int, key bool) {
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(pick(t, 2) == 1)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		bits := v.Type().Bits()
		v.SetInt([]int64{0, 1, -1, math.MinInt64 >> (64 - bits), math.MaxInt64 >> (64 - bits),
			rapid.Int64().Draw(t, "int") >> (64 - bits)}[pick(t, 6)])
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		bits := v.Type().Bits()
		v.SetUint([]uint64{0, 1, math.MaxUint64 >> (64 - bits), 1 << (bits - 1),
			rapid.Uint64().Draw(t, "uint") >> (64 - bits)}[pick(t, 5)])
	case reflect.Float32, reflect.Float64:
		v.SetFloat(randomFloat(t, key))
	case reflect.Complex64, reflect.Complex128:
		v.SetComplex(complex(randomFloat(t, key), randomFloat(t, key)))
	case reflect.String:
		v.SetString([]string{"", "a", "ab", "\x00", rapid.String().Draw(t, "string")}[pick(t, 5)])
	case reflect.Array:
		for i := range v.Len() {
			fill(t, v.Index(i), depth, key)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).Name != "_" {
				fill(t, settable(v.Field(i)), depth, key)
			}
		}
	default:
		fillReference(t, v, depth, key)
	}
}

func randomFloat(t *rapid.T, key bool) float64 {
	all := []float64{0, 1, -1.5, math.Inf(1), math.Copysign(0, -1), math.NaN(),
		math.Float64frombits(0x7ff8_0000_dead_0000)}
	if key {
		all = all[:4]
	}
	return all[pick(t, len(all))]
}

func fillReference(t *rapid.T, v reflect.Value, depth int, key bool) {
	v.SetZero()
	n := pick(t, 4)
	if depth == 0 {
		n = 0
	}
	switch v.Kind() {
	case reflect.Slice:
		if n > 0 {
			v.Set(reflect.MakeSlice(v.Type(), n-1, n+1)) // of length 0 at times, and with spare capacity
			for i := range n - 1 {
				fill(t, v.Index(i), depth-1, key)
			}
		}
	case reflect.Map:
		if n > 0 {
			v.Set(reflect.MakeMap(v.Type()))
			for range n - 1 {
				k, e := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
				fill(t, k, depth-1, true)
				fill(t, e, depth-1, key)
				v.SetMapIndex(k, e)
			}
		}
	case reflect.Pointer:
		if n > 0 {
			v.Set(reflect.New(v.Type().Elem()))
			fill(t, v.Elem(), depth-1, key)
		}
	case reflect.Interface:
		types := dynamicTypes()
		dynamic := types[pick(t, len(types))]
		if n > 0 && dynamic.Implements(v.Type()) && !(key && !goodKey(dynamic)) {
			e := reflect.New(dynamic).Elem()
			fill(t, e, depth-1, key)
			v.Set(e)
		}
	}
}

func goodKey(t reflect.Type) bool { return t.Comparable() && checkKey(t) == nil }

// same is the specification of identity.
func same(a, b reflect.Value) bool {
	if a.IsValid() != b.IsValid() || a.IsValid() && a.Type() != b.Type() {
		return false
	}
	switch a.Kind() {
	case reflect.Float32, reflect.Float64:
		return sameFloat(a.Float(), b.Float())
	case reflect.Complex64, reflect.Complex128:
		return sameFloat(real(a.Complex()), real(b.Complex())) && sameFloat(imag(a.Complex()), imag(b.Complex()))
	case reflect.Array, reflect.Slice:
		if a.Len() != b.Len() {
			return false
		}
		for i := range a.Len() {
			if !same(a.Index(i), b.Index(i)) {
				return false
			}
		}
		return true
	case reflect.Struct:
		for i := range a.NumField() {
			if a.Type().Field(i).Name != "_" && !same(a.Field(i), b.Field(i)) {
				return false
			}
		}
		return true
	case reflect.Pointer, reflect.Interface:
		if a.IsNil() || b.IsNil() {
			return a.IsNil() == b.IsNil()
		}
		return same(a.Elem(), b.Elem())
	case reflect.Map:
		if a.Len() != b.Len() {
			return false
		}
		for _, k := range a.MapKeys() {
			if !b.MapIndex(k).IsValid() || !same(a.MapIndex(k), b.MapIndex(k)) {
				return false
			}
		}
		return true
	}
	return a.Equal(b)
}

func sameFloat(x, y float64) bool {
	return x != x && y != y || math.Float64bits(x) == math.Float64bits(y)
}

// walk calls visit for v and all its parts.
func walk(v reflect.Value, visit func(reflect.Value)) {
	visit(v)
	switch v.Kind() {
	case reflect.Array, reflect.Slice:
		for i := range v.Len() {
			walk(v.Index(i), visit)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			walk(v.Field(i), visit)
		}
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			walk(v.Elem(), visit)
		}
	case reflect.Map:
		for _, k := range v.MapKeys() {
			walk(k, visit)
			walk(v.MapIndex(k), visit)
		}
	}
}

// memory adds what v reaches to owners. It fails if something there has an owner already.
func memory(t rapid.TB, v reflect.Value, owner string, owners map[unsafe.Pointer]string) {
	walk(v, func(v reflect.Value) {
		var p unsafe.Pointer
		switch v.Kind() {
		case reflect.Slice:
			if v.Cap() > 0 && v.Type().Elem().Size() > 0 {
				p = v.UnsafePointer()
			}
		case reflect.Pointer:
			if v.Type().Elem().Size() > 0 {
				p = v.UnsafePointer()
			}
		case reflect.Map:
			p = v.UnsafePointer()
		}
		if p == nil {
			return
		}
		if other := owners[p]; other != "" {
			t.Fatalf("%s and %s share a %s", owner, other, v.Type())
		}
		owners[p] = owner
	})
}

// fresh fails if a decoded value has spare capacity or a nil map somewhere.
func fresh(t rapid.TB, v reflect.Value) {
	walk(v, func(v reflect.Value) {
		if v.Kind() == reflect.Slice && (v.Cap() != v.Len() || v.Len() == 0 && !v.IsNil()) {
			t.Fatalf("decoded a %s of length %d, capacity %d", v.Type(), v.Len(), v.Cap())
		}
		if v.Kind() == reflect.Map && v.IsNil() {
			t.Fatalf("decoded a nil %s", v.Type())
		}
	})
}
