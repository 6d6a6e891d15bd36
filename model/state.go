package model

import (
	"fmt"
	"iter"
	"reflect"
)

// State is a view of a state of the whole system, for properties and pictures.
// What is read from it must not be changed. A property's function may not keep
// it beyond its call.
type State struct {
	sys front
	v   []uint32
	// Of the two states of a step property, whether this is the first.
	before bool
	run    *run // records what is read, nil for nobody
	// Of a state that a view is given: which view, and of which process.
	only    *view
	process ID
}

func (s State) part(p part) uint32 {
	p.before = s.before
	if s.only != nil {
		s.confine(p)
	}
	if s.run != nil {
		return s.run.read(p)
	}
	return s.sys.read(s.v, p)
}

// processes returns the compiled instance; what is what the caller wanted of it.
func (s State) processes(what string, ids ...ID) *processes {
	sys, ok := s.sys.(*processes)
	if !ok {
		misuse("a Machine has no %s: use Whole", what)
	}
	for _, p := range ids {
		if p < 0 || int(p) >= sys.n {
			misuse("it asks for the %s of process %d, and there are only %d (0 to %d)", what, p, sys.n, sys.n-1)
		}
	}
	return sys
}

// N returns the number of processes; 0 for a Machine.
func (s State) N() int {
	if sys, ok := s.sys.(*processes); ok {
		return sys.n
	}
	return 0
}

// Name returns what process p is called in reports.
func (s State) Name(p ID) string { return s.processes("name", p).inst.name(p) }

// As returns a value that comes without its type, as local states and messages do, as an S, and whether it is one. A
// nil is one if S is an interface.
func As[S any](v any) (S, bool) {
	x, ok := v.(S)
	return x, ok || v == nil && reflect.TypeFor[S]().Kind() == reflect.Interface
}

// Local returns the local state of process p, which is an S, and whether p is
// up; a process that is down has none.
func Local[S any](s State, p ID) (S, bool) {
	v, up := s.Local(p)
	if !up {
		var zero S
		return zero, false
	}
	x, ok := As[S](v)
	if !ok {
		misuse("the local state of process %d is a %T, not a %v", p, v, reflect.TypeFor[S]())
	}
	return x, true
}

// Locals iterates over the processes that are up and whose local state is an S.
func Locals[S any](s State) iter.Seq2[ID, S] {
	return func(yield func(ID, S) bool) {
		for p := range ID(s.N()) {
			if v, up := s.Local(p); up {
				if x, ok := As[S](v); ok && !yield(p, x) {
					return
				}
			}
		}
	}
}

// Local returns the local state of process p and whether p is up.
func (s State) Local(p ID) (any, bool) {
	sys := s.processes("local state", p)
	v := s.part(part{kind: partLocal, a: int32(p)})
	if v == 0 {
		return nil, false
	}
	return sys.copied(v - 1), true
}

// Up reports whether process p has not crashed, or has recovered.
func (s State) Up(p ID) bool { _, up := s.Local(p); return up }

// Stored returns what is in the stable storage of process p; nil if nothing was
// stored.
func (s State) Stored(p ID) any {
	sys := s.processes("stable storage", p)
	if v := s.part(part{kind: partStored, a: int32(p)}); v != 0 {
		return sys.copied(v - 1)
	}
	return nil
}

// Timers returns the timers of process p that are set, sorted by name.
func (s State) Timers(p ID) []string {
	sys := s.processes("timers", p)
	var names []string
	for _, t := range *sys.timers.at(s.part(part{kind: partTimers, a: int32(p)})) {
		names = append(names, *sys.timerIDs.at(t.name))
	}
	return names
}

// Channel returns the messages on their way from one process to another: in
// the order of sending for FIFO channels, in a fixed order for others. There are none where
// the topology has no channel.
func (s State) Channel(from, to ID) []Message {
	sys := s.processes("channels", from, to)
	c := sys.channelAt[from][to]
	if c < 0 {
		return nil
	}
	var messages []Message
	for _, id := range sys.contents.at(s.part(part{kind: partChannel, a: c})).entries {
		messages = append(messages, unwrapped(sys.copied(sys.entry(id).message)))
	}
	return messages
}

