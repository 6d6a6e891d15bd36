package code

import (
	"sync"
	"sync/atomic"
	"testing"

	"github.com/anel-mc/mc/model"
)

type node struct {
	name string
	next *node
}

type holder struct {
	_  int
	mu sync.Mutex
	n  atomic.Int64
	a  *node
	b  any
	m  map[string]*node
	s  []*node
	t  []int
	u  []int
	p  *string
}

func newTestRoom() *room[any, int] {
	return newRoom(&Process[any, int]{See: func(any) int { return 0 }})
}

// identityOf returns the identity of a value on its own.
func (r *room[T, V]) identityOf(v T) identity { return r.identify(home{n: 1}, v).id }

// local and another return values of two types with one name.
func local() any {
	type t struct{ n int }
	return t{1}
}

func another() any {
	type t struct{ n int }
	return t{1}
}

// TestIdentity: two values have the same snapshot if and only if they have the same contents and shape.
func TestIdentity(t *testing.T) {
	ring := func(n int) *node {
		first := &node{name: "x"}
		last := first
		for range n - 1 {
			last.next = &node{name: "x"}
			last = last.next
		}
		last.next = first
		return first
	}
	one, two := &node{name: "x"}, &node{name: "x"}
	numbers, array, twos := []int{1, 2, 3}, [...]int{1, 2, 3}, []int{2, 2}
	apart := func() *int { n := 2; return &n }
	locked := holder{}
	locked.mu.Lock()
	locked.n.Add(0)
	locked.mu.Unlock()
	many := map[string]*node{}
	for _, k := range []string{"d", "c", "b", "a"} {
		many[k] = &node{name: k}
	}
	for name, test := range map[string]struct {
		a, b any
		same bool
	}{
		"two pointers":    {&holder{a: one, b: one}, &holder{a: one, b: two}, false},
		"other addresses": {&holder{a: one, b: one}, &holder{a: two, b: two}, true},
		"shared in a map": {&holder{a: one, m: map[string]*node{"k": one}},
			&holder{a: one, m: map[string]*node{"k": two}}, false},
		"shared in a slice": {&holder{s: []*node{one, one}}, &holder{s: []*node{one, two}}, false},
		"rings":             {ring(2), ring(3), false},
		"equal rings":       {ring(3), ring(3), true},
		"into a field":      {&holder{a: one, p: &one.name}, &holder{a: one, p: &two.name}, false},
		"order of maps": {many,
			map[string]*node{"a": {name: "a"}, "b": {name: "b"}, "c": {name: "c"}, "d": {name: "d"}}, true},
		"nil and empty":       {&holder{t: []int{}}, &holder{}, false},
		"spare capacity":      {&holder{t: numbers[:2]}, &holder{t: []int{1, 2}}, true},
		"one array":           {&holder{t: numbers, u: numbers[:2]}, &holder{t: numbers, u: []int{1, 2}}, false},
		"within another":      {[]any{numbers, numbers[1:]}, []any{numbers, []int{2, 3}}, false},
		"into numbers":        {[]any{numbers, &numbers[1]}, []any{numbers, apart()}, false},
		"into later numbers":  {[]any{&numbers[1], numbers}, []any{apart(), numbers}, false},
		"into one of two":     {[]any{twos, &twos[0]}, []any{twos, &twos[1]}, false},
		"into an array":       {[]any{&array, &array[1]}, []any{&array, apart()}, false},
		"slice of an array":   {[]any{&array, array[1:]}, []any{&array, []int{2, 3}}, false},
		"into equal numbers":  {[]any{numbers, &numbers[1]}, []any{array[:], &array[1]}, true},
		"dynamic types":       {&holder{b: int32(1)}, &holder{b: int64(1)}, false},
		"a mutex that was":    {&locked, &holder{}, true},
		"an unexported field": {&holder{n: atomic.Int64{}}, func() any { h := &holder{}; h.n.Store(1); return h }(), false},
		"nil in an interface": {&holder{b: (*node)(nil)}, &holder{}, false},
		"keys that point": {map[*node]int{{name: "a"}: 1, {name: "b"}: 2},
			map[*node]int{{name: "b"}: 2, {name: "a"}: 1}, true},
		"fields and lengths": {[]string{"ab", ""}, []string{"a", "b"}, false},
		"types of one name":  {&holder{b: local()}, &holder{b: another()}, false},
	} {
		r := newTestRoom()
		if same := r.identityOf(test.a) == r.identityOf(test.b); same != test.same {
			t.Errorf("%s: the same is %t, want %t", name, same, test.same)
		}
	}
}

// TestLong: a list may be long, but not longer than the limit.
func TestLong(t *testing.T) {
	list := func(n int) (first *node) {
		for range n {
			first = &node{next: first}
		}
		return first
	}
	r := newTestRoom()
	r.identityOf(list(deepest / 4))
	if err := model.Guard("", func() { r.identityOf(list(2 * deepest)) }); err == nil {
		t.Error("it is not refused")
	}
}
