package system

import (
	"errors"
	"fmt"

	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/naming"
)

// PlaceKind is the kind of a Place.
type PlaceKind uint8

// The kinds of places.
const (
	PlaceProcess  PlaceKind = iota // a process; the slot holds a Held
	PlaceSuspects                  // whom a process suspects; a naming.IDSet
	PlaceChannel                   // a channel; a []Transit
	PlaceVariable                  // a shared variable; its value
	PlaceBudget                    // the remaining fault budget; a Left
	PlacePhase                     // whether the system has stabilised
	PlaceRing                      // not a slot but all channels of a ring in one direction, as a []Passing
)

// Place says what a slot of the vector of an Instance holds.
type Place struct {
	Kind  PlaceKind
	A, B  model.ID // the process, or the ends of the channel; otherwise model.None
	Index int      // of the variable
}

// Part is what a place of a state, or of a view of one, holds.
type Part struct {
	At    Place
	Holds any
}

// Passing is something on the way round a ring, to the right: a process, or a message in transit. If a message names a
// process, At is that process. So a view lacks the messages that name somebody who is not in the view, and has between
// two of its processes the messages that are between them, whoever else is there.
type Passing struct {
	Process bool
	At      model.ID // the process, or whom the message names; model.None if nobody
	Transit Transit
}

// Held is the content of the slot of a process.
type Held struct {
	Local  any
	Stored any
	Kept   bool // Stored was written
	Timers []TimerLeft
	Down   bool
}

// TimerLeft is a timer that is set.
type TimerLeft struct {
	Name string
	Left uint32
}

// Left is the remaining fault budget, in the order of Faults.Budgets.
type Left budget

// Transit is a message in a channel.
type Transit struct {
	Message    any
	Wait, Left uint16
}

// Places returns what each slot holds. It fails for a system with slots that no PlaceKind describes.
func (s *System) Places() ([]Place, error) {
	p, ok := s.front.(*processes)
	if !ok {
		return nil, errors.New("it is not made of processes and channels")
	}
	for what, is := range map[string]bool{
		"links that can be cut":   p.linkSlot >= 0,
		"local clocks":            len(p.clockSlot) > 0,
		"a history of operations": p.historySlot >= 0,
		"a Constraint":            s.Constrained(),
	} {
		if is {
			return nil, fmt.Errorf("it has %s", what)
		}
	}
	all := make([]Place, p.width)
	for slot, k := range p.slotKinds {
		at := Place{A: model.None, B: model.None}
		switch k.kind {
		case locationLocal:
			at.Kind, at.A = PlaceProcess, k.a
		case locationSuspects:
			at.Kind, at.A = PlaceSuspects, k.a
		case locationChannel:
			at.Kind, at.A, at.B = PlaceChannel, k.a, k.b
		case locationVariable:
			at.Kind, at.Index = PlaceVariable, slot-int(p.varSlot[0])
		case locationElement:
			return nil, fmt.Errorf("the shared variable %s is a map", p.declared(int32(slot)-p.varSlot[0]).name)
		default:
			if at.Kind = PlacePhase; int32(slot) == p.budgetSlot {
				at.Kind = PlaceBudget
			}
		}
		all[slot] = at
	}
	return all, nil
}

// Take returns the content of the slot of a place, as a value that shares no memory.
func (s *System) Take(at Place, holds uint32) any {
	p := s.front.(*processes)
	switch at.Kind {
	case PlaceProcess:
		r := p.rows[at.A].at(holds)
		h := Held{Down: r.down, Kept: r.stored != 0}
		if !r.down {
			h.Local = p.copied(r.local)
		}
		if h.Kept {
			h.Stored = p.copied(r.stored - 1)
		}
		for _, t := range *p.timers.at(r.timers) {
			h.Timers = append(h.Timers, TimerLeft{*p.timerIDs.at(t.name), t.left})
		}
		return h
	case PlaceSuspects:
		return naming.IDSet(*p.suspects.at(holds))
	case PlaceChannel:
		var all []Transit
		for _, id := range p.contents.at(holds).entries {
			e := p.entry(id)
			all = append(all, Transit{p.copied(e.message), e.wait, e.left})
		}
		return all
	case PlaceVariable:
		return p.copied(holds)
	case PlaceBudget:
		return Left(*p.budgets.at(holds))
	}
	return holds
}

// Put interns what Take returned, for this or for another system, and returns the content for the slot of a place.
func (s *System) Put(at Place, what any) uint32 {
	p := s.front.(*processes)
	switch x := what.(type) {
	case Held:
		r := record{down: x.Down}
		if !x.Down {
			r.local = p.value("local state", x.Local)
		}
		if x.Kept {
			r.stored = p.value("stored value", x.Stored) + 1
		}
		var set timerSet
		for _, t := range x.Timers {
			set = append(set, timer{intern(&p.timerIDs, t.Name), t.Left})
		}
		r.timers = p.timerSetOf(set)
		return p.row(at.A, r)
	case []Transit:
		var entries []uint32
		for _, t := range x {
			entries = append(entries, p.entryOf(entry{p.value("message", t.Message), t.Wait, t.Left}))
		}
		p.order(entries)
		return p.contentOf(entries)
	}
	switch at.Kind {
	case PlaceSuspects:
		return intern(&p.suspects, uint64(what.(naming.IDSet)))
	case PlaceBudget:
		return intern(&p.budgets, budget(what.(Left)))
	case PlacePhase:
		return what.(uint32)
	}
	return p.value("shared variable", what)
}
