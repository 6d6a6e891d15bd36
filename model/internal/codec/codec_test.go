package codec

import (
	"bytes"
	"math"
	"reflect"
	"sync"
	"testing"
	"unsafe"

	"pgregory.net/rapid"
)

// randomType returns a type without a name.
func randomType(t *rapid.T, depth int, key bool) reflect.Type {
	basic := []reflect.Type{
		reflect.TypeFor[bool](), reflect.TypeFor[int](), reflect.TypeFor[int8](), reflect.TypeFor[int16](),
		reflect.TypeFor[int32](),
		reflect.TypeFor[int64](), reflect.TypeFor[uint](), reflect.TypeFor[uint8](), reflect.TypeFor[uint16](),
		reflect.TypeFor[uint32](),
		reflect.TypeFor[uint64](), reflect.TypeFor[uintptr](), reflect.TypeFor[float32](), reflect.TypeFor[float64](),
		reflect.TypeFor[complex64](), reflect.TypeFor[complex128](), reflect.TypeFor[string](), reflect.TypeFor[any](),
		reflect.TypeFor[vote](),
	}
	kind := 0
	if depth > 0 {
		kind = pick(t, 6)
		if key {
			kind = pick(t, 3)
		}
	}
	switch kind {
	case 1:
		return reflect.ArrayOf(pick(t, 4), randomType(t, depth-1, key))
	case 2:
		var fields []reflect.StructField
		for i := range pick(t, 4) {
			fields = append(fields, reflect.StructField{
				Name: string(rune('a' + i)), PkgPath: "example.org/p", Type: randomType(t, depth-1, key),
			})
		}
		return reflect.StructOf(fields)
	case 3:
		return reflect.SliceOf(randomType(t, depth-1, false))
	case 4:
		return reflect.PointerTo(randomType(t, depth-1, false))
	case 5:
		return reflect.MapOf(randomType(t, depth-1, true), randomType(t, depth-1, false))
	}
	return basic[pick(t, len(basic))]
}

// mutate sets a random part of v to a random value.
func mutate(t *rapid.T, v reflect.Value) {
	switch v.Kind() {
	case reflect.Struct:
		if n := v.NumField(); n > 0 {
			i := pick(t, n)
			if v.Type().Field(i).Name != "_" {
				mutate(t, settable(v.Field(i)))
			}
		}
		return
	case reflect.Array, reflect.Slice:
		if n := v.Len(); n > 0 && pick(t, 4) > 0 {
			mutate(t, v.Index(pick(t, n)))
			return
		}
	case reflect.Pointer:
		if !v.IsNil() && pick(t, 4) > 0 {
			mutate(t, v.Elem())
			return
		}
	}
	fill(t, v, 3, false)
}

func encode(t rapid.TB, r *Registry, v any) []byte {
	t.Helper()
	b, err := r.Encode([]byte("prefix"), v)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.HasPrefix(b, []byte("prefix")) {
		t.Fatalf("Encode changed what was there: %q", b)
	}
	return b[len("prefix"):]
}

func decode(t rapid.TB, r *Registry, b []byte) any {
	t.Helper()
	b = bytes.Clone(b)
	v, err := r.Decode(b)
	if err != nil {
		t.Fatal(err)
	}
	clear(b) // the value must not refer to the bytes
	return v
}

// checkIdentity tests everything that the package promises, on random values of a type.
func checkIdentity(t *rapid.T, r *Registry, typ reflect.Type) {
	v := reflect.New(typ).Elem()
	fill(t, v, 3, false)
	original := v.Interface()
	b := encode(t, r, original)
	copied := reflect.New(typ).Elem()
	if back := decode(t, r, b); back != nil {
		copied.Set(reflect.ValueOf(back))
	}
	if !same(v, copied) {
		t.Fatalf("%#v\ncame back as\n%#v", original, copied.Interface())
	}
	owners := map[unsafe.Pointer]string{}
	memory(t, copied, "the copy", owners)
	fresh(t, copied)
	walk(v, func(v reflect.Value) {
		if k := v.Kind(); (k == reflect.Map || k == reflect.Pointer || k == reflect.Slice) &&
			owners[v.UnsafePointer()] != "" {
			t.Fatalf("the copy shares a %s", v.Type())
		}
	})

	other := copied
	if pick(t, 2) == 0 {
		mutate(t, other)
	} else {
		fill(t, other, 3, false)
	}
	if got, want := bytes.Equal(b, encode(t, r, other.Interface())), same(v, other); got != want {
		t.Fatalf("equal encodings: %t, same: %t\n%#v\n%#v", got, want, original, other.Interface())
	}
	if !bytes.Equal(b, encode(t, r, original)) {
		t.Fatal("changing the copy changed the original")
	}
	if again := encode(t, &Registry{}, original); !bytes.Equal(b, again) {
		t.Fatalf("another registry encodes %q as %q", b, again)
	}
}

