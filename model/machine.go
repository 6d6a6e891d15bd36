package model

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/anel-mc/mc/model/internal/codec"
)

// Machine is a system written as initial states and named actions over one Go
// value, as in TLA+. S is any plain Go value; its ints, bools and arrays of such
// are laid out in slots of their own, so prefer them to slices and maps where
// speed matters.
//
// Actions run on every transition, and on several goroutines at once. They must be pure; as
// running everything twice would halve the speed, each is verified on its first
// MachineVerified calls and on one in MachineSampled after that. That an
// action leaves its argument alone is verified on every state.
type Machine[S any] struct {
	_ struct{}

	// Init returns the initial states. Required; at least one.
	Init func() []S

	// Actions are tried in every state. Required; at least one.
	Actions []Action[S]
}

// How thoroughly the actions of a Machine are verified; see Machine.
const (
	MachineVerified = 4096
	MachineSampled  = 1024
)

// Action is a named step of a Machine.
type Action[S any] struct {
	_ struct{}

	// Name is what the action is called in traces. Required and unique.
	Name string

	// Count is how many instances the action has, one for each value of the
	// argument i from 0: "there is an i such that". Default 1.
	Count int

	// Label is what instance i is called; default "Name(i)", or Name if there is
	// one instance only.
	Label func(i int) string

	// Enabled is the guard. Default: always.
	Enabled func(s S, i int) bool

	// Do returns the state that follows. Required.
	Do func(s S, i int) S

	// Optional actions are those that nobody owes; see Act.
	Optional bool
}

func (a Action[S]) count() int { return max(a.Count, 1) }

func (a Action[S]) label(i int) string {
	switch {
	case a.Label != nil:
		return a.Label(i)
	case a.Count > 1:
		return fmt.Sprintf("%s(%d)", a.Name, i)
	}
	return a.Name
}

// Validate reports everything that is wrong with m, or nil.
func (m Machine[S]) Validate() error {
	var wrong []string
	add := func(format string, args ...any) { wrong = append(wrong, fmt.Sprintf(format, args...)) }
	if m.Init == nil {
		add("the machine has no Init")
	}
	if len(m.Actions) == 0 {
		add("the machine has no Actions")
	}
	if len(m.Actions) > maxClass {
		add("the machine has %d actions: at most %d can be told apart", len(m.Actions), maxClass)
	}
	seen := map[string]bool{}
	for i, a := range m.Actions {
		switch {
		case a.Name == "":
			add("action %d has no Name", i)
		case seen[a.Name]:
			add("two actions are named %q", a.Name)
		case a.Do == nil:
			add("action %q has no Do", a.Name)
		}
		if a.Count < 0 || a.Count > maxIndex {
			add("action %q has %d instances: there may be up to %d", a.Name, a.Count, maxIndex)
		}
		seen[a.Name] = true
	}
	return invalid(wrong)
}

func (m Machine[S]) compile() (front, error) {
	c := &machine[S]{def: m, shared: shares(reflect.TypeFor[S]())}
	var err error
	if c.layout, err = codec.VectorFor[S](&c.registry); err != nil {
		var e *codec.Error
		if errors.As(err, &e) {
			return nil, &Error{Fault: Unencodable, Where: "the state of the machine", Detail: e.Error()}
		}
		return nil, err
	}
	for _, a := range m.Actions {
		c.classes = append(c.classes, Class{Kind: Acted, Name: a.Name, Owed: !a.Optional})
	}
	c.called = make([]sample[machineCall], len(m.Actions))
	return c, nil
}

// machine is a compiled Machine.
type machine[S any] struct {
	def      Machine[S]
	registry codec.Registry
	layout   *codec.Vector[S]
	classes  []Class
	blobs    blobs
	calls    atomic.Int64
	// initial are the states that Init returned first, and called some calls of each action, for AskAgain.
	initial   [][]uint32
	initially sync.Once
	called    []sample[machineCall]
	// shared says that copies of a state share memory, so that an action
	// could change its argument.
	shared bool
}

// blobs interns the parts of a state that have no fixed size.
type blobs struct {
	mu    sync.RWMutex
	ids   map[string]uint32
	items list[[]byte]
}

