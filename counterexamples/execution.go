package counterexamples

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/anel-mc/mc/counterexamples/words"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system"
)

// Execution is a trace that was executed: its states, and its steps with all their effects. It may be used
// concurrently as long as nobody changes its fields.
type Execution struct {
	// Trace is the execution as data. New fills in Schema, Initial and Steps; the caller fills in the rest.
	Trace Trace

	// Slice, if set, says which steps pictures draw attention to. The caller fills it in; New and Replay leave it nil.
	Slice *Slice

	// Beside, if set, is shown by Text in a column of its own. The caller fills it in.
	Beside *Beside

	sys     compiled // see SystemOf; nil if it is recorded
	names   names
	states  [][]uint32 // one more than there are steps
	steps   []system.Step
	numbers []uint64 // the engine's numbers of the events
	unsure  string   // see Unsure

	recording *recording // replaces sys, states and numbers: see Trace.Recorded
}

// Beside is a value derived from each state, shown next to it.
type Beside struct {
	Name string
	Of   func(s model.State) any
}

// New executes the events with the given numbers of the engine from an initial state of sys. The error is a
// *model.Error if the model is at fault.
func New(sys *system.System, initial []uint32, events []uint64) (*Execution, error) {
	starts, err := initials(sys)
	if err != nil {
		return nil, err
	}
	at := slices.IndexFunc(starts, func(v []uint32) bool { return slices.Equal(v, initial) })
	if at < 0 {
		return nil, errors.New("the execution does not start in an initial state of the system")
	}
	e := start(sys, Trace{Schema: Schema, Initial: at, Steps: []Event{}}, starts[at])
	for i, number := range events {
		enabled, err := sys.Events(e.last())
		if err != nil {
			return nil, err
		}
		which := slices.IndexFunc(enabled, func(n system.Numbered) bool { return n.Number == number })
		if which < 0 {
			return nil, fmt.Errorf("event %#x of step %d is not enabled", number, i+1)
		}
		e.Trace.Steps = append(e.Trace.Steps, describeAll(e.names, enabled)[which])
		e.take(enabled[which])
	}
	return e, nil
}

// Replay executes a trace on sys. The error is a *Stale if the trace does not fit the system, and a *model.Error if
// the model is at fault. The trace may be that of another execution: see Unsure.
func Replay(sys *system.System, t Trace) (*Execution, error) {
	if err := t.validate(); err != nil {
		return nil, err
	}
	starts, err := initials(sys)
	if err != nil {
		return nil, err
	}
	if t.Initial >= len(starts) {
		return nil, &Stale{Reason: fmt.Sprintf("the trace starts in initial state %d, and the system has only %d (0 to %d)",
			t.Initial, len(starts), len(starts)-1)}
	}
	e := start(sys, t, starts[t.Initial])
	for i, want := range t.Steps {
		enabled, err := sys.Events(e.last())
		if err != nil {
			return nil, err
		}
		there := describeAll(e.names, enabled)
		which := slices.IndexFunc(there, want.equal)
		if which < 0 {
			for _, n := range enabled {
				if err := steady(n.Message, 10); err != nil {
					return nil, err
				}
			}
			stale := &Stale{Step: i + 1, Want: want, Enabled: there}
			stale.Reason = fmt.Sprintf("step %d is no longer possible: %s", i+1, want)
			return nil, e.stale(stale)
		}
		alike := func(o Event) bool { return o.look() == want.look() && o.Nth != want.Nth }
		if _, err := sys.Names(); err != nil && slices.ContainsFunc(there, alike) { // names decide the order of messages
			e.unsure = fmt.Sprintf("it is not known which of the events that look the same step %d was, %s: %v", i+1, want, err)
		}
		e.take(enabled[which])
	}
	if t.Loop != nil && !slices.Equal(e.last(), e.states[*t.Loop]) {
		return nil, e.stale(&Stale{Step: e.Len(), Reason: fmt.Sprintf(
			"the loop no longer closes: the state after step %d is not the one after step %d", e.Len(), *t.Loop)})
	}
	return e, nil
}