func TestIdentityOfStates(t *testing.T) {
	r := &Registry{}
	rapid.Check(t, func(t *rapid.T) { checkIdentity(t, r, reflect.TypeFor[state]()) })
}

func TestIdentityInInterfaces(t *testing.T) {
	r := &Registry{}
	rapid.Check(t, func(t *rapid.T) { checkIdentity(t, r, reflect.TypeFor[any]()) })
}

func TestIdentityOfRandomTypes(t *testing.T) {
	r := &Registry{}
	rapid.Check(t, func(t *rapid.T) {
		typ := randomType(t, 3, false)
		for range 5 {
			checkIdentity(t, r, typ)
		}
	})
}

func TestCodecIsSelfDelimiting(t *testing.T) {
	r := &Registry{}
	rapid.Check(t, func(t *rapid.T) {
		var v state
		fill(t, reflect.ValueOf(&v).Elem(), 3, false)
		b, err := r.Encode(nil, v)
		if err != nil {
			t.Fatal(err)
		}
		back, err := r.Decode(b)
		if err != nil {
			t.Fatal(err)
		}
		if !same(reflect.ValueOf(v), reflect.ValueOf(back)) {
			t.Fatalf("%#v\ncame back as\n%#v", v, back)
		}
		fresh(t, reflect.ValueOf(back))
		cut := pick(t, len(b))
		if _, err := r.Decode(b[:cut]); err == nil {
			t.Fatalf("%d of %d bytes are an encoding, too", cut, len(b))
		}
		if _, err := r.Decode(append(b, 0)); err == nil {
			t.Fatal("an extended encoding is one, too")
		}
	})
}

func TestNil(t *testing.T) {
	r := &Registry{}
	if v := decode(t, r, encode(t, r, nil)); v != nil {
		t.Errorf("nil came back as %#v", v)
	}
	if v, ok := decode(t, r, encode(t, r, (*vote)(nil))).(*vote); !ok || v != nil {
		t.Errorf("a nil pointer came back as %#v", v)
	}
	if bytes.Equal(encode(t, r, nil), encode(t, r, (*vote)(nil))) {
		t.Error("nil and a nil pointer have one encoding")
	}
	m := decode(t, r, encode(t, r, table(nil))).(table)
	m[1] = vote{} // must not panic
}

func TestIdentifications(t *testing.T) {
	r := &Registry{}
	one, alsoOne := 1, 1
	nan := math.Float64frombits(0x7ff8_0000_dead_0000)
	for _, test := range []struct {
		name string
		a, b any
		same bool
	}{
		{"nil and empty slice", []int(nil), []int{}, true},
		{"nil and empty map", map[int]int(nil), map[int]int{}, true},
		{"NaNs", math.NaN(), nan, true},
		{"NaNs of 32 bits", float32(math.NaN()), math.Float32frombits(0x7fc0_beef), true},
		{"zeros", 0.0, math.Copysign(0, -1), false},
		{"targets", &one, &alsoOne, true},
		{"sharing", [2]*int{&one, &one}, [2]*int{&one, &alsoOne}, true},
		{"nil and zero", (*int)(nil), new(int), false},
		{"capacity", make([]int, 1, 5), make([]int, 1), true},
		{"types", int32(1), int64(1), false},
		{"named types", 1, id(1), false},
		{"structs", struct{ a int }{1}, struct{ b int }{1}, false},
		{"tags", struct{ A int }{1}, struct {
			A int `x:"y"`
		}{1}, false},
		{"grouping", [][]int{{1}, {}}, [][]int{{}, {1}}, false},
		{"order", []int{1, 2}, []int{2, 1}, false},
	} {
		if got := bytes.Equal(encode(t, r, test.a), encode(t, r, test.b)); got != test.same {
			t.Errorf("%s: equal encodings: %t, want %t", test.name, got, test.same)
		}
	}
}

// TestKeys: two keys have one encoding if and only if they are equal.
func TestKeys(t *testing.T) {
	type pair struct {
		a, _ float64
		b    any
	}
	minus, below := math.Copysign(0, -1), float32(math.Copysign(0, -1))
	keys := []any{
		0.0, minus,
		float32(0), below,
		complex(0, 0), complex(minus, 0), complex(0, minus),
		complex64(0), complex(below, below),
		pair{}, pair{minus, 3, nil},
		pair{1, 0, [2]any{0.0, true}}, pair{1, 2, [2]any{minus, true}},
		pair{1, 0, [2]any{below, true}}, [2]float64{-1, minus}, [2]float64{-1, 0}, math.SmallestNonzeroFloat64, -1.0, 0, 128,
		"\x80\x00", nil,
	}
	r := &Registry{}
	for _, a := range keys {
		for _, b := range keys {
			x, errA := r.EncodeKey(nil, a)
			y, errB := r.EncodeKey(nil, b)
			if errA != nil || errB != nil || bytes.Equal(x, y) != (a == b) {
				t.Errorf("%#v and %#v: %v, %v", a, b, errA, errB)
			}
		}
	}
	for _, v := range []any{math.NaN(), pair{b: new(int)}, pair{b: []int{}}} {
		if _, err := r.EncodeKey(nil, v); err == nil {
			t.Errorf("%#v is a key", v)
		}
	}
	if bytes.Equal(encode(t, r, 0.0), encode(t, r, minus)) {
		t.Error("EncodeKey has changed what Encode does")
	}
}

