package system

import (
	"slices"

	"github.com/anel-mc/mc/model"
)

// Place is something in a state that events and properties read and write by itself. Places are
// comparable.
type Place struct {
	Kind PlaceKind

	// Process is whose it is; of a channel or link, the sender. None for the others.
	Process model.ID

	// To is the receiver of a channel or link; None for the others.
	To model.ID

	// Variable is the name of a shared variable.
	Variable string
}

// PlaceKind is a sort of Place.
type PlaceKind string

// The kinds of places.
const (
	PlaceLocal    PlaceKind = "local state"    // of a process that is up
	PlaceUp       PlaceKind = "up"             // whether a process is
	PlaceStored   PlaceKind = "stable storage" // of a process
	PlaceTimers   PlaceKind = "timers"         // of a process
	PlaceSuspects PlaceKind = "suspects"       // of a process
	PlaceClock    PlaceKind = "clock"          // of a process
	PlaceChannel  PlaceKind = "channel"        // its messages
	PlaceLink     PlaceKind = "link"           // whether a channel is cut off
	PlaceVariable PlaceKind = "variable"       // a shared one
	PlacePhase    PlaceKind = "phase"          // whether the system is stable
	PlaceTime     PlaceKind = "time"           // how many ticks have passed
	PlaceHistory  PlaceKind = "history"        // of operations
	PlaceWhole    PlaceKind = "whole"          // the value of a Machine
)

// Accumulates reports whether what is written to places of this kind depends on what was there before. A
// local state does not: who reads the one before, says so by itself.
func (k PlaceKind) Accumulates() bool {
	switch k {
	case PlaceLocal, PlaceUp, PlaceStored, PlaceVariable:
		return false
	}
	return true
}

// Reads returns the places that decide, in state v, that an event can happen and what it does. Left out are
// channels, since which message a step takes is part of the step, and what is shared without
// anybody learning of it: the budget of failures, and how far apart clocks may be. A Machine is one place. The
// error is an *Error.
func (s *System) Reads(v []uint32, event uint64) ([]Place, error) {
	p, ok := s.front.(*processes)
	if !ok {
		return []Place{{Kind: PlaceWhole, Process: model.None, To: model.None}}, nil
	}
	handler, err := p.looked(v, event)
	if err != nil {
		return nil, err
	}
	return p.eventReads(v, event, p.places(handler)), nil
}

// Writes returns the places, but for channels, that a step gives another value.
func (s *System) Writes(before []uint32, event uint64, after []uint32) []Place {
	if p, ok := s.front.(*processes); ok {
		return p.changes(before, event, after)
	}
	if slices.Equal(before, after) {
		return nil
	}
	return []Place{{Kind: PlaceWhole, Process: model.None, To: model.None}}
}

// Reads returns what the question reads to be answered: of a state, which is after; or of a step, in
// the states before and after it. The error is an *Error.
func (p *Predicate) Reads(before []uint32, event uint64, after []uint32) (inBefore, inAfter []Place, fault error) {
	sys, ok := p.sys.front.(*processes)
	if !ok {
		whole := []Place{{Kind: PlaceWhole, Process: model.None, To: model.None}}
		if p.step {
			inBefore = whole
		}
		return inBefore, whole, nil
	}
	var e model.Event
	if p.step {
		e = sys.eventOf(before, event, nil)
	}
	r := run{plain: true, reads: func(x part) uint32 {
		if x.before {
			return sys.read(before, x)
		}
		return sys.read(after, x)
	}}
	p.user.Lock()
	defer p.user.Unlock()
	fault = model.Guard(p.where, func() {
		_ = p.ask(sys.state(before, true, &r), e, sys.state(after, false, &r))
	})
	var was, is []part
	for _, d := range r.decisions {
		if d.part.before {
			was = append(was, d.part)
		} else {
			is = append(is, d.part)
		}
	}
	return sys.places(was), sys.places(is), fault
}

// Network returns what an Instance says of its network; false for a Machine.
func (s *System) Network() (model.Network, bool) {
	if p, ok := s.front.(*processes); ok {
		return p.inst.Network, true
	}
	return model.Network{}, false
}

// looked returns what the handler of an event reads beside its arguments.
func (s *processes) looked(v []uint32, number uint64) (found []part, err error) {
	t := s.stepper()
	// What is read belongs to the successor that is being built; now is its number.
	var parts []part
	var of uint32
	t.reads = func(p part) uint32 {
		if of != t.now {
			of, parts = t.now, nil
		}
		parts = append(parts, p)
		return s.read(t.next, p)
	}
	err = t.Step(v, func(e uint64, _ []int32, _ []uint32) {
		if e == number && of == t.now {
			found = slices.Clone(parts)
		}
	})
	return found, err
}

