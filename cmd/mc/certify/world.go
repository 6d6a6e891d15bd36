package main

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/anel-mc/mc/model"
)

// world is a state, or a view of one: the encoding of what there is at each place where there is something.
type world map[place]string

// place is where something is in a world.
type place struct {
	Kind string
	A, B model.ID // the process, or the ends of the channel; otherwise model.None
	Name string   // of the timer, variable, budget, or direction
}

// The kinds of places.
const (
	up       = "process"  // a process: its local state
	down     = "down"     // one that has crashed: true
	stored   = "stored"   // its stable storage, if it was written
	timer    = "timer"    // that is set: a []message without a value, which it gets then
	channel  = "channel"  // that is not empty: a []message
	variable = "variable" // its value
	budget   = "budget"   // of failures, if there may be any: an int, what is left
	walk     = "walk"     // around a ring, in place of its channels, in views: a []step
)

// of is a place of one process, and named one of none.
func of(p model.ID, kind string) place { return place{kind, p, model.None, ""} }
func named(kind, name string) place    { return place{kind, model.None, model.None, name} }

// message is on its way. It has no name as a type, so that its encoding is the same in all programs.
type message = struct {
	Value      any
	Wait, Left int // ticks until it may be received, and must be; 0 under asynchronous time
}

// sorted returns the places of a world in a fixed order.
func sorted[V any](w map[place]V) []place {
	return slices.SortedFunc(maps.Keys(w), func(x, y place) int {
		return cmp.Or(strings.Compare(x.Kind, y.Kind), cmp.Compare(x.A, y.A), cmp.Compare(x.B, y.B),
			strings.Compare(x.Name, y.Name))
	})
}

// show writes a world for people.
func (c *proof) show(w world) string {
	var all []string
	for _, at := range sorted(w) {
		all = append(all, fmt.Sprintf("%v: %+v", at, c.holds(w, at)))
	}
	return strings.Join(all, "; ")
}

// encode encodes a value, or panics for model.Guard.
func (c *proof) encode(x any) string {
	encoding, err := c.values.Encode(x)
	if err != nil {
		model.Misuse("a value has no encoding: %v", err)
	}
	return encoding
}

// holds returns what there is at a place, which may be changed; nil if there is nothing.
func (c *proof) holds(w world, at place) any {
	if x, ok := w[at]; ok {
		return c.values.Decode(x)
	}
	return nil
}

// content returns what is in a channel.
func (c *proof) content(w world, at place) []message {
	all, _ := c.holds(w, at).([]message)
	return all
}

// judge asks the properties of a state.
func (m *machine) judge(w world) {
	for _, p := range m.properties {
		var bad error
		fault := model.Guard(p.Name(), func() { bad = p.Judge()(model.NewState(snapshot{machine: m, w: w})) })
		if fault != nil {
			panic(refusal{fault})
		}
		if bad != nil {
			refuse("it has a state that violates %s: %w\n  %s", p.Name(), bad, m.show(w))
		}
	}
}

// snapshot is a model.Snapshot, of what invariants of the catalogue ask for. Anything else panics.
type snapshot struct {
	model.Snapshot
	*machine
	w world
}

func (s snapshot) N() int                     { return len(s.processes) }
func (s snapshot) Name(p model.ID) string     { return s.names[p] }
func (s snapshot) Stored(p model.ID) any      { return s.holds(s.w, of(p, stored)) }
func (s snapshot) Severed(_, _ model.ID) bool { return false }

func (s snapshot) Local(p model.ID) (any, bool) {
	_, is := s.w[of(p, up)]
	return s.holds(s.w, of(p, up)), is
}

func (s snapshot) Channel(from, to model.ID) (all []model.Message) {
	for _, m := range s.content(s.w, place{channel, from, to, ""}) {
		all = append(all, m.Value)
	}
	return all
}

func (s snapshot) Variable(name string, _ ...any) (any, bool) {
	_, ok := s.w[named(variable, name)]
	return s.holds(s.w, named(variable, name)), ok
}

func (s snapshot) See(v model.Viewed, p model.ID) any {
	_, of := v.Defined()
	return of(model.NewState(s), p)
}
