package checkers

import (
	"fmt"
	"slices"

	"github.com/anel-mc/mc/counterexamples"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system"
)

// Kind is the kind of a property.
type Kind string

// The kinds of properties.
const (
	// KindInvariant: every reachable state is good.
	KindInvariant Kind = "invariant"
	// KindStep: every step is good, given the states before and after it.
	KindStep Kind = "step"
	// KindDeadlock: no process waits in a state in which the system owes no event.
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
	// KindLeadsTo: each state of one kind is followed by one of another.
	KindLeadsTo Kind = "leads-to"

	// KindLinearizable: the operations could have been done one at a time, each while it was
	// open.
	KindLinearizable Kind = "linearizable"
	// KindSequentiallyConsistent: they could have been done one at a time, in the order of
	// each process.
	KindSequentiallyConsistent Kind = "sequentially-consistent"

	// KindNeverAll: no execution has been in each of some sets of states and ends in one of another.
	KindNeverAll Kind = "never-all"

	// KindCost: the cost of executions is bounded, and the answer says how large it is.
	KindCost Kind = "cost"
)

// Live reports whether properties of this kind are liveness properties, under some fairness.
func (k Kind) Live() bool {
	switch k {
	case KindEventually, KindAlwaysEventually, KindEventuallyAlways, KindLeadsTo:
		return true
	}
	return false
}

// ofGraph reports whether properties of this kind are asked of the graph of all transitions.
func (k Kind) ofGraph() bool { return k.Live() || k == KindCost || k == KindNeverAll }

// Property is a question about a model. Make one with Invariant, AtMost, Agree, Step, NoDeadlock,
// Reachable, Eventually, AlwaysEventually, EventuallyAlways, LeadsTo, Cost, Overtaken, Messages,
// MessageSize, Steps, HandlerSteps, BusiestHandlerSteps, Rounds, Causal, Linearizable,
// SequentiallyConsistent, All, with the functions of package clocks, or several with Detection or Refines.
type Property struct {
	name  string
	kind  Kind
	bind  func(sys *system.System) (question, error)
	live  *liveness                 // nil for the other kinds
	parts []Property                // of All
	views []model.Viewed            // that it looks through, and that the instance need not list; see looking
	trait trait                     // of a failure detector, or none
	fault error                     // it was made wrongly
	judge func(s model.State) error // of an invariant: see Judge
	// beside, if set, is what its counterexamples show, too
	beside *counterexamples.Beside
}

// Name is what the property is called in reports and on the command line.
func (p Property) Name() string { return p.name }

// Kind returns the kind of the property.
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

// trait is what a property of Detection says of a detector.
type trait string

// Fairness says which executions a liveness property is about: those that do not pass over for ever what they owe.
// The zero value is the default: everything that the system owes is weakly fair, and nothing else.
//
// Events are counted by obligation: events of the same act of a process, of the same timer, of the same FIFO channel,
// of the same message in an unordered channel, or of the same action of a Machine with the same argument are one
// obligation.
type Fairness struct {
	_ struct{}

	// Weak chooses events that an execution may not pass over if they stay enabled from some time on. Default: those
	// that the system owes; see system.Class.
	Weak func(e model.Event) bool

	// Strong chooses events that an execution may not pass over if they are enabled again and again. Default: none. An
	// event chosen by both is strongly fair.
	Strong func(e model.Event) bool

	// PerProcess makes all events of a process one obligation. Everything that happens in no process, such as the
	// actions of a Machine, is one, too.
	PerProcess bool

	// Together makes one obligation of all events for which it returns the same text, as SF(A \/ B) in TLA+ instead of
	// SF(A) /\ SF(B): it is enabled where one of them is, and any of them fulfils it. Those for which the text is empty
	// are not concerned. There may be up to 8191 texts in a system.
	Together func(e model.Event) string
}

// liveness is what a Property of one of its kinds holds.
type liveness struct {
	good     func(model.State) bool // what has to come, or to be so
	cause    func(model.State) bool // of LeadsTo
	fairness Fairness
	assuming []func(model.State) bool // true infinitely often
	staying  []func(model.State) bool // true from some time on
}

// assumed are the conditions that executions are assumed to satisfy.
func (l *liveness) assumed() []func(model.State) bool { return slices.Concat(l.assuming, l.staying) }