func localA() any {
	type local struct{ X int }
	return local{1}
}

func localB() any {
	type local struct{ X int8 }
	return local{1}
}

func localC() any {
	type local struct{ X int }
	return local{1}
}

func TestLocalTypesOfOneName(t *testing.T) {
	r := &Registry{}
	values := []any{localA(), localB(), localC()}
	var encodings [][]byte
	for _, v := range values {
		encodings = append(encodings, encode(t, r, v))
	}
	for i, v := range values {
		if got := decode(t, r, encodings[i]); got != v {
			t.Errorf("%#v came back as %#v", v, got)
		}
	}
	// The first two differ in their declarations, so the order in which they are encountered does not matter.
	other := &Registry{}
	for _, i := range []int{1, 0} {
		if b := encode(t, other, values[i]); !bytes.Equal(b, encodings[i]) {
			t.Errorf("another registry encodes %q as %q", encodings[i], b)
		}
	}
}

// TestFormat pins the format, since encodings must not differ between runs.
func TestFormat(t *testing.T) {
	const path = "github.com/anel-mc/mc/model/internal/codec"
	r := &Registry{}
	for _, test := range []struct {
		v    any
		want string
	}{
		{nil, "\x00"},
		{-2, "\x03int\x03"},
		{uint16(300), "\x06uint16\xac\x02"},
		{int8(-1), "\x04int8\xff"},
		{true, "\x04bool\x01"},
		{1.5, "\x07float64\x3f\xf8\x00\x00\x00\x00\x00\x00"},
		{"ab", "\x06string\x02ab"},
		{[]string{"a", ""}, "\x08[]string\x02\x01a\x00"},
		{[2]uint8{1, 2}, "\x08[2]uint8\x01\x02"},
		{map[string]int{"b": 1, "a": -1}, "\x0emap[string]int\x02\x01a\x01\x01b\x02"},
		{new(bool), "\x05*bool\x01\x00"},
		{[]any{nil, 1}, "\x0d[]interface{}\x02\x00\x03int\x02"},
		{struct{}{}, "\x08struct{}"},
		{struct{ _ int }{}, "\x39struct{" + path + "._ int;}\x00"},
		{id(1), "\x3e" + path + ".id#2ee3f9d74f26ac5e\x02"},
	} {
		if got := string(encode(t, r, test.v)); got != test.want {
			t.Errorf("%#v is encoded as %q, want %q", test.v, got, test.want)
		}
	}
}

// TestConcurrency is for the race detector: all goroutines start with an empty registry.
func TestConcurrency(t *testing.T) {
	r := &Registry{}
	v := &state{
		log: []vote{{1, 2}}, votes: map[id]bool{1: true, 2: false}, keyed: map[any]any{1: note("x"), "y": &vote{}},
		inbox: []message{vote{1, 1}, &ack{}, note("n"), table{1: vote{}}}, last: map[string]any{"z": []any{1, 2.5}},
	}
	want, err := new(Registry).Encode(nil, v)
	if err != nil {
		t.Fatal(err)
	}
	store := &store{}
	var workers sync.WaitGroup
	for range 8 {
		workers.Go(func() {
			for range 50 {
				got, err := r.Encode(nil, v)
				if err != nil || !bytes.Equal(got, want) {
					t.Errorf("encoded as %q (%v), want %q", got, err, want)
					return
				}
				back, err := r.Decode(got)
				if err != nil || !same(reflect.ValueOf(back), reflect.ValueOf(v)) {
					t.Errorf("decoded as %#v (%v)", back, err)
				}
				c, err := VectorOf(r, reflect.TypeFor[state]())
				if err != nil {
					t.Error(err)
					return
				}
				slots := make([]uint32, c.Width())
				var copied state
				if err := c.Put(v, slots, store.intern); err != nil {
					t.Error(err)
				}
				if err := c.Get(slots, &copied, store.bytes); err != nil || !same(reflect.ValueOf(&copied), reflect.ValueOf(v)) {
					t.Errorf("copied as %#v (%v)", copied, err)
				}
			}
		})
	}
	workers.Wait()
}
