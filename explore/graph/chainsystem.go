package graph

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/anel-mc/mc/explore"
)

// MessageChains describes chains of messages: sequences of deliveries, each of which happened before the next. Each
// state has carriers (processes and messages). Chains lead to carriers and may be continued from there; a step passes
// chains on from carrier to carrier.
type MessageChains interface {
	// Carriers appends to alike, for each carrier of state v, whether it is interchangeable with the carrier before it.
	Carriers(v []uint32, alike []bool) []bool

	// Pass appends to from, for each carrier of the state after, the same carrier in the state before, or -1 if it is
	// new. If process is not -1, it is the carrier that took the step: chains that lead to it also lead to the new
	// carriers, and chains that led to message become one delivery longer and lead to process and the new carriers.
	// message may stand for any of the copies-1 carriers after it, which are interchangeable with it; it is -1 if the
	// event is about no message. If process is -1, chains that led to message are lost unless message is in from.
	Pass(before []uint32, event uint64, after []uint32, from []int32) (passed []int32, process, message, copies int)
}

// chainSystem wraps a System and adds a slot for chains. Its events are those of the System, but each outcome of an
// event has a class of its own, so that events remain distinct.
type chainSystem struct {
	explore.System
	chains  MessageChains
	width   int // of the wrapped System
	classes int // number of classes of its events
	// inside reports whether a state of the wrapped System is in the Region of the query. Only these have successors:
	// chains that are bounded there may grow without bound elsewhere.
	inside func(v []uint32) (bool, error)
}

// way returns the event for an outcome: its class is offset by twice the number of the outcome, plus the cost, 0 or
// 1.
func (c chainSystem) way(event uint64, outcome, cost int) (uint64, error) {
	if way := 2*outcome + cost; (way+1)*c.classes <= explore.MaxClasses {
		return event + uint64(way*c.classes)*oneClass, nil
	}
	return 0, errBroad
}

// oneClass is the distance between the events of one class and those of the next.
const oneClass = 1 << 64 / explore.MaxClasses

var errBroad = errors.New("a step sends too many messages for their chains to be followed")

// plain returns the event of the wrapped System and the cost of the step.
func (c chainSystem) plain(event uint64) (plain uint64, cost uint8) {
	way := explore.Class(event) / c.classes
	return event - uint64(way*c.classes)*oneClass, uint8(way & 1)
}

// Width implements explore.System.
func (c chainSystem) Width() int { return c.width + 1 }

// strip turns a path of the wrapper into one of the wrapped System.
func (c chainSystem) strip(p explore.Path) explore.Path {
	p.Initial = p.Initial[:c.width:c.width]
	for i, s := range p.Steps {
		event, _ := c.plain(s.Event)
		p.Steps[i] = explore.PathStep{Event: event, State: s.State[:c.width:c.width]}
	}
	return p
}

// passing is the current step of the wrapped System, with what it passes on. It is used by one goroutine.
type passing struct {
	chainSystem
	inner explore.Stepper
	v     []uint32 // the state before, of the wrapped System
	next  []uint32 // the state after
	from  []int32
	old   []bool // Carriers of the state before
	alike []bool // Carriers of the state after

	process, message, copies int

	slots  []int32
	values []uint32
	emit   func(event uint64, slots []int32, values []uint32)
	failed error
}

func newPassing(c chainSystem) passing {
	return passing{chainSystem: c, inner: c.System.Stepper(), next: make([]uint32, c.width)}
}

// each calls visit for each step from state v.
func (p *passing) each(v []uint32, emit func(event uint64, slots []int32, values []uint32),
	visit func(event uint64)) error {
	p.v, p.emit, p.failed = v[:p.width], emit, nil
	if inside, err := p.inside(p.v); err != nil || !inside {
		return err
	}
	p.old = p.chains.Carriers(p.v, p.old[:0])
	err := p.inner.Step(p.v, func(event uint64, slots []int32, values []uint32) {
		explore.Apply(p.next, p.v, slots, values)
		p.slots, p.values = append(p.slots[:0], slots...), append(p.values[:0], values...)
		p.from, p.process, p.message, p.copies = p.chains.Pass(p.v, event, p.next, p.from[:0])
		p.alike = p.chains.Carriers(p.next, p.alike[:0])
		if len(p.from) != len(p.alike) {
			p.failed = fmt.Errorf("a step leads to %d carriers, and tells of %d", len(p.alike), len(p.from))
		}
		if p.failed == nil {
			visit(event)
		}
	})
	return errors.Join(err, p.failed)
}

// done emits a successor, with the given value in the last slot.
func (p *passing) done(event uint64, outcome, cost int, carried uint32) {
	number, err := p.way(event, outcome, cost)
	if err != nil {
		p.failed = err
		return
	}
	p.emit(number, append(p.slots, int32(p.width)), append(p.values, carried))
}

// first returns the first of the carriers that are interchangeable with the given one.
func first(alike []bool, carrier int) int {
	for alike[carrier] {
		carrier--
	}
	return carrier
}

// one is the wrapper that follows a single chain: the last slot is the carrier of the chain. The length of the
// longest chain of any execution is the largest cost of an execution of the wrapper.
type one struct{ chainSystem }

// Initial emits each initial state with each carrier: a chain may begin anywhere.
func (o one) Initial(emit func(v []uint32)) error {
	return o.System.Initial(func(v []uint32) {
		for c, alike := range o.chains.Carriers(v, nil) {
			if !alike {
				emit(append(slices.Clone(v), uint32(c)))
			}
		}
	})
}

func (o one) Stepper() explore.Stepper { return &oneStepper{passing: newPassing(o.chainSystem)} }

type oneStepper struct {
	passing
	done [][2]int // the carriers and costs already emitted for the current event
}

// lost stands for the carrier of a chain that cannot be continued. The rest of the execution adds nothing to it, and
// may end or not.
const lost = math.MaxUint32

// Step implements Stepper.
func (s *oneStepper) Step(v []uint32, emit func(event uint64, slots []int32, values []uint32)) error {
	carrier := int(v[s.width])
	return s.each(v, emit, func(event uint64) {
		s.done = s.done[:0]
		is := func(other int) bool { return other >= 0 && first(s.old, other) == carrier }
		for next, from := range s.from {
			switch {
			case from >= 0 && is(int(from)):
				s.arrive(event, next, 0)
			case from < 0 && s.process == carrier:
				s.arrive(event, next, 0)
			}
			if s.process >= 0 && (from < 0 || next == s.process) && is(s.message) {
				s.arrive(event, next, 1)
			}
		}
		if len(s.done) == 0 {
			s.passing.done(event, 0, 0, lost)
		}
	})
}

// arrive makes the chain lead to a carrier of the state after.
func (s *oneStepper) arrive(event uint64, carrier, cost int) {
	arrival := [2]int{first(s.alike, carrier), cost}
	if slices.Contains(s.done, arrival) {
		return
	}
	s.passing.done(event, len(s.done), cost, uint32(arrival[0]))
	s.done = append(s.done, arrival)
}
