package model

import (
	"errors"
	"fmt"
	"strings"
)

// Model is what can be explored: an Instance or a Machine.
type Model interface {
	// Validate returns an error that lists everything that is wrong with the model, one fault per line, or nil.
	Validate() error
}

// Instance is a system of processes: what each process runs, on which network, with which failures and timing. The zero
// value of every field except Processes is its default.
type Instance struct {
	_ struct{}

	// Processes is what each process runs; there are 1 to MaxProcesses.
	Processes []Algorithm

	// Names are the names of the processes in reports; default p0, p1, …
	Names []string

	Network   Network
	Faults    Faults
	Timing    Timing
	Detector  Detector
	Clocks    Clocks
	Variables []Shared

	// Views lists the views whose values are remembered; see View.
	Views []Viewed

	// History makes the operations that processes call and return from part of the state, for properties to judge; see
	// Context.Call. The history grows with every operation, so the processes must bound the number of operations.
	History bool

	// Constraint, if set, bounds the exploration, like CONSTRAINT in TLC: the successors of a state for which it is
	// false are not explored. The state itself is explored, and properties are evaluated on it. Unlike a guard, it is
	// not part of the model: if it excludes anything, the report says for how many states it was false, none of which
	// counts as being at rest, and no verdict is "holds" except where a wanted state was found. It must be pure.
	Constraint func(s State) bool
}

// Validate returns an error that lists everything that is wrong with i, one fault per line, or nil. It runs no handler.
func (i Instance) Validate() error {
	n := len(i.Processes)
	var wrong []string
	add := func(format string, args ...any) { wrong = append(wrong, fmt.Sprintf(format, args...)) }
	if n < 1 || n > MaxProcesses {
		add("the instance has %d processes: there must be 1 to %d", n, MaxProcesses)
		return invalid(wrong)
	}
	reported := map[string]bool{}
	kinds := make([]Process[any], n)
	for p, a := range i.Processes {
		if a == nil {
			add("process %d runs nothing: Processes[%d] is nil", p, p)
			continue
		}
		kinds[p] = a.Erased()
		for _, fault := range validate(kinds[p]) {
			if !reported[fault] {
				reported[fault] = true
				wrong = append(wrong, fault)
			}
		}
	}
	if len(i.Names) != 0 && len(i.Names) != n {
		add("there are %d names for %d processes: name all of them or none", len(i.Names), n)
	}
	named, listed, viewed := map[string]bool{}, map[string]bool{}, map[string]bool{}
	unique := func(among map[string]bool, name, empty, what string) {
		switch {
		case name == "":
			add("%s", empty)
		case among[name]:
			add("two %s are named %q", what, name)
		}
		among[name] = true
	}
	for _, name := range i.Names {
		unique(named, name, "a process has an empty name", "processes")
	}
	for _, l := range i.Network.Topology.Links(n) {
		if l.From < 0 || l.To < 0 || int(l.From) >= n || int(l.To) >= n {
			add("the topology has a channel from process %d to process %d, but there are only %d (0 to %d)", l.From, l.To, n,
				n-1)
		}
	}
	if i.Network.Order > Unordered {
		add("the network's order is %s: it must be FIFO or Unordered", i.Network.Order)
	}
	if i.Network.Capacity < 0 {
		add("the capacity of channels is %d: it must be 0 (no bound) or more", i.Network.Capacity)
	}
	wrong = append(wrong, i.Timing.validate()...)
	wrong = append(wrong, i.Clocks.validate(len(i.Processes), i.Faults.SetBack)...)
	if i.Detector > Arbitrary {
		add("the failure detector is %s: it must be NoDetector, Perfect, EventuallyPerfect or Arbitrary", i.Detector)
	}
	wrong = append(wrong, i.Faults.validate(n)...)
	for _, v := range i.Variables {
		if v == nil {
			add("a shared variable is nil")
			continue
		}
		name, _, _, _ := v.Declared()
		unique(listed, name, "a shared variable has no name", "shared variables")
	}
	for _, v := range i.Views {
		name := ""
		if v != nil {
			name, _ = v.Defined()
		}
		unique(viewed, name, "a view is nil or has no name: make it with NewView", "views")
	}
	wrong = append(wrong, i.validateObserved(kinds, listed)...)
	return invalid(wrong)
}

func invalid(wrong []string) error {
	if len(wrong) == 0 {
		return nil
	}
	return errors.New(strings.Join(wrong, "\n"))
}

// ProcessNames returns the names of the processes in reports, by ID.
func (i Instance) ProcessNames() []string {
	names := make([]string, len(i.Processes))
	for p := range names {
		names[p] = i.name(ID(p))
	}
	return names
}

func (i Instance) name(p ID) string {
	if len(i.Names) > 0 {
		return i.Names[p]
	}
	return fmt.Sprintf("p%d", p)
}
