package system

import (
	"fmt"
	"reflect"
	"slices"

	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/internal/erased"
)

// The actions of a Machine run on every transition, and questions about it are asked of every state: nothing is
// memoized. So a sample of the calls is kept, to be repeated at the end; see AskAgain.

// machineCall is a call of an action of a Machine.
type machineCall struct {
	action, instance int
	value            []byte   // of the instance, encoded, if it has one
	before, after    []uint32 // after is nil if the guard said no
}

// wanted counts a call of an action, and reports whether it is to be kept.
func (t *machineStepper) wanted(action int) bool {
	t.tried[action]++
	return t.m.called[action].wants(t.tried[action] - 1)
}

// Initial implements front.
func (m *machine) Initial(emit func(v []uint32)) error {
	m.ordered.Do(m.putInOrder)
	var all [][]uint32
	err := m.start(func(v []uint32) {
		all = append(all, slices.Clone(v))
		emit(v)
	})
	m.initially.Do(func() { m.initial = all })
	return err
}

// verify runs an action once more, on a copy of the state, and compares the results. value is the encoded value of the
// instance, if it has one, and values are those of the state when they are asked for once more.
func (t *machineStepper) verify(v []uint32, act *erased.Action, i int, value []byte, values []any) error {
	s := t.m.get(v)
	if act.Enabled != nil && !act.Enabled(s, i) {
		return t.explain(v, &model.Error{Kind: Impure, Where: t.where(),
			Detail: "its guard said yes in one run and no in another, given the same state", Cause: causeOutside})
	}
	next := t.m.new()
	if err := t.sameValue(value, values, i); err != nil {
		return t.explain(v, err)
	}
	take(act, s, next, values, i)
	if err := t.m.layout.PutAfter(s, v, next, t.again, t.m.blob); err != nil {
		return t.explain(v, t.m.unencodable(t.where(), err))
	}
	if !slices.Equal(t.out, t.again) {
		return t.explain(v, &model.Error{Kind: Impure, Where: t.where(), Cause: causeOutside,
			Detail: fmt.Sprintf("two runs on the same state led to different states: first %s; then %s", show(t.m.whole(t.out)),
				show(t.m.whole(t.again)))})
	}
	return t.unchanged(v, s)
}

// unchanged returns an error if the action that was called has changed its argument s, which was state v.
func (t *machineStepper) unchanged(v []uint32, s any) error {
	if !t.m.shared {
		return nil
	}
	if err := t.m.put(t.where(), s, t.again); err == nil && slices.Equal(t.again, v) {
		return nil
	}
	return t.explain(v, &model.Error{Kind: Impure, Where: t.where(),
		Detail: fmt.Sprintf("it changed its argument, from %s to %s", show(t.m.whole(v)),
			show(reflect.ValueOf(s).Elem().Interface())),
		Cause: "it writes through a slice, map or pointer of its argument: work on a clone (slices.Clone, maps.Clone)"})
}

// culprit finds the action that changes its argument in state v, and returns the error about it.
func (t *machineStepper) culprit(v []uint32) error {
	for a := range t.m.def.Actions {
		act := &t.m.def.Actions[a]
		n, _ := instances(act, t.m.get(v))
		for i := range n {
			t.call(a, i)
			s := t.m.get(v)
			if _, values := instances(act, s); act.Enabled == nil || act.Enabled(s, i) {
				take(act, s, t.result, values, i)
			}
			if err := t.unchanged(v, s); err != nil {
				return err
			}
		}
	}
	t.calling.Store(nothing)
	return &model.Error{Kind: Impure, Where: "an action of the machine",
		Detail: "one changes its argument, though none does so by itself", Cause: causeOutside}
}

// again returns the sampled calls of the actions, and Init.
func (m *machine) again() []func() error {
	all := repeated([]func() error{m.initAgain})
	t := m.newStepper().(*machineStepper)
	for a := range m.called {
		var asks []func() error
		for _, c := range m.called[a].all() {
			asks = append(asks, func() error { return t.repeat(c) })
		}
		all = append(all, repeated(asks)...)
	}
	return all
}

func (m *machine) initAgain() error {
	var all [][]uint32
	err := m.start(func(v []uint32) { all = append(all, slices.Clone(v)) })
	if err == nil && m.initial != nil && !slices.EqualFunc(m.initial, all, slices.Equal[[]uint32]) {
		err = &model.Error{Kind: Impure, Where: "Init of the machine", Detail: askedAgain, Cause: causeBetween}
	}
	return err
}

// repeat makes a call of an action again, and compares.
func (t *machineStepper) repeat(c machineCall) (err error) {
	t.call(c.action, c.instance)
	where := t.where()
	act := &t.m.def.Actions[c.action]
	failed := guard(where, func() {
		if c.after != nil {
			copy(t.out, c.after)
			_, values := instances(act, t.m.get(c.before))
			err = t.verify(c.before, act, c.instance, c.value, values)
		} else if n, _ := instances(act, t.m.get(c.before)); c.instance < n &&
			(act.Enabled == nil || act.Enabled(t.m.get(c.before), c.instance)) {
			err = &model.Error{Kind: Impure, Where: where, Cause: causeBetween,
				Detail: "its guard said no in one run and yes in another, given the same state"}
		}
	})
	if failed != nil {
		err = failed
	}
	return t.explain(c.before, err)
}
