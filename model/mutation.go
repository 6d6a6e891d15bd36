package model

import (
	"fmt"
	"reflect"
	"slices"
)

// Mutation is one small change of a model, such as a message that a handler does not send: a mistake
// that somebody could make. A property that tells the mutant from the model is worth something; one
// that holds of every mutant may say little.
//
// It is made to what a handler asked for, after it has returned, or to a guard, so that the source of
// the algorithm stays as it is and the handler stays pure. System.Mutations lists those that there is
// occasion for. Mutations are comparable.
type Mutation struct {
	Site    Site
	Mistake Mistake

	// What is the type of the message, or the name of the timer or variable, that the
	// change is about; empty for other changes.
	What string

	// Number counts the messages of type What that the handler sends at once, from 1; 0 for
	// other changes.
	Number int
}

// Site is a handler of a kind of process, or an action of a Machine.
type Site struct {
	// Process is the Name of the kind of process; empty for a Machine.
	Process string

	// Handler is Acted, Deliver (Receive and Accept), Timeout, Suspect and Trust (Detect), Recover, or
	// Start (Init, also where it runs again as Recover).
	Handler Kind

	// Name of the act or timer, or the type of the message that is delivered; empty for others. Of
	// a message that is a bool, a string or a number with a method String it is the message itself.
	Name string
}

// Start is the Kind of a Site that is Init. No event is of this kind.
const Start Kind = "start"

// Mistake is what a Mutation does.
type Mistake string

// The changes. Hidden variables, and the history of operations, are there for properties and never changed.
const (
	// Unsent: one send of a handler does not happen.
	Unsent Mistake = "not sent"
	// Doubled: one send of a handler happens twice.
	Doubled Mistake = "sent twice"
	// Kept: the local state stays as it was before the handler; its effects happen.
	Kept Mistake = "local state kept"
	// Unstored: what the handler writes to stable storage is not written.
	Unstored Mistake = "nothing stored"
	// Unwritten: what the handler writes to a shared variable is not written.
	Unwritten Mistake = "not written"
	// Unset: a timer that the handler sets is not set.
	Unset Mistake = "not set"
	// Uncancelled: a timer that the handler cancels goes on.
	Uncancelled Mistake = "not cancelled"
	// Unguarded: Enabled of an act or action, or Accept of a message, always says yes.
	Unguarded Mistake = "guard dropped"
	// Never: an act or action is never taken.
	Never Mistake = "never taken"
)

// mistakes is the order in which the mistakes of a site are listed.
var mistakes = [...]Mistake{Unsent, Doubled, Kept, Unstored, Unwritten, Unset, Uncancelled, Unguarded, Never}

// String names the site as events are named: `act "ask" of client`. The kind of process is left out
// if it has no name of its own.
func (s Site) String() string {
	text := string(s.Handler)
	switch {
	case s.Handler == Deliver:
		text += " " + s.Name
	case s.Name != "":
		text += fmt.Sprintf(" %q", s.Name)
	}
	if s.Process != "" && s.Process != unnamed {
		text += " of " + s.Process
	}
	return text
}

// String is a name of the mutation that is the same for every instance of an algorithm: that of its
// site, a colon and Short. `deliver Vote: Ack #1 not sent`.
func (m Mutation) String() string { return fmt.Sprintf("%s: %s", m.Site, m.Short()) }

// Short is a name of the mutation among those of its site.
func (m Mutation) Short() string {
	switch m.Mistake {
	case Unsent, Doubled:
		return fmt.Sprintf("%s #%d %s", m.What, m.Number, m.Mistake)
	case Unwritten:
		return fmt.Sprintf("variable %s %s", m.What, m.Mistake)
	case Unset, Uncancelled:
		return fmt.Sprintf("timer %q %s", m.What, m.Mistake)
	}
	return string(m.Mistake)
}

// Of returns x with the change. Where x has no such site it is x.
func (m Mutation) Of(x Model) Model { return x.mutated(m) }

// Mutations returns the changes that there is occasion for in what has been explored so far: to what some
// handler did there, and to guards that said no. They are in a fixed order: by kind of process, by
// handler, and by change. It must not be called while the system is explored.
func (s *System) Mutations() []Mutation { return s.front.mutations() }

// mutated implements Model.
func (i Instance) mutated(m Mutation) Model {
	i.Processes = slices.Clone(i.Processes)
	for p, a := range i.Processes {
		if a != nil {
			i.Processes[p] = mutant{a, m}
		}
	}
	return i
}

// mutant is an algorithm with a mutation.
type mutant struct {
	Algorithm
	Mutation
}

