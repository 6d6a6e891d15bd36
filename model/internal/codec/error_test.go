package codec

//lint:file-ignore U1000 fields are there to be encoded

import (
	"errors"
	"io"
	"log/slog"
	"math"
	"net/netip"
	"reflect"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
	"unique"
	"unsafe"
)

type loop *loop

type handler struct {
	name string
	done func()
}

type badState struct {
	a int
	q []handler
}

type badList struct {
	value int
	next  *badList
	ch    [2]map[string]chan int
}

type goodDespiteBlank struct {
	_ func()
	x int
}

func TestCheck(t *testing.T) {
	r := &Registry{}
	for _, test := range []struct {
		typ  reflect.Type
		want string
	}{
		{reflect.TypeFor[state](), ""},
		{reflect.TypeFor[flat](), ""},
		{reflect.TypeFor[goodDespiteBlank](), ""},
		{reflect.TypeFor[atomic.Int64](), ""},
		{reflect.TypeFor[loop](), ""},
		{reflect.TypeFor[badState](), "badState.q[].done: " + reasonFunc},
		{reflect.TypeFor[*badState](), "badState.q[].done: " + reasonFunc},
		{reflect.TypeFor[badList](), "badList.ch[][]: " + reasonChan},
		{reflect.TypeFor[map[[1]chan int]int](), "map[[1]chan int]int[key][]: " + reasonChan},
		{reflect.TypeFor[func()](), "func(): " + reasonFunc},
		{reflect.TypeFor[struct{ p unsafe.Pointer }](), "struct { p unsafe.Pointer }.p: " + reasonUnsafe},
		{reflect.TypeFor[point[time.Time]](), "point[time.Time].x: " + reasonTime},
		{reflect.TypeFor[unique.Handle[string]](), "Handle[string]: " + reasonHandle},
		{reflect.TypeFor[[]netip.Prefix](), "[]netip.Prefix[].ip.z: " + reasonHandle},
		{reflect.TypeFor[slog.Attr](), "Attr.Value: " + reasonSlog},
		{reflect.TypeFor[map[struct{ p *int }]int](), "map[struct { p *int }]int[key].p: " + reasonPointerKey},
		{reflect.TypeFor[map[struct {
			_ *int
			a int
		}]int](), ""},
		{reflect.TypeFor[struct{ m map[[2]*int]int }](), "struct { m map[[2]*int]int }.m[key][]: " + reasonPointerKey},
	} {
		_, err := VectorOf(r, test.typ)
		if got := text(err); got != test.want {
			t.Errorf("%v: error %q, want %q", test.typ, got, test.want)
		}
		if e := (*Error)(nil); err != nil && (!errors.As(err, &e) || e.Type == nil) {
			t.Errorf("%v: error of type %T without a type", test.typ, err)
		}
	}
	if _, err := VectorOf(r, reflect.TypeFor[badState]()); text(err) != "badState.q[].done: "+reasonFunc {
		t.Errorf("VectorOf: error %v", err)
	}
}