func (t *blobs) id(b []byte) uint32 {
	t.mu.RLock()
	id, ok := t.ids[string(b)]
	t.mu.RUnlock()
	if ok {
		return id
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if id, ok := t.ids[string(b)]; ok {
		return id
	}
	if t.ids == nil {
		t.ids = map[string]uint32{}
	}
	id, item := t.items.next()
	*item = slices.Clone(b)
	t.ids[string(*item)] = id
	return id
}

func (t *blobs) bytes(id uint32) []byte { return *t.items.at(id) }

func (m *machine[S]) Width() int                                 { return m.layout.Width() }
func (m *machine[S]) Classes() []Class                           { return m.classes }
func (m *machine[S]) Processes() []string                        { return nil }
func (m *machine[S]) Calls() int64                               { return m.calls.Load() }
func (m *machine[S]) Learnt() int64                              { return 0 }
func (m *machine[S]) owner(uint64) int                           { return -1 }
func (m *machine[S]) obligation(_ []uint32, event uint64) uint64 { return event }
func (m *machine[S]) messages([]uint32, uint64, []uint32) int    { return 0 }
func (m *machine[S]) memoises() bool                             { return false }
func (m *machine[S]) newStepper() Stepper {
	return &machineStepper[S]{m: m, out: make([]uint32, m.Width()), again: make([]uint32, m.Width()),
		seen: make([]int, len(m.classes)), tried: make([]uint64, len(m.classes))}
}

func (m *machine[S]) read(v []uint32, p part) uint32 { return v[p.a] }

// put lays s out, and explains what cannot be.
func (m *machine[S]) put(where string, s *S, out []uint32) error {
	if err := m.layout.Put(s, out, m.blobs.id); err != nil {
		return m.unencodable(where, err)
	}
	return nil
}

func (m *machine[S]) unencodable(where string, err error) *Error {
	return &Error{Fault: Unencodable, Where: where, Detail: err.Error(),
		Cause: "the state of a machine is a plain value: numbers, strings, structs, arrays, slices, maps and pointers to such"}
}

// get returns a copy of state v that shares nothing.
func (m *machine[S]) get(v []uint32) S {
	var s S
	if err := m.layout.Get(v, &s, m.blobs.bytes); err != nil {
		panic(fmt.Sprintf("model: the vector of a state cannot be decoded: %v", err))
	}
	return s
}

func (m *machine[S]) whole(s State) any { return m.get(s.v) }

// start calls Init.
func (m *machine[S]) start(emit func(v []uint32)) error {
	var states []S
	if err := guard("Init of the machine", func() { states = m.def.Init() }); err != nil {
		return err
	}
	m.calls.Add(1)
	if len(states) == 0 {
		return &Error{Fault: Misused, Where: "Init of the machine", Detail: "it returns no initial state"}
	}
	v := make([]uint32, m.Width())
	for i := range states {
		if err := m.put("Init of the machine", &states[i], v); err != nil {
			return err
		}
		emit(v)
	}
	return nil
}

// Guard runs f, a function of the user's that something else than this package calls, and turns its
// panic into an *Error; where names it. An *Error that a property panics with is
// taken as it is.
func Guard(where string, f func()) error { return guard(where, f) }

// guard runs f and turns its panics into an Error.
func guard(where string, f func()) (err error) {
	defer func() {
		if x := recover(); x != nil {
			err = panicError(where, x)
		}
	}()
	f()
	return nil
}

// events implements front.
func (m *machine[S]) events(v []uint32) ([]Numbered, error) {
	var all []Numbered
	err := m.newStepper().Step(v, func(e uint64, slots []int32, values []uint32) {
		all = append(all, Numbered{Number: e, Step: Step{Event: m.eventOf(State{}, e)}, After: apply(v, slots, values)})
	})
	return all, err
}

func (m *machine[S]) eventOf(_ State, event uint64) Event {
	class, _, index, _ := parts(event)
	e := Event{Kind: Acted, Process: None, From: None, To: None, Suspect: None}
	if err := guard("Label", func() { e.Name = m.def.Actions[class].label(index) }); err != nil {
		e.Name = m.def.Actions[class].Name
	}
	return e
}

// machineStepper generates the successors of states of a Machine.
type machineStepper[S any] struct {
	m             *machine[S]
	out, again    []uint32
	slots         []int32
	values        []uint32
	seen          []int    // calls of each action by this stepper
	tried         []uint64 // the same, with those that its guard refused
	state, result S        // here so that they are allocated once

	// Where a panic would have come from.
	action, instance int
}

// Step implements Stepper.
func (t *machineStepper[S]) Step(v []uint32, emit func(event uint64, slots []int32, values []uint32)) (err error) {
	t.action = -1
	defer func() {
		if t.action < 0 {
			return // the engine's own panic, if any
		}
		if x := recover(); x != nil {
			err = t.explain(v, panicError(t.where(), x))
		}
	}()
	if err := t.m.layout.Get(v, &t.state, t.m.blobs.bytes); err != nil {
		panic(fmt.Sprintf("model: the vector of a state cannot be decoded: %v", err))
	}
	calls := int64(0)
	for a := range t.m.def.Actions {
		act := &t.m.def.Actions[a]
		for i := range act.count() {
			t.action, t.instance = a, i
			calls++
			wanted := t.wanted(a)
			if act.Enabled != nil {
				if !act.Enabled(t.state, i) {
					if wanted {
						t.m.called[a].keep(machineCall{a, i, slices.Clone(v), nil}, againSteps)
					}
					continue
				}
				calls++
			}
			t.result = act.Do(t.state, i)
			if err := t.m.layout.Put(&t.result, t.out, t.m.blobs.id); err != nil {
				return t.explain(v, t.m.unencodable(t.where(), err))
			}
			if wanted {
				t.m.called[a].keep(machineCall{a, i, slices.Clone(v), slices.Clone(t.out)}, againSteps)
			}
			if n := t.seen[a]; n < MachineVerified || n%MachineSampled == 0 {
				if err := t.verify(v, act, i); err != nil {
					return err
				}
			}
			t.seen[a]++
			t.action = -1
			t.emit(v, event(a, 0, i), emit)
		}
	}
	t.m.calls.Add(calls)
	t.action = -1
	if t.m.shared {
		if err := t.m.layout.Put(&t.state, t.again, t.m.blobs.id); err != nil || !slices.Equal(t.again, v) {
			return t.culprit(v)
		}
	}
	return nil
}

func (t *machineStepper[S]) emit(v []uint32, event uint64, emit func(uint64, []int32, []uint32)) {
	t.slots, t.values = t.slots[:0], t.values[:0]
	for i, x := range t.out {
		if x != v[i] {
			t.slots, t.values = append(t.slots, int32(i)), append(t.values, x)
		}
	}
	emit(event, t.slots, t.values)
}

func (t *machineStepper[S]) where() string {
	return fmt.Sprintf("action %q", t.m.def.Actions[t.action].label(t.instance))
}

// verify runs an action once more, on a copy of the state, and compares.
func (t *machineStepper[S]) verify(v []uint32, act *Action[S], i int) error {
	s := t.m.get(v)
	if act.Enabled != nil && !act.Enabled(s, i) {
		return t.explain(v, &Error{Fault: Impure, Where: t.where(), Detail: "its guard said yes in one run and no in another, given the same state", Cause: causeOutside})
	}
	next := act.Do(s, i)
	if err := t.m.put(t.where(), &next, t.again); err != nil {
		return t.explain(v, err)
	}
	if !slices.Equal(t.out, t.again) {
		return t.explain(v, &Error{Fault: Impure, Where: t.where(), Cause: causeOutside,
			Detail: fmt.Sprintf("two runs on the same state led to different states: first %s; then %s", show(t.m.get(t.out)), show(next))})
	}
	return nil
}

// culprit finds the action that changes its argument in state v.
func (t *machineStepper[S]) culprit(v []uint32) error {
	for a := range t.m.def.Actions {
		act := &t.m.def.Actions[a]
		for i := range act.count() {
			t.action, t.instance = a, i
			s := t.m.get(v)
			if act.Enabled == nil || act.Enabled(s, i) {
				act.Do(s, i)
			}
			if err := t.m.put(t.where(), &s, t.again); err != nil || !slices.Equal(t.again, v) {
				return t.explain(v, &Error{Fault: Impure, Where: t.where(),
					Detail: fmt.Sprintf("it changed its argument, from %s to %s", show(t.m.get(v)), show(s)),
					Cause:  "it writes through a slice, map or pointer of its argument: work on a clone (slices.Clone, maps.Clone)"})
			}
		}
	}
	t.action = -1
	return &Error{Fault: Impure, Where: "an action of the machine", Detail: "one changes its argument, though none does so by itself", Cause: causeOutside}
}

// explain adds the state to an Error.
func (t *machineStepper[S]) explain(v []uint32, err error) error {
	var e *Error
	if errors.As(err, &e) {
		e.State = []string{"state: " + show(t.m.get(v))}
	}
	return err
}
