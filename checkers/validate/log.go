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

// Version is the version of the log format.
const Version = 1

// maxLine is the maximum length of a line in bytes.
const maxLine = 1 << 20

// Header is the optional first line of a log. All its fields but Log are optional.
type Header struct {
	// Log is the Version of the format.
	Log int `json:"log"`

	// Spec, Variant, Params and Environment name the system, as in a trace: an entry of the catalogue, and the flags of
	// the command that are set for it, without dashes.
	Spec        string            `json:"spec,omitempty"`
	Variant     string            `json:"variant,omitempty"`
	Params      map[string]int    `json:"params,omitempty"`
	Environment map[string]string `json:"environment,omitempty"`

	// Processes lists the processes that log, including those without a line. If it is empty, they are the processes that
	// have lines.
	Processes []string `json:"processes,omitempty"`

	// Logged lists the kinds of events of which the Processes, and those with lines in the same file, log every one. If it
	// is empty, these are act, deliver, timeout, recover, suspect and trust. The kinds of which a process has a line are
	// always included for that process.
	Logged []model.Kind `json:"logged,omitempty"`
}

// Line is an event of one process, with what is known of it. All fields but Event may be missing.
type Line struct {
	// Process is the process where it happened. It is empty for events of the network and for actions of a Machine.
	Process string `json:"process,omitempty"`

	// Event is the kind of event, or "start" for the initial state of a process.
	Event model.Kind `json:"event"`

	// Name is the name of the act or timer, From the sender of the message, Type the type of the message, and Suspect the
	// process that is suspected or trusted.
	Name    string `json:"name,omitempty"`
	From    string `json:"from,omitempty"`
	Type    string `json:"type,omitempty"`
	Suspect string `json:"suspect,omitempty"`

	// Message is the message, and Before and After are the local states, as far as they are known.
	Message json.RawMessage `json:"message,omitempty"`
	Before  json.RawMessage `json:"before,omitempty"`
	After   json.RawMessage `json:"after,omitempty"`

	// Sends lists the messages that were sent, in any order. Timers lists the timers that are set after the event, and
	// Stored is the content of stable storage then.
	Sends  []Sent          `json:"sends,omitzero"`
	Timers []string        `json:"timers,omitzero"`
	Stored json.RawMessage `json:"stored,omitempty"`

	// Time and Note are for people; they are ignored.
	Time json.RawMessage `json:"time,omitempty"`
	Note json.RawMessage `json:"note,omitempty"`
}

// Sent is a message that was sent, with what is known of it. All fields may be missing.
type Sent struct {
	To      string          `json:"to,omitempty"`
	Type    string          `json:"type,omitempty"`
	Message json.RawMessage `json:"message,omitempty"`
}

// start is the kind of a line for the initial state of a process.
const start model.Kind = "start"

var kinds = []model.Kind{start, model.Acted, model.Deliver, model.Timeout, model.Crash, model.Recover, model.Lose,
	model.Duplicate, model.Cut, model.Partition, model.Heal, model.Tick, model.SetBack, model.Stabilise, model.Suspect,
	model.Trust}

// Log is what was read from one or more files. The zero value is an empty log.
type Log struct {
	// Memory bounds the heap, in bytes, while the log is read; 0 means no bound. Accept, if not nil, is called with each
	// header, and its error rejects the file.
	Memory uint64
	Accept func(h Header) error

	// Header combines the headers of all files.
	Header Header
	named  []string // by element of its Processes: the line that names it
	lines  []line

	// logged has the kinds of events that headers say a process logs without exception.
	logged map[string][]model.Kind
}

// line is a Line with its position and its values parsed.
type line struct {
	Line
	at                             string // file and number
	message, before, after, stored any    // missing if absent
	sent                           []any  // the messages of Sends
}

// others returns the processes at the other ends of messages.
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

// missing stands for a value that the log does not contain.
type missing struct{}

// Len returns the number of lines without headers.
func (l *Log) Len() int { return len(l.lines) }

