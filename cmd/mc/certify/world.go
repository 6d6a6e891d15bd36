package main

import (
	"cmp"
	"fmt"
	"iter"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/anel-mc/mc/model"
)

// world is a state or a view: the encoded value at each place that has one.
type world map[place]string

// place identifies a part of a world.
type place struct {
	Kind string
	A, B model.ID // the process, or the ends of the channel; otherwise model.None
	Name string   // of the timer, variable or budget, or the direction of a walk
}

// The kinds of places, and the values at them.
const (
	up       = "process"  // the local state of a process
	down     = "down"     // true, if a process has crashed
	stored   = "stored"   // the stable storage of a process, if it was written
	timer    = "timer"    // a timer that is set: a []message with one message, whose Value is unused
	channel  = "channel"  // a channel that is not empty: a []message
	variable = "variable" // the value of a shared variable
	budget   = "budget"   // what is left of a budget of failures that was not 0: an int
	walk     = "walk"     // the messages of a ring, in place of its channels, in views: a []step
)

// ofProcess and named are places that belong to a process, and to the system.
func ofProcess(p model.ID, kind string) place { return place{kind, p, model.None, ""} }
func named(kind, name string) place           { return place{kind, model.None, model.None, name} }

// message is a message in transit. The type is unnamed, so that its encoding is the same in all programs.
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

// show formats a world for error messages.
func (c *proof) show(w world) string {
	var all []string
	for _, at := range sorted(w) {
		all = append(all, fmt.Sprintf("%v: %+v", at, c.value(w, at)))
	}
	return strings.Join(all, "; ")
}

// encode encodes a value. If it cannot, it panics with an error that model.Guard recovers.
func (c *proof) encode(x any) string {
	encoding, err := c.values.Encode(x)
	if err != nil {
		model.Misuse("a value has no encoding: %v", err)
	}
	return encoding
}

// value returns a fresh copy of the value at a place, or nil if there is none.
func (c *proof) value(w world, at place) any {
	if x, ok := w[at]; ok {
		return c.values.Decode(x)
	}
	return nil
}

// content returns the messages of a channel, or the setting of a timer.
func (c *proof) content(w world, at place) []message {
	all, _ := c.value(w, at).([]message)
	return all
}

// judge refuses a state that violates a property.
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

// snapshot is a model.Snapshot of what a supported system has. Other methods panic.
type snapshot struct {
	model.Snapshot
	*machine
	w world
}

func (s snapshot) N() int                     { return len(s.processes) }
func (s snapshot) Stored(p model.ID) any      { return s.value(s.w, ofProcess(p, stored)) }
func (s snapshot) Severed(_, _ model.ID) bool { return false }
func (s snapshot) Stable() bool               { return true }
func (s snapshot) KeepsHistory() bool         { return false }

func (s snapshot) Process(p model.ID) (name string, local reflect.Type) {
	return s.names[p], s.processes[p].LocalType()
}

func (s snapshot) Local(p model.ID) (any, bool) {
	_, is := s.w[ofProcess(p, up)]
	return s.value(s.w, ofProcess(p, up)), is
}

func (s snapshot) Channel(from, to model.ID) (all []model.Message) {
	for _, m := range s.content(s.w, place{channel, from, to, ""}) {
		all = append(all, m.Value)
	}
	return all
}

func (s snapshot) Variable(name string, _ bool, _ any) (any, bool) {
	_, ok := s.w[named(variable, name)]
	return s.value(s.w, named(variable, name)), ok
}

func (s snapshot) Timers(p model.ID) (all []string) {
	for _, at := range sorted(s.w) {
		if at.Kind == timer && at.A == p {
			all = append(all, at.Name)
		}
	}
	return all
}

func (s snapshot) Variables() iter.Seq2[string, any] {
	return func(yield func(string, any) bool) {
		for _, v := range s.machine.Variables {
			if name, _, _, hidden := v.Declared(); !hidden && !yield(name, s.value(s.w, named(variable, name))) {
				return
			}
		}
	}
}

func (s snapshot) See(v model.Viewed, p model.ID) any {
	_, view := v.Defined()
	return view(model.NewState(s), p)
}