// Unsure says why the execution may be another than that of the trace that was replayed. It is empty if it is the same.
func (e *Execution) Unsure() string { return e.unsure }

// stale returns the error of a trace that does not fit, unless it is not certain that this is its execution.
func (e *Execution) stale(s *Stale) error {
	if e.unsure != "" {
		return fmt.Errorf("%s; then, %s", e.unsure, s.Reason)
	}
	return s
}

// Stale is the error of a trace that no longer fits the system: one of the two has changed.
type Stale struct {
	// Step is the number of the step that does not fit, from 1, or 0 for the initial state.
	Step int
	// Reason says what does not fit.
	Reason string
	// Want is the event that is not enabled any more, and Enabled lists those that are. Both are empty if something
	// other than an event does not fit.
	Want    Event
	Enabled []Event
}

func (s *Stale) Error() string {
	text := "the trace does not fit the system any more: " + s.Reason
	if s.Want.Kind == "" {
		return text
	}
	if len(s.Enabled) == 0 {
		return text + "\n  no event is enabled there"
	}
	var enabled []string
	for _, e := range s.Enabled {
		enabled = append(enabled, e.String())
	}
	return text + "\n  enabled there instead:\n    " + strings.Join(words.Some(enabled, maxEnabled), "\n    ")
}

// maxEnabled limits how many alternatives an error lists.
const maxEnabled = 20

// initials returns the distinct initial states.
func initials(sys *system.System) ([][]uint32, error) {
	var all [][]uint32
	seen := map[string]bool{}
	err := sys.Initial(func(v []uint32) {
		key, _ := binary.Append(nil, binary.NativeEndian, v)
		if !seen[string(key)] {
			seen[string(key)] = true
			all = append(all, slices.Clone(v))
		}
	})
	return all, err
}

func start(sys *system.System, t Trace, initial []uint32) *Execution {
	return &Execution{Trace: t, sys: sys, names: namesOf(sys), states: [][]uint32{initial}}
}

// take adds a step for an event that is enabled in the last state.
func (e *Execution) take(n system.Numbered) {
	e.steps = append(e.steps, n.Step)
	e.numbers = append(e.numbers, n.Number)
	e.states = append(e.states, n.After)
}

func (e *Execution) last() []uint32 { return e.states[len(e.states)-1] }

// Len returns the number of steps.
func (e *Execution) Len() int { return len(e.steps) }

// Step returns step i, from 0: the one from State(i) to State(i+1).
func (e *Execution) Step(i int) system.Step { return e.steps[i] }

// Number returns the engine's number of the event of step i.
func (e *Execution) Number(i int) uint64 { return e.numbers[i] }

// State returns state i: state 0 is the initial one, and state Len() the last.
func (e *Execution) State(i int) model.State {
	if e.recording != nil {
		return model.NewState(e.recording.States[i])
	}
	return SystemOf(e).State(e.states[i])
}

// Vector returns state i as the engine's vector, which must not be changed.
func (e *Execution) Vector(i int) []uint32 { return e.states[i] }

// compiled is a *system.System. It keeps the types of the engine out of Execution, so that packages that get executions
// from a check do not reach them: whatever is generic in all types that a package can reach, the compiler compiles in
// that package again.
type compiled interface{ Width() int }

// SystemOf returns the system that was executed, or nil if the execution was Recorded.
func SystemOf(e *Execution) *system.System {
	sys, _ := e.sys.(*system.System)
	return sys
}

// Format renders a value as pictures of the execution do, with the names of the processes.
func (e *Execution) Format(v any) string { return e.names.format(v) }

// Processes returns the names of the processes. A model.Machine has none.
func (e *Execution) Processes() []string { return slices.Clone(e.names) }
