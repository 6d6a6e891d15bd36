package system

import (
	"slices"

	"github.com/anel-mc/mc/model"
)

// Location is a part of a state that events and properties read and write separately. Locations are comparable.
type Location struct {
	Kind LocationKind

	// Process is the process that the part belongs to, or the sender of a channel or link; None for the others.
	Process model.ID

	// To is the receiver of a channel or link; None for the others.
	To model.ID

	// Variable is the name of a shared variable, and Key that of an element, empty for the whole.
	Variable, Key string
}

// LocationKind is a kind of Location.
type LocationKind string

// The kinds of locations.
const (
	LocationLocal    LocationKind = "local state"    // of a process that is up
	LocationUp       LocationKind = "up"             // whether a process is up
	LocationStored   LocationKind = "stable storage" // of a process
	LocationTimers   LocationKind = "timers"         // of a process
	LocationSuspects LocationKind = "suspects"       // of a process
	LocationClock    LocationKind = "clock"          // of a process
	LocationChannel  LocationKind = "channel"        // its messages
	LocationLink     LocationKind = "link"           // whether a channel is cut off; of None: whether there is a partition
	LocationVariable LocationKind = "variable"       // a shared one, or an element of one that is a map
	LocationMap      LocationKind = "map"            // a shared variable that is a map, as a whole
	LocationPhase    LocationKind = "phase"          // whether the system is stable
	LocationTime     LocationKind = "time"           // how many ticks have passed
	LocationHistory  LocationKind = "history"        // of operations
	LocationWhole    LocationKind = "whole"          // the value of a Machine
)

// Accumulates reports whether what is written to a location of this kind depends on what was there before. For a local
// state it does not: a handler that reads the previous one is recorded as reading it.
func (k LocationKind) Accumulates() bool {
	switch k {
	case LocationLocal, LocationUp, LocationStored, LocationVariable:
		return false
	}
	return true
}

// Reads returns the locations that determine, in state v, that an event can happen and what it does. Channels are left
// out, since which message a step takes is part of the step. So is what is shared without any process learning of it:
// the budget of failures, and how far apart clocks may be. A Machine is one location. The error is a *model.Error.
func (s *System) Reads(v []uint32, event uint64) ([]Location, error) {
	p, ok := s.front.(*processes)
	if !ok {
		return wholeMachine(), nil
	}
	handler, err := p.handlerReads(v, event)
	if err != nil {
		return nil, err
	}
	return p.eventReads(v, event, p.locations(handler)), nil
}

// Writes returns the locations, except channels, whose value a step changes.
func (s *System) Writes(before []uint32, event uint64, after []uint32) []Location {
	if p, ok := s.front.(*processes); ok {
		return p.changes(before, event, after)
	}
	if slices.Equal(before, after) {
		return nil
	}
	return wholeMachine()
}

// wholeMachine returns the only location of a Machine.
func wholeMachine() []Location {
	return []Location{located(LocationWhole, model.None)}
}

// Reads returns what the question reads in order to be answered: about a state, which is after; or about a step, in
// the states before and after it. The error is a *model.Error.
func (q *Question) Reads(before []uint32, event uint64, after []uint32) (inBefore, inAfter []Location, fault error) {
	sys, ok := q.sys.front.(*processes)
	if !ok {
		if q.kind == ofSteps {
			inBefore = wholeMachine()
		}
		return inBefore, wholeMachine(), nil
	}
	r := run{plain: true, reads: sys.reads(before, after)}
	q.user.Lock()
	defer q.user.Unlock()
	fault = guard(q.where(event), func() {
		var e model.Event
		p := q.subject(&e, before, event, nil)
		q.askOf(&r, before, &e, p, after)
	})
	var was, is []location
	for _, d := range r.decisions {
		if d.location.before {
			was = append(was, d.location)
		} else {
			is = append(is, d.location)
		}
	}
	return sys.locations(was), sys.locations(is), fault
}

// Network returns the network of an Instance; false for a Machine.
func (s *System) Network() (model.Network, bool) {
	if p, ok := s.front.(*processes); ok {
		return p.inst.Network, true
	}
	return model.Network{}, false
}

