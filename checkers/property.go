package checkers

import (
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"sync/atomic"

	"github.com/anel-mc/mc/checkers/internal/words"
	"github.com/anel-mc/mc/counterexamples"
	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system"
)

// Kind is what sort of property it is.
type Kind string

// The kinds of properties.
const (
	// KindInvariant: every reachable state is good.
	KindInvariant Kind = "invariant"
	// KindStep: every step is good, given the states before and after it.
	KindStep Kind = "step"
	// KindDeadlock: no process waits in a state in which the system owes no
	// event.
	KindDeadlock Kind = "deadlock"
	// KindReachable: some reachable state is as wanted.
	KindReachable Kind = "reachable"

	// The liveness properties, about what every fair execution comes to.

	// KindEventually: a good state comes.
	KindEventually Kind = "eventually"
	// KindAlwaysEventually: good states come again and again.
	KindAlwaysEventually Kind = "always-eventually"
	// KindEventuallyAlways: from some time on, all states are good.
	KindEventuallyAlways Kind = "eventually-always"
	// KindLeadsTo: after each state of one sort comes one of another.
	KindLeadsTo Kind = "leads-to"

	// KindLinearizable: the operations could have been done one at a time, each while it was
	// open.
	KindLinearizable Kind = "linearizable"
	// KindSequentiallyConsistent: they could have been done one at a time, in the order of
	// each process.
	KindSequentiallyConsistent Kind = "sequentially-consistent"

	// KindNeverAll: no execution has been in each of some sets of states, and ends in
	// one of another.
	KindNeverAll Kind = "never-all"

	// KindCost: what executions cost is bounded, and the answer says how much that is.
	KindCost Kind = "cost"
)

// Live reports whether properties of this kind are about what executions come
// to, under some fairness.
func (k Kind) Live() bool {
	switch k {
	case KindEventually, KindAlwaysEventually, KindEventuallyAlways, KindLeadsTo:
		return true
	}
	return false
}

// ofGraph reports whether properties of this kind are asked of the graph of all transitions.
func (k Kind) ofGraph() bool { return k.Live() || k == KindCost || k == KindNeverAll }

// AtOnce reports whether what violates a property of this kind shows while states are explored, whatever
// comes after it.
func (k Kind) AtOnce() bool {
	switch k {
	case KindInvariant, KindStep, KindLinearizable, KindSequentiallyConsistent:
		return true
	}
	return false
}

// Property is a question about a model. Make one with Invariant, AtMost, Agree, Step, NoDeadlock,
// Reachable, Eventually, AlwaysEventually, EventuallyAlways, LeadsTo, Cost, Overtaken, Messages,
// MessageSize, Steps, HandlerSteps, BusiestHandlerSteps, Rounds, ClockCondition,
// ConverseClockCondition, CharacterizesCausality, MonotoneTimestamps, Causal, Linearizable,
// SequentiallyConsistent, All, or several with Detection.
type Property struct {
	name  string
	kind  Kind
	bind  func(sys *system.System) (question, error)
	live  *liveness      // nil for the other kinds
	parts []Property     // of All
	views []model.Viewed // that it looks through, and that the instance need not list; see looking
	terms string         // what else it was made with than functions, if that says it all; see terms
	trait trait          // of a failure detector, or none
	fault error          // it was made wrongly
}

// Name is what the property is called in reports and on the command line.
func (p Property) Name() string { return p.name }

// Kind is what sort of property it is.
func (p Property) Kind() Kind { return p.kind }

// looking returns the property, or its parts, for functions that look through more views than the instance lists.
func (p Property) looking(through ...model.Viewed) Property {
	if len(p.parts) > 0 {
		p.parts = slices.Clone(p.parts)
		for i, part := range p.parts {
			p.parts[i] = part.looking(through...)
		}
		return p
	}
	bind := p.bind
	p.views = through
	p.bind = func(sys *system.System) (question, error) {
		for _, v := range through {
			if err := sys.See(v); err != nil {
				return question{}, fmt.Errorf("property %s: %w", p.name, err)
			}
		}
		return bind(sys)
	}
	return p
}

