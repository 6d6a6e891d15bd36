package counterexamples

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/anel-mc/mc/model"
)

// Write writes t as a trace file.
func (t Trace) Write(w io.Writer) error {
	t.Schema = Schema
	if t.Steps == nil {
		t.Steps = []Event{} // an empty list, not null
	}
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(t)
}

var traceKeys = KeysOf[Trace]()

// Read reads a trace file. It accepts only what Write writes, so a damaged or foreign file is not mistaken for a
// trace. The error says what is wrong and what to do.
func Read(r io.Reader) (Trace, error) {
	b, err := io.ReadAll(r)
	if err != nil {
		return Trace{}, fmt.Errorf("the trace file cannot be read: %w", err)
	}
	if len(bytes.TrimSpace(b)) == 0 {
		return Trace{}, errors.New("the trace file is empty: save the trace again")
	}
	if err := preface(b); err != nil {
		return Trace{}, err
	}
	d := json.NewDecoder(bytes.NewReader(b))
	d.DisallowUnknownFields()
	var t Trace
	if err := d.Decode(&t); err != nil {
		return Trace{}, fmt.Errorf("this is JSON, but not a trace file of schema %d: %s: give the file that --out wrote",
			Schema, strings.TrimPrefix(err.Error(), "json: "))
	}
	if err := traceKeys.Check(b); err != nil {
		return Trace{}, damaged("%w", err)
	}
	if t.Steps == nil {
		return Trace{}, damaged(`its "steps" are null, and no list`)
	}
	return t, t.validate()
}

// preface checks that b is a single JSON object with the schema that this version reads.
func preface(b []byte) error {
	var head map[string]json.RawMessage
	d := json.NewDecoder(bytes.NewReader(b))
	err := d.Decode(&head)
	var syntax *json.SyntaxError
	var typed *json.UnmarshalTypeError
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF):
		return fmt.Errorf("the trace file ends in the middle, after %d bytes: it was cut short; save the trace again", len(b))
	case errors.As(err, &syntax):
		return fmt.Errorf("this is not a trace file: it is not JSON (byte %d: %v): give the file that --out wrote",
			syntax.Offset, err)
	case errors.As(err, &typed):
		return fmt.Errorf("this is not a trace file: it holds a JSON %s, not an object: give the file that --out wrote",
			typed.Value)
	case err != nil:
		return fmt.Errorf("this is not a trace file: %w", err)
	}
	if rest := bytes.TrimSpace(b[d.InputOffset():]); len(rest) > 0 {
		return fmt.Errorf("something stands behind the end of the trace, at byte %d: the file holds one trace and "+
			"nothing else; save the trace again", d.InputOffset())
	}
	raw, ok := head["schema"]
	var schema int
	if !ok || json.Unmarshal(raw, &schema) != nil || string(raw) == "null" {
		return errors.New(`this is JSON, but not a trace file: it has no number "schema": give the file that --out wrote`)
	}
	switch {
	case schema > Schema:
		return fmt.Errorf("the trace file has schema %d, and this version reads schema %d: it was written by a newer "+
			"version, use that one", schema, Schema)
	case schema != Schema:
		return fmt.Errorf("the trace file has schema %d, and this version reads schema %d: check the system again and "+
			"save the new trace", schema, Schema)
	case head["steps"] == nil:
		return errors.New(`this is JSON, but not a trace file: it has no "steps": give the file that --out wrote`)
	}
	return nil
}

func damaged(format string, args ...any) error {
	return fmt.Errorf("the trace is damaged: "+format+"; check the system again and save the new trace", args...)
}

// validate returns an error if t cannot be an execution of any system.
func (t Trace) validate() error {
	if t.Initial < 0 {
		return damaged("it starts in initial state %d", t.Initial)
	}
	if t.Loop != nil && (*t.Loop < 0 || *t.Loop >= len(t.Steps)) {
		return damaged("its loop starts after step %d of %d", *t.Loop, len(t.Steps))
	}
	for i, e := range t.Steps {
		if !known(model.Kind(e.Kind)) {
			return damaged("step %d is an event of the unknown kind %q", i+1, e.Kind)
		}
		if e.Choice < 0 || e.Nth < 0 || e.Behind < 0 {
			return damaged("step %d has a negative number", i+1)
		}
	}
	return nil
}

func known(k model.Kind) bool {
	switch k {
	case model.Acted, model.Deliver, model.Timeout, model.Crash, model.Recover,
		model.Lose, model.Duplicate, model.Cut, model.Partition, model.Heal,
		model.Tick, model.Stabilise, model.Suspect, model.Trust, model.SetBack:
		return true
	}
	return false
}