// Read adds a file. Errors start with its name and the number of the line. After an error the log must not be used.
func (l *Log) Read(name string, r io.Reader) error {
	in := bufio.NewReaderSize(r, 1<<16)
	owners := map[string]bool{} // processes with lines in other files
	for _, x := range l.lines {
		owners[x.Process] = true
	}
	var logged []model.Kind // by the processes with lines here, if there is a header
	size := 0               // bytes read since the heap was last measured
	for n := 1; ; n++ {
		text, err := readLine(in)
		if err == io.EOF && len(text) == 0 {
			return nil
		}
		at := fmt.Sprintf("%s:%d", name, n)
		if n == 1 {
			text = bytes.TrimPrefix(text, []byte("\ufeff")) // a byte order mark
		}
		switch {
		case err != nil && err != io.EOF:
			return fmt.Errorf("%s: %w", at, err)
		case len(bytes.TrimSpace(text)) == 0:
			continue
		case n == 1 && isHeader(text):
			logged, err = l.header(at, text)
		default:
			err = l.add(at, text, owners, logged)
		}
		if size += len(text); size > maxLine && err == nil {
			size, err = 0, l.full()
		}
		if err != nil {
			return fmt.Errorf("%s: %w", at, err)
		}
	}
}

// full returns an error if the log takes too much memory.
func (l *Log) full() error {
	var m runtime.MemStats
	for range 2 {
		if runtime.ReadMemStats(&m); l.Memory == 0 || m.HeapAlloc < l.Memory {
			return nil
		}
		runtime.GC() // garbage does not count
	}
	return fmt.Errorf("the lines up to here take all of the memory, %d MiB: tell less in each, or of a shorter time",
		l.Memory>>20)
}

// readLine reads a line, unless it is too long.
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

// header combines a header with those read before. It returns the kinds of events that are logged without exception.
func (l *Log) header(at string, text []byte) (logged []model.Kind, err error) {
	var h Header
	if err := decode(text, &h, headerKeys); err != nil {
		return nil, fmt.Errorf("the header: %w", err)
	}
	was := &l.Header
	switch {
	case h.Log != Version:
		return nil, fmt.Errorf("the log has format %d, and this is %d", h.Log, Version)
	case was.Log != 0 && (h.Spec != was.Spec || h.Variant != was.Variant || !maps.Equal(h.Params, was.Params) ||
		!maps.Equal(h.Environment, was.Environment)):
		return nil, errors.New("it is of another system than the previous file")
	}
	for _, k := range h.Logged {
		if !slices.Contains(kinds, k) {
			return nil, noKind(k)
		}
	}
	if l.Accept != nil {
		if err := l.Accept(h); err != nil {
			return nil, err
		}
	}
	if logged = h.Logged; len(logged) == 0 {
		logged = local
	}
	for i, p := range h.Processes {
		if slices.Contains(h.Processes[:i], p) {
			return nil, fmt.Errorf("the header names process %q twice", p)
		}
		l.named = append(l.named, at)
		l.logs(p, logged)
	}
	h.Processes, h.Logged = append(was.Processes, h.Processes...), append(was.Logged, h.Logged...)
	*was = h
	return logged, nil
}

// logs notes that a process logs every event of some kinds.
func (l *Log) logs(process string, all []model.Kind) {
	if l.logged == nil {
		l.logged = map[string][]model.Kind{}
	}
	for _, k := range all {
		if !slices.Contains(l.logged[process], k) {
			l.logged[process] = append(l.logged[process], k)
		}
	}
}

// local lists the kinds of events that a process can log if it logs at all.
var local = []model.Kind{model.Acted, model.Deliver, model.Timeout, model.Recover, model.Suspect, model.Trust}

func noKind(k model.Kind) error {
	var all []string
	for _, k := range kinds {
		all = append(all, string(k))
	}
	return fmt.Errorf("there is no event %q: it is one of %s", k, strings.Join(all, ", "))
}

// add adds a line. Its process must not have lines in another file, and logs what the header of this one says.
func (l *Log) add(at string, text []byte, elsewhere map[string]bool, logged []model.Kind) error {
	x := line{at: at}
	if err := decode(text, &x.Line, lineKeys); err != nil {
		return err
	}
	switch {
	case !slices.Contains(kinds, x.Event):
		return noKind(x.Event)
	case x.Event == start && (x.Name != "" || x.From != "" || x.Type != "" || x.Suspect != "" || x.Message != nil ||
		x.Before != nil):
		return errors.New("a start has no name, from, type, suspect, message or before: it is how a process begins, and " +
			"the state is its after")
	case elsewhere[x.Process]:
		return fmt.Errorf("process %q has lines in another file, too: nobody could say which come first", x.Process)
	}
	if logged != nil {
		l.logs(x.Process, logged)
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
