package validate

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"
	"unicode/utf8"

	"github.com/anel-mc/mc/counterexamples"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system"
)

// Writer writes a log, each line in a single write. Its methods may be called by several goroutines.
type Writer struct {
	mu     sync.Mutex
	lines  *json.Encoder
	names  []string
	told   func(any) any
	unread bool              // values are only known as text, and types are not known
	timed  map[model.ID]bool // processes whose last line had timers: only these log that none is set
}

// NewWriter writes the header of the log of a system whose processes have the given names; a Machine has none. It
// sets Log and Processes of the header. It is an error if names are empty, not UTF-8 or the same, or if there are no
// events of a kind that the header says is logged.
func NewWriter(w io.Writer, names []string, h Header) (*Writer, error) {
	for i, name := range names {
		if name == "" || !utf8.ValidString(name) || slices.Contains(names[:i], name) {
			return nil, fmt.Errorf("process %d is called %q: a log needs names that are in UTF-8, and different", i, name)
		}
	}
	for _, k := range h.Logged {
		if !slices.Contains(kinds, k) {
			return nil, noKind(k)
		}
	}
	shown := slices.Clone(names) // in the text of values
	for i := range shown {
		shown[i] = counterexamples.Printable(shown[i])
	}
	x := values{names: names, format: func(v any) string { return counterexamples.FormatNamed(v, shown) }}
	h.Log, h.Processes = Version, names
	l := &Writer{lines: json.NewEncoder(w), names: names, told: x.told, timed: map[model.ID]bool{}}
	return l, l.lines.Encode(h)
}

// Event writes an event at a process, or an action of a Machine, with the local state before it and the process after
// it. States are nil if they are not known. An event without a Kind is the start of a process. Events that no process
// can log are not written: its own crash, ticks, and events of the network. Of the step, what its kind does not have
// is ignored; its Sends are all messages that were sent. A value is an error if JSON cannot tell it from others: a map
// with keys that are written alike, or are not UTF-8.
func (w *Writer) Event(s system.Step, before any, after counterexamples.Local) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	l, err := w.line(s, before, after)
	if err != nil || l == nil {
		return err
	}
	return w.lines.Encode(l)
}

// line returns the line of an event, or nil if no process can log it.
func (w *Writer) line(s system.Step, before any, after counterexamples.Local) (*Line, error) {
	l := &Line{Event: s.Kind}
	var failed error
	name := func(p model.ID) string {
		if p < 0 || int(p) >= len(w.names) {
			failed = fmt.Errorf("there is no process %d: there are %d, the first of which is 0", p, len(w.names))
			return ""
		}
		return w.names[p]
	}
	switch s.Kind {
	case model.Crash, model.Tick, model.SetBack:
		return nil, nil
	case "", start:
		l.Event, before = start, nil
	case model.Acted, model.Timeout:
		l.Name = s.Name
	case model.Duplicate:
		l.Event = model.Deliver
	case model.Suspect, model.Trust:
		l.Suspect = name(s.Suspect)
	default:
		if !slices.Contains(kinds, s.Kind) {
			return nil, noKind(s.Kind)
		}
	}
	if s.Process == model.None && len(w.names) > 0 {
		return nil, nil
	}
	value := func(v any) json.RawMessage {
		b, err := json.Marshal(w.told(v))
		if why := (unwritable{}); errors.As(err, &why) {
			err = why
		}
		failed = errors.Join(failed, err)
		return b
	}
	known := func(v any) json.RawMessage {
		if v == nil {
			return nil
		}
		return value(v)
	}
	typed := func(v any) string {
		if w.unread {
			return ""
		}
		return typeName(v)
	}
	if l.Event == model.Deliver {
		l.From, l.Type, l.Message = name(s.From), typed(s.Message), value(s.Message)
	}
	l.Before, l.After = known(before), known(after.State)
	if s.Process != model.None {
		l.Process, l.Stored, l.Timers = name(s.Process), known(after.Stored), after.Timers
		if l.Sends = []Sent{}; l.Timers == nil && w.timed[s.Process] {
			l.Timers = []string{}
		}
		w.timed[s.Process] = l.Timers != nil
		for _, m := range s.Sends {
			l.Sends = append(l.Sends, Sent{name(m.To), typed(m.Message), value(m.Message)})
		}
	}
	for _, text := range append([]string{l.Name}, l.Timers...) {
		if !utf8.ValidString(text) {
			failed = errors.Join(failed, fmt.Errorf("the name %q is not UTF-8, as text is in JSON", text))
		}
	}
	return l, failed
}

// Write writes the log that the processes of an execution would have written, with everything that is known of each
// event.
func Write(w io.Writer, e *counterexamples.Execution) error {
	out, names := bufio.NewWriter(w), e.Processes()
	if s := counterexamples.SystemOf(e); s != nil {
		names = s.Processes() // as they are: those of a trace can be printed
	}
	l, err := NewWriter(out, names, Header{Spec: e.Trace.Spec, Variant: e.Trace.Variant, Params: e.Trace.Params,
		Environment: e.Trace.Environment})
	if err != nil {
		return err
	}
	if counterexamples.SystemOf(e) == nil { // the execution has only the text of values
		l.told, l.unread = func(v any) any { return e.Format(v) }, true
	}
	local := func(i int, p model.ID) (k counterexamples.Local) {
		switch {
		case p != model.None:
			k.State, _ = e.State(i).Local(p)
			k.Stored, k.Timers = e.State(i).Stored(p), e.State(i).Timers(p)
		case len(l.names) == 0:
			k.State = model.Whole[any](e.State(i))
		}
		return k
	}
	for i := range e.Len() {
		if s := e.Step(i); !s.Dropped {
			if err := l.Event(s, local(i, s.Process).State, local(i+1, s.Process)); err != nil {
				return err
			}
		}
	}
	return out.Flush()
}