func text(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

func TestEncodeErrors(t *testing.T) {
	ring := &node{next: &node{next: &node{}}}
	ring.next.next.next = ring.next
	kids := node{kids: make([]node, 2)}
	kids.kids[1].kids = kids.kids
	named := node{named: map[string]*node{}}
	named.named["it"] = &named
	endless := []any{1, nil}
	endless[1] = endless
	var self loop
	self = &self
	var long *node
	for range maxDepth {
		long = &node{next: long}
	}

	for _, test := range []struct {
		v    any
		want string
	}{
		{func() {}, "func(): " + reasonFunc},
		{badState{}, "badState.q[].done: " + reasonFunc},
		{state{last: func() {}}, "state.last.(func()): " + reasonFunc},
		{&state{inbox: []message{nil, vote{}}, last: []any{1, [2]any{0, handler{}}}},
			"state.last.([]interface {})[1].([2]interface {})[1].(codec.handler).done: " + reasonFunc},
		{map[string]any{"a": make(chan int)}, `map[string]interface {}["a"].(chan int): ` + reasonChan},
		{&Error{}, "Error: " + reasonError},
		{[]error{nil, syscall.EPERM, io.EOF}, "[]error[2].(*errors.errorString): " + reasonError},
		{map[id]any{-3: time.Time{}}, "map[codec.id]interface {}[-3].(time.Time): " + reasonTime},
		{map[vote]any{{}: unsafe.Pointer(nil)}, "map[codec.vote]interface {}[...].(unsafe.Pointer): " + reasonUnsafe},
		{map[uint8]any{7: (func())(nil)}, "map[uint8]interface {}[7].(func()): " + reasonFunc},
		{map[bool]any{true: (func())(nil)}, "map[bool]interface {}[true].(func()): " + reasonFunc},
		{state{floats: map[float64]float64{math.NaN(): 1}}, "state.floats[key]: " + reasonNaNKey},
		{map[any]int{[1]complex64{complex(0, float32(math.NaN()))}: 1}, "map[interface {}]int[key].([1]complex64)[0]: " +
			reasonNaNKey},
		{map[any]int{(*int)(nil): 1}, "map[interface {}]int[key].(*int): " + reasonPointerKey},
		{ring, "node.next.next.next: a cycle cannot be part of a state; this leads back to node.next"},
		{state{tree: *ring}, "state.tree.next.next.next: a cycle cannot be part of a state; this leads back to " +
			"state.tree.next"},
		{kids, "node.kids[1].kids: a cycle cannot be part of a state; this leads back to node.kids"},
		{named, `node.named["it"].named: a cycle cannot be part of a state; this leads back to node.named`},
		{&named, `node.named["it"]: a cycle cannot be part of a state; this leads back to node`},
		{endless, "[]interface {}[1].([]interface {}): a cycle cannot be part of a state; this leads back to []interface {}"},
		{self, "loop: a cycle cannot be part of a state; this leads back to loop"},
		{long, "node" + strings.Repeat(".next", 12) + "..." + strings.Repeat(".next", 4) +
			": nested more than 10000 levels deep; keep long sequences in a slice"},
		{long.next, ""},
	} {
		r := &Registry{}
		dst, err := r.Encode([]byte("before"), test.v)
		if got := text(err); got != test.want {
			t.Errorf("%T: error\n%q, want\n%q", test.v, got, test.want)
		}
		if err != nil && string(dst) != "before" {
			t.Errorf("%T: %q returned with an error", test.v, dst)
		}
		if err == nil {
			decode(t, r, dst[len("before"):])
		}
		if b := encode(t, r, vote{1, 2}); decode(t, r, b) != (vote{1, 2}) {
			t.Errorf("%T: the error broke the registry", test.v)
		}
	}
}

func TestTypedErrors(t *testing.T) {
	r := &Registry{}
	v := state{}
	v.tree.next = &v.tree
	vec, err := VectorOf(r, reflect.TypeFor[state]())
	if err != nil {
		t.Fatal(err)
	}
	store := store{}
	if err := vec.Put(&v, make([]uint32, vec.Width()), store.intern); text(
		err) != "state.tree.next.next: a cycle cannot be part of a state; this leads back to state.tree.next" {
		t.Errorf("Put: %v", err)
	}
	if err := vec.Put(&v, nil, store.intern); text(err) != "codec: 0 slots for a codec.state, which needs 33" {
		t.Errorf("Put: %v", err)
	}
	if err := vec.Get(nil, &v, store.bytes); text(err) != "codec: 0 slots for a codec.state, which needs 33" {
		t.Errorf("Get: %v", err)
	}
}

func TestDecodeErrors(t *testing.T) {
	r := &Registry{}
	for _, v := range []any{loop(nil), map[float64]int{}, map[any]int{}, []int{}, new(int), []struct{}{},
		map[struct{}]bool{}, map[struct{}]struct{}{}, struct{ _ int }{}, []message{vote{}}, map[int8]int8{}, int16(0),
		uint16(0), 0, true, 0.0} {
		encode(t, r, v)
	}
	blank := string(r.snapshot().dynamic[reflect.TypeFor[struct{ _ int }]()].header)
	vote := string(encode(t, r, vote{}))
	loopName := string(r.snapshot().dynamic[reflect.TypeFor[loop]()].header)
	messages := string(r.snapshot().dynamic[reflect.TypeFor[[]message]()].header)
	for _, test := range []struct{ b, want string }{
		{"", "bad varint at byte 0 of 0"},
		{"\x03in", "length beyond the end at byte 1 of 3"},
		{"\x03xyz", "an unknown type at byte 4 of 4"},
		{"\x03int", "bad varint at byte 4 of 4"},
		{"\x03int\x82\x00", "varint longer than needed at byte 4 of 6"},
		{"\x03int\x02\x02", "unexpected bytes at byte 5 of 6"},
		{"\x00\x00", "unexpected bytes at byte 1 of 2"},
		{"\x05int16\x80\x80\x80\x01", "integer out of range at byte 10 of 10"},
		{"\x06uint16\x80\x80\x80\x01", "integer out of range at byte 11 of 11"},
		{"\x04bool\x02", "neither 0 nor 1 at byte 6 of 6"},
		{"\x07float64\xff\xff\xff\xff\xff\xff\xff\xff", "a NaN at byte 16 of 16"},
		{"\x05[]int\xff\xff\xff\xff\x07\x00", "length beyond the end at byte 11 of 12"},
		{"\x0a[]struct{}\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", "length too large at byte 21 of 21"},
		{"\x11map[struct{}]bool\x02\x00\x00", "equal keys at byte 19 of 21"},
		{"\x15map[struct{}]struct{}\x02", "equal keys at byte 23 of 23"},
		{"\x0dmap[int8]int8\x02\x02\x00\x01\x00", "keys out of order at byte 18 of 19"},
		{"\x0dmap[int8]int8\x02\x02\x00\x02\x00", "keys out of order at byte 18 of 19"},
		{"\x0fmap[float64]int\x02" + strings.Repeat("\x00", 9) + "\x80" + strings.Repeat("\x00", 8),
			"equal keys at byte 35 of 35"},
		{"\x0fmap[float64]int\x01\x7f\xf8\x00\x00\x00\x00\x00\x01\x00", "a NaN at byte 25 of 26"},
		{"\x13map[interface{}]int\x01\x05[]int\x00\x00", "a type that cannot be a key at byte 27 of 29"},
		{"\x13map[interface{}]int\x01\x04*int\x00\x00", "a pointer in a key at byte 27 of 28"},
		{blank + "\x01", "not 0"},
		{loopName + strings.Repeat("\x01", maxDepth+2), "too deep nesting"},
		{messages + "\x01\x03int\x00", "a type that lacks methods"},
		{vote[:len(vote)-1], "bad varint"},
	} {
		v, err := r.Decode([]byte(test.b))
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%.60q: %v, error %v, want %q", test.b, v, err, test.want)
		}
	}
}
