package walk

import (
	"fmt"
	"strings"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/counterexamples"
	"github.com/anel-mc/mc/counterexamples/words"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system"
)

// MaxSteps is the maximum number of steps of a walk.
const MaxSteps = 2000

// System is a model to walk through, with properties to watch. It must not be used concurrently.
type System struct {
	bound      *checkers.Bound
	sys        *system.System
	properties []checkers.Property
	faults     model.Faults
	starts     []*counterexamples.Execution
}

// New compiles a model and binds properties, if any, to it. The error is a *checkers.Failure if the model is at
// fault.
func New(m model.Model, properties []checkers.Property) (*System, error) {
	b, err := checkers.Bind(m, properties)
	if err != nil {
		return nil, err
	}
	s := &System{bound: b, sys: b.System(), properties: properties}
	if i, ok := m.(model.Instance); ok {
		s.faults = i.Faults
	}
	if s.starts, err = counterexamples.Initials(s.sys); err != nil {
		return nil, b.Fault(err)
	}
	return s, nil
}

// Starts returns the number of initial states of the system.
func (s *System) Starts() int { return len(s.starts) }

// Walk is an execution of a system.
type Walk struct {
	*System
	Execution *counterexamples.Execution

	// Path lists the names of its events; see counterexamples.Next.
	Path []string
}

// Misfit is the error of a path that does not fit the system, because one of the two has changed.
type Misfit struct {
	// Step is the number, from 1, of the step that does not fit; 0 if it is the initial state.
	Step int
	// Name is the event in the path, and Instead lists events that are possible. More says that choices have more
	// outcomes.
	Name    string
	Instead []string
	More    bool
	// Left is the number of steps of the path from there on.
	Left int

	reason string
}

func (m *Misfit) Error() string {
	if m.reason != "" {
		return m.reason
	}
	text := fmt.Sprintf("step %d of %d is not possible: %s", m.Step, m.Step+m.Left-1, m.Name)
	if len(m.Instead) == 0 {
		return text + "\n  nothing can happen there"
	}
	some := words.Some(m.Instead, maxInstead)
	if m.More {
		some = append(m.Instead[:min(len(m.Instead), maxInstead):maxInstead], "and others")
	}
	return text + "\n  possible there:\n    " + strings.Join(some, "\n    ")
}

// maxInstead is the number of other events that are listed.
const maxInstead = 20

// Walk follows a path from an initial state. If the path does not fit, it returns the walk up to that point and a
// *Misfit; if there is no such initial state, the walk is nil. Other errors are a *checkers.Failure: the model is at
// fault.
func (s *System) Walk(start int, path []string) (*Walk, error) {
	if start < 0 || start >= len(s.starts) {
		reason := fmt.Sprintf("there is no initial state %d: the system has %s, numbered from 0", start,
			words.Count(len(s.starts), "initial state"))
		return nil, &Misfit{Left: len(path), reason: reason}
	}
	w := &Walk{System: s, Execution: s.starts[start].Prefix(0)}
	if len(path) > MaxSteps {
		return w, &Misfit{Left: len(path), reason: fmt.Sprintf("the path has %d steps, and a walk may have %d", len(path),
			MaxSteps)}
	}
	for i, name := range path {
		n, err := w.Execution.Named(name)
		if err != nil {
			return w, s.bound.Fault(err)
		}
		if n == nil {
			return w, w.misfit(&Misfit{Step: i + 1, Name: name, Left: len(path) - i})
		}
		w.take(*n)
	}
	return w, nil
}

// misfit adds to a misfit what is possible at the end of a walk.
func (w *Walk) misfit(m *Misfit) error {
	next, err := w.Execution.Select(system.Selection{Further: func(_ uint64, nth int) bool {
		m.More = m.More || nth > maxInstead
		return nth <= maxInstead
	}})
	if err != nil {
		return w.bound.Fault(err)
	}
	for _, n := range next {
		m.Instead = append(m.Instead, n.Name)
	}
	return m
}

// take extends the walk by a step.
func (w *Walk) take(n counterexamples.Next) {
	w.Execution.Extend(n)
	w.Path = append(w.Path, n.Name)
}

// Along follows an execution of the same model, possibly compiled anew: one from a trace file, or one found by a
// search. The error is that of counterexamples.Replay.
func (s *System) Along(t counterexamples.Trace) (*Walk, error) {
	e, err := counterexamples.Replay(s.sys, t)
	if err != nil {
		return nil, s.bound.Fault(err)
	}
	w := &Walk{System: s, Execution: s.starts[t.Initial].Prefix(0)}
	return w.follow(numbersOf(e))
}

// numbersOf returns the numbers of the events of an execution.
func numbersOf(e *counterexamples.Execution) (numbers []uint64) {
	for i := range e.Len() {
		numbers = append(numbers, e.Number(i))
	}
	return numbers
}

// follow extends a walk by events, given by their numbers in the engine.
func (w *Walk) follow(numbers []uint64) (*Walk, error) {
	for _, number := range numbers {
		n, err := w.Execution.Numbered(number)
		if err != nil {
			return nil, w.bound.Fault(err)
		}
		if n == nil {
			return nil, fmt.Errorf("event %#x, which was found, is not possible", number)
		}
		w.take(*n)
	}
	return w, nil
}

// prefix returns the walk up to step n.
func (w *Walk) prefix(n int) *Walk {
	return &Walk{System: w.System, Execution: w.Execution.Prefix(n), Path: w.Path[:n:n]}
}
