package counterexamples

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"reflect"

	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system"
)

// maxRecording bounds the JSON of a recording, in bytes. What is larger is of no use as a picture.
const maxRecording = 64 << 20

// Record adds to the Trace everything that pictures show of the execution, including its Slice, so that
// Trace.Recorded can draw it. If the execution is too large for a picture, it adds nothing.
func (e *Execution) Record() error {
	r := recording{Names: e.names, Slice: e.Slice, types: map[reflect.Type]int{}}
	first := e.State(0)
	if !e.isMachine() {
		r.History = first.KeepsHistory()
		_, r.Clocks = try(func() int { return first.Clock(0) })
		_, r.Suspect = try(func() bool { return first.Suspects(0, 0) })
		for name := range first.Variables() {
			r.Variables = append(r.Variables, name)
		}
	}
	for i := range e.Len() + 1 {
		r.States = append(r.States, e.still(i, &r))
	}
	for _, s := range e.steps {
		t := recordedStep{Step: s, Message: r.message(e, s.Message)}
		for _, x := range s.Sends {
			t.Sends = append(t.Sends, recordedSend{x, r.message(e, x.Message)})
		}
		for _, x := range s.Recorded {
			t.Recorded = append(t.Recorded, recordedValue{x.Return, r.message(e, x.Value)})
		}
		r.Steps = append(r.Steps, t)
	}
	b, err := json.Marshal(r)
	if err != nil || len(b) > maxRecording {
		return err
	}
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	_, err = z.Write(b)
	if err = errors.Join(err, z.Close()); err == nil {
		e.Trace.Picture = base64.StdEncoding.EncodeToString(packed.Bytes())
	}
	return err
}

// Recorded returns the execution whose recording the trace carries. It can only be drawn or written for other tools,
// since it has no System. The error says that there is no recording, or that it is damaged.
func (t Trace) Recorded() (e *Execution, err error) {
	if t.Picture == "" {
		return nil, errors.New("the trace carries no picture")
	}
	damaged := func(why error) error {
		return fmt.Errorf("the picture in the trace is damaged: %w; save the trace again", why)
	}
	z, err := gzip.NewReader(base64.NewDecoder(base64.StdEncoding, bytes.NewReader([]byte(t.Picture))))
	if err != nil {
		return nil, damaged(err)
	}
	var r recording
	if err := json.NewDecoder(io.LimitReader(z, maxRecording)).Decode(&r); err != nil {
		return nil, damaged(err)
	}
	if len(r.Steps) != len(t.Steps) || len(r.States) != len(t.Steps)+1 ||
		r.Slice != nil && len(r.Slice.Steps) != len(t.Steps) || len(r.Names) > model.MaxProcesses {
		return nil, damaged(errors.New("it is of another execution"))
	}
	e = &Execution{Trace: t, Slice: r.Slice, names: r.Names, recording: &r}
	for _, s := range r.States {
		if s == nil {
			return nil, damaged(errors.New("a state is missing"))
		}
		s.of = &r
	}
	for _, s := range r.Steps {
		step := s.Step
		step.Message = s.Message.value()
		for _, x := range s.Sends {
			x.Send.Message = x.Message.value()
			step.Sends = append(step.Sends, x.Send)
		}
		for _, x := range s.Recorded {
			step.Recorded = append(step.Recorded, system.Recorded{Return: x.Return, Value: x.Value.value()})
		}
		e.steps = append(e.steps, step)
	}
	// If every form can be drawn, nothing is missing.
	err = model.Guard("the picture", func() {
		err = errors.Join(e.Text(io.Discard, TextOptions{}), e.HTML(io.Discard), e.Mermaid(io.Discard), e.ITF(io.Discard),
			e.ShiViz(io.Discard))
	})
	if err != nil {
		return nil, damaged(err)
	}
	return e, nil
}

// likenessOf records a value, and what has changed in it.
func (e *Execution) likenessOf(v any, changed []string) *likeness {
	l := &likeness{Text: e.names.format(v), Changed: changed, ITF: e.names.itf(v)}
	s, ok := structOf(v)
	if !ok {
		return l
	}
	l.Fields = []feature{}
	itf := (&itfWriter{names: e.names}).fields(s)
	for i, field := range fieldsOf(e.names.whole("", v)) {
		f := feature{Name: field[0], Text: field[1]}
		if e.isMachine() { // in ITF, the fields of a machine are variables
			f.ITF = itf[i].value
		}
		l.Fields = append(l.Fields, f)
	}
	return l
}

// message records a message, or the input or output of an operation.
func (r *recording) message(e *Execution, v any) *likeness {
	if v == nil {
		return nil
	}
	t, known := r.types[reflect.TypeOf(v)]
	if !known {
		t = len(r.types)
		r.types[reflect.TypeOf(v)] = t
	}
	return &likeness{Text: e.names.format(v), ITF: e.names.itfVariant(v), Type: t}
}

// still records state i.
func (e *Execution) still(i int, r *recording) *still {
	s := e.State(i)
	was := e.State(max(i-1, 0))
	if e.isMachine() {
		v := model.Whole[any](s)
		return &still{Value: e.likenessOf(v, e.names.changes(model.Whole[any](was), v))}
	}
	t := &still{Settled: s.Stable()}
	n := model.ID(len(e.names))
	for p := range n {
		var local, stored *likeness
		if v, up := s.Local(p); up {
			before, _ := was.Local(p)
			local = e.likenessOf(v, e.names.changes(before, v))
		}
		if v := s.Stored(p); v != nil {
			stored = e.likenessOf(v, e.names.inner("stored", was.Stored(p), v))
		}
		t.Locals, t.StoredOf = append(t.Locals, local), append(t.StoredOf, stored)
		t.TimersOf = append(t.TimersOf, s.Timers(p))
		if r.Clocks {
			t.ClockOf = append(t.ClockOf, s.Clock(p))
		}
		for q := range n {
			var channel []*likeness
			for _, m := range s.Channel(p, q) {
				channel = append(channel, r.message(e, m))
			}
			t.Channels = append(t.Channels, channel)
			t.Cut = append(t.Cut, s.Severed(p, q))
			if r.Suspect {
				t.Suspected = append(t.Suspected, s.Suspects(p, q))
			}
		}
	}
	before := maps.Collect(was.Variables())
	for name, v := range s.Variables() {
		t.Shared = append(t.Shared, e.likenessOf(v, e.names.inner(clean(name), before[name], v)))
	}
	if r.History {
		for _, o := range s.History() {
			t.Operations = append(t.Operations, recordedOperation{o, r.message(e, o.Input), r.message(e, o.Output)})
		}
	}
	return t
}
