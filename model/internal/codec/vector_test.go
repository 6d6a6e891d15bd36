package codec

import (
	"encoding/binary"
	"fmt"
	"math"
	"reflect"
	"slices"
	"sync"
	"testing"
	"unsafe"

	"pgregory.net/rapid"
)

// A store interns byte strings.
type store struct {
	mu  sync.Mutex
	all []string
	ids map[string]uint32
}

func (s *store) intern(b []byte) uint32 {
	s.mu.Lock()
	defer s.mu.Unlock()
	if n, ok := s.ids[string(b)]; ok {
		return n
	}
	if s.ids == nil {
		s.ids = map[string]uint32{}
	}
	n := uint32(len(s.all))
	s.ids[string(b)] = n
	s.all = append(s.all, string(b))
	return n
}

func (s *store) bytes(id uint32) []byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	return []byte(s.all[id])
}

func vectorFor[T any](t testing.TB) *Vector {
	t.Helper()
	c, err := VectorOf(&Registry{}, reflect.TypeFor[T]())
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func checkWidth[T any](t *testing.T, want int) {
	t.Helper()
	if got := vectorFor[T](t).Width(); got != want {
		t.Errorf("width of %v: %d, want %d", reflect.TypeFor[T](), got, want)
	}
}

func TestWidth(t *testing.T) {
	checkWidth[struct{}](t, 1)
	checkWidth[[0]int](t, 1)
	checkWidth[[1 << 30]struct{}](t, 1)
	checkWidth[struct{ _ [1000]int }](t, 1)
	checkWidth[int](t, 1)
	checkWidth[[]int](t, 1)
	checkWidth[any](t, 1)
	checkWidth[complex128](t, 1)
	checkWidth[[256]bool](t, 256)
	checkWidth[[257]bool](t, 1)
	checkWidth[[16][16]int](t, 256)
	checkWidth[[16][17]int](t, 1)
	checkWidth[[1 << 10][1 << 10]int8](t, 1)
	checkWidth[[3]struct {
		a int
		b string
		c [2]float64
	}](t, 12)
	checkWidth[struct {
		a [200]bool
		b [57]bool
		c [50]bool
	}](t, 251)
	checkWidth[flat](t, 18)
	checkWidth[state](t, 33)
}

func checkVector[T any](t *testing.T) {
	t.Run(reflect.TypeFor[T]().String(), func(t *testing.T) {
		c := vectorFor[T](t)
		store := &store{}
		rapid.Check(t, func(t *rapid.T) {
			var v, back, other T
			fill(t, reflect.ValueOf(&v).Elem(), 3, false)
			slots := make([]uint32, c.Width())
			if err := c.Put(&v, slots, store.intern); err != nil {
				t.Fatal(err)
			}
			fill(t, reflect.ValueOf(&back).Elem(), 2, false) // must all be overwritten
			if err := c.Get(slots, &back, store.bytes); err != nil {
				t.Fatal(err)
			}
			if !same(reflect.ValueOf(&v), reflect.ValueOf(&back)) {
				t.Fatalf("%#v\ncame back as\n%#v", v, back)
			}
			fresh(t, reflect.ValueOf(back))
			memory(t, reflect.ValueOf(back), "the copy", map[unsafe.Pointer]string{})

			if err := c.Get(slots, &other, store.bytes); err != nil {
				t.Fatal(err)
			}
			mutate(t, reflect.ValueOf(&other).Elem())
			changed := make([]uint32, c.Width())
			if err := c.Put(&other, changed, store.intern); err != nil {
				t.Fatal(err)
			}
			kept := back
			if err := c.GetAfter(slices.Clone(slots), changed, &back, store.bytes); err != nil {
				t.Fatal(err)
			}
			if !same(reflect.ValueOf(&other), reflect.ValueOf(&back)) {
				t.Fatalf("%#v\ncame back as\n%#v", other, back)
			}
			memory(t, reflect.ValueOf([]T{kept, back}), "the copies", map[unsafe.Pointer]string{})
			if got, want := slices.Equal(slots, changed), same(reflect.ValueOf(&v), reflect.ValueOf(&other)); got != want {
				t.Fatalf("equal slots: %t, same: %t\n%#v\n%#v", got, want, v, other)
			}
		})
	})
}

func TestVector(t *testing.T) {
	checkVector[flat](t)
	checkVector[state](t)
	checkVector[struct{}](t)
	checkVector[int](t)
	checkVector[any](t)
	checkVector[[]vote](t)
	checkVector[node](t)
	checkVector[[3]point[uint8]](t)
	checkVector[struct {
		a [257]int8
		b uint64
	}](t)
}

func TestVectorSlots(t *testing.T) {
	type numbers struct {
		a int64
		b uint64
		c bool
	}
	c := vectorFor[numbers](t)
	for _, test := range []struct {
		v    numbers
		want []uint32
	}{
		{numbers{}, []uint32{0, 0, 0}},
		{numbers{-1, 1, true}, []uint32{1, 1, 1}},
		{numbers{1<<30 - 1, 1<<31 - 1, false}, []uint32{1<<31 - 2, 1<<31 - 1, 0}},
		{numbers{-1 << 30, 1 << 31, false}, []uint32{1<<31 - 1, 1 << 31, 0}},
		{numbers{1 << 30, math.MaxUint64, false}, []uint32{1 << 31, 1<<31 + 1, 0}},
	} {
		got := make([]uint32, 3)
		if err := c.Put(&test.v, got, (&store{}).intern); err != nil || !slices.Equal(got, test.want) {
			t.Errorf("%v is laid out as %x, want %x (error %v)", test.v, got, test.want, err)
		}
	}
}

func TestVectorErrors(t *testing.T) {
	c := vectorFor[flat](t)
	store := &store{}
	var v flat
	slots := make([]uint32, c.Width())
	for i, part := range map[int]string{1: "b[0]", 4: "c", 5: "d.e", 13: "l", 16: "o"} {
		clear(slots)
		slots[i] = 1<<31 - 1
		want := fmt.Sprintf("codec: slot %d: 2147483647 does not fit into flat.%s", i, part)
		if err := c.Get(slots, &v, store.bytes); text(err) != want {
			t.Errorf("slot %d: error %v, want %s", i, err, want)
		}
	}
	clear(slots)
	slots[3] = 1 << 31
	err := c.Get(slots, &v, func(uint32) []byte { return []byte{1, 2} })
	if want := "flat.b[2]: codec: not an encoding: unexpected bytes at byte 1 of 2"; text(err) != want {
		t.Errorf("error %v, want %s", err, want)
	}
	v.k = math.MaxInt64
	err = c.Put(&v, slots, func([]byte) uint32 { return 1 << 31 })
	if want := "codec: interning flat.k: the number 2147483648 is not below 1<<31"; text(err) != want {
		t.Errorf("error %v, want %s", err, want)
	}
}

func TestNoAllocations(t *testing.T) {
	if raceEnabled {
		t.Skip("the race detector makes pools drop things")
	}
	r := &Registry{}
	vec, err := VectorOf(r, reflect.TypeFor[flat]())
	if err != nil {
		t.Fatal(err)
	}
	v := &flat{a: 1, b: [3]int8{1, 2, 3}, k: -5}
	large := &flat{a: math.MaxInt, k: math.MinInt64}
	slots := make([]uint32, vec.Width())
	number := binary.AppendUvarint(nil, zigzag(math.MaxInt))
	intern := func([]byte) uint32 { return 0 }
	bytes := func(uint32) []byte { return number }
	for name, f := range map[string]func() error{
		"Put":         func() error { return vec.Put(v, slots, intern) },
		"Put and Get": func() error { return errorOf(vec.Put(v, slots, intern), vec.Get(slots, v, bytes)) },
		"large":       func() error { return errorOf(vec.Put(large, slots, intern), vec.Get(slots, large, bytes)) },
	} {
		if n := testing.AllocsPerRun(100, func() {
			if err := f(); err != nil {
				t.Fatal(err)
			}
		}); n != 0 {
			t.Errorf("%s allocates %v times", name, n)
		}
	}
}

func errorOf(a, b error) error {
	if a != nil {
		return a
	}
	return b
}

// TestPutAfter changes a value as an action does: the slots of the parts that it leaves alone do not change.
func TestPutAfter(t *testing.T) {
	r := &Registry{}
	rapid.Check(t, func(t *rapid.T) {
		c, err := VectorOf(r, reflect.TypeFor[state]())
		if err != nil {
			t.Fatal(err)
		}
		var before, other state
		fill(t, reflect.ValueOf(&before).Elem(), 3, false)
		fill(t, reflect.ValueOf(&other).Elem(), 3, false)
		after := before // shares
		for i, v := 0, reflect.ValueOf(&after).Elem(); i < v.NumField(); i++ {
			if pick(t, 3) == 0 && v.Type().Field(i).Name != "_" {
				settable(v.Field(i)).Set(settable(reflect.ValueOf(&other).Elem().Field(i)))
			}
		}
		store := &store{}
		in, out, want := make([]uint32, c.Width()), make([]uint32, c.Width()), make([]uint32, c.Width())
		for _, err := range []error{c.Put(&before, in, store.intern), c.Put(&after, want, store.intern),
			c.PutAfter(&before, in, &after, out, store.intern)} {
			if err != nil {
				t.Fatal(err)
			}
		}
		if !slices.Equal(out, want) {
			t.Fatalf("%v in place of %v", out, want)
		}
	})
}
