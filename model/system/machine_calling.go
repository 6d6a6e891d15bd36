package system

import (
	"fmt"
	"math"

	"github.com/anel-mc/mc/model"
)

// What the Stepper of a Machine calls while it expands a state: actions, and questions about their steps. Running is
// told only that the state is being expanded; which function is being called is in machineStepper.calling.

// nothing says that neither an action is being called nor an event being emitted.
const nothing = math.MinInt64

func callOf(action, instance int) int64 { return int64(action)<<32 | int64(instance) }

// call notes which action is being called.
func (t *machineStepper) call(action, instance int) { t.calling.Store(callOf(action, instance)) }

// callID implements describer.
func (t *machineStepper) callID() int64 { return t.calling.Load() }

// describe implements describer.
func (t *machineStepper) describe(v []uint32, _ uint64, _ []uint32) (where string, with []string) {
	if c, q := t.calling.Load(), t.asking.Load(); c < 0 && q != nil {
		return q.describe(v, event(int(^c>>32), 0, int(uint32(^c))), nil)
	}
	return t.where(), t.m.lines(v)
}

func (t *machineStepper) where() string {
	c := t.calling.Load()
	act := &t.m.def.Actions[c>>32]
	name := act.Name
	if act.Values == nil {
		name = nameOf(act, int(uint32(c)), nil)
	}
	return fmt.Sprintf("action %q", name)
}

// Emitted is like Step. It is faster if by is the Stepper that is emitting the step at this moment.
func (q *Question) Emitted(by Stepper, before []uint32, event uint64, after []uint32) (Answer, error) {
	class, _, index, _ := parts(event)
	t, ok := by.(*machineStepper)
	if !ok || t.m.shared || t.calling.Load() != ^callOf(class, index) {
		return q.Step(before, event, after)
	}
	return t.ask(q, before, event, after)
}

// ask asks about the step that is being emitted, from t.state to t.result.
func (t *machineStepper) ask(q *Question, before []uint32, event uint64, after []uint32) (a Answer, fault error) {
	defer func() {
		if x := recover(); x != nil {
			fault = model.Panic(q.where(event), x)
		}
	}()
	if t.asking.Load() != q {
		t.asking.Store(q)
	}
	k := t.asker(q)
	began := k.begin()
	a = q.ask(k.was, t.event(&k.event, before, event), model.None, k.is)
	k.end(began)
	k.keep(before, event, after, a)
	return a, nil
}

func (t *machineStepper) asker(q *Question) *asker {
	for _, k := range t.askers {
		if k.of == q {
			return k
		}
	}
	k := &asker{of: q, was: model.NewState(&emitted{value: t.state}), is: model.NewState(&emitted{value: t.result})}
	t.askers = append(t.askers, k)
	return k
}

// event describes an event of state v. It uses room, unless the description is the same in all states.
func (t *machineStepper) event(room *model.Event, v []uint32, event uint64) *model.Event {
	class, _, index, _ := parts(event)
	if act := &t.m.def.Actions[class]; act.Values == nil {
		if t.events[class] == nil {
			t.events[class] = make([]model.Event, act.Count)
		}
		if room = &t.events[class][index]; room.Kind != "" {
			return room
		}
	}
	t.m.describeEvent(room, v, event, nil)
	return room
}

// emitted is a model.Snapshot of one of the states of a step that is being emitted, whose copies share no memory. A
// model.State calls no other method of it than those below.
type emitted struct {
	model.Snapshot
	value any // points to the state
}

func (s *emitted) N() int             { return 0 }
func (s *emitted) Whole() (any, bool) { return s.value, true }
