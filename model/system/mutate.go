package system

import (
	"fmt"
	"reflect"
	"slices"

	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/internal/envelope"
	"github.com/anel-mc/mc/model/internal/erased"
)

// Mutation is one small change of a model, such as a message that a handler does not send: a mistake that somebody
// could make. A property that distinguishes the mutant from the model is worth something; one that holds for every
// mutant may say little.
//
// A Mutation changes a guard, or the effects of a handler after it has returned, so the source of the algorithm stays
// as it is and the handler stays pure. System.Mutations lists the applicable ones. Mutations are comparable.
type Mutation struct {
	Site     Site
	Operator Operator

	// What is the type of the message, or the name of the timer or variable, that is affected; empty for other changes.
	What string

	// Number says which of the messages of type What that the handler sends is affected, from 1; 0 for other changes.
	Number int
}

// Site is a handler of a kind of process, or an action of a Machine.
type Site struct {
	// Process is the Name of the kind of process; empty for a Machine.
	Process string

	// Handler is Acted, Deliver (Receive and Accept), Timeout, Suspect and Trust (Detect), Recover, or Start (Init,
	// including where it runs again in place of Recover).
	Handler model.Kind

	// Name is the name of the act or timer, or the type of the delivered message; empty for other handlers. For a
	// message that is a bool, a string or a number with a method String it is the message itself.
	Name string
}

// Start is the Kind of a Site that is Init. No event is of this kind.
const Start model.Kind = "start"

// Operator is what a Mutation does.
type Operator string

// The operators. Hidden variables and the history of operations exist for properties, and are never changed.
const (
	// Unsent: one send of a handler does not happen.
	Unsent Operator = "not sent"
	// Doubled: one send of a handler happens twice.
	Doubled Operator = "sent twice"
	// Kept: the local state stays as it was before the handler; its effects happen.
	Kept Operator = "local state kept"
	// Unstored: what the handler writes to stable storage is not written.
	Unstored Operator = "nothing stored"
	// Unwritten: what the handler writes to a shared variable is not written.
	Unwritten Operator = "not written"
	// Unset: a timer that the handler sets is not set.
	Unset Operator = "not set"
	// Uncancelled: a timer that the handler cancels keeps running.
	Uncancelled Operator = "not cancelled"
	// Unguarded: the guard of an act or action, or Accept of a message, always says yes.
	Unguarded Operator = "guard dropped"
	// Never: an act or action is never taken.
	Never Operator = "never taken"
)

// operators are in the order in which the changes of a site are listed.
var operators = [...]Operator{Unsent, Doubled, Kept, Unstored, Unwritten, Unset, Uncancelled, Unguarded, Never}

// unnamed is the Name of a kind of process that has no name of its own.
var unnamed = model.Process[int]{}.Erased().Name

// String names the site as events are named: `act "ask" of client`. The kind of process is omitted if it has no name
// of its own.
func (s Site) String() string {
	text := string(s.Handler)
	switch {
	case s.Handler == model.Deliver:
		text += " " + s.Name
	case s.Name != "":
		text += fmt.Sprintf(" %q", s.Name)
	}
	if s.Process != "" && s.Process != unnamed {
		text += " of " + s.Process
	}
	return text
}

// String names the mutation, in the same way for every instance of an algorithm: the site, a colon and Short. An
// example is `deliver Vote: Ack #1 not sent`.
func (m Mutation) String() string { return fmt.Sprintf("%s: %s", m.Site, m.Short()) }

// Short names the mutation among those of its site.
func (m Mutation) Short() string {
	switch m.Operator {
	case Unsent, Doubled:
		return fmt.Sprintf("%s #%d %s", m.What, m.Number, m.Operator)
	case Unwritten:
		return fmt.Sprintf("variable %s %s", m.What, m.Operator)
	case Unset, Uncancelled:
		return fmt.Sprintf("timer %q %s", m.What, m.Operator)
	}
	return string(m.Operator)
}

