package system

import (
	"cmp"
	"slices"

	"github.com/anel-mc/mc/model"
)

// Shared maps under a symmetry: an element moves to the image of its key, which is in the same shard. Where there is no
// element there is none in the image, since the zero value of an element names no process; see Symmetries.

// elementKey returns a key with its processes renamed by e.
func (y *symmetry) elementKey(e *element, key uint32) uint32 {
	was := y.s.keys.at(key).name
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
	f.add(y.factsOf(y.s.keys.at(b.key).name))
	if b.value != 0 {
		f.add(y.factsOf(b.value - 1))
	}
	return f
}

func (y *symmetry) factsOfShard(holds uint32) *facts {
	const ofShard = 1 << 32
	return y.facts.of(ofShard|uint64(holds), func() *facts {
		f := &facts{}
		for _, b := range *y.s.shards.at(holds) {
			f.add(y.factsOfElement(b))
		}
		return f
	})
}

// shard returns the image of a shard.
func (y *symmetry) shard(e *element, holds uint32) uint32 {
	return y.once(e, holds, y.factsOfShard(holds), &y.shards, func() uint32 {
		var all []binding
		for _, b := range *y.s.shards.at(holds) {
			all = append(all, y.binding(e, b))
		}
		slices.SortFunc(all, func(a, b binding) int { return cmp.Compare(a.key, b.key) })
		return y.s.shardOf(all)
	})
}

// shardMark is mark for a shard.
func (y *symmetry) shardMark(holds uint32, p model.ID) (sum uint64) {
	for _, b := range *y.s.shards.at(holds) {
		sum += mix(y.mark(y.s.keys.at(b.key).name, p, model.None), y.mark(b.value-1, p, model.None))
	}
	return sum
}
