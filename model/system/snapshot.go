package system

import (
	"iter"
	"reflect"

	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/internal/envelope"
)

// snapshot is a model.Snapshot of a state of a compiled Instance.
type snapshot struct {
	s *processes
	v []uint32
	// before says that v is the first state of a step.
	before bool
	run    *run // records what is read, if its reads is set; nil for nobody
	// If the state is given to a view, only is the name of the view, and process whom it may look at.
	only    string
	process model.ID
	joined  map[*variable]any // maps that were read as a whole
	// locals caches the local states that were shown last, by process, except those that need copying. It is nil if
	// reads are recorded.
	locals []shownLocal
	// elements is where elements of maps are, except if reads are recorded: to encode a key takes longer than to look
	// up what it is encoded as.
	elements map[namedElement]location
}

// namedElement is an element of a map, as a property names it.
type namedElement struct {
	variable string
	key      any
}

// shownLocal is the local state in a row of a process.
type shownLocal struct {
	row   uint32 // 1 more than the row; 0 for none
	up    bool
	value any
}

// window implements front.
func (s *processes) window(before bool, run *run) window {
	w := &snapshot{s: s, before: before, run: run}
	if run != nil && run.reads == nil {
		w.locals, w.elements = make([]shownLocal, s.n), map[namedElement]location{}
	}
	return w
}

// show implements window.
func (s *snapshot) show(v []uint32) { s.v, s.joined = v, nil }

func (s *snapshot) read(p location) uint32 {
	p.before = s.before
	if s.only != "" {
		s.confine(p)
	}
	if s.run != nil && s.run.reads != nil {
		return s.run.read(p)
	}
	return s.s.read(s.v, p)
}

// give returns an interned value for whoever looks at the state.
func (s *snapshot) give(id uint32) any {
	if s.run == nil {
		return s.s.copied(id)
	}
	return s.run.loans.give(s.s, id)
}

// N implements model.Snapshot, as do the methods that follow.
func (s *snapshot) N() int { return s.s.n }

func (s *snapshot) Process(p model.ID) (name string, local reflect.Type) {
	return s.s.name(p), s.s.kinds[p].LocalType()
}

func (s *snapshot) Local(p model.ID) (any, bool) {
	if s.locals == nil || s.only != "" {
		v := s.read(location{kind: locationLocal, a: int32(p)})
		if v == 0 {
			return nil, false
		}
		return s.give(v - 1), true
	}
	l, at := &s.locals[p], s.v[s.s.procSlot[p]]
	if l.row != at+1 {
		r := s.s.rows[p].at(at)
		if !r.down && s.s.values.at(r.local).shared {
			return s.give(r.local), true
		}
		if *l = (shownLocal{row: at + 1, up: !r.down}); l.up {
			l.value = s.s.values.at(r.local).value
		}
	}
	return l.value, l.up
}

func (s *snapshot) Stored(p model.ID) any {
	if v := s.read(location{kind: locationStored, a: int32(p)}); v != 0 {
		return s.give(v - 1)
	}
	return nil
}

func (s *snapshot) Timers(p model.ID) (names []string) {
	for _, t := range *s.s.timers.at(s.read(location{kind: locationTimers, a: int32(p)})) {
		names = append(names, *s.s.timerIDs.at(t.name))
	}
	return names
}

func (s *snapshot) Suspects(p, q model.ID) bool {
	if s.s.inst.Detector == model.NoDetector {
		model.Misuse("it asks who suspects whom, and the instance has no Detector")
	}
	return *s.s.suspects.at(s.read(location{kind: locationSuspects, a: int32(p)}))>>q&1 != 0
}

func (s *snapshot) Clock(p model.ID, most int) int {
	s.s.needsClock(p)
	return s.s.atMost(s.run, s.read(location{kind: locationClock, a: int32(p)}), most)
}

func (s *snapshot) Channel(from, to model.ID) (messages []model.Message) {
	c := s.s.channelAt[from][to]
	if c < 0 {
		return nil
	}
	for _, id := range s.s.contents.at(s.read(location{kind: locationChannel, a: c})).entries {
		messages = append(messages, envelope.Open(s.give(s.s.entry(id).message)))
	}
	return messages
}

func (s *snapshot) Severed(from, to model.ID) bool {
	c := s.s.channelAt[from][to]
	return c >= 0 && s.s.linkSlot >= 0 && s.s.channels[c].link >= 0 &&
		s.s.cuts.at(s.read(location{kind: locationLinks})).severs(&s.s.channels[c])
}