// Of returns x with the change, or x itself if it has no such site.
func (m Mutation) Of(x model.Model) model.Model {
	switch x := x.(type) {
	case model.Instance:
		x.Processes = slices.Clone(x.Processes)
		for p, a := range x.Processes {
			if a != nil {
				x.Processes[p] = mutant{a, m}
			}
		}
		return x
	case erasedModel:
		return machineMutant{x, m}
	}
	return x
}

// Mutations returns the changes that are applicable to what has been explored so far: to the effects of handlers, and
// to guards that said no. They are in a fixed order: by kind of process, by handler, and by change. The system must
// not be explored meanwhile.
func (s *System) Mutations() []Mutation {
	return s.front.(interface{ mutations() []Mutation }).mutations()
}

// mutant is an algorithm with a mutation. Guards are changed here, and effects of handlers after they have run; see
// processes.mutate.
type mutant struct {
	model.Algorithm
	Mutation
}

// change implements changing.
func (a mutant) change(s *processes, c call, e *effect) {
	if m, is := a.Algorithm.(changing); is {
		m.change(s, c, e)
	}
	if s.site(c) == a.Site {
		s.mutate(a.Mutation, c, e)
	}
}

// Erased implements model.Algorithm.
func (a mutant) Erased() model.Process[any] {
	k, m := a.Algorithm.Erased(), a.Mutation
	switch {
	case k.Name != m.Site.Process:
	case m.Site.Handler == model.Acted:
		for i := range k.Acts {
			act := &k.Acts[i]
			switch {
			case act.Name != m.Site.Name:
			case m.Operator == Unguarded:
				act.Enabled, act.When = nil, nil
			case m.Operator == Never:
				act.Enabled = func(*model.Context, any) bool { return false }
			}
		}
	case m.Site.Handler == model.Deliver && m.Operator == Unguarded && k.Accept != nil:
		accept := k.Accept
		k.Accept = func(p *model.Context, s any, from model.ID, x model.Message) bool {
			return label(x) == m.Site.Name || accept(p, s, from, x)
		}
	}
	return k
}

// mutate changes what a handler did, after it has returned.
func (s *processes) mutate(m Mutation, c call, e *effect) {
	switch m.Operator {
	case Kept:
		if c.kind != callInit && c.kind != callRecover {
			e.local = c.local
		}
	case Unstored:
		e.store = 0
	case Unset, Uncancelled:
		e.timers = slices.DeleteFunc(e.timers, func(o timerOp) bool {
			return o.set == (m.Operator == Unset) && *s.timerIDs.at(o.name) == m.What
		})
	case Unwritten:
		e.ops = slices.DeleteFunc(e.ops, func(o op) bool {
			return !o.send && s.declared(o.index).name == m.What
		})
	case Unsent, Doubled:
		if at := s.sendOf(e.ops, m.What, m.Number); at >= 0 && m.Operator == Unsent {
			e.ops = slices.Delete(e.ops, at, at+1)
		} else if at >= 0 {
			e.ops = slices.Insert(e.ops, at, e.ops[at])
		}
	}
}

// sendOf returns the position of the nth send of a message with a label, or -1 if there is none.
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

// label returns the name of a message in the name of a Mutation: the same for all messages of a kind.
func label(m model.Message) string {
	m = envelope.Open(m)
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

// machineMutant is a Machine with a mutated guard.
type machineMutant struct {
	erasedModel
	Mutation
}

// Erased implements erasedModel.
func (x machineMutant) Erased() (erased.Machine, func(model.State) bool) {
	e, constraint := x.erasedModel.Erased()
	e.Actions = slices.Clone(e.Actions)
	for i := range e.Actions {
		a := &e.Actions[i]
		switch {
		case x.Site != (Site{Handler: model.Acted, Name: a.Name}):
		case x.Operator == Unguarded:
			a.Enabled = nil
		case x.Operator == Never:
			a.Enabled = func(any, int) bool { return false }
		}
	}
	return e, constraint
}
