package refine

import (
	"cmp"
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/counterexamples"
	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system"
)

// As returns a system for Traces and Bisimilar whose events are observed as rename describes them, so that it can be
// compared with a system whose events have other names. An event for which rename returns false is hidden. rename
// must be pure.
func As(m model.Model, rename func(e counterexamples.Event) (as counterexamples.Event, seen bool)) model.Model {
	return renamed{m, rename}
}

// renamed is a system with a renaming of its events. It cannot be compiled as it is.
type renamed struct {
	model.Model
	as func(e counterexamples.Event) (as counterexamples.Event, seen bool)
}

// hidden is the letter of a hidden step.
const hidden = math.MaxUint32

// move is a step as it is observed: a letter, and the state that it leads to.
type move struct {
	letter, to uint32
	event      uint64
}

// observed is a system whose states are numbered, and whose steps are computed on demand.
type observed struct {
	which    string // first or second
	bound    *checkers.Bound
	sys      *system.System
	alphabet *alphabet
	observe  func(model.Event) (counterexamples.Event, error)
	as       func(e counterexamples.Event) (counterexamples.Event, bool) // nil if there is no renaming
	stepper  system.Stepper
	ids      map[string]uint32
	states   []string // their vectors as keys
	steps    [][]move
	known    []bool // whether the steps of the state were computed
	bytes    int    // allocated, not yet counted in a budget
}

func newObserved(which string, m model.Model, letters *alphabet) (*observed, error) {
	var as func(e counterexamples.Event) (counterexamples.Event, bool)
	if r, ok := m.(renamed); ok {
		m, as = r.Model, r.as
	}
	b, err := checkers.Bind(m, nil)
	if err != nil {
		return nil, fmt.Errorf("the %s system: %w", which, err)
	}
	sys := b.System()
	return &observed{which: which, bound: b, sys: sys, alphabet: letters, observe: counterexamples.Observer(sys), as: as,
		stepper: sys.NewStepper(), ids: map[string]uint32{}}, nil
}

func (o *observed) initial() ([]uint32, error) {
	var all []uint32
	err := o.sys.Initial(func(v []uint32) { all = append(all, o.id(v)) })
	return all, o.fault(err)
}

// fault adds the name of the system to an error.
func (o *observed) fault(err error) error {
	if err == nil {
		return nil
	}
	return o.bound.Fault(fmt.Errorf("the %s system: %w", o.which, err))
}

// id returns the number of a state. It does not keep v.
func (o *observed) id(v []uint32) uint32 {
	name := key(v)
	id, ok := o.ids[string(name)]
	if !ok {
		id = uint32(len(o.states))
		state := string(name)
		o.ids[state] = id
		o.states = append(o.states, state)
		o.steps, o.known = append(o.steps, nil), append(o.known, false)
		o.bytes += len(name) + perEntry
	}
	return id
}

func (o *observed) vector(id uint32) []uint32 {
	v := make([]uint32, len(o.states[id])/4)
	_, _ = binary.Decode([]byte(o.states[id]), binary.LittleEndian, v)
	return v
}

// key returns a unique key for a vector.
func key(v []uint32) []byte {
	b, _ := binary.Append(nil, binary.LittleEndian, v)
	return b
}

// moves returns the steps from a state, in the order of the system.
func (o *observed) moves(id uint32) ([]move, error) {
	if o.known[id] {
		return o.steps[id], nil
	}
	v := o.vector(id)
	var all []move
	var unnamed error
	after := make([]uint32, len(v))
	err := o.stepper.Step(v, func(event uint64, slots []int32, values []uint32) {
		explore.Apply(after, v, slots, values)
		letter, err := o.letter(o.sys.Event(v, event))
		unnamed = cmp.Or(unnamed, err)
		all = append(all, move{letter: letter, to: o.id(after), event: event})
	})
	if err = cmp.Or(err, unnamed); err != nil {
		return nil, o.fault(err)
	}
	o.steps[id], o.known[id] = slices.Clip(slices.Clone(all)), true
	o.bytes += 16 * len(all)
	return all, nil
}

func (o *observed) letter(e model.Event) (uint32, error) {
	seen, err := o.observe(e)
	if err != nil {
		return 0, err
	}
	if o.as != nil {
		is := false
		if err := model.Guard("the renaming of events", func() { seen, is = o.as(seen) }); !is {
			return hidden, err
		}
	}
	return o.alphabet.id(seen), nil
}

// perEntry is the approximate size of an entry of a table besides its key: headers, and spare room in maps and slices.
const perEntry = 96

// budget bounds a search among pairs.
type budget struct {
	ctx    context.Context
	opt    checkers.Options
	begun  time.Time
	shown  time.Time
	bytes  int // approximate
	looked int
}

func newBudget(ctx context.Context, opt checkers.Options) *budget {
	opt.ProgressEvery = cmp.Or(opt.ProgressEvery, 200*time.Millisecond)
	now := time.Now()
	return &budget{ctx: ctx, opt: opt, begun: now, shown: now}
}

// spent returns the bound on time or memory that was reached, if any. It is asked before each state is expanded.
func (b *budget) spent(p *pairing) explore.Bound {
	b.bytes += p.a.bytes + p.b.bytes
	p.a.bytes, p.b.bytes = 0, 0
	ended := checkers.Unfinished(b.ctx.Err())
	switch {
	case ended != explore.BoundNone:
		return ended
	case b.opt.Memory > 0 && 2*uint64(b.bytes) > b.opt.Memory: // the garbage collector lets the heap double
		return explore.BoundMemory
	}
	if b.looked++; b.looked%64 != 1 {
		return explore.BoundNone // do not read the clock more often
	}
	now := time.Now()
	if b.opt.Progress != nil && now.Sub(b.shown) >= b.opt.ProgressEvery {
		b.shown = now
		b.opt.Progress(explore.Progress{States: uint64(len(p.queue)), Expanded: uint64(p.at), Depth: p.depth,
			Bytes: 2 * uint64(b.bytes), Elapsed: now.Sub(b.begun)})
	}
	return explore.BoundNone
}
