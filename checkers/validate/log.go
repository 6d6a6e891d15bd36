package validate

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"runtime"
	"slices"
	"strings"

	"github.com/anel-mc/mc/model"
)

// Version is that of the format.
const Version = 1

// maxLine is how many bytes a line has at most.
const maxLine = 1 << 20

// Header is the first line of a log, if it has one. All of it is optional but Log.
type Header struct {
	// Log is the Version of the format.
	Log int `json:"log"`

	// Spec, Variant, Params and Environment say what the log is of, as in a trace: an entry of a catalogue, and flags of
	// the command, without dashes, that are set for it.
	Spec        string            `json:"spec,omitempty"`
	Variant     string            `json:"variant,omitempty"`
	Params      map[string]int    `json:"params,omitempty"`
	Environment map[string]string `json:"environment,omitempty"`

	// Processes are those that log, also if no line is theirs; without, those that lines are of.
	Processes []string `json:"processes,omitempty"`

	// Logged are the kinds of events of which processes log every one; without, act, deliver, timeout, recover, suspect
	// and trust. Kinds that occur in the log are always among them.
	Logged []model.Kind `json:"logged,omitempty"`
}

// Line is an event of one process, and what is known of it. All but Event may be missing.
type Line struct {
	// Process is where it happened; empty for events of the network, and for actions of a Machine.
	Process string `json:"process,omitempty"`

	// Event is the kind of event, or "start", which says what a process is at first.
	Event model.Kind `json:"event"`

	// Name is that of the act or timer, From the sender of a message, Type its type, and Suspect who is suspected or
	// trusted.
	Name    string `json:"name,omitempty"`
	From    string `json:"from,omitempty"`
	Type    string `json:"type,omitempty"`
	Suspect string `json:"suspect,omitempty"`

	// Message is the message, Before and After the local state; as much of each as is known.
	Message json.RawMessage `json:"message,omitempty"`
	Before  json.RawMessage `json:"before,omitempty"`
	After   json.RawMessage `json:"after,omitempty"`

	// Sends is what was sent, in any order. Timers are those that are set after the event, and Stored is what is in stable
	// storage then.
	Sends  []Sent          `json:"sends,omitzero"`
	Timers []string        `json:"timers,omitzero"`
	Stored json.RawMessage `json:"stored,omitempty"`

	// Time and Note are for people.
	Time json.RawMessage `json:"time,omitempty"`
	Note json.RawMessage `json:"note,omitempty"`
}

// Sent is a message that was sent, and what is known of it. All may be missing.
type Sent struct {
	To      string          `json:"to,omitempty"`
	Type    string          `json:"type,omitempty"`
	Message json.RawMessage `json:"message,omitempty"`
}

// start is the kind of a line that says what a process is at first.
const start model.Kind = "start"

// kinds are those of lines.
var kinds = []model.Kind{start, model.Acted, model.Deliver, model.Timeout, model.Crash, model.Recover, model.Lose,
	model.Duplicate, model.Cut, model.Partition, model.Heal, model.Tick, model.SetBack, model.Stabilise, model.Suspect,
	model.Trust}

// Log is what was read of one or more files. The zero value is empty.
type Log struct {
	// Memory is how many bytes of the heap it may take; 0 is no bound. Accept, if not nil, is asked of each header.
	Memory uint64
	Accept func(h Header) error

	// Header is what the headers say together.
	Header Header
	named  []string // where each of its Processes is named
	lines  []line
}

// line is a Line with where it stands, and its values parsed.
type line struct {
	Line
	at                             string // file and number
	message, before, after, stored any    // missing if absent
	sent                           []any  // the messages of Sends
}

// others are the processes at the other ends of messages.
func (x line) others() (all []string) {
	if x.From != "" {
		all = append(all, x.From)
	}
	for _, m := range x.Sends {
		if m.To != "" {
			all = append(all, m.To)
		}
	}
	return all
}

// missing is a value that is not told.
type missing struct{}

// Len is how many lines there are, headers apart.
func (l *Log) Len() int { return len(l.lines) }

// Read adds a file, whose name is for errors; these name the line. After an error the log is of no use.
func (l *Log) Read(name string, r io.Reader) error {
	in := bufio.NewReaderSize(r, 1<<16)
	owners := map[string]bool{} // in other files
	for _, x := range l.lines {
		owners[x.Process] = true
	}
	size := 0 // of what was read since the heap was looked at
	for n := 1; ; n++ {
		text, err := readLine(in)
		if err == io.EOF && len(text) == 0 {
			return nil
		}
		at := fmt.Sprintf("%s:%d", name, n)
		switch {
		case err != nil && err != io.EOF:
			return fmt.Errorf("%s: %w", at, err)
		case len(bytes.TrimSpace(text)) == 0:
			continue
		case n == 1 && isHeader(text):
			err = l.header(at, text)
		default:
			err = l.add(at, text, owners)
		}
		if size += len(text); size > maxLine && err == nil {
			size, err = 0, l.full()
		}
		if err != nil {
			return fmt.Errorf("%s: %w", at, err)
		}
	}
}

