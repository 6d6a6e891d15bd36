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

	// The liveness properties, about every fair execution.

	// KindEventually: a good state is reached.
	KindEventually Kind = "eventually"
	// KindAlwaysEventually: good states are reached again and again.
	KindAlwaysEventually Kind = "always-eventually"
	// KindEventuallyAlways: from some time on, all states are good.
	KindEventuallyAlways Kind = "eventually-always"
	// KindLeadsTo: each state of one set is followed by one of another.
	KindLeadsTo Kind = "leads-to"

	// KindLinearizable: the operations could have been done one at a time, each between its call and its return.
	KindLinearizable Kind = "linearizable"
	// KindSequentiallyConsistent: the operations could have been done one at a time, in the order of each process.
	KindSequentiallyConsistent Kind = "sequentially-consistent"

	// KindNeverAll: no execution visits each of several sets of states and ends in another set.
	KindNeverAll Kind = "never-all"

	// KindCost: the cost of executions is bounded; the result says how high it is.
	KindCost Kind = "cost"
)

// Live reports whether properties of this kind are liveness properties, which are decided under some fairness.
func (k Kind) Live() bool {
	switch k {
	case KindEventually, KindAlwaysEventually, KindEventuallyAlways, KindLeadsTo:
		return true
	}
	return false
}

// ofGraph reports whether properties of this kind are decided on the graph of all transitions.
func (k Kind) ofGraph() bool { return k.Live() || k == KindCost || k == KindNeverAll }

// Property is a question about a model. Make one with Invariant, AtMost, Agree, AgreeOn, Step, NoDeadlock,
// Reachable, Eventually, AlwaysEventually, EventuallyAlways, LeadsTo, Cost, Overtaken, Messages,
// MessageSize, Steps, HandlerSteps, BusiestHandlerSteps, Rounds, Causal, Linearizable,
// SequentiallyConsistent, All or the functions of package clocks; Detection and Refines make several at once.
type Property struct {
	name  string
	kind  Kind
	bind  binder                    // nil if it is empty
	live  *liveness                 // nil for the other kinds
	parts []Property                // of All
	views []model.Viewed            // used by its functions without being listed by the instance; see looking
	trait trait                     // of a failure detector, or none
	fault error                     // what was wrong when it was made
	judge func(s model.State) error // of an invariant: see Judge
	takes int                       // of AtMost and Agree: see Takes
	// beside, if set, is an additional column of its counterexamples
	beside *counterexamples.Beside
}

// binder binds a property to a compiled system: it is always a bindFunc. As an interface, it keeps the types of the
// engine out of Property: whatever is generic in all types that a package with properties can reach, the compiler
// compiles in that package again.
type binder interface{ binds() }

type bindFunc func(sys *system.System) (question, error)

func (bindFunc) binds() {}

// bindTo binds a property, which is not empty, to a system.
func bindTo(sys *system.System, p Property) (question, error) { return p.bind.(bindFunc)(sys) }

// Name returns the name of the property in reports and on the command line.
func (p Property) Name() string { return p.name }

// Kind returns the kind of the property.
func (p Property) Kind() Kind { return p.kind }

// Takes returns how many processes it may take to violate the property, as far as each AtMost, Agree or AgreeOn in it
// says, and whether it consists of nothing else.
func (p Property) Takes() (n int, all bool) {
	if len(p.parts) == 0 {
		return p.takes, p.takes > 0
	}
	all = true
	for _, part := range p.parts {
		of, known := part.Takes()
		n, all = max(n, of), all && known
	}
	return n, all
}

// needing returns the property, which a check refuses if one of its functions is missing.
func (p Property) needing(all ...bool) Property {
	if slices.Contains(all, false) {
		p.fault = fmt.Errorf("property %s: a function is nil", p.name)
	}
	return p
}

// looking returns the property, or an All of its parts, such that its functions may look through views that the
// instance does not list.
func (p Property) looking(through ...model.Viewed) Property {
	if len(p.parts) > 0 {
		p.parts = slices.Clone(p.parts)
		for i, part := range p.parts {
			p.parts[i] = part.looking(through...)
		}
		return p
	}
	was := p
	p.views = through
	p.bind = bindFunc(func(sys *system.System) (question, error) {
		for _, v := range through {
			if err := sys.See(v); err != nil {
				return question{}, fmt.Errorf("property %s: %w", p.name, err)
			}
		}
		return bindTo(sys, was)
	})
	return p
}

// trait is the property of failure detectors that a property of Detection checks.
type trait string

// Fairness says which executions a liveness property considers: those that never pass over for ever an event they
// owe. The zero value is the default: every event that the system owes is weakly fair, and no other is fair.
//
// Fairness applies to obligations, not to single events. One obligation consists of all events of the same act of a
// process, of the same timer, of the same failure detector that is right, or wrong, about the same process, or of the
// same action of a Machine with the same argument; of all deliveries from the same FIFO channel, or of the same message
// in an unordered channel; likewise of all losses, and of all duplicates; of all crashes, or all recoveries, of the
// same process. Every other failure, and what ends it, is an obligation by itself: the cut or the heal of a link, a
// partition into these groups, a clock that is set back to this reading. Where PerProcess or Together makes them one,
// the weakly fair are still one and the strongly fair another. The ticks of a process's clock always form one
// obligation, which nothing else belongs to.
//
// A step that changes nothing fulfils its obligation like any other. In TLA+, WF_v(A) and SF_v(A) count only steps that
// change v, so the guards of a Machine that is taken from there must exclude the others.
type Fairness struct {
	_ struct{}

	// Weak selects the events that an execution may not pass over for ever if they stay enabled from some time on. By
	// default these are the events that the system owes; see system.Class.
	Weak func(e model.Event) bool

	// Strong selects the events that an execution may not pass over for ever if they are enabled again and again. By
	// default there are none. An event selected by both Weak and Strong is strongly fair.
	Strong func(e model.Event) bool

	// PerProcess makes all events of a process one obligation, and all events that belong to no process, such as the
	// actions of a Machine, another.
	PerProcess bool

	// Together groups events: all events for which it returns the same non-empty text form one obligation, like
	// SF(A \/ B) in TLA+ as opposed to SF(A) /\ SF(B). The obligation is enabled where one of its events is, and any of
	// them fulfils it. Events for which the text is empty are not grouped. A system may have up to 8191 texts.
	Together func(e model.Event) string
}

// liveness is the part of a Property that only liveness properties have.
type liveness struct {
	good     func(model.State) bool // the state to be reached, or to stay in
	cause    func(model.State) bool // of LeadsTo
	fairness Fairness
	assuming []func(model.State) bool // true infinitely often
	staying  []func(model.State) bool // true from some time on
}

// assumed returns the conditions that executions are assumed to satisfy.
func (l *liveness) assumed() []func(model.State) bool { return slices.Concat(l.assuming, l.staying) }
