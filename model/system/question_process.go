package system

import (
	"errors"
	"fmt"
	"reflect"

	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/internal/envelope"
	"github.com/anel-mc/mc/model/internal/erased"
)

// AskProcesses prepares a question about the local states of processes that are up. It fails if no process has a local
// state of type t.
func (s *System) AskProcesses(name string, t reflect.Type, ask func(p model.ID, local any) bool) (*ProcessQuestion,
	error) {
	if err := s.HasLocal("property "+name, t); err != nil {
		return nil, err
	}
	q, err := s.ofProcesses(name, ofProcesses, func(p model.ID, s model.State) Answer {
		local, up := s.Local(p)
		return Truth(up && ask(p, local))
	})
	if err != nil {
		return nil, fmt.Errorf("property %s: %w", name, err)
	}
	s.asked.add(&q.of)
	return q, nil
}

func (s *System) ofProcesses(name string, kind questionKind,
	ask func(p model.ID, s model.State) Answer) (*ProcessQuestion, error) {
	sys, ok := s.front.(*processes)
	if !ok {
		return nil, errors.New("a Machine has no processes")
	}
	return &ProcessQuestion{s: sys, rows: make([]answers, sys.n), of: Question{sys: s, name: name, kind: kind,
		ask: func(_ model.State, _ *model.Event, p model.ID, s model.State) Answer { return ask(p, s) }}}, nil
}

// See prepares a view, as if it were listed in Instance.Views. If a view of the same name exists already, this one is
// not memoized. It fails for a Machine, and for a view that was not made by NewView.
func (s *System) See(v model.Viewed) error {
	var name string
	var of func(model.State, model.ID) any
	if v != nil {
		name, of = v.Defined()
	}
	var sys *processes
	q, err := s.ofProcesses(name, ofView, func(p model.ID, s model.State) Answer {
		return Answer{Value: sys.viewValue(of(s, p))}
	})
	switch {
	case err != nil:
		return err
	case name == "":
		return errors.New("a view is nil or has no name: make it with NewView")
	}
	sys, q.view = q.s, v
	if sys.views.add(q) {
		s.asked.add(&q.of)
	}
	return nil
}

// viewValue interns a value of a view.
func (s *processes) viewValue(v any) uint32 {
	b, err := s.registry.Encode(nil, v)
	if err != nil {
		unencodable("value", err)
	}
	return s.viewValues.id(string(b), func(x *value) { *x = s.valueOf(b) })
}

// viewed returns the value of a view, by its number.
func (s *processes) viewed(value uint32) any { return envelope.Open(s.copied(value | viewBit)) }

// Count returns how many processes satisfy the condition in state v. Processes that are down do not.
func (q *ProcessQuestion) Count(v []uint32) (count int, fault error) {
	for p, slot := range q.s.procSlot {
		answer, fault := q.get(p, v[slot])
		if fault != nil {
			return 0, fault
		}
		if answer == Yes {
			count++
		}
	}
	return count, nil
}

// Is reports whether process p satisfies the condition in state v. A process that is down does not.
func (q *ProcessQuestion) Is(p model.ID, v []uint32) (bool, error) {
	answer, fault := q.get(int(p), v[q.s.procSlot[p]])
	return answer == Yes, fault
}

// Which returns the processes that satisfy the condition in state v.
func (q *ProcessQuestion) Which(v []uint32) (satisfy []model.ID, fault error) {
	for p := range model.ID(q.s.n) {
		is, fault := q.Is(p, v)
		if fault != nil {
			return nil, fault
		}
		if is {
			satisfy = append(satisfy, p)
		}
	}
	return satisfy, nil
}

// get returns the value of the answer for process p in a row.
func (q *ProcessQuestion) get(p int, row uint32) (uint32, error) {
	if known := q.rows[p].get(row); known != 0 {
		return known - 1, nil
	}
	return q.learn(p, row)
}

// learn finds the answer for process p in a row. It asks only if there is no known row in which everything that was
// read is the same.
func (q *ProcessQuestion) learn(p int, at uint32) (uint32, error) {
	r := q.s.rows[p].at(at)
	reads := func(x location) uint32 { return r.read(x.kind) }
	tree, _ := q.of.trees.get(uint64(p))
	answer := tree.find(nil, reads)
	if answer == nil {
		learnt, fault := q.of.learn(nil, uint64(p), nil, reads)
		if fault != nil {
			return 0, fault
		}
		answer = &learnt
	}
	q.rows[p].put(at, answer.Value)
	return answer.Value, nil
}

// read returns a part of a row, of the given kind.
func (r *row) read(kind locationKind) uint32 {
	switch {
	case kind == locationStored:
		return r.stored
	case kind == locationTimers:
		return r.timers
	case r.down:
		return 0
	}
	return r.local + 1
}

// LocalType returns the type of the local states of process p, or of the states of a Machine.
func (s *System) LocalType(p model.ID) reflect.Type {
	if m, ok := s.front.(*machine); ok {
		return m.def.State
	}
	return s.front.(*processes).kinds[p].LocalType()
}

// HasLocal fails if no process can have a local state of type t. what names, in the error, whoever looks at such
// states.
func (s *System) HasLocal(what string, t reflect.Type) error {
	sys, ok := s.front.(*processes)
	if !ok {
		return fmt.Errorf("%s: a Machine has no processes", what)
	}
	if err := erased.HasLocal(t, func(yield func(reflect.Type) bool) {
		for i := range sys.kinds {
			if !yield(sys.kinds[i].LocalType()) {
				return
			}
		}
	}); err != nil {
		return fmt.Errorf("%s %w", what, err)
	}
	return nil
}
