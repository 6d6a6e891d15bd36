package system

import (
	"bytes"
	"fmt"
	"reflect"
	"slices"

	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/internal/codec"
	"github.com/anel-mc/mc/model/internal/erased"
)

// A ForEach action has as many instances in a state as there are values, numbered by their place in the list. That
// place is in the number of an event, so the number does not depend on what was seen when. Which value it stands for,
// and so the event's name and obligation, depends on the state.

// listed are the values of a ForEach action in the state in which it was asked for last.
type listed struct {
	class  int
	v      []uint32
	values []any
}

// instances returns how many instances an action has in state s, and their values if it is a ForEach action.
func instances(act *erased.Action, s any) (n int, values []any) {
	if act.Values == nil {
		return act.Count, nil
	}
	if values = act.Values(s); len(values) > maxIndex {
		model.Misuse("it has %d values: there may be up to %d", len(values), maxIndex)
	}
	return len(values), values
}

// take writes the state that instance i of an action leads to into after.
func take(act *erased.Action, s, after any, values []any, i int) {
	if act.Values != nil {
		act.With(s, after, values[i])
	} else {
		act.Do(s, after, i)
	}
}

// nameOf returns the name of instance i of an action, whose value is argument if it has one. If Label panics, it is the
// name of the action: a name is no reason to end a search.
func nameOf(act *erased.Action, i int, argument any) (name string) {
	if model.Guard("Label", func() {
		if act.Values == nil {
			name = act.Label(i)
		} else {
			name = fmt.Sprintf("%s(%s)", act.Name, show(argument))
		}
	}) != nil {
		return act.Name
	}
	return name
}

// argument returns the value of an event of state v, if its action is a ForEach action, and otherwise nil.
func (m *machine) argument(v []uint32, event uint64) any {
	class, _, index, _ := parts(event)
	l, _ := m.lists.Get().(*listed)
	if l == nil {
		l = &listed{class: -1}
	}
	defer m.lists.Put(l)
	if l.class != class || !slices.Equal(l.v, v) {
		*l = listed{class, append(l.v[:0], v...), nil}
		if guard(fmt.Sprintf("action %q", m.def.Actions[class].Name), func() {
			_, l.values = instances(&m.def.Actions[class], m.get(v))
		}) != nil {
			l.class = -1 // a search will report it
		}
	}
	if index >= len(l.values) {
		return nil
	}
	x := l.values[index]
	if x == nil || !codec.Shares(reflect.TypeOf(x)) {
		return x
	}
	b, err := m.registry.Encode(nil, x)
	if err != nil {
		return x // a search will report it
	}
	return decoded(&m.registry, b) // a copy, since who is given it might write to it
}

// Obligation implements front. It is the event itself or, for a ForEach action, the action with the value.
func (m *machine) Obligation(v []uint32, event uint64) uint64 {
	class, _, _, _ := parts(event)
	if m.def.Actions[class].Values == nil {
		return event
	}
	value, err := m.registry.Encode(nil, m.argument(v, event))
	if err != nil {
		panic(m.unencodable(fmt.Sprintf("action %q", m.def.Actions[class].Name), err))
	}
	return uint64(class)<<classShift | uint64(m.blob(value))
}

// sameValue returns an error unless again, the list of values in a second run, has the same value at place i. value is
// encoded; it is nil for actions without values.
func (t *machineStepper) sameValue(value []byte, again []any, i int) error {
	if value == nil {
		return nil
	}
	other := "nothing"
	if i < len(again) {
		if b, err := t.m.registry.Encode(nil, again[i]); err == nil && bytes.Equal(value, b) {
			return nil
		}
		other = show(again[i])
	}
	first, err := t.m.registry.Decode(value)
	if err != nil {
		return err
	}
	return &model.Error{Kind: Impure, Where: t.where(), Cause: causeOutside,
		Detail: fmt.Sprintf("two runs on the same state had different values at place %d: first %s; then %s", i, show(first),
			other)}
}