// question is a property bound to a system. One that is asked of the graph of all
// transitions has an inquiry only.
type question struct {
	inquiry inquiry
	check   explore.Check
	// settle, if set, reports whether check turned out to look at more than its Invisible went by, which
	// will go by all of that from now on.
	settle func() bool
	// explain says what is wrong at the end of an execution: its last state, and
	// its last step if it has one.
	explain func(before []uint32, event uint64, after []uint32) string
	// undecided, if set, says why some states were not decided, and is empty if all were. Such a
	// state counts as good for check.
	undecided func() string
	// vacuous, if set, says why it says nothing that the check was found nowhere, and is empty if it says
	// something. It is asked when every state was visited.
	vacuous func() string
	// again, if set, are for each function that the system does not know what asks it again; see system.System.AskAgain.
	again func() [][]func() error
	// reads, if set, tells what was read to find that wrong, in the states before and after the last
	// step, which is the last state.
	reads func(before []uint32, event uint64, after []uint32) (was, is []system.Location, err error)
	// page, if there is one, writes a page about a state; see WriteLinearization.
	page func(v []uint32, w io.Writer) error
}

// Invariant is a property of states: holds returns nil for good states and says
// what is wrong with others.
func Invariant(name string, holds func(s model.State) error) Property {
	return Property{name: name, kind: KindInvariant, bind: func(sys *system.System) (question, error) {
		return predicateQuestion(name, sys.StatePredicate(name, holds)), nil
	}}
}

// predicateQuestion is about the states that one predicate says no to.
func predicateQuestion(name string, p *system.Predicate) question {
	q := stateQuestion(name, p.State)
	q.check.Invisible, q.settle = p.Invisible, p.Settle
	q.reads = p.Reads
	return q
}

func stateQuestion(name string, bad func(v []uint32) (no, fault error)) question {
	return question{
		check: explore.Check{Name: name, State: func(v []uint32) (bool, error) {
			no, fault := bad(v)
			return no != nil, fault
		}},
		explain: func(_ []uint32, _ uint64, after []uint32) string {
			if no, _ := bad(after); no != nil {
				return counterexamples.Printable(no.Error())
			}
			return ""
		},
	}
}

// AtMost is the invariant that no more than k processes satisfy a condition on
// their own local state, which is an S, at the same time. Processes that are
// down or of another type do not count. It is much cheaper than an Invariant that
// counts, since the condition is remembered for each process by itself.
func AtMost[S any](name string, k int, condition func(p model.ID, s S) bool) Property {
	return Property{name: name, kind: KindInvariant, terms: fmt.Sprintf("at most %d", k),
		bind: func(sys *system.System) (question, error) {
			var some, satisfied atomic.Bool
			local, err := sys.LocalPredicate(name, func(p model.ID, v any) bool {
				s, ok := model.As[S](v)
				yes := ok && condition(p, s)
				if ok {
					some.Store(true)
				}
				if yes {
					satisfied.Store(true)
				}
				return yes
			})
			if err != nil {
				return question{}, err
			}
			return question{
				check: explore.Check{
					Name: name,
					State: func(v []uint32) (bool, error) {
						count, err := local.Count(v)
						return count > k, err
					},
					Invisible: local.Invisible,
				},
				explain: func(_ []uint32, _ uint64, after []uint32) string {
					var names []string
					which, _ := local.Which(after)
					for _, p := range which {
						names = append(names, sys.Processes()[p])
					}
					if k == 0 {
						return fmt.Sprintf("%s does, and none may", words.Enumerate(names[:1]))
					}
					return fmt.Sprintf("processes %s at the same time, and at most %d may", words.Enumerate(names), k)
				},
				reads: func(_ []uint32, _ uint64, after []uint32) (was, is []system.Location, err error) {
					which, err := local.Which(after)
					return nil, locals(which...), err
				},
				vacuous: func() string {
					switch {
					case !some.Load():
						return fmt.Sprintf("no process has a local state of type %s", reflect.TypeFor[S]())
					case k > 0 && !satisfied.Load():
						return "no process ever satisfies the condition"
					}
					return ""
				},
			}, nil
		}}
}