// Messages iterates over all messages on their way, by channel in the order of
// senders, then receivers.
func (s State) Messages() iter.Seq2[Link, Message] {
	sys := s.processes("channels")
	return func(yield func(Link, Message) bool) {
		for c := range sys.channels {
			ch := &sys.channels[c]
			for _, m := range s.Channel(ch.from, ch.to) {
				if !yield(Link{ch.from, ch.to}, m) {
					return
				}
			}
		}
	}
}

// OnItsWay reports whether a message of type M from process p is on its way to anybody.
func OnItsWay[M any](s State, p ID) bool {
	for q := range ID(s.N()) {
		for _, m := range s.Channel(p, q) {
			if _, is := As[M](m); is {
				return true
			}
		}
	}
	return false
}

// Quiet reports whether no message is on its way.
func (s State) Quiet() bool {
	for range s.Messages() {
		return false
	}
	return true
}

// Stable reports whether the system has stabilised; always, unless its timing is
// Partial.
func (s State) Stable() bool {
	sys := s.processes("phase")
	return sys.phaseSlot < 0 || s.part(part{kind: partPhase}) == stable
}

// Severed reports whether the channel between two processes is cut off, by
// itself or by a partition.
func (s State) Severed(from, to ID) bool {
	sys := s.processes("channels", from, to)
	c := sys.channelAt[from][to]
	if c < 0 || sys.linkSlot < 0 || sys.channels[c].link < 0 {
		return false
	}
	cuts := sys.cuts.at(s.part(part{kind: partLinks}))
	return cuts.has(sys.channels[c].link) || cuts.separates(from, to)
}

// Variables iterates over the shared variables that are not hidden, by name in the
// order of Instance.Variables.
func (s State) Variables() iter.Seq2[string, any] {
	sys := s.processes("shared variables")
	return func(yield func(string, any) bool) {
		for x, v := range sys.inst.Variables {
			if v.sharedHidden() {
				continue
			}
			value := sys.copied(s.part(part{kind: partVariable, a: int32(x)}))
			if !yield(v.sharedName(), value) {
				return
			}
		}
	}
}

func (s State) variable(name string) (any, bool) {
	sys := s.processes("shared variables")
	x, ok := sys.variableAt[name]
	if !ok {
		return nil, false
	}
	return sys.copied(s.part(part{kind: partVariable, a: x})), true
}

// Whole returns the value of a Machine, which is an S.
func Whole[S any](s State) S {
	w, ok := s.sys.(interface{ whole(s State) any })
	if !ok {
		misuse("only a Machine has a whole state: use Local")
	}
	v := w.whole(s)
	x, ok := As[S](v)
	if !ok {
		misuse("the state of the machine is a %T, not a %v", v, reflect.TypeFor[S]())
	}
	return x
}

// read returns the value of a part of state v.
func (s *processes) read(v []uint32, p part) uint32 {
	switch p.kind {
	case partLocal:
		if r := s.rows[p.a].at(v[s.procSlot[p.a]]); !r.down {
			return r.local + 1
		}
		return 0
	case partStored:
		return s.rows[p.a].at(v[s.procSlot[p.a]]).stored
	case partTimers:
		return s.rows[p.a].at(v[s.procSlot[p.a]]).timers
	case partChannel:
		return v[s.channels[p.a].slot]
	case partMessage:
		return s.entry(s.contents.at(v[s.channels[p.a].slot]).entries[p.b]).message
	case partVariable:
		return v[s.varSlot[p.a]]
	case partSuspects:
		return v[s.suspectSlot[p.a]]
	case partClock:
		return v[s.clockSlot[p.a]]
	case partPhase:
		return v[s.phaseSlot]
	case partLinks:
		return v[s.linkSlot]
	case partHistory:
		return v[s.historySlot]
	case partView:
		seen, err := s.views.tables()[p.b].get(int(p.a), v[s.procSlot[p.a]])
		if err != nil {
			panic(err)
		}
		return seen
	}
	panic(fmt.Sprintf("model: part %d of a state is not known", p.kind))
}
