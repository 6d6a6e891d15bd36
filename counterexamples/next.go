package counterexamples

import (
	"fmt"
	"strings"

	"github.com/anel-mc/mc/model/system"
)

// Next is a step that can be taken after the end of an execution.
type Next struct {
	system.Numbered

	// Event identifies the step among the others, as in a trace.
	Event Event

	// Name describes Event on one line, and is unique among the enabled events.
	Name string
}

// Next returns the steps that can follow the execution, in the system's fixed order. The error is a *model.Error.
func (e *Execution) Next() ([]Next, error) { return e.Select(system.Selection{}) }

// Select returns those of the steps that can follow which are wanted. Their names are as Next has them if Further
// depends on nth alone, so that of steps that look the same all or none are looked at.
func (e *Execution) Select(wanted system.Selection) ([]Next, error) {
	var all []Next
	named := namer{alike{}, map[string]int{}}
	steps, err := SystemOf(e).Select(e.last(), system.Selection{Further: wanted.Further, Want: func(number uint64) bool {
		event, name := named.of(e.event(number))
		if wanted.Want != nil && !wanted.Want(number) {
			return false
		}
		all = append(all, Next{Event: event, Name: name})
		return true
	}})
	if err != nil {
		return nil, err
	}
	for i, s := range steps {
		all[i].Numbered = s
	}
	return all, nil
}

// event is an event that can follow as a trace holds it, except for Nth.
func (e *Execution) event(number uint64) Event {
	return describe(e.names, SystemOf(e).Event(e.last(), number))
}

// namer gives events that can follow their names.
type namer struct {
	seen  alike
	named map[string]int
}

// of returns an event with Nth, and its name; it is called once for each, in their order.
func (n namer) of(e Event) (Event, string) {
	e = n.seen.next(e)
	name := e.String()
	if n.named[name]++; n.named[name] > 1 {
		name = fmt.Sprintf("%s (%d)", name, n.named[name])
	}
	return e, name
}

// Named returns the step with a name that can follow, or nil if there is none. Outcomes of other choices are not looked
// at, so that it may be Uncounted how many there are.
func (e *Execution) Named(name string) (*Next, error) {
	return e.find(name, func(_ uint64, is string) bool { return is == name })
}

// Numbered is Named by the number of an event, which must be possible.
func (e *Execution) Numbered(number uint64) (*Next, error) {
	return e.find(e.event(number).String(), func(is uint64, _ string) bool { return is == number })
}

// counted is the number of outcomes of a choice up to which it is always counted how many there are.
const counted = 1 << 10

// find returns the first step that is wanted; its name begins with text without the choice.
func (e *Execution) find(text string, wanted func(number uint64, name string) bool) (*Next, error) {
	var found *Next
	named := namer{alike{}, map[string]int{}}
	steps, err := SystemOf(e).Select(e.last(), system.Selection{
		Further: func(number uint64, nth int) bool {
			switch {
			case e.isMachine():
				return found == nil
			case found != nil:
				return nth < counted && system.CallOf(number) == system.CallOf(found.Number)
			}
			choice := 0
			after, like := strings.CutPrefix(text, e.plain(number))
			_, _ = fmt.Sscanf(after, ", choice %d", &choice) // otherwise it is the first
			return like && nth <= choice
		},
		Want: func(number uint64) bool {
			if found != nil || !strings.HasPrefix(text, e.plain(number)) {
				return false
			}
			event, name := named.of(e.event(number))
			if !wanted(number, name) {
				return false
			}
			found = &Next{Event: event, Name: name}
			found.Number = number
			return true
		},
	})
	if err != nil || found == nil {
		return nil, err
	}
	found.Numbered = steps[0]
	return found, nil
}

// plain describes an event without the choice.
func (e *Execution) plain(number uint64) string {
	event := e.event(number)
	event.Choice = 0
	return event.String()
}

// Then returns the execution extended by one of the steps that Next returned. Its Trace no longer says what it shows:
// it has only the system, the initial state and the steps.
func (e *Execution) Then(n Next) *Execution {
	longer := e.Prefix(e.Len())
	longer.Extend(n)
	return longer
}

// Extend is Then, except that it changes e, and so does not copy it for each of many steps.
func (e *Execution) Extend(n Next) {
	e.Trace.Steps = append(e.Trace.Steps, n.Event)
	e.take(n.Numbered)
}

// Prefix returns the first n steps of the execution. Like that of Then, its Trace does not say what it shows.
func (e *Execution) Prefix(n int) *Execution {
	t := e.Trace
	t.Property, t.Kind, t.Explanation, t.Loop, t.Picture, t.Case = "", "", "", nil, "", ""
	t.Steps = t.Steps[:n:n] // so that appending does not change e
	return &Execution{Trace: t, sys: e.sys, names: e.names, states: e.states[: n+1 : n+1], steps: e.steps[:n:n],
		numbers: e.numbers[:n:n]}
}

// Initials returns an execution without steps for each distinct initial state of a system.
func Initials(sys *system.System) ([]*Execution, error) {
	starts, err := initials(sys)
	if err != nil {
		return nil, err
	}
	all := make([]*Execution, len(starts))
	for i, v := range starts {
		all[i] = start(sys, Trace{Schema: Schema, Initial: i, Steps: []Event{}}, v)
	}
	return all, nil
}

// Words describes a step in sentences; step 0 is the initial state.
func (e *Execution) Words(step int) []string { return e.words(step, e.flights()) }
