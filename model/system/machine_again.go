package system

import (
	"slices"

	"github.com/anel-mc/mc/model"
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
