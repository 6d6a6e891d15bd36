package system

import (
	"errors"
	"slices"

	"github.com/anel-mc/mc/model"
)

// Products represents the events of a compiled Instance as products of functions of single slots. The outcomes of
// handlers are of this form: a process goes from one row to another, a message is removed from a channel and others
// are added to some, a budget is spent. It may be used by one goroutine at a time; see package explore/symbolic for
// what its methods mean.
//
// Where processes stop for good, messages sent to a stopped process are lost. So that sending does not depend on the
// receiver, a crash leaves a special content in the channels to the process, which absorbs everything that is sent.
type Products struct {
	s         *processes
	t         *stepper
	groups    []eventGroup
	functions [][]primitive // by number
	numbers   map[string]uint32
	dead      uint32     // the content of channels to processes that have stopped
	messages  [][]uint32 // by content: the messages that can be delivered; nil until needed
	losable   [][]uint32 // by content: what can be lost; nil until needed

	vector   []uint32
	of       learning
	product  product
	read     []location // what the running handler has read
	numbered []uint32
	row      func(owed bool, slots []int32, functions []uint32)
}

// eventGroup is a group of events: everything that a process does of its own accord, all deliveries of a channel, and
// so on.
type eventGroup struct {
	kind  groupKind
	p, q  model.ID // the process, and the one that it suspects or trusts
	ch    int32    // the channel
	slots []int32
	whole []bool
}

type groupKind uint8

const (
	ofProcess groupKind = iota // acts, timeouts, crash and recovery of p
	ofDeliveries
	ofLosses
	ofSuspicion // whether p suspects q
	ofLinks
	ofPhase
)

// primitive is a partial function of the value of a slot. A function is a sequence of one or more primitives.
type primitive struct {
	kind primitiveKind
	a, b uint32
}

type primitiveKind uint8

const (
	becomes primitiveKind = iota // a becomes b
	gets                         // anything becomes a
	pops                         // message a, which can be delivered, leaves the channel
	has                          // message a can be delivered
	removed                      // the entry at position a, which can be lost, leaves the channel
	pushes                       // entry a is added to the channel
	stops                        // the channel loses everything, now and later
	cleared                      // the channel loses everything
	spends                       // a failure of kind a is taken from the budget
	puts                         // element a is put into the shard
	isUp                         // the identity, defined for rows of process a that are up
	isDown                       // the identity, defined for rows of process a that are down
)

// product is what one event does: what it does to each of some slots.
type product struct {
	slots []int32
	does  [][]primitive
}

func (p *product) reset() { p.slots, p.does = p.slots[:0], p.does[:0] }

// add appends f to what is done to a slot.
func (p *product) add(slot int32, f primitive) {
	if i := slices.Index(p.slots, slot); i >= 0 {
		p.does[i] = append(p.does[i], f)
		return
	}
	p.slots, p.does = append(p.slots, slot), append(p.does, []primitive{f})
}

// Products returns the events of the system as products. The error says why they cannot be represented that way.
func (s *System) Products() (*Products, error) {
	p, ok := s.front.(*processes)
	switch {
	case !ok:
		return nil, errors.New("a Machine's action may make anything of the whole state")
	case s.Constrained():
		return nil, errors.New("the model has a Constraint, which looks at whole states")
	case p.timed:
		return nil, errors.New("its timing is not async: a tick changes all timers and messages together")
	case len(p.clockSlot) > 0:
		return nil, errors.New("it has clocks: how far one may go depends on all of them")
	case p.historySlot >= 0:
		return nil, errors.New("it keeps a history of operations, which has as many values as there are executions")
	}
	return newProducts(p), nil
}

func newProducts(s *processes) *Products {
	p := &Products{s: s, t: s.stepper(), numbers: map[string]uint32{}}
	p.dead = s.contents.id("-", func(c *content) { *c = content{} })
	reads := p.t.reads
	p.t.reads = func(l location) uint32 {
		p.read = append(p.read, l)
		return reads(l)
	}
	p.t.watch = p.outcome
	// common returns the slots that any handler of a process may depend on, besides its own.
	common := func(of model.ID) (slots []int32) {
		slots = append(slots, s.varSlot...)
		if len(s.suspectSlot) > 0 {
			slots = append(slots, s.suspectSlot[of])
		}
		if s.linkSlot >= 0 {
			slots = append(slots, s.linkSlot)
		}
		return slots
	}
	add := func(g eventGroup, whole []int32, partly ...int32) {
		g.slots = append(slices.Clone(whole), partly...)
		g.whole = append(slices.Repeat([]bool{true}, len(whole)), slices.Repeat([]bool{false}, len(partly))...)
		p.groups = append(p.groups, g)
	}
	for of := range model.ID(s.n) {
		own := append([]int32{s.procSlot[of]}, common(of)...)
		add(eventGroup{kind: ofProcess, p: of}, own)
		for q := range model.ID(s.n) {
			if len(s.suspectSlot) == 0 || q == of {
				continue
			}
			slots := own
			if s.phaseSlot >= 0 {
				slots = append(slices.Clone(own), s.phaseSlot)
			}
			add(eventGroup{kind: ofSuspicion, p: of, q: q}, slots, s.procSlot[q])
		}
	}
	for c := range s.channels {
		ch := &s.channels[c]
		add(eventGroup{kind: ofDeliveries, p: ch.to, ch: int32(c)}, append([]int32{s.procSlot[ch.to]}, common(ch.to)...),
			ch.slot)
		if s.class.lose >= 0 {
			add(eventGroup{kind: ofLosses, ch: int32(c)}, nil, ch.slot)
		}
	}
	if s.linkSlot >= 0 {
		add(eventGroup{kind: ofLinks}, []int32{s.linkSlot})
	}
	if s.phaseSlot >= 0 {
		add(eventGroup{kind: ofPhase}, []int32{s.phaseSlot})
	}
	return p
}

