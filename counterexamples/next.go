package counterexamples

import (
	"fmt"

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
func (e *Execution) Next() ([]Next, error) {
	enabled, err := SystemOf(e).Events(e.last())
	if err != nil {
		return nil, err
	}
	all := make([]Next, len(enabled))
	named := map[string]int{}
	for i, event := range describeAll(e.names, enabled) {
		name := event.String()
		if named[name]++; named[name] > 1 {
			name = fmt.Sprintf("%s (%d)", name, named[name])
		}
		all[i] = Next{Numbered: enabled[i], Event: event, Name: name}
	}
	return all, nil
}

// Then returns the execution extended by one of the steps that Next returned. Its Trace no longer says what it shows:
// it has only the system, the initial state and the steps.
func (e *Execution) Then(n Next) *Execution {
	longer := e.Prefix(e.Len())
	longer.Trace.Steps = append(longer.Trace.Steps, n.Event)
	longer.take(n.Numbered)
	return longer
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
