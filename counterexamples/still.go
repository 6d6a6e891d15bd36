package counterexamples

import (
	"iter"

	"github.com/anel-mc/mc/model"
)

// still is a state of a recording: a model.Snapshot of likenesses.
type still struct {
	Locals, StoredOf []*likeness // by process; nil if it is down, or has stored nothing
	TimersOf         [][]string
	ClockOf          []int
	Channels         [][]*likeness // by sender and receiver, as Cut and Suspected
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

func (s *still) N() int                           { return len(s.of.Names) }
func (s *still) Name(p model.ID) string           { return s.of.Names[p] }
func (s *still) Local(p model.ID) (any, bool)     { return s.Locals[p].value(), s.Locals[p] != nil }
func (s *still) Stored(p model.ID) any            { return s.StoredOf[p].value() }
func (s *still) Timers(p model.ID) []string       { return s.TimersOf[p] }
func (s *still) Severed(from, to model.ID) bool   { return s.Cut[s.pair(from, to)] }
func (s *still) Stable() bool                     { return s.Settled }
func (s *still) KeepsHistory() bool               { return s.of.History }
func (s *still) Whole() any                       { return s.Value.value() }
func (s *still) pair(from, to model.ID) int       { return int(from)*s.N() + int(to) }
func (s *still) See(model.Viewed, model.ID) any   { model.Misuse("a recording has no views"); return nil }
func (s *still) Variable(string) (v any, ok bool) { return nil, false }

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