// Groups returns how many groups of events there are.
func (p *Products) Groups() int { return len(p.groups) }

// Reads returns the slots that a group's events depend on, and for each whether the group sees its whole value.
func (p *Products) Reads(group int) (slots []int32, whole []bool) {
	return p.groups[group].slots, p.groups[group].whole
}

// Sees returns what a group sees of a value of the slot that it reads in part: whether a process is down, which
// messages can be delivered, or what can be lost.
func (p *Products) Sees(group, _ int, value uint32) []uint32 {
	g := &p.groups[group]
	if g.kind == ofSuspicion {
		return []uint32{uint32(boolean(p.s.rows[g.q].at(value).down))}
	}
	known := &p.messages
	if g.kind == ofLosses {
		known = &p.losable
	}
	for int(value) >= len(*known) {
		*known = append(*known, nil)
	}
	if (*known)[value] == nil {
		(*known)[value] = p.contains(value, g.kind == ofLosses)
	}
	return (*known)[value]
}

// contains returns what can be delivered of a channel's content, or lost. It is never nil.
func (p *Products) contains(content uint32, losses bool) []uint32 {
	all := []uint32{}
	c := p.s.contents.at(content)
	places := c.next
	if losses {
		places = c.losable
	}
	for _, at := range places {
		if losses && p.s.inst.Network.Order == model.FIFO {
			all = append(all, uint32(at))
		} else {
			all = append(all, p.s.entry(c.entries[at]).message)
		}
	}
	return all
}

// Only returns the only value that a function is defined for, if there is exactly one.
func (p *Products) Only(function uint32) (from uint32, only bool) {
	f := p.functions[function][0]
	return f.a, f.kind == becomes
}

// Plain turns a vector with special contents of channels into one of the system, in place.
func (p *Products) Plain(v []uint32) {
	for i := range p.s.channels {
		if slot := p.s.channels[i].slot; v[slot] == p.dead {
			v[slot] = 0
		}
	}
}

// number interns a function.
func (p *Products) number(f []primitive) uint32 {
	key := make([]uint32, 0, 3*len(f))
	for _, x := range f {
		key = append(key, uint32(x.kind), x.a, x.b)
	}
	text := words(key)
	if n, ok := p.numbers[text]; ok {
		return n
	}
	n := uint32(len(p.functions))
	p.functions = append(p.functions, slices.Clone(f))
	p.numbers[text] = n
	return n
}

// Apply applies a function to a value, unless it is not defined there.
func (p *Products) Apply(function, value uint32) (after uint32, defined bool) {
	for _, f := range p.functions[function] {
		if value, defined = p.apply(f, value); !defined {
			return 0, false
		}
	}
	return value, true
}

func (p *Products) apply(f primitive, value uint32) (after uint32, defined bool) {
	s := p.s
	switch f.kind {
	case becomes:
		return f.b, value == f.a
	case gets:
		return f.a, true
	case pops, has:
		c := s.contents.at(value)
		for _, at := range c.next {
			switch {
			case s.entry(c.entries[at]).message != f.a:
			case f.kind == has:
				return value, true
			default:
				return s.pop(value, at), true
			}
		}
		return 0, false
	case removed:
		if !slices.Contains(s.contents.at(value).losable, int32(f.a)) {
			return 0, false
		}
		return s.pop(value, int32(f.a)), true
	case pushes:
		if value == p.dead {
			return value, true
		}
		if limit := s.inst.Network.Capacity; limit > 0 && len(s.contents.at(value).entries) >= limit {
			return 0, false
		}
		return s.push(value, f.a), true
	case stops:
		return p.dead, true
	case cleared:
		if value == p.dead {
			return value, true
		}
		return 0, true
	case spends:
		return s.spend(value, int(f.a))
	case puts:
		return s.with(value, f.a), true
	case isUp:
		return value, !s.rows[f.a].at(value).down
	}
	return value, s.rows[f.a].at(value).down // isDown
}
