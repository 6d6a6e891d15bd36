// Package naming is for local states and messages that refer to processes other than by [model.ID], for instance with
// a list indexed by process. Symmetry reduction, which renames the processes in a state, recognises values of type
// model.ID and of the types of this package wherever they occur.
package naming

import (
	"fmt"
	"iter"
	"math/bits"
	"slices"

	"github.com/anel-mc/mc/model"
)

// Renamer is a value that refers to processes in a way of its own, such as a list indexed by process or a number with
// one bit per process. Symmetry reduction renames every [model.ID], IDSet and PerProcess itself, and calls Renamed for
// anything else.
//
// Renamed returns the value with each process p renamed to to(p), where to is a permutation of the processes that
// leaves every other number alone. The result has the same type as the receiver, which must not be modified. Renaming
// by one permutation and then by another must give the same as renaming by their composition; this is checked.
type Renamer interface {
	Renamed(to func(model.ID) model.ID) any
}

// IDSet is a set of processes: bit p is set if process p is in it.
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

// IDs iterates over the processes in s in ascending order.
func (s IDSet) IDs() iter.Seq[model.ID] {
	return func(yield func(model.ID) bool) {
		for p := range model.ID(model.MaxProcesses) {
			if s.Has(p) && !yield(p) {
				return
			}
		}
	}
}

// String lists the IDs in s. Pictures show the names of the processes instead.
func (s IDSet) String() string { return fmt.Sprint(slices.Collect(s.IDs())) }

// Ordinal refers to a process by its position, as an identifier that processes compare with their own: process p has
// p+1, and 0 is no process. Restricting a value to some of the processes renumbers its ordinals, in the same order.
// Renaming leaves an Ordinal alone, since processes whose identifiers are compared are not interchangeable.
type Ordinal int

// PerProcess holds one element for each process of an instance, indexed by ID. It is empty, or has as many elements as
// there are processes.
type PerProcess[T any] []T

// ByProcess marks a type as a PerProcess.
func (PerProcess[T]) ByProcess() {}
