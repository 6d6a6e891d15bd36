package validate

import (
	"bufio"
	"encoding/json"
	"io"

	"github.com/anel-mc/mc/counterexamples"
	"github.com/anel-mc/mc/model"
)

// Writer writes a log, each line in one write.
type Writer struct {
	lines  *json.Encoder
	names  []string
	told   func(any) any
	unread bool // values are told as text, and types are not known
}

// NewWriter writes the header of the log of a system whose processes have the given names; of a Machine there are none.
// Log and Processes are filled in.
func NewWriter(w io.Writer, names []string, h Header) (*Writer, error) {
	x := values{names: names, format: func(v any) string { return counterexamples.FormatNamed(v, names) }}
	h.Log, h.Processes = Version, names
	l := &Writer{lines: json.NewEncoder(w), names: names, told: x.told}
	return l, l.lines.Encode(h)
}

// Start writes what process p is at first.
func (w *Writer) Start(p model.ID, state any) error {
	l := Line{Process: w.names[p], Event: start}
	var err error
	if l.After, err = w.value(state); err != nil {
		return err
	}
	return w.lines.Encode(l)
}

// Event writes an event that happened at a process, or an action of a Machine, with the local states around it: nil
// where they are not known. It writes nothing of what no process can log: a crash of its own, ticks, and events of the
// network.
func (w *Writer) Event(e model.Event, before, after any) error {
	switch e.Kind {
	case model.Crash, model.Tick, model.SetBack:
		return nil
	}
	if e.Process == model.None && len(w.names) > 0 {
		return nil
	}
	l := Line{Event: e.Kind, Name: e.Name}
	if e.Kind == model.Duplicate {
		l.Event = model.Deliver
	}
	if e.Process != model.None {
		l.Process = w.names[e.Process]
	}
	if e.Suspect != model.None {
		l.Suspect = w.names[e.Suspect]
	}
	var err error
	if e.From != model.None {
		if l.From = w.names[e.From]; !w.unread {
			l.Type = typeName(e.Message)
		}
		if l.Message, err = json.Marshal(w.told(e.Message)); err != nil {
			return err
		}
	}
	if l.Before, err = w.value(before); err != nil {
		return err
	}
	if l.After, err = w.value(after); err != nil {
		return err
	}
	return w.lines.Encode(l)
}

// value is a local state; nothing if it is not known.
func (w *Writer) value(v any) (json.RawMessage, error) {
	if v == nil {
		return nil, nil
	}
	return json.Marshal(w.told(v))
}

// Write writes the log that the processes of an execution would have kept, with everything that is known of each event.
func Write(w io.Writer, e *counterexamples.Execution) error {
	out := bufio.NewWriter(w)
	l, err := NewWriter(out, e.Processes(), Header{Spec: e.Trace.Spec, Variant: e.Trace.Variant, Params: e.Trace.Params,
		Environment: e.Trace.Environment})
	if err != nil {
		return err
	}
	if e.System() == nil { // it knows what values look like, and not what they are
		l.told, l.unread = func(v any) any { return e.Format(v) }, true
	}
	state := func(i int, p model.ID) any {
		if p == model.None {
			return nil
		}
		local, _ := e.State(i).Local(p)
		return local
	}
	if len(l.names) == 0 {
		state = func(i int, _ model.ID) any { return model.Whole[any](e.State(i)) }
	}
	for i := range e.Len() {
		if s := e.Step(i); !s.Dropped {
			if err := l.Event(s.Event, state(i, s.Process), state(i+1, s.Process)); err != nil {
				return err
			}
		}
	}
	return out.Flush()
}
