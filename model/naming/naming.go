// Package naming is for local states and messages that name processes other than by a model.ID of each, such as a
// list indexed by process. When processes are exchanged, under a symmetry that an instance is assumed to have, every
// model.ID is found by its type, wherever it occurs, and so are the types of this package.
package naming

import (
	"fmt"
	"iter"
	"math/bits"
	"slices"

	"github.com/anel-mc/mc/model"
)

// Renamer is a value that names processes in a way of its own, such as a list indexed by process, or a number with a
// bit for each. The renaming of processes under which an instance is symmetric finds every [model.ID] by its type,
// wherever it occurs, and every IDSet and PerProcess; for anything else it calls a Renamer.
//
// Renamed returns the value as it is when each process p is called to(p): to is a permutation of the processes and
// leaves any other number alone. The result has the type of the value, which must not be changed. Renaming twice must
// give the same as renaming by both at once; this is checked.
type Renamer interface {
	Renamed(to func(model.ID) model.ID) any
}

// IDSet is a set of processes, one bit for each.
type IDSet uint64

// Has reports whether p is in s.
func (s IDSet) Has(p model.ID) bool { return p >= 0 && p < model.MaxProcesses && s>>p&1 != 0 }

// With returns s with p in it.
func (s IDSet) With(p model.ID) IDSet { return s | 1<<p }

// Without returns s without p.
func (s IDSet) Without(p model.ID) IDSet { return s &^ (1 << p) }

// Len returns the number of processes in s.
func (s IDSet) Len() int { return bits.OnesCount64(uint64(s)) }

// Renamed implements Renamer.
func (s IDSet) Renamed(to func(model.ID) model.ID) any {
	var renamed IDSet
	for p := range s.IDs() {
		renamed = renamed.With(to(p))
	}
	return renamed
}

// IDs iterates over the processes in s, in their order.
func (s IDSet) IDs() iter.Seq[model.ID] {
	return func(yield func(model.ID) bool) {
		for p := range model.ID(model.MaxProcesses) {
			if s.Has(p) && !yield(p) {
				return
			}
		}
	}
}

// String lists the processes. In pictures they have their names.
func (s IDSet) String() string { return fmt.Sprint(slices.Collect(s.IDs())) }

// Ordinal names a process by its place, from 1 on, as an identifier that the others compare with theirs: that of
// process p is p+1, and 0 is nobody. A value that is restricted to some of the processes has theirs in the same order.
// A renaming leaves it alone, since processes whose identifiers are compared are not alike.
type Ordinal int

// PerProcess holds something for each process of an instance, at the index of its ID. It is
// empty, or has as many elements as there are processes.
type PerProcess[T any] []T

// ByProcess marks it as one.
func (PerProcess[T]) ByProcess() {}
