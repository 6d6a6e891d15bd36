package objects

import (
	"fmt"
	"maps"
	"reflect"
	"slices"

	"github.com/anel-mc/mc/model"
)

// Read returns the value of a register.
type Read struct{}

func (Read) String() string { return "read" }

// Write sets the value of a register and returns nil; for a VersionedRegister it returns the version, an int.
type Write[V any] struct{ Value V }

func (w Write[V]) String() string { return fmt.Sprintf("write(%v)", w.Value) }

// CAS sets a register to New if its value is Old, and returns whether it was.
type CAS[V comparable] struct{ Old, New V }

func (c CAS[V]) String() string { return fmt.Sprintf("cas(%v, %v)", c.Old, c.New) }

// Versioned is the result of Read on a VersionedRegister: a value, and the number of writes so far.
type Versioned[V any] struct {
	Value   V
	Version int
}

func (v Versioned[V]) String() string { return fmt.Sprintf("%v@%d", v.Value, v.Version) }

// Update sets a VersionedRegister if its version is Version, and returns whether it was.
type Update[V any] struct {
	Value   V
	Version int
}

func (u Update[V]) String() string { return fmt.Sprintf("update(%v, version %d)", u.Value, u.Version) }

// Enqueue puts a value at the end of a queue and returns nil.
type Enqueue[V any] struct{ Value V }

func (e Enqueue[V]) String() string { return fmt.Sprintf("enqueue(%v)", e.Value) }

// Dequeue removes the first value of a queue and returns it, or Empty{} if there is none.
type Dequeue struct{}

func (Dequeue) String() string { return "dequeue" }

// Push puts a value on a stack and returns nil.
type Push[V any] struct{ Value V }

func (p Push[V]) String() string { return fmt.Sprintf("push(%v)", p.Value) }

// Pop removes the value that was pushed last and returns it, or Empty{} if there is none.
type Pop struct{}

func (Pop) String() string { return "pop" }

// Empty is returned by Dequeue and Pop.
type Empty struct{}

func (Empty) String() string { return "empty" }

// Acquire waits until no process holds the lock, makes By hold it, and returns nil.
type Acquire struct{ By model.ID }

func (a Acquire) String() string { return fmt.Sprintf("acquire(%d)", a.By) }

// Release frees the lock if By holds it, and returns whether it did.
type Release struct{ By model.ID }

func (r Release) String() string { return fmt.Sprintf("release(%d)", r.By) }

// Get returns the value of a key, or Missing{} if it has none.
type Get[K comparable] struct{ Key K }

func (g Get[K]) String() string { return fmt.Sprintf("get(%v)", g.Key) }

// Put gives a key a value and returns nil.
type Put[K comparable, V any] struct {
	Key   K
	Value V
}

func (p Put[K, V]) String() string { return fmt.Sprintf("put(%v, %v)", p.Key, p.Value) }

// Delete removes the value of a key, if it has one, and returns nil.
type Delete[K comparable] struct{ Key K }

func (d Delete[K]) String() string { return fmt.Sprintf("delete(%v)", d.Key) }

// Missing is returned by Get.
type Missing struct{}

func (Missing) String() string { return "missing" }

// unknown ends an Apply that was given an operation of another object.
func unknown(object string, in any, operations string) {
	model.Misuse("a %s has no operation %v of type %T: its operations are %s", object, in, in, operations)
}

// returns returns an error unless fits is true: the result out of operation in has none of the types it may have.
func returns(in, out any, types string, fits bool) error {
	if fits {
		return nil
	}
	return fmt.Errorf("the operation %v returned %v of type %T, and its result is %s", in, out, out, types)
}

func is[T any](v any) bool { _, ok := model.As[T](v); return ok }

// typeName names a type in an error.
func typeName[T any]() string { return reflect.TypeFor[T]().String() }

// Register is a register that can be read and written.
func Register[V any](initial V) Object[V, any, any] {
	operations := fmt.Sprintf("Read and Write[%s]", typeName[V]())
	return Object[V, any, any]{
		Init: func() V { return initial },
		Apply: func(s V, in any) []Outcome[V, any] {
			switch in := in.(type) {
			case Read:
				return Then[V, any](s, s)
			case Write[V]:
				return Then[V, any](in.Value, nil)
			}
			unknown("register", in, operations)
			return nil
		},
		Valid: func(in, out any) error {
			if is[Read](in) {
				return returns(in, out, "of type "+typeName[V](), is[V](out))
			}
			return returns(in, out, "nil", out == nil)
		},
	}
}

// CompareAndSet is a register that can also be written conditionally.
func CompareAndSet[V comparable](initial V) Object[V, any, any] {
	o := Register(initial)
	apply, valid := o.Apply, o.Valid
	operations := fmt.Sprintf("Read, Write[%[1]s] and CAS[%[1]s]", typeName[V]())
	o.Apply = func(s V, in any) []Outcome[V, any] {
		switch in := in.(type) {
		case CAS[V]:
			if reflect.DeepEqual(s, in.Old) { // pointers are the same if what they point to is
				return Then[V, any](in.New, true)
			}
			return Then[V, any](s, false)
		case Read, Write[V]:
			return apply(s, in)
		}
		unknown("compare-and-set register", in, operations)
		return nil
	}
	o.Valid = func(in, out any) error {
		if is[CAS[V]](in) {
			return returns(in, out, "a bool", is[bool](out))
		}
		return valid(in, out)
	}
	return o
}

