package system

import (
	"cmp"
	"reflect"
	"slices"

	"github.com/anel-mc/mc/model"
)

// Shared maps under a symmetry: an element moves to the image of its key, which is in the same shard. Where there is no
// element there is none in the image, since the zero value of an element names no process; see Symmetries.

// colour implements equivariance.
func (y *symmetry) colour(v any) uint64 {
	if v == nil {
		return 0
	}
	y.mu.Lock()
	defer y.mu.Unlock()
	return y.naming.digest(reflect.ValueOf(v), func(p model.ID) uint64 {
		if p >= 0 && int(p) < y.s.n {
			return 1 << 32
		}
		return uint64(p)
	})
}

// keyName returns the number of a key as a value.
func (y *symmetry) keyName(key uint32) uint32 {
	k := y.s.keys.at(key)
	if known := k.name.Load(); known != 0 {
		return known - 1
	}
	id := y.s.value("key", decoded(&y.s.registry, []byte(k.bytes)))
	k.name.Store(id + 1)
	return id
}

// elementKey returns a key with its processes renamed by e.
func (y *symmetry) elementKey(e *element, key uint32) uint32 {
	was := y.keyName(key)
	if is := y.value(e, was); is != was {
		return y.s.key(y.s.values.at(is).bytes)
	}
	return key
}

// binding returns an element, renamed by e.
func (y *symmetry) binding(e *element, b binding) binding {
	b.key = y.elementKey(e, b.key)
	if b.value != 0 {
		b.value = y.value(e, b.value-1) + 1
	}
	return b
}

func (y *symmetry) factsOfElement(b binding) *facts {
	f := &facts{}
	f.add(y.factsOf(y.keyName(b.key)))
	if b.value != 0 {
		f.add(y.factsOf(b.value - 1))
	}
	return f
}

func (y *symmetry) factsOfShard(holds uint32) *facts {
	const ofShard = 1 << 32
	if f, ok := y.facts.get(ofShard | uint64(holds)); ok {
		return f
	}
	f := &facts{}
	for _, b := range *y.s.shards.at(holds) {
		f.add(y.factsOfElement(b))
	}
	return y.facts.put(ofShard|uint64(holds), f)
}

// shard returns the image of a shard.
func (y *symmetry) shard(e *element, holds uint32) uint32 {
	f := y.factsOfShard(holds)
	if f.names&e.moved == 0 && !f.custom {
		return holds
	}
	key := y.key(e, holds, f)
	if after, ok := y.shards.get(key); ok {
		return after
	}
	var all []binding
	for _, b := range *y.s.shards.at(holds) {
		all = append(all, y.binding(e, b))
	}
	slices.SortFunc(all, func(a, b binding) int { return cmp.Compare(a.key, b.key) })
	return y.shards.put(key, y.s.shardOf(all))
}

// shardMark is mark for a shard.
func (y *symmetry) shardMark(holds uint32, p model.ID) (sum uint64) {
	for _, b := range *y.s.shards.at(holds) {
		sum += mix(y.mark(y.keyName(b.key), p, model.None), y.mark(b.value-1, p, model.None))
	}
	return sum
}