// full is the error of a log that takes too much memory.
func (l *Log) full() error {
	var m runtime.MemStats
	for range 2 {
		if runtime.ReadMemStats(&m); l.Memory == 0 || m.HeapAlloc < l.Memory {
			return nil
		}
		runtime.GC() // what is left over of lines before does not count
	}
	return fmt.Errorf("the lines up to here take all of the memory, %d MiB: tell less in each, or of a shorter time",
		l.Memory>>20)
}

// readLine reads a line that is not too long.
func readLine(in *bufio.Reader) (text []byte, err error) {
	for {
		part, err := in.ReadSlice('\n')
		text = append(text, part...)
		switch {
		case len(text) > maxLine:
			return nil, fmt.Errorf("the line has more than %d bytes, which no event has", maxLine)
		case !errors.Is(err, bufio.ErrBufferFull):
			return text, err
		}
	}
}

func isHeader(text []byte) bool {
	var x struct{ Log *json.RawMessage }
	return json.Unmarshal(text, &x) == nil && x.Log != nil
}

// decode is strict: a key that nobody knows is a mistake.
func decode(text []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(into); errors.As(err, new(*json.SyntaxError)) || errors.Is(err, io.ErrUnexpectedEOF) {
		return fmt.Errorf("the line is torn, or no JSON: %w", err)
	} else if err != nil {
		return errors.New(strings.TrimPrefix(err.Error(), "json: "))
	}
	if _, err := d.Token(); err != io.EOF {
		return errors.New("there is more in the line than one object")
	}
	return nil
}

// header adds a header to those read before.
func (l *Log) header(at string, text []byte) error {
	var h Header
	if err := decode(text, &h); err != nil {
		return fmt.Errorf("the header: %w", err)
	}
	was := &l.Header
	switch {
	case h.Log != Version:
		return fmt.Errorf("the log has format %d, and this is %d", h.Log, Version)
	case was.Log != 0 && (h.Spec != was.Spec || h.Variant != was.Variant || !maps.Equal(h.Params, was.Params) ||
		!maps.Equal(h.Environment, was.Environment)):
		return errors.New("it is of another system than the file before")
	}
	for _, k := range h.Logged {
		if !slices.Contains(kinds, k) {
			return noKind(k)
		}
	}
	if l.Accept != nil {
		if err := l.Accept(h); err != nil {
			return err
		}
	}
	for i, p := range h.Processes {
		if slices.Contains(h.Processes[:i], p) {
			return fmt.Errorf("the header names process %q twice", p)
		}
		l.named = append(l.named, at)
	}
	h.Processes, h.Logged = append(was.Processes, h.Processes...), append(was.Logged, h.Logged...)
	*was = h
	return nil
}

func noKind(k model.Kind) error {
	var all []string
	for _, k := range kinds {
		all = append(all, string(k))
	}
	return fmt.Errorf("there is no event %q: it is one of %s", k, strings.Join(all, ", "))
}

// add adds a line, of a process that is in no other file.
func (l *Log) add(at string, text []byte, elsewhere map[string]bool) error {
	x := line{at: at}
	if err := decode(text, &x.Line); err != nil {
		return err
	}
	switch {
	case !slices.Contains(kinds, x.Event):
		return noKind(x.Event)
	case elsewhere[x.Process]:
		return fmt.Errorf("process %q has lines in another file, too: nobody could say which come first", x.Process)
	}
	x.sent = make([]any, len(x.Sends))
	err := errors.Join(parse(x.Message, &x.message), parse(x.Before, &x.before), parse(x.After, &x.after),
		parse(x.Stored, &x.stored))
	for i, m := range x.Sends {
		err = errors.Join(err, parse(m.Message, &x.sent[i]))
	}
	x.Message, x.Before, x.After, x.Stored, x.Time, x.Note = nil, nil, nil, nil, nil, nil
	slices.Sort(x.Timers)
	l.lines = append(l.lines, x)
	return err
}

// parse reads a value of a line.
func parse(raw json.RawMessage, into *any) error {
	if *into = any(missing{}); raw == nil {
		return nil
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	return d.Decode(into)
}