// VersionedRegister is a register that counts its writes, from 0.
func VersionedRegister[V any](initial V) Object[Versioned[V], any, any] {
	operations := fmt.Sprintf("Read, Write[%[1]s] and Update[%[1]s]", typeName[V]())
	return Object[Versioned[V], any, any]{
		Init: func() Versioned[V] { return Versioned[V]{Value: initial} },
		Apply: func(s Versioned[V], in any) []Outcome[Versioned[V], any] {
			switch in := in.(type) {
			case Read:
				return Then[Versioned[V], any](s, s)
			case Write[V]:
				return Then[Versioned[V], any](Versioned[V]{in.Value, s.Version + 1}, s.Version+1)
			case Update[V]:
				if s.Version == in.Version {
					return Then[Versioned[V], any](Versioned[V]{in.Value, s.Version + 1}, true)
				}
				return Then[Versioned[V], any](s, false)
			}
			unknown("versioned register", in, operations)
			return nil
		},
		Valid: func(in, out any) error {
			switch in.(type) {
			case Read:
				return returns(in, out, "of type "+typeName[Versioned[V]](), is[Versioned[V]](out))
			case Write[V]:
				return returns(in, out, "the version, an int", is[int](out))
			}
			return returns(in, out, "a bool", is[bool](out))
		},
	}
}

// Queue is a first-in, first-out queue that is initially empty.
func Queue[V any]() Object[[]V, any, any] {
	return sequence[V, Dequeue]("queue", fmt.Sprintf("Enqueue[%s] and Dequeue", typeName[V]()),
		func(in any) (v V, puts bool) {
			e, puts := in.(Enqueue[V])
			return e.Value, puts
		},
		func(s []V) (V, []V) { return s[0], s[1:] })
}

// Stack is a last-in, first-out stack that is initially empty.
func Stack[V any]() Object[[]V, any, any] {
	return sequence[V, Pop]("stack", fmt.Sprintf("Push[%s] and Pop", typeName[V]()),
		func(in any) (v V, puts bool) {
			p, puts := in.(Push[V])
			return p.Value, puts
		},
		func(s []V) (V, []V) { return s[len(s)-1], s[:len(s)-1] })
}

// sequence is an object to which values are appended, and from which the operation Take takes one.
func sequence[V, Take any](name, operations string, put func(in any) (v V, puts bool),
	take func(s []V) (V, []V)) Object[[]V, any, any] {
	return Object[[]V, any, any]{
		Init: func() []V { return nil },
		Apply: func(s []V, in any) []Outcome[[]V, any] {
			v, puts := put(in)
			switch {
			case puts:
				return Then[[]V, any](append(slices.Clone(s), v), nil)
			case !is[Take](in):
				unknown(name, in, operations)
			case len(s) == 0:
				return Then[[]V, any](s, Empty{})
			}
			taken, rest := take(s)
			return Then[[]V, any](rest, taken)
		},
		Valid: func(in, out any) error {
			if is[Take](in) {
				return returns(in, out, "of type "+typeName[V]()+" or Empty", is[V](out) || is[Empty](out))
			}
			return returns(in, out, "nil", out == nil)
		},
	}
}

// Lock is a lock that no process holds initially. Its state is the holder, or model.None.
func Lock() Object[model.ID, any, any] {
	return Object[model.ID, any, any]{
		Init: func() model.ID { return model.None },
		Apply: func(s model.ID, in any) []Outcome[model.ID, any] {
			switch in := in.(type) {
			case Acquire:
				if s != model.None {
					return Blocked[model.ID, any]()
				}
				return Then[model.ID, any](in.By, nil)
			case Release:
				if s == in.By {
					return Then[model.ID, any](model.None, true)
				}
				return Then[model.ID, any](s, false)
			}
			unknown("lock", in, "Acquire and Release")
			return nil
		},
		Valid: func(in, out any) error {
			if is[Release](in) {
				return returns(in, out, "a bool", is[bool](out))
			}
			return returns(in, out, "nil", out == nil)
		},
	}
}

// KeyValue is a store of values by key that is initially empty.
func KeyValue[K comparable, V any]() Object[map[K]V, any, any] {
	operations := fmt.Sprintf("Get[%[1]s], Put[%[1]s,%[2]s] and Delete[%[1]s]", typeName[K](), typeName[V]())
	return Object[map[K]V, any, any]{
		Init: func() map[K]V { return map[K]V{} },
		Apply: func(s map[K]V, in any) []Outcome[map[K]V, any] {
			switch in := in.(type) {
			case Get[K]:
				if v, ok := s[in.Key]; ok {
					return Then[map[K]V, any](s, v)
				}
				return Then[map[K]V, any](s, Missing{})
			case Put[K, V]:
				next := maps.Clone(s)
				next[in.Key] = in.Value
				return Then[map[K]V, any](next, nil)
			case Delete[K]:
				next := maps.Clone(s)
				delete(next, in.Key)
				return Then[map[K]V, any](next, nil)
			}
			unknown("key-value store", in, operations)
			return nil
		},
		Valid: func(in, out any) error {
			if is[Get[K]](in) {
				return returns(in, out, "of type "+typeName[V]()+" or Missing", is[V](out) || is[Missing](out))
			}
			return returns(in, out, "nil", out == nil)
		},
	}
}
