package codec

import (
	"bytes"
	"math"
	"reflect"
	"runtime"
	"strings"
	"testing"
	"unsafe"
)

// FuzzDecode feeds arbitrary bytes to decoders: encoding what they accept must yield the same bytes.
func FuzzDecode(f *testing.F) {
	r := &Registry{}
	one := id(1)
	for _, v := range []any{
		state{}, &state{
			Name: "n", log: []vote{{1, 2}}, raw: []byte("raw"), votes: map[id]bool{1: true, 2: false}, leader: &one,
			inbox: []message{vote{}, &ack{}, note("x"), table{1: {}}}, last: []any{1, "a"},
			keyed: map[any]any{1: 2, vote{}: nil},
			tree:  node{next: &node{}, kids: make([]node, 2)}, floats: map[float64]float64{1: math.NaN()},
			blanks: make([]struct{ _ int16 }, 2),
			nested: map[string]map[vote][]string{"a": {{}: {"b"}}}, nothings: make([]struct{}, 3),
		},
		loop(nil), []loop{nil}, map[any]int{[1]any{1}: 1}, [][][]int{{{1}}}, point[any]{1, point[int]{}},
	} {
		b, err := r.Encode(nil, v)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b)
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		if v, err := r.Decode(b); err == nil {
			fresh(t, reflect.ValueOf(&v).Elem())
			if again := encode(t, r, v); !bytes.Equal(b, again) {
				t.Fatalf("%q decodes to %#v, encoded as %q", b, v, again)
			}
		}
	})
}

type bush []bush

// TestNestedLengths: each of many nested slices claims all the bytes that follow.
func TestNestedLengths(t *testing.T) {
	r := &Registry{}
	plan, f := r.plan(reflect.TypeFor[bush]())
	if f != nil {
		t.Fatal(f.reason)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	var v bush
	err := r.decode(plan, []byte(strings.Repeat("\x80\x20", 5000)), unsafe.Pointer(&v))
	runtime.ReadMemStats(&after)
	if err == nil {
		t.Error("no error")
	}
	if n := after.TotalAlloc - before.TotalAlloc; n > 10<<20 {
		t.Errorf("allocated %d bytes for 10000", n)
	}
}