// Agree is the invariant that no two processes that are up, and whose local state
// is an S, have chosen differently: a leader, a value, an outcome. chosen returns what p
// has chosen, and whether it has.
func Agree[S any, V comparable](name string, chosen func(p model.ID, s S) (V, bool)) Property {
	view := model.NewView("choice of "+name, func(s model.State, p model.ID) (c choice[V]) {
		if l, up := s.Local(p); up {
			if l, is := model.As[S](l); is {
				c.Value, c.Has = chosen(p, l)
			}
		}
		if !c.Has {
			return choice[V]{}
		}
		return c
	})
	return Property{name: name, kind: KindInvariant, bind: func(sys *system.System) (question, error) {
		if err := sys.See(view); err != nil {
			return question{}, fmt.Errorf("property %s: %w", name, err)
		}
		var compared atomic.Bool
		predicate := sys.StatePredicate(name, func(s model.State) error {
			var first model.ID
			var one choice[V]
			for p := range model.ID(s.N()) {
				c := view.In(s, p)
				switch {
				case !c.Has:
				case !one.Has:
					first, one = p, c
				case c.Value != one.Value:
					return &discord{first, p, fmt.Sprintf("%s has chosen %s, and %s has chosen %s", s.Name(first),
						choiceName(s, one.Value), s.Name(p), choiceName(s, c.Value))}
				default:
					compared.Store(true)
				}
			}
			return nil
		})
		q := predicateQuestion(name, predicate)
		q.reads = func(_ []uint32, _ uint64, after []uint32) (was, is []system.Location, err error) {
			no, err := predicate.State(after)
			var d *discord
			if errors.As(no, &d) {
				is = locals(d.p, d.q)
			}
			return nil, is, err
		}
		q.vacuous = func() string {
			if compared.Load() {
				return ""
			}
			return "no two processes have ever chosen"
		}
		return q, nil
	}}
}

// choice is what a process has chosen, if it has.
type choice[V comparable] struct {
	Value V
	Has   bool
}

// discord is between two processes that have chosen differently.
type discord struct {
	p, q model.ID
	text string
}

func (d *discord) Error() string { return d.text }

// locals are the local states of processes.
func locals(all ...model.ID) []system.Location {
	var places []system.Location
	for _, p := range all {
		for _, kind := range []system.LocationKind{system.LocationLocal, system.LocationUp} {
			places = append(places, system.Location{Kind: kind, Process: p, To: model.None})
		}
	}
	return places
}

// choiceName writes what was chosen; a process by its name.
func choiceName(s model.State, choice any) string {
	if p, ok := choice.(model.ID); ok && p >= 0 && int(p) < s.N() {
		return s.Name(p)
	}
	return fmt.Sprint(choice)
}

// Step is a property of steps: holds is given the states before and after an
// event, and returns nil for good steps.
func Step(name string, holds func(before model.State, e model.Event, after model.State) error) Property {
	return Property{name: name, kind: KindStep, bind: func(sys *system.System) (question, error) {
		p := sys.StepPredicate(name, holds)
		return question{
			check: explore.Check{Name: name, Step: func(before []uint32, event uint64, after []uint32) (bool, error) {
				no, fault := p.Step(before, event, after)
				return no != nil, fault
			}},
			reads: p.Reads,
			explain: func(before []uint32, event uint64, after []uint32) string {
				if no, _ := p.Step(before, event, after); no != nil {
					return counterexamples.Printable(no.Error())
				}
				return ""
			},
		}, nil
	}}
}

// NoDeadlock is the property that the system does not come to rest while somebody
// still waits. A system is at rest when it owes no event: no message is on
// its way, no timer is set, and only optional acts, faults and recoveries may
// still happen. waiting returns nil for states in which it may rest, and says
// who waits for what otherwise.
func NoDeadlock(name string, waiting func(s model.State) error) Property {
	return Property{name: name, kind: KindDeadlock, bind: func(sys *system.System) (question, error) {
		p := sys.StatePredicate(name, waiting)
		q := stateQuestion(name, p.State)
		q.reads = p.Reads
		q.check.Quiescent, q.check.State = q.check.State, nil
		return q, nil
	}}
}

// AllUp restricts a condition for NoDeadlock to states in which every process is up. Where somebody is down for
// good, waiting for it is often all that one can do, and the shortest execution that ends so hides one that ends with
// everybody up: ask both.
func AllUp(waiting func(s model.State) error) func(s model.State) error {
	return func(s model.State) error {
		for p := range model.ID(s.N()) {
			if !s.Up(p) {
				return nil
			}
		}
		return waiting(s)
	}
}

// Reachable is the property that some reachable state is as wanted. It guards
// against models in which nothing happens, and its witness is a trace.
func Reachable(name string, wanted func(s model.State) bool) Property {
	return Property{name: name, kind: KindReachable, bind: func(sys *system.System) (question, error) {
		q := predicateQuestion(name, sys.StatePredicate(name, func(s model.State) error {
			if wanted(s) {
				return errWanted
			}
			return nil
		}))
		q.explain = func([]uint32, uint64, []uint32) string { return "a witness" }
		return q, nil
	}}
}

var errWanted = fmt.Errorf("the wanted state")
