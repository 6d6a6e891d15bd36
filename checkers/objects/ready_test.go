package objects_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/anel-mc/mc/checkers/objects"
)

// run applies operations one after the other and writes what they return.
func run[S any](t *testing.T, o objects.Object[S, any, any], operations ...any) string {
	t.Helper()
	s := o.Init()
	var all []string
	for _, in := range operations {
		outcomes := o.Apply(s, in)
		if len(outcomes) != 1 {
			t.Fatalf("%v has %d outcomes", in, len(outcomes))
		}
		if outcomes[0].IsBlocked() {
			all = append(all, fmt.Sprintf("%v waits", in))
			continue
		}
		if err := o.Valid(in, outcomes[0].Result); err != nil {
			t.Errorf("%v returns %v: %v", in, outcomes[0].Result, err)
		}
		if err := o.Valid(in, struct{}{}); err == nil {
			t.Errorf("%v may return anything", in)
		}
		all = append(all, fmt.Sprintf("%v = %v", in, outcomes[0].Result))
		s = outcomes[0].Next
	}
	unknown := func() (said string) {
		defer func() { said = fmt.Sprint(recover()) }()
		o.Apply(s, "other")
		return ""
	}
	if said := unknown(); !strings.Contains(said, "has no operation other of type string: its operations are ") {
		t.Errorf("an unknown operation: %q", said)
	}
	return strings.Join(all, ", ")
}

func TestObjects(t *testing.T) {
	read := objects.Read{}
	write := func(v int) any { return objects.Write[int]{Value: v} }
	for got, want := range map[string]string{
		run(t, objects.Register(7), read, write(1), read): "read = 7, write(1) = <nil>, read = 1",
		run(t, objects.CompareAndSet(0), objects.CAS[int]{Old: 1, New: 2}, objects.CAS[int]{Old: 0, New: 3}, read, write(4),
			read): //
		"cas(1, 2) = false, cas(0, 3) = true, read = 3, write(4) = <nil>, read = 4",
		run(t, objects.VersionedRegister(0), read, write(5), objects.Update[int]{Value: 6, Version: 0},
			objects.Update[int]{Value: 6, Version: 1}, read): //
		"read = 0@0, write(5) = 1, update(6, version 0) = false, update(6, version 1) = true, read = 6@2",
		run(t, objects.Queue[int](), objects.Dequeue{}, objects.Enqueue[int]{Value: 1}, objects.Enqueue[int]{Value: 2},
			objects.Dequeue{}, objects.Dequeue{}, objects.Dequeue{}): //
		"dequeue = empty, enqueue(1) = <nil>, enqueue(2) = <nil>, dequeue = 1, dequeue = 2, dequeue = empty",
		run(t, objects.Stack[int](), objects.Pop{}, objects.Push[int]{Value: 1}, objects.Push[int]{Value: 2},
			objects.Pop{}, objects.Push[int]{Value: 3}, objects.Pop{}, objects.Pop{}, objects.Pop{}): //
		"pop = empty, push(1) = <nil>, push(2) = <nil>, pop = 2, push(3) = <nil>, pop = 3, pop = 1, pop = empty",
		run(t, objects.Lock(), objects.Acquire{By: 1}, objects.Acquire{By: 2}, objects.Release{By: 2}, objects.Release{By: 1},
			objects.Acquire{By: 2}): //
		"acquire(1) = <nil>, acquire(2) waits, release(2) = false, release(1) = true, acquire(2) = <nil>",
		run(t, objects.KeyValue[string, int](), objects.Get[string]{Key: "k"}, objects.Put[string, int]{Key: "k", Value: 1},
			objects.Get[string]{Key: "k"}, objects.Delete[string]{Key: "k"}, objects.Get[string]{Key: "k"}): //
		"get(k) = missing, put(k, 1) = <nil>, get(k) = 1, delete(k) = <nil>, get(k) = missing",
	} {
		if got != want {
			t.Errorf("%s\nwant %s", got, want)
		}
	}
}

// TestPointers: values are the same if what they point to is.
func TestPointers(t *testing.T) {
	cas := objects.CAS[*int]{Old: new(int), New: new(int)}
	if out := objects.CompareAndSet(new(int)).Apply(new(int), cas); out[0].Result != any(true) {
		t.Errorf("cas returned %v", out[0].Result)
	}
}