// handlerReads returns what the handler of an event reads in addition to its arguments.
func (s *processes) handlerReads(v []uint32, number uint64) (found []location, err error) {
	t := s.stepper()
	// What is read belongs to the successor that is being built, whose number is t.now.
	var parts []location
	var of uint32
	t.reads = func(p location) uint32 {
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

// locations converts locations to the exported form, without duplicates.
func (s *processes) locations(parts []location) []Location {
	var all []Location
	add := func(x Location) {
		if !slices.Contains(all, x) {
			all = append(all, x)
		}
	}
	variable := func(shard int32, key string) {
		x := located(LocationVariable, model.None)
		if x.Variable, x.Key = s.declared(shard).name, key; key == "" && s.declared(shard).isMap() {
			x.Kind = LocationMap
		}
		add(x)
	}
	for _, x := range parts {
		p := model.ID(x.a)
		switch x.kind {
		case locationLocal:
			add(located(LocationLocal, p))
			add(located(LocationUp, p))
		case locationStored:
			add(located(LocationStored, p))
		case locationTimers:
			add(located(LocationTimers, p))
		case locationSuspects:
			add(located(LocationSuspects, p))
		case locationClock:
			add(located(LocationClock, p))
		case locationChannel, locationMessage:
			add(Location{Kind: LocationChannel, Process: s.channels[x.a].from, To: s.channels[x.a].to})
		case locationVariable:
			variable(x.a, "")
		case locationElement:
			variable(x.a, s.elementName(uint32(x.b)))
		case locationPhase:
			add(located(LocationPhase, model.None))
		case locationHistory:
			add(located(LocationHistory, model.None))
		case locationLinks:
			for i := range s.channels {
				if ch := &s.channels[i]; ch.link >= 0 {
					add(Location{Kind: LocationLink, Process: ch.from, To: ch.to})
				}
			}
		}
	}
	return all
}

// located returns a location that belongs to process p, or to none.
func located(kind LocationKind, p model.ID) Location {
	return Location{Kind: kind, Process: p, To: model.None}
}

// eventReads adds what an event itself depends on to what its handler reads.
func (s *processes) eventReads(v []uint32, number uint64, handler []Location) []Location {
	class, actor, index, _ := parts(number)
	c := s.classes[class]
	p := model.ID(s.Owner(number))
	all := handler
	of := func(p model.ID, kinds ...LocationKind) {
		for _, k := range kinds {
			all = append(all, located(k, p))
		}
	}
	link := func(l int) {
		for i := range s.channels {
			if ch := &s.channels[i]; int(ch.link) == l {
				all = append(all, Location{Kind: LocationLink, Process: ch.from, To: ch.to})
			}
		}
	}
	if s.timed {
		of(model.None, LocationTime)
	}
	switch c.Kind {
	case model.Acted:
		of(p, LocationLocal, LocationUp)
	case model.Deliver, model.Duplicate:
		of(p, LocationUp)
		if !s.rows[p].at(v[s.procSlot[p]]).down {
			of(p, LocationLocal)
		}
	case model.Timeout:
		of(p, LocationLocal, LocationUp, LocationTimers)
	case model.Crash:
		of(p, LocationUp)
	case model.Recover:
		of(p, LocationUp, LocationStored)
	case model.Suspect, model.Trust:
		of(p, LocationUp, LocationSuspects)
		if s.kinds[p].Detect != nil {
			of(p, LocationLocal)
		}
		of(model.ID(index), LocationUp) // whether it is right
	case model.Cut:
		link(actor)
	case model.Partition:
		of(model.None, LocationLink)
	case model.Heal:
		if actor == len(s.links) {
			of(model.None, LocationLink)
		} else {
			link(actor)
		}
	case model.Tick, model.SetBack:
		if c.Kind == model.SetBack || c.Process != "" {
			of(model.ID(actor), LocationClock)
		}
	}
	return all
}

// changes implements System.Writes.
func (s *processes) changes(before []uint32, number uint64, after []uint32) []Location {
	var changed []location
	for x := range s.visible {
		switch x.kind {
		case locationLocal, locationChannel, locationLinks: // handled below
		default:
			if s.read(before, x) != s.read(after, x) {
				changed = append(changed, x)
			}
		}
	}
	for shard, slot := range s.varSlot {
		if shard := int32(shard); before[slot] != after[slot] && s.declared(shard).isMap() {
			for key := range s.differ(before[slot], after[slot]) {
				changed = append(changed, location{kind: locationElement, a: shard, b: int32(key)})
			}
		}
	}
	all := s.locations(changed)
	for p := range model.ID(s.n) {
		x := location{kind: locationLocal, a: int32(p)}
		was, is := s.read(before, x), s.read(after, x)
		if was != is {
			all = append(all, located(LocationLocal, p))
		}
		if (was == 0) != (is == 0) {
			all = append(all, located(LocationUp, p))
		}
	}
	if s.linkSlot >= 0 {
		all = s.relinked(s.cuts.at(before[s.linkSlot]), s.cuts.at(after[s.linkSlot]), all)
	}
	class, _, _, _ := parts(number)
	if c := s.classes[class]; s.timed && (c.Kind == model.Tick && c.Process == "" || c.Kind == model.Stabilise) {
		all = append(all, located(LocationTime, model.None))
	}
	return all
}

// relinked adds the links that a step changes. One can be cut and lie across a partition, too: then mending either is a
// change, although it stays cut off.
func (s *processes) relinked(was, is *cutSet, all []Location) []Location {
	for i := range s.channels {
		if ch := &s.channels[i]; ch.link >= 0 && (was.has(ch.link) != is.has(ch.link) ||
			was.separates(ch.from, ch.to) != is.separates(ch.from, ch.to)) {
			all = append(all, Location{Kind: LocationLink, Process: ch.from, To: ch.to})
		}
	}
	if was.side != is.side {
		all = append(all, located(LocationLink, model.None))
	}
	return all
}
