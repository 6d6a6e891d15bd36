package system

import (
	"fmt"
	"sync"

	"github.com/anel-mc/mc/model"
)

// Reference is a Machine by whose rules the steps of another system are judged: its specification. States of the
// Machine are passed as pointers to their values. The methods may be called concurrently; their errors are
// *model.Error.
type Reference struct {
	m        *machine
	begins   map[string]bool // by vector as words: the initial states
	steppers sync.Pool
	known    sync.Map // by vector as words: a *possible
}

// possible is what a Machine can do in a state.
type possible struct {
	names []string
	to    map[string]bool // vectors, as words
}

// NewReference prepares a Machine.
func NewReference(m model.Model) (*Reference, error) {
	if err := m.Validate(); err != nil {
		return nil, err
	}
	e, ok := m.(erasedModel)
	if !ok {
		return nil, fmt.Errorf("a %T is no Machine", m)
	}
	def, _ := e.Erased()
	f, err := compileMachine(def)
	if err != nil {
		return nil, err
	}
	r := &Reference{m: f.(*machine), begins: map[string]bool{}}
	r.steppers.New = func() any { return r.m.newStepper() }
	return r, r.m.Initial(func(v []uint32) { r.begins[words(v)] = true })
}

// Again returns calls that repeat a sample of those of the Machine's functions, for AskAgain.
func (r *Reference) Again() []func() error { return r.m.again() }

// vector returns the vector of a state.
func (r *Reference) vector(s any) ([]uint32, error) {
	v := make([]uint32, r.m.Width())
	return v, r.m.put("the state of a specification", s, v)
}

// Begins reports whether a state is an initial state.
func (r *Reference) Begins(s any) (bool, error) {
	v, err := r.vector(s)
	return err == nil && r.begins[words(v)], err
}

// Allows reports whether after equals before or follows it in one step. If not, instead names the actions that are
// possible in before.
func (r *Reference) Allows(before, after any) (allowed bool, instead []string, err error) {
	from, err := r.vector(before)
	if err != nil {
		return false, nil, err
	}
	to, err := r.vector(after)
	if err != nil || words(from) == words(to) {
		return err == nil, nil, err
	}
	p, err := r.from(from)
	if err != nil {
		return false, nil, err
	}
	return p.to[words(to)], p.names, nil
}

// from returns what is possible in state v.
func (r *Reference) from(v []uint32) (*possible, error) {
	key := words(v)
	if p, ok := r.known.Load(key); ok {
		return p.(*possible), nil
	}
	t := r.steppers.Get().(Stepper)
	defer r.steppers.Put(t)
	p := &possible{to: map[string]bool{}}
	err := t.Step(v, func(event uint64, slots []int32, values []uint32) {
		p.names = append(p.names, eventOf(r.m, v, event).Name)
		p.to[words(apply(v, slots, values))] = true
	})
	if err == nil {
		r.known.Store(key, p)
	}
	return p, err
}
