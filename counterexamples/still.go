package counterexamples

import (
	"iter"
	"reflect"

	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system"
)

// recording is everything that pictures and files for other tools show of an execution. A trace that carries one can be
// drawn without the system.
type recording struct {
	Names           []string // of the processes
	Variables       []string
	History         bool
	Clocks, Suspect bool     // whether there are local clocks, and failure detectors
	States          []*still // one more than there are steps
	Steps           []recordedStep
	Slice           *Slice

	types map[reflect.Type]int // numbers of types, for likeness.Type
}

// recordedStep is a step with likenesses in place of values.
type recordedStep struct {
	system.Step
	Message  *likeness
	Sends    []recordedSend
	Recorded []recordedValue
}

type recordedSend struct {
	system.Send
	Message *likeness
}

type recordedValue struct {
	Return bool
	Value  *likeness
}

// likeness is a recorded value: the texts by which pictures and files show it.
type likeness struct {
	Text    string
	Fields  []feature // of a struct without a String method
	Changed []string  // what changed since the step before
	ITF     string    // the value in the Informal Trace Format
	Type    int       // the number of its type, for messages, which may look the same and have different types
}

// feature is a field of a likeness.
type feature struct {
	Name, Text, ITF string
}

// value returns l as an any, which is nil if l is.
func (l *likeness) value() any {
	if l == nil {
		return nil
	}
	return l
}

// sameType reports whether two messages have the same type.
func sameType(a, b model.Message) bool {
	x, ok := a.(*likeness)
	y, both := b.(*likeness)
	if ok && both {
		return x.Type == y.Type
	}
	return reflect.TypeOf(a) == reflect.TypeOf(b)
}

// still is a recorded state: a model.Snapshot whose values are likenesses.
type still struct {
	Locals, StoredOf []*likeness // by process; nil if the process is down, or has stored nothing
	TimersOf         [][]string
	ClockOf          []int
	Channels         [][]*likeness // by pair of sender and receiver, like Cut and Suspected
	Cut, Suspected   []bool
	Settled          bool
	Shared           []*likeness // by variable
	Operations       []recordedOperation
	Value            *likeness // of a Machine

	of *recording
}

type recordedOperation struct {
	model.Operation
	Input, Output *likeness
}

func (s *still) N() int                                      { return len(s.of.Names) }
func (s *still) Local(p model.ID) (any, bool)                { return s.Locals[p].value(), s.Locals[p] != nil }
func (s *still) Stored(p model.ID) any                       { return s.StoredOf[p].value() }
func (s *still) Timers(p model.ID) []string                  { return s.TimersOf[p] }
func (s *still) Severed(from, to model.ID) bool              { return s.Cut[s.pair(from, to)] }
func (s *still) Stable() bool                                { return s.Settled }
func (s *still) KeepsHistory() bool                          { return s.of.History }
func (s *still) Whole() (any, bool)                          { return s.Value.value(), false }
func (s *still) pair(from, to model.ID) int                  { return int(from)*s.N() + int(to) }
func (s *still) See(model.Viewed, model.ID) any              { model.Misuse("a recording has no views"); return nil }
func (s *still) Variable(string, bool, any) (v any, ok bool) { return nil, false }

// Process implements model.Snapshot: likenesses are of every type.
func (s *still) Process(p model.ID) (name string, local reflect.Type) {
	return s.of.Names[p], reflect.TypeFor[any]()
}

// Suspects implements model.Snapshot.
func (s *still) Suspects(p, q model.ID) bool {
	if !s.of.Suspect {
		model.Misuse("there is no failure detector")
	}
	return s.Suspected[s.pair(p, q)]
}

// Clock implements model.Snapshot.
func (s *still) Clock(p model.ID, most int) int {
	if !s.of.Clocks {
		model.Misuse("there are no clocks")
	}
	return min(s.ClockOf[p], most)
}

// Channel implements model.Snapshot.
func (s *still) Channel(from, to model.ID) (all []model.Message) {
	for _, m := range s.Channels[s.pair(from, to)] {
		all = append(all, m.value())
	}
	return all
}

// Variables implements model.Snapshot.
func (s *still) Variables() iter.Seq2[string, any] {
	return func(yield func(string, any) bool) {
		for i, name := range s.of.Variables {
			if !yield(name, s.Shared[i].value()) {
				return
			}
		}
	}
}

// History implements model.Snapshot.
func (s *still) History() (all []model.Operation) {
	for _, o := range s.Operations {
		o.Operation.Input, o.Operation.Output = o.Input.value(), o.Output.value()
		all = append(all, o.Operation)
	}
	return all
}