func (s *snapshot) Stable() bool {
	return s.s.phaseSlot < 0 || s.read(location{kind: locationPhase}) == stable
}

func (s *snapshot) Variable(name string, at bool, key any) (any, bool) {
	x, ok := s.s.variableAt[name]
	if !ok {
		return nil, false
	}
	if !at {
		return s.variable(&s.s.variables[x]), true
	}
	if v := s.read(s.element(&s.s.variables[x], key)); v != 0 {
		return s.give(v - 1), true
	}
	return nil, true
}

// element returns the place of an element of a map.
func (s *snapshot) element(v *variable, k any) location {
	named := namedElement{v.name, k}
	if s.elements != nil { // what is no key is rejected below
		if at, ok := s.elements[named]; ok {
			return at
		}
	}
	key, shard := s.s.keyOf(v, k)
	at := location{kind: locationElement, a: shard, b: int32(key)}
	if s.elements != nil {
		s.elements[named] = at
	}
	return at
}

// variable returns the whole value of a shared variable.
func (s *snapshot) variable(v *variable) any {
	of := func(shard int32) uint32 { return s.read(location{kind: locationVariable, a: shard}) }
	if v.isMap() {
		m := s.joined[v]
		if m == nil {
			m = s.s.joined(v, of)
			if s.joined == nil {
				s.joined = map[*variable]any{}
			}
			s.joined[v] = m
		}
		return m
	}
	return s.give(of(v.first))
}

func (s *snapshot) Variables() iter.Seq2[string, any] {
	return func(yield func(string, any) bool) {
		for x := range s.s.variables {
			if v := &s.s.variables[x]; !v.hidden && !yield(v.name, s.variable(v)) {
				return
			}
		}
	}
}

func (s *snapshot) History() []model.Operation {
	if s.s.historySlot < 0 {
		model.Misuse("the instance keeps no history: set Instance.History")
	}
	var all []model.Operation
	for _, o := range s.s.histories.at(s.read(location{kind: locationHistory})).ops {
		op := model.Operation{Process: o.p, Input: s.give(o.input), Pending: o.pending, Call: o.from, Return: o.to}
		if !o.pending {
			op.Output = s.give(o.output)
		}
		all = append(all, op)
	}
	return all
}

func (s *snapshot) KeepsHistory() bool { return s.s.historySlot >= 0 }

// See looks up the value of a view. It computes the value if the view is not listed, or if what the view reads must be
// recorded (see Question.Reads).
func (s *snapshot) See(v model.Viewed, p model.ID) any {
	if s.only != "" {
		s.confine(location{kind: locationLocal, a: int32(p)})
	}
	if s.run != nil && !s.run.plain {
		for _, q := range s.s.views.list() {
			if q.view == v {
				return s.give(s.read(location{kind: locationView, a: int32(p), b: q.index}) | viewBit)
			}
		}
	}
	name, of := v.Defined()
	confined := *s
	confined.only, confined.process = name, p
	return of(model.NewState(&confined), p)
}

func (*snapshot) Whole() (any, bool) { return nil, false }

// confine panics if a view looks at anything but its process.
func (s *snapshot) confine(x location) {
	switch x.kind {
	case locationLocal, locationStored, locationTimers, locationView:
		if x.a == int32(s.process) {
			return
		}
	}
	model.Misuse("view %q of process %s looks at something else: a view sees the local state, the stable storage "+
		"and the timers of its process only", s.only, s.s.name(s.process))
}

// slotOf returns the slot that holds a part of a state.
func (s *processes) slotOf(p location) int32 {
	switch p.kind {
	case locationLocal, locationStored, locationTimers, locationView:
		return s.procSlot[p.a]
	case locationChannel, locationMessage:
		return s.channels[p.a].slot
	case locationVariable, locationElement:
		return s.varSlot[p.a]
	case locationSuspects:
		return s.suspectSlot[p.a]
	case locationClock:
		return s.clockSlot[p.a]
	case locationPhase:
		return s.phaseSlot
	case locationLinks:
		return s.linkSlot
	}
	return s.historySlot
}

// read returns the value of a part of state v.
func (s *processes) read(v []uint32, p location) uint32 {
	x, err := s.aspect(p, v[s.slotOf(p)])
	if err != nil {
		panic(err)
	}
	return x
}

// reads returns a func that reads the states of a step.
func (s *processes) reads(before, after []uint32) func(location) uint32 {
	return func(x location) uint32 {
		if x.before {
			return s.read(before, x)
		}
		return s.read(after, x)
	}
}
