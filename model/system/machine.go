package system

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/internal/codec"
	"github.com/anel-mc/mc/model/internal/erased"
)

// erasedModel is a Machine with some type of state.
type erasedModel interface {
	model.Model
	Erased() (erased.Machine, func(model.State) bool)
}

// How thoroughly the actions of a Machine are verified; see model.Machine.
const (
	MachineVerified = 4096
	MachineSampled  = 1024
)

func compileMachine(def erased.Machine) (front, error) {
	if len(def.Actions) > maxClass {
		return nil, fmt.Errorf("the machine has %d actions: at most %d can be told apart", len(def.Actions), maxClass)
	}
	m := &machine{def: def, shared: codec.Shares(def.State)}
	var err error
	if m.layout, err = codec.VectorOf(&m.registry, def.State); err != nil {
		var e *codec.Error
		if errors.As(err, &e) {
			return nil, &model.Error{Kind: Unencodable, Where: "the state of the machine", Detail: e.Error()}
		}
		return nil, err
	}
	for _, a := range def.Actions {
		if a.Count > maxIndex {
			return nil, fmt.Errorf("action %q has %d instances: there may be up to %d", a.Name, a.Count, maxIndex)
		}
		m.classes = append(m.classes, Class{Kind: model.Acted, Name: a.Name, Owed: !a.Optional})
	}
	m.called = make([]sample[machineCall], len(def.Actions))
	return m, nil
}

// machine is a compiled Machine.
type machine struct {
	exit
	def      erased.Machine
	registry codec.Registry
	layout   *codec.Vector
	classes  []Class
	blobs    interner[string, []byte] // the parts of states that have no fixed size
	calls    atomic.Int64
	spent    meter
	labels   memo[string] // by obligation
	lists    sync.Pool    // of *listed
	// initial are the states that Init returned first, and called is a sample of the calls of each action, for AskAgain.
	initial   [][]uint32
	initially sync.Once
	ordered   sync.Once // guards putInOrder, before the first initial state
	called    []sample[machineCall]
	// shared says that plain copies of a state share memory, so that an action could change its argument.
	shared bool
}

// blob interns a part of a state that has no fixed size.
func (m *machine) blob(b []byte) uint32 {
	if id, ok := lookup(&m.blobs, b); ok {
		return id
	}
	return m.blobs.id(string(b), func(item *[]byte) { *item = slices.Clone(b) })
}

func (m *machine) bytes(id uint32) []byte { return *m.blobs.at(id) }

func (m *machine) Width() int                              { return m.layout.Width() }
func (m *machine) Classes() []Class                        { return m.classes }
func (m *machine) Processes() []string                     { return nil }
func (m *machine) Calls() int64                            { return m.calls.Load() }
func (m *machine) Costs() []string                         { return nil }
func (m *machine) Learnt() int64                           { return 0 }
func (m *machine) Owner(uint64) int                        { return -1 }
func (m *machine) Messages([]uint32, uint64, []uint32) int { return 0 }
func (m *machine) newStepper() Stepper {
	return &machineStepper{m: m, out: make([]uint32, m.Width()), again: make([]uint32, m.Width()),
		seen: make([]int, len(m.classes)), tried: make([]uint64, len(m.classes)),
		events: make([][]model.Event, len(m.classes)), state: m.new(), result: m.new()}
}

// put writes state s to a vector. where names, in the error, whoever returned the state.
func (m *machine) put(where string, s any, out []uint32) error {
	if err := m.layout.Put(s, out, m.blob); err != nil {
		return m.unencodable(where, err)
	}
	return nil
}

func (m *machine) unencodable(where string, err error) *model.Error {
	return &model.Error{Kind: Unencodable, Where: where, Detail: err.Error(),
		Cause: "the state of a machine is a plain value: numbers, strings, structs, arrays, slices, maps and pointers " +
			"to such"}
}

// new returns a pointer to a new state.
func (m *machine) new() any { return reflect.New(m.def.State).Interface() }

