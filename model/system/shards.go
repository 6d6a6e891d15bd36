package system

import (
	"cmp"
	"reflect"
	"slices"
	"strings"

	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/internal/codec"
)

// A shared variable that is a map is laid out as shards: a fixed number of smaller maps with a slot each. The key of
// an element determines its shard. So a handler depends on the elements that it reads rather than on the whole map,
// and there are few different shards even if there are many different maps. Independence of events is decided by
// shards.

// shardsOfMap is how many shards a map has. Partial-order reduction distinguishes maxShared shards and other
// variables.
const shardsOfMap = 8

// isMap reports whether a variable has shards.
func (v *variable) isMap() bool { return v.of.Kind() == reflect.Map }

// declared returns the variable that a shard belongs to, or that has the slot to itself. shard is a place in varSlot.
func (s *processes) declared(shard int32) *variable { return &s.variables[s.variableOf[shard]] }

// keyOf interns a key of a map. It also returns the key's shard, as a place in varSlot.
func (s *processes) keyOf(v *variable, k any) (key uint32, shard int32) {
	if !v.isMap() {
		model.Misuse("the shared variable %q has no element at %v: it is a %v", v.name, k, v.of)
	}
	buffer := s.buffer()
	defer s.buffers.Put(buffer)
	b, err := s.registry.EncodeKey((*buffer)[:0], k)
	if err != nil {
		unencodable("key of "+v.name, err)
	}
	*buffer = b
	key, ok := lookup(&s.keys, b)
	if !ok {
		key = s.key(string(b))
	}
	return key, v.first + s.keys.at(key).shard
}

// key interns the encoding of a key.
func (s *processes) key(bytes string) uint32 {
	return s.keys.id(bytes, func(x *elementKey) {
		h := uint64(0)
		for i := range len(bytes) {
			h = mix(h, uint64(bytes[i]))
		}
		if s.symmetry != nil { // renaming processes does not move an element to another shard
			x.name = s.value("key", decoded(&s.registry, []byte(bytes)))
			h = s.symmetry.mark(x.name, model.None, model.None)
		}
		x.bytes, x.shard = bytes, int32(h%shardsOfMap)
	})
}

// shardOf interns a shard with the given elements, in the order of their keys' numbers.
func (s *processes) shardOf(all []binding) uint32 {
	var key []uint32
	for _, e := range all {
		key = append(key, e.key, e.value)
	}
	return s.shards.id(words(key), func(x *[]binding) { *x = all })
}

// lookUp returns what a shard holds at a key: 1 more than a value, or 0.
func (s *processes) lookUp(shard, key uint32) uint32 {
	for _, e := range *s.shards.at(shard) {
		if e.key == key {
			return e.value
		}
	}
	return 0
}

// with returns a shard after an element was written, given as a binding.
func (s *processes) with(shard, written uint32) uint32 {
	key := uint64(shard)<<32 | uint64(written)
	return s.written.of(key, func() uint32 {
		e := *s.bindings.at(written)
		all := slices.Clone(*s.shards.at(shard))
		at, found := slices.BinarySearchFunc(all, e, func(a, b binding) int { return cmp.Compare(a.key, b.key) })
		if found {
			all = slices.Delete(all, at, at+1)
		}
		if e.value != 0 {
			all = slices.Insert(all, at, e)
		}
		return s.shardOf(all)
	})
}

// split returns the shards of a map. Values are interned in an order that is always the same.
func (s *processes) split(v *variable, m any) []uint32 {
	type entry struct {
		key   uint32
		bytes string
		shard int32
		value any
	}
	var entries []entry
	for it := reflect.ValueOf(m).MapRange(); it.Next(); {
		key, shard := s.keyOf(v, it.Key().Interface())
		entries = append(entries, entry{key, s.keys.at(key).bytes, shard - v.first, it.Value().Interface()})
	}
	slices.SortFunc(entries, func(a, b entry) int { return strings.Compare(a.bytes, b.bytes) })
	elements := make([][]binding, shardsOfMap)
	for _, e := range entries {
		value := s.value("shared variable "+v.name, e.value) + 1
		elements[e.shard] = append(elements[e.shard], binding{e.key, value})
	}
	shards := make([]uint32, shardsOfMap)
	for i, all := range elements {
		slices.SortFunc(all, func(a, b binding) int { return cmp.Compare(a.key, b.key) })
		shards[i] = s.shardOf(all)
	}
	return shards
}

// joined returns a new map made of the shards that of returns. Keys share no memory that could be written to.
func (s *processes) joined(v *variable, of func(shard int32) uint32) any {
	m := reflect.MakeMap(v.of)
	shared := codec.Shares(v.of.Elem())
	for shard := v.first; shard < v.first+shardsOfMap; shard++ {
		for _, e := range *s.shards.at(of(shard)) {
			k := s.keys.at(e.key)
			key, ok := k.value.Load().(reflect.Value)
			if !ok || key.Type() != v.of.Key() { // maps of other types share the key
				key = codec.Typed(decoded(&s.registry, []byte(k.bytes)), v.of.Key())
				k.value.Store(key)
			}
			x := s.values.at(e.value - 1).value
			if shared {
				x = s.copied(e.value - 1)
			}
			m.SetMapIndex(key, codec.Typed(x, v.of.Elem()))
		}
	}
	return m.Interface()
}

// writes describes what an effect writes, and the value.
func (s *processes) writes(o op) (what, value string) {
	v := s.declared(o.index)
	switch {
	case o.element:
		e := s.bindings.at(o.value)
		x := reflect.Zero(v.of.Elem()).Interface()
		if e.value != 0 {
			x = s.values.at(e.value - 1).value
		}
		return v.name + "[" + s.elementName(e.key) + "]", show(x)
	case v.isMap():
		return "a part of " + v.name, show(s.joined(v, func(shard int32) uint32 {
			if shard == o.index {
				return o.value
			}
			return 0
		}))
	}
	return v.name, show(s.values.at(o.value).value)
}

// elementName returns the name of an element: its key.
func (s *processes) elementName(key uint32) string {
	return show(decoded(&s.registry, []byte(s.keys.at(key).bytes)))
}

// differ iterates over the keys at which two shards differ.
func (s *processes) differ(a, b uint32) func(yield func(key uint32) bool) {
	return func(yield func(key uint32) bool) {
		for _, e := range *s.shards.at(a) {
			if s.lookUp(b, e.key) != e.value && !yield(e.key) {
				return
			}
		}
		for _, e := range *s.shards.at(b) {
			if s.lookUp(a, e.key) == 0 && !yield(e.key) {
				return
			}
		}
	}
}