// places returns the places of parts.
func (s *processes) places(parts []part) []Place {
	var all []Place
	add := func(kind PlaceKind, p, to model.ID) {
		if x := (Place{Kind: kind, Process: p, To: to}); !slices.Contains(all, x) {
			all = append(all, x)
		}
	}
	for _, x := range parts {
		p := model.ID(x.a)
		switch x.kind {
		case partLocal:
			add(PlaceLocal, p, model.None)
			add(PlaceUp, p, model.None)
		case partStored:
			add(PlaceStored, p, model.None)
		case partTimers:
			add(PlaceTimers, p, model.None)
		case partSuspects:
			add(PlaceSuspects, p, model.None)
		case partClock:
			add(PlaceClock, p, model.None)
		case partChannel, partMessage:
			add(PlaceChannel, s.channels[x.a].from, s.channels[x.a].to)
		case partVariable:
			all = append(all, Place{Kind: PlaceVariable, Process: model.None, To: model.None, Variable: s.inst.Variables[x.a].Name()})
		case partPhase:
			add(PlacePhase, model.None, model.None)
		case partHistory:
			add(PlaceHistory, model.None, model.None)
		case partLinks:
			for i := range s.channels {
				if ch := &s.channels[i]; ch.link >= 0 {
					add(PlaceLink, ch.from, ch.to)
				}
			}
		}
	}
	return all
}

// eventReads adds to what the handler of an event reads what the event itself depends on.
func (s *processes) eventReads(v []uint32, number uint64, handler []Place) []Place {
	class, actor, index, _ := parts(number)
	c := s.classes[class]
	p := model.ID(s.owner(number))
	all := handler
	of := func(p model.ID, kinds ...PlaceKind) {
		for _, k := range kinds {
			all = append(all, Place{Kind: k, Process: p, To: model.None})
		}
	}
	if s.timed {
		of(model.None, PlaceTime)
	}
	switch c.Kind {
	case model.Acted:
		of(p, PlaceLocal, PlaceUp)
	case model.Deliver, model.Duplicate:
		of(p, PlaceUp)
		if !s.rows[p].at(v[s.procSlot[p]]).down {
			of(p, PlaceLocal)
		}
	case model.Timeout:
		of(p, PlaceLocal, PlaceUp, PlaceTimers)
	case model.Crash:
		of(p, PlaceUp)
	case model.Recover:
		of(p, PlaceUp, PlaceStored)
	case model.Suspect, model.Trust:
		of(p, PlaceUp, PlaceSuspects)
		if s.kinds[p].Detect != nil {
			of(p, PlaceLocal)
		}
		of(model.ID(index), PlaceUp) // whether it is right
	case model.Tick, model.SetBack:
		if c.Kind == model.SetBack || c.Process != "" {
			of(model.ID(actor), PlaceClock)
		}
	}
	return all
}

// changes implements System.Changes.
func (s *processes) changes(before []uint32, number uint64, after []uint32) []Place {
	var changed []part
	compare := func(kind partKind, n int, has bool) {
		for a := 0; has && a < n; a++ {
			if x := (part{kind: kind, a: int32(a)}); s.read(before, x) != s.read(after, x) {
				changed = append(changed, x)
			}
		}
	}
	compare(partStored, s.n, true)
	compare(partTimers, s.n, true)
	compare(partSuspects, s.n, len(s.suspectSlot) > 0)
	compare(partClock, s.n, len(s.clockSlot) > 0)
	compare(partVariable, len(s.varSlot), true)
	compare(partPhase, 1, s.phaseSlot >= 0)
	compare(partHistory, 1, s.historySlot >= 0)
	all := s.places(changed)
	for p := range model.ID(s.n) {
		x := part{kind: partLocal, a: int32(p)}
		was, is := s.read(before, x), s.read(after, x)
		if was != is {
			all = append(all, Place{Kind: PlaceLocal, Process: p, To: model.None})
		}
		if (was == 0) != (is == 0) {
			all = append(all, Place{Kind: PlaceUp, Process: p, To: model.None})
		}
	}
	for i := range s.channels {
		if ch := &s.channels[i]; s.severed(before, ch) != s.severed(after, ch) {
			all = append(all, Place{Kind: PlaceLink, Process: ch.from, To: ch.to})
		}
	}
	class, _, _, _ := parts(number)
	if c := s.classes[class]; s.timed && (c.Kind == model.Tick && c.Process == "" || c.Kind == model.Stabilise) {
		all = append(all, Place{Kind: PlaceTime, Process: model.None, To: model.None})
	}
	return all
}