// get returns a pointer to a copy of state v that shares no memory.
func (m *machine) get(v []uint32) any {
	s := m.new()
	m.into(v, s)
	return s
}

// into sets what s points to to a copy of state v that shares no memory.
func (m *machine) into(v []uint32, s any) {
	if err := m.layout.Get(v, s, m.bytes); err != nil {
		panic(undecodable(err))
	}
}

func undecodable(err error) string {
	return fmt.Sprintf("model: the vector of a state cannot be decoded: %v", err)
}

// lines implements front.
func (m *machine) lines(v []uint32) []string { return []string{"state: " + show(m.whole(v))} }

// whole returns the value of state v, which shares no memory.
func (m *machine) whole(v []uint32) any { return reflect.ValueOf(m.get(v)).Elem().Interface() }

// machineSnapshot is a state of a machine as a model.Snapshot. A model.State calls no other method of it than those
// below.
type machineSnapshot struct {
	model.Snapshot
	m     *machine
	v     []uint32
	value any      // points to the value of state was
	was   []uint32 // nil at first
}

func (s *machineSnapshot) N() int { return 0 }

// Whole decodes only what differs from the state shown last.
func (s *machineSnapshot) Whole() (any, bool) {
	if s.was == nil {
		s.value, s.was = s.m.get(s.v), slices.Clone(s.v)
		return s.value, true
	}
	if err := s.m.layout.GetAfter(s.was, s.v, s.value, s.m.bytes); err != nil {
		panic(undecodable(err))
	}
	return s.value, true
}

// show implements window.
func (s *machineSnapshot) show(v []uint32) { s.v = v }

// window implements front.
func (m *machine) window(bool, *run) window { return &machineSnapshot{m: m} }

// start calls Init.
func (m *machine) start(emit func(v []uint32)) error {
	var states []any
	if err := guard("Init of the machine", func() { states = m.def.Init() }); err != nil {
		return err
	}
	m.calls.Add(1)
	if len(states) == 0 {
		return &model.Error{Kind: model.Misused, Where: "Init of the machine", Detail: "it returns no initial state"}
	}
	v := make([]uint32, m.Width())
	for i := range states {
		if err := m.put("Init of the machine", states[i], v); err != nil {
			return err
		}
		emit(v)
	}
	return nil
}

// events implements front.
func (m *machine) events(v []uint32, wanted Selection) ([]Numbered, error) {
	var all []Numbered
	t := m.newStepper().(*machineStepper)
	t.further = wanted.Further
	err := t.Step(v, func(e uint64, slots []int32, values []uint32) {
		if wanted.wants(e) {
			all = append(all, Numbered{Number: e, Step: Step{Event: eventOf(m, v, e)}, After: apply(v, slots, values)})
		}
	})
	return all, err
}

func (m *machine) describeEvent(e *model.Event, v []uint32, event uint64, _ *run) {
	class, _, index, _ := parts(event)
	act := &m.def.Actions[class]
	*e = model.Event{Kind: model.Acted, Process: model.None, From: model.None, To: model.None, Suspect: model.None,
		Action: act.Name, Argument: index}
	if act.Values != nil {
		e.Argument = m.argument(v, event)
		event = m.Obligation(v, event)
	}
	name, known := m.labels.get(event)
	if !known {
		name = m.labels.put(event, nameOf(act, index, e.Argument))
	}
	e.Name = name
}

// machineStepper generates the successors of states of a Machine.
type machineStepper struct {
	m             *machine
	out, again    []uint32
	slots         []int32
	values        []uint32
	steps         uint64
	seen          []int    // how often each action was called by this stepper
	tried         []uint64 // the same, including calls refused by its guard
	state, result any      // here so that they are allocated once

	// calling is what is being called: an action and its instance, or the complement of these while its event is being
	// emitted, or nothing. It tells where a panic came from.
	calling atomic.Int64
	asking  atomic.Pointer[Question] // the question asked last about the step being emitted; see Emitted
	askers  []*asker
	events  [][]model.Event // by action and instance, as far as questions were asked about them

	further func(event uint64, nth int) bool // if set, that of a Selection
}

