package model

import "fmt"

// ID names a process of an instance: 0, 1, … in the order of
// Instance.Processes.
type ID int

// None is the ID of no process.
const None ID = -1

// MaxProcesses is the largest number of processes of an instance.
const MaxProcesses = 64

// Message is any plain Go value: everything but funcs, channels and cyclic
// pointers.
type Message = any

// Process is what a process runs. S, its local state, is any plain Go value;
// two local states are the same when their contents are (nil and empty slices
// count as equal, so do nil and empty maps).
//
// The functions must be pure and must not change their arguments: build a new
// slice or map instead of writing to one that was passed in. They are never
// called concurrently within one system.
type Process[S any] struct {
	_ struct{}

	// Name tells kinds of processes apart in reports ("coordinator",
	// "participant"); default "process".
	Name string

	// Init returns the first local state. It may send, set timers and choose;
	// each choice is an initial state of its own. Required.
	Init func(p *Context) S

	// Acts are the steps that a process takes of its own accord.
	Acts []Act[S]

	// Receive is called when a message is delivered. It is required where
	// the process can be sent anything.
	Receive func(p *Context, s S, from ID, m Message) S

	// Accept is the guard of Receive: whether the message would be received in
	// s. One that would not stays in its channel, and in a FIFO channel so does
	// everything behind it. Where time passes in ticks, one that must arrive and is not
	// received stops time. Default: always.
	Accept func(p *Context, s S, from ID, m Message) bool

	// Timeout is called when a timer fires; the timer is no longer set then.
	// It is required where the process sets a timer.
	Timeout func(p *Context, s S, timer string) S

	// Detect is called when the process begins to suspect q, or ceases to. Default:
	// the process only learns of it when it looks.
	Detect func(p *Context, s S, q ID, suspected bool) S

	// Recover is called when the process comes back from a crash with what it
	// last wrote to stable storage (nil when it never did). Default: Init
	// runs again, which is a process that forgot everything.
	Recover func(p *Context, stored any) S

	observed *observation // set by Observe
}

// Act is a step that a process takes of its own accord whenever its guard
// lets it.
type Act[S any] struct {
	_ struct{}

	// Name is what the act is called in traces. Required, unique among the acts of
	// a process.
	Name string

	// Enabled is the guard: whether the act can be taken in s. It may read
	// variables, but has no effects. Default: always.
	Enabled func(p *Context, s S) bool

	// When are parts of the guard that have names, so that an explanation can say which
	// of them keep the act from being taken: all of them and Enabled must say yes. An
	// explanation asks each of them also where another says no; Enabled is only
	// asked where all hold.
	When []Condition[S]

	// Do takes the act. Required.
	Do func(p *Context, s S) S

	// Optional acts are those that nobody owes (a request, a suspicion):
	// fairness does not force them and a process that can do nothing else is
	// at rest. The others must happen in the end if they stay enabled.
	Optional bool
}

// Condition is a part of a guard.
type Condition[S any] struct {
	// Name is what has to be so, as in "holds the lock". Required.
	Name string

	// Holds says whether it is. It may read variables, but has no effects. Required.
	Holds func(p *Context, s S) bool
}

// Algorithm is a Process of some type of local state.
type Algorithm interface{ erase() kind }

// Replicate returns n times the same algorithm.
func Replicate(n int, a Algorithm) []Algorithm {
	all := make([]Algorithm, max(n, 0))
	for i := range all {
		all[i] = a
	}
	return all
}

// unnamed is the Name of a kind of process that was given none.
const unnamed = "process"

// kind is a Process with the type of its local state erased; the functions
// are nil where those of the Process are.
type kind struct {
	name     string
	acts     []erasedAct
	initial  func(p *Context) any
	accept   func(p *Context, s any, from ID, m Message) bool
	receive  func(p *Context, s any, from ID, m Message) any
	timeout  func(p *Context, s any, timer string) any
	detect   func(p *Context, s any, q ID, suspected bool) any
	recovery func(p *Context, stored any) any
	faults   []string // what is wrong with the Process itself
	observed *observation
}

type erasedAct struct {
	name     string
	optional bool
	enabled  func(p *Context, s any) bool
	when     []erasedCondition
	do       func(p *Context, s any) any
}

type erasedCondition struct {
	name  string
	holds func(p *Context, s any) bool
}

// guarded reports whether the act has a guard at all.
func (a *erasedAct) guarded() bool { return a.enabled != nil || len(a.when) > 0 }

// allowed asks the whole guard.
func (a *erasedAct) allowed(p *Context, s any) bool {
	for _, w := range a.when {
		if !w.holds(p, s) {
			return false
		}
	}
	return a.enabled == nil || a.enabled(p, s)
}

// local gives a decoded local state its type back. Interned nil interfaces
// come back as untyped nil.
func local[S any](s any) S {
	v, _ := s.(S)
	return v
}

func (a Process[S]) erase() kind {
	k := kind{name: a.Name, observed: a.observed}
	if k.name == "" {
		k.name = unnamed
	}
	if a.Init == nil {
		k.faults = append(k.faults, fmt.Sprintf("%s has no Init", k.name))
	} else {
		k.initial = func(p *Context) any { return a.Init(p) }
	}
	if a.Receive != nil {
		k.receive = func(p *Context, s any, from ID, m Message) any { return a.Receive(p, local[S](s), from, m) }
	}
	if a.Accept != nil {
		k.accept = func(p *Context, s any, from ID, m Message) bool { return a.Accept(p, local[S](s), from, m) }
	}
	if a.Timeout != nil {
		k.timeout = func(p *Context, s any, timer string) any { return a.Timeout(p, local[S](s), timer) }
	}
	if a.Detect != nil {
		k.detect = func(p *Context, s any, q ID, suspected bool) any { return a.Detect(p, local[S](s), q, suspected) }
	}
	if a.Recover != nil {
		k.recovery = func(p *Context, stored any) any { return a.Recover(p, stored) }
	}
	seen := map[string]bool{}
	for i, act := range a.Acts {
		switch {
		case act.Name == "":
			k.faults = append(k.faults, fmt.Sprintf("act %d of %s has no Name", i, k.name))
		case seen[act.Name]:
			k.faults = append(k.faults, fmt.Sprintf("%s has two acts named %q", k.name, act.Name))
		case act.Do == nil:
			k.faults = append(k.faults, fmt.Sprintf("act %q of %s has no Do", act.Name, k.name))
		}
		seen[act.Name] = true
		e := erasedAct{name: act.Name, optional: act.Optional}
		if act.Enabled != nil {
			e.enabled = func(p *Context, s any) bool { return act.Enabled(p, local[S](s)) }
		}
		for _, w := range act.When {
			if w.Name == "" || w.Holds == nil {
				k.faults = append(k.faults, fmt.Sprintf("act %q of %s has a condition in When without Name or Holds", act.Name, k.name))
				continue
			}
			e.when = append(e.when, erasedCondition{w.Name, func(p *Context, s any) bool { return w.Holds(p, local[S](s)) }})
		}
		if act.Do != nil {
			e.do = func(p *Context, s any) any { return act.Do(p, local[S](s)) }
		}
		k.acts = append(k.acts, e)
	}
	return k
}