// erase implements Algorithm.
func (a mutant) erase() kind {
	k, m := a.Algorithm.erase(), a.Mutation
	if k.name != m.Site.Process {
		return k
	}
	switch m.Site.Handler {
	case Start:
		if initial := k.initial; initial != nil {
			k.initial = func(p *Context) any { return m.change(p, nil, initial(p)) }
		}
	case Recover:
		if recovery := k.recovery; recovery != nil {
			k.recovery = func(p *Context, stored any) any { return m.change(p, nil, recovery(p, stored)) }
		}
	case Acted:
		for i := range k.acts {
			if k.acts[i].name == m.Site.Name {
				m.act(&k.acts[i])
			}
		}
	case Deliver:
		m.delivery(&k)
	case Timeout:
		if timeout := k.timeout; timeout != nil {
			k.timeout = func(p *Context, s any, timer string) any {
				if timer != m.Site.Name {
					return timeout(p, s, timer)
				}
				return m.change(p, s, timeout(p, s, timer))
			}
		}
	case Suspect, Trust:
		if detect := k.detect; detect != nil {
			k.detect = func(p *Context, s any, q ID, suspected bool) any {
				if suspected != (m.Site.Handler == Suspect) {
					return detect(p, s, q, suspected)
				}
				return m.change(p, s, detect(p, s, q, suspected))
			}
		}
	}
	return k
}

func (m Mutation) act(act *erasedAct) {
	switch m.Mistake {
	case Unguarded:
		act.enabled = nil
	case Never:
		act.enabled = func(*Context, any) bool { return false }
	default:
		do := act.do
		act.do = func(p *Context, s any) any { return m.change(p, s, do(p, s)) }
	}
}

func (m Mutation) delivery(k *kind) {
	if accept := k.accept; accept != nil && m.Mistake == Unguarded {
		k.accept = func(p *Context, s any, from ID, x Message) bool {
			return label(x) == m.Site.Name || accept(p, s, from, x)
		}
		return
	}
	if receive := k.receive; receive != nil {
		k.receive = func(p *Context, s any, from ID, x Message) any {
			if label(x) != m.Site.Name {
				return receive(p, s, from, x)
			}
			return m.change(p, s, receive(p, s, from, x))
		}
	}
}

// change changes what a handler, which has returned, did to the outside, and returns the local state
// that follows.
func (m Mutation) change(p *Context, before, after any) any {
	switch m.Mistake {
	case Kept:
		return before
	case Unstored:
		p.store = 0
	case Unset, Uncancelled:
		p.timers = slices.DeleteFunc(p.timers, func(o timerOp) bool {
			return o.set == (m.Mistake == Unset) && *p.sys.timerIDs.at(o.name) == m.What
		})
	case Unwritten:
		p.effects = slices.DeleteFunc(p.effects, func(o op) bool {
			return !o.send && p.sys.inst.Variables[o.index].sharedName() == m.What
		})
	case Unsent, Doubled:
		if at := p.sys.sendOf(p.effects, m.What, m.Number); at >= 0 && m.Mistake == Unsent {
			p.effects = slices.Delete(p.effects, at, at+1)
		} else if at >= 0 {
			p.effects = slices.Insert(p.effects, at, p.effects[at])
		}
	}
	return after
}

// sendOf returns where the nth send of a message with a label is, -1 if there is none.
func (s *processes) sendOf(ops []op, what string, n int) int {
	for i, o := range ops {
		if o.send && label(s.values.at(o.value).value) == what {
			if n--; n == 0 {
				return i
			}
		}
	}
	return -1
}

// label is what a message is called in the name of a Mutation: the same for all messages of a sort.
func label(m Message) string {
	m = unwrapped(m)
	if m == nil {
		return "nil"
	}
	t := reflect.TypeOf(m)
	_, named := m.(fmt.Stringer)
	switch k := t.Kind(); {
	case k == reflect.Bool, k == reflect.String, named && k <= reflect.Complex128:
		if t.PkgPath() == "" || named {
			return fmt.Sprint(m)
		}
		return fmt.Sprintf("%s(%v)", t.Name(), m)
	case k == reflect.Pointer && t.Elem().Name() != "":
		return t.Elem().Name()
	case t.Name() != "":
		return t.Name()
	}
	return t.String()
}

// mutated implements Model.
func (m Machine[S]) mutated(x Mutation) Model {
	m.Actions = slices.Clone(m.Actions)
	for i := range m.Actions {
		a := &m.Actions[i]
		switch {
		case x.Site != (Site{Handler: Acted, Name: a.Name}):
		case x.Mistake == Unguarded:
			a.Enabled = nil
		case x.Mistake == Never:
			a.Enabled = func(S, int) bool { return false }
		}
	}
	return m
}