// Step implements Stepper.
func (t *machineStepper) Step(v []uint32, emit func(event uint64, slots []int32, values []uint32)) (err error) {
	t.calling.Store(nothing)
	defer begin(t, v, 0, nil).end()
	defer func() {
		if t.calling.Load() < 0 {
			return // the engine's own panic, if any
		}
		if x := recover(); x != nil {
			err = t.explain(v, model.Panic(t.where(), x))
		} else if err == nil {
			t.m.ended(t.where(), t.m.lines(v))
		}
	}()
	t.m.into(v, t.state)
	var began timeStamp
	timed := t.steps%oneTimed == 0
	t.steps++
	calls := int64(0)
	for a := range t.m.def.Actions {
		act := &t.m.def.Actions[a]
		n, values := act.Count, []any(nil)
		var again []any // what values are when they are asked for once more
		if act.Values != nil {
			t.call(a, 0)
			calls++
			if n, values = instances(act, t.state); n == 0 && t.wanted(a) {
				t.m.called[a].keep(machineCall{action: a, before: slices.Clone(v)}, againSteps)
			}
		}
		for i := range n {
			t.call(a, i)
			calls++
			wanted := t.wanted(a)
			if timed {
				began = now()
			}
			if act.Enabled != nil {
				if !act.Enabled(t.state, i) {
					t.took(timed, began)
					if wanted {
						t.m.called[a].keep(machineCall{a, i, nil, slices.Clone(v), nil}, againSteps)
					}
					continue
				}
				calls++
			}
			take(act, t.state, t.result, values, i)
			t.took(timed, began)
			if err := t.m.layout.PutAfter(t.state, v, t.result, t.out, t.m.blob); err != nil {
				return t.explain(v, t.m.unencodable(t.where(), err))
			}
			verified := t.seen[a] < MachineVerified || t.seen[a]%MachineSampled == 0
			var value []byte
			if values != nil && (wanted || verified) {
				if value, err = t.m.registry.Encode(nil, values[i]); err != nil {
					return t.explain(v, t.m.unencodable(t.where(), err))
				}
			}
			if wanted {
				t.m.called[a].keep(machineCall{a, i, value, slices.Clone(v), slices.Clone(t.out)}, againSteps)
			}
			if verified {
				if values != nil && again == nil {
					_, again = instances(act, t.m.get(v))
				}
				if err := t.verify(v, act, i, value, again); err != nil {
					return err
				}
			}
			t.seen[a]++
			t.calling.Store(^callOf(a, i))
			t.emit(v, event(a, 0, i), emit)
			if t.further != nil && i+1 < n && !t.further(event(a, 0, i), i+1) {
				break
			}
		}
	}
	t.m.calls.Add(calls)
	t.calling.Store(nothing)
	if t.m.shared {
		if err := t.m.layout.Put(t.state, t.again, t.m.blob); err != nil || !slices.Equal(t.again, v) {
			return t.culprit(v)
		}
	}
	return nil
}

// took records how long an action took, if it was timed.
func (t *machineStepper) took(timed bool, began timeStamp) {
	if timed {
		t.m.spent.since(began, oneTimed)
	}
}

func (t *machineStepper) emit(v []uint32, event uint64, emit func(uint64, []int32, []uint32)) {
	t.slots, t.values = t.slots[:0], t.values[:0]
	for i, x := range t.out {
		if x != v[i] {
			t.slots, t.values = append(t.slots, int32(i)), append(t.values, x)
		}
	}
	emit(event, t.slots, t.values)
}

// explain adds the state to an error.
func (t *machineStepper) explain(v []uint32, err error) error {
	var e *model.Error
	if errors.As(err, &e) {
		e.State = t.m.lines(v)
	}
	return err
}
